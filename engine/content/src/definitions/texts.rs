//! `text.toml`: labels of actions and words, texts of prompts and log lines, and reasons.

use super::builder::Builder;
use super::common_keys::ENTRY;
use super::references_in_text::{for_each_rule, with_rule_help};
use crate::citations::{Rulebook, is_note};
use crate::located::Located;
use crate::table_reader::TableReader;
use crate::table_schema::{Key, ValueType, optional, required_in_new_entry, schema, words};
use cardwright_state::board::{Label, Reason, Text};
use cardwright_state::ids::ReasonId;

const LABEL: Key = required_in_new_entry(
    "label",
    "The text of the row. `{1}` is the first column after the action or word. A part in square brackets with a placeholder is left out if there is nothing to insert.",
    ValueType::Line,
    "\"Cross[ to {1}]\"",
);
const DOC: Key = optional("doc", "One line of help.", ValueType::Line, "none", "\"costs {knob:ferry-price}\"");
const SAY: Key = required_in_new_entry(
    "say",
    "The text. `{1}` to `{9}` are the subjects that the script passes, `{knob:ferry-price}` is a number of the rules. A prompt has no subjects.",
    ValueType::Line,
    "\"Where to?\"",
);

/// The words in TOML for each audience of an action, and whether its columns are private.
const AUDIENCES: [(&str, bool); 2] = [("all", false), ("owner", true)];

schema! {
    /// The label of an action that a script registers: `action "cross"`.
    pub(crate) static ACTION = "action";
    keys {
        "label" = shared(LABEL);
        "doc" = shared(DOC);
        /// The reason that `why not` gives while the rules do not offer the action at all, for example in another step.
        "not_asked" = optional(IdOf("why"), "a standard reason", "\"not-yet\"");
        /// The pile whose card this action plays, if its rows do not name the card. In the browser, a click on a card of
        /// the pile chooses the action.
        "plays" = optional(IdOf("pile"), "none", "\"deck\"");
        /// Who may read the words after the action in the log: `all`, or only the `owner`, the side that answers. The
        /// others read `?` for each word, as in `up-to ?`, and so they do for what the side answers while the action is
        /// played.
        "audience" = optional(Choice(&const { words(&AUDIENCES) }), "`\"all\"`", "\"owner\"");
    } + ENTRY
    example "[action.cross]\nlabel = \"Cross[ to {1}]\""
}

schema! {
    /// The label of a word: an answer (`done`), or a value of a field or an option. Scripts write `WORD.done`. A word
    /// is declared here, in `word = […]` of a field, or in `values` of an option.
    pub(crate) static WORD = "word";
    keys {
        "label" = shared(LABEL);
        "doc" = shared(DOC);
    } + ENTRY
    example "[word.done]\nlabel = \"Done\""
}

schema! {
    /// A prompt or a line of the log. Scripts write `TEXT.where_to`.
    pub(crate) static TEXT = "text";
    keys {
        "say" = shared(SAY);
        /// The heading of the choice, if the text is a prompt.
        "title" = optional(Line, "none", "\"The crossing\"");
    } + ENTRY
    example "[text.where-to]\nsay = \"Where to?\""
}

schema! {
    /// The reason why an action is not allowed. Scripts pass `WHY.not_yet` to `keep`, `drop` and `need`.
    pub(crate) static WHY = "reason";
    keys {
        "say" = shared(SAY);
        /// The rule that says so, with the code of the game. A `;` separates several. A design note (`N-25`) is also
        /// allowed.
        "rule" = optional(Text, "none", "\"FY 2\"");
        "source" = shared(ENTRY[0]);
        "source_note" = shared(ENTRY[1]);
        "was" = shared(ENTRY[3]);
        "remove" = shared(ENTRY[4]);
        "patch" = shared(ENTRY[5]);
    }
    example "[why.not-yet]\nsay = \"it is not yet night\""
}

/// What the board cannot hold yet.
pub(crate) struct Texts {
    /// The labels of actions, because only the scripts declare the actions.
    pub(crate) action_labels: Vec<(Label, Located<()>)>,
    /// The ids in `plays` of actions, because piles are read later.
    pub(crate) played_piles: Vec<Located<String>>,
}

