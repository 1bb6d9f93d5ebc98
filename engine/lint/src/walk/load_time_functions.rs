//! Finds functions that run only while the script loads. They may change the file's own Luau tables.
//!
//! Such a load-time function is a local of the file, and no other name in the file is spelled the same. The file only
//! calls the function, at file level or from another load-time function, and never uses it as a value.

use full_moon::ast::{Ast, Call, FunctionBody, FunctionCall, LocalFunction, Prefix, Suffix};
use full_moon::tokenizer::{Token, TokenReference};
use full_moon::visitors::Visitor;
use std::collections::{HashMap, HashSet};

/// Returns the names of all load-time functions of the file.
pub(super) fn only_at_load<'s>(source: &'s str, ast: &Ast) -> HashSet<&'s str> {
    let mut collector = CallCollector { source, ..CallCollector::default() };
    collector.visit_ast(ast);
    let CallCollector { mut declared, occurrences, calls, .. } = collector;
    // A name occurs once in its declaration and once in each call.
    let call_count = |name: &str| calls.iter().filter(|call| call.name == name).count();
    declared.retain(|name| call_count(name) > 0 && occurrences.get(name) == Some(&(call_count(name) + 1)));
    loop {
        let is_at_load = |site: &CallSite<'s>| match site {
            CallSite::File => true,
            CallSite::Function(name) => declared.contains(name),
            CallSite::Inner => false,
        };
        let called_later: Vec<&str> =
            calls.iter().filter(|call| !is_at_load(&call.site)).map(|call| call.name).collect();
        let count_before = declared.len();
        declared.retain(|name| !called_later.contains(name));
        if declared.len() == count_before {
            return declared;
        }
    }
}

/// Where a call stands in the file.
#[derive(Clone, Copy)]
enum CallSite<'s> {
    /// The call stands outside all functions.
    File,
    /// The call stands directly in this local function of the file.
    Function(&'s str),
    /// The call stands in a nested function, or in a function without a name.
    Inner,
}

struct LocalCall<'s> {
    name: &'s str,
    site: CallSite<'s>,
}

#[derive(Default)]
struct CallCollector<'s> {
    source: &'s str,
    /// The local functions of the file.
    declared: HashSet<&'s str>,
    /// How often each name occurs in the file, as a local, a field or anything else.
    occurrences: HashMap<&'s str, usize>,
    calls: Vec<LocalCall<'s>>,
    /// The number of functions around the current node.
    function_depth: usize,
    /// The local function of the file that the visitor is in, or enters next.
    outer_function: Option<&'s str>,
}

impl<'s> CallCollector<'s> {
    fn text(&self, token: &TokenReference) -> &'s str {
        self.token_text(token.token())
    }
    fn token_text(&self, token: &Token) -> &'s str {
        let span = token.start_position().bytes()..token.end_position().bytes();
        self.source.get(span).unwrap_or_default()
    }
}

impl Visitor for CallCollector<'_> {
    fn visit_identifier(&mut self, identifier: &Token) {
        *self.occurrences.entry(self.token_text(identifier)).or_default() += 1;
    }
    fn visit_local_function(&mut self, function: &LocalFunction) {
        if self.function_depth == 0 {
            let name = self.text(function.name());
            self.declared.insert(name);
            self.outer_function = Some(name);
        }
    }
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.function_depth += 1;
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.function_depth -= 1;
        if self.function_depth == 0 {
            self.outer_function = None;
        }
    }
    fn visit_function_call(&mut self, call: &FunctionCall) {
        if let (Prefix::Name(name), Some(Suffix::Call(Call::AnonymousCall(_)))) =
            (call.prefix(), call.suffixes().next())
        {
            let site = match (self.function_depth, self.outer_function) {
                (0, _) => CallSite::File,
                (1, Some(outer_function)) => CallSite::Function(outer_function),
                _ => CallSite::Inner,
            };
            self.calls.push(LocalCall { name: self.text(name), site });
        }
    }
}
