//! A short report of the problems in a layout: the first one, the number of others, and which map is used.

use cardwright_content::{Diagnostic, Severity};

/// The report for the host. If the layout is not used, the server also prints the report in the terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LayoutProblems {
    /// The report, or `None` if there are no problems.
    pub(crate) text: Option<String>,
    /// Whether the layout is not used because of an error.
    pub(crate) is_unused: bool,
}

impl LayoutProblems {
    /// Writes the report. `keeps_map` says whether the server goes on with the map that it drew before. `check` is the
    /// command line that lists all problems.
    pub(crate) fn new(problems: &[Diagnostic], keeps_map: bool, check: &str) -> LayoutProblems {
        let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
        let error = problems.iter().find(is_error);
        let Some(first) = error.or_else(|| problems.first()) else { return LayoutProblems::default() };
        let outcome = match (error, keeps_map) {
            (None, _) => "the layout is used anyway",
            (_, true) => "the layout is not in use: the map stays as it was until it has no errors",
            (_, false) => "the layout is not in use: the automatic map is shown until it has no errors",
        };
        let more = match problems.len() - 1 {
            0 => String::new(),
            more => format!("\nand {more} more: `{check}` shows them"),
        };
        let text = format!("{}{more}\n{outcome}", first.with_label_and_help());
        LayoutProblems { text: Some(text), is_unused: error.is_some() }
    }
}
