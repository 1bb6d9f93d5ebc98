//! Finds the names that a script assigns to.

use crate::parse::range;
use full_moon::ast::{Assignment, Ast, CompoundAssignment, FunctionDeclaration, Var};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::HashSet;

/// Returns every name that a script assigns to.
pub(super) fn find<'s>(source: &'s str, ast: &Ast) -> HashSet<&'s str> {
    let mut collector = AssignmentCollector { source, names: HashSet::new() };
    collector.visit_ast(ast);
    collector.names
}

struct AssignmentCollector<'s> {
    source: &'s str,
    names: HashSet<&'s str>,
}

impl AssignmentCollector<'_> {
    fn note(&mut self, name: &TokenReference) {
        let name = name.token();
        self.names.extend(self.source.get(range((name.start_position(), name.end_position()))));
    }

    fn note_var(&mut self, var: &Var) {
        if let Var::Name(name) = var {
            self.note(name);
        }
    }
}

impl Visitor for AssignmentCollector<'_> {
    fn visit_assignment(&mut self, assignment: &Assignment) {
        assignment.variables().iter().for_each(|var| self.note_var(var));
    }
    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        self.note_var(assignment.lhs());
    }
    fn visit_function_declaration(&mut self, declaration: &FunctionDeclaration) {
        if let (1, Some(name)) = (declaration.name().names().len(), declaration.name().names().iter().next()) {
            self.note(name);
        }
    }
}
