//! Checks that verbs declare the parameters they read, and read the parameters they declare.

use super::value_types::ValueTypes;
use super::{Declarations, ScriptSummaries};
use crate::globals::lua_name;
use crate::verb_params::Verb;
use cardwright_content::{Diagnostic, SourceFile, did_you_mean};
use cardwright_lint::{FieldRead, ScriptSummary, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The index of the card effect among the parameters of `play`.
const EFFECT_INDEX: usize = 1;

/// Returns an error for each undeclared parameter that a verb reads, and a warning for each declared parameter that
/// nothing reads.
pub(super) fn check_verbs(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let other_reads = count_other_reads(summaries);
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        // The definer is the function that defines something, such as `verb` in `verb "crisis" { … }`.
        let definitions = summary.definitions.iter().enumerate();
        for (index, definition) in definitions.filter(|(_, definition)| definition.definer == "verb") {
            let verb = declared.verbs.iter().find(|verb| definition.name.as_deref() == Some(verb.name.as_str()));
            let Some(verb) = verb else { continue };
            let verb_definition = VerbDefinition { file, summary, index };
            verb_definition.find_unknown(verb, &mut out);
            verb_definition.find_unread(verb, &other_reads, &mut out);
        }
    }
    out
}

/// Returns an error for each undeclared parameter that a wrap of a verb reads.
pub(super) fn check_wraps(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let Some(source @ Source::Parameter { definition, .. }) = &read.source else { continue };
            let is_wrap = summary.definitions[*definition].definer != "verb";
            if let Some(verb) = types.verb_of(summary, source).filter(|_| is_wrap) {
                out.extend(unknown_parameter(verb, &read.field).map(|problem| problem.at(file, read.span.clone())));
            }
        }
    }
    out
}

/// Returns an error if a verb declares no such parameter.
fn unknown_parameter(verb: &Verb, field: &str) -> Option<Diagnostic> {
    let known_fields: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).chain(["verb".into()]).collect();
    if known_fields.iter().any(|name| name == field) {
        return None;
    }
    let message = format!("the verb `{}` has no parameter `{field}`", verb.name);
    let problem = Diagnostic::error("script::unknown-parameter", message).label("not declared");
    Some(problem.suggest(field, known_fields.iter().map(String::as_str)))
}

/// Counts how often scripts read each field from a value that is not the card effect of a `play`.
fn count_other_reads(summaries: &ScriptSummaries) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, summary) in summaries.scripts() {
        for read in summary.field_reads.iter().filter(|read| read.source.is_none()) {
            *counts.entry(read.field.as_str()).or_default() += 1;
        }
    }
    for (_, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            // The summary lists each read from an effect twice, with and without the source. Do not count the read
            // without a source.
            if let Some(Source::Parameter { definition, .. }) = &read.source
                && summary.definitions[*definition].definer == "verb"
                && let Some(count) = counts.get_mut(read.field.as_str())
            {
                *count = count.saturating_sub(1);
            }
        }
    }
    counts
}

/// One definition of a verb.
struct VerbDefinition<'a> {
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
    /// The index of the definition in the summary.
    index: usize,
}

impl VerbDefinition<'_> {
    /// Whether a source is the card effect that `play` gets.
    fn is_effect(&self, source: &Source) -> bool {
        match source {
            Source::Parameter { definition, path, parameter } => {
                *definition == self.index && path == &["play"] && *parameter == EFFECT_INDEX
            }
            _ => false,
        }
    }

    fn find_unknown(&self, verb: &Verb, out: &mut Vec<Diagnostic>) {
        for read in &self.summary.field_reads {
            if read.source.as_ref().is_some_and(|source| self.is_effect(source)) {
                out.extend(
                    unknown_parameter(verb, &read.field).map(|problem| problem.at(self.file, read.span.clone())),
                );
            }
        }
    }

    fn find_unread(&self, verb: &Verb, other_reads: &BTreeMap<&str, usize>, out: &mut Vec<Diagnostic>) {
        let definition = &self.summary.definitions[self.index];
        let all_reads_are_known = definition.keys.iter().any(|key| key.path == ["play"] && key.is_function)
            && !self.summary.whole_uses.iter().any(|source| self.is_effect(source));
        if !all_reads_are_known {
            return; // A `play` defined elsewhere, or code that gets the whole effect, may read anything.
        }
        let is_effect_read = |read: &&FieldRead| read.source.as_ref().is_some_and(|source| self.is_effect(source));
        let reads = self.summary.field_reads.iter().filter(is_effect_read);
        let fields_read: Vec<&str> = reads.map(|read| read.field.as_str()).collect();
        let known_fields: Vec<String> = verb.params.iter().map(|(name, _)| lua_name(name)).collect();
        let unknown = || fields_read.iter().filter(|read| !known_fields.iter().any(|field| field == *read));
        for (name, field) in verb.params.iter().map(|(name, _)| name).zip(&known_fields) {
            let is_read = fields_read.contains(&field.as_str())
                || other_reads.get(field.as_str()).is_some_and(|count| *count > 0);
            // `find_unknown` reports a misspelt name where the script reads it. So the similar parameter counts as
            // read.
            let is_misspelt = || unknown().any(|read| did_you_mean(read, [field.as_str()]).is_some());
            if is_read || is_misspelt() {
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
