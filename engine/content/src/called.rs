//! What the table calls things where a game says so: short names for the board, and names of what is else known by its id.

use cardwright_state::{Board, FactId, Kind, PileId, Val};

/// Short names and names of a game, each list in board order; what is not declared has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Called {
    /// What heads the column of each side.
    pub sides: Vec<Option<String>>,
    /// What all spaces of each kind together are called.
    pub kinds: Vec<Option<String>>,
    /// Each space where its name is too long.
    pub spaces: Vec<Option<String>>,
    /// Each mark.
    pub marks: Vec<Option<String>>,
    /// Each type of pieces, a name for each of its faces; none where the game declares none.
    pub pieces: Vec<Vec<String>>,
    /// What heads the column of each track.
    pub tracks: Vec<Option<String>>,
    /// Each fact, in words.
    pub facts: Vec<Option<String>>,
    /// Each pile, in words.
    pub piles: Vec<Option<String>>,
    /// The fields of spaces that are worth a column.
    pub columns: Vec<Column>,
}

impl Called {
    /// A pile in words: `next card`, `Red hand`.
    pub fn pile(&self, board: &Board, pile: PileId) -> String {
        let def = &board.piles[pile.at()];
        let name = named(&self.piles, pile.at(), &def.def);
        def.owner.map_or(name.clone(), |side| format!("{} {name}", board.sides[side.at()].name))
    }

    /// A space, side or whatever else as the board writes it: shortly where the game says how.
    pub fn shortly(&self, board: &Board, val: Val) -> String {
        let names = match val.kind() {
            Kind::Space => &self.spaces,
            Kind::Side => &self.sides,
            _ => return board.text(val),
        };
        let short = names.get(val.payload() as usize).cloned().flatten();
        short.unwrap_or_else(|| board.text(val))
    }

    /// A fact in words.
    pub fn fact(&self, board: &Board, fact: FactId) -> String {
        named(&self.facts, fact.at(), &board.facts[fact.at()].id)
    }
}

/// The name of one of several, or what its id says.
fn named(names: &[Option<String>], at: usize, id: &str) -> String {
    names.get(at).cloned().flatten().unwrap_or_else(|| id.replace('-', " "))
}

/// A field of spaces that is worth a column on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The field, as in Lua.
    pub field: String,
    /// What heads the column.
    pub title: String,
}
