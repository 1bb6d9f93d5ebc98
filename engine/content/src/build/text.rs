//! Words, action labels, texts and reasons of `text.toml`.

use super::Builder;
use super::quotations::{each_rule, no_such_rule};
use crate::cited::{Book, is_note};
use crate::located::Located;
use crate::shape::Keys;
use cardwright_state::board::{Label, Reason, Text};
use cardwright_state::ids::ReasonId;

/// Reads all texts into the board; gives the labels of actions, which scripts register later.
pub(crate) fn read(builder: &mut Builder<'_>) -> Vec<(Label, Located<()>)> {
    let mut actions = Vec::new();
    let mut not_asked = Vec::new();
    for (entry, keys) in builder.entries("action") {
        let label = label(builder, &keys, &entry.id.value);
        not_asked.push(keys.text("not_asked"));
        actions.push((label, entry.id.place()));
        builder.close("action", entry, keys);
    }
    for (entry, keys) in builder.entries("word") {
        let label = label(builder, &keys, &entry.id.value);
        builder.label_word(label);
        builder.close("word", entry, keys);
    }
    for (entry, keys) in builder.entries("text") {
        let say = said(builder, &keys, "say");
        let title = keys.text("title").map(|title| title.value).unwrap_or_default();
        builder.board.texts.push(Text { id: entry.id.value.clone(), say, title });
        builder.close("text", entry, keys);
    }
    let known = builder.book().all();
    for (entry, keys) in builder.entries("why") {
        let say = said(builder, &keys, "say");
        let rule = keys.text("rule");
        if let Some(rule) = &rule {
            cited(&keys, rule, builder.book(), &known);
        }
        let rule = rule.map(|r| r.value).unwrap_or_default();
        builder.board.reasons.push(Reason { id: entry.id.value.clone(), say, rule });
        builder.close("why", entry, keys);
    }
    for ((label, _), named) in actions.iter_mut().zip(not_asked) {
        label.not_asked = named.and_then(|named| builder.find("why", &named)).map(ReasonId::new);
    }
    actions
}

fn label(builder: &Builder<'_>, keys: &Keys<'_>, id: &str) -> Label {
    let label = said(builder, keys, "label");
    let doc = keys.text("doc").map(|d| builder.quoted(d)).unwrap_or_default();
    Label { id: id.to_string(), label, doc, not_asked: None }
}

/// A text people read; its placeholders are `{1}` to `{9}`, and `{knob:…}` for a number of the rules.
fn said(builder: &Builder<'_>, keys: &Keys<'_>, key: &str) -> String {
    let Some(text) = keys.need_text(key) else { return String::new() };
    let bytes = text.value.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"{knob:")
            && let Some(end) = bytes[at..].iter().position(|byte| *byte == b'}')
        {
            at += end + 1;
            continue;
        }
        let sound = match bytes[at] {
            b'{' => matches!(bytes.get(at + 1..at + 3), Some([b'1'..=b'9', b'}'])),
            b'}' => false,
            _ => {
                at += 1;
                continue;
            }
        };
        if !sound {
            let problem = text.part(at..at + 1).error("content::bad-placeholder", "this is no placeholder");
            keys.push(problem.label("placeholders are `{1}` to `{9}`, for the columns of the row, and `{knob:…}`"));
            break;
        }
        at += 3;
    }
    builder.quoted(text)
}

/// Checks the rules a reason cites: `<code> <number>` of `rules.toml`, several parted by `;`. A note
/// of the project's own (`N-25`) passes. `known`: all of the book, as they are cited.
fn cited(keys: &Keys<'_>, rule: &Located<String>, book: Book<'_>, known: &[String]) {
    if known.is_empty() {
        return;
    }
    each_rule(rule, |part, at| {
        if !is_note(part) && !known.iter().any(|k| k == part) {
            keys.push(no_such_rule(at.error("content::unknown-rule", format!("unknown rule `{part}`")), book, part));
        }
    });
}
