//! Deprecated spellings: old keys and words become the current ones before anything else reads a table.
//!
//! Schemas name the old spellings ([`Key::formerly`](crate::Key::formerly)). Each costs one warning a file, never an
//! error: records carry the content they were played with, and must load.

use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_schema::{TableSchema, ValueType};
use std::collections::{BTreeMap, BTreeSet};

/// What the file uses: by the old spelling, its first place, the current spelling, and how often it occurs.
type Found = BTreeMap<&'static str, (Located<()>, &'static str, usize)>;

/// Replaces the deprecated keys and words of one file, and warns of each.
pub(crate) fn replace_deprecated(table: &mut Table, schema: &TableSchema, problems: &Problems) {
    let mut found = Found::new();
    replace_in_table(table, schema, &mut found);
    for (old, (place, new, count)) in found {
        let problem = place.warning("content::deprecated", format!("`{old}` is now called `{new}`"));
        let label = match count {
            1 => "deprecated".to_owned(),
            _ => format!("deprecated; {} more in this file", count - 1),
        };
        problems.push(problem.label(label).help(format!("write `{new}`: a later release will not read `{old}`")));
    }
}

fn note(found: &mut Found, old: &'static str, new: &'static str, place: Located<()>) {
    found.entry(old).or_insert((place, new, 0)).2 += 1;
}

fn replace_in_table(table: &mut Table, schema: &TableSchema, found: &mut Found) {
    let mut has_renamed = false;
    for (name, value) in table.iter_mut() {
        if schema.key(&name.value).is_none()
            && let Some(key) = schema.renamed_key(&name.value)
            && let Some(old) = key.formerly.iter().find(|old| **old == name.value)
        {
            note(found, old, key.name, name.place());
            name.value = key.name.to_owned();
            has_renamed = true;
        }
        if let Some(key) = schema.key(&name.value) {
            replace_in_value(value, &key.value_type, found);
        }
    }
    if has_renamed {
        // A table that has both spellings keeps the first of them.
        let mut names = BTreeSet::new();
        table.retain(|(name, _)| names.insert(name.value.clone()));
    }
}

fn replace_in_value(value: &mut Located<TomlValue>, value_type: &ValueType, found: &mut Found) {
    match (value_type, &mut value.value) {
        (ValueType::AnyOf(all), _) => all.iter().for_each(|one| replace_in_value(value, one, found)),
        (ValueType::Choice(_), TomlValue::Text(text)) => {
            if let Some((old, new)) = value_type.renamed_word(text) {
                *text = new.to_owned();
                note(found, old, new, value.place());
            }
        }
        (ValueType::List(of), TomlValue::List(list)) => {
            list.iter_mut().for_each(|item| replace_in_value(item, of, found))
        }
        (ValueType::AnyKeys(of), TomlValue::Table(table)) => {
            table.iter_mut().for_each(|(_, value)| replace_in_value(value, of, found));
        }
        (ValueType::Table(schema), TomlValue::Table(table)) => replace_in_table(table, schema, found),
        (ValueType::Entries(schema), TomlValue::List(list)) => {
            for item in list {
                if let TomlValue::Table(table) = &mut item.value {
                    replace_in_table(table, schema, found);
                }
            }
        }
        (ValueType::NamedEntries(schema), TomlValue::Table(table)) => {
            for (_, entry) in table {
                if let TomlValue::Table(table) = &mut entry.value {
                    replace_in_table(table, schema, found);
                }
            }
        }
        _ => {}
    }
}
