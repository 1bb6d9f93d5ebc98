//! Functions that run only while the script is loaded: what they leave in the file's own tables is there before anything
//! remembers a position.
//!
//! Such a function is a local of the file under a name that stands for nothing else, and each time it is named it is called at
//! once: by the file itself, or by another such function.

use full_moon::ast::{Ast, Call, FunctionBody, FunctionCall, LocalFunction, Prefix, Suffix};
use full_moon::tokenizer::{Token, TokenReference};
use full_moon::visitors::Visitor;
use std::collections::{HashMap, HashSet};

/// The names of all of them.
pub(super) fn only_at_load<'s>(source: &'s str, ast: &Ast) -> HashSet<&'s str> {
    let mut it = Uses { source, ..Uses::default() };
    it.visit_ast(ast);
    let Uses { mut declared, named, calls, .. } = it;
    // Once where it is declared, and once for each call.
    let called = |name: &str| calls.iter().filter(|call| call.of == name).count();
    declared.retain(|name| called(name) > 0 && named.get(name) == Some(&(called(name) + 1)));
    loop {
        let is_at_load = |from: &From<'s>| match from {
            From::File => true,
            From::Function(name) => declared.contains(name),
            From::Inner => false,
        };
        let late: Vec<&str> = calls.iter().filter(|call| !is_at_load(&call.from)).map(|call| call.of).collect();
        let before = declared.len();
        declared.retain(|name| !late.contains(name));
        if declared.len() == before {
            return declared;
        }
    }
}

/// What stands where.
#[derive(Clone, Copy)]
enum From<'s> {
    /// In no function.
    File,
    /// In the body of this local function of the file.
    Function(&'s str),
    /// In a function within that, or in one without a name.
    Inner,
}

struct Called<'s> {
    of: &'s str,
    from: From<'s>,
}

#[derive(Default)]
struct Uses<'s> {
    source: &'s str,
    /// The local functions of the file.
    declared: HashSet<&'s str>,
    /// How often each name is written, whatever it means there.
    named: HashMap<&'s str, usize>,
    calls: Vec<Called<'s>>,
    /// Functions that we are in.
    depth: usize,
    /// The local function of the file that we are in, or are about to enter.
    outermost: Option<&'s str>,
}

impl<'s> Uses<'s> {
    fn text(&self, token: &TokenReference) -> &'s str {
        self.of(token.token())
    }
    fn of(&self, token: &Token) -> &'s str {
        let span = token.start_position().bytes()..token.end_position().bytes();
        self.source.get(span).unwrap_or_default()
    }
}

impl Visitor for Uses<'_> {
    fn visit_identifier(&mut self, it: &Token) {
        *self.named.entry(self.of(it)).or_default() += 1;
    }
    fn visit_local_function(&mut self, it: &LocalFunction) {
        if self.depth == 0 {
            let name = self.text(it.name());
            self.declared.insert(name);
            self.outermost = Some(name);
        }
    }
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.depth += 1;
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.depth -= 1;
        if self.depth == 0 {
            self.outermost = None;
        }
    }
    fn visit_function_call(&mut self, it: &FunctionCall) {
        if let (Prefix::Name(name), Some(Suffix::Call(Call::AnonymousCall(_)))) = (it.prefix(), it.suffixes().next()) {
            let from = match (self.depth, self.outermost) {
                (0, _) => From::File,
                (1, Some(outermost)) => From::Function(outermost),
                _ => From::Inner,
            };
            self.calls.push(Called { of: self.text(name), from });
        }
    }
}
