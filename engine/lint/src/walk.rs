//! The checks: one walk over the tree, knowing at each name which declaration it means.

mod expressions;
mod globals;
mod loading;
mod outlining;
mod scopes;
mod statements;
mod values;
mod writing;

use crate::outline::{May, Outline, Source};
use crate::parse::range;
use crate::{Finding, Known};
use full_moon::ast::{Ast, Expression, Index, Suffix, Var, VarExpression};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Everything wrong with a script that parses, and its outline.
pub(crate) fn walk(source: &str, ast: &Ast, known: &Known) -> (Vec<Finding>, Outline) {
    let mut walker = Walker {
        source,
        known,
        findings: Vec::new(),
        visible: Vec::new(),
        declared: HashMap::new(),
        functions: 0,
        globals: None,
        outline: Outline::default(),
        sources: Vec::new(),
        named_calls: HashMap::new(),
        within: HashMap::new(),
        assigned: values::assigned(source, ast),
        values: Vec::new(),
        outermost: None,
        left: Vec::new(),
    };
    walker.block(ast.nodes());
    if !walker.left.is_empty() {
        let at_load = loading::only_at_load(source, ast);
        for (finding, _) in walker.left.iter().rev().filter(|(_, function)| at_load.contains(function)) {
            walker.findings.remove(*finding);
        }
    }
    (walker.findings, walker.outline)
}

struct Walker<'s, 'k> {
    source: &'s str,
    known: &'k Known<'k>,
    findings: Vec<Finding>,
    /// The locals in force, innermost last.
    visible: Vec<&'s str>,
    /// For each name, its declarations in force.
    declared: HashMap<&'s str, Vec<Local<'s>>>,
    /// How many functions we are in.
    functions: u32,
    /// The candidates, once they were needed.
    globals: Option<Vec<String>>,
    outline: Outline,
    /// Where values come from that locals hold: see [`Other::Given`].
    sources: Vec<Source>,
    /// Those of them that a call with nothing but a name gave: what such a call defines.
    named_calls: HashMap<usize, outlining::NamedCall>,
    /// Functions of definitions that are still to come, by where they begin.
    within: HashMap<usize, outlining::Within>,
    /// Names that are assigned to anywhere: what their locals hold is not seen.
    assigned: HashSet<&'s str>,
    /// What locals hold: see [`Local::holds`].
    values: Vec<Vec<May>>,
    /// The local function of the file that we are in.
    outermost: Option<&'s str>,
    /// Findings about what such a function itself leaves in the file's locals: none if it runs while loading only.
    left: Vec<(usize, &'s str)>,
}

/// A declaration of a local.
#[derive(Clone, Copy)]
struct Local<'s> {
    /// In how many functions it stands.
    functions: u32,
    /// What it is another name of, as far as can be seen.
    stands_for: Other<'s>,
    /// Which of [`Walker::values`] it holds, if that is seen.
    holds: Option<usize>,
}

/// What a local holds, where that matters.
#[derive(Clone, Copy, PartialEq)]
enum Other<'s> {
    /// Something of its own.
    Nothing,
    /// (Part of) this local of the file.
    OfFile(&'s str),
    /// This function of `table`.
    TableFunction(&'s str),
    /// What this of [`Walker::sources`] gave.
    Given(usize),
}

/// A field named by a constant: `.name` or `["name"]`.
struct Named<'s> {
    name: &'s str,
    /// The name, with its quotes.
    span: Range<usize>,
    /// To the end of the index.
    end: usize,
}

impl<'s> Walker<'s, '_> {
    fn span(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn text(&self, token: &TokenReference) -> &'s str {
        self.source.get(self.span(token)).unwrap_or_default()
    }
    fn node(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// As [`Self::node`], with the last `]`, which the parser leaves out of the range.
    fn whole(&self, it: &Expression) -> Range<usize> {
        let last = match it {
            Expression::BinaryOperator { rhs: last, .. } | Expression::UnaryOperator { expression: last, .. } => {
                self.whole(last).end
            }
            Expression::Var(Var::Expression(it)) => self.whole_var(it).end,
            _ => 0,
        };
        let span = self.node(it);
        span.start..span.end.max(last)
    }
    fn whole_var(&self, it: &VarExpression) -> Range<usize> {
        let last = match it.suffixes().last() {
            Some(Suffix::Index(Index::Brackets { brackets, .. })) => self.span(brackets.tokens().1).end,
            _ => 0,
        };
        let span = self.node(it);
        span.start..span.end.max(last)
    }
    fn report(&mut self, code: &'static str, span: Range<usize>, message: String, label: &str, help: Option<String>) {
        self.findings.push(Finding { code, span, message, label: label.into(), help, warning: false });
    }
}

/// Without parentheses and type assertions.
fn bare(mut it: &Expression) -> &Expression {
    while let Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } = it {
        it = expression;
    }
    it
}
