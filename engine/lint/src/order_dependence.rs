//! Finds places where a script picks a member of a set, or a row, only because it comes first in the order of the
//! board. The caller decides whether to report them.

use crate::parse::range;
use crate::script_summary::{OrderDependence, OrderedUse};
use full_moon::ast::{
    Assignment, Ast, BinOp, Block, Call, Expression, FunctionArgs, FunctionBody, FunctionCall, GenericFor, If, Index,
    LastStmt, LocalAssignment, Parameter, Prefix, Stmt, Suffix, Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::HashSet;
use std::ops::Range;

/// All such places, in source order.
pub(crate) fn find(source: &str, ast: &Ast) -> Vec<OrderedUse> {
    let mut it = OrderFinder { source, lists: HashSet::new(), choosers: Vec::new(), found: Vec::new() };
    it.visit_ast(ast);
    it.found.sort_by_key(|found| found.span.start);
    it.found.dedup();
    it.found
}

struct OrderFinder<'s> {
    source: &'s str,
    /// Locals that hold members of a set at this point of the source: `local found = members(set)`.
    lists: HashSet<&'s str>,
    /// The functions around the current node, innermost last: whether each has a parameter [`ROWS`].
    choosers: Vec<bool>,
    found: Vec<OrderedUse>,
}

/// The parameter of a chooser that takes the rows: `answering(side, function(rows, prompt) … end)`.
const ROWS: &str = "rows";

/// A loop over members or rows, and the loop variables that identify the current one.
struct MemberLoop<'s> {
    names: Vec<&'s str>,
    is_rows: bool,
}

impl MemberLoop<'_> {
    fn if_returned(&self) -> OrderDependence {
        if self.is_rows { OrderDependence::FirstRowReturned } else { OrderDependence::FirstReturned }
    }
    fn if_kept(&self) -> OrderDependence {
        if self.is_rows { OrderDependence::FirstRowOfBest } else { OrderDependence::FirstOfBest }
    }
}

impl<'s> OrderFinder<'s> {
    fn text(&self, node: &impl Node) -> &'s str {
        self.source.get(self.span(node)).unwrap_or_default()
    }
    fn span(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// The text of a token, without the spaces around it.
    fn name(&self, token: &TokenReference) -> &'s str {
        let token = token.token();
        self.source.get(range((token.start_position(), token.end_position()))).unwrap_or_default()
    }
    fn note(&mut self, span: Range<usize>, how: OrderDependence) {
        self.found.push(OrderedUse { span, how });
    }

    /// Whether an expression is a list of members, or a list that a module's function makes of one.
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
    /// Whether a call returns a list of members: `members(set)`, `best.of(members(set), …)`.
    fn gives_list(&self, prefix: &Prefix, before: &[&Suffix], args: &FunctionArgs) -> bool {
        let Prefix::Name(root) = prefix else { return false };
        if before.is_empty() && self.name(root) == "members" {
            return true;
        }
        let FunctionArgs::Parentheses { arguments, .. } = args else { return false };
        let is_of_module = !before.is_empty() && !matches!(self.name(root), "table" | "math" | "string");
        is_of_module && arguments.iter().any(|it| self.is_list(it))
    }

    /// Checks `first(set)`, `members(set)[1]` and `found[1]`, with any suffixes after them.
    fn chain<'a>(&mut self, whole: Range<usize>, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        let Prefix::Name(root) = prefix else { return };
        let suffixes: Vec<&Suffix> = suffixes.collect();
        if self.name(root) == "first"
            && let Some(Suffix::Call(Call::AnonymousCall(_))) = suffixes.first()
        {
            self.note(self.span(root), OrderDependence::First);
        }
        let Some(at) = suffixes.iter().position(|it| self.is_index_one(it)) else { return };
        let is_list = match (at, suffixes.get(at.wrapping_sub(1))) {
            (0, _) => self.lists.contains(self.name(root)),
            (_, Some(Suffix::Call(Call::AnonymousCall(args)))) => self.gives_list(prefix, &suffixes[..at - 1], args),
            _ => false,
        };
        if is_list {
            self.note(whole, OrderDependence::FirstOfList);
        }
    }
    /// Whether a suffix is `[1]`.
    fn is_index_one(&self, it: &Suffix) -> bool {
        let Suffix::Index(Index::Brackets { expression, .. }) = it else { return false };
        matches!(&**expression, Expression::Number(number) if self.name(number) == "1")
    }

    /// Checks the statements that leave a loop with the current member.
    fn note_exits(&mut self, block: &Block, members: &MemberLoop<'s>, is_nested: bool) {
        for statement in block.stmts() {
            match statement {
                Stmt::Do(inner) => self.note_exits(inner.block(), members, is_nested),
                Stmt::While(inner) => self.note_exits(inner.block(), members, true),
                Stmt::Repeat(inner) => self.note_exits(inner.block(), members, true),
                Stmt::NumericFor(inner) => self.note_exits(inner.block(), members, true),
                Stmt::GenericFor(inner) => self.note_exits(inner.block(), members, true),
                Stmt::If(inner) => self.note_branches(inner, members, is_nested),
                _ => {}
            }
        }
        match block.last_stmt() {
            Some(LastStmt::Return(all)) if all.returns().iter().any(|value| self.passes_on(value, members)) => {
                self.note(self.span(all), members.if_returned());
            }
            Some(LastStmt::Break(token)) if !is_nested => {
                let assignment = assignments(block)
                    .any(|assignment| assignment.expressions().iter().any(|value| self.passes_on(value, members)));
                if assignment {
                    self.note(self.span(token), members.if_returned());
                }
            }
            _ => {}
        }
    }
    fn note_branches(&mut self, branch: &If, members: &MemberLoop<'s>, is_nested: bool) {
        let mut blocks = vec![(Some(branch.condition()), branch.block())];
        blocks.extend(branch.else_if().into_iter().flatten().map(|other| (Some(other.condition()), other.block())));
        blocks.extend(branch.else_block().map(|block| (None, block)));
        for (condition, block) in blocks {
            if condition.is_some_and(has_inequality)
                && let Some(assignment) = assignments(block).find(|assignment| self.keeps_member(assignment, members))
            {
                self.note(self.span(assignment), members.if_kept());
            }
            // A row that the script recognises by its columns is the same row, whatever the order.
            if !(members.is_rows && condition.is_some_and(has_equality)) {
                self.note_exits(block, members, is_nested);
            }
        }
    }
    /// Whether an assignment stores the current member in a variable (not in a table).
    fn keeps_member(&self, assignment: &Assignment, members: &MemberLoop<'s>) -> bool {
        let mut pairs = assignment.variables().iter().zip(assignment.expressions().iter());
        pairs.any(|(var, value)| matches!(var, Var::Name(_)) && self.is_name_in(value, &members.names))
    }
    fn is_name_in(&self, it: &Expression, names: &[&str]) -> bool {
        matches!(it, Expression::Var(Var::Name(token)) if names.contains(&self.name(token)))
    }
    /// Whether a value is, or contains, the current member. A comparison does not count.
    fn passes_on(&self, value: &Expression, members: &MemberLoop<'s>) -> bool {
        match value {
            Expression::Parentheses { expression, .. } => self.passes_on(expression, members),
            Expression::UnaryOperator { .. } | Expression::Function(_) => false,
            Expression::BinaryOperator { lhs, binop, rhs } => {
                !compares(binop) && (self.passes_on(lhs, members) || self.passes_on(rhs, members))
            }
            other => members.names.iter().any(|name| contains_name(self.text(other), name)),
        }
    }
}

