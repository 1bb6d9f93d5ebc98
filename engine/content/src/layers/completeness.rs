//! Whether an entry looks like a complete new one or like a patch. A new card that has the id of another by accident
//! must not patch that one silently.

use crate::located::{Located, Table, TomlValue};

/// For each kind, the keys that a new entry sets and a patch would hardly set together. Entries of other kinds have so
/// few keys that the two look alike.
const NEW_ENTRY_KEYS: [(&str, &[&str]); 9] = [
    ("space", &["name", "kind"]),
    ("link", &["id", "a", "b"]),
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

fn inner<'a>(table: &'a Table, key: &str) -> Option<&'a Table> {
    match table.iter().find(|(k, _)| k.value == key) {
        Some((_, Located { value: TomlValue::Table(inner), .. })) => Some(inner),
        _ => None,
    }
}

/// The keys that a new entry of this kind would set and this table does not. `None` if a new entry and a patch of this
/// kind look alike. For cards, `shape` and `sides` say which keys a card must have.
pub(super) fn missing_keys(kind: &str, table: &Table, shape: Option<&Table>, sides: &[&str]) -> Option<Vec<String>> {
    if kind == "card" {
        return missing_card_keys(table, shape?, sides);
    }
    // The keys of a scenario are in its `[meta]`.
    let table = if kind == "scenario" { inner(table, "meta").unwrap_or(table) } else { table };
    let (_, keys) = NEW_ENTRY_KEYS.iter().find(|(of, _)| *of == kind)?;
    Some(keys.iter().filter(|key| !has(table, key)).map(|key| (*key).to_owned()).collect())
}

/// Whether a card sets at least half of the required keys. Then it counts as a new one that lacks some keys.
pub(super) fn is_mostly_complete(kind: &str, table: &Table, shape: Option<&Table>, sides: &[&str]) -> bool {
    let Some(shape) = shape.filter(|_| kind == "card") else { return false };
    let needed = |fields: &str| {
        let declared = inner(shape, fields).into_iter().flatten();
        declared.filter(|(_, of)| is_required(&of.value)).map(|(name, _)| name.value.as_str()).collect::<Vec<_>>()
    };
    let given = |table: &Table, keys: &[&str]| keys.iter().filter(|key| has(table, key)).count();
    let (own, of_half) = (needed("fields"), needed("half_fields"));
    let sides: &[&str] = if has(shape, "halves") { sides } else { &[] };
    let halves = sides.iter().filter_map(|side| inner(table, side)).map(|half| given(half, &of_half));
    let there = given(table, &own) + halves.sum::<usize>();
    there * 2 >= own.len() + of_half.len() * sides.len()
}

fn missing_card_keys(table: &Table, shape: &Table, sides: &[&str]) -> Option<Vec<String>> {
    let missing = |table: &Table, fields: &str| {
        let declared = inner(shape, fields).into_iter().flatten();
        let needed = declared.filter(|(_, of)| is_required(&of.value)).map(|(name, _)| name.value.clone());
        needed.filter(|name| !has(table, name)).collect::<Vec<_>>()
    };
    let has_halves = has(shape, "halves");
    if !has_halves && !has(shape, "fields") {
        return None;
    }
    let mut all = missing(table, "fields");
    for side in sides.iter().filter(|_| has_halves) {
        match inner(table, side) {
            Some(half) => all.extend(missing(half, "half_fields").into_iter().map(|key| format!("{side}.{key}"))),
            None => all.push((*side).to_owned()),
        }
    }
    Some(all)
}

/// Whether a field with this declaration is required.
fn is_required(of: &TomlValue) -> bool {
    match of {
        TomlValue::Text(of) => of != "effects",
        of => of.get("optional").is_none_or(|it| it.value != TomlValue::Boolean(true)),
    }
}