/// Reads all texts into the board.
pub(crate) fn read_texts(builder: &mut Builder<'_>) -> Texts {
    let (mut actions, mut played_piles) = (Vec::new(), Vec::new());
    let mut not_asked = Vec::new();
    for (entry, keys) in builder.open_entries("action", &ACTION) {
        let mut label = read_label(builder, &keys, &entry.id.value);
        if let Some(pile) = keys.text("plays") {
            label.plays = Some(pile.value.clone());
            played_piles.push(pile);
        }
        label.is_private = keys.choice("audience", &AUDIENCES).unwrap_or_default();
        not_asked.push(keys.text("not_asked"));
        actions.push((label, entry.id.place()));
        builder.close_entry("action", entry, keys);
    }
    for (entry, keys) in builder.open_entries("word", &WORD) {
        let label = read_label(builder, &keys, &entry.id.value);
        builder.add_labelled_word(label);
        builder.close_entry("word", entry, keys);
    }
    for (entry, keys) in builder.open_entries("text", &TEXT) {
        let say = read_placeholder_text(builder, &keys, "say");
        let title = keys.text("title").map(|title| title.value).unwrap_or_default();
        builder.board.labels.texts.push(Text { id: entry.id.value.clone(), template: say, title });
        builder.close_entry("text", entry, keys);
    }
    let citations = builder.rulebook().citations();
    for (entry, keys) in builder.open_entries("why", &WHY) {
        let say = read_placeholder_text(builder, &keys, "say");
        let rule = keys.text("rule");
        if let Some(rule) = &rule {
            check_rules(&keys, rule, builder.rulebook(), &citations);
        }
        let rule = rule.map(|r| r.value).unwrap_or_default();
        builder.board.labels.reasons.push(Reason { id: entry.id.value.clone(), text: say, rule });
        builder.close_entry("why", entry, keys);
    }
    for ((label, _), reason) in actions.iter_mut().zip(not_asked) {
        label.not_asked = reason.and_then(|reason| builder.find("why", &reason)).map(ReasonId::new);
    }
    Texts { action_labels: actions, played_piles }
}

fn read_label(builder: &Builder<'_>, keys: &TableReader<'_>, id: &str) -> Label {
    let label = read_placeholder_text(builder, keys, "label");
    let doc = keys.text("doc").map(|d| builder.with_knobs(d)).unwrap_or_default();
    Label { id: id.to_string(), label, doc, not_asked: None, plays: None, is_private: false }
}

/// Reads a text, reports wrong placeholders, and replaces knobs with their numbers. Valid placeholders are `{1}` to
/// `{9}`, and `{knob:…}` for a number of the rules.
fn read_placeholder_text(builder: &Builder<'_>, keys: &TableReader<'_>, key: &str) -> String {
    let Some(text) = keys.need_text(key) else { return String::new() };
    let bytes = text.value.as_bytes();
    let mut offset = 0;
    while offset < bytes.len() {
        if bytes[offset..].starts_with(b"{knob:")
            && let Some(end) = bytes[offset..].iter().position(|byte| *byte == b'}')
        {
            offset += end + 1;
            continue;
        }
        let is_valid = match bytes[offset] {
            b'{' => matches!(bytes.get(offset + 1..offset + 3), Some([b'1'..=b'9', b'}'])),
            b'}' => false,
            _ => {
                offset += 1;
                continue;
            }
        };
        if !is_valid {
            let problem = text.part(offset..offset + 1).error("content::bad-placeholder", "this is not a placeholder");
            keys.push(problem.label("placeholders are `{1}` to `{9}`, for the columns of the row, and `{knob:…}`"));
            break;
        }
        offset += 3;
    }
    builder.with_knobs(text)
}

/// Checks the rules that a reason cites: `<code> <number>`, or a design note (`N-25`). `citations` are the citations of
/// all rules.
fn check_rules(keys: &TableReader<'_>, rule: &Located<String>, book: Rulebook<'_>, citations: &[String]) {
    if citations.is_empty() {
        return;
    }
    for_each_rule(rule, |part, place| {
        if !is_note(part) && !citations.iter().any(|citation| citation == part) {
            keys.push(with_rule_help(
                place.error("content::unknown-rule", format!("unknown rule `{part}`")),
                book,
                part,
            ));
        }
    });
}
