//! What scripts have registered so far, and which of them did not load.

use super::menus::Declared;
use super::wraps::Wrap;
use super::{Invariant, Registered};
use crate::params::Verb;
use crate::points::Point;
use crate::vm::{Ask, Figure, Figuring};
use cardwright_content::{Content, Diagnostic};
use mlua::{Function, Table, Value};
use std::collections::BTreeMap;

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
