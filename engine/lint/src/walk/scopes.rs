//! Scopes: finds the local that a name refers to and, if that local is an alias, what it stands for.

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
    /// Declares a local with its possible values; an empty list if the walker cannot tell them.
    pub(super) fn declare_with_values(&mut self, name: &'s str, alias: Alias<'s>, values: Vec<PossibleValue>) {
        let values = self.store_values(name, values);
        self.visible_locals.push(name);
        self.declarations.entry(name).or_default().push(Local { function_depth: self.function_depth, alias, values });
    }
    /// Declares the names of `local a, b = …`.
    pub(super) fn declare_all(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values: Vec<(Alias<'s>, Vec<PossibleValue>)> =
            values.iter().map(|value| (self.alias(value), self.possible_values(value))).collect();
        let mut values = values.into_iter();
        for name in names.iter() {
            let (alias, values) = values.next().unwrap_or((Alias::None, Vec::new()));
            self.declare_with_values(self.text(name), alias, values);
        }
    }
    /// The alias of a local that is declared with this value.
    pub(super) fn alias(&mut self, value: &Expression) -> Alias<'s> {
        if let Some(given) = self.source_alias(value) {
            return given;
        }
        if let Some(function) = self.table_function(value) {
            return Alias::TableFunction(function);
        }
        self.root_name(value).and_then(|root| self.file_local(root)).map_or(Alias::None, Alias::FileLocal)
    }
    /// `insert` for the expression `table.insert`.
    fn table_function(&self, value: &Expression) -> Option<&'s str> {
        let Expression::Var(Var::Expression(it)) = strip_parentheses(value) else { return None };
        let Prefix::Name(root) = it.prefix() else { return None };
        let mut suffixes = it.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return None };
        let library = self.text(root) == "table" && self.local_depth("table").is_none();
        library.then(|| self.constant_field(index).map(|f| f.name)).flatten()
    }
    /// The file-level local that a name refers to from inside a function, directly or through an alias.
    pub(super) fn file_local(&self, name: &'s str) -> Option<&'s str> {
        let local = self.declarations.get(name)?.last()?;
        match local.alias {
            Alias::FileLocal(file) => Some(file),
            _ => self.outlives_call(name).then_some(name),
        }
    }
    pub(super) fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let mark = self.visible_locals.len();
        body(self);
        for name in self.visible_locals.drain(mark..) {
            if let Some(all) = self.declarations.get_mut(name) {
                all.pop();
            }
        }
    }
    /// The number of functions around the declaration of this local; `None` for a global.
    pub(super) fn local_depth(&self, name: &str) -> Option<u32> {
        Some(self.declarations.get(name)?.last()?.function_depth)
    }
    /// Whether the walker is inside a function and this is a local of the file.
    pub(super) fn outlives_call(&self, name: &str) -> bool {
        self.function_depth > 0 && self.local_depth(name) == Some(0)
    }
}
