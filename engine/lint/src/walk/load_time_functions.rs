//! Finds functions that run only while the script loads. They may change the file's own tables.
//!
//! Such a function is a local of the file, and no other name in the file is spelled like it. The file only ever
//! calls it: at file level, or from another such function.

use full_moon::ast::{Ast, Call, FunctionBody, FunctionCall, LocalFunction, Prefix, Suffix};
use full_moon::tokenizer::{Token, TokenReference};
use full_moon::visitors::Visitor;
use std::collections::{HashMap, HashSet};

/// The names of all such functions.
pub(super) fn only_at_load<'s>(source: &'s str, ast: &Ast) -> HashSet<&'s str> {
    let mut it = CallCollector { source, ..CallCollector::default() };
    it.visit_ast(ast);
    let CallCollector { mut declared, named, calls, .. } = it;
    // A name occurs once in its declaration and once in each call.
    let called = |name: &str| calls.iter().filter(|call| call.name == name).count();
    declared.retain(|name| called(name) > 0 && named.get(name) == Some(&(called(name) + 1)));
    loop {
        let is_at_load = |from: &CallSite<'s>| match from {
            CallSite::File => true,
            CallSite::Function(name) => declared.contains(name),
            CallSite::Inner => false,
        };
        let late: Vec<&str> = calls.iter().filter(|call| !is_at_load(&call.site)).map(|call| call.name).collect();
        let before = declared.len();
        declared.retain(|name| !late.contains(name));
        if declared.len() == before {
            return declared;
        }
    }
}

/// The place of a call.
#[derive(Clone, Copy)]
enum CallSite<'s> {
    /// Outside all functions.
    File,
    /// Directly in this local function of the file.
    Function(&'s str),
    /// In a nested function, or in one without a name.
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
    /// How often each name occurs, with any meaning.
    named: HashMap<&'s str, usize>,
    calls: Vec<LocalCall<'s>>,
    /// The number of functions around the current node.
    depth: usize,
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
    fn visit_identifier(&mut self, it: &Token) {
        *self.named.entry(self.token_text(it)).or_default() += 1;
    }
    fn visit_local_function(&mut self, it: &LocalFunction) {
        if self.depth == 0 {
            let name = self.text(it.name());
            self.declared.insert(name);
            self.outer_function = Some(name);
        }
    }
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.depth += 1;
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.depth -= 1;
        if self.depth == 0 {
            self.outer_function = None;
        }
    }
    fn visit_function_call(&mut self, it: &FunctionCall) {
        if let (Prefix::Name(name), Some(Suffix::Call(Call::AnonymousCall(_)))) = (it.prefix(), it.suffixes().next()) {
            let from = match (self.depth, self.outer_function) {
                (0, _) => CallSite::File,
                (1, Some(outer_function)) => CallSite::Function(outer_function),
                _ => CallSite::Inner,
            };
            self.calls.push(LocalCall { name: self.text(name), site: from });
        }
    }
}
