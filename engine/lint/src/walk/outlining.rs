//! Gathers the outline while the checks walk: see [`crate::outline`].

use super::{Local, Other, Walker, bare};
use crate::outline::{Definition, FieldRead, Given, Key, Source, TableRead};
use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionBody, Parameter, Prefix, Suffix, TableConstructor, Var,
};
use full_moon::tokenizer::{StringLiteralQuoteType, TokenReference, TokenType};
use std::ops::Range;

/// Tables within tables of a definition that are read.
const DEEPEST: usize = 3;

/// A function written out in a definition, that the walk has not come to yet.
#[derive(Debug, Clone)]
pub(super) struct Within {
    definition: usize,
    path: Vec<String>,
}

impl<'s> Walker<'s, '_> {
    /// A text as written, without its quotes.
    pub(super) fn literal(&self, token: &TokenReference) -> Option<(&'s str, Range<usize>)> {
        let TokenType::StringLiteral { quote_type, .. } = token.token_type() else { return None };
        if *quote_type == StringLiteralQuoteType::Brackets {
            return None;
        }
        let span = self.span(token);
        let text = self.source.get(span.start + 1..span.end.checked_sub(1)?)?;
        (!text.contains('\\')).then_some((text, span))
    }

    pub(super) fn note_text(&mut self, token: &TokenReference) {
        if let Some((text, _)) = self.literal(token) {
            self.outline.texts.push(text.to_owned());
        }
    }

    /// Notes the fields of a chain, and what a name that begins it stands for.
    pub(super) fn note_chain(&mut self, prefix: &Prefix, suffixes: &[&Suffix]) {
        for suffix in suffixes {
            if let Suffix::Index(index) = suffix
                && let Some(field) = self.named(index)
            {
                let (field, span) = (field.name.to_owned(), field.span);
                self.outline.reads.push(FieldRead { source: None, field, span });
            }
        }
        let Prefix::Name(root) = prefix else { return };
        let name = self.text(root);
        if let Some(local) = self.declared.get(name).and_then(|all| all.last()) {
            if let Other::Given(source) = local.stands_for {
                self.note_read(source, suffixes);
            }
            return;
        }
        let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.first() else { return };
        self.note_names(name, args);
        let source = self.source(Source::Call(name.to_owned()));
        self.note_read(source, &suffixes[1..]);
        if let Some(Suffix::Call(Call::AnonymousCall(second))) = suffixes.get(1)
            && let (Some(named), Some(table)) = (only(args), only_table(second))
        {
            self.note_definition(root, named, table);
        }
    }

    /// Notes a local that is used as it is.
    pub(super) fn note_whole(&mut self, local: Local<'s>) {
        if let Other::Given(source) = local.stands_for {
            self.outline.wholes.push(self.sources[source].clone());
        }
    }

    /// What a value is, if it is seen where it comes from.
    pub(super) fn given(&mut self, value: &Expression) -> Option<Other<'s>> {
        match bare(value) {
            Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => self.given(rhs),
            Expression::Var(Var::Name(name)) => match self.declared.get(self.text(name))?.last()?.stands_for {
                it @ Other::Given(_) => Some(it),
                _ => None,
            },
            Expression::FunctionCall(it) => {
                let Prefix::Name(root) = it.prefix() else { return None };
                let mut suffixes = it.suffixes();
                let (Some(Suffix::Call(Call::AnonymousCall(_))), None) = (suffixes.next(), suffixes.next()) else {
                    return None;
                };
                let name = self.text(root);
                self.local(name).is_none().then(|| Other::Given(self.source(Source::Call(name.to_owned()))))
            }
            _ => None,
        }
    }

    /// Declares the parameters of a function: of one in a definition it is known what they are.
    pub(super) fn declare_parameters(&mut self, body: &FunctionBody) {
        let within = self.within.remove(&self.node(body).start);
        for (parameter, it) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = it else { continue };
            let stands_for = match &within {
                Some(Within { definition, path }) => Other::Given(self.source(Source::Parameter {
                    definition: *definition,
                    path: path.clone(),
                    parameter,
                })),
                None => Other::Nothing,
            };
            self.declare_name(self.text(name), stands_for);
        }
    }

    fn source(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// Notes what is read of a value by what follows it.
    fn note_read(&mut self, source: usize, suffixes: &[&Suffix]) {
        let field = match suffixes.first() {
            Some(Suffix::Index(index)) => self.named(index),
            _ => None,
        };
        let source = self.sources[source].clone();
        match field {
            Some(field) => {
                let (field, span) = (field.name.to_owned(), field.span);
                self.outline.reads.push(FieldRead { source: Some(source), field, span });
            }
            None if matches!(source, Source::Parameter { .. }) => self.outline.wholes.push(source),
            None => {}
        }
    }

    fn note_names(&mut self, function: &'s str, args: &FunctionArgs) {
        let named = self.known.named;
        for it in named.iter().filter(|it| it.function == function) {
            let wanted = |at: usize| it.argument.is_none_or(|argument| argument == at);
            match args {
                FunctionArgs::Parentheses { arguments, .. } => {
                    for (at, argument) in arguments.iter().enumerate().filter(|(at, _)| wanted(*at)) {
                        self.note_name(function, at, argument);
                    }
                }
                FunctionArgs::String(token) if wanted(0) => {
                    let (text, span) = self.literal(token).map_or((None, self.span(token)), |(t, s)| (Some(t), s));
                    self.push_given(function, 0, text, span);
                }
                _ => {}
            }
        }
    }

    /// Notes every text that an argument may come to.
    fn note_name(&mut self, function: &'s str, argument: usize, value: &Expression) {
        match bare(value) {
            Expression::String(token) => {
                let (text, span) = self.literal(token).map_or((None, self.span(token)), |(t, s)| (Some(t), s));
                self.push_given(function, argument, text, span);
            }
            Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => self.note_name(function, argument, rhs),
            Expression::BinaryOperator { lhs, binop: BinOp::Or(_), rhs } => {
                self.note_name(function, argument, lhs);
                self.note_name(function, argument, rhs);
            }
            Expression::IfExpression(it) => self.note_branches(function, argument, it),
            other => self.push_given(function, argument, None, self.whole(other)),
        }
    }

    fn note_branches(&mut self, function: &'s str, argument: usize, it: &IfExpression) {
        self.note_name(function, argument, it.if_expression());
        for branch in it.else_if_expressions().into_iter().flatten() {
            self.note_name(function, argument, branch.expression());
        }
        self.note_name(function, argument, it.else_expression());
    }

    fn push_given(&mut self, function: &str, argument: usize, text: Option<&str>, span: Range<usize>) {
        let (function, text) = (function.to_owned(), text.map(str::to_owned));
        self.outline.given.push(Given { function, argument, text, span });
    }

    fn note_definition(&mut self, definer: &TokenReference, named: Named<'_>, table: &TableConstructor) {
        let written = match named {
            Named::Token(token) => self.literal(token),
            Named::Value(value) => match bare(value) {
                Expression::String(token) => self.literal(token),
                _ => None,
            },
        };
        let (name, span) = match written {
            Some((name, span)) => (Some(name.to_owned()), span),
            None => (None, self.span(definer)),
        };
        let number = self.outline.definitions.len();
        let mut keys = Vec::new();
        self.keys(number, table, &mut Vec::new(), &mut keys);
        self.outline.definitions.push(Definition { definer: self.text(definer).to_owned(), name, span, keys });
    }

    fn keys(&mut self, definition: usize, table: &TableConstructor, path: &mut Vec<String>, keys: &mut Vec<Key>) {
        for field in table.fields().iter() {
            let (key, span, value) = match field {
                Field::NameKey { key, value, .. } => (self.text(key), self.span(key), value),
                Field::ExpressionKey { key, value, .. } => {
                    let Expression::String(token) = bare(key) else { continue };
                    let Some((key, span)) = self.literal(token) else { continue };
                    (key, span, value)
                }
                _ => continue,
            };
            path.push(key.to_owned());
            let value = bare(value);
            let is_function = matches!(value, Expression::Function(_));
            keys.push(Key { path: path.clone(), span, is_function });
            match value {
                Expression::Function(it) => {
                    let start = self.node(it.body()).start;
                    self.within.insert(start, Within { definition, path: path.clone() });
                }
                Expression::TableConstructor(inner) if path.len() < DEEPEST => {
                    self.keys(definition, inner, path, keys);
                }
                _ => {}
            }
            path.pop();
        }
    }

    /// Notes the use of a global table that is checked.
    pub(super) fn note_table(&mut self, token: &TokenReference, field: Option<(&str, Range<usize>)>) {
        let table = self.text(token);
        if (self.known.fields)(table, "").is_none() {
            return;
        }
        let (field, span) = field.map_or((None, self.span(token)), |(field, span)| (Some(field.to_owned()), span));
        self.outline.tables.push(TableRead { table: table.to_owned(), field, span });
    }
}

/// The one argument of a call.
enum Named<'a> {
    Token(&'a TokenReference),
    Value(&'a Expression),
}

fn only(args: &FunctionArgs) -> Option<Named<'_>> {
    match args {
        FunctionArgs::String(token) => Some(Named::Token(token)),
        FunctionArgs::Parentheses { arguments, .. } => {
            let mut all = arguments.iter();
            let (first, None) = (all.next()?, all.next()) else { return None };
            Some(Named::Value(first))
        }
        _ => None,
    }
}

fn only_table(args: &FunctionArgs) -> Option<&TableConstructor> {
    match args {
        FunctionArgs::TableConstructor(it) => Some(it),
        _ => match only(args)? {
            Named::Value(value) => match bare(value) {
                Expression::TableConstructor(it) => Some(it),
                _ => None,
            },
            Named::Token(_) => None,
        },
    }
}
