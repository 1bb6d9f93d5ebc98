//! What the caller tells the checks about the names of a game.

use crate::script_summary::NameParameter;

/// The names that a script may use without declaring them.
#[derive(Clone, Copy)]
pub struct SymbolTable<'a> {
    /// Whether a global of this name exists.
    pub is_global: &'a dyn Fn(&str) -> bool,
    /// All globals, to suggest similar names. Called at most once, at the first unknown name.
    pub global_names: &'a dyn Fn() -> Vec<String>,
    /// Whether a global Luau table has a field. `None` if the fields of the Luau table are not checked.
    pub has_field: &'a dyn Fn(&str, &str) -> Option<bool>,
    /// All fields of a global Luau table, to suggest similar names.
    pub field_names: &'a dyn Fn(&str) -> Vec<String>,
    /// The candidate that is most similar to a misspelt name. `None` if no candidate is similar enough.
    pub nearest: &'a dyn Fn(&str, &[&str]) -> Option<String>,
    /// The parameters of global functions that take names. [`crate::ScriptSummary::name_arguments`] lists the arguments given
    /// for them.
    pub name_parameters: &'a [NameParameter],
    /// The old and the new name of each renamed global function. A script that uses the old name gets a warning. A
    /// [`crate::ScriptSummary`] always has the new name.
    pub renamed_functions: &'a [(&'static str, &'static str)],
}
