//! Where the order of the board decides among the members of a set: the first of them, the first of their list, the
//! first that a loop over them comes to; and the same of the rows that a chooser is given, which stand in that order
//! too. Whether that matters is for whoever knows the script to say.

use crate::outline::{ByOrder, Ordered};
use crate::parse::range;
use full_moon::ast::{
    Assignment, Ast, BinOp, Block, Call, Expression, FunctionArgs, FunctionBody, FunctionCall, GenericFor, If, Index,
    LastStmt, LocalAssignment, Parameter, Prefix, Stmt, Suffix, Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::HashSet;
use std::ops::Range;

/// All such places, in the order of the source.
pub(crate) fn decides(source: &str, ast: &Ast) -> Vec<Ordered> {
    let mut it = Reader { source, lists: HashSet::new(), choosers: Vec::new(), found: Vec::new() };
    it.visit_ast(ast);
    it.found.sort_by_key(|found| found.span.start);
    it.found.dedup();
    it.found
}

struct Reader<'s> {
    source: &'s str,
    /// Locals that hold members of a set, as far as was read: `local found = members(set)`.
    lists: HashSet<&'s str>,
    /// The functions we are in, innermost last: whether one is given [`ROWS`].
    choosers: Vec<bool>,
    found: Vec<Ordered>,
}

/// What choosers call the rows they are given: `answering(side, function(rows, prompt) … end)`.
const ROWS: &str = "rows";

/// A loop that is looked into: what it comes to, by name, and whether these are rows.
struct Walked<'s> {
    names: Vec<&'s str>,
    is_rows: bool,
}

impl Walked<'_> {
    fn returned(&self) -> ByOrder {
        if self.is_rows { ByOrder::RowReturned } else { ByOrder::Returned }
    }
    fn kept(&self) -> ByOrder {
        if self.is_rows { ByOrder::RowKept } else { ByOrder::Kept }
    }
}

impl<'s> Reader<'s> {
    fn text(&self, node: &impl Node) -> &'s str {
        self.source.get(self.span(node)).unwrap_or_default()
    }
    fn span(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// What a token says, without the blanks around it.
    fn name(&self, token: &TokenReference) -> &'s str {
        let token = token.token();
        self.source.get(range((token.start_position(), token.end_position()))).unwrap_or_default()
    }
    fn note(&mut self, span: Range<usize>, by: ByOrder) {
        self.found.push(Ordered { span, by });
    }

    /// Whether an expression is a list of members: of a set, or made from such a list by a function.
    fn is_list(&self, it: &Expression) -> bool {
        match it {
            Expression::Var(Var::Name(name)) => self.lists.contains(self.name(name)),
            Expression::FunctionCall(call) => {
                let suffixes: Vec<&Suffix> = call.suffixes().collect();
                let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.last() else { return false };
                self.gives_list(call.prefix(), &suffixes[..suffixes.len() - 1], args)
            }
            _ => false,
        }
    }
    /// Whether a call gives a list of members: `members(set)`, `best.of(members(set), …)`.
    fn gives_list(&self, prefix: &Prefix, before: &[&Suffix], args: &FunctionArgs) -> bool {
        let Prefix::Name(root) = prefix else { return false };
        if before.is_empty() && self.name(root) == "members" {
            return true;
        }
        let FunctionArgs::Parentheses { arguments, .. } = args else { return false };
        let is_of_module = !before.is_empty() && !matches!(self.name(root), "table" | "math" | "string");
        is_of_module && arguments.iter().any(|it| self.is_list(it))
    }

    /// `first(set)`, `members(set)[1]`, `found[1]`, with whatever follows.
    fn chain<'a>(&mut self, whole: Range<usize>, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let Prefix::Name(root) = prefix else { return };
        let suffixes: Vec<&Suffix> = suffixes.collect();
        if self.name(root) == "first"
            && let Some(Suffix::Call(Call::AnonymousCall(_))) = suffixes.first()
        {
            self.note(self.span(root), ByOrder::First);
        }
        let Some(at) = suffixes.iter().position(|it| self.is_one(it)) else { return };
        let is_list = match (at, suffixes.get(at.wrapping_sub(1))) {
            (0, _) => self.lists.contains(self.name(root)),
            (_, Some(Suffix::Call(Call::AnonymousCall(args)))) => self.gives_list(prefix, &suffixes[..at - 1], args),
            _ => false,
        };
        if is_list {
            self.note(whole, ByOrder::FirstOfList);
        }
    }
    /// `[1]`.
    fn is_one(&self, it: &Suffix) -> bool {
        let Suffix::Index(Index::Brackets { expression, .. }) = it else { return false };
        matches!(&**expression, Expression::Number(number) if self.name(number) == "1")
    }

    /// What leaves a loop by way of what it has come to.
    fn leaves(&mut self, block: &Block, walked: &Walked<'s>, is_nested: bool) {
        for statement in block.stmts() {
            match statement {
                Stmt::Do(inner) => self.leaves(inner.block(), walked, is_nested),
                Stmt::While(inner) => self.leaves(inner.block(), walked, true),
                Stmt::Repeat(inner) => self.leaves(inner.block(), walked, true),
                Stmt::NumericFor(inner) => self.leaves(inner.block(), walked, true),
                Stmt::GenericFor(inner) => self.leaves(inner.block(), walked, true),
                Stmt::If(inner) => self.branches(inner, walked, is_nested),
                _ => {}
            }
        }
        match block.last_stmt() {
            Some(LastStmt::Return(all)) if all.returns().iter().any(|value| self.hands_on(value, walked)) => {
                self.note(self.span(all), walked.returned());
            }
            Some(LastStmt::Break(token)) if !is_nested => {
                let kept =
                    assignments(block).any(|kept| kept.expressions().iter().any(|value| self.hands_on(value, walked)));
                if kept {
                    self.note(self.span(token), walked.returned());
                }
            }
            _ => {}
        }
    }
    fn branches(&mut self, branch: &If, walked: &Walked<'s>, is_nested: bool) {
        let mut blocks = vec![(Some(branch.condition()), branch.block())];
        blocks.extend(branch.else_if().into_iter().flatten().map(|other| (Some(other.condition()), other.block())));
        blocks.extend(branch.else_block().map(|block| (None, block)));
        for (condition, block) in blocks {
            if condition.is_some_and(measures)
                && let Some(kept) = assignments(block).find(|kept| self.keeps(kept, walked))
            {
                self.note(self.span(kept), walked.kept());
            }
            // A row that is told by what stands in it is that row, wherever it is offered.
            if !(walked.is_rows && condition.is_some_and(is_told_by_equality)) {
                self.leaves(block, walked, is_nested);
            }
        }
    }
    /// Whether a variable, and no place in a table, is given what the loop has come to.
    fn keeps(&self, assignment: &Assignment, walked: &Walked<'s>) -> bool {
        let mut pairs = assignment.variables().iter().zip(assignment.expressions().iter());
        pairs.any(|(var, value)| matches!(var, Var::Name(_)) && self.is_one_of(value, &walked.names))
    }
    fn is_one_of(&self, it: &Expression, names: &[&str]) -> bool {
        matches!(it, Expression::Var(Var::Name(token)) if names.contains(&self.name(token)))
    }
    /// Whether a value is, or is made with, what the loop has come to; a truth is not.
    fn hands_on(&self, value: &Expression, walked: &Walked<'s>) -> bool {
        match value {
            Expression::Parentheses { expression, .. } => self.hands_on(expression, walked),
            Expression::UnaryOperator { .. } | Expression::Function(_) => false,
            Expression::BinaryOperator { lhs, binop, rhs } => {
                !compares(binop) && (self.hands_on(lhs, walked) || self.hands_on(rhs, walked))
            }
            other => walked.names.iter().any(|name| has_word(self.text(other), name)),
        }
    }
}

