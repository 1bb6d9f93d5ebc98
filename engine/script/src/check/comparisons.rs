//! Finds comparisons of a text with a thing, a number or a boolean, because such values never equal a text.

use super::ScriptSummaries;
use super::constant_hint::constant_hint;
use super::signature::Type;
use super::value_types::ValueTypes;
use cardwright_content::Diagnostic;
use cardwright_lint::{Source, TextComparison, Value};

/// Returns an error for each comparison of a text with another kind of value, or with the name of an unknown verb.
pub(super) fn find_never_equal(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for comparison in &summary.text_comparisons {
            let is_no_text = |value: &Value| match value {
                Value::Text(_) | Value::Unknown => false,
                Value::Source(source) => !types.may_be_text(summary, source),
                _ => true,
            };
            if comparison.other.is_empty() || !comparison.other.iter().all(|possible| is_no_text(&possible.value)) {
                if let Some(problem) = unknown_verb(types, comparison) {
                    out.push(problem.at(file, comparison.span.clone()).label("no such verb"));
                }
                continue;
            }
            let other_type = comparison.other.iter().find_map(|possible| match &possible.value {
                Value::Source(source) => types.type_of(summary, source),
                _ => None,
            });
            let other_type = other_type.unwrap_or(Type::named("any"));
            let message = match comparison.other.first().map(|possible| &possible.value) {
                Some(Value::Source(Source::Call(function))) if other_type.is_any() => {
                    format!("`{function}` returns things and numbers, which never equal a text")
                }
                _ if other_type.is_any() => "this value never equals a text".to_owned(),
                _ => format!("{} never equals a text", other_type.describe()),
            };
            let problem = Diagnostic::error("script::never-equal", message).at(file, comparison.span.clone());
            let problem = problem.label("a text");
            out.push(match constant_hint(types.declared.board, &comparison.text, &other_type) {
                Some(hint) => problem.help(hint),
                None => problem.help("compare with a constant"),
            });
        }
    }
    out
}

/// Returns an error if the script compares the `verb` of a card effect with the name of an unknown verb.
fn unknown_verb(types: &ValueTypes<'_>, comparison: &TextComparison) -> Option<Diagnostic> {
    let [possible] = comparison.other.as_slice() else { return None };
    let Value::Source(Source::Field(effect, field)) = &possible.value else { return None };
    let Source::Member(list) = effect.as_ref() else { return None };
    if field != "verb" || !super::field_reads::is_effect_list(list) {
        return None;
    }
    let verbs = || types.declared.verbs.iter().map(|verb| verb.name.as_str());
    if verbs().any(|name| name == comparison.text) || (types.declared.is_in_failed_script)(&comparison.text) {
        return None;
    }
    let message = format!("no verb is called `{}`", comparison.text);
    Some(Diagnostic::error("script::unknown-name", message).suggest(&comparison.text, verbs()))
}
