//! The summary of a script: names, definitions, calls and field reads that only a caller who knows the game's content
//! can check. This module holds the data only. `walk::summarize` collects the data, and the caller checks it.

use std::ops::Range;

/// A parameter of a global function whose arguments are names: see [`crate::SymbolTable::name_parameters`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameParameter {
    /// The name of the function.
    pub function: &'static str,
    /// The index of the argument, from 0. `None` if all arguments are names.
    pub argument: Option<usize>,
}

/// A name in a call: `next("us-card")`. If the argument is a list literal, each of its members is a `NameArgument`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameArgument {
    /// The name of the function.
    pub function: String,
    /// The index of the argument, from 0.
    pub argument: usize,
    /// The name, if it is a string literal; `None` if the script computes it.
    pub text: Option<String>,
    /// The bytes of the argument in the source, with its quotes.
    pub span: Range<usize>,
    /// The first byte of the call.
    pub call: usize,
    /// The options without which the script does not make the call: `x` in `OPTION.x and next("done")`.
    pub options: Vec<String>,
}

/// A call of a local that has the name of a global function: `pick(set)` after `local pick = require("lib/pick")`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenCall {
    /// The name of the local and of the global function.
    pub function: String,
    /// The bytes of the name in the source.
    pub span: Range<usize>,
    /// The possible values of the local. Empty if the text of the script does not show them.
    pub values: Vec<PossibleValue>,
}

/// An `around` of a step with a path that neither calls the inner step nor names the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWrap {
    /// The wrapped step.
    pub step: String,
    /// The bytes of the step's name in the source, with its quotes.
    pub span: Range<usize>,
    /// The name of the parameter that calls the inner step. Empty if the function has no parameter.
    pub inner: String,
}

/// A definition: `verb "crisis" { … }`. In the form `local it = action "march"`, the fields that the script assigns to
/// `it` are its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name of the function that makes the definition: `verb`.
    pub definer: String,
    /// The name, if it is a string literal.
    pub name: Option<String>,
    /// The bytes of the name in the source. If the name is no literal, the bytes of the definer.
    pub span: Range<usize>,
    /// The literal keys of the Luau table and of the Luau tables in it.
    pub keys: Vec<Key>,
    /// The string literals that are the value of a key, or members of a list that is the value of a key.
    pub texts: Vec<Text>,
}

/// A key of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The keys from the outermost Luau table to this key: `["modify", "march.hides"]`.
    pub path: Vec<String>,
    /// The bytes of the key in the source, with its quotes.
    pub span: Range<usize>,
    /// Whether the value of the key is a function literal.
    pub is_function: bool,
}

/// A string literal in a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The keys from the outermost Luau table to the text: `["offered"]` for `{ offered = { "begin" } }`.
    pub path: Vec<String>,
    /// The text, without its quotes.
    pub text: String,
    /// The bytes of the literal in the source, with its quotes.
    pub span: Range<usize>,
}

/// Where a value comes from: its *source*. (In the comments about `span`, *source* means the text of the script.)
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A global function returned the value: `info(…)`.
    Call(String),
    /// The value is a parameter of a function literal in a definition.
    Parameter {
        /// The index of the definition in [`ScriptSummary::definitions`].
        definition: usize,
        /// The keys from the outermost Luau table to the function.
        path: Vec<String>,
        /// The index of the parameter, from 0.
        parameter: usize,
    },
    /// The value is what another script returned: `require("lib/pick")`.
    Module(String),
    /// The value is the global of this name: `PORT`.
    Global(String),
    /// The value is a field of a value with a known source.
    Field(Box<Source>, String),
    /// The value is a member of a list with a known source: the variable of a loop with `ipairs`, or `roll(D6, 2)[1]`.
    Member(Box<Source>),
}

impl Source {
    /// Whether the source is a module, or a field of a module.
    pub(crate) fn is_of_module(&self) -> bool {
        match self {
            Source::Module(_) => true,
            Source::Field(owner, _) => owner.is_of_module(),
            _ => false,
        }
    }
}

/// An answer of an effect to a hook, which can be nothing on some path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAnswer {
    /// The hook.
    pub hook: String,
    /// The bytes of the key in the source, with its quotes.
    pub span: Range<usize>,
}

/// The value of an expression, as far as the text of the script shows it.
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
    /// The text of the script does not show the value.
    Unknown,
}

