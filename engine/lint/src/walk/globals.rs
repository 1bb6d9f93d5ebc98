//! Names that no local has: what rules may not use, and what nobody has declared.

use super::{Named, Walker};
use crate::names::{FORBIDDEN, FRACTIONS};
use full_moon::tokenizer::TokenReference;
use std::ops::Range;

impl<'s> Walker<'s, '_> {
    pub(super) fn read_name(&mut self, token: &TokenReference) {
        match self.declared.get(self.text(token)).and_then(|all| all.last()).copied() {
            Some(local) => self.note_whole(local),
            None => self.global(token, None, false),
        }
    }

    /// A global is named, maybe with a field; `write` if the field is assigned to.
    pub(super) fn global(&mut self, token: &TokenReference, field: Option<Named<'s>>, write: bool) {
        let name = self.text(token);
        let span = self.span(token);
        let full = field.as_ref().map(|f| span.start..f.end);
        for it in FORBIDDEN {
            let here = match it.name.strip_prefix(name) {
                Some("") => Some(span.clone()),
                Some(rest) => {
                    let is_field = rest.strip_prefix('.').is_some_and(|f| field.as_ref().is_some_and(|x| x.name == f));
                    full.clone().filter(|_| is_field)
                }
                None => None,
            };
            if let Some(here) = here {
                let message = format!("rules may not use `{}`: {}", it.name, it.why);
                self.report("script::forbidden", here, message, "not for rules", Some(it.instead.into()));
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
        if !(self.known.globals)(name) {
            self.unknown_global(span, name);
            return;
        }
        self.note_table(token, field.as_ref().map(|f| (f.name, f.span.clone())));
        let Some(field) = field else { return };
        let fields = (self.known.fields)(name, field.name);
        if write {
            let message = format!("`{name}` belongs to the engine and its fields cannot be assigned");
            self.report("script::global-write", span.start..field.end, message, "assigned here", None);
        } else if fields == Some(false) {
            let all = (self.known.field_candidates)(name);
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let near = (self.known.nearest)(field.name, &all);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let message = format!("`{name}` has no `{}`", field.name);
            self.report("script::unknown-field", field.span, message, "not known", help);
        }
    }

    fn unknown_global(&mut self, span: Range<usize>, name: &str) {
        let all = self.globals.get_or_insert_with(|| (self.known.candidates)());
        let names: Vec<&str> = self.visible.iter().rev().copied().chain(all.iter().map(String::as_str)).collect();
        let help = (self.known.nearest)(name, &names).map(|near| format!("did you mean `{near}`?"));
        self.report("script::unknown-global", span, format!("nothing is called `{name}` here"), "not known", help);
    }
}
