//! The checks: one pass over the syntax tree that resolves each name to its declaration.

mod assignments;
mod expressions;
mod globals;
mod load_time_functions;
mod scopes;
mod statements;
mod summarize;
mod values;

use crate::parse::range;
use crate::script_summary::{PossibleValue, ScriptSummary, Source};
use crate::{Finding, SymbolTable};
use full_moon::ast::{Ast, Expression, Index, Suffix, Var, VarExpression};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// All findings for a script that parses, and its summary.
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
        assigned_names: values::assigned_names(source, ast),
        local_values: Vec::new(),
        outer_function: None,
        load_time_candidates: Vec::new(),
    };
    walker.block(ast.nodes());
    if !walker.load_time_candidates.is_empty() {
        let at_load = load_time_functions::only_at_load(source, ast);
        for (finding, _) in walker.load_time_candidates.iter().rev().filter(|(_, function)| at_load.contains(function))
        {
            walker.findings.remove(*finding);
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
    /// By index into `sources`: the calls whose only argument is a name (`action "march"`).
    named_calls: HashMap<usize, summarize::NamedCall>,
    /// Functions in definitions that the walk has not reached yet, by their start.
    definition_functions: HashMap<usize, summarize::DefinitionFunction>,
    /// Names with an assignment anywhere in the script: the walker does not track their values.
    assigned_names: HashSet<&'s str>,
    /// The possible values of locals: see [`Local::values`].
    local_values: Vec<Vec<PossibleValue>>,
    /// The outermost local function around the current node.
    outer_function: Option<&'s str>,
    /// Findings about module state, each with the outermost local function that changes it. The walker drops
    /// those whose function runs only while the script loads.
    load_time_candidates: Vec<(usize, &'s str)>,
}

/// A declaration of a local.
#[derive(Clone, Copy)]
struct Local<'s> {
    /// The number of functions around the declaration.
    function_depth: u32,
    /// The thing that the local is another name for, if the walker can tell.
    alias: Alias<'s>,
    /// Index into [`Walker::local_values`], if the walker can tell its values.
    values: Option<usize>,
}

/// The thing that a local is another name for.
#[derive(Clone, Copy, PartialEq)]
enum Alias<'s> {
    /// Nothing known.
    None,
    /// This local of the file, or part of it.
    FileLocal(&'s str),
    /// This function of `table`.
    TableFunction(&'s str),
    /// A value from a known source: an index into [`Walker::sources`].
    Source(usize),
}

/// A field with a constant name: `.name` or `["name"]`.
struct ConstantField<'s> {
    name: &'s str,
    /// The name, with its quotes.
    span: Range<usize>,
    /// The end of the index, after the `]`.
    end: usize,
}

impl<'s> Walker<'s, '_> {
    fn span(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn text(&self, token: &TokenReference) -> &'s str {
        self.source.get(self.span(token)).unwrap_or_default()
    }
    /// The name of a global function; for an old name, the new one.
    fn called_name(&self, token: &TokenReference) -> &'s str {
        self.current_name(self.text(token))
    }
    fn current_name(&self, name: &'s str) -> &'s str {
        self.symbols.renamed_functions.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| *new)
    }
    fn node_span(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// As [`Self::node_span`], but with the last `]`, which the parser leaves out.
    fn full_span(&self, it: &Expression) -> Range<usize> {
        let last = match it {
            Expression::BinaryOperator { rhs: last, .. } | Expression::UnaryOperator { expression: last, .. } => {
                self.full_span(last).end
            }
            Expression::Var(Var::Expression(it)) => self.full_var_span(it).end,
            _ => 0,
        };
        let span = self.node_span(it);
        span.start..span.end.max(last)
    }
    fn full_var_span(&self, it: &VarExpression) -> Range<usize> {
        let last = match it.suffixes().last() {
            Some(Suffix::Index(Index::Brackets { brackets, .. })) => self.span(brackets.tokens().1).end,
            _ => 0,
        };
        let span = self.node_span(it);
        span.start..span.end.max(last)
    }
    fn report(&mut self, code: &'static str, span: Range<usize>, message: String, label: &str, help: Option<String>) {
        self.findings.push(Finding { code, span, message, label: label.into(), help, warning: false });
    }
}

/// The expression inside parentheses and type assertions.
fn strip_parentheses(mut it: &Expression) -> &Expression {
    while let Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } = it {
        it = expression;
    }
    it
}
