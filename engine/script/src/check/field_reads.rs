//! Checks that each field that a script reads from `info`, `half`, a card effect or `WORD` is declared.

use super::{Declarations, ScriptSummaries};
use crate::globals::lua_name;
use cardwright_content::Diagnostic;
use cardwright_lint::Source;
use std::collections::BTreeSet;

/// Returns an error for each undeclared field that a script reads.
pub(super) fn find_unknown(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let fields = &declared.content.info_fields;
    let info_lists = [&fields.space, &fields.link, &fields.piece, &fields.card];
    let info_fields: BTreeSet<&str> = info_lists.into_iter().flatten().map(String::as_str).collect();
    let half_fields: BTreeSet<&str> = fields.half.iter().map(String::as_str).collect();
    let words: BTreeSet<String> = declared.board.labels.words.iter().map(|word| lua_name(&word.id)).collect();
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let function = match &read.source {
                Some(Source::Call(function)) => function,
                Some(Source::Member(list)) if is_effect_list(list) => {
                    out.extend(
                        unknown_parameter(declared, &read.field).map(|problem| problem.at(file, read.span.clone())),
                    );
                    continue;
                }
                _ => continue,
            };
            let (known_fields, message) = match function.as_str() {
                "info" => (&info_fields, format!("no space, link, piece or card has a field `{}`", read.field)),
                "half" => (&half_fields, format!("no half of a card has a field `{}`", read.field)),
                _ => continue,
            };
            if !known_fields.contains(read.field.as_str()) {
                let problem = Diagnostic::error("script::unknown-field", message).at(file, read.span.clone());
                out.push(problem.label("not declared").suggest(&read.field, known_fields.iter().copied()));
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
pub(super) fn is_effect_list(list: &Source) -> bool {
    let Source::Field(half, field) = list else { return false };
    field == "effects" && matches!(half.as_ref(), Source::Call(function) if function == "half")
}

/// Returns an error if a script reads a field of a card effect, and no verb has such a parameter.
fn unknown_parameter(declared: &Declarations<'_>, field: &str) -> Option<Diagnostic> {
    let params = declared.verbs.iter().flat_map(|verb| &verb.params).map(|(name, _)| lua_name(name));
    let known_fields: BTreeSet<String> = params.chain(["verb".into()]).collect();
    if known_fields.contains(field) || !declared.is_complete {
        return None;
    }
    let message = format!("no verb has a parameter `{field}`");
    let problem = Diagnostic::error("script::unknown-parameter", message).label("not declared");
    Some(problem.suggest(field, known_fields.iter().map(String::as_str)))
}
