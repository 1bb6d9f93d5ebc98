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
    /// A script gave it: `require("lib/pick")`.
    Module(String),
    /// A global of this name holds it: `PORT`.
    Global(String),
    /// A field of what has a source.
    Field(Box<Source>, String),
    /// A member of such a list, as `ipairs` walks it.
    Member(Box<Source>),
}

impl Source {
    /// Whether it is a module, or what leads on from one.
    pub(crate) fn is_of_module(&self) -> bool {
        match self {
            Source::Module(_) => true,
            Source::Field(of, _) => of.is_of_module(),
            _ => false,
        }
    }
}

/// What an expression may come to, as far as that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text, without its quotes.
    Text(String),
    /// A number, or what is reckoned.
    Number,
    /// A truth, or what is compared.
    Truth,
    /// `nil`.
    Nil,
    /// A table.
    Table,
    /// A function.
    Function,
    /// What comes from elsewhere.
    From(Source),
    /// What cannot be seen.
    Unknown,
}

/// One of the things an expression may come to: `a` and `"b"` of `x and a or "b"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct May {
    /// What.
    pub value: Value,
    /// Where it is written; of a local, where it was given its value.
    pub span: Range<usize>,
}

/// A call of a global function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The function.
    pub function: String,
    /// Where its name stands.
    pub span: Range<usize>,
    /// What it is given.
    pub arguments: Vec<Argument>,
    /// Whether the last argument may stand for none or several: a call, `...`.
    pub is_open: bool,
}

/// A call of a function that a script gave: `limits.most(side)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalledOfModule {
    /// The function: a field of a module.
    pub function: Source,
    /// Where its name stands.
    pub span: Range<usize>,
    /// Where each argument stands.
    pub arguments: Vec<Range<usize>>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Where.
    pub span: Range<usize>,
    /// Everything it may come to.
    pub may: Vec<May>,
    /// The members of a list that is written out there, if it shows how many: `{ TEXT.which, card }`.
    pub members: Vec<Argument>,
}

/// `x == "text"`, or `~=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The text.
    pub text: String,
    /// Where it is written.
    pub span: Range<usize>,
    /// Everything that the other side may come to.
    pub with: Vec<May>,
}

/// What stands on a side of an operator that reckons (`+`, `-`, `*`, `//`, `%`, `^`) or compares (`<`, `==` …).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoned {
    /// Where it is written.
    pub span: Range<usize>,
    /// Everything it may come to.
    pub may: Vec<May>,
    /// Of a comparison everything that the other side may come to; none where it is reckoned with.
    pub with: Option<Vec<May>>,
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

/// How the order of the board decides among the members of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByOrder {
    /// `first(set)`.
    First,
    /// `members(set)[1]`, or the first of what a module makes of such a list.
    FirstOfList,
    /// A loop over members ends with the first that will do, and hands it on.
    Returned,
    /// A loop over members keeps the first of those that measure most.
    Kept,
    /// A loop over the rows a chooser is given ends with the first that will do, whatever else would.
    RowReturned,
    /// Such a loop keeps the first of those that measure most.
    RowKept,
}

/// A place where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    /// Where.
    pub span: Range<usize>,
    /// How.
    pub by: ByOrder,
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
    /// Calls of global functions.
    pub calls: Vec<Called>,
    /// Calls of functions that other scripts gave.
    pub calls_of_modules: Vec<CalledOfModule>,
    /// Comparisons with a text that is written out.
    pub compared: Vec<Compared>,
    /// What is reckoned with, or compared with something else than a text that is written out; calls and names only.
    pub reckoned: Vec<Reckoned>,
    /// All texts.
    pub texts: Vec<String>,
    /// Where the order of the board decides.
    pub by_order: Vec<Ordered>,
}
