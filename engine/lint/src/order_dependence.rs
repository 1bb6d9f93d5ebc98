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

/// Finds the places of a script that depend on the order of the board, in source order.
pub(crate) fn find(source: &str, ast: &Ast) -> Vec<OrderedUse> {
    let mut finder = OrderFinder { source, lists: HashSet::new(), has_rows_parameter: Vec::new(), found: Vec::new() };
    finder.visit_ast(ast);
    finder.found.sort_by_key(|found| found.span.start);
    finder.found.dedup();
    finder.found
}

struct OrderFinder<'s> {
    source: &'s str,
    /// Locals that hold members of a set at this point of the source: `local found = members(set)`.
    lists: HashSet<&'s str>,
    /// For each function around the current node, innermost last: whether it has a parameter [`ROWS`].
    has_rows_parameter: Vec<bool>,
    found: Vec<OrderedUse>,
}

/// The name of the parameter that holds the rows in a chooser: `answering(side, function(rows, prompt) … end)`. A
/// chooser is a function that answers the choices of a Non-player.
const ROWS: &str = "rows";

/// A loop over the members of a set or over rows.
struct MemberLoop<'s> {
    /// The loop variables that identify the current member or row.
    names: Vec<&'s str>,
    is_rows: bool,
}

impl MemberLoop<'_> {
    fn dependence_if_returned(&self) -> OrderDependence {
        if self.is_rows { OrderDependence::FirstRowReturned } else { OrderDependence::FirstReturned }
    }
    /// The dependence if a comparison such as `n > most` decides whether a variable keeps the current member.
    fn dependence_if_kept(&self) -> OrderDependence {
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
    /// Returns the text of a token, without the spaces around it.
    fn name(&self, token: &TokenReference) -> &'s str {
        let token = token.token();
        self.source.get(range((token.start_position(), token.end_position()))).unwrap_or_default()
    }
    fn note(&mut self, span: Range<usize>, how: OrderDependence) {
        self.found.push(OrderedUse { span, how });
    }

    /// Whether an expression is a list of members, or a list that a function of a module makes from a list of members.
    fn is_member_list(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Var(Var::Name(name)) => self.lists.contains(self.name(name)),
            Expression::FunctionCall(call) => {
                let suffixes: Vec<&Suffix> = call.suffixes().collect();
                let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.last() else { return false };
                self.returns_member_list(call.prefix(), &suffixes[..suffixes.len() - 1], args)
            }
            _ => false,
        }
    }
    /// Whether a call returns a list of members: `members(set)`, `best.of(members(set), …)`.
    fn returns_member_list(&self, prefix: &Prefix, before_call: &[&Suffix], args: &FunctionArgs) -> bool {
        let Prefix::Name(root) = prefix else { return false };
        if before_call.is_empty() && self.name(root) == "members" {
            return true;
        }
        let FunctionArgs::Parentheses { arguments, .. } = args else { return false };
        let is_of_module = !before_call.is_empty() && !matches!(self.name(root), "table" | "math" | "string");
        is_of_module && arguments.iter().any(|argument| self.is_member_list(argument))
    }

    /// Checks `first(set)`, `members(set)[1]` and `found[1]`, with any suffixes after them.
    fn note_first_members<'a>(
        &mut self,
        expression_span: Range<usize>,
        prefix: &Prefix,
        suffixes: impl Iterator<Item = &'a Suffix>,
    ) {
        let Prefix::Name(root) = prefix else { return };
        let suffixes: Vec<&Suffix> = suffixes.collect();
        if self.name(root) == "first"
            && let Some(Suffix::Call(Call::AnonymousCall(_))) = suffixes.first()
        {
            self.note(self.span(root), OrderDependence::First);
        }
        let Some(index) = suffixes.iter().position(|suffix| self.is_index_one(suffix)) else { return };
        let is_list = match (index, suffixes.get(index.wrapping_sub(1))) {
            (0, _) => self.lists.contains(self.name(root)),
            (_, Some(Suffix::Call(Call::AnonymousCall(args)))) => {
                self.returns_member_list(prefix, &suffixes[..index - 1], args)
            }
            _ => false,
        };
        if is_list {
            self.note(expression_span, OrderDependence::FirstOfList);
        }
    }
    /// Whether a suffix is `[1]`.
    fn is_index_one(&self, suffix: &Suffix) -> bool {
        let Suffix::Index(Index::Brackets { expression, .. }) = suffix else { return false };
        matches!(&**expression, Expression::Number(number) if self.name(number) == "1")
    }

    /// Notes the statements that leave a loop and hand over the current member: `return it`, or `found = it break`.
    /// `is_nested` says that the block lies in a loop within the loop, so that a `break` leaves only the inner loop.
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
            Some(LastStmt::Return(statement))
                if statement.returns().iter().any(|value| self.contains_member(value, members)) =>
            {
                self.note(self.span(statement), members.dependence_if_returned());
            }
            Some(LastStmt::Break(token)) if !is_nested => {
                let stores_member = assignments(block).any(|assignment| {
                    assignment.expressions().iter().any(|value| self.contains_member(value, members))
                });
                if stores_member {
                    self.note(self.span(token), members.dependence_if_returned());
                }
            }
            _ => {}
        }
    }
    fn note_branches(&mut self, statement: &If, members: &MemberLoop<'s>, is_nested: bool) {
        let mut branches = vec![(Some(statement.condition()), statement.block())];
        branches
            .extend(statement.else_if().into_iter().flatten().map(|other| (Some(other.condition()), other.block())));
        branches.extend(statement.else_block().map(|block| (None, block)));
        for (condition, block) in branches {
            if condition.is_some_and(has_inequality)
                && let Some(assignment) = assignments(block).find(|assignment| self.keeps_member(assignment, members))
            {
                self.note(self.span(assignment), members.dependence_if_kept());
            }
            // A condition such as `row[1] == stop` selects the same row in any order.
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
    fn is_name_in(&self, expression: &Expression, names: &[&str]) -> bool {
        matches!(expression, Expression::Var(Var::Name(token)) if names.contains(&self.name(token)))
    }
    /// Whether a value is, or contains, the current member. A comparison does not count.
    fn contains_member(&self, value: &Expression, members: &MemberLoop<'s>) -> bool {
        match value {
            Expression::Parentheses { expression, .. } => self.contains_member(expression, members),
            Expression::UnaryOperator { .. } | Expression::Function(_) => false,
            Expression::BinaryOperator { lhs, binop, rhs } => {
                !is_comparison(binop) && (self.contains_member(lhs, members) || self.contains_member(rhs, members))
            }
            other => members.names.iter().any(|name| contains_name(self.text(other), name)),
        }
    }
}

impl Visitor for OrderFinder<'_> {
    fn visit_local_assignment(&mut self, assignment: &LocalAssignment) {
        let mut values = assignment.expressions().iter();
        for name in assignment.names() {
            let is_list = values.next().is_some_and(|value| self.is_member_list(value));
            let name = self.name(name);
            if is_list {
                self.lists.insert(name)
            } else {
                self.lists.remove(name)
            };
        }
    }
    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.note_first_members(self.span(call), call.prefix(), call.suffixes());
    }
    fn visit_var_expression(&mut self, variable: &VarExpression) {
        let span = self.span(variable);
        // The parser leaves the last `]` out of the range.
        let has_bracket = self.source.get(span.end..).is_some_and(|text| text.starts_with(']'));
        self.note_first_members(
            span.start..span.end + usize::from(has_bracket),
            variable.prefix(),
            variable.suffixes(),
        );
    }
    fn visit_generic_for(&mut self, statement: &GenericFor) {
        let Some(Expression::FunctionCall(call)) = statement.expressions().iter().next() else { return };
        let Prefix::Name(root) = call.prefix() else { return };
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next() else { return };
        let FunctionArgs::Parentheses { arguments, .. } = &**args else { return };
        let Some(list) = arguments.iter().next().filter(|_| self.name(root) == "ipairs") else { return };
        let is_rows = self.has_rows_parameter.contains(&true) && self.is_name_in(list, &[ROWS]);
        if !is_rows && !self.is_member_list(list) {
            return;
        }
        // A loop over rows has the number of the row as its first variable, and a chooser returns this number. In a
        // loop over members only the second variable counts, which is the member.
        let names = statement.names().iter().skip(usize::from(!is_rows)).take(2).map(|name| self.name(name)).collect();
        self.note_exits(statement.block(), &MemberLoop { names, is_rows }, false);
    }
    fn visit_function_body(&mut self, body: &FunctionBody) {
        let mut parameters = body.parameters().iter();
        let is_chooser =
            parameters.any(|parameter| matches!(parameter, Parameter::Name(name) if self.name(name) == ROWS));
        self.has_rows_parameter.push(is_chooser);
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.has_rows_parameter.pop();
    }
}

/// Returns the assignments that are statements of a block itself, not of blocks inside it.
fn assignments(block: &Block) -> impl Iterator<Item = &Assignment> {
    block.stmts().filter_map(|statement| match statement {
        Stmt::Assignment(assignment) => Some(assignment),
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

fn is_comparison(binop: &BinOp) -> bool {
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

/// Whether Luau source contains a name as a whole word, but not as a field (`.name`).
fn contains_name(text: &str, name: &str) -> bool {
    let is_name_char = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + name.len()..]);
        !before.ends_with(|c| is_name_char(c) || c == '.') && !after.starts_with(is_name_char)
    })
}
