//! Names for display that a game may declare: short names for the board, and names of things that otherwise show
//! their id.

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
    /// The name of a pile: `next card`, `Red hand`.
    pub fn pile(&self, board: &Board, pile: PileId) -> String {
        let def = &board.piles[pile.at()];
        let name = name_or_id(&self.piles, pile.at(), &def.def);
        def.owner.map_or(name.clone(), |side| format!("{} {name}", board.sides[side.at()].name))
    }

    /// The short name of a space or side. Anything else, or one without a short name, gets its full name.
    pub fn short_name(&self, board: &Board, val: Val) -> String {
        let names = match val.kind() {
            Kind::Space => &self.spaces,
            Kind::Side => &self.sides,
            _ => return board.text(val),
        };
        let short = names.get(val.payload() as usize).cloned().flatten();
        short.unwrap_or_else(|| board.text(val))
    }

    /// The name of a fact.
    pub fn fact(&self, board: &Board, fact: FactId) -> String {
        name_or_id(&self.facts, fact.at(), &board.facts[fact.at()].id)
    }
}

/// The declared name, or else the id with spaces for hyphens.
fn name_or_id(names: &[Option<String>], at: usize, id: &str) -> String {
    names.get(at).cloned().flatten().unwrap_or_else(|| id.replace('-', " "))
}

/// A field of spaces that the board shows as a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The field, as Lua spells it.
    pub field: String,
    /// Heading of the column.
    pub title: String,
}
