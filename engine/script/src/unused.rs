//! Texts, reasons and words of `text.toml` that nothing uses, and knobs that nothing reads.

use crate::globals::lua_name;
use crate::load::line_span;
use cardwright_content::{Content, Diagnostic, whence};
use std::collections::BTreeSet;

/// A warning for each, with its place.
pub(crate) fn texts(content: &Content) -> Vec<Diagnostic> {
    let board = &content.board;
    // Scripts that a pack replaced count too: their texts are not the pack's to clean up.
    let scripts: Vec<String> =
        content.files.iter().filter(|f| f.path.ends_with(".luau")).map(|f| code(&f.text)).collect();
    let mut out = Vec::new();
    for (kind, table, ids) in [
        ("text", "TEXT", board.texts.iter().map(|t| t.id.as_str()).collect::<Vec<_>>()),
        ("why", "WHY", board.reasons.iter().map(|r| r.id.as_str()).collect()),
        ("word", "WORD", board.words.iter().map(|w| w.id.as_str()).collect()),
        ("knob", "KNOB", content.knobs.iter().map(|k| k.id.as_str()).collect()),
    ] {
        // A table that is read by computed names may give any of its texts.
        let Some(named) = fields(&scripts, table) else { continue };
        let is_used = |id: &str| {
            named.contains(&lua_name(id))
                || kind == "word" && is_content(content, &scripts, id)
                || kind == "why" && is_of_an_action(content, id)
        };
        for id in ids.into_iter().filter(|id| !is_used(id)) {
            let entry = whence(content, &format!("{kind} {id}")).into_iter().find(|e| e.kind == kind && e.id == id);
            let Some(origin) = entry.and_then(|e| e.origins.into_iter().next()) else { continue };
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

/// Whether a reason is what an action says where the rules do not ask for it.
fn is_of_an_action(content: &Content, id: &str) -> bool {
    let said = content.action_labels.iter().filter_map(|(label, _)| label.not_asked);
    said.into_iter().any(|why| content.board.reasons[why.at()].id == id)
}

/// Whether a word is one of the engine's, of a field, fact or option of the content, or of a verb's parameters.
fn is_content(content: &Content, scripts: &[String], id: &str) -> bool {
    let written = [format!("\"{id}\""), format!("'{id}'")];
    let holds = |text: &str| written.iter().any(|w| text.contains(w.as_str()));
    let data = |path: &str| path.ends_with(".toml") && !path.ends_with("/text.toml");
    id == "done" || scripts.iter().any(|s| holds(s)) || content.files.iter().any(|f| data(&f.path) && holds(&f.text))
}

/// The source without its comments; a `--` in a string ends its line too, which at worst hides a use
/// behind it.
fn code(source: &str) -> String {
    source.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The fields of a table that scripts name; none if one of them reads it in another way.
fn fields(scripts: &[String], table: &str) -> Option<BTreeSet<String>> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = BTreeSet::new();
    for script in scripts {
        for (at, _) in script.match_indices(table) {
            if script[..at].ends_with(|c| is_name(c) || matches!(c, '.' | '"' | '\'')) {
                continue;
            }
            let rest = &script[at + table.len()..];
            if rest.starts_with(is_name) {
                continue;
            }
            let rest = rest.trim_start();
            let field = match rest.strip_prefix('.') {
                Some(name) => name.trim_start(),
                None => rest.strip_prefix('[')?.trim_start().strip_prefix(['"', '\''])?,
            };
            out.insert(field.split(|c| !is_name(c)).next().unwrap_or_default().to_owned());
        }
    }
    Some(out)
}
