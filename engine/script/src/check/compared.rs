//! Comparisons of a thing of the game, or a number or truth, with a text: never equal, whatever the position.

use super::Outlines;
use super::instead::instead;
use super::signature::Type;
use super::sources::Known;
use cardwright_content::Diagnostic;
use cardwright_lint::{Compared, Source, Value};

/// An error for each.
pub(super) fn never_equal(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for compared in &outline.compared {
            let is_other = |value: &Value| match value {
                Value::Text(_) | Value::Unknown => false,
                Value::From(source) => !known.may_be_text(outline, source),
                _ => true,
            };
            if compared.with.is_empty() || !compared.with.iter().all(|may| is_other(&may.value)) {
                if let Some(problem) = verb(known, compared) {
                    out.push(problem.at(file, compared.span.clone()).label("no such verb"));
                }
                continue;
            }
            let of = compared.with.iter().find_map(|may| match &may.value {
                Value::From(source) => known.type_of(outline, source),
                _ => None,
            });
            let of = of.unwrap_or(Type::named("any"));
            let message = match compared.with.first().map(|may| &may.value) {
                Some(Value::From(Source::Call(function))) if of.is_any() => {
                    format!("`{function}` gives things and numbers: they are never equal to a text")
                }
                _ if of.is_any() => "what is no text is never equal to one".to_owned(),
                _ => format!("{} is never equal to a text", of.in_words()),
            };
            let problem = Diagnostic::error("script::never-equal", message).at(file, compared.span.clone());
            let problem = problem.label("a text");
            out.push(match instead(known.declared.board, &compared.text, &of) {
                Some(instead) => problem.help(instead),
                None => problem.help("compare with the constant of what is meant"),
            });
        }
    }
    out
}

/// A verb that there is not, with which that of a card's effect is compared.
fn verb(known: &Known<'_>, compared: &Compared) -> Option<Diagnostic> {
    let [may] = compared.with.as_slice() else { return None };
    let Value::From(Source::Field(of, field)) = &may.value else { return None };
    let Source::Member(list) = of.as_ref() else { return None };
    if field != "verb" || !super::fields::is_effects(list) {
        return None;
    }
    let verbs = || known.declared.verbs.iter().map(|verb| verb.name.as_str());
    if verbs().any(|name| name == compared.text) || (known.declared.may_be_lost)(&compared.text) {
        return None;
    }
    let message = format!("no verb is called `{}`", compared.text);
    Some(Diagnostic::error("script::unknown-name", message).suggest(&compared.text, verbs()))
}
