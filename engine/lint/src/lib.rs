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
    Argument, Definition, FieldRead, GlobalCall, Key, ModuleCall, NameArgument, NameParameter, Operand,
    OrderDependence, OrderedUse, PossibleValue, ScriptSummary, Source, TableRead, Text, TextComparison, Value,
};

use parse::Parsed;
use std::ops::{Range, RangeInclusive};

/// One error or warning about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the check: `script::unknown-global`.
    pub code: &'static str,
    /// The place, in bytes of the source.
    pub span: Range<usize>,
    /// The problem in one line: lower case, no final dot, literals in backticks.
    pub message: String,
    /// The short text under the marked place.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
    /// Whether this is a warning: the script still runs.
    pub warning: bool,
}

/// The names that a script may use without declaring them.
#[derive(Clone, Copy)]
pub struct SymbolTable<'a> {
    /// Whether a global of this name exists.
    pub is_global: &'a dyn Fn(&str) -> bool,
    /// All globals, to suggest similar names. Called at most once, at the first unknown name.
    pub global_names: &'a dyn Fn() -> Vec<String>,
    /// Whether a global table has a field. `None` if the fields of this table are not checked.
    pub has_field: &'a dyn Fn(&str, &str) -> Option<bool>,
    /// All fields of a global table, to suggest similar names.
    pub field_names: &'a dyn Fn(&str) -> Vec<String>,
    /// The candidate that is most similar to a misspelt name, if one is similar enough.
    pub nearest: &'a dyn Fn(&str, &[&str]) -> Option<String>,
    /// The parameters of global functions that take names. [`ScriptSummary::name_arguments`] has their arguments.
    pub name_parameters: &'a [NameParameter],
    /// Old and new names of global functions. Old names work, with a warning. A [`ScriptSummary`] has the new names.
    pub renamed_functions: &'a [(&'static str, &'static str)],
}

/// One comment line that cites rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// From the first `[` to the last `]`, in bytes of the source.
    pub span: Range<usize>,
    /// Its line, from 1.
    pub line: usize,
    /// The cited rules, without brackets: `BW Housekeeping 11`, `N-25`.
    pub rules: Vec<String>,
    /// The lines of code that it covers, from 1: see [`citations`].
    pub lines: RangeInclusive<usize>,
}

/// All findings for a script, in source order. A script that does not parse has only `script::syntax` findings.
pub fn check(source: &str, symbols: &SymbolTable) -> Vec<Finding> {
    findings(source, &Parsed::new(source), symbols).0
}

/// The comments that cite rules: `[CODE text]` or `[CODE-number]`. CODE is one to three capitals
/// (`[BW Raise Agitators 3]`, `[N-25]`, `[BW-09]`); a single capital needs a number.
///
/// A citation covers the first of these that applies. Consecutive comment lines count as one comment.
/// - Code stands before the comment on its line: the code that starts on this line.
/// - The comment stands before all code, and not directly above a function or code of several lines: the file.
/// - Code starts on the next line (a statement, a branch, an entry of a table, an operand): that code.
/// - Otherwise: the function or block around the comment; at file level, only the comment's own lines.
pub fn citations(source: &str) -> Vec<Citation> {
    comment_citations::citations(source, &Parsed::new(source))
}

/// The citations of all comments in source order, each with its place, brackets included: see [`citations`].
pub fn cited_rules(source: &str) -> Vec<(Range<usize>, String)> {
    comment_citations::cited_rules(source)
}

/// The findings of [`check`], and the script's summary; no summary for a script that does not parse.
pub fn check_and_summarize(source: &str, symbols: &SymbolTable) -> (Vec<Finding>, Option<ScriptSummary>) {
    findings(source, &Parsed::new(source), symbols)
}

fn findings(source: &str, parsed: &Parsed, symbols: &SymbolTable) -> (Vec<Finding>, Option<ScriptSummary>) {
    let (mut all, summary) = match &parsed.ast {
        Some(ast) if parsed.errors.is_empty() => {
            let (findings, mut summary) = walk::walk(source, ast, symbols);
            summary.order_dependences = order_dependence::find(source, ast);
            (findings, Some(summary))
        }
        _ => (parsed.errors.clone(), None),
    };
    all.sort_by_key(|f| (f.span.start, f.span.end));
    (all, summary)
}
