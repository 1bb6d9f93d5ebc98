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

/// Whether it gives everything an entry of its kind must give; `sides` and the declared shape tell it of cards.
pub(super) fn is_whole(kind: &str, table: &Table, shape: Option<&Table>, sides: &[&str]) -> bool {
    if kind == "card" {
        return shape.is_some_and(|shape| is_whole_card(table, shape, sides));
    }
    // What a scenario says of itself stands in its `[meta]`.
    let said = if kind == "scenario" { inner(table, "meta").unwrap_or(table) } else { table };
    WHOLE.iter().any(|(of, keys)| *of == kind && keys.iter().all(|key| has(said, key)))
}

fn is_whole_card(table: &Table, shape: &Table, sides: &[&str]) -> bool {
    let gives = |table: &Table, fields: &str| {
        let declared = inner(shape, fields).into_iter().flatten();
        declared.filter(|(_, of)| is_needed(&of.value)).all(|(name, _)| has(table, &name.value))
    };
    let has_halves = has(shape, "halves");
    gives(table, "fields")
        && (has_halves || has(shape, "fields"))
        && (!has_halves || sides.iter().all(|side| inner(table, side).is_some_and(|half| gives(half, "half_fields"))))
}

/// Whether every card must give a field that is declared so.
fn is_needed(of: &Raw) -> bool {
    match of {
        Raw::Text(of) => of != "effects",
        of => of.get("optional").is_none_or(|it| it.value != Raw::Truth(true)),
    }
}
