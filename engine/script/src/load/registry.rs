//! What scripts have registered so far, and which of them did not load.

use crate::compiled::Compiled;
use crate::params::Verb;
use crate::points::Point;
use crate::program::{Figure, Invariant, Menu, Registered};
use crate::vm::{Ask, Figuring};
use cardwright_content::{Content, Diagnostic};
use mlua::{Function, Table, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something put around a body.
pub(super) struct Wrap {
    /// `before`, `after` or `around`.
    pub(super) how: &'static str,
    /// What is wrapped, as written: `step us-draw`.
    pub(super) of: String,
    pub(super) run: Function,
    /// `path:line` of the script.
    pub(super) at: String,
}

/// A menu while scripts load: what scripts hold of it is filled at the end.
pub(super) struct Declared {
    pub(super) menu: Menu,
    pub(super) list: Table,
}

impl Declared {
    pub(super) fn done(self) -> Menu {
        self.menu
    }
}

/// Everything, by kind.
#[derive(Default)]
pub(super) struct Registry {
    pub(super) steps: Vec<(String, Function, String)>,
    pub(super) actions: Vec<(String, Table, String)>,
    pub(super) verbs: Vec<(Verb, Function)>,
    pub(super) effects: Vec<(String, Table, String)>,
    pub(super) points: Vec<Point>,
    pub(super) invariants: Vec<(Invariant, Ask)>,
    pub(super) figures: Vec<(Figure, Figuring)>,
    pub(super) wraps: Vec<Wrap>,
    pub(super) menus: Vec<Declared>,
    /// The names of each kind, with `path:line` of the script.
    pub(super) names: BTreeMap<&'static str, BTreeMap<String, String>>,
    /// All of them, in the order of registration.
    pub(super) places: Vec<Registered>,
    pub(super) modules: BTreeMap<String, Value>,
    pub(super) compiled: Arc<Compiled>,
    pub(super) failed: BTreeMap<String, mlua::Error>,
    pub(super) loading: Vec<String>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Registry {
    /// Whether a script that did not load speaks of a name: it may be what would have registered it.
    pub(super) fn may_have_lost(&self, content: &Content, name: &str) -> bool {
        let written = [format!("\"{name}\""), format!("'{name}'")];
        let failed = self.failed.keys().filter_map(|module| content.script(module));
        failed.into_iter().any(|file| written.iter().any(|w| file.text.contains(w.as_str())))
    }
}

/// The place of the pack that a script line belongs to, among the packs in their order.
pub(super) fn layer(content: &Content, at: &str) -> usize {
    let path = at.rsplit_once(':').map_or(at, |(path, _)| path);
    let file = content.scripts.iter().find(|file| file.shown() == path);
    file.and_then(|file| content.packs.iter().position(|pack| pack.id == file.pack)).unwrap_or_default()
}
