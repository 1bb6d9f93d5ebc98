//! Collects the summary during the walk: see [`crate::script_summary`].

use super::{Alias, ConstantField, DefinitionFunction, Local, NamedCall, Walker, strip_parentheses};
use crate::script_summary::{
    Definition, FieldRead, HiddenCall, Key, ModuleCall, NameArgument, PossibleValue, Source, TableRead, Text, Value,
};
use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionDeclaration, Parameter, Prefix, Suffix,
    TableConstructor, Var,
};
use full_moon::tokenizer::{StringLiteralQuoteType, TokenReference, TokenType};
use std::ops::Range;

/// The deepest nesting of Luau tables in a definition that the summary includes.
const MAX_TABLE_DEPTH: usize = 3;

impl<'s> Walker<'s, '_> {
    /// Returns a string literal without its quotes, and the span with the quotes. Returns `None` for a literal with
    /// escapes or long brackets.
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
            self.summary.texts.push(text.to_owned());
        }
    }

    /// Adds the fields that an expression such as `info(unit).cost` reads, and the call at its beginning.
    pub(super) fn note_chain(&mut self, prefix: &Prefix, suffixes: &[&Suffix]) {
        for suffix in suffixes {
            if let Suffix::Index(index) = suffix
                && let Some(field) = self.constant_field(index)
            {
                let (field, span) = (field.name.to_owned(), field.span);
                self.summary.field_reads.push(FieldRead { source: None, field, span });
            }
        }
        let Prefix::Name(root) = prefix else { return };
        let name = self.text(root);
        if let Some(local) = self.declarations.get(name).and_then(|locals| locals.last()) {
            let local = *local;
            self.note_hidden_call(root, local, suffixes);
            if let Alias::Source(source) = local.alias {
                self.note_read(self.sources[source].clone(), suffixes);
            } else if let Some(source) = self.single_source(local) {
                self.note_read(source, suffixes);
            }
            return;
        }
        let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.first() else { return };
        self.note_names(root, args);
        self.note_call(root, args);
        self.note_wrap(root, args);
        self.note_read(self.call_source(self.current_name(name), args), &suffixes[1..]);
        if let Some(Suffix::Call(Call::AnonymousCall(second))) = suffixes.get(1)
            && let (Some(argument), Some(table)) = (single_argument(args), only_table(second))
        {
            self.note_definition(root, argument, table);
        }
    }

    /// Adds a call of a local that has the name of a global function.
    fn note_hidden_call(&mut self, root: &TokenReference, local: Local<'s>, suffixes: &[&Suffix]) {
        let name = self.text(root);
        if matches!(suffixes.first(), Some(Suffix::Call(Call::AnonymousCall(_)))) && (self.symbols.is_global)(name) {
            let values = self.values_of(local).to_vec();
            self.summary.hidden_calls.push(HiddenCall { function: name.to_owned(), span: self.span(root), values });
        }
    }

    /// Adds a use of a local as a whole, if the source of its value is known.
    pub(super) fn note_whole_use(&mut self, local: Local<'s>) {
        if let Alias::Source(source) = local.alias {
            self.summary.whole_uses.push(self.sources[source].clone());
        }
    }

    /// Returns the alias of a local with this value, if the source of the value is known.
    pub(super) fn source_alias(&mut self, value: &Expression) -> Option<Alias<'s>> {
        match strip_parentheses(value) {
            Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => self.source_alias(rhs),
            Expression::Var(Var::Name(name)) => match self.declarations.get(self.text(name))?.last()?.alias {
                alias @ Alias::Source(_) => Some(alias),
                _ => None,
            },
            Expression::FunctionCall(call) => {
                let Prefix::Name(root) = call.prefix() else { return None };
                let mut suffixes = call.suffixes();
                let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next()) else {
                    return None;
                };
                let definer = self.text(root);
                if self.local_depth(definer).is_some() {
                    return None;
                }
                let definer = self.current_name(definer);
                let source = self.store_source(self.call_source(definer, args));
                if let Some((name, span)) = single_argument(args).and_then(|argument| self.literal_argument(&argument))
                {
                    let (definer, name) = (definer.to_owned(), name.to_owned());
                    self.named_calls.insert(source, NamedCall { definer, name, span, definition: None });
                }
                Some(Alias::Source(source))
            }
            _ => None,
        }
    }

    /// Declares the parameters of a function. In a definition, the source of the parameters is known.
    pub(super) fn declare_parameters(&mut self, body: &FunctionBody) {
        let definition_function = self.definition_functions.remove(&self.node_span(body).start);
        for (index, parameter) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = parameter else { continue };
            let Some(DefinitionFunction { definition, path }) = definition_function.clone() else {
                self.declare(name);
                continue;
            };
            let source = Source::Parameter { definition, path, parameter: index };
            let value = PossibleValue { value: Value::Source(source.clone()), span: self.span(name) };
            let alias = Alias::Source(self.store_source(source));
            self.declare_with_values(self.text(name), alias, vec![value]);
        }
    }

    /// Stores a source. Returns its index in `Walker::sources`.
    fn store_source(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// Returns the source of a call's result: the module for `require("lib/pick")`, otherwise the function.
    pub(super) fn call_source(&self, function: &str, args: &FunctionArgs) -> Source {
        let module = single_argument(args)
            .filter(|_| function == "require")
            .and_then(|argument| self.literal_argument(&argument));
        match module {
            Some((module, _)) => Source::Module(module.to_owned()),
            None => Source::Call(function.to_owned()),
        }
    }

    /// Adds each field that the suffixes read. For `.a.b`, these are the field `a` of the source and the field `b` of
    /// `a`.
    fn note_read(&mut self, mut source: Source, suffixes: &[&Suffix]) {
        for (index, suffix) in suffixes.iter().enumerate() {
            let field = match suffix {
                Suffix::Index(index) => self.constant_field(index),
                _ => None,
            };
            let Some(ConstantField { name, span, .. }) = field else {
                // A computed field such as `effect[side]` uses the whole parameter.
                if index == 0 && matches!(source, Source::Parameter { .. }) {
                    self.summary.whole_uses.push(source);
                }
                return;
            };
            let (name, name_span) = (name.to_owned(), span.clone());
            self.summary.field_reads.push(FieldRead { source: Some(source.clone()), field: name.clone(), span });
            source = Source::Field(Box::new(source), name);
            if let Some(Suffix::Call(Call::AnonymousCall(args))) = suffixes.get(index + 1)
                && let FunctionArgs::Parentheses { arguments, .. } = &**args
                && source.is_of_module()
            {
                let arguments = arguments.iter().map(|it| self.full_span(it)).collect();
                let call = ModuleCall { function: source.clone(), span: name_span, arguments };
                self.summary.module_calls.push(call);
            }
        }
        if suffixes.is_empty() && matches!(source, Source::Parameter { .. }) {
            self.summary.whole_uses.push(source);
        }
    }

    /// Adds the names in the arguments of a call, if the function takes names.
    fn note_names(&mut self, root: &TokenReference, args: &FunctionArgs) {
        let function = self.called_name(root);
        let first = ArgumentPlace { function, call: self.span(root).start, argument: 0 };
        let name_parameters = self.symbols.name_parameters;
        for parameter in name_parameters.iter().filter(|parameter| parameter.function == function) {
            let takes_name = |index: usize| parameter.argument.is_none_or(|argument| argument == index);
            match args {
                FunctionArgs::Parentheses { arguments, .. } => {
                    for (index, value) in arguments.iter().enumerate().filter(|(index, _)| takes_name(*index)) {
                        self.note_name(ArgumentPlace { argument: index, ..first }, value);
                    }
                }
                FunctionArgs::String(token) if takes_name(0) => {
                    let (text, span) =
                        self.literal(token).map_or((None, self.span(token)), |(text, span)| (Some(text), span));
                    self.push_name_argument(first, text, span);
                }
                _ => {}
            }
        }
    }

    /// Adds every possible string of an argument. For a list literal, adds every possible string of its members.
    fn note_name(&mut self, place: ArgumentPlace<'s>, value: &Expression) {
        match strip_parentheses(value) {
            Expression::String(token) => {
                let (text, span) =
                    self.literal(token).map_or((None, self.span(token)), |(text, span)| (Some(text), span));
                self.push_name_argument(place, text, span);
            }
            Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => self.note_name(place, rhs),
            Expression::BinaryOperator { lhs, binop: BinOp::Or(_), rhs } => {
                self.note_name(place, lhs);
                self.note_name(place, rhs);
            }
            Expression::IfExpression(conditional) => self.note_branches(place, conditional),
            Expression::TableConstructor(table) => {
                for field in table.fields().iter() {
                    if let Field::NoKey(member) = field {
                        self.note_name(place, member);
                    }
                }
            }
            Expression::Var(Var::Name(name)) if self.may_hold_text(name) => {
                for PossibleValue { value, span } in self.possible_values(strip_parentheses(value)) {
                    let text = if let Value::Text(text) = value { Some(text) } else { None };
                    self.push_name_argument(place, text.as_deref(), span);
                }
            }
            other => self.push_name_argument(place, None, self.full_span(other)),
        }
    }

    fn note_branches(&mut self, place: ArgumentPlace<'s>, conditional: &IfExpression) {
        self.note_name(place, conditional.if_expression());
        for branch in conditional.else_if_expressions().into_iter().flatten() {
            self.note_name(place, branch.expression());
        }
        self.note_name(place, conditional.else_expression());
    }

    fn push_name_argument(&mut self, place: ArgumentPlace<'s>, text: Option<&str>, span: Range<usize>) {
        let (function, text) = (place.function.to_owned(), text.map(str::to_owned));
        self.summary.name_arguments.push(NameArgument {
            function,
            argument: place.argument,
            text,
            span,
            call: place.call,
            options: self.options.iter().map(|option| (*option).to_owned()).collect(),
        });
    }

    /// Returns the text and the span of an argument that is a string literal.
    pub(super) fn literal_argument(&self, argument: &SingleArgument<'_>) -> Option<(&'s str, Range<usize>)> {
        match argument {
            SingleArgument::Token(token) => self.literal(token),
            SingleArgument::Value(value) => match strip_parentheses(value) {
                Expression::String(token) => self.literal(token),
                _ => None,
            },
        }
    }

    /// Adds a definition such as `verb "crisis" { … }`.
    fn note_definition(&mut self, definer: &TokenReference, argument: SingleArgument<'_>, table: &TableConstructor) {
        let (name, span) = match self.literal_argument(&argument) {
            Some((name, span)) => (Some(name.to_owned()), span),
            None => (None, self.span(definer)),
        };
        let definition = self.define(self.called_name(definer).to_owned(), name, span);
        self.note_table_fields(definition, &mut Vec::new(), table);
    }

    /// Adds a definition without keys. Returns its index in the summary.
    pub(super) fn define(&mut self, definer: String, name: Option<String>, span: Range<usize>) -> usize {
        self.summary.definitions.push(Definition { definer, name, span, keys: Vec::new(), texts: Vec::new() });
        self.summary.definitions.len() - 1
    }

    /// Adds an assignment to a field of a named definition: `it.offered = { "begin" }`.
    pub(super) fn note_assigned(&mut self, var: &Var, value: &Expression) {
        let Var::Expression(target) = var else { return };
        let Prefix::Name(root) = target.prefix() else { return };
        let mut suffixes = target.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return };
        let Some((key, span)) = self.constant_field(index).map(|field| (field.name.to_owned(), field.span)) else {
            return;
        };
        if let Some(definition) = self.definition_of(root) {
            self.note_key(definition, &mut vec![key], span, Some(value));
        }
    }

    /// Adds a function that the script declares as a field of a named definition: `function it.offer(side) … end`.
    pub(super) fn note_function(&mut self, declaration: &FunctionDeclaration) {
        let mut names = declaration.name().names().iter().chain(declaration.name().method_name());
        let (Some(root), Some(key), None) = (names.next(), names.next(), names.next()) else { return };
        if let Some(definition) = self.definition_of(root) {
            self.note_key(definition, &mut vec![self.text(key).to_owned()], self.span(key), None);
        }
    }

    /// Returns the index of the definition that a local holds. Adds the definition at the first assignment to a field.
    fn definition_of(&mut self, root: &TokenReference) -> Option<usize> {
        let Alias::Source(source) = self.declarations.get(self.text(root))?.last()?.alias else { return None };
        let NamedCall { definer, name, span, definition } = self.named_calls.get(&source)?.clone();
        let definition = definition.unwrap_or_else(|| self.define(definer, Some(name), span));
        self.named_calls.get_mut(&source)?.definition = Some(definition);
        Some(definition)
    }

    /// Adds the keys and texts of a Luau table in a definition. `path` holds the keys to the table.
    fn note_table_fields(&mut self, definition: usize, path: &mut Vec<String>, table: &TableConstructor) {
        for field in table.fields().iter() {
            let (key, span, value) = match field {
                Field::NameKey { key, value, .. } => (self.text(key), self.span(key), value),
                Field::ExpressionKey { key, value, .. } => {
                    let Expression::String(token) = strip_parentheses(key) else { continue };
                    let Some((key, span)) = self.literal(token) else { continue };
                    (key, span, value)
                }
                Field::NoKey(member) => {
                    self.note_text_value(definition, path, member);
                    continue;
                }
                _ => continue,
            };
            path.push(key.to_owned());
            self.note_key(definition, path, span, Some(value));
            path.pop();
        }
    }

    /// Adds a key of a definition, and its value. `value` is `None` for a function declaration.
    fn note_key(&mut self, definition: usize, path: &mut Vec<String>, span: Range<usize>, value: Option<&Expression>) {
        let is_function = value.is_none_or(|value| matches!(strip_parentheses(value), Expression::Function(_)));
        if let (Some(Expression::Function(function)), [modify, hook]) = (value.map(strip_parentheses), &path[..])
            && modify == "modify"
            && self.summary.definitions[definition].definer == "effect"
        {
            self.note_answer(hook, span.clone(), function.body());
        }
        self.summary.definitions[definition].keys.push(Key { path: path.clone(), span, is_function });
        if let Some(value) = value {
            self.note_value(definition, path, value);
        }
    }

    fn note_value(&mut self, definition: usize, path: &mut Vec<String>, value: &Expression) {
        match strip_parentheses(value) {
            Expression::Function(function) => {
                let start = self.node_span(function.body()).start;
                self.definition_functions.insert(start, DefinitionFunction { definition, path: path.clone() });
            }
            Expression::TableConstructor(inner) if path.len() < MAX_TABLE_DEPTH => {
                self.note_table_fields(definition, path, inner)
            }
            other => self.note_text_value(definition, path, other),
        }
    }

    fn note_text_value(&mut self, definition: usize, path: &[String], value: &Expression) {
        if let Some((text, span)) = self.literal_argument(&SingleArgument::Value(value)) {
            let text = Text { path: path.to_vec(), text: text.to_owned(), span };
            self.summary.definitions[definition].texts.push(text);
        }
    }

    /// Adds a use of a global Luau table whose fields are checked.
    pub(super) fn note_table(&mut self, token: &TokenReference, field: Option<(&str, Range<usize>)>) {
        let table = self.text(token);
        // For a table whose fields are not checked, `has_field` returns `None` for any field.
        if (self.symbols.has_field)(table, "").is_none() {
            return;
        }
        let (field, span) = field.map_or((None, self.span(token)), |(field, span)| (Some(field.to_owned()), span));
        self.summary.table_reads.push(TableRead { table: table.to_owned(), field, span });
    }
}

