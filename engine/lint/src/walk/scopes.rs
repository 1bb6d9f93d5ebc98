//! Tracks scopes. Finds the local that a name refers to and, if the local is an alias, what the alias stands for.

use super::{Alias, Local, Walker, strip_parentheses};
use crate::script_summary::PossibleValue;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{Expression, Prefix, Suffix, Var};
use full_moon::tokenizer::TokenReference;

impl<'s> Walker<'s, '_> {
    pub(super) fn declare(&mut self, token: &TokenReference) {
        self.declare_name(self.text(token), Alias::None);
    }
    pub(super) fn declare_name(&mut self, name: &'s str, alias: Alias<'s>) {
        self.declare_with_values(name, alias, Vec::new());
    }
    /// Declares a local with its possible values. `values` is empty if the walker cannot tell them.
    pub(super) fn declare_with_values(&mut self, name: &'s str, alias: Alias<'s>, values: Vec<PossibleValue>) {
        let values = self.store_values(name, values);
        self.visible_locals.push(name);
        self.declarations.entry(name).or_default().push(Local { function_depth: self.function_depth, alias, values });
    }
    /// Declares the names of `local a, b = …`.
    pub(super) fn declare_all(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let aliases_and_values: Vec<(Alias<'s>, Vec<PossibleValue>)> =
            values.iter().map(|value| (self.alias(value), self.possible_values(value))).collect();
        let mut remaining = aliases_and_values.into_iter();
        for name in names.iter() {
            let (alias, values) = remaining.next().unwrap_or((Alias::None, Vec::new()));
            self.declare_with_values(self.text(name), alias, values);
        }
    }
    /// Returns the alias of a local that is declared with this value.
    pub(super) fn alias(&mut self, value: &Expression) -> Alias<'s> {
        if let Some(alias) = self.source_alias(value) {
            return alias;
        }
        if let Some(function) = self.table_function(value) {
            return Alias::TableFunction(function);
        }
        self.root_name(value).and_then(|root| self.file_local(root)).map_or(Alias::None, Alias::FileLocal)
    }
    /// Returns the name of a function of the Luau library `table`: `insert` for the expression `table.insert`.
    fn table_function(&self, value: &Expression) -> Option<&'s str> {
        let Expression::Var(Var::Expression(variable)) = strip_parentheses(value) else { return None };
        let Prefix::Name(root) = variable.prefix() else { return None };
        let mut suffixes = variable.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return None };
        let is_library = self.text(root) == "table" && self.local_depth("table").is_none();
        is_library.then(|| self.constant_field(index).map(|f| f.name)).flatten()
    }
    /// Returns the file-level local that a name refers to from inside a function, directly or through an alias.
    pub(super) fn file_local(&self, name: &'s str) -> Option<&'s str> {
        let local = self.declarations.get(name)?.last()?;
        match local.alias {
            Alias::FileLocal(local_name) => Some(local_name),
            _ => self.outlives_call(name).then_some(name),
        }
    }

    /// Runs `body`, then removes the locals that it declared.
    pub(super) fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let outer_count = self.visible_locals.len();
        body(self);
        for name in self.visible_locals.drain(outer_count..) {
            if let Some(declarations) = self.declarations.get_mut(name) {
                declarations.pop();
            }
        }
    }
    /// Returns the number of functions around the declaration of a local; `None` for a global.
    pub(super) fn local_depth(&self, name: &str) -> Option<u32> {
        Some(self.declarations.get(name)?.last()?.function_depth)
    }
    /// Whether the walker is inside a function and the name is a local of the file.
    pub(super) fn outlives_call(&self, name: &str) -> bool {
        self.function_depth > 0 && self.local_depth(name) == Some(0)
    }
}
