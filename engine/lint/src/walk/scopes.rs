//! Which declaration a name means: locals in force, and what they stand for.

use super::{Local, Other, Walker, bare};
use crate::outline::May;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{Expression, Prefix, Suffix, Var};
use full_moon::tokenizer::TokenReference;

impl<'s> Walker<'s, '_> {
    pub(super) fn declare(&mut self, token: &TokenReference) {
        self.declare_name(self.text(token), Other::Nothing);
    }
    pub(super) fn declare_name(&mut self, name: &'s str, stands_for: Other<'s>) {
        self.declare_holding(name, stands_for, Vec::new());
    }
    /// The same with all that it may hold; nothing if that is not seen.
    pub(super) fn declare_holding(&mut self, name: &'s str, stands_for: Other<'s>, may: Vec<May>) {
        let holds = self.held(name, may);
        self.visible.push(name);
        self.declared.entry(name).or_default().push(Local { functions: self.functions, stands_for, holds });
    }
    /// Declares the names of `local a, b = …`.
    pub(super) fn declare_all(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values: Vec<(Other<'s>, Vec<May>)> =
            values.iter().map(|value| (self.stands_for(value), self.may(value))).collect();
        let mut values = values.into_iter();
        for name in names.iter() {
            let (stands_for, may) = values.next().unwrap_or((Other::Nothing, Vec::new()));
            self.declare_holding(self.text(name), stands_for, may);
        }
    }
    /// What a local is another name of, if it is given this value.
    pub(super) fn stands_for(&mut self, value: &Expression) -> Other<'s> {
        if let Some(given) = self.given(value) {
            return given;
        }
        if let Some(function) = self.table_function(value) {
            return Other::TableFunction(function);
        }
        self.root(value).and_then(|root| self.of_file(root)).map_or(Other::Nothing, Other::OfFile)
    }
    /// `insert` of `table.insert`.
    fn table_function(&self, value: &Expression) -> Option<&'s str> {
        let Expression::Var(Var::Expression(it)) = bare(value) else { return None };
        let Prefix::Name(root) = it.prefix() else { return None };
        let mut suffixes = it.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return None };
        let library = self.text(root) == "table" && self.local("table").is_none();
        library.then(|| self.named(index).map(|f| f.name)).flatten()
    }
    /// The local of the file that a name means or stands for, seen from inside a function.
    pub(super) fn of_file(&self, name: &'s str) -> Option<&'s str> {
        let local = self.declared.get(name)?.last()?;
        match local.stands_for {
            Other::OfFile(file) => Some(file),
            _ => self.outlives_call(name).then_some(name),
        }
    }
    pub(super) fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let mark = self.visible.len();
        body(self);
        for name in self.visible.drain(mark..) {
            if let Some(all) = self.declared.get_mut(name) {
                all.pop();
            }
        }
    }
    /// In how many functions the local of this name is declared; `None` for a global.
    pub(super) fn local(&self, name: &str) -> Option<u32> {
        Some(self.declared.get(name)?.last()?.functions)
    }
    /// Whether this is a local of the file, seen from inside a function.
    pub(super) fn outlives_call(&self, name: &str) -> bool {
        self.functions > 0 && self.local(name) == Some(0)
    }
}
