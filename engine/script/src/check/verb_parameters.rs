//! Checks that verbs declare the parameters they read, and read the parameters they declare.

use super::value_types::ValueTypes;
use super::{Declarations, ScriptSummaries};
use crate::globals::lua_name;
use crate::verb_params::Verb;
use cardwright_content::{Diagnostic, SourceFile, did_you_mean};
use cardwright_lint::{ScriptSummary, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The index of the effect among the parameters of `play`.
const EFFECT: usize = 1;

/// An error for each undeclared parameter, a warning for each unread one.
pub(super) fn parameters(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let elsewhere = read_elsewhere(summaries);
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for (number, definition) in summary.definitions.iter().enumerate().filter(|(_, d)| d.definer == "verb") {
            let verb = declared.verbs.iter().find(|verb| definition.name.as_deref() == Some(verb.name.as_str()));
            let Some(verb) = verb else { continue };
            let own = VerbDefinition { file, summary, number };
            own.unknown(verb, &mut out);
            own.unread(verb, &elsewhere, &mut out);
        }
    }
    out
}

/// An error for each undeclared parameter that a wrap of a verb reads.
pub(super) fn in_wraps(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let Some(source @ Source::Parameter { definition, .. }) = &read.source else { continue };
            let is_wrap = summary.definitions[*definition].definer != "verb";
            if let Some(verb) = types.verb_of(summary, source).filter(|_| is_wrap) {
                out.extend(unknown(verb, &read.field).map(|it| it.at(file, read.span.clone())));
            }
        }
    }
    out
}

/// The problem of an undeclared parameter.
fn unknown(verb: &Verb, field: &str) -> Option<Diagnostic> {
    let known: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).chain(["verb".into()]).collect();
    if known.iter().any(|name| name == field) {
        return None;
    }
    let message = format!("the verb `{}` has no parameter `{field}`", verb.name);
    let problem = Diagnostic::error("script::unknown-parameter", message).label("not declared");
    Some(problem.suggest(field, known.iter().map(String::as_str)))
}

/// How often each field is read from values that are not verb parameters.
fn read_elsewhere(summaries: &ScriptSummaries) -> BTreeMap<&str, usize> {
    let mut out: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, summary) in summaries.scripts() {
        for read in summary.field_reads.iter().filter(|read| read.source.is_none()) {
            *out.entry(read.field.as_str()).or_default() += 1;
        }
    }
    for (_, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            // Each read is also counted once without its source.
            if let Some(Source::Parameter { definition, .. }) = &read.source
                && summary.definitions[*definition].definer == "verb"
                && let Some(n) = out.get_mut(read.field.as_str())
            {
                *n = n.saturating_sub(1);
            }
        }
    }
    out
}

/// One definition of a verb.
struct VerbDefinition<'a> {
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
    number: usize,
}

impl VerbDefinition<'_> {
    fn is_effect(&self, source: &Source) -> bool {
        match source {
            Source::Parameter { definition, path, parameter } => {
                *definition == self.number && path == &["play"] && *parameter == EFFECT
            }
            _ => false,
        }
    }

    fn unknown(&self, verb: &Verb, out: &mut Vec<Diagnostic>) {
        for read in &self.summary.field_reads {
            if read.source.as_ref().is_some_and(|source| self.is_effect(source)) {
                out.extend(unknown(verb, &read.field).map(|it| it.at(self.file, read.span.clone())));
            }
        }
    }

    fn unread(&self, verb: &Verb, elsewhere: &BTreeMap<&str, usize>, out: &mut Vec<Diagnostic>) {
        let definition = &self.summary.definitions[self.number];
        let is_seen = definition.keys.iter().any(|key| key.path == ["play"] && key.is_function)
            && !self.summary.whole_uses.iter().any(|source| self.is_effect(source));
        if !is_seen {
            return; // Other code gets the whole effect and may read anything.
        }
        let own = self.summary.field_reads.iter().filter(|r| r.source.as_ref().is_some_and(|s| self.is_effect(s)));
        let own: Vec<&str> = own.map(|read| read.field.as_str()).collect();
        let known: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).collect();
        let unknown = || own.iter().filter(|read| !known.iter().any(|name| name == *read));
        for (name, field) in verb.params.iter().map(|(name, _)| name).zip(&known) {
            let is_read = own.contains(&field.as_str()) || elsewhere.get(field.as_str()).is_some_and(|n| *n > 0);
            // A misspelt name is reported where it is read.
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
