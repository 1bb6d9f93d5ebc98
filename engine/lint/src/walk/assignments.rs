//! Checks assignments. A function may not change a variable that outlives the call, because all game state is in the
//! position.

use super::{Alias, Walker, strip_parentheses};
use full_moon::ast::{Expression, Prefix, Suffix, Var, VarExpression};
use full_moon::tokenizer::TokenReference;
use std::ops::Range;

impl<'s> Walker<'s, '_> {
    pub(super) fn assign(&mut self, var: &Var) {
        match var {
            Var::Name(name) => self.assign_name(name, false),
            Var::Expression(target) => {
                self.chain(target.prefix(), target.suffixes(), true);
                if let Some(name) = self.root_of_var(target).and_then(|root| self.file_local(root)) {
                    self.report_module_state(self.full_var_span(target), name, "changed inside a function");
                }
            }
            _ => {}
        }
    }

    /// Checks an assignment to a name. `is_function` says that the assignment has the form `function name() … end`.
    pub(super) fn assign_name(&mut self, token: &TokenReference, is_function: bool) {
        let name = self.text(token);
        if let Some(local) = self.declarations.get_mut(name).and_then(|locals| locals.last_mut()) {
            local.alias = Alias::None; // From here on the local has another value.
            local.values = None;
        }
        if self.outlives_call(name) {
            self.report_module_state(self.span(token), name, "assigned inside a function");
        } else if self.local_depth(name).is_none() {
            self.report_global_write(self.span(token), name, is_function);
        }
    }

    fn report_global_write(&mut self, span: Range<usize>, name: &str, is_function: bool) {
        if (self.symbols.is_global)(name) {
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
        let near = (self.symbols.nearest)(name, &self.visible_locals);
        let declared = if is_function { format!("`local function {name}`") } else { format!("`local {name}`") };
        let help = match near {
            Some(near) if !is_function => format!("did you mean `{near}`? if not, declare it with {declared}"),
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

    pub(super) fn report_module_state(&mut self, span: Range<usize>, name: &str, label: &str) {
        // The walker later drops the findings in functions that run only at load. A change in a nested function is no
        // candidate, because a nested function may run later than its outer function.
        if let (1, Some(function)) = (self.function_depth, self.outer_function) {
            self.load_time_candidates.push((self.findings.len(), function));
        }
        self.report(
            "script::module-state",
            span,
            format!("`{name}` belongs to the file: a value that a function stores in it is not part of the position"),
            label,
            Some("keep it in a fact, a track or a mark, in a `local` of the function, or return it".into()),
        );
    }

    /// Returns the first name of a variable: `a` for `a.b[c]`. `None` if the variable contains a call: `a.b().c`.
    fn root_of_var(&self, variable: &VarExpression) -> Option<&'s str> {
        if variable.suffixes().any(|suffix| matches!(suffix, Suffix::Call(_))) {
            return None;
        }
        match variable.prefix() {
            Prefix::Name(name) => Some(self.text(name)),
            Prefix::Expression(inner) => self.root_name(inner),
            _ => None,
        }
    }

    /// Returns the first name of an expression like `a` or `a.b[c]`.
    pub(super) fn root_name(&self, expression: &Expression) -> Option<&'s str> {
        match strip_parentheses(expression) {
            Expression::Var(Var::Name(name)) => Some(self.text(name)),
            Expression::Var(Var::Expression(var)) => self.root_of_var(var),
            _ => None,
        }
    }
}
