//! Checks the names that are no locals: forbidden names, old names and unknown names.

use super::{ConstantField, Walker};
use crate::finding::Finding;
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

    /// Checks the use of a global, or of a field of a global. `is_written` says that the script assigns to the field.
    pub(super) fn global(&mut self, token: &TokenReference, field: Option<ConstantField<'s>>, is_written: bool) {
        let name = self.text(token);
        let span = self.span(token);
        let full_span = field.as_ref().map(|field| span.start..field.end);
        for forbidden in FORBIDDEN {
            let forbidden_span = match forbidden.name.strip_prefix(name) {
                Some("") => Some(span.clone()),
                Some(suffix) => {
                    let is_field = suffix.strip_prefix('.').is_some_and(|forbidden_field| {
                        field.as_ref().is_some_and(|field| field.name == forbidden_field)
                    });
                    full_span.clone().filter(|_| is_field)
                }
                None => None,
            };
            if let Some(span) = forbidden_span {
                let message = format!("rules may not use `{}`: {}", forbidden.name, forbidden.why);
                self.report("script::forbidden", span, message, "not for rules", Some(forbidden.instead.into()));
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
        if let (Some(field), Some(full_span)) = (&field, &full_span)
            && name == "math"
            && FRACTIONS.contains(&field.name)
        {
            let message = format!("`math.{}` gives fractions, and rules use integers", field.name);
            let help = Some("use integers and `//`; to compare roots, compare squares".into());
            self.report("script::float", full_span.clone(), message, "a fraction", help);
            return;
        }
        if !(self.symbols.is_global)(name) {
            self.unknown_global(span, name);
            return;
        }
        self.warn_if_renamed(span.clone(), name);
        self.note_table(token, field.as_ref().map(|field| (field.name, field.span.clone())));
        let Some(field) = field else { return };
        let has_field = (self.symbols.has_field)(name, field.name);
        if is_written {
            let message = format!("`{name}` belongs to the engine and its fields cannot be assigned");
            self.report("script::global-write", span.start..field.end, message, "assigned here", None);
        } else if has_field == Some(false) {
            let field_names = (self.symbols.field_names)(name);
            let field_names: Vec<&str> = field_names.iter().map(String::as_str).collect();
            let near = (self.symbols.nearest)(field.name, &field_names);
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
        let global_names = self.global_names.get_or_insert_with(|| (self.symbols.global_names)());
        let names: Vec<&str> =
            self.visible_locals.iter().rev().copied().chain(global_names.iter().map(String::as_str)).collect();
        let help = (self.symbols.nearest)(name, &names).map(|near| format!("did you mean `{near}`?"));
        self.report("script::unknown-global", span, format!("nothing is called `{name}` here"), "not known", help);
    }
}
