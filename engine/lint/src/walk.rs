//! Checks a script in one pass over the syntax tree, which resolves each name to its declaration.

mod assigned_names;
mod assignments;
mod conditions;
mod expressions;
mod globals;
mod load_time_functions;
mod open_ends;
mod scopes;
mod statements;
mod summarize;
mod values;

use crate::finding::Finding;
use crate::parse::range;
use crate::script_summary::{PossibleValue, ScriptSummary, Source};
use crate::symbol_table::SymbolTable;
use full_moon::ast::{Ast, Expression, Index, Suffix, Var, VarExpression};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Returns all findings for a script that parses, and its summary.
pub(crate) fn walk(source: &str, ast: &Ast, symbols: &SymbolTable) -> (Vec<Finding>, ScriptSummary) {
    let mut walker = Walker {
        source,
        symbols,
        findings: Vec::new(),
        visible_locals: Vec::new(),
        declarations: HashMap::new(),
        function_depth: 0,
        global_names: None,
        summary: ScriptSummary::default(),
        sources: Vec::new(),
        named_calls: HashMap::new(),
        definition_functions: HashMap::new(),
        assigned_names: assigned_names::find(source, ast),
        local_values: Vec::new(),
        outer_function: None,
        options: Vec::new(),
        load_time_candidates: Vec::new(),
    };
    walker.block(ast.nodes());
    if !walker.load_time_candidates.is_empty() {
        let load_time_functions = load_time_functions::only_at_load(source, ast);
        // The loop begins with the last finding, because a removal shifts the findings after it.
        for (index, _) in
            walker.load_time_candidates.iter().rev().filter(|(_, function)| load_time_functions.contains(function))
        {
            walker.findings.remove(*index);
        }
    }
    (walker.findings, walker.summary)
}

struct Walker<'s, 'k> {
    source: &'s str,
    symbols: &'k SymbolTable<'k>,
    findings: Vec<Finding>,
    /// The locals in scope, innermost last.
    visible_locals: Vec<&'s str>,
    /// For each name, its declarations in scope, innermost last.
    declarations: HashMap<&'s str, Vec<Local<'s>>>,
    /// The number of functions around the current node.
    function_depth: u32,
    /// All global names, filled at the first unknown name.
    global_names: Option<Vec<String>>,
    summary: ScriptSummary,
    /// The sources of values in locals: see [`Alias::Source`].
    sources: Vec<Source>,
    /// The calls whose only argument is a name (`action "march"`), by the index of their result in `sources`.
    named_calls: HashMap<usize, NamedCall>,
    /// Functions in definitions that the walk has not reached yet, by the offset of their first byte.
    definition_functions: HashMap<usize, DefinitionFunction>,
    /// Names that the script assigns to after their declaration. The walker does not track their values.
    assigned_names: HashSet<&'s str>,
    /// The possible values of locals: see [`Local::values`].
    local_values: Vec<Vec<PossibleValue>>,
    /// The outermost local function around the current node.
    outer_function: Option<&'s str>,
    /// The options without which the current node does not run.
    options: Vec<&'s str>,
    /// Findings about module state, which is a variable of the file that a function changes. For each, its index in
    /// `findings` and the outermost local function around the change. At the end the walker drops the findings whose
    /// function runs only while the script loads.
    load_time_candidates: Vec<(usize, &'s str)>,
}

/// A declaration of a local.
#[derive(Clone, Copy)]
struct Local<'s> {
    /// The number of functions around the declaration.
    function_depth: u32,
    /// What the local is another name for, if the walker can tell.
    alias: Alias<'s>,
    /// The index into [`Walker::local_values`]. `None` if the walker cannot tell the possible values.
    values: Option<usize>,
}

/// What a local is another name for.
#[derive(Clone, Copy, PartialEq)]
enum Alias<'s> {
    /// The walker cannot tell.
    None,
    /// A local of the file, or part of its value.
    FileLocal(&'s str),
    /// A function of the Luau library `table`.
    TableFunction(&'s str),
    /// A value from a known source: an index into [`Walker::sources`].
    Source(usize),
}

/// A function literal in a definition. The walk has not reached the function yet.
#[derive(Debug, Clone)]
struct DefinitionFunction {
    /// The index of the definition in the summary.
    definition: usize,
    /// The keys from the outermost Luau table to the function.
    path: Vec<String>,
}

/// A call whose only argument is a name: `action "march"`.
#[derive(Debug, Clone)]
struct NamedCall {
    /// The name of the called function: `action`.
    definer: String,
    name: String,
    /// The bytes of the name in the source.
    span: Range<usize>,
    /// The index of the definition in the summary. `None` until the script assigns to a field of the call's result.
    definition: Option<usize>,
}

/// A field with a constant name: `.name` or `["name"]`.
struct ConstantField<'s> {
    name: &'s str,
    /// The bytes of the name in the source, with its quotes.
    span: Range<usize>,
    /// The offset after the name or after the `]`.
    end: usize,
}

impl<'s> Walker<'s, '_> {
    fn span(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn text(&self, token: &TokenReference) -> &'s str {
        self.source.get(self.span(token)).unwrap_or_default()
    }
    /// Returns the name of a called global function. Replaces an old name by the new name.
    fn called_name(&self, token: &TokenReference) -> &'s str {
        self.current_name(self.text(token))
    }

    /// Replaces the old name of a renamed global function by the new name.
    fn current_name(&self, name: &'s str) -> &'s str {
        self.symbols.renamed_functions.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| *new)
    }
    fn node_span(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// Returns the span of an expression, including the last `]`, which the parser leaves out of its own span.
    fn full_span(&self, expression: &Expression) -> Range<usize> {
        let end = match expression {
            Expression::BinaryOperator { rhs: end, .. } | Expression::UnaryOperator { expression: end, .. } => {
                self.full_span(end).end
            }
            Expression::Var(Var::Expression(variable)) => self.full_var_span(variable).end,
            _ => 0,
        };
        let span = self.node_span(expression);
        span.start..span.end.max(end)
    }
    fn full_var_span(&self, variable: &VarExpression) -> Range<usize> {
        let end = match variable.suffixes().last() {
            Some(Suffix::Index(Index::Brackets { brackets, .. })) => self.span(brackets.tokens().1).end,
            _ => 0,
        };
        let span = self.node_span(variable);
        span.start..span.end.max(end)
    }
    fn report(&mut self, code: &'static str, span: Range<usize>, message: String, label: &str, help: Option<String>) {
        self.findings.push(Finding { code, span, message, label: label.into(), help, warning: false });
    }
}

/// Returns the expression inside parentheses and type assertions.
fn strip_parentheses(mut outer: &Expression) -> &Expression {
    while let Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } = outer {
        outer = expression;
    }
    outer
}
