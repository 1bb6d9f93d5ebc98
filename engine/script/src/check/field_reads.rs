//! Checks that the fields which scripts read from `info`, `half` and `WORD` are declared.

use super::{Declarations, ScriptSummaries};
use crate::globals::lua_name;
use cardwright_content::Diagnostic;
use cardwright_lint::Source;
use std::collections::BTreeSet;

/// An error for each undeclared field.
pub(super) fn unknown(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let fields = &declared.content.info_fields;
    let all = [&fields.space, &fields.link, &fields.piece, &fields.card];
    let of_info: BTreeSet<&str> = all.into_iter().flatten().map(String::as_str).collect();
    let of_half: BTreeSet<&str> = fields.half.iter().map(String::as_str).collect();
    let words: BTreeSet<String> = declared.board.words.iter().map(|word| lua_name(&word.id)).collect();
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let function = match &read.source {
                Some(Source::Call(function)) => function,
                Some(Source::Member(list)) if is_effects(list) => {
                    out.extend(of_any_effect(declared, &read.field).map(|it| it.at(file, read.span.clone())));
                    continue;
                }
                _ => continue,
            };
            let (known, message) = match function.as_str() {
                "info" => (&of_info, format!("no space, link, piece or card has a field `{}`", read.field)),
                "half" => (&of_half, format!("no half of a card has a field `{}`", read.field)),
                _ => continue,
            };
            if !known.contains(read.field.as_str()) {
                let problem = Diagnostic::error("script::unknown-field", message).at(file, read.span.clone());
                out.push(problem.label("not declared").suggest(&read.field, known.iter().copied()));
            }
        }
        for read in summary.table_reads.iter().filter(|read| read.table == "WORD") {
            let Some(word) = &read.field else { continue };
            if !words.contains(word) && !(declared.is_in_failed_script)(&word.replace('_', "-")) {
                let message = format!("`WORD` has no `{word}`");
                let problem = Diagnostic::error("script::unknown-field", message).at(file, read.span.clone());
                out.push(problem.label("not known").suggest(word, words.iter().map(String::as_str)));
            }
        }
    }
    out
}

/// Whether a source is a list of card effects: `half(card, side).effects`.
pub(super) fn is_effects(list: &Source) -> bool {
    let Source::Field(of, field) = list else { return false };
    field == "effects" && matches!(of.as_ref(), Source::Call(function) if function == "half")
}

/// The problem of a field of an effect, if no verb has such a parameter.
fn of_any_effect(declared: &Declarations<'_>, field: &str) -> Option<Diagnostic> {
    let params = declared.verbs.iter().flat_map(|verb| &verb.params).map(|(name, _)| lua_name(name));
    let known: BTreeSet<String> = params.chain(["verb".into()]).collect();
    if known.contains(field) || !declared.is_complete {
        return None;
    }
    let message = format!("no verb has a parameter `{field}`");
    let problem = Diagnostic::error("script::unknown-parameter", message).label("not declared");
    Some(problem.suggest(field, known.iter().map(String::as_str)))
}
