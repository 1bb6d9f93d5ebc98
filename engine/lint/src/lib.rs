//! Static checks of rule scripts, and the rules that their comments cite. Runs no Lua and reads no files.
//!
//! - [`check`] finds code that would make games impossible to record and replay: state outside the position,
//!   loops in no fixed order, fractions, clocks and random numbers. It also finds misspelt names.
//! - [`check_and_summarize`] also returns a [`ScriptSummary`]: the names in the script that only a caller who knows
//!   the game's content can check.
//! - [`citations`] reads citations such as `[BW Housekeeping 11]` in comments.

mod comment_citations;
mod faults;
mod forbidden_names;
mod order_dependence;
mod parse;
mod script_summary;
mod token_scan;
mod walk;

pub use faults::{Constant, Fault, Faults, alternatives, faults};
pub use script_summary::{
    Argument, Definition, FieldRead, GlobalCall, HiddenCall, Key, ModuleCall, NameArgument, NameParameter, OpenAnswer,
    OpenWrap, Operand, OrderDependence, OrderedUse, PossibleValue, ScriptSummary, Source, TableRead, Text,
    TextComparison, Value,
};

use parse::Parsed;
use std::ops::{Range, RangeInclusive};

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
    /// The parameters of global functions that take names. [`ScriptSummary::name_arguments`] lists the arguments given
    /// for them.
    pub name_parameters: &'a [NameParameter],
    /// The old and the new name of each renamed global function. A script that uses the old name gets a warning. A
    /// [`ScriptSummary`] always has the new name.
    pub renamed_functions: &'a [(&'static str, &'static str)],
}

/// One comment line that cites rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The bytes of the source from the first `[` to the last `]`.
    pub span: Range<usize>,
    /// The number of the text line, from 1.
    pub line: usize,
    /// The cited rules, without brackets: `BW Housekeeping 11`, `N-25`.
    pub rules: Vec<String>,
    /// The numbers of the text lines that the citation covers, from 1: see [`citations`].
    pub lines: RangeInclusive<usize>,
}

/// Returns all findings for a script, in source order. A script that does not parse has only `script::syntax` findings.
pub fn check(source: &str, symbols: &SymbolTable) -> Vec<Finding> {
    findings(source, &Parsed::new(source), symbols).0
}

/// Returns the comment lines that cite rules: `[CODE text]` or `[CODE-number]`. CODE is one to three capitals
/// (`[BW Raise Agitators 3]`, `[N-25]`, `[BW-09]`). After a single capital, only the form with a number counts.
///
/// The first of these cases that applies decides what a citation covers. Consecutive comment lines are one comment.
/// - Code stands before the comment on its line: the citation covers the code that starts on this line.
/// - The comment stands before all code, and not directly above a function or code of several lines: the whole file.
/// - Code starts on the next line (a statement, a branch, an entry of a Luau table, an operand): this code.
/// - The comment stands inside a function or block: the innermost function or block around it.
/// - Otherwise: only the comment's own lines.
pub fn citations(source: &str) -> Vec<Citation> {
    comment_citations::citations(source, &Parsed::new(source))
}

/// Returns the citations of all comments in source order, each with its span. A span includes the brackets. See
/// [`citations`].
pub fn cited_rules(source: &str) -> Vec<(Range<usize>, String)> {
    comment_citations::cited_rules(source)
}

/// Returns the findings of [`check`] and the script's summary. A script that does not parse has no summary.
pub fn check_and_summarize(source: &str, symbols: &SymbolTable) -> (Vec<Finding>, Option<ScriptSummary>) {
    findings(source, &Parsed::new(source), symbols)
}

fn findings(source: &str, parsed: &Parsed, symbols: &SymbolTable) -> (Vec<Finding>, Option<ScriptSummary>) {
    let (mut all_findings, summary) = match &parsed.ast {
        Some(ast) if parsed.errors.is_empty() => {
            let (all_findings, mut summary) = walk::walk(source, ast, symbols);
            summary.order_dependences = order_dependence::find(source, ast);
            (all_findings, Some(summary))
        }
        _ => (parsed.errors.clone(), None),
    };
    all_findings.sort_by_key(|f| (f.span.start, f.span.end));
    (all_findings, summary)
}