impl Visitor for OrderFinder<'_> {
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
        // The parser leaves the last `]` out of the range.
        let last = self.source.get(span.end..).is_some_and(|rest| rest.starts_with(']'));
        self.chain(span.start..span.end + usize::from(last), it.prefix(), it.suffixes());
    }
    fn visit_generic_for(&mut self, it: &GenericFor) {
        let Some(Expression::FunctionCall(call)) = it.expressions().iter().next() else { return };
        let Prefix::Name(root) = call.prefix() else { return };
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next() else { return };
        let FunctionArgs::Parentheses { arguments, .. } = &**args else { return };
        let Some(list) = arguments.iter().next().filter(|_| self.name(root) == "ipairs") else { return };
        let is_rows = self.choosers.contains(&true) && self.is_name_in(list, &[ROWS]);
        if !is_rows && !self.is_list(list) {
            return;
        }
        // A chooser returns the number of a row (first variable); other loops use the member (second variable).
        let names = it.names().iter().skip(usize::from(!is_rows)).take(2).map(|name| self.name(name)).collect();
        self.note_exits(it.block(), &MemberLoop { names, is_rows }, false);
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

/// Whether a condition contains `==`.
fn has_equality(condition: &Expression) -> bool {
    match condition {
        Expression::Parentheses { expression, .. } => has_equality(expression),
        Expression::BinaryOperator { lhs, binop, rhs } => {
            matches!(binop, BinOp::TwoEqual(_)) || has_equality(lhs) || has_equality(rhs)
        }
        _ => false,
    }
}

/// Whether a condition contains `<`, `<=`, `>` or `>=`.
fn has_inequality(condition: &Expression) -> bool {
    match condition {
        Expression::Parentheses { expression, .. } => has_inequality(expression),
        Expression::BinaryOperator { lhs, binop, rhs } => {
            matches!(
                binop,
                BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) | BinOp::LessThan(_) | BinOp::LessThanEqual(_)
            ) || has_inequality(lhs)
                || has_inequality(rhs)
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

/// Whether a text contains a name as a whole word that is no field.
fn contains_name(text: &str, name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(|c| is_of_name(c) || c == '.') && !after.starts_with(is_of_name)
    })
}
