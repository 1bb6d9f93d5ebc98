//! Pieces at a place: which type, face and marks, what they hold, and how many are alike.

use crate::eyes::Eyes;
use cardwright_state::{SpaceId, StateId};
use serde::Serialize;

/// Pieces that are alike at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pieces {
    /// How many.
    pub count: u32,
    /// One of them as notation writes it: `guard/worn+moved`.
    pub text: String,
    /// The id of their type.
    pub piece: String,
    /// The id of the side whose they are.
    pub side: Option<String>,
    /// The face they show; none of a type without faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// The ids of the marks they bear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// What each of them holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Held>,
}

/// Counters beneath a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Held {
    /// The id of their type.
    pub piece: String,
    /// How many.
    pub count: u16,
}

/// What lies at a place, in board order.
pub(crate) fn pieces(eyes: &Eyes<'_>, at: SpaceId) -> Vec<Pieces> {
    let states = (0..eyes.board.states.len()).map(StateId::new);
    let counted = states.map(|state| (state, eyes.position.count_state(eyes.board, at, state)));
    counted.filter(|(_, count)| *count > 0).map(|(state, count)| alike(eyes, state, count)).collect()
}

/// So many pieces of a state.
pub(crate) fn alike(eyes: &Eyes<'_>, state: StateId, count: u32) -> Pieces {
    let board = eyes.board;
    let state = &board.states[state.at()];
    let of = &board.types[state.of.at()];
    let marks = of.marks.iter().enumerate().filter(|(m, _)| state.marks >> m & 1 == 1);
    let held = of.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
    Pieces {
        count,
        text: state.text.clone(),
        piece: of.id.clone(),
        side: of.owner.map(|side| eyes.side_id(side)),
        face: Some(of.faces[usize::from(state.face)].clone()).filter(|face| !face.is_empty()),
        marks: marks.map(|(_, mark)| board.marks[mark.at()].id.clone()).collect(),
        held: held.map(|(held, n)| Held { piece: board.types[held.at()].id.clone(), count: *n }).collect(),
    }
}