/// One of the possible values of an expression: `a` and `"b"` for `x and a or "b"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleValue {
    /// The value.
    pub value: Value,
    /// The bytes of the value in the source. If the expression is a local, the bytes of the value in its declaration.
    pub span: Range<usize>,
}

/// A call of a global function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalCall {
    /// The name of the function.
    pub function: String,
    /// The bytes of the function's name in the source.
    pub span: Range<usize>,
    /// The arguments of the call.
    pub arguments: Vec<Argument>,
    /// Whether the last argument may stand for any number of values, because it is a call or `...`.
    pub is_variadic: bool,
}

/// A call of a function from another script: `limits.most(side)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleCall {
    /// The function: a field of a module.
    pub function: Source,
    /// The bytes of the function's name in the source.
    pub span: Range<usize>,
    /// The bytes of each argument in the source.
    pub arguments: Vec<Range<usize>>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The bytes of the argument in the source.
    pub span: Range<usize>,
    /// The possible values of the argument.
    pub values: Vec<PossibleValue>,
    /// The members, if the argument is a list literal of known length: `{ TEXT.which, card }`. Otherwise empty.
    pub members: Vec<Argument>,
}

/// A comparison with a string literal: `x == "text"` or `x ~= "text"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextComparison {
    /// The text of the literal, without its quotes.
    pub text: String,
    /// The bytes of the literal in the source.
    pub span: Range<usize>,
    /// The possible values of the expression that the literal is compared with.
    pub other: Vec<PossibleValue>,
}

/// An operand of arithmetic (`+`, `-`, `*`, `//`, `%`, `^`) or of a comparison (`<`, `==` …).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// The bytes of the operand in the source.
    pub span: Range<usize>,
    /// The possible values of the operand.
    pub values: Vec<PossibleValue>,
    /// In a comparison, the possible values of the other operand. `None` in arithmetic.
    pub other: Option<Vec<PossibleValue>>,
}

/// A read of a field: `info(unit).cost`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRead {
    /// The source of the value that has the field. A read with a known source is in the summary twice: with the source
    /// and with `None`. So the reads with `None` are all field reads of the script, each once.
    pub source: Option<Source>,
    /// The name of the field.
    pub field: String,
    /// The bytes of the field's name in the source.
    pub span: Range<usize>,
}

/// A use of a global Luau table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRead {
    /// The name of the Luau table.
    pub table: String,
    /// The field that the script reads. `None` if the script computes the field, or uses the whole Luau table.
    pub field: Option<String>,
    /// The bytes of the field in the source, or of the Luau table's name if `field` is `None`.
    pub span: Range<usize>,
}

/// How a script depends on the order in which the board lists the members of a set, or on the order of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderDependence {
    /// `first(set)`.
    First,
    /// `members(set)[1]`, or the first member of a list that a function of a module makes of the members.
    FirstOfList,
    /// A loop over members stops at the first member that fits, and returns or stores the member.
    FirstReturned,
    /// A loop over members keeps the first of the members with the highest or lowest measure.
    FirstOfBest,
    /// A loop over the rows of a choice stops at the first row that fits.
    FirstRowReturned,
    /// A loop over the rows of a choice keeps the first of the rows with the highest or lowest measure.
    FirstRowOfBest,
}

/// A place where a script depends on the order of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedUse {
    /// The bytes of the code in the source.
    pub span: Range<usize>,
    /// How the code depends on the order.
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
    /// Values of known sources that the script uses as a whole (`f(effect)`) or by a computed field (`effect[side]`).
    pub whole_uses: Vec<Source>,
    /// Uses of the global Luau tables whose fields are checked: `WHY.too_few`.
    pub table_reads: Vec<TableRead>,
    /// Calls of global functions.
    pub calls: Vec<GlobalCall>,
    /// Calls of functions from other scripts.
    pub module_calls: Vec<ModuleCall>,
    /// Calls of locals that hide a global function.
    pub hidden_calls: Vec<HiddenCall>,
    /// Functions around steps that can end without the inner step and without a successor.
    pub open_wraps: Vec<OpenWrap>,
    /// Answers to hooks (`modify`) that can be nothing.
    pub open_answers: Vec<OpenAnswer>,
    /// Comparisons with a string literal.
    pub text_comparisons: Vec<TextComparison>,
    /// Operands that are calls or names, except in comparisons with a string literal.
    pub operands: Vec<Operand>,
    /// All string literals.
    pub texts: Vec<String>,
    /// Places that depend on the order of the board.
    pub order_dependences: Vec<OrderedUse>,
}
