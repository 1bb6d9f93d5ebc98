//! Checks expressions: the names that they read, the functions that they call, divisions and fractions.

use super::{Alias, ConstantField, Walker, strip_parentheses};
use crate::forbidden_names::changed_argument;
use full_moon::ast::luau::{IfExpression, InterpolatedString};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionCall, Index, Prefix, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;

impl<'s> Walker<'s, '_> {
    pub(super) fn expressions(&mut self, expressions: &Punctuated<Expression>) {
        expressions.iter().for_each(|expression| self.expression(expression));
    }

    pub(super) fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                if let BinOp::TwoEqual(_) | BinOp::TildeEqual(_) = binop {
                    self.note_text_comparison(lhs, rhs);
                }
                self.note_operands(lhs, binop, rhs);
                self.expression(lhs);
                match binop {
                    BinOp::Slash(token) => self.report_division(token, "//"),
                    BinOp::Caret(token) => self.report_power(token),
                    _ => {}
                }
                match binop {
                    BinOp::And(_) => self.under(lhs, |w| w.expression(rhs)),
                    _ => self.expression(rhs),
                }
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
            Expression::Function(function) => self.function(function.body(), false),
            Expression::FunctionCall(call) => self.call(call),
            Expression::IfExpression(conditional) => self.if_expression(conditional),
            Expression::InterpolatedString(string) => self.interpolated_string(string),
            Expression::TableConstructor(table) => self.table_constructor(table),
            Expression::Number(token) => self.number(token),
            Expression::String(token) => self.note_text(token),
            Expression::Var(Var::Name(name)) => self.read_name(name),
            Expression::Var(Var::Expression(variable)) => self.chain(variable.prefix(), variable.suffixes(), false),
            _ => {}
        }
    }

    pub(super) fn if_expression(&mut self, conditional: &IfExpression) {
        self.expression(conditional.condition());
        self.scoped(|w| {
            conditional.binding().into_iter().for_each(|b| w.declare(b.name()));
            w.under(conditional.condition(), |w| w.expression(conditional.if_expression()));
        });
        for branch in conditional.else_if_expressions().into_iter().flatten() {
            self.expression(branch.condition());
            self.scoped(|w| {
                branch.binding().into_iter().for_each(|b| w.declare(b.name()));
                w.expression(branch.expression());
            });
        }
        self.expression(conditional.else_expression());
    }

    fn interpolated_string(&mut self, string: &InterpolatedString) {
        string.expressions().for_each(|part| self.expression(part));
    }

    fn table_constructor(&mut self, table: &TableConstructor) {
        for field in table.fields().iter() {
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
        let is_decimal = !text.starts_with("0x") && !text.starts_with("0X");
        if !is_decimal || !text.contains(['.', 'e', 'E']) {
            return;
        }
        let whole_value = text.replace('_', "").parse::<f64>().ok().filter(|v| v.fract() == 0.0 && v.abs() < 1e15);
        let help = match whole_value {
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

    pub(super) fn report_power(&mut self, token: &TokenReference) {
        self.report(
            "script::float",
            self.span(token),
            format!("`{}` gives other results on other machines", self.text(token)),
            "a power",
            Some("multiply with `*`".into()),
        );
    }

    pub(super) fn call(&mut self, call: &FunctionCall) {
        self.chain(call.prefix(), call.suffixes(), false);
        if self.function_depth == 0 {
            return;
        }
        let Some((function, FunctionArgs::Parentheses { arguments, .. })) = self.table_function_call(call) else {
            return;
        };
        if let Some(index) = changed_argument(function, arguments.len())
            && let Some(argument) = arguments.iter().nth(index)
            && let Some(name) = self.root_name(argument).and_then(|root| self.file_local(root))
        {
            self.report_module_state(self.full_span(argument), name, "changed inside a function");
        }
    }

    /// Returns the function of the Luau library `table` that a call runs, perhaps through a local alias, and the
    /// arguments.
    fn table_function_call<'a>(&self, call: &'a FunctionCall) -> Option<(&'s str, &'a FunctionArgs)> {
        let Prefix::Name(root) = call.prefix() else { return None };
        let mut suffixes = call.suffixes();
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

    fn arguments(&mut self, args: &FunctionArgs) {
        match args {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::TableConstructor(table) => self.table_constructor(table),
            FunctionArgs::String(token) => self.note_text(token),
            _ => {}
        }
    }

    /// Checks an expression such as `prefix.a[b](c)`. `is_written` says that the script assigns to the last part.
    pub(super) fn chain<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>, is_written: bool) {
        let suffix_list: Vec<&Suffix> = suffixes.collect();
        self.note_chain(prefix, &suffix_list);
        let mut suffixes = suffix_list.into_iter().peekable();
        match prefix {
            Prefix::Expression(inner) => self.expression(inner),
            Prefix::Name(root) if self.local_depth(self.text(root)).is_none() => {
                let field = match suffixes.peek() {
                    Some(Suffix::Index(index)) => self.constant_field(index),
                    _ => None,
                };
                // The script assigns to the field of the global only if no suffix follows the first.
                let first = suffixes.next();
                let is_field_written = is_written && suffixes.peek().is_none();
                self.global(root, field, is_field_written);
                first.into_iter().for_each(|suffix| self.suffix(suffix));
            }
            _ => {}
        }
        suffixes.for_each(|suffix| self.suffix(suffix));
    }

    fn suffix(&mut self, suffix: &Suffix) {
        match suffix {
            Suffix::Index(Index::Brackets { expression, .. }) => self.expression(expression),
            Suffix::Call(Call::AnonymousCall(args)) => self.arguments(args),
            Suffix::Call(Call::MethodCall(call)) => self.arguments(call.args()),
            _ => {}
        }
    }

    /// Returns the field that an index names in the source: `.name` or `["name"]`.
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
