//! What the content and the scripts declare, for the checks of names.

use crate::bindings::ApiDoc;
use crate::hooks::Hook;
use crate::verb_params::Verb;
use cardwright_content::Content;
use cardwright_state::Board;
use std::collections::BTreeMap;

/// The keys that a script may set on an action.
pub(crate) const ACTION_KEYS: [&str; 3] = ["offer", "play", "offered"];

/// Everything that the content and the scripts declare.
pub(crate) struct Declarations<'a> {
    pub(crate) content: &'a Content,
    pub(crate) board: &'a Board,
    pub(crate) verbs: &'a [Verb],
    pub(crate) hooks: &'a [Hook],
    pub(crate) figures: &'a [String],
    /// Returns the number of parameters of a step, or `None` for a variadic or unknown step.
    pub(crate) step_parameter_count: &'a dyn Fn(&str) -> Option<usize>,
    pub(crate) actions: &'a [ActionDeclaration<'a>],
    pub(crate) menus: &'a [String],
    /// The value that each module returned, by the name of the module.
    pub(crate) modules: &'a BTreeMap<String, mlua::Value>,
    /// Returns whether a Luau table is the table of an action.
    pub(crate) is_action: &'a dyn Fn(&mlua::Table) -> bool,
    /// Whether all scripts loaded without an error.
    pub(crate) is_complete: bool,
    /// The signatures and docs of the host functions.
    pub(crate) api_docs: &'a [ApiDoc],
    /// Returns whether a script that failed to load mentions a name. That script may declare the name.
    pub(crate) is_in_failed_script: &'a dyn Fn(&str) -> bool,
}

/// A registered action.
pub(crate) struct ActionDeclaration<'a> {
    pub(crate) name: &'a str,
    /// The script line that registers the action: `path:line`.
    pub(crate) script_line: &'a str,
    pub(crate) is_in_menu: bool,
    /// The number of parameters of its `play`. `None` if `play` is variadic.
    pub(crate) parameter_count: Option<usize>,
}
