//! Everything that scripts have registered so far, and the scripts that failed.

use crate::compiled_scripts::CompiledScripts;
use crate::hooks::Hook;
use crate::program::{Figure, Invariant, Menu, Registered};
use crate::verb_params::Verb;
use crate::vm::{InvariantCheck, VmFigure};
use cardwright_content::{Content, Diagnostic};
use mlua::{Function, Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A function that a pack puts around a body.
pub(super) struct Wrap {
    /// `before`, `after` or `around`.
    pub(super) how: &'static str,
    /// The name of the body, as written: `step us-draw`.
    pub(super) of: String,
    pub(super) run: Function,
    /// `path:line` of the script.
    pub(super) at: String,
}

/// A menu while scripts load. Scripts already hold `list`; the loader fills it at the end.
pub(super) struct PendingMenu {
    pub(super) menu: Menu,
    pub(super) list: Table,
}

impl PendingMenu {
    pub(super) fn into_menu(self) -> Menu {
        self.menu
    }
}

/// All registrations, by kind.
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
    /// For each kind, the names with `path:line` of the script.
    pub(super) names: BTreeMap<&'static str, BTreeMap<String, String>>,
    /// All registrations, in order.
    pub(super) places: Vec<Registered>,
    pub(super) modules: BTreeMap<String, Value>,
    pub(super) compiled: Arc<CompiledScripts>,
    pub(super) failed: BTreeMap<String, mlua::Error>,
    pub(super) loading: Vec<String>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Registry {
    /// Whether a script that failed to load mentions a name, and so may register it.
    pub(super) fn is_in_failed_script(&self, content: &Content, name: &str) -> bool {
        let written = [format!("\"{name}\""), format!("'{name}'")];
        let failed = self.failed.keys().filter_map(|module| content.script(module));
        failed.into_iter().any(|file| written.iter().any(|w| file.text.contains(w.as_str())))
    }
}

/// The index of the pack that contains the line `path:line`.
pub(super) fn pack_index(content: &Content, at: &str) -> usize {
    let path = at.rsplit_once(':').map_or(at, |(path, _)| path);
    let file = content.scripts.iter().find(|file| file.display_path() == path);
    file.and_then(|file| content.packs.iter().position(|pack| pack.id == file.pack)).unwrap_or_default()
}
