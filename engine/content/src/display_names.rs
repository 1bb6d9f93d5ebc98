//! Names for display that a game may declare: short names for the board, and names for facts and piles, which otherwise
//! appear with their ids.

use cardwright_state::{Board, FactId, Kind, PileId, Val};

/// The declared display names of a game. Each list is in board order; `None` means that the game declares no name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DisplayNames {
    /// Column heading of each side.
    pub sides: Vec<Option<String>>,
    /// Plural name of each kind of spaces.
    pub kinds: Vec<Option<String>>,
    /// Short name of each space.
    pub spaces: Vec<Option<String>>,
    /// Short name of each mark.
    pub marks: Vec<Option<String>>,
    /// Short names of each piece type, one per face; empty if the game declares none.
    pub pieces: Vec<Vec<String>>,
    /// Whether the prompt shows the pieces of each type when it draws the board before a question.
    pub pieces_at_prompt: Vec<bool>,
    /// Column heading of each track.
    pub tracks: Vec<Option<String>>,
    /// Name of each fact.
    pub facts: Vec<Option<String>>,
    /// Name of each pile.
    pub piles: Vec<Option<String>>,
    /// The fields of spaces that the board shows as columns.
    pub columns: Vec<Column>,
}

impl DisplayNames {
    /// Returns the name of a pile, with the name of its owner in front: `next card`, `Red hand`.
    pub fn pile(&self, board: &Board, pile: PileId) -> String {
        let definition = &board.piles[pile.index()];
        let name = name_or_id(&self.piles, pile.index(), &definition.def);
        definition.owner.map_or(name.clone(), |side| format!("{} {name}", board.sides[side.index()].name))
    }

    /// Returns the short name of a space or side. Returns the full name if the game declares no short name, and for any
    /// other thing.
    pub fn short_name(&self, board: &Board, val: Val) -> String {
        let names = match val.kind() {
            Kind::Space => &self.spaces,
            Kind::Side => &self.sides,
            _ => return board.text(val),
        };
        let short = names.get(val.payload() as usize).cloned().flatten();
        short.unwrap_or_else(|| board.text(val))
    }

    /// Returns the name of a fact.
    pub fn fact(&self, board: &Board, fact: FactId) -> String {
        name_or_id(&self.facts, fact.index(), &board.facts[fact.index()].id)
    }
}

/// Returns the declared name. If the game declares none, returns the id with spaces for hyphens.
fn name_or_id(names: &[Option<String>], index: usize, id: &str) -> String {
    names.get(index).cloned().flatten().unwrap_or_else(|| id.replace('-', " "))
}

/// A field of spaces that the board shows as a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name of the field in the spelling of Lua: `trade_value`.
    pub field: String,
    /// Heading of the column.
    pub title: String,
}
