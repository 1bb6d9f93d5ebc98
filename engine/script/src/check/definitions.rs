//! Verbs and the parameters their functions read: each must be declared, and each that is declared read.

use super::sources::Known;
use super::{Declared, Outlines};
use crate::globals::lua_name;
use crate::params::Verb;
use cardwright_content::{Diagnostic, SourceFile, did_you_mean};
use cardwright_lint::{Outline, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which parameter of `play` the table of a card's effect is.
const EFFECT: usize = 1;

/// Parameters that are read and not declared (errors), or declared and never read (warnings).
pub(super) fn parameters(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let elsewhere = read_elsewhere(outlines);
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for (number, definition) in outline.definitions.iter().enumerate().filter(|(_, d)| d.definer == "verb") {
            let verb = declared.verbs.iter().find(|verb| definition.name.as_deref() == Some(verb.name.as_str()));
            let Some(verb) = verb else { continue };
            let own = Own { file, outline, number };
            own.unknown(verb, &mut out);
            own.unread(verb, &elsewhere, &mut out);
        }
    }
    out
}

/// Parameters that what a pack puts around a verb reads, and that the verb does not have.
pub(super) fn of_wraps(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for read in &outline.reads {
            let Some(source @ Source::Parameter { definition, .. }) = &read.source else { continue };
            let is_wrap = outline.definitions[*definition].definer != "verb";
            if let Some(verb) = known.verb_of(outline, source).filter(|_| is_wrap) {
                out.extend(unknown(verb, &read.field).map(|it| it.at(file, read.span.clone())));
            }
        }
    }
    out
}

/// What is said of a parameter that a verb does not have.
fn unknown(verb: &Verb, field: &str) -> Option<Diagnostic> {
    let known: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).chain(["verb".into()]).collect();
    if known.iter().any(|name| name == field) {
        return None;
    }
    let message = format!("the verb `{}` has no parameter `{field}`", verb.name);
    let problem = Diagnostic::error("script::unknown-parameter", message).label("not declared");
    Some(problem.suggest(field, known.iter().map(String::as_str)))
}

/// How often each field is read of a value that is no parameter of a verb.
fn read_elsewhere(outlines: &Outlines) -> BTreeMap<&str, usize> {
    let mut out: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, outline) in outlines.scripts() {
        for read in outline.reads.iter().filter(|read| read.source.is_none()) {
            *out.entry(read.field.as_str()).or_default() += 1;
        }
    }
    for (_, outline) in outlines.scripts() {
        for read in &outline.reads {
            // Each read stands among the others once more.
            if let Some(Source::Parameter { definition, .. }) = &read.source
                && outline.definitions[*definition].definer == "verb"
                && let Some(n) = out.get_mut(read.field.as_str())
            {
                *n = n.saturating_sub(1);
            }
        }
    }
    out
}

/// One definition of a verb.
struct Own<'a> {
    file: &'a Arc<SourceFile>,
    outline: &'a Outline,
    number: usize,
}

impl Own<'_> {
    fn is_effect(&self, source: &Source) -> bool {
        match source {
            Source::Parameter { definition, path, parameter } => {
                *definition == self.number && path == &["play"] && *parameter == EFFECT
            }
            _ => false,
        }
    }

    fn unknown(&self, verb: &Verb, out: &mut Vec<Diagnostic>) {
        for read in &self.outline.reads {
            if read.source.as_ref().is_some_and(|source| self.is_effect(source)) {
                out.extend(unknown(verb, &read.field).map(|it| it.at(self.file, read.span.clone())));
            }
        }
    }

    fn unread(&self, verb: &Verb, elsewhere: &BTreeMap<&str, usize>, out: &mut Vec<Diagnostic>) {
        let definition = &self.outline.definitions[self.number];
        let is_seen = definition.keys.iter().any(|key| key.path == ["play"] && key.is_function)
            && !self.outline.wholes.iter().any(|source| self.is_effect(source));
        if !is_seen {
            return; // What reads it is not written here.
        }
        let own = self.outline.reads.iter().filter(|r| r.source.as_ref().is_some_and(|s| self.is_effect(s)));
        let own: Vec<&str> = own.map(|read| read.field.as_str()).collect();
        let known: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).collect();
        let unknown = || own.iter().filter(|read| !known.iter().any(|name| name == *read));
        for (name, field) in verb.params.iter().map(|(name, _)| name).zip(&known) {
            let is_read = own.contains(&field.as_str()) || elsewhere.get(field.as_str()).is_some_and(|n| *n > 0);
            // A misspelt one is told where it is read.
            let is_meant = || unknown().any(|read| did_you_mean(read, [field.as_str()]).is_some());
            if is_read || is_meant() {
                continue;
            }
            let message = format!("nothing reads the parameter `{name}` of the verb `{}`", verb.name);
            let key = definition.keys.iter().find(|key| key.path.len() == 2 && key.path[1] == *name);
            let span = key.map_or(definition.span.clone(), |key| key.span.clone());
            let problem = Diagnostic::warning("script::unread-parameter", message).at(self.file, span);
            out.push(problem.label("declared here").help("read it in `play`, or remove it"));
        }
    }
}
