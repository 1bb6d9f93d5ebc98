//! Replaces deprecated keys and words of a TOML table with the current ones, before anything else reads the table.
//!
//! Schemas name the deprecated spellings ([`Key::formerly`](crate::Key::formerly)). Each deprecated spelling causes one
//! warning a file, but no error: old records contain the old files and must still load.

use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_schema::{TableSchema, ValueType};
use std::collections::{BTreeMap, BTreeSet};

/// The deprecated spellings in a file. For each: its first place, the current spelling, and how often it occurs.
type FoundSpellings = BTreeMap<&'static str, (Located<()>, &'static str, usize)>;

/// Replaces the deprecated keys and words of one file, and warns of each of them.
pub(crate) fn replace_deprecated(table: &mut Table, schema: &TableSchema, problems: &Problems) {
    let mut found = FoundSpellings::new();
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

fn count_spelling(found: &mut FoundSpellings, old: &'static str, new: &'static str, place: Located<()>) {
    let (_, _, count) = found.entry(old).or_insert((place, new, 0));
    *count += 1;
}

fn replace_in_table(table: &mut Table, schema: &TableSchema, found: &mut FoundSpellings) {
    let mut has_renamed = false;
    for (name, value) in table.iter_mut() {
        if schema.key(&name.value).is_none()
            && let Some(key) = schema.renamed_key(&name.value)
            && let Some(old) = key.formerly.iter().find(|old| **old == name.value)
        {
            count_spelling(found, old, key.name, name.place());
            name.value = key.name.to_owned();
            has_renamed = true;
        }
        if let Some(key) = schema.key(&name.value) {
            replace_in_value(value, &key.value_type, found);
        }
    }
    if has_renamed {
        // If a table has both the deprecated and the current spelling, only the first of the two keys stays.
        let mut names = BTreeSet::new();
        table.retain(|(name, _)| names.insert(name.value.clone()));
    }
}

fn replace_in_value(value: &mut Located<TomlValue>, value_type: &ValueType, found: &mut FoundSpellings) {
    match (value_type, &mut value.value) {
        (ValueType::AnyOf(types), _) => {
            types.iter().for_each(|alternative| replace_in_value(value, alternative, found))
        }
        (ValueType::Choice(_), TomlValue::Text(text)) => {
            if let Some((old, new)) = value_type.renamed_word(text) {
                *text = new.to_owned();
                count_spelling(found, old, new, value.place());
            }
        }
        (ValueType::List(item_type), TomlValue::List(list)) => {
            list.iter_mut().for_each(|item| replace_in_value(item, item_type, found))
        }
        (ValueType::AnyKeys(value_type), TomlValue::Table(table)) => {
            table.iter_mut().for_each(|(_, value)| replace_in_value(value, value_type, found));
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
