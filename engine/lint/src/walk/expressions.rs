//! Expressions: the names they read, the functions they call, divisions and fractions.

use super::{Alias, ConstantField, Walker, strip_parentheses};
use crate::forbidden_names::changes_argument;
use full_moon::ast::luau::{IfExpression, InterpolatedString};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionCall, Index, Prefix, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;

impl<'s> Walker<'s, '_> {
    pub(super) fn expressions(&mut self, all: &Punctuated<Expression>) {
        all.iter().for_each(|it| self.expression(it));
    }

    pub(super) fn expression(&mut self, it: &Expression) {
        match it {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                if let BinOp::TwoEqual(_) | BinOp::TildeEqual(_) = binop {
                    self.note_text_comparison(lhs, rhs);
                }
                self.note_operands(lhs, binop, rhs);
                self.expression(lhs);
                if let BinOp::Slash(token) = binop {
                    self.report_division(token, "//");
                }
                self.expression(rhs);
            }
            Expression::UnaryOperator { unop, expression } => {
                if let UnOp::Minus(_) = unop {
                    self.note_operand(expression, None);
                }
                self.expression(expression);
            }
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.expression(expression)
            }
            Expression::Function(it) => self.function(it.body(), false),
            Expression::FunctionCall(it) => self.call(it),
            Expression::IfExpression(it) => self.if_expression(it),
            Expression::InterpolatedString(it) => self.interpolated(it),
            Expression::TableConstructor(it) => self.table(it),
            Expression::Number(token) => self.number(token),
            Expression::String(token) => self.note_text(token),
            Expression::Var(Var::Name(name)) => self.read_name(name),
            Expression::Var(Var::Expression(it)) => self.chain(it.prefix(), it.suffixes(), false),
            _ => {}
        }
    }

    pub(super) fn if_expression(&mut self, it: &IfExpression) {
        self.expression(it.condition());
        self.scoped(|w| {
            it.binding().into_iter().for_each(|b| w.declare(b.name()));
            w.expression(it.if_expression());
        });
        for branch in it.else_if_expressions().into_iter().flatten() {
            self.expression(branch.condition());
            self.scoped(|w| {
                branch.binding().into_iter().for_each(|b| w.declare(b.name()));
                w.expression(branch.expression());
            });
        }
        self.expression(it.else_expression());
    }

    fn interpolated(&mut self, it: &InterpolatedString) {
        it.expressions().for_each(|part| self.expression(part));
    }

    fn table(&mut self, it: &TableConstructor) {
        for field in it.fields().iter() {
            match field {
                Field::ExpressionKey { key, value, .. } => {
                    self.expression(key);
                    self.expression(value);
                }
                Field::NameKey { value, .. } => self.expression(value),
                Field::NoKey(value) => self.expression(value),
                _ => {}
            }
        }
    }

    fn number(&mut self, token: &TokenReference) {
        let text = self.text(token);
        let plain = !text.starts_with("0x") && !text.starts_with("0X");
        if !plain || !text.contains(['.', 'e', 'E']) {
            return;
        }
        let value = text.replace('_', "").parse::<f64>().ok().filter(|v| v.fract() == 0.0 && v.abs() < 1e15);
        let help = match value {
            Some(value) => format!("write `{value:.0}`"),
            None => "count in smaller units, or multiply first and divide with `//`".into(),
        };
        self.report(
            "script::float",
            self.span(token),
            format!("`{text}` is not written as an integer, and rules use integers"),
            "a fraction",
            Some(help),
        );
    }

    pub(super) fn report_division(&mut self, token: &TokenReference, instead: &str) {
        self.report(
            "script::float",
            self.span(token),
            format!("`{}` gives fractions, and rules use integers", self.text(token)),
            "divided here",
            Some(format!("use `{instead}`, which rounds down")),
        );
    }

    pub(super) fn call(&mut self, it: &FunctionCall) {
        self.chain(it.prefix(), it.suffixes(), false);
        if self.function_depth == 0 {
            return;
        }
        let Some((function, FunctionArgs::Parentheses { arguments, .. })) = self.table_function_call(it) else {
            return;
        };
        if let Some(place) = changes_argument(function, arguments.len())
            && let Some(argument) = arguments.iter().nth(place)
            && let Some(name) = self.root_name(argument).and_then(|root| self.file_local(root))
        {
            self.report_module_state(self.full_span(argument), name, "changed inside a function");
        }
    }

    /// The function of `table` that a call runs, also through a local alias, and the arguments.
    fn table_function_call<'a>(&self, it: &'a FunctionCall) -> Option<(&'s str, &'a FunctionArgs)> {
        let Prefix::Name(root) = it.prefix() else { return None };
        let mut suffixes = it.suffixes();
        let first = suffixes.next()?;
        match (self.declarations.get(self.text(root)).and_then(|all| all.last()), first) {
            (Some(local), Suffix::Call(Call::AnonymousCall(args))) => match local.alias {
                Alias::TableFunction(function) => Some((function, args)),
                _ => None,
            },
            (None, Suffix::Index(index)) if self.text(root) == "table" => match suffixes.next()? {
                Suffix::Call(Call::AnonymousCall(args)) => Some((self.constant_field(index)?.name, args)),
                _ => None,
            },
            _ => None,
        }
    }

    fn arguments(&mut self, it: &FunctionArgs) {
        match it {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::TableConstructor(it) => self.table(it),
            FunctionArgs::String(token) => self.note_text(token),
            _ => {}
        }
    }

    /// `prefix.a[b](c)`. `written`: the script assigns to its last part.
    pub(super) fn chain<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>, written: bool) {
        let all: Vec<&Suffix> = suffixes.collect();
        self.note_chain(prefix, &all);
        let mut suffixes = all.into_iter().peekable();
        match prefix {
            Prefix::Expression(inner) => self.expression(inner),
            Prefix::Name(root) if self.local_depth(self.text(root)).is_none() => {
                let field = match suffixes.peek() {
                    Some(Suffix::Index(index)) => self.constant_field(index),
                    _ => None,
                };
                // Take the first suffix, then see whether any follow.
                let first = suffixes.next();
                let write = written && suffixes.peek().is_none();
                self.global(root, field, write);
                first.into_iter().for_each(|s| self.suffix(s));
            }
            _ => {}
        }
        suffixes.for_each(|s| self.suffix(s));
    }

    fn suffix(&mut self, it: &Suffix) {
        match it {
            Suffix::Index(Index::Brackets { expression, .. }) => self.expression(expression),
            Suffix::Call(Call::AnonymousCall(args)) => self.arguments(args),
            Suffix::Call(Call::MethodCall(call)) => self.arguments(call.args()),
            _ => {}
        }
    }

    pub(super) fn constant_field(&self, index: &Index) -> Option<ConstantField<'s>> {
        match index {
            Index::Dot { name, .. } => {
                let span = self.span(name);
                Some(ConstantField { name: self.text(name), end: span.end, span })
            }
            Index::Brackets { brackets, expression } => {
                let Expression::String(token) = strip_parentheses(expression) else { return None };
                let (name, span) = self.literal(token)?;
                Some(ConstantField { name, span, end: self.span(brackets.tokens().1).end })
            }
            _ => None,
        }
    }
}
