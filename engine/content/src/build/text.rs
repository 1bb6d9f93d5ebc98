//! Words, action labels, texts and reasons of `text.toml`.

use super::Builder;
use super::entry::ENTRY;
use super::quotations::{each_rule, no_such_rule};
use crate::cited::{Book, is_note};
use crate::form::{Form, Holds, Key, may, needed};
use crate::located::Located;
use crate::shape::Keys;
use cardwright_state::board::{Label, Reason, Text};
use cardwright_state::ids::ReasonId;

const LABEL: Key = needed(
    "label",
    Holds::Line,
    "What the row says. `{1}` is its first column after the action or word that it begins with; what stands in square brackets with a placeholder is left out where there is nothing to put in.",
    "\"Cross[ to {1}]\"",
);
const DOC: Key = may("doc", Holds::Line, "none", "One line of help about it.", "\"costs {knob:ferry-price}\"");
const SAY: Key = needed(
    "say",
    Holds::Line,
    "What is said. `{1}` to `{9}` are the subjects that the script gives, `{knob:ferry-price}` a number of the rules; a prompt has no subjects.",
    "\"Where to?\"",
);

/// `[action.ID]`.
pub(crate) static ACTION: Form = Form {
    of: "action",
    doc: "The label of an action that a script registers: `action \"cross\"`.",
    keys: &[
        &[
            LABEL,
            DOC,
            may(
                "not_asked",
                Holds::Of("why"),
                "a reason of the engine's",
                "The reason that `why not` gives where the rules do not ask for the action at all, because it is another side's or another step's.",
                "\"not-yet\"",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[action.cross]\nlabel = \"Cross[ to {1}]\"",
};

/// `[word.ID]`.
pub(crate) static WORD: Form = Form {
    of: "word",
    doc: "The label of a word: an answer of the prompt (`done`), a value of a field or an option. Scripts name it `WORD.done`. A word is declared by standing here, in `word = […]` of a field, or in `values` of an option.",
    keys: &[&[LABEL, DOC], &ENTRY],
    more: &[],
    example: "[word.done]\nlabel = \"Done\"",
};

/// `[text.ID]`.
pub(crate) static TEXT: Form = Form {
    of: "text",
    doc: "A prompt or a line of the log: `TEXT.where_to` in scripts.",
    keys: &[
        &[
            SAY,
            may("title", Holds::Line, "none", "What heads the choice, where a text asks for one.", "\"The crossing\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[text.where-to]\nsay = \"Where to?\"",
};

/// `[why.ID]`.
pub(crate) static WHY: Form = Form {
    of: "reason",
    doc: "Why something may not be done: `WHY.not_yet` in scripts, given to `keep`, `drop`, `need`.",
    keys: &[
        &[
            SAY,
            may(
                "rule",
                Holds::Text,
                "none",
                "The rule that says so, with the code of the game; several parted by `;`. A note of the project's own (`N-25`) passes.",
                "\"FY 2\"",
            ),
        ],
        &[ENTRY[0], ENTRY[1], ENTRY[3], ENTRY[4], ENTRY[5]],
    ],
    more: &[],
    example: "[why.not-yet]\nsay = \"it is not yet night\"",
};

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
