//! Finds texts, reasons and words of `text.toml` that nothing uses, and knobs that nothing reads.

use super::ScriptSummaries;
use crate::globals::lua_name;
use crate::knobs::STANDING_USES;
use crate::script_errors::line_span;
use cardwright_content::{Content, Diagnostic, provenance};
use cardwright_lint::ScriptSummary;
use std::collections::BTreeSet;

/// Returns a warning for each entry that nothing uses.
pub(super) fn find_unused(content: &Content, summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let board = &content.board;
    // A script that does not parse may use anything.
    let Some(scripts) = summaries.all() else { return Vec::new() };
    let mut out = Vec::new();
    for (kind, table, ids) in [
        ("text", "TEXT", board.labels.texts.iter().map(|text| text.id.as_str()).collect::<Vec<_>>()),
        ("why", "WHY", board.labels.reasons.iter().map(|reason| reason.id.as_str()).collect()),
        ("word", "WORD", board.labels.words.iter().map(|word| word.id.as_str()).collect()),
        ("knob", "KNOB", content.knobs.iter().map(|knob| knob.id.as_str()).collect()),
    ] {
        // A computed key may read any entry of the table.
        let Some(keys_read) = keys_read(&scripts, table) else { continue };
        let is_used = |id: &str| {
            keys_read.contains(lua_name(id).as_str())
                || kind == "word" && is_word_used(content, &scripts, id)
                || kind == "why" && is_not_asked_reason(content, id)
                || kind == "knob" && (id == STANDING_USES || is_read_as_option(content, &scripts, id))
        };
        for id in ids.into_iter().filter(|id| !is_used(id)) {
            let entry = provenance(content, &format!("{kind} {id}"))
                .into_iter()
                .find(|entry| entry.kind == kind && entry.id == id);
            let Some(origin) = entry.and_then(|entry| entry.origins.into_iter().next()) else { continue };
            let problem = match kind {
                "knob" => Diagnostic::warning("script::unused-knob", format!("nothing reads the knob `{id}`")),
                _ => Diagnostic::warning("script::unused-text", format!("nothing uses `[{kind}.{id}]`")),
            };
            out.push(
                problem
                    .at(&origin.file, line_span(&origin.file.text, origin.line))
                    .label(format!("no script mentions `{table}.{}`", lua_name(id)))
                    .help("use it or remove it"),
            );
        }
    }
    out
}

/// Whether a reason is the `not_asked` of an action: the reason to give when the rules do not offer the action at all.
fn is_not_asked_reason(content: &Content, id: &str) -> bool {
    let reasons = content.action_labels.iter().filter_map(|(label, _)| label.not_asked);
    reasons.into_iter().any(|why| content.board.labels[why].id == id)
}

/// Whether a knob is also an option, and a script reads it as `OPTION`.
fn is_read_as_option(content: &Content, scripts: &[&ScriptSummary], id: &str) -> bool {
    let is_option = content.knobs.iter().any(|knob| knob.id == id && knob.option);
    is_option && keys_read(scripts, "OPTION").is_none_or(|keys_read| keys_read.contains(lua_name(id).as_str()))
}

/// Whether a word is used without `WORD`: by the engine (`done`), as a string in a script, or quoted in a TOML file.
fn is_word_used(content: &Content, scripts: &[&ScriptSummary], id: &str) -> bool {
    let quoted = [format!("\"{id}\""), format!("'{id}'")];
    let contains_word = |text: &str| quoted.iter().any(|quoted| text.contains(quoted.as_str()));
    let is_data = |path: &str| path.ends_with(".toml") && !path.ends_with("/text.toml");
    let is_in_script = scripts.iter().any(|script| script.texts.iter().any(|text| text == id));
    id == "done" || is_in_script || content.files.iter().any(|file| is_data(&file.path) && contains_word(&file.text))
}

/// Returns the keys of a constant table that scripts read. Returns `None` if a script computes a key.
fn keys_read<'a>(scripts: &[&'a ScriptSummary], table: &str) -> Option<BTreeSet<&'a str>> {
    let reads = scripts.iter().flat_map(|script| &script.table_reads).filter(|read| read.table == table);
    reads.map(|read| read.field.as_deref()).collect()
}
