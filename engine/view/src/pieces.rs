//! Pieces at a place: which type, face and marks, what they hold, and how many are alike.

use crate::eyes::Eyes;
use cardwright_state::{MarkId, SpaceId, StateId};
use serde::Serialize;

/// Pieces that are alike at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pieces {
    /// How many.
    pub count: u32,
    /// One of them as notation writes it: `guard/worn+moved`.
    pub text: String,
    /// One of them as the board writes it, where the game declares short names: `P(2$)+m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The id of their type.
    pub piece: String,
    /// The id of the side whose they are.
    pub side: Option<String>,
    /// The face they show; none of a type without faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// The ids of the marks they bear, plain or with a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// What marks bear that bear a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Borne>,
    /// What each of them holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Held>,
}

/// A mark with the value it bears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Borne {
    /// The id of the mark.
    pub mark: String,
    /// Its value, as notation writes it: the id of a space, or a number.
    pub value: String,
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
    eyes.position.pieces_at(at).map(|(state, count)| alike(eyes, state, count)).collect()
}

/// So many pieces of a state.
pub(crate) fn alike(eyes: &Eyes<'_>, state: StateId, count: u32) -> Pieces {
    let board = eyes.board;
    let (short, text) = (short(eyes, state), board.text_of(state).into_owned());
    let mark = |mark: MarkId| board.marks[mark.at()].id.clone();
    let values = board.borne(state).map(|(of, value)| Borne { mark: mark(of), value: board.text(value) });
    let values: Vec<Borne> = values.collect();
    let state = board.plain(state);
    let of = &board.types[state.of.at()];
    let marks = of.marks.iter().enumerate().filter(|(m, _)| state.marks >> m & 1 == 1);
    let marks = marks.map(|(_, of)| mark(*of)).chain(values.iter().map(|borne| borne.mark.clone()));
    let held = of.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
    Pieces {
        count,
        short,
        text,
        piece: of.id.clone(),
        side: of.owner.map(|side| eyes.side_id(side)),
        face: Some(of.faces[usize::from(state.face)].clone()).filter(|face| !face.is_empty()),
        marks: marks.collect(),
        values,
        held: held.map(|(held, n)| Held { piece: board.types[held.at()].id.clone(), count: *n }).collect(),
    }
}

/// What a piece of a state is called on the board, with what it holds and the marks it bears.
fn short(eyes: &Eyes<'_>, state: StateId) -> Option<String> {
    let (board, called) = (eyes.board, &eyes.content.called);
    let borne = board.borne(state);
    let state = board.plain(state);
    let of = &board.types[state.of.at()];
    let mut out = called.pieces[state.of.at()].get(usize::from(state.face))?.clone();
    let held = of.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
    let held = held.map(|(of, n)| {
        let name = called.pieces[of.at()].first().unwrap_or(&board.types[of.at()].id);
        if *n == 1 { name.clone() } else { together(u32::from(*n), name) }
    });
    let held: Vec<String> = held.collect();
    if !held.is_empty() {
        out.push_str(&format!("({})", held.join(" ")));
    }
    let mark = |mark: MarkId| called.marks[mark.at()].as_ref().unwrap_or(&board.marks[mark.at()].id);
    for (_, plain) in of.marks.iter().enumerate().filter(|(m, _)| state.marks >> m & 1 == 1) {
        out.push('+');
        out.push_str(mark(*plain));
    }
    for (valued, value) in borne {
        // After a sign its value needs no colon: `>Port`.
        let (mark, value) = (mark(valued), called.shortly(board, value));
        let colon = if mark.ends_with(char::is_alphanumeric) { ":" } else { "" };
        out.push_str(&format!("+{mark}{colon}{value}"));
    }
    Some(out)
}

/// `2P`, `2 usmc`: so many of what is called so; a name of a letter or two needs no blank before it.
fn together(count: u32, name: &str) -> String {
    let own = name.split(['(', '+']).next().unwrap_or(name);
    format!("{count}{}{name}", if own.chars().count() > 2 { " " } else { "" })
}

impl Pieces {
    /// `2P`, `2 usmc`: as the board writes them, where the game declares short names.
    pub fn shortly(&self) -> Option<String> {
        self.short.as_ref().map(|short| together(self.count, short))
    }
}
