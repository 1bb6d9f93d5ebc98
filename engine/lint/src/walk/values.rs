//! What expressions may come to, as far as that is written: for calls and comparisons of the outline.

use super::outlining::Within;
use super::{Local, Walker, bare};
use crate::outline::{Argument, Called, Compared, May, Reckoned, Source, Value};
use full_moon::ast::{
    Assignment, Ast, BinOp, Call, CompoundAssignment, Expression, Field, FunctionArgs, FunctionDeclaration, Index,
    Prefix, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::HashSet;

/// Alternatives that are told apart.
const MOST: usize = 16;

/// What packs put around a body: `before("verb crisis", function(side, effect) … end)`.
const WRAPS: [&str; 3] = ["before", "after", "around"];

/// Every name that a script assigns to.
pub(super) fn assigned<'s>(source: &'s str, ast: &Ast) -> HashSet<&'s str> {
    let mut it = Assigned { source, names: HashSet::new() };
    it.visit_ast(ast);
    it.names
}

struct Assigned<'s> {
    source: &'s str,
    names: HashSet<&'s str>,
}

impl Assigned<'_> {
    fn note(&mut self, name: &TokenReference) {
        let token = name.token();
        let span = token.start_position().bytes()..token.end_position().bytes();
        self.names.extend(self.source.get(span));
    }

    fn note_var(&mut self, var: &Var) {
        if let Var::Name(name) = var {
            self.note(name);
        }
    }
}

impl Visitor for Assigned<'_> {
    fn visit_assignment(&mut self, it: &Assignment) {
        it.variables().iter().for_each(|var| self.note_var(var));
    }
    fn visit_compound_assignment(&mut self, it: &CompoundAssignment) {
        self.note_var(it.lhs());
    }
    fn visit_function_declaration(&mut self, it: &FunctionDeclaration) {
        if let (1, Some(name)) = (it.name().names().len(), it.name().names().iter().next()) {
            self.note(name);
        }
    }
}

