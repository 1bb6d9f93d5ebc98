//! What is wrong with the layout of the map, in a few lines: the first error, how many more, and which map is drawn meanwhile.

use cardwright_content::{Diagnostic, Severity};

/// What is told of a layout's problems: to the desk, and where an error keeps it from use at the terminal too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WrongMap {
    /// All of it.
    pub(crate) text: Option<String>,
    /// Whether the layout is not in use.
    pub(crate) is_unused: bool,
}

impl WrongMap {
    /// Of these problems; `stays`: the map that was drawn before stays. `check` is the command that shows them all.
    pub(crate) fn of(problems: &[Diagnostic], stays: bool, check: &str) -> WrongMap {
        let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
        let error = problems.iter().find(is_error);
        let Some(first) = error.or_else(|| problems.first()) else { return WrongMap::default() };
        let instead = match (error, stays) {
            (None, _) => "the layout is in use all the same",
            (_, true) => "the layout is not in use: the map stays as it was until this is mended",
            (_, false) => "the layout is not in use: the map is worked out from the board until this is mended",
        };
        let more = match problems.len() - 1 {
            0 => String::new(),
            more => format!("\nand {more} more: `{check}` shows them"),
        };
        WrongMap { text: Some(format!("{}{more}\n{instead}", first.in_full())), is_unused: error.is_some() }
    }
}
