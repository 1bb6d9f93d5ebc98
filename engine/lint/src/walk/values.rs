//! Finds the possible values of expressions, as far as the source code shows them. The summary of the script lists them
//! for calls and comparisons.

use super::{DefinitionFunction, Local, Walker, strip_parentheses};
use crate::script_summary::{Argument, GlobalCall, Operand, PossibleValue, Source, TextComparison, Value};
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, Index, Prefix, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;

/// An expression with more possible values than this counts as unknown.
const MAX_ALTERNATIVES: usize = 16;

/// The functions that wrap an existing body: `before("verb crisis", function(side, effect) … end)`.
const WRAP_FUNCTIONS: [&str; 3] = ["before", "after", "around"];

impl<'s> Walker<'s, '_> {
    /// Stores the possible values of a local and returns their index. Returns `None` if all values are unknown, or if
    /// the script assigns to the local.
    pub(super) fn store_values(&mut self, name: &str, values: Vec<PossibleValue>) -> Option<usize> {
        let is_known =
            values.iter().any(|possible| possible.value != Value::Unknown) && !self.assigned_names.contains(name);
        is_known.then(|| {
            self.local_values.push(values);
            self.local_values.len() - 1
        })
    }

    /// Returns all possible values of an expression.
    pub(super) fn possible_values(&self, expression: &Expression) -> Vec<PossibleValue> {
        let mut values = Vec::new();
        self.collect_values(expression, &mut values);
        if values.len() > MAX_ALTERNATIVES {
            return vec![PossibleValue { value: Value::Unknown, span: self.full_span(expression) }];
        }
        values
    }

    /// Returns the [`Source`] of a local's value (where the value comes from), if the local has exactly one possible
    /// value and its source is known.
    pub(super) fn single_source(&self, local: Local<'s>) -> Option<Source> {
        match self.local_values.get(local.values?)?.as_slice() {
            [PossibleValue { value: Value::Source(source), .. }] => Some(source.clone()),
            _ => None,
        }
    }

    /// Returns the possible values of a local. Empty if the walker cannot tell them.
    pub(super) fn values_of(&self, local: Local<'s>) -> &[PossibleValue] {
        local.values.and_then(|index| self.local_values.get(index)).map_or(&[], Vec::as_slice)
    }

    /// Whether the value of a local may be a string literal.
    pub(super) fn may_hold_text(&self, name: &TokenReference) -> bool {
        let local = self.declarations.get(self.text(name)).and_then(|all| all.last());
        let values = local.and_then(|local| self.local_values.get(local.values?));
        values.is_some_and(|values| values.iter().any(|possible| matches!(possible.value, Value::Text(_))))
    }

    /// Returns a member of a list as a possible value, if the source of the list is known.
    pub(super) fn list_member(&self, list: &Expression) -> Option<PossibleValue> {
        match self.possible_values(list).as_slice() {
            [PossibleValue { value: Value::Source(source), span }] => {
                let value = Value::Source(Source::Member(Box::new(source.clone())));
                Some(PossibleValue { value, span: span.clone() })
            }
            _ => None,
        }
    }

    /// Adds the possible values of an expression to `values`.
    fn collect_values(&self, expression: &Expression, values: &mut Vec<PossibleValue>) {
        if values.len() > MAX_ALTERNATIVES {
            return;
        }
        let mut push = |value| values.push(PossibleValue { value, span: self.full_span(expression) });
        match expression {
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.collect_values(expression, values);
            }
            Expression::String(token) => {
                push(self.literal(token).map_or(Value::Unknown, |(text, _)| Value::Text(text.into())));
            }
            Expression::Number(_) => push(Value::Number),
            Expression::Function(_) => push(Value::Function),
            Expression::TableConstructor(_) => push(Value::Table),
            Expression::Symbol(token) => push(match self.text(token) {
                "nil" => Value::Nil,
                "true" | "false" => Value::Boolean,
                _ => Value::Unknown,
            }),
            Expression::UnaryOperator { unop, .. } => push(match unop {
                UnOp::Not(_) => Value::Boolean,
                UnOp::Minus(_) | UnOp::Hash(_) => Value::Number,
                _ => Value::Unknown,
            }),
            Expression::BinaryOperator { lhs, binop, rhs } => match binop {
                BinOp::And(_) => self.collect_values(rhs, values),
                BinOp::Or(_) => {
                    self.collect_values(lhs, values);
                    self.collect_values(rhs, values);
                }
                BinOp::Plus(_) | BinOp::Minus(_) | BinOp::Star(_) | BinOp::DoubleSlash(_) | BinOp::Percent(_) => {
                    push(Value::Number);
                }
                BinOp::TwoEqual(_)
                | BinOp::TildeEqual(_)
                | BinOp::LessThan(_)
                | BinOp::LessThanEqual(_)
                | BinOp::GreaterThan(_)
                | BinOp::GreaterThanEqual(_) => push(Value::Boolean),
                _ => push(Value::Unknown),
            },
            Expression::IfExpression(conditional) => {
                self.collect_values(conditional.if_expression(), values);
                for branch in conditional.else_if_expressions().into_iter().flatten() {
                    self.collect_values(branch.expression(), values);
                }
                self.collect_values(conditional.else_expression(), values);
            }
            Expression::Var(Var::Name(name)) => values.extend(self.named_value(name)),
            Expression::Var(Var::Expression(var)) => {
                push(self.chain_source(var.prefix(), var.suffixes()).map_or(Value::Unknown, Value::Source));
            }
            Expression::FunctionCall(call) => {
                push(self.chain_source(call.prefix(), call.suffixes()).map_or(Value::Unknown, Value::Source));
            }
            _ => push(Value::Unknown),
        }
    }

    /// Returns the possible values of a name.
    fn named_value(&self, token: &TokenReference) -> Vec<PossibleValue> {
        let (name, span) = (self.text(token), self.span(token));
        let Some(local) = self.declarations.get(name).and_then(|all| all.last()).copied() else {
            return vec![PossibleValue { value: Value::Source(Source::Global(name.to_owned())), span }];
        };
        match local.values.and_then(|index| self.local_values.get(index)) {
            Some(values) => values.clone(),
            None => vec![PossibleValue { value: Value::Unknown, span }],
        }
    }

    /// Returns the source of the value of `f(…).a.b` or `x.a.b`.
    fn chain_source<'a>(&self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) -> Option<Source> {
        let Prefix::Name(root) = prefix else { return None };
        let mut suffixes = suffixes.peekable();
        let name = self.text(root);
        let mut source = match self.declarations.get(name).and_then(|all| all.last()).copied() {
            Some(local) => self.single_source(local)?,
            None => match suffixes.peek() {
                Some(Suffix::Call(Call::AnonymousCall(args))) => {
                    let result = self.call_source(self.current_name(name), args);
                    suffixes.next();
                    result
                }
                _ => Source::Global(name.to_owned()),
            },
        };
        for suffix in suffixes {
            let Suffix::Index(index) = suffix else { return None };
            source = match (self.constant_field(index), index) {
                (Some(field), _) => Source::Field(Box::new(source), field.name.to_owned()),
                // A member of a list that a call returns: `roll(D6, 2)[1]`.
                (None, Index::Brackets { .. }) if matches!(source, Source::Call(_)) => Source::Member(Box::new(source)),
                _ => return None,
            };
        }
        Some(source)
    }

    fn argument(&self, expression: &Expression) -> Argument {
        let members = match strip_parentheses(expression) {
            Expression::TableConstructor(table) => self.members(table),
            _ => Vec::new(),
        };
        Argument { span: self.full_span(expression), values: self.possible_values(expression), members }
    }

    /// Returns the members of a list literal. Returns none if the Luau table has keys, or if its last member may stand
    /// for several values.
    fn members(&self, table: &TableConstructor) -> Vec<Argument> {
        let is_variadic = match table.fields().iter().last() {
            Some(Field::NoKey(Expression::FunctionCall(_))) => true,
            Some(Field::NoKey(Expression::Symbol(token))) => self.text(token) == "...",
            _ => false,
        };
        if is_variadic {
            return Vec::new();
        }
        let member = |field: &Field| match field {
            Field::NoKey(value) => {
                Some(Argument { span: self.full_span(value), values: self.possible_values(value), members: Vec::new() })
            }
            _ => None,
        };
        table.fields().iter().map(member).collect::<Option<_>>().unwrap_or_default()
    }

    /// Adds a call of a global function to the summary.
    pub(super) fn note_call(&mut self, root: &TokenReference, args: &FunctionArgs) {
        let (arguments, is_variadic) = match args {
            FunctionArgs::Parentheses { arguments, .. } => {
                let list = arguments.iter().map(|argument| self.argument(argument)).collect();
                let is_variadic = arguments.iter().last().is_some_and(|last| match last {
                    Expression::FunctionCall(_) => true,
                    Expression::Symbol(token) => self.text(token) == "...",
                    _ => false,
                });
                (list, is_variadic)
            }
            FunctionArgs::String(token) => {
                let span = self.span(token);
                let value = self.literal(token).map_or(Value::Unknown, |(text, _)| Value::Text(text.into()));
                let values = vec![PossibleValue { value, span: span.clone() }];
                (vec![Argument { span, values, members: Vec::new() }], false)
            }
            FunctionArgs::TableConstructor(table) => {
                let span = self.node_span(table);
                let values = vec![PossibleValue { value: Value::Table, span: span.clone() }];
                (vec![Argument { span, values, members: Vec::new() }], false)
            }
            _ => return,
        };
        let function = self.called_name(root);
        // A wrap counts as a definition whose function `run` is the second argument. So the lint knows what the
        // parameters of `run` stand for.
        if let (true, FunctionArgs::Parentheses { arguments: wrap_arguments, .. }) =
            (WRAP_FUNCTIONS.contains(&function), args)
            && let (Some(wrapped), Some(run)) = (wrap_arguments.iter().next(), wrap_arguments.iter().nth(1))
            && let (Expression::String(wrapped), Expression::Function(run)) =
                (strip_parentheses(wrapped), strip_parentheses(run))
            && let Some((name, span)) = self.literal(wrapped)
        {
            let definition = self.define(function.to_owned(), Some(name.to_owned()), span);
            self.definition_functions
                .insert(self.node_span(run.body()).start, DefinitionFunction { definition, path: vec!["run".into()] });
        }
        let span = self.span(root);
        self.summary.calls.push(GlobalCall { function: function.to_owned(), span, arguments, is_variadic });
    }

    /// Adds a comparison to the summary, if one operand is a string literal.
    pub(super) fn note_text_comparison(&mut self, lhs: &Expression, rhs: &Expression) {
        for (side, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Expression::String(token) = strip_parentheses(side)
                && let Some((text, span)) = self.literal(token)
            {
                let comparison = TextComparison { text: text.to_owned(), span, other: self.possible_values(other) };
                self.summary.text_comparisons.push(comparison);
            }
        }
    }

    /// Adds both operands of an arithmetic operator or a comparison.
    pub(super) fn note_operands(&mut self, lhs: &Expression, binop: &BinOp, rhs: &Expression) {
        let is_comparison = match binop {
            BinOp::Plus(_) | BinOp::Minus(_) | BinOp::Star(_) | BinOp::Slash(_) | BinOp::DoubleSlash(_) => false,
            BinOp::Percent(_) | BinOp::Caret(_) => false,
            BinOp::LessThan(_) | BinOp::LessThanEqual(_) | BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) => true,
            BinOp::TwoEqual(_) | BinOp::TildeEqual(_) => true,
            _ => return,
        };
        for (operand, other) in [(lhs, rhs), (rhs, lhs)] {
            self.note_operand(operand, is_comparison.then_some(other));
        }
    }
    /// Adds one operand. `other` is the other operand of a comparison, and `None` in arithmetic.
    pub(super) fn note_operand(&mut self, operand: &Expression, other: Option<&Expression>) {
        if matches!(strip_parentheses(operand), Expression::Var(_) | Expression::FunctionCall(_)) {
            let (span, values) = (self.full_span(operand), self.possible_values(operand));
            let other = other.map(|other| self.possible_values(other));
            self.summary.operands.push(Operand { span, values, other });
        }
    }
}
