//! Static checks of rule scripts, and the rules that their comments cite. Runs no Lua and reads no files.
//!
//! - [`check`] finds code that would make games impossible to record and replay: state outside the position,
//!   loops in no fixed order, fractions, clocks and random numbers. It also finds misspelt names.
//! - [`check_and_summarize`] also returns a [`ScriptSummary`]: the names in the script that only a caller who knows
//!   the game's content can check.
//! - [`citations`] reads citations such as `[BW Housekeeping 11]` in comments.

mod comment_citations;
mod faults;
mod finding;
mod forbidden_names;
mod order_dependence;
mod parse;
mod script_summary;
mod symbol_table;
mod token_scan;
mod walk;

pub use comment_citations::{Citation, citations, cited_rules};
pub use faults::{Constant, Fault, Faults, alternatives, faults};
pub use finding::Finding;
pub use script_summary::{
    Argument, Definition, FieldRead, GlobalCall, HiddenCall, Key, ModuleCall, NameArgument, NameParameter, OpenAnswer,
    OpenWrap, Operand, OrderDependence, OrderedUse, PossibleValue, ScriptSummary, Source, TableRead, Text,
    TextComparison, Value,
};
pub use symbol_table::SymbolTable;

use parse::Parsed;

/// Returns all findings for a script, in source order. A script that does not parse has only `script::syntax` findings.
pub fn check(source: &str, symbols: &SymbolTable) -> Vec<Finding> {
    check_and_summarize(source, symbols).0
}

/// Returns the findings of [`check`] and the script's summary. A script that does not parse has no summary.
pub fn check_and_summarize(source: &str, symbols: &SymbolTable) -> (Vec<Finding>, Option<ScriptSummary>) {
    let parsed = Parsed::new(source);
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
