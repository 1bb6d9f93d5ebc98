//! Gathers the outline while the checks walk: see [`crate::outline`].

use super::{Local, Named, Other, Walker, bare};
use crate::outline::{CalledOfModule, Definition, FieldRead, Given, Key, May, Source, TableRead, Text, Value};
use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionDeclaration, Parameter, Prefix, Suffix,
    TableConstructor, Var,
};
use full_moon::tokenizer::{StringLiteralQuoteType, TokenReference, TokenType};
use std::ops::Range;

/// Tables within tables of a definition that are read.
const DEEPEST: usize = 3;

/// A function written out in a definition, that the walk has not come to yet.
#[derive(Debug, Clone)]
pub(super) struct Within {
    pub(super) definition: usize,
    pub(super) path: Vec<String>,
}

/// A call with nothing but a name: `action "march"`.
#[derive(Debug, Clone)]
pub(super) struct NamedCall {
    definer: String,
    name: String,
    /// Where the name stands.
    span: Range<usize>,
    /// Which definition it is, once a field of it was assigned.
    definition: Option<usize>,
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
            let local = *local;
            if let Other::Given(source) = local.stands_for {
                self.note_read(self.sources[source].clone(), suffixes);
            } else if let Some(source) = self.one_source(local) {
                self.note_read(source, suffixes);
            }
            return;
        }
        let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.first() else { return };
        self.note_names(root, args);
        self.note_called(root, args);
        self.note_read(self.gives(name, args), &suffixes[1..]);
        if let Some(Suffix::Call(Call::AnonymousCall(second))) = suffixes.get(1)
            && let (Some(argument), Some(table)) = (only(args), only_table(second))
        {
            self.note_definition(root, argument, table);
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
                let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next()) else {
                    return None;
                };
                let definer = self.text(root);
                if self.local(definer).is_some() {
                    return None;
                }
                let source = self.source(self.gives(definer, args));
                if let Some((name, span)) = only(args).and_then(|argument| self.written(&argument)) {
                    let (definer, name) = (definer.to_owned(), name.to_owned());
                    self.named_calls.insert(source, NamedCall { definer, name, span, definition: None });
                }
                Some(Other::Given(source))
            }
            _ => None,
        }
    }

    /// Declares the parameters of a function: of one in a definition it is known what they are.
    pub(super) fn declare_parameters(&mut self, body: &FunctionBody) {
        let within = self.within.remove(&self.node(body).start);
        for (parameter, it) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = it else { continue };
            let Some(Within { definition, path }) = within.clone() else {
                self.declare(name);
                continue;
            };
            let source = Source::Parameter { definition, path, parameter };
            let may = May { value: Value::From(source.clone()), span: self.span(name) };
            let stands_for = Other::Given(self.source(source));
            self.declare_holding(self.text(name), stands_for, vec![may]);
        }
    }

    fn source(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// What a call of a global function gives: a module, if that is its name.
    pub(super) fn gives(&self, function: &str, args: &FunctionArgs) -> Source {
        let module = only(args).filter(|_| function == "require").and_then(|argument| self.written(&argument));
        match module {
            Some((module, _)) => Source::Module(module.to_owned()),
            None => Source::Call(function.to_owned()),
        }
    }

    /// Notes what is read of a value by what follows it, and of that in turn.
    fn note_read(&mut self, mut source: Source, suffixes: &[&Suffix]) {
        for (at, suffix) in suffixes.iter().enumerate() {
            let field = match suffix {
                Suffix::Index(index) => self.named(index),
                _ => None,
            };
            let Some(Named { name, span, .. }) = field else {
                if at == 0 && matches!(source, Source::Parameter { .. }) {
                    self.outline.wholes.push(source);
                }
                return;
            };
            let (name, place) = (name.to_owned(), span.clone());
            self.outline.reads.push(FieldRead { source: Some(source.clone()), field: name.clone(), span });
            source = Source::Field(Box::new(source), name);
            if let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.get(at + 1)
                && let FunctionArgs::Parentheses { arguments, .. } = &**args
                && source.is_of_module()
            {
                let arguments = arguments.iter().map(|it| self.whole(it)).collect();
                let call = CalledOfModule { function: source.clone(), span: place, arguments };
                self.outline.calls_of_modules.push(call);
            }
        }
        if suffixes.is_empty() && matches!(source, Source::Parameter { .. }) {
            self.outline.wholes.push(source);
        }
    }

    fn note_names(&mut self, root: &TokenReference, args: &FunctionArgs) {
        let function = self.text(root);
        let call = Place { function, call: self.span(root).start, at: 0 };
        let named = self.known.named;
        for it in named.iter().filter(|it| it.function == function) {
            let wanted = |at: usize| it.argument.is_none_or(|argument| argument == at);
            match args {
                FunctionArgs::Parentheses { arguments, .. } => {
                    for (at, argument) in arguments.iter().enumerate().filter(|(at, _)| wanted(*at)) {
                        self.note_name(Place { at, ..call }, argument);
                    }
                }
                FunctionArgs::String(token) if wanted(0) => {
                    let (text, span) = self.literal(token).map_or((None, self.span(token)), |(t, s)| (Some(t), s));
                    self.push_given(call, text, span);
                }
                _ => {}
            }
        }
    }

    /// Notes every text that an argument may come to, and the members of a list.
    fn note_name(&mut self, to: Place<'s>, value: &Expression) {
        match bare(value) {
            Expression::String(token) => {
                let (text, span) = self.literal(token).map_or((None, self.span(token)), |(t, s)| (Some(t), s));
                self.push_given(to, text, span);
            }
            Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => self.note_name(to, rhs),
            Expression::BinaryOperator { lhs, binop: BinOp::Or(_), rhs } => {
                self.note_name(to, lhs);
                self.note_name(to, rhs);
            }
            Expression::IfExpression(it) => self.note_branches(to, it),
            Expression::TableConstructor(it) => {
                for field in it.fields().iter() {
                    if let Field::NoKey(member) = field {
                        self.note_name(to, member);
                    }
                }
            }
            Expression::Var(Var::Name(name)) if self.holds_text(name) => {
                for May { value, span } in self.may(bare(value)) {
                    let text = if let Value::Text(text) = value { Some(text) } else { None };
                    self.push_given(to, text.as_deref(), span);
                }
            }
            other => self.push_given(to, None, self.whole(other)),
        }
    }

    fn note_branches(&mut self, to: Place<'s>, it: &IfExpression) {
        self.note_name(to, it.if_expression());
        for branch in it.else_if_expressions().into_iter().flatten() {
            self.note_name(to, branch.expression());
        }
        self.note_name(to, it.else_expression());
    }

    fn push_given(&mut self, to: Place<'s>, text: Option<&str>, span: Range<usize>) {
        let (function, text) = (to.function.to_owned(), text.map(str::to_owned));
        self.outline.given.push(Given { function, argument: to.at, text, span, call: to.call });
    }

    /// The name that is the one argument of a call, if it is written there.
    pub(super) fn written(&self, argument: &Only<'_>) -> Option<(&'s str, Range<usize>)> {
        match argument {
            Only::Token(token) => self.literal(token),
            Only::Value(value) => match bare(value) {
                Expression::String(token) => self.literal(token),
                _ => None,
            },
        }
    }

    fn note_definition(&mut self, definer: &TokenReference, argument: Only<'_>, table: &TableConstructor) {
        let (name, span) = match self.written(&argument) {
            Some((name, span)) => (Some(name.to_owned()), span),
            None => (None, self.span(definer)),
        };
        let definition = self.define(self.text(definer).to_owned(), name, span);
        self.within_table(definition, &mut Vec::new(), table);
    }

    pub(super) fn define(&mut self, definer: String, name: Option<String>, span: Range<usize>) -> usize {
        self.outline.definitions.push(Definition { definer, name, span, keys: Vec::new(), texts: Vec::new() });
        self.outline.definitions.len() - 1
    }

    /// Notes what is assigned to a field of what a call with a name gave: `it.offered = { "begin" }`.
    pub(super) fn note_assigned(&mut self, var: &Var, value: &Expression) {
        let Var::Expression(it) = var else { return };
        let Prefix::Name(root) = it.prefix() else { return };
        let mut suffixes = it.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return };
        let Some((key, span)) = self.named(index).map(|field| (field.name.to_owned(), field.span)) else { return };
        if let Some(definition) = self.defined(root) {
            self.note_key(definition, &mut vec![key], span, Some(value));
        }
    }

    /// As [`Self::note_assigned`]: `function it.offer(side) … end`.
    pub(super) fn note_function(&mut self, it: &FunctionDeclaration) {
        let mut names = it.name().names().iter().chain(it.name().method_name());
        let (Some(root), Some(key), None) = (names.next(), names.next(), names.next()) else { return };
        if let Some(definition) = self.defined(root) {
            self.note_key(definition, &mut vec![self.text(key).to_owned()], self.span(key), None);
        }
    }

    /// The definition that a local stands for.
    fn defined(&mut self, root: &TokenReference) -> Option<usize> {
        let Other::Given(source) = self.declared.get(self.text(root))?.last()?.stands_for else { return None };
        let NamedCall { definer, name, span, definition } = self.named_calls.get(&source)?.clone();
        let definition = definition.unwrap_or_else(|| self.define(definer, Some(name), span));
        self.named_calls.get_mut(&source)?.definition = Some(definition);
        Some(definition)
    }

    fn within_table(&mut self, definition: usize, path: &mut Vec<String>, table: &TableConstructor) {
        for field in table.fields().iter() {
            let (key, span, value) = match field {
                Field::NameKey { key, value, .. } => (self.text(key), self.span(key), value),
                Field::ExpressionKey { key, value, .. } => {
                    let Expression::String(token) = bare(key) else { continue };
                    let Some((key, span)) = self.literal(token) else { continue };
                    (key, span, value)
                }
                Field::NoKey(member) => {
                    self.note_written(definition, path, member);
                    continue;
                }
                _ => continue,
            };
            path.push(key.to_owned());
            self.note_key(definition, path, span, Some(value));
            path.pop();
        }
    }

    /// Notes a key of a definition, and its value: a function if there is none to look at.
    fn note_key(&mut self, definition: usize, path: &mut Vec<String>, span: Range<usize>, value: Option<&Expression>) {
        let is_function = value.is_none_or(|value| matches!(bare(value), Expression::Function(_)));
        self.outline.definitions[definition].keys.push(Key { path: path.clone(), span, is_function });
        if let Some(value) = value {
            self.note_value(definition, path, value);
        }
    }

    fn note_value(&mut self, definition: usize, path: &mut Vec<String>, value: &Expression) {
        match bare(value) {
            Expression::Function(it) => {
                let start = self.node(it.body()).start;
                self.within.insert(start, Within { definition, path: path.clone() });
            }
            Expression::TableConstructor(inner) if path.len() < DEEPEST => self.within_table(definition, path, inner),
            other => self.note_written(definition, path, other),
        }
    }

    fn note_written(&mut self, definition: usize, path: &[String], value: &Expression) {
        if let Some((text, span)) = self.written(&Only::Value(value)) {
            let text = Text { path: path.to_vec(), text: text.to_owned(), span };
            self.outline.definitions[definition].texts.push(text);
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

/// An argument of a call.
#[derive(Clone, Copy)]
struct Place<'s> {
    function: &'s str,
    /// Where the call begins.
    call: usize,
    /// Which, from 0.
    at: usize,
}

/// The one argument of a call.
pub(super) enum Only<'a> {
    Token(&'a TokenReference),
    Value(&'a Expression),
}

pub(super) fn only(args: &FunctionArgs) -> Option<Only<'_>> {
    match args {
        FunctionArgs::String(token) => Some(Only::Token(token)),
        FunctionArgs::Parentheses { arguments, .. } => {
            let mut all = arguments.iter();
            let (first, None) = (all.next()?, all.next()) else { return None };
            Some(Only::Value(first))
        }
        _ => None,
    }
}

fn only_table(args: &FunctionArgs) -> Option<&TableConstructor> {
    match args {
        FunctionArgs::TableConstructor(it) => Some(it),
        _ => match only(args)? {
            Only::Value(value) => match bare(value) {
                Expression::TableConstructor(it) => Some(it),
                _ => None,
            },
            Only::Token(_) => None,
        },
    }
}