/// Identifies an argument: which argument of which call.
#[derive(Clone, Copy)]
struct ArgumentPlace<'s> {
    function: &'s str,
    /// The first byte of the call.
    call: usize,
    /// The index of the argument, from 0.
    argument: usize,
}

/// The only argument of a call.
pub(super) enum SingleArgument<'a> {
    /// A string literal without parentheses: `action "march"`.
    Token(&'a TokenReference),
    Value(&'a Expression),
}

/// Returns the argument of a call with exactly one argument. `None` for a table constructor without parentheses.
pub(super) fn single_argument(args: &FunctionArgs) -> Option<SingleArgument<'_>> {
    match args {
        FunctionArgs::String(token) => Some(SingleArgument::Token(token)),
        FunctionArgs::Parentheses { arguments, .. } => {
            let mut remaining = arguments.iter();
            let (first, None) = (remaining.next()?, remaining.next()) else { return None };
            Some(SingleArgument::Value(first))
        }
        _ => None,
    }
}

/// Returns the table constructor that is the only argument of a call.
fn only_table(args: &FunctionArgs) -> Option<&TableConstructor> {
    match args {
        FunctionArgs::TableConstructor(table) => Some(table),
        _ => match single_argument(args)? {
            SingleArgument::Value(value) => match strip_parentheses(value) {
                Expression::TableConstructor(table) => Some(table),
                _ => None,
            },
            SingleArgument::Token(_) => None,
        },
    }
}
