//! Static checks of rule scripts, and the rules their comments cite.
//!
//! [`check`] finds, before a script runs, what would make a game impossible to record and replay:
//! state kept outside the position, tables walked in no order, fractions, clocks and dice of the
//! script's own; and what would only fail when a card is played: misspelt names.
//! [`read`] also gives an [`Outline`], by which whoever knows the content tells misspelt names from others.
//! [`citations`] reads the `[BW Housekeeping 11]` of comments, for tools that lead from a rule to its code.

mod cite;
mod faults;
mod names;
mod order;
mod outline;
mod parse;
mod scan;
mod walk;

pub use faults::{Constant, Fault, Faults, alternatives, faults};
pub use outline::{
    Argument, ByOrder, Called, CalledOfModule, Compared, Definition, FieldRead, Given, Key, May, NamedArgument,
    Ordered, Outline, Reckoned, Source, TableRead, Text, Value,
};

use parse::Parsed;
use std::ops::{Range, RangeInclusive};

/// One thing wrong with a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `script::unknown-global`.
    pub code: &'static str,
    /// Where, in bytes of the source.
    pub span: Range<usize>,
    /// Lower case, no final dot, literals in backticks.
    pub message: String,
    /// What the caret says.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the script may run all the same.
    pub warning: bool,
}

/// What a script may name without declaring it.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether there is a global of this name.
    pub globals: &'a dyn Fn(&str) -> bool,
    /// All globals, for did-you-mean; asked at most once, and only when a name is unknown.
    pub candidates: &'a dyn Fn() -> Vec<String>,
    /// Whether a global table has a field: `None` if the fields of this table are not checked.
    pub fields: &'a dyn Fn(&str, &str) -> Option<bool>,
    /// All fields of a global table, for did-you-mean.
    pub field_candidates: &'a dyn Fn(&str) -> Vec<String>,
    /// The candidate that a mistyped name is most like, if one is near enough.
    pub nearest: &'a dyn Fn(&str, &[&str]) -> Option<String>,
    /// The arguments of global functions that name something: [`Outline::given`] tells what scripts write there.
    pub named: &'a [NamedArgument],
}

/// One comment, or one line of a long one, that cites rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// From the first `[` to the last `]`, in bytes of the source.
    pub span: Range<usize>,
    /// The line it stands on, from 1.
    pub line: usize,
    /// What is cited, without brackets: `BW Housekeeping 11`, `N-25`.
    pub cites: Vec<String>,
    /// The lines it is about, from 1: see [`citations`].
    pub binds: RangeInclusive<usize>,
}

/// Everything wrong with a script, in the order of the source.
///
/// A script that does not parse gives its `script::syntax` findings and no others.
pub fn check(source: &str, known: &Known) -> Vec<Finding> {
    findings(source, &Parsed::new(source), known).0
}

/// The comments that cite rules: `[CODE text]` or `[CODE-number]`, CODE being one to three capitals
/// (`[BW Raise Agitators 3]`, `[N-25]`, `[BW-09]`; a single capital only with a number).
///
/// A citation is about
/// - what begins on the next line, if its comment (a run of comment lines counts as one) stands directly above: a
///   statement such as a function, a branch, an entry of a table, an operand;
/// - what begins on its own line, if code stands before it there;
/// - the file, if it stands before all code, and not directly above a function or something of several lines;
/// - the function or block around it otherwise; at file level then only its own line.
pub fn citations(source: &str) -> Vec<Citation> {
    cite::citations(source, &Parsed::new(source))
}

/// What comments cite, in the order of the source, each with its place (its brackets included): see [`citations`].
pub fn cited(source: &str) -> Vec<(Range<usize>, String)> {
    cite::cited(source)
}

/// [`check`], and what the script says that only its content can tell right from wrong; no outline of a script that
/// does not parse.
pub fn read(source: &str, known: &Known) -> (Vec<Finding>, Option<Outline>) {
    findings(source, &Parsed::new(source), known)
}

fn findings(source: &str, parsed: &Parsed, known: &Known) -> (Vec<Finding>, Option<Outline>) {
    let (mut all, outline) = match &parsed.ast {
        Some(ast) if parsed.errors.is_empty() => {
            let (findings, mut outline) = walk::walk(source, ast, known);
            outline.by_order = order::decides(source, ast);
            (findings, Some(outline))
        }
        _ => (parsed.errors.clone(), None),
    };
    all.sort_by_key(|f| (f.span.start, f.span.end));
    (all, outline)
}
