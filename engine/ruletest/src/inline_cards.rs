//! Inline cards (`card ID = { … }`): fills in missing fields, and makes a pack in memory with the cards and the changed
//! knobs.

use crate::knobs::KnobSetting;
use cardwright_content::{Content, Pack, PackSource};
use toml::{Table, Value};

/// The id of the pack in memory.
const PACK: &str = "test-cards";

/// The fields that every card of the game has.
#[derive(Debug, Default)]
pub(crate) struct CardShape {
    fields: Table,
    /// If cards have halves: the ids of the sides, and the fields of each half.
    halves: Option<(Vec<String>, Table)>,
}

impl CardShape {
    /// Reads the fields from the boards of the packs. A later pack replaces fields of an earlier pack.
    pub(crate) fn new(content: &Content) -> CardShape {
        let mut fields = Table::new();
        let mut half_fields = Table::new();
        let mut has_halves = false;
        for file in content.files.iter().filter(|f| f.game_of_board() == Some(&content.game)) {
            let Ok(table) = file.text.parse::<Table>() else { continue };
            let Some(Value::Table(card)) = table.get("card") else { continue };
            has_halves |= card.contains_key("halves");
            for (key, target) in [("fields", &mut fields), ("half_fields", &mut half_fields)] {
                if let Some(Value::Table(declared)) = card.get(key) {
                    target.extend(declared.clone());
                }
            }
        }
        let sides = content.board.sides.iter().map(|s| s.id.clone()).collect();
        CardShape { fields, halves: has_halves.then_some((sides, half_fields)) }
    }

    fn fill(&self, card: &mut Table) {
        fill_missing(&self.fields, card);
        let Some((sides, fields)) = &self.halves else { return };
        for side in sides {
            let half = card.entry(side.clone()).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(half) = half {
                fill_missing(fields, half);
            }
        }
    }
}

fn fill_missing(fields: &Table, target: &mut Table) {
    for (name, field) in fields {
        if !target.contains_key(name)
            && let Some(value) = default_value(field)
        {
            target.insert(name.clone(), value);
        }
    }
}

/// The value for a field that the test leaves out. `None` if the field is optional or has no simple value.
fn default_value(field: &Value) -> Option<Value> {
    let simple_default = |name: &str, min: i64, max: i64| match name {
        "integer" => Some(Value::Integer(0.clamp(min, max))),
        "boolean" | "truth" => Some(Value::Boolean(false)),
        "text" => Some(Value::String(String::new())),
        _ => None,
    };
    let table = match field {
        Value::String(name) => return simple_default(name, i64::MIN, i64::MAX),
        Value::Table(table) => table,
        _ => return None,
    };
    if table.get("optional").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    let bound = |key: &str| table.get(key).and_then(Value::as_integer);
    if let Some(name) = table.get("type").and_then(Value::as_str) {
        let min = bound("min").unwrap_or(i64::MIN);
        return simple_default(name, min, bound("max").unwrap_or(i64::MAX).max(min));
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

/// The path of the file for the card with this index. Each card has its own file in the pack.
fn card_path(game: &str, index: usize) -> String {
    format!("cards/{game}/{PACK}-{index:03}.toml")
}

/// The index of the card that a file of the pack contains.
pub(crate) fn card_index(pack: &str, path: &str, game: &str, cards: usize) -> Option<usize> {
    (0..cards).find(|index| pack == PACK && path == card_path(game, *index))
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
    for (index, (id, card)) in cards.iter().enumerate() {
        let mut card = card.clone();
        shape.fill(&mut card);
        card.insert("id".into(), text(id));
        let mut document = Table::new();
        document.insert("meta".into(), Value::Table(meta.clone()));
        document.insert("card".into(), Value::Array(vec![Value::Table(card)]));
        files.push((card_path(game, index), toml::to_string(&document).map_err(|e| e.to_string())?));
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
