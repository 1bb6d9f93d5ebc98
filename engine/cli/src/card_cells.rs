//! The cards of a game as rows of cells, for spreadsheets: one row for each card, one column for each field, such as
//! `title` or `us.ap` for a half.

mod edit;
mod read;

pub(crate) use edit::changed_files;
pub(crate) use read::{Sheet, read_sheet};

use cardwright_content::{Content, DeclaredType, Located, Pack, SourceFile, TomlValue, entries_of};
use std::ops::Range;
use std::sync::Arc;

/// The name of the column that tells where a card comes from. Columns whose names end so are not read back.
pub(crate) const READ_ONLY: &str = " (read only)";

/// A column: a field of cards, or of one half.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// The side of the half.
    pub(crate) side: Option<String>,
    pub(crate) key: String,
    pub(crate) declared: DeclaredType,
}

/// A value that a pack sets.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    /// The text without quotes, or any other value as TOML writes it.
    pub(crate) text: String,
    pub(crate) file: Arc<SourceFile>,
    /// The bytes of the key.
    pub(crate) key: Range<usize>,
    /// The bytes of the value.
    pub(crate) value: Range<usize>,
}

/// A card with its cells, in the order of the columns. Each cell has one value for each pack that sets it.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    /// The file and the bytes of the id in each entry.
    pub(crate) entries: Vec<(Arc<SourceFile>, Range<usize>)>,
    pub(crate) cells: Vec<Vec<Cell>>,
}

impl Column {
    /// The name at the head of the column: `title`, `us.ap`.
    pub(crate) fn name(&self) -> String {
        self.side.as_ref().map_or(self.key.clone(), |side| format!("{side}.{}", self.key))
    }
}

impl Card {
    /// The text of a cell, as the last pack sets it.
    pub(crate) fn text(&self, column: usize) -> &str {
        self.cells[column].last().map_or("", |cell| &cell.text)
    }
}

/// The columns of a game's cards.
pub(crate) fn columns(content: &Content) -> Vec<Column> {
    let fields = |owner: &'static str, side: Option<String>| {
        let declared = content.info_fields.declared().iter().filter(move |field| field.owner == owner);
        declared.map(move |field| Column {
            side: side.clone(),
            key: field.name.clone(),
            declared: field.declared_type.clone(),
        })
    };
    let halves = content.board.sides.iter().flat_map(|side| fields("half of a card", Some(side.id.clone())));
    fields("card", None).chain(halves).collect()
}

/// Reads the cards of a game, in the order of the board.
pub(crate) fn cards(content: &Content, packs: &[Pack], columns: &[Column]) -> Vec<Card> {
    let new = |card: &cardwright_state::board::Card| Card {
        id: card.id.clone(),
        entries: Vec::new(),
        cells: vec![Vec::new(); columns.len()],
    };
    let mut cards: Vec<Card> = content.board.cards.iter().map(new).collect();
    let folder = format!("cards/{}/", content.game);
    for file in packs.iter().flat_map(|pack| &pack.files).filter(|file| file.path.starts_with(&folder)) {
        for entry in entries_of(file, "card") {
            let id = entry.iter().find_map(|(key, value)| match &value.value {
                TomlValue::Text(id) if key.value == "id" => Some((id, value.span.clone())),
                _ => None,
            });
            let card = id.and_then(|(id, span)| Some((cards.iter_mut().find(|card| card.id == *id)?, span)));
            let Some((card, span)) = card else { continue };
            card.entries.push((file.clone(), span));
            for (index, column) in columns.iter().enumerate() {
                let half = column.side.as_ref().map(|side| entry.iter().find(|(key, _)| key.value == *side));
                let table = match half {
                    None => Some(&entry),
                    Some(Some((_, Located { value: TomlValue::Table(table), .. }))) => Some(table),
                    Some(_) => None,
                };
                let found = table.and_then(|table| table.iter().find(|(key, _)| key.value == column.key));
                card.cells[index].extend(found.map(|(key, value)| Cell {
                    text: match &value.value {
                        TomlValue::Text(text) => text.clone(),
                        _ => file.text[value.span.clone()].to_owned(),
                    },
                    file: file.clone(),
                    key: key.span.clone(),
                    value: value.span.clone(),
                }));
            }
        }
    }
    cards
}
