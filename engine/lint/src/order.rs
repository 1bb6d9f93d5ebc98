//! Where the order of the board decides among the members of a set: the first of them, the first of their list, the
//! first that a loop over them comes to. Whether that matters is for whoever knows the script to say.

use crate::outline::{ByOrder, Ordered};
use crate::parse::range;
use full_moon::ast::{
    Assignment, Ast, BinOp, Block, Call, Expression, FunctionArgs, FunctionCall, GenericFor, If, Index, LastStmt,
    LocalAssignment, Prefix, Stmt, Suffix, Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::HashSet;
use std::ops::Range;

/// All such places, in the order of the source.
pub(crate) fn decides(source: &str, ast: &Ast) -> Vec<Ordered> {
    let mut it = Reader { source, lists: HashSet::new(), found: Vec::new() };
    it.visit_ast(ast);
    it.found.sort_by_key(|found| found.span.start);
    it.found.dedup();
    it.found
}

struct Reader<'s> {
    source: &'s str,
    /// Locals that hold members of a set, as far as was read: `local found = members(set)`.
    lists: HashSet<&'s str>,
    found: Vec<Ordered>,
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

    /// What leaves a loop over members by way of one of them: `it`, as the loop calls it.
    fn leaves(&mut self, block: &Block, it: &str, is_nested: bool) {
        for statement in block.stmts() {
            match statement {
                Stmt::Do(inner) => self.leaves(inner.block(), it, is_nested),
                Stmt::While(inner) => self.leaves(inner.block(), it, true),
                Stmt::Repeat(inner) => self.leaves(inner.block(), it, true),
                Stmt::NumericFor(inner) => self.leaves(inner.block(), it, true),
                Stmt::GenericFor(inner) => self.leaves(inner.block(), it, true),
                Stmt::If(inner) => self.branches(inner, it, is_nested),
                _ => {}
            }
        }
        match block.last_stmt() {
            Some(LastStmt::Return(all)) if all.returns().iter().any(|value| self.hands_on(value, it)) => {
                self.note(self.span(all), ByOrder::Returned);
            }
            Some(LastStmt::Break(token)) if !is_nested => {
                let kept =
                    assignments(block).any(|kept| kept.expressions().iter().any(|value| self.hands_on(value, it)));
                if kept {
                    self.note(self.span(token), ByOrder::Returned);
                }
            }
            _ => {}
        }
    }
    fn branches(&mut self, branch: &If, it: &str, is_nested: bool) {
        let mut blocks = vec![(Some(branch.condition()), branch.block())];
        blocks.extend(branch.else_if().into_iter().flatten().map(|other| (Some(other.condition()), other.block())));
        blocks.extend(branch.else_block().map(|block| (None, block)));
        for (condition, block) in blocks {
            if condition.is_some_and(measures)
                && let Some(kept) = assignments(block).find(|kept| self.keeps(kept, it))
            {
                self.note(self.span(kept), ByOrder::Kept);
            }
            self.leaves(block, it, is_nested);
        }
    }
    /// Whether a variable, and no place in a table, is given what the loop has come to.
    fn keeps(&self, assignment: &Assignment, it: &str) -> bool {
        let mut pairs = assignment.variables().iter().zip(assignment.expressions().iter());
        pairs.any(|(var, value)| matches!(var, Var::Name(_)) && self.is_name(value, it))
    }
    fn is_name(&self, it: &Expression, name: &str) -> bool {
        matches!(it, Expression::Var(Var::Name(token)) if self.name(token) == name)
    }
    /// Whether a value is, or is made with, what the loop has come to; a truth is not.
    fn hands_on(&self, value: &Expression, name: &str) -> bool {
        match value {
            Expression::Parentheses { expression, .. } => self.hands_on(expression, name),
            Expression::UnaryOperator { .. } | Expression::Function(_) => false,
            Expression::BinaryOperator { lhs, binop, rhs } => {
                !compares(binop) && (self.hands_on(lhs, name) || self.hands_on(rhs, name))
            }
            other => has_word(self.text(other), name),
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
        let walks = self.name(root) == "ipairs" && arguments.iter().next().is_some_and(|list| self.is_list(list));
        if walks && let Some(member) = it.names().iter().nth(1) {
            let member = self.name(member);
            self.leaves(it.block(), member, false);
        }
    }
}

fn assignments(block: &Block) -> impl Iterator<Item = &Assignment> {
    block.stmts().filter_map(|it| match it {
        Stmt::Assignment(it) => Some(it),
        _ => None,
    })
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
