//! Finds comparisons of a text with a thing, a number or a boolean. They are never equal.

use super::ScriptSummaries;
use super::constant_hint::constant_hint;
use super::signature::Type;
use super::value_types::ValueTypes;
use cardwright_content::Diagnostic;
use cardwright_lint::{Source, TextComparison, Value};

/// An error for each.
pub(super) fn never_equal(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for compared in &summary.text_comparisons {
            let is_other = |value: &Value| match value {
                Value::Text(_) | Value::Unknown => false,
                Value::Source(source) => !types.may_be_text(summary, source),
                _ => true,
            };
            if compared.other.is_empty() || !compared.other.iter().all(|may| is_other(&may.value)) {
                if let Some(problem) = unknown_verb(types, compared) {
                    out.push(problem.at(file, compared.span.clone()).label("no such verb"));
                }
                continue;
            }
            let of = compared.other.iter().find_map(|may| match &may.value {
                Value::Source(source) => types.type_of(summary, source),
                _ => None,
            });
            let of = of.unwrap_or(Type::named("any"));
            let message = match compared.other.first().map(|may| &may.value) {
                Some(Value::Source(Source::Call(function))) if of.is_any() => {
                    format!("`{function}` returns things and numbers, which never equal a text")
                }
                _ if of.is_any() => "this value never equals a text".to_owned(),
                _ => format!("{} never equals a text", of.describe()),
            };
            let problem = Diagnostic::error("script::never-equal", message).at(file, compared.span.clone());
            let problem = problem.label("a text");
            out.push(match constant_hint(types.declared.board, &compared.text, &of) {
                Some(hint) => problem.help(hint),
                None => problem.help("compare with a constant"),
            });
        }
    }
    out
}

/// The problem of a comparison of an effect's verb with an unknown verb.
fn unknown_verb(types: &ValueTypes<'_>, compared: &TextComparison) -> Option<Diagnostic> {
    let [may] = compared.other.as_slice() else { return None };
    let Value::Source(Source::Field(of, field)) = &may.value else { return None };
    let Source::Member(list) = of.as_ref() else { return None };
    if field != "verb" || !super::field_reads::is_effects(list) {
        return None;
    }
    let verbs = || types.declared.verbs.iter().map(|verb| verb.name.as_str());
    if verbs().any(|name| name == compared.text) || (types.declared.is_in_failed_script)(&compared.text) {
        return None;
    }
    let message = format!("no verb is called `{}`", compared.text);
    Some(Diagnostic::error("script::unknown-name", message).suggest(&compared.text, verbs()))
}
