//! Definitions of pieces: their types, marks, states and classes.

use super::SpaceKinds;
use crate::ids::*;
use crate::val::{Kind, Val};

/// The type of a mark's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkValueType {
    /// A space of these kinds, or any space.
    Space(Option<SpaceKinds>),
    /// A card.
    Card,
    /// A side.
    Side,
    /// One of these words.
    Word(Vec<WordId>),
    /// A number from the first to the second, both included.
    Number(i64, i64),
}

impl MarkValueType {
    /// The kind of the values.
    pub fn kind(&self) -> Kind {
        match self {
            MarkValueType::Space(_) => Kind::Space,
            MarkValueType::Card => Kind::Card,
            MarkValueType::Side => Kind::Side,
            MarkValueType::Word(_) => Kind::Word,
            MarkValueType::Number(..) => Kind::Number,
        }
    }
}

/// A mark that pieces of a type can have, for example `moved`.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Kebab-case id, unique among marks.
    pub id: String,
    /// The period whose end removes the mark.
    pub until: Option<PeriodId>,
    /// The type of the mark's value. `None` for a plain mark.
    pub value_type: Option<MarkValueType>,
    /// Whether the log reports pieces that gain or lose it.
    pub is_logged: bool,
    /// Every possible value, in order. [`super::Board::finish`] fills this.
    pub values: Vec<Val>,
}

/// A type of pieces, for example infantry of one side.
#[derive(Debug, Clone)]
pub struct PieceType {
    /// Kebab-case id, unique among piece types.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The name after a number other than 1. `None` if it is the same as `name`.
    pub plural: Option<String>,
    /// The side that owns the pieces. `None` if no side does.
    pub owner: Option<SideId>,
    /// The number of counters in the game box.
    pub count: u32,
    /// The ids of its faces, the default first. A type without faces has one empty id here.
    pub faces: Vec<String>,
    /// Whether notation writes the face alone (`rebel`), without the type.
    pub named_faces: bool,
    /// The space that holds the pieces not in play.
    pub supply: SpaceId,
    /// The plain marks that its pieces can have.
    pub marks: Vec<MarkId>,
    /// The marks with a value that its pieces can have.
    pub valued_marks: Vec<MarkId>,
    /// The types of the counters that can lie under one of its pieces. The piece holds them, any number of each.
    pub holds: Vec<PieceTypeId>,
}

/// A plain state: one combination of type, face, plain marks and held counters. A [`StateId`] adds the values of marks.
/// See [`super::Board::state_text`].
#[derive(Debug, Clone)]
pub struct PieceState {
    /// The text in notation, without mark values: `usmc/damaged+moved`, `guerrilla(2-cash)`.
    pub text: String,
    /// The piece type.
    pub piece_type: PieceTypeId,
    /// Index into the faces of the type.
    pub face: u8,
    /// One bit for each plain mark of the type.
    pub marks: u8,
    /// The number of held counters of each type in [`PieceType::holds`].
    pub held: Vec<u16>,
    /// Every class that contains the state.
    pub classes: Vec<ClassId>,
}

/// A named selection of piece states.
#[derive(Debug, Clone)]
pub struct Class {
    /// The id as notation writes it: `usa`, `rebel`, `us-unit`, `usa/damaged`, or the id of a side.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Its plain states, in order. Mark values do not change the classes of a piece.
    pub states: Vec<StateId>,
    /// The piece type, if all states have the same piece type.
    pub piece_type: Option<PieceTypeId>,
    /// The face, if all states have the same face.
    pub face: Option<u8>,
}
