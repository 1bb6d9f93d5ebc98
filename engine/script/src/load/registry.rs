//! The registry holds everything that scripts have registered so far, and the scripts that failed.

use crate::compiled_scripts::CompiledScripts;
use crate::hooks::Hook;
use crate::program::{Figure, Invariant, Menu, Registered};
use crate::verb_params::Verb;
use crate::vm::{InvariantCheck, VmFigure};
use cardwright_content::{Content, Diagnostic};
use mlua::{Function, Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A function that a pack puts around a body: the function of a step, an action, an offer or a verb.
pub(super) struct Wrap {
    /// `before`, `after` or `around`.
    pub(super) kind: &'static str,
    /// The kind and name of the body, as the script writes them: `step us-draw`.
    pub(super) body: String,
    pub(super) run: Function,
    /// The script line: `path:line`.
    pub(super) script_line: String,
}

/// A menu while scripts load. Scripts already hold `list`, which the loader fills after all scripts have run.
pub(super) struct PendingMenu {
    pub(super) menu: Menu,
    pub(super) list: Table,
}

impl PendingMenu {
    pub(super) fn into_menu(self) -> Menu {
        self.menu
    }
}

/// Everything that scripts have registered so far, by kind. A string at the end of a tuple is the script line:
/// `path:line`.
#[derive(Default)]
pub(super) struct Registry {
    pub(super) steps: Vec<(String, Function, String)>,
    pub(super) actions: Vec<(String, Table, String)>,
    pub(super) verbs: Vec<(Verb, Function)>,
    pub(super) effects: Vec<(String, Table, String)>,
    pub(super) hooks: Vec<Hook>,
    pub(super) invariants: Vec<(Invariant, InvariantCheck)>,
    pub(super) figures: Vec<(Figure, VmFigure)>,
    pub(super) wraps: Vec<Wrap>,
    pub(super) menus: Vec<PendingMenu>,
    /// For each kind, such as `step`, the registered names. Each name has its script line: `path:line`.
    pub(super) names: BTreeMap<&'static str, BTreeMap<String, String>>,
    /// Everything that is registered, in order.
    pub(super) registrations: Vec<Registered>,
    /// The value that each module returned.
    pub(super) modules: BTreeMap<String, Value>,
    pub(super) compiled: Arc<CompiledScripts>,
    /// The modules that failed to load, with their errors.
    pub(super) failed: BTreeMap<String, mlua::Error>,
    /// The modules that are loading. Each module requires the next.
    pub(super) loading: Vec<String>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Registry {
    /// Whether a script that failed to load mentions a name. That script may also register the name.
    pub(super) fn is_in_failed_script(&self, content: &Content, name: &str) -> bool {
        let quoted = [format!("\"{name}\""), format!("'{name}'")];
        let mut failed_scripts = self.failed.keys().filter_map(|module| content.script(module));
        failed_scripts.any(|file| quoted.iter().any(|quoted| file.text.contains(quoted.as_str())))
    }
}

/// Returns the index of the pack that contains a script line (`path:line`).
pub(super) fn pack_index(content: &Content, script_line: &str) -> usize {
    let path = script_line.rsplit_once(':').map_or(script_line, |(path, _)| path);
    let file = content.scripts.iter().find(|file| file.display_path() == path);
    file.and_then(|file| content.packs.iter().position(|pack| pack.id == file.pack)).unwrap_or_default()
}
