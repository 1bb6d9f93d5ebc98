//! What cards have in common and what tells them apart: fields that only some cards have (`for`), and such as no two
//! say the same of (`unique`).

use super::names;
use crate::field::{Field, FieldType, OfSome, Unique};
use crate::layer::Entry;
use crate::located::{Located, Raw, Table};
use crate::problems::Problems;
use crate::shape::{Keys, bad_choice};
use std::collections::BTreeMap;

/// That the fields which decide about others are there, and have the words.
pub(super) fn check_declared(fields: &[Field], problems: &Problems) {
    let find = |name: &Located<String>| {
        let found = fields.iter().find(|field| field.name.value == name.value);
        if found.is_none() {
            let problem = name.error("content::unknown-field", format!("cards have no field `{}`", name.value));
            problems.push(problem.label("no such field").suggest(&name.value, names(fields)));
        }
        found
    };
    for field in fields {
        if let Some(Unique::Within(other)) = &field.unique {
            find(other);
        }
        let Some(of_some) = &field.of_some else { continue };
        let Some(other) = find(&of_some.field) else { continue };
        let FieldType::Word(known) = &other.of else {
            let message =
                format!("`for` of the field `{}` goes by `{}`, which is no word", field.name.value, other.name.value);
            problems.push(of_some.field.error("content::bad-choice", message).label("must be a field of words"));
            continue;
        };
        let known: Vec<&str> = known.iter().map(|word| word.value.as_str()).collect();
        for word in of_some.words.iter().filter(|word| !known.contains(&word.value.as_str())) {
            problems.push(bad_choice(word, &format!("a word of `{}`", other.name.value), &known));
        }
    }
}

/// That a card has what cards of its sort have, and nothing that is of another sort.
pub(super) fn check_for(fields: &[Field], keys: &Keys<'_>) {
    for field in fields {
        let Some(of_some) = field.of_some.as_ref().filter(|it| is_sound(it, fields)) else { continue };
        let name = &field.name.value;
        let Some(Raw::Text(is)) = of(keys.table, &of_some.field.value).map(|value| &value.value) else { continue };
        let sort = format!("{} is `{is}`", of_some.field.value);
        match (of_some.words.iter().any(|word| word.value == *is), of(keys.table, name)) {
            (true, None) if !keys.is_misspelt(name) => {
                let message = format!("{} lacks `{name}`, which cards have whose {sort}", keys.what);
                keys.push(keys.at.warning("content::missing-key", message).label(format!("`{name}` is missing here")));
            }
            (false, Some(value)) => {
                let message = format!("{} has `{name}`, which cards do not have whose {sort}", keys.what);
                keys.push(value.warning("content::out-of-place", message).label("nothing should be here"));
            }
            _ => {}
        }
    }
}

/// Whether the words of a `for` are words of its field: else that was told, and leads to nothing more.
fn is_sound(of_some: &OfSome, fields: &[Field]) -> bool {
    let field = fields.iter().find(|field| field.name.value == of_some.field.value);
    let Some(FieldType::Word(known)) = field.map(|field| &field.of) else { return false };
    of_some.words.iter().all(|word| known.iter().any(|other| other.value == word.value))
}

/// That no two cards say the same of a field that is each card's own.
pub(super) fn check_unique(fields: &[Field], entries: &[&Entry], problems: &Problems) {
    for field in fields {
        let Some(unique) = &field.unique else { continue };
        let mut first: BTreeMap<(Option<String>, String), &str> = BTreeMap::new();
        for entry in entries {
            let Some(value) = of(&entry.table, &field.name.value) else { continue };
            let Some(said) = said(&value.value) else { continue };
            let among = match unique {
                Unique::All => None,
                Unique::Within(other) => of(&entry.table, &other.value).and_then(|other| self::said(&other.value)),
            };
            let Some(other) = first.get(&(among.clone(), said.clone())) else {
                first.insert((among, said), &entry.id.value);
                continue;
            };
            let message = format!("the cards `{other}` and `{}` both have {} {said}", entry.id.value, field.name.value);
            problems.push(value.warning("content::not-unique", message).label("each must have one of its own"));
        }
    }
}

fn of<'t>(table: &'t Table, name: &str) -> Option<&'t Located<Raw>> {
    table.iter().find(|(key, _)| key.value == name).map(|(_, value)| value)
}

/// A number, a text or a truth as it is written.
fn said(value: &Raw) -> Option<String> {
    match value {
        Raw::Number(number) => Some(number.to_string()),
        Raw::Text(text) => Some(format!("`{text}`")),
        Raw::Truth(truth) => Some(truth.to_string()),
        _ => None,
    }
}