impl Visitor for Reader<'_> {
    fn visit_local_assignment(&mut self, it: &LocalAssignment) {
        let mut values = it.expressions().iter();
        for name in it.names() {
            let is_list = values.next().is_some_and(|value| self.is_list(value));
            let name = self.name(name);
            if is_list {
                self.lists.insert(name)
            } else {
                self.lists.remove(name)
            };
        }
    }
    fn visit_function_call(&mut self, it: &FunctionCall) {
        self.chain(self.span(it), it.prefix(), it.suffixes());
    }
    fn visit_var_expression(&mut self, it: &VarExpression) {
        let span = self.span(it);
        // The parser leaves the last `]` out of it.
        let last = self.source.get(span.end..).is_some_and(|rest| rest.starts_with(']'));
        self.chain(span.start..span.end + usize::from(last), it.prefix(), it.suffixes());
    }
    fn visit_generic_for(&mut self, it: &GenericFor) {
        let Some(Expression::FunctionCall(call)) = it.expressions().iter().next() else { return };
        let Prefix::Name(root) = call.prefix() else { return };
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next() else { return };
        let FunctionArgs::Parentheses { arguments, .. } = &**args else { return };
        let Some(list) = arguments.iter().next().filter(|_| self.name(root) == "ipairs") else { return };
        let is_rows = self.choosers.contains(&true) && self.is_one_of(list, &[ROWS]);
        if !is_rows && !self.is_list(list) {
            return;
        }
        // Of rows the number is what a chooser hands on, of members the member.
        let names = it.names().iter().skip(usize::from(!is_rows)).take(2).map(|name| self.name(name)).collect();
        self.leaves(it.block(), &Walked { names, is_rows }, false);
    }
    fn visit_function_body(&mut self, it: &FunctionBody) {
        let mut parameters = it.parameters().iter();
        let is_chooser = parameters.any(|it| matches!(it, Parameter::Name(name) if self.name(name) == ROWS));
        self.choosers.push(is_chooser);
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.choosers.pop();
    }
}

fn assignments(block: &Block) -> impl Iterator<Item = &Assignment> {
    block.stmts().filter_map(|it| match it {
        Stmt::Assignment(it) => Some(it),
        _ => None,
    })
}

/// Whether a condition tells what it looks for by `==`, alone or with others.
fn is_told_by_equality(condition: &Expression) -> bool {
    match condition {
        Expression::Parentheses { expression, .. } => is_told_by_equality(expression),
        Expression::BinaryOperator { lhs, binop, rhs } => {
            matches!(binop, BinOp::TwoEqual(_)) || is_told_by_equality(lhs) || is_told_by_equality(rhs)
        }
        _ => false,
    }
}

/// Whether a condition asks for more or less of something.
fn measures(condition: &Expression) -> bool {
    match condition {
        Expression::Parentheses { expression, .. } => measures(expression),
        Expression::BinaryOperator { lhs, binop, rhs } => {
            matches!(
                binop,
                BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) | BinOp::LessThan(_) | BinOp::LessThanEqual(_)
            ) || measures(lhs)
                || measures(rhs)
        }
        _ => false,
    }
}

fn compares(binop: &BinOp) -> bool {
    matches!(
        binop,
        BinOp::GreaterThan(_)
            | BinOp::GreaterThanEqual(_)
            | BinOp::LessThan(_)
            | BinOp::LessThanEqual(_)
            | BinOp::TwoEqual(_)
            | BinOp::TildeEqual(_)
    )
}

/// Whether a name stands in a text, by itself and not as a field.
fn has_word(text: &str, name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(|c| is_of_name(c) || c == '.') && !after.starts_with(is_of_name)
    })
}
