//! Inline cards (`card ID = { … }`): fills in missing fields and puts the cards, and changed knobs, in a pack in memory.

use crate::knobs::KnobSetting;
use cardwright_content::{Content, Pack, PackSource};
use toml::{Table, Value};

/// The id of the pack in memory.
const PACK: &str = "test-cards";

/// The fields that every card of the game has.
#[derive(Debug, Default)]
pub(crate) struct CardShape {
    fields: Table,
    halves: Option<(Vec<String>, Table)>,
}

impl CardShape {
    /// Reads the fields from the boards of the packs; later packs win.
    pub(crate) fn new(content: &Content) -> CardShape {
        let mut fields = Table::new();
        let mut half_fields = Table::new();
        let mut halves = false;
        for file in content.files.iter().filter(|f| f.game_of_board() == Some(&content.game)) {
            let Ok(table) = file.text.parse::<Table>() else { continue };
            let Some(Value::Table(card)) = table.get("card") else { continue };
            halves |= card.contains_key("halves");
            for (key, into) in [("fields", &mut fields), ("half_fields", &mut half_fields)] {
                if let Some(Value::Table(given)) = card.get(key) {
                    into.extend(given.clone());
                }
            }
        }
        let sides = content.board.sides.iter().map(|s| s.id.clone()).collect();
        CardShape { fields, halves: halves.then_some((sides, half_fields)) }
    }

    fn fill(&self, card: &mut Table) {
        fill(&self.fields, card);
        let Some((sides, fields)) = &self.halves else { return };
        for side in sides {
            let half = card.entry(side.clone()).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(half) = half {
                fill(fields, half);
            }
        }
    }
}

fn fill(fields: &Table, into: &mut Table) {
    for (name, field) in fields {
        if !into.contains_key(name)
            && let Some(value) = default_value(field)
        {
            into.insert(name.clone(), value);
        }
    }
}

/// The value for a field that the test leaves out; `None` if the field is optional or has no simple value.
fn default_value(field: &Value) -> Option<Value> {
    let simple = |name: &str, least: i64, most: i64| match name {
        "integer" => Some(Value::Integer(0.clamp(least, most))),
        "boolean" | "truth" => Some(Value::Boolean(false)),
        "text" => Some(Value::String(String::new())),
        _ => None,
    };
    let table = match field {
        Value::String(name) => return simple(name, i64::MIN, i64::MAX),
        Value::Table(table) => table,
        _ => return None,
    };
    if table.get("optional").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    let bound = |key: &str| table.get(key).and_then(Value::as_integer);
    if let Some(name) = table.get("type").and_then(Value::as_str) {
        let least = bound("min").unwrap_or(i64::MIN);
        return simple(name, least, bound("max").unwrap_or(i64::MAX).max(least));
    }
    match table.get("word") {
        Some(Value::Array(words)) => words.first().cloned(),
        _ => table.get("ids").map(|_| Value::Array(Vec::new())),
    }
}

/// Parses `ID = { … }`.
pub(crate) fn read(text: &str) -> Result<(String, Table), String> {
    let table = text.parse::<Table>().map_err(|e| e.message().to_owned())?;
    let mut entries = table.into_iter();
    match (entries.next(), entries.next()) {
        (Some((id, Value::Table(card))), None) => Ok((id, card)),
        _ => Err("`card` takes an id and a table: `card ID = { … }`".into()),
    }
}

/// The file of the pack for the card with this number. Each card has a file of its own.
fn file(game: &str, at: usize) -> String {
    format!("cards/{game}/{PACK}-{at:03}.toml")
}

/// The number of the card that a file of the pack contains.
pub(crate) fn card_in(pack: &str, path: &str, game: &str, cards: usize) -> Option<usize> {
    (0..cards).find(|at| pack == PACK && path == file(game, *at))
}

/// Builds the pack that adds the cards to a game and changes its knobs.
pub(crate) fn test_pack(
    game: &str,
    shape: &CardShape,
    cards: &[(String, Table)],
    knobs: &[KnobSetting],
) -> Result<Pack, String> {
    let text = |t: &str| Value::String(t.to_owned());
    let mut meta = Table::new();
    meta.insert("game".into(), text(game));
    meta.insert("source".into(), text("reconstructed"));
    let manifest = format!("id = \"{PACK}\"\nname = \"Cards of rule tests\"\nversion = \"0.0.0\"\n");
    let mut files = vec![("pack.toml".to_owned(), manifest)];
    for (at, (id, card)) in cards.iter().enumerate() {
        let mut card = card.clone();
        shape.fill(&mut card);
        card.insert("id".into(), text(id));
        let mut all = Table::new();
        all.insert("meta".into(), Value::Table(meta.clone()));
        all.insert("card".into(), Value::Array(vec![Value::Table(card)]));
        files.push((file(game, at), toml::to_string(&all).map_err(|e| e.to_string())?));
    }
    if !knobs.is_empty() {
        let knobs = knobs.iter().map(KnobSetting::entry).collect();
        let mut board = Table::new();
        board.insert("meta".into(), Value::Table(meta));
        board.insert("knob".into(), Value::Array(knobs));
        files.push((format!("scenarios/{game}/board.toml"), toml::to_string(&board).map_err(|e| e.to_string())?));
    }
    Pack::open(PackSource::Memory(files))
        .map_err(|problems| problems.first().map(ToString::to_string).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_an_id_and_a_table() {
        let (id, card) = read("stub-us = { ap = 2, us = { draw = 1 } }").unwrap();
        assert_eq!((id.as_str(), card["ap"].as_integer()), ("stub-us", Some(2)));
        assert!(read("stub = 3").is_err());
        assert!(read("a = {}\nb = {}").is_err());
    }

    #[test]
    fn missing_keys_take_default_values() {
        let fields: Table = "n = 'integer'\nm = { type = 'integer', min = 1, max = 4 }\nt = 'truth'\ns = 'text'\ne = 'effects'\nw = { word = ['a', 'b'] }\nk = { ids = 'space' }\no = { id = 'space', optional = true }".parse().unwrap();
        let shape =
            CardShape { fields: fields.clone(), halves: Some((vec!["red".into()], "d = 'integer'".parse().unwrap())) };
        let mut card: Table = "n = 5".parse().unwrap();
        shape.fill(&mut card);
        let wanted: Table = "n = 5\nm = 1\nt = false\ns = ''\nw = 'a'\nk = []\n[red]\nd = 0".parse().unwrap();
        assert_eq!(card, wanted);
    }
}
