//! Names that are no locals: forbidden names, old names and unknown names.

use super::{ConstantField, Walker};
use crate::Finding;
use crate::forbidden_names::{FORBIDDEN, FRACTIONS};
use full_moon::tokenizer::TokenReference;
use std::ops::Range;

impl<'s> Walker<'s, '_> {
    pub(super) fn read_name(&mut self, token: &TokenReference) {
        match self.declarations.get(self.text(token)).and_then(|all| all.last()).copied() {
            Some(local) => self.note_whole_use(local),
            None => self.global(token, None, false),
        }
    }

    /// Checks the use of a global, maybe with a field. `write`: the script assigns to the field.
    pub(super) fn global(&mut self, token: &TokenReference, field: Option<ConstantField<'s>>, write: bool) {
        let name = self.text(token);
        let span = self.span(token);
        let full = field.as_ref().map(|f| span.start..f.end);
        for it in FORBIDDEN {
            let forbidden = match it.name.strip_prefix(name) {
                Some("") => Some(span.clone()),
                Some(rest) => {
                    let is_field = rest.strip_prefix('.').is_some_and(|f| field.as_ref().is_some_and(|x| x.name == f));
                    full.clone().filter(|_| is_field)
                }
                None => None,
            };
            if let Some(span) = forbidden {
                let message = format!("rules may not use `{}`: {}", it.name, it.why);
                self.report("script::forbidden", span, message, "not for rules", Some(it.instead.into()));
                return;
            }
        }
        if name == "pairs" {
            self.report(
                "script::unordered",
                span,
                "`pairs` walks a table in no fixed order".into(),
                "no fixed order",
                Some("keep a list and walk it with `ipairs`".into()),
            );
            return;
        }
        if let (Some(f), Some(full)) = (&field, &full)
            && name == "math"
            && FRACTIONS.contains(&f.name)
        {
            let message = format!("`math.{}` gives fractions, and rules use integers", f.name);
            let help = Some("use integers and `//`; to compare roots, compare squares".into());
            self.report("script::float", full.clone(), message, "a fraction", help);
            return;
        }
        if !(self.symbols.is_global)(name) {
            self.unknown_global(span, name);
            return;
        }
        self.warn_if_renamed(span.clone(), name);
        self.note_table(token, field.as_ref().map(|f| (f.name, f.span.clone())));
        let Some(field) = field else { return };
        let fields = (self.symbols.has_field)(name, field.name);
        if write {
            let message = format!("`{name}` belongs to the engine and its fields cannot be assigned");
            self.report("script::global-write", span.start..field.end, message, "assigned here", None);
        } else if fields == Some(false) {
            let all = (self.symbols.field_names)(name);
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let near = (self.symbols.nearest)(field.name, &all);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let message = format!("`{name}` has no `{}`", field.name);
            self.report("script::unknown-field", field.span, message, "not known", help);
        }
    }

    fn warn_if_renamed(&mut self, span: Range<usize>, name: &'s str) {
        let new = self.current_name(name);
        if new != name {
            self.findings.push(Finding {
                code: "script::deprecated",
                span,
                message: format!("`{name}` is now called `{new}`"),
                label: "deprecated".into(),
                help: Some(format!("write `{new}`: a later release will not read `{name}`")),
                warning: true,
            });
        }
    }

    fn unknown_global(&mut self, span: Range<usize>, name: &str) {
        let all = self.global_names.get_or_insert_with(|| (self.symbols.global_names)());
        let names: Vec<&str> =
            self.visible_locals.iter().rev().copied().chain(all.iter().map(String::as_str)).collect();
        let help = (self.symbols.nearest)(name, &names).map(|near| format!("did you mean `{near}`?"));
        self.report("script::unknown-global", span, format!("nothing is called `{name}` here"), "not known", help);
    }
}
