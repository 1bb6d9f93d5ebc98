//! What the checks report.

use std::ops::Range;

/// One error or warning about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the check: `script::unknown-global`.
    pub code: &'static str,
    /// The bytes of the source that the finding marks.
    pub span: Range<usize>,
    /// The problem in one text line, in lower case, without a final dot, with literals in backticks.
    pub message: String,
    /// The short text under the marked bytes.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
    /// Whether the finding is a warning. A script that has only warnings still runs.
    pub warning: bool,
}

impl Finding {
    pub(crate) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}