impl<'s> Walker<'s, '_> {
    /// Keeps what a local holds, if it stays so and anything of it is seen.
    pub(super) fn held(&mut self, name: &str, may: Vec<May>) -> Option<usize> {
        let is_seen = may.iter().any(|it| it.value != Value::Unknown) && !self.assigned.contains(name);
        is_seen.then(|| {
            self.values.push(may);
            self.values.len() - 1
        })
    }

    /// Everything that an expression may come to.
    pub(super) fn may(&self, it: &Expression) -> Vec<May> {
        let mut out = Vec::new();
        self.alternatives(it, &mut out);
        if out.len() > MOST {
            return vec![May { value: Value::Unknown, span: self.whole(it) }];
        }
        out
    }

    /// The one source of what a local holds.
    pub(super) fn one_source(&self, local: Local<'s>) -> Option<Source> {
        match self.values.get(local.holds?)?.as_slice() {
            [May { value: Value::From(source), .. }] => Some(source.clone()),
            _ => None,
        }
    }

    /// Whether a local may hold a text that is written out.
    pub(super) fn holds_text(&self, name: &TokenReference) -> bool {
        let local = self.declared.get(self.text(name)).and_then(|all| all.last());
        let held = local.and_then(|local| self.values.get(local.holds?));
        held.is_some_and(|may| may.iter().any(|it| matches!(it.value, Value::Text(_))))
    }

    /// A member of a list, if it is seen where the list comes from.
    pub(super) fn member(&self, list: &Expression) -> Option<May> {
        match self.may(list).as_slice() {
            [May { value: Value::From(source), span }] => {
                let value = Value::From(Source::Member(Box::new(source.clone())));
                Some(May { value, span: span.clone() })
            }
            _ => None,
        }
    }

    fn alternatives(&self, it: &Expression, out: &mut Vec<May>) {
        if out.len() > MOST {
            return;
        }
        let mut push = |value| out.push(May { value, span: self.whole(it) });
        match it {
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.alternatives(expression, out);
            }
            Expression::String(token) => {
                push(self.literal(token).map_or(Value::Unknown, |(text, _)| Value::Text(text.into())));
            }
            Expression::Number(_) => push(Value::Number),
            Expression::Function(_) => push(Value::Function),
            Expression::TableConstructor(_) => push(Value::Table),
            Expression::Symbol(token) => push(match self.text(token) {
                "nil" => Value::Nil,
                "true" | "false" => Value::Truth,
                _ => Value::Unknown,
            }),
            Expression::UnaryOperator { unop, .. } => push(match unop {
                UnOp::Not(_) => Value::Truth,
                UnOp::Minus(_) | UnOp::Hash(_) => Value::Number,
                _ => Value::Unknown,
            }),
            Expression::BinaryOperator { lhs, binop, rhs } => match binop {
                BinOp::And(_) => self.alternatives(rhs, out),
                BinOp::Or(_) => {
                    self.alternatives(lhs, out);
                    self.alternatives(rhs, out);
                }
                BinOp::Plus(_) | BinOp::Minus(_) | BinOp::Star(_) | BinOp::DoubleSlash(_) | BinOp::Percent(_) => {
                    push(Value::Number);
                }
                BinOp::TwoEqual(_)
                | BinOp::TildeEqual(_)
                | BinOp::LessThan(_)
                | BinOp::LessThanEqual(_)
                | BinOp::GreaterThan(_)
                | BinOp::GreaterThanEqual(_) => push(Value::Truth),
                _ => push(Value::Unknown),
            },
            Expression::IfExpression(it) => {
                self.alternatives(it.if_expression(), out);
                for branch in it.else_if_expressions().into_iter().flatten() {
                    self.alternatives(branch.expression(), out);
                }
                self.alternatives(it.else_expression(), out);
            }
            Expression::Var(Var::Name(name)) => out.extend(self.named_value(name)),
            Expression::Var(Var::Expression(var)) => {
                push(self.chained(var.prefix(), var.suffixes()).map_or(Value::Unknown, Value::From));
            }
            Expression::FunctionCall(call) => {
                push(self.chained(call.prefix(), call.suffixes()).map_or(Value::Unknown, Value::From));
            }
            _ => push(Value::Unknown),
        }
    }

    /// What a name may stand for.
    fn named_value(&self, token: &TokenReference) -> Vec<May> {
        let (name, span) = (self.text(token), self.span(token));
        let Some(local) = self.declared.get(name).and_then(|all| all.last()).copied() else {
            return vec![May { value: Value::From(Source::Global(name.to_owned())), span }];
        };
        match local.holds.and_then(|holds| self.values.get(holds)) {
            Some(held) => held.clone(),
            None => vec![May { value: Value::Unknown, span }],
        }
    }

    /// Where `f(…).a.b` or `x.a.b` comes from.
    fn chained<'a>(&self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) -> Option<Source> {
        let Prefix::Name(root) = prefix else { return None };
        let mut suffixes = suffixes.peekable();
        let name = self.text(root);
        let mut source = match self.declared.get(name).and_then(|all| all.last()).copied() {
            Some(local) => self.one_source(local)?,
            None => match suffixes.peek() {
                Some(Suffix::Call(Call::AnonymousCall(args))) => {
                    let gives = self.gives(name, args);
                    suffixes.next();
                    gives
                }
                _ => Source::Global(name.to_owned()),
            },
        };
        for suffix in suffixes {
            let Suffix::Index(index) = suffix else { return None };
            source = match (self.named(index), index) {
                (Some(named), _) => Source::Field(Box::new(source), named.name.to_owned()),
                // One of a list that a call gave: `roll(D6, 2)[1]`.
                (None, Index::Brackets { .. }) if matches!(source, Source::Call(_)) => Source::Member(Box::new(source)),
                _ => return None,
            };
        }
        Some(source)
    }

    fn argument(&self, it: &Expression) -> Argument {
        let members = match bare(it) {
            Expression::TableConstructor(table) => self.members(table),
            _ => Vec::new(),
        };
        Argument { span: self.whole(it), may: self.may(it), members }
    }

    /// The members of a list that is written out, if it is no more than that, and the last of them one thing.
    fn members(&self, table: &TableConstructor) -> Vec<Argument> {
        let is_open = match table.fields().iter().last() {
            Some(Field::NoKey(Expression::FunctionCall(_))) => true,
            Some(Field::NoKey(Expression::Symbol(token))) => self.text(token) == "...",
            _ => false,
        };
        if is_open {
            return Vec::new();
        }
        let member = |field: &Field| match field {
            Field::NoKey(it) => Some(Argument { span: self.whole(it), may: self.may(it), members: Vec::new() }),
            _ => None,
        };
        table.fields().iter().map(member).collect::<Option<_>>().unwrap_or_default()
    }

    /// Notes a call of a global function.
    pub(super) fn note_called(&mut self, root: &TokenReference, args: &FunctionArgs) {
        let (arguments, is_open) = match args {
            FunctionArgs::Parentheses { arguments, .. } => {
                let all = arguments.iter().map(|it| self.argument(it)).collect();
                let is_open = arguments.iter().last().is_some_and(|last| match last {
                    Expression::FunctionCall(_) => true,
                    Expression::Symbol(token) => self.text(token) == "...",
                    _ => false,
                });
                (all, is_open)
            }
            FunctionArgs::String(token) => {
                let span = self.span(token);
                let value = self.literal(token).map_or(Value::Unknown, |(text, _)| Value::Text(text.into()));
                let may = vec![May { value, span: span.clone() }];
                (vec![Argument { span, may, members: Vec::new() }], false)
            }
            FunctionArgs::TableConstructor(it) => {
                let span = self.node(it);
                let may = vec![May { value: Value::Table, span: span.clone() }];
                (vec![Argument { span, may, members: Vec::new() }], false)
            }
            _ => return,
        };
        let function = self.text(root);
        if let (true, FunctionArgs::Parentheses { arguments: all, .. }) = (WRAPS.contains(&function), args)
            && let (Some(of), Some(run)) = (all.iter().next(), all.iter().nth(1))
            && let (Expression::String(of), Expression::Function(run)) = (bare(of), bare(run))
            && let Some((name, span)) = self.literal(of)
        {
            let definition = self.define(function.to_owned(), Some(name.to_owned()), span);
            self.within.insert(self.node(run.body()).start, Within { definition, path: vec!["run".into()] });
        }
        let span = self.span(root);
        self.outline.calls.push(Called { function: function.to_owned(), span, arguments, is_open });
    }

    /// Notes a comparison, if a text that is written out is one side of it.
    pub(super) fn note_compared(&mut self, lhs: &Expression, rhs: &Expression) {
        for (text, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Expression::String(token) = bare(text)
                && let Some((text, span)) = self.literal(token)
            {
                let compared = Compared { text: text.to_owned(), span, with: self.may(other) };
                self.outline.compared.push(compared);
            }
        }
    }

    /// Notes both sides of an operator that reckons or compares.
    pub(super) fn note_reckoned(&mut self, lhs: &Expression, binop: &BinOp, rhs: &Expression) {
        let compares = match binop {
            BinOp::Plus(_) | BinOp::Minus(_) | BinOp::Star(_) | BinOp::Slash(_) | BinOp::DoubleSlash(_) => false,
            BinOp::Percent(_) | BinOp::Caret(_) => false,
            BinOp::LessThan(_) | BinOp::LessThanEqual(_) | BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) => true,
            BinOp::TwoEqual(_) | BinOp::TildeEqual(_) => true,
            _ => return,
        };
        for (it, other) in [(lhs, rhs), (rhs, lhs)] {
            self.note_operand(it, compares.then_some(other));
        }
    }
    /// Notes what is reckoned with, or compared with another.
    pub(super) fn note_operand(&mut self, it: &Expression, with: Option<&Expression>) {
        if matches!(bare(it), Expression::Var(_) | Expression::FunctionCall(_)) {
            let (span, may) = (self.whole(it), self.may(it));
            let with = with.map(|other| self.may(other));
            self.outline.reckoned.push(Reckoned { span, may, with });
        }
    }
}
