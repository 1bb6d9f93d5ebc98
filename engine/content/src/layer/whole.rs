//! Whether an entry reads like a whole new one rather than like a patch: a card that by accident has the id
//! of another must not change it in silence.

use crate::located::{Located, Raw, Table};

/// By kind, the keys that a new entry gives and a patch has no reason to give together. Kinds that are not here
/// say so little that a patch and a whole one look alike.
const WHOLE: [(&str, &[&str]); 9] = [
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
        Some((_, Located { value: Raw::Table(inner), .. })) => Some(inner),
        _ => None,
    }
}

/// What it lacks of what an entry of its kind must give; none where a whole one and a patch look alike. `sides` and the
/// declared shape tell it of cards.
pub(super) fn lacking(kind: &str, table: &Table, shape: Option<&Table>, sides: &[&str]) -> Option<Vec<String>> {
    if kind == "card" {
        return lacking_of_card(table, shape?, sides);
    }
    // What a scenario says of itself stands in its `[meta]`.
    let said = if kind == "scenario" { inner(table, "meta").unwrap_or(table) } else { table };
    let (_, keys) = WHOLE.iter().find(|(of, _)| *of == kind)?;
    Some(keys.iter().filter(|key| !has(said, key)).map(|key| (*key).to_owned()).collect())
}

/// Whether a card gives at least half of what a new one must give: then it is one, and what it lacks is told of it.
pub(super) fn is_mostly_there(kind: &str, table: &Table, shape: Option<&Table>, sides: &[&str]) -> bool {
    let Some(shape) = shape.filter(|_| kind == "card") else { return false };
    let needed = |fields: &str| {
        let declared = inner(shape, fields).into_iter().flatten();
        declared.filter(|(_, of)| is_needed(&of.value)).map(|(name, _)| name.value.as_str()).collect::<Vec<_>>()
    };
    let given = |table: &Table, keys: &[&str]| keys.iter().filter(|key| has(table, key)).count();
    let (own, of_half) = (needed("fields"), needed("half_fields"));
    let sides: &[&str] = if has(shape, "halves") { sides } else { &[] };
    let halves = sides.iter().filter_map(|side| inner(table, side)).map(|half| given(half, &of_half));
    let there = given(table, &own) + halves.sum::<usize>();
    there * 2 >= own.len() + of_half.len() * sides.len()
}

fn lacking_of_card(table: &Table, shape: &Table, sides: &[&str]) -> Option<Vec<String>> {
    let lacks = |table: &Table, fields: &str| {
        let declared = inner(shape, fields).into_iter().flatten();
        let needed = declared.filter(|(_, of)| is_needed(&of.value)).map(|(name, _)| name.value.clone());
        needed.filter(|name| !has(table, name)).collect::<Vec<_>>()
    };
    let has_halves = has(shape, "halves");
    if !has_halves && !has(shape, "fields") {
        return None;
    }
    let mut all = lacks(table, "fields");
    for side in sides.iter().filter(|_| has_halves) {
        match inner(table, side) {
            Some(half) => all.extend(lacks(half, "half_fields").into_iter().map(|key| format!("{side}.{key}"))),
            None => all.push((*side).to_owned()),
        }
    }
    Some(all)
}

/// Whether every card must give a field that is declared so.
fn is_needed(of: &Raw) -> bool {
    match of {
        Raw::Text(of) => of != "effects",
        of => of.get("optional").is_none_or(|it| it.value != Raw::Truth(true)),
    }
}
