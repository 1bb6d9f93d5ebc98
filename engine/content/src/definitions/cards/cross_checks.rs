//! Compares cards with each other: fields that only some cards have (`for`), and values that no two cards may share
//! (`unique`).

use super::names;
use crate::field::{CardSelector, Field, FieldType, UniqueAmong};
use crate::layers::tables::Entry;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_reader::{TableReader, bad_choice};
use std::collections::BTreeMap;

/// Checks that the fields and words named by `for` and `unique` exist.
pub(super) fn check_declarations(fields: &[Field], problems: &Problems) {
    let find = |name: &Located<String>| {
        let found = fields.iter().find(|field| field.name.value == name.value);
        if found.is_none() {
            let problem = name.error("content::unknown-field", format!("cards have no field `{}`", name.value));
            problems.push(problem.label("no such field").suggest(&name.value, names(fields)));
        }
        found
    };
    for field in fields {
        if let Some(UniqueAmong::SameField(other)) = &field.unique {
            find(other);
        }
        let Some(only_for) = &field.only_for else { continue };
        let Some(other) = find(&only_for.field) else { continue };
        let FieldType::Word(allowed_words) = &other.field_type else {
            let message = format!(
                "`for` of the field `{}` names `{}`, which is not a field of words",
                field.name.value, other.name.value
            );
            problems.push(only_for.field.error("content::bad-choice", message).label("must be a field of words"));
            continue;
        };
        let allowed_words: Vec<&str> = allowed_words.iter().map(|word| word.value.as_str()).collect();
        for word in only_for.words.iter().filter(|word| !allowed_words.contains(&word.value.as_str())) {
            problems.push(bad_choice(word, &format!("a word of `{}`", other.name.value), &allowed_words));
        }
    }
}

/// Warns if a card lacks a field whose `for` includes the card, or has a field whose `for` excludes it.
pub(super) fn check_only_for(fields: &[Field], keys: &TableReader<'_>) {
    for field in fields {
        let Some(only_for) = field.only_for.as_ref().filter(|selector| is_valid(selector, fields)) else { continue };
        let name = &field.name.value;
        let Some(TomlValue::Text(card_word)) = value_of(keys.table, &only_for.field.value).map(|value| &value.value)
        else {
            continue;
        };
        let condition = format!("{} is `{card_word}`", only_for.field.value);
        match (only_for.words.iter().any(|word| word.value == *card_word), value_of(keys.table, name)) {
            (true, None) if !keys.has_typo_of(name) => {
                let message = format!("{} lacks `{name}`, which every card needs whose {condition}", keys.table_name);
                keys.push(
                    keys.place.warning("content::missing-key", message).label(format!("`{name}` is missing here")),
                );
            }
            (false, Some(value)) => {
                let message = format!("{} has `{name}`, which is not for cards whose {condition}", keys.table_name);
                keys.push(value.warning("content::out-of-place", message).label("not allowed here"));
            }
            _ => {}
        }
    }
}

/// Whether the field and the words of a `for` exist. [`check_declarations`] has reported those that do not.
fn is_valid(only_for: &CardSelector, fields: &[Field]) -> bool {
    let field = fields.iter().find(|field| field.name.value == only_for.field.value);
    let Some(FieldType::Word(allowed_words)) = field.map(|field| &field.field_type) else { return false };
    only_for.words.iter().all(|word| allowed_words.iter().any(|other| other.value == word.value))
}

/// Warns if two cards share a value that must be unique.
pub(super) fn check_unique(fields: &[Field], entries: &[&Entry], problems: &Problems) {
    for field in fields {
        let Some(unique) = &field.unique else { continue };
        let mut first_cards: BTreeMap<(Option<String>, String), &str> = BTreeMap::new();
        for entry in entries {
            let Some(value) = value_of(&entry.table, &field.name.value) else { continue };
            let Some(value_text) = toml_text(&value.value) else { continue };
            let group = match unique {
                UniqueAmong::All => None,
                UniqueAmong::SameField(other) => {
                    value_of(&entry.table, &other.value).and_then(|other| toml_text(&other.value))
                }
            };
            let Some(first_card) = first_cards.get(&(group.clone(), value_text.clone())) else {
                first_cards.insert((group, value_text), &entry.id.value);
                continue;
            };
            let message = format!(
                "the cards `{first_card}` and `{}` both have {} {value_text}",
                entry.id.value, field.name.value
            );
            problems.push(value.warning("content::not-unique", message).label("each card needs another value"));
        }
    }
}

fn value_of<'t>(table: &'t Table, name: &str) -> Option<&'t Located<TomlValue>> {
    table.iter().find(|(key, _)| key.value == name).map(|(_, value)| value)
}

/// Returns a number, text or boolean for messages. A text is in backticks.
fn toml_text(value: &TomlValue) -> Option<String> {
    match value {
        TomlValue::Number(number) => Some(number.to_string()),
        TomlValue::Text(text) => Some(format!("`{text}`")),
        TomlValue::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}
