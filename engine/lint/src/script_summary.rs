//! The summary of a script: names, definitions, calls and field reads that only a caller who knows the game's content
//! can check. This module holds the data only; `walk::summarize` fills it, and nothing here judges it.

use std::ops::Range;

/// A parameter of a global function that takes a name: see [`crate::SymbolTable::name_parameters`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameParameter {
    /// The function.
    pub function: &'static str,
    /// Index of the argument, from 0; `None`: all arguments.
    pub argument: Option<usize>,
}

/// A name in a call: `next("us-card")`. Each member of a list literal is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameArgument {
    /// The function.
    pub function: String,
    /// Index of the argument, from 0.
    pub argument: usize,
    /// The name, if it is a string literal; `None` if the script computes it.
    pub text: Option<String>,
    /// The place of the argument, with its quotes.
    pub span: Range<usize>,
    /// The first byte of the call.
    pub call: usize,
}

/// A definition: `verb "crisis" { … }`. Or `local it = action "march"`, with the fields that the script assigns to
/// `it` as keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The function: `verb`.
    pub definer: String,
    /// The name, if it is a string literal.
    pub name: Option<String>,
    /// The place of the name.
    pub span: Range<usize>,
    /// The literal keys of the table and of tables in it.
    pub keys: Vec<Key>,
    /// The string literals that are the value of a key, or in a list that is.
    pub texts: Vec<Text>,
}

/// A key of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The path of keys to it, itself last: `modify`, `march.hides`.
    pub path: Vec<String>,
    /// Its place, with its quotes.
    pub span: Range<usize>,
    /// Whether its value is a function literal.
    pub is_function: bool,
}

/// A string literal in a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The path of keys to it: `offered` for `{ offered = { "begin" } }`.
    pub path: Vec<String>,
    /// The text, without its quotes.
    pub text: String,
    /// Its place, with its quotes.
    pub span: Range<usize>,
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A global function returned it: `info(…)`.
    Call(String),
    /// A parameter of a function literal in a definition.
    Parameter {
        /// Index into [`ScriptSummary::definitions`].
        definition: usize,
        /// The path of keys to the function.
        path: Vec<String>,
        /// Index of the parameter, from 0.
        parameter: usize,
    },
    /// Another script returned it: `require("lib/pick")`.
    Module(String),
    /// The global of this name: `PORT`.
    Global(String),
    /// A field of a value with a known source.
    Field(Box<Source>, String),
    /// A member of a list with a known source, in a loop with `ipairs`.
    Member(Box<Source>),
}

impl Source {
    /// Whether it is a module, or a field of one.
    pub(crate) fn is_of_module(&self) -> bool {
        match self {
            Source::Module(_) => true,
            Source::Field(of, _) => of.is_of_module(),
            _ => false,
        }
    }
}

/// The value of an expression, as far as the source shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A string literal, without its quotes.
    Text(String),
    /// A number, or the result of arithmetic.
    Number,
    /// A boolean, or the result of a comparison.
    Boolean,
    /// `nil`.
    Nil,
    /// A table.
    Table,
    /// A function.
    Function,
    /// A value with a known source.
    Source(Source),
    /// The source does not show it.
    Unknown,
}

/// One of the possible values of an expression: `a` and `"b"` for `x and a or "b"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleValue {
    /// The value.
    pub value: Value,
    /// Its place; for a local, the place of its first value.
    pub span: Range<usize>,
}

/// A call of a global function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalCall {
    /// The function.
    pub function: String,
    /// The place of its name.
    pub span: Range<usize>,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Whether the last argument may be any number of values: a call, or `...`.
    pub is_variadic: bool,
}

/// A call of a function from another script: `limits.most(side)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleCall {
    /// The function: a field of a module.
    pub function: Source,
    /// The place of its name.
    pub span: Range<usize>,
    /// The places of its arguments.
    pub arguments: Vec<Range<usize>>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its place.
    pub span: Range<usize>,
    /// Its possible values.
    pub values: Vec<PossibleValue>,
    /// The members of a list literal of known length: `{ TEXT.which, card }`. Otherwise empty.
    pub members: Vec<Argument>,
}

/// A comparison with a string literal: `x == "text"` or `x ~= "text"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextComparison {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Range<usize>,
    /// The possible values of the other side.
    pub other: Vec<PossibleValue>,
}

/// An operand of arithmetic (`+`, `-`, `*`, `//`, `%`, `^`) or of a comparison (`<`, `==` …).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// Its place.
    pub span: Range<usize>,
    /// Its possible values.
    pub values: Vec<PossibleValue>,
    /// For a comparison, the possible values of the other side; none for arithmetic.
    pub other: Option<Vec<PossibleValue>>,
}

/// A read of a field: `info(unit).cost`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRead {
    /// The source of the value, if it is known. The summary also has each read once without a source.
    pub source: Option<Source>,
    /// The field.
    pub field: String,
    /// Its place.
    pub span: Range<usize>,
}

/// A use of a global table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRead {
    /// The table.
    pub table: String,
    /// Its field; `None` if the script computes the field, or uses the whole table.
    pub field: Option<String>,
    /// The place of the field, or of the table.
    pub span: Range<usize>,
}

/// How a script depends on the order of the board among the members of a set, or on the order of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderDependence {
    /// `first(set)`.
    First,
    /// `members(set)[1]`, or the first of a list that a module makes of the members.
    FirstOfList,
    /// A loop over members stops at the first that fits, and passes it on.
    FirstReturned,
    /// A loop over members keeps the first of those with the best measure.
    FirstOfBest,
    /// A loop over the rows of a choice stops at the first that fits.
    FirstRowReturned,
    /// A loop over the rows of a choice keeps the first of those with the best measure.
    FirstRowOfBest,
}

/// A place where a script depends on the order of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedUse {
    /// Its place.
    pub span: Range<usize>,
    /// How it depends on the order.
    pub how: OrderDependence,
}

/// The names, definitions, calls and reads of a script, each in source order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScriptSummary {
    /// Names as arguments of functions.
    pub name_arguments: Vec<NameArgument>,
    /// Definitions.
    pub definitions: Vec<Definition>,
    /// Reads of fields.
    pub field_reads: Vec<FieldRead>,
    /// Values of known sources that the script uses as a whole, or by a computed field.
    pub whole_uses: Vec<Source>,
    /// Uses of the global tables whose fields are checked: `WHY.too_few`.
    pub table_reads: Vec<TableRead>,
    /// Calls of global functions.
    pub calls: Vec<GlobalCall>,
    /// Calls of functions from other scripts.
    pub module_calls: Vec<ModuleCall>,
    /// Comparisons with a string literal.
    pub text_comparisons: Vec<TextComparison>,
    /// Operands that are calls or names, except in comparisons with a string literal.
    pub operands: Vec<Operand>,
    /// All string literals.
    pub texts: Vec<String>,
    /// Places that depend on the order of the board.
    pub order_dependences: Vec<OrderedUse>,
}
