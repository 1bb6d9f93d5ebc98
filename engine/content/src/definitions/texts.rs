//! `text.toml`: labels of actions and words, texts of prompts and log lines, and reasons.

use super::Builder;
use super::common_keys::ENTRY;
use super::references_in_text::{for_each_rule, no_such_rule};
use crate::citations::{Rulebook, is_note};
use crate::located::Located;
use crate::table_reader::TableReader;
use crate::table_schema::{Key, TableSchema, ValueType, may, needed};
use cardwright_state::board::{Label, Reason, Text};
use cardwright_state::ids::ReasonId;

const LABEL: Key = needed(
    "label",
    ValueType::Line,
    "The text of the row. `{1}` is the first column after the action or word. A part in square brackets with a placeholder is left out if there is nothing to insert.",
    "\"Cross[ to {1}]\"",
);
const DOC: Key = may("doc", ValueType::Line, "none", "One line of help.", "\"costs {knob:ferry-price}\"");
const SAY: Key = needed(
    "say",
    ValueType::Line,
    "The text. `{1}` to `{9}` are the subjects that the script passes, `{knob:ferry-price}` is a number of the rules. A prompt has no subjects.",
    "\"Where to?\"",
);

/// `[action.ID]`.
pub(crate) static ACTION: TableSchema = TableSchema {
    subject: "action",
    doc: "The label of an action that a script registers: `action \"cross\"`.",
    keys: &[
        &[
            LABEL,
            DOC,
            may(
                "not_asked",
                ValueType::IdOf("why"),
                "a standard reason",
                "The reason that `why not` gives while the rules do not offer the action at all, for example in another step.",
                "\"not-yet\"",
            ),
        ],
        &ENTRY,
    ],
    game_keys: &[],
    example: "[action.cross]\nlabel = \"Cross[ to {1}]\"",
};

/// `[word.ID]`.
pub(crate) static WORD: TableSchema = TableSchema {
    subject: "word",
    doc: "The label of a word: an answer (`done`), or a value of a field or an option. Scripts write `WORD.done`. A word is declared here, in `word = […]` of a field, or in `values` of an option.",
    keys: &[&[LABEL, DOC], &ENTRY],
    game_keys: &[],
    example: "[word.done]\nlabel = \"Done\"",
};

/// `[text.ID]`.
pub(crate) static TEXT: TableSchema = TableSchema {
    subject: "text",
    doc: "A prompt or a line of the log. Scripts write `TEXT.where_to`.",
    keys: &[
        &[
            SAY,
            may(
                "title",
                ValueType::Line,
                "none",
                "The heading of the choice, if the text is a prompt.",
                "\"The crossing\"",
            ),
        ],
        &ENTRY,
    ],
    game_keys: &[],
    example: "[text.where-to]\nsay = \"Where to?\"",
};

/// `[why.ID]`.
pub(crate) static WHY: TableSchema = TableSchema {
    subject: "reason",
    doc: "The reason why an action is not allowed. Scripts pass `WHY.not_yet` to `keep`, `drop` and `need`.",
    keys: &[
        &[
            SAY,
            may(
                "rule",
                ValueType::Text,
                "none",
                "The rule that says so, with the code of the game. A `;` separates several. A design note (`N-25`) is also allowed.",
                "\"FY 2\"",
            ),
        ],
        &[ENTRY[0], ENTRY[1], ENTRY[3], ENTRY[4], ENTRY[5]],
    ],
    game_keys: &[],
    example: "[why.not-yet]\nsay = \"it is not yet night\"",
};

/// Reads all texts into the board. Gives the labels of actions; the scripts register the actions themselves later.
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
        builder.add_labelled_word(label);
        builder.close("word", entry, keys);
    }
    for (entry, keys) in builder.entries("text") {
        let say = placeholder_text(builder, &keys, "say");
        let title = keys.text("title").map(|title| title.value).unwrap_or_default();
        builder.board.texts.push(Text { id: entry.id.value.clone(), template: say, title });
        builder.close("text", entry, keys);
    }
    let known = builder.rulebook().citations();
    for (entry, keys) in builder.entries("why") {
        let say = placeholder_text(builder, &keys, "say");
        let rule = keys.text("rule");
        if let Some(rule) = &rule {
            check_rules(&keys, rule, builder.rulebook(), &known);
        }
        let rule = rule.map(|r| r.value).unwrap_or_default();
        builder.board.reasons.push(Reason { id: entry.id.value.clone(), text: say, rule });
        builder.close("why", entry, keys);
    }
    for ((label, _), named) in actions.iter_mut().zip(not_asked) {
        label.not_asked = named.and_then(|named| builder.find("why", &named)).map(ReasonId::new);
    }
    actions
}

fn label(builder: &Builder<'_>, keys: &TableReader<'_>, id: &str) -> Label {
    let label = placeholder_text(builder, keys, "label");
    let doc = keys.text("doc").map(|d| builder.with_knobs(d)).unwrap_or_default();
    Label { id: id.to_string(), label, doc, not_asked: None }
}

/// Reads a text with placeholders: `{1}` to `{9}`, and `{knob:…}` for a number of the rules.
fn placeholder_text(builder: &Builder<'_>, keys: &TableReader<'_>, key: &str) -> String {
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
        let is_valid = match bytes[at] {
            b'{' => matches!(bytes.get(at + 1..at + 3), Some([b'1'..=b'9', b'}'])),
            b'}' => false,
            _ => {
                at += 1;
                continue;
            }
        };
        if !is_valid {
            let problem = text.part(at..at + 1).error("content::bad-placeholder", "this is not a placeholder");
            keys.push(problem.label("placeholders are `{1}` to `{9}`, for the columns of the row, and `{knob:…}`"));
            break;
        }
        at += 3;
    }
    builder.with_knobs(text)
}

/// Checks the rules that a reason cites: `<code> <number>`, or a design note (`N-25`). `known` has the citations of all
/// rules.
fn check_rules(keys: &TableReader<'_>, rule: &Located<String>, book: Rulebook<'_>, known: &[String]) {
    if known.is_empty() {
        return;
    }
    for_each_rule(rule, |part, at| {
        if !is_note(part) && !known.iter().any(|k| k == part) {
            keys.push(no_such_rule(at.error("content::unknown-rule", format!("unknown rule `{part}`")), book, part));
        }
    });
}
