//! Tells a complete new entry from a patch. A new card that has the id of an earlier card by accident must not patch
//! the earlier card silently.

use crate::located::{Located, Table, TomlValue};

/// For each kind, the keys that a new entry sets and that a patch would hardly set all together. Entries of other kinds
/// have so few keys that a patch and a new entry look alike.
const NEW_ENTRY_KEYS: [(&str, &[&str]); 9] = [
    ("space", &["name", "kind"]),
    ("link", &["a", "b", "kind"]),
    ("piece", &["name", "count", "supply"]),
    ("track", &["name", "on", "max"]),
    ("fact", &["on", "type"]),
    ("pile", &["order", "audience"]),
    ("option", &["doc", "type", "default"]),
    ("knob", &["doc", "min", "max", "default"]),
    ("scenario", &["name", "doc"]),
];

fn has(table: &Table, key: &str) -> bool {
    table.iter().any(|(k, _)| k.value == key)
}

/// Returns the table at a key.
fn inner_table<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    match table.iter().find(|(k, _)| k.value == key) {
        Some((_, Located { value: TomlValue::Table(inner), .. })) => Some(inner),
        _ => None,
    }
}

/// Returns the keys that a new entry of this kind would set and this table does not set. Returns `None` if a new entry
/// and a patch of this kind look alike. For cards, the `declaration` of their fields and the `sides` say which keys a
/// card must have.
pub(super) fn missing_keys(
    kind: &str,
    table: &Table,
    declaration: Option<&Table>,
    sides: &[&str],
) -> Option<Vec<String>> {
    if kind == "card" {
        return missing_card_keys(table, declaration?, sides);
    }
    // The keys of a scenario are in its `[meta]`.
    let table = if kind == "scenario" { inner_table(table, "meta").unwrap_or(table) } else { table };
    let &(_, mut keys) = NEW_ENTRY_KEYS.iter().find(|(entry_kind, _)| *entry_kind == kind)?;
    if kind == "link" && has(table, "id") {
        // A patch that names the link by its id would hardly set its ends. Not all games have kinds of links.
        keys = &["a", "b"];
    }
    Some(keys.iter().filter(|key| !has(table, key)).map(|key| (*key).to_owned()).collect())
}

/// Whether a card sets at least half of the required keys. Such a card counts as a new card that lacks some keys.
pub(super) fn is_mostly_complete(kind: &str, table: &Table, declaration: Option<&Table>, sides: &[&str]) -> bool {
    let Some(declaration) = declaration.filter(|_| kind == "card") else { return false };
    let required_keys = |fields: &str| {
        let declared = inner_table(declaration, fields).into_iter().flatten();
        declared.filter(|(_, field)| is_required(&field.value)).map(|(name, _)| name.value.as_str()).collect::<Vec<_>>()
    };
    let count_set = |table: &Table, keys: &[&str]| keys.iter().filter(|key| has(table, key)).count();
    let (card_keys, half_keys) = (required_keys("fields"), required_keys("half_fields"));
    let sides: &[&str] = if has(declaration, "halves") { sides } else { &[] };
    let halves = sides.iter().filter_map(|side| inner_table(table, side)).map(|half| count_set(half, &half_keys));
    let set_keys = count_set(table, &card_keys) + halves.sum::<usize>();
    set_keys * 2 >= card_keys.len() + half_keys.len() * sides.len()
}

fn missing_card_keys(table: &Table, declaration: &Table, sides: &[&str]) -> Option<Vec<String>> {
    let missing = |table: &Table, fields: &str| {
        let declared = inner_table(declaration, fields).into_iter().flatten();
        let required = declared.filter(|(_, field)| is_required(&field.value)).map(|(name, _)| name.value.clone());
        required.filter(|name| !has(table, name)).collect::<Vec<_>>()
    };
    let has_halves = has(declaration, "halves");
    if !has_halves && !has(declaration, "fields") {
        return None;
    }
    let mut keys = missing(table, "fields");
    for side in sides.iter().filter(|_| has_halves) {
        match inner_table(table, side) {
            Some(half) => keys.extend(missing(half, "half_fields").into_iter().map(|key| format!("{side}.{key}"))),
            None => keys.push((*side).to_owned()),
        }
    }
    Some(keys)
}

/// Whether a field with this declaration is required.
fn is_required(declaration: &TomlValue) -> bool {
    match declaration {
        TomlValue::Text(field_type) => field_type != "effects",
        declaration => declaration.get("optional").is_none_or(|optional| optional.value != TomlValue::Boolean(true)),
    }
}
