//! What is assigned to: nothing that outlives the call, for the position holds everything.

use super::{Other, Walker, bare};
use full_moon::ast::{Expression, Prefix, Suffix, Var, VarExpression};
use full_moon::tokenizer::TokenReference;
use std::ops::Range;

impl<'s> Walker<'s, '_> {
    pub(super) fn write(&mut self, var: &Var) {
        match var {
            Var::Name(name) => self.write_name(name, false),
            Var::Expression(it) => {
                self.chain(it.prefix(), it.suffixes(), true);
                if let Some(name) = self.root_of_var(it).and_then(|root| self.of_file(root)) {
                    self.module_state(self.whole_var(it), name, "changed inside a function");
                }
            }
            _ => {}
        }
    }

    pub(super) fn write_name(&mut self, token: &TokenReference, function: bool) {
        let name = self.text(token);
        if let Some(local) = self.declared.get_mut(name).and_then(|all| all.last_mut()) {
            local.stands_for = Other::Nothing; // It means something else from here on.
            local.holds = None;
        }
        if self.outlives_call(name) {
            self.module_state(self.span(token), name, "assigned inside a function");
        } else if self.local(name).is_none() {
            self.global_write(self.span(token), name, function);
        }
    }

    fn global_write(&mut self, span: Range<usize>, name: &str, function: bool) {
        if (self.known.globals)(name) {
            let help = Some("for a variable of the script, take another name and declare it with `local`".into());
            self.report(
                "script::global-write",
                span,
                format!("`{name}` belongs to the engine and cannot be assigned"),
                "assigned here",
                help,
            );
            return;
        }
        let near = (self.known.nearest)(name, &self.visible);
        let declared = if function { format!("`local function {name}`") } else { format!("`local {name}`") };
        let help = match near {
            Some(near) if !function => format!("did you mean `{near}`? if not, declare it with {declared}"),
            _ => format!("declare it with {declared}"),
        };
        self.report(
            "script::global-write",
            span,
            format!("`{name}` is not declared, and scripts may not make globals"),
            "assigned as a global",
            Some(help),
        );
    }

    pub(super) fn module_state(&mut self, span: Range<usize>, name: &str, label: &str) {
        if let (1, Some(function)) = (self.functions, self.outermost) {
            self.left.push((self.findings.len(), function));
        }
        self.report(
            "script::module-state",
            span,
            format!("`{name}` belongs to the file: what a function leaves in it is not part of the position"),
            label,
            Some("keep it in a fact, a track or a mark, in a `local` of the function, or return it".into()),
        );
    }

    /// The local that a variable like `a.b[c]` is part of, unless there is a call in between.
    fn root_of_var(&self, it: &VarExpression) -> Option<&'s str> {
        if it.suffixes().any(|s| matches!(s, Suffix::Call(_))) {
            return None;
        }
        match it.prefix() {
            Prefix::Name(name) => Some(self.text(name)),
            Prefix::Expression(inner) => self.root(inner),
            _ => None,
        }
    }

    pub(super) fn root(&self, it: &Expression) -> Option<&'s str> {
        match bare(it) {
            Expression::Var(Var::Name(name)) => Some(self.text(name)),
            Expression::Var(Var::Expression(var)) => self.root_of_var(var),
            _ => None,
        }
    }
}
