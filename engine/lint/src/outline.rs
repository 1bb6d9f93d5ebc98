//! What a script says that only its content can tell right from wrong: names written as texts, definitions and their
//! keys, fields read of what a function gave. It is gathered on the way of the checks; nothing here is judged.

use std::ops::Range;

/// An argument of a global function that names something: see [`crate::Known::named`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedArgument {
    /// The function.
    pub function: &'static str,
    /// Which argument, from 0; `None`: all of them.
    pub argument: Option<usize>,
}

/// A name given to a function: `next("us-card")`. Of a list that is written out each member is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The function.
    pub function: String,
    /// Which argument, from 0.
    pub argument: usize,
    /// What is written there; `None` if it is worked out.
    pub text: Option<String>,
    /// Where, with its quotes.
    pub span: Range<usize>,
    /// Where the call begins.
    pub call: usize,
}

/// `verb "crisis" { … }`: a call with a name and then a table. Or `local it = action "march"`, with what is then
/// assigned to the fields of `it` as its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The function: `verb`.
    pub definer: String,
    /// The name, if it is written there.
    pub name: Option<String>,
    /// Where the name stands.
    pub span: Range<usize>,
    /// The keys of the table and of those within it that are written out.
    pub keys: Vec<Key>,
    /// The texts that are written out as the value of a key, or in a list that is.
    pub texts: Vec<Text>,
}

/// A key of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The keys that lead to it, itself last: `ask`, `march.hides`.
    pub path: Vec<String>,
    /// Where, with its quotes.
    pub span: Range<usize>,
    /// Whether a function is written out as its value.
    pub is_function: bool,
}

/// A text in a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The keys that lead to it: `offered` for `{ offered = { "begin" } }`.
    pub path: Vec<String>,
    /// What is written, without its quotes.
    pub text: String,
    /// Where, with its quotes.
    pub span: Range<usize>,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A global function gave it: `info(…)`.
    Call(String),
    /// A parameter of a function written out in a definition.
    Parameter {
        /// Which of [`Outline::definitions`].
        definition: usize,
        /// The keys that lead to the function.
        path: Vec<String>,
        /// Which parameter, from 0.
        parameter: usize,
    },
}

/// A field read of a value: `info(unit).cost`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRead {
    /// Where the value comes from, if that is seen. Each read stands here once without it.
    pub source: Option<Source>,
    /// The field.
    pub field: String,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A use of a global table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRead {
    /// The table.
    pub table: String,
    /// Its field; `None` if it is worked out which.
    pub field: Option<String>,
    /// Where the field stands, or the table.
    pub span: Range<usize>,
}

/// Everything of this kind that a script says, in the order of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Names given to functions.
    pub given: Vec<Given>,
    /// Definitions.
    pub definitions: Vec<Definition>,
    /// Fields read.
    pub reads: Vec<FieldRead>,
    /// Values of known sources that are used as a whole, or by a field that is worked out.
    pub wholes: Vec<Source>,
    /// Uses of the global tables that are checked: `WHY.too_few`.
    pub tables: Vec<TableRead>,
    /// All texts.
    pub texts: Vec<String>,
}
