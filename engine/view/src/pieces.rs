//! The pieces in a space, grouped by type, face, marks and held counters.

use crate::view_context::ViewContext;
use cardwright_state::{MarkId, SpaceId, StateId};
use serde::Serialize;

/// Equal pieces in one space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pieces {
    /// The number of pieces.
    pub count: u32,
    /// One of the pieces in notation: `guard/worn+moved`.
    pub text: String,
    /// One of the pieces in the board's short form, if the game declares short names: `P(2$)+m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The id of the type of piece.
    pub piece: String,
    /// The id of the side that owns the pieces.
    pub side: Option<String>,
    /// The visible face; `None` for a type without faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// The ids of the marks on the pieces, with or without a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The marks that have a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<MarkValue>,
    /// The counters that each of the pieces holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldPieces>,
}

/// A mark with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarkValue {
    /// The id of the mark.
    pub mark: String,
    /// The value in notation: the id of a space, or a number.
    pub value: String,
}

/// Counters that a piece holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldPieces {
    /// The id of the type of counter.
    pub piece: String,
    /// The number of counters.
    pub count: u16,
}

/// Returns the pieces in a space, in board order.
pub(crate) fn pieces(context: &ViewContext<'_>, space: SpaceId) -> Vec<Pieces> {
    context.position.pieces_at(space).map(|(state, count)| piece_group(context, state, count)).collect()
}

/// Builds a group of pieces that are in one state.
pub(crate) fn piece_group(context: &ViewContext<'_>, state: StateId, count: u32) -> Pieces {
    let board = context.board;
    let (short, text) = (short(context, state), board.state_text(state).into_owned());
    let mark = |mark: MarkId| board.marks[mark.index()].id.clone();
    let values =
        board.mark_values(state).map(|(mark_id, value)| MarkValue { mark: mark(mark_id), value: board.text(value) });
    let values: Vec<MarkValue> = values.collect();
    // The state without the values of marks. Bit `m` of its `marks` says whether the pieces have the plain mark `m`.
    let state = board.plain_state(state);
    let piece_type = &board.piece_types[state.piece_type.index()];
    let plain_marks = piece_type.marks.iter().enumerate().filter(|(m, _)| state.marks >> m & 1 == 1);
    let marks = plain_marks.map(|(_, mark_id)| mark(*mark_id)).chain(values.iter().map(|value| value.mark.clone()));
    let held = piece_type.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
    Pieces {
        count,
        short,
        text,
        piece: piece_type.id.clone(),
        side: piece_type.owner.map(|side| context.side_id(side)),
        face: Some(piece_type.faces[usize::from(state.face)].clone()).filter(|face| !face.is_empty()),
        marks: marks.collect(),
        values,
        held: held
            .map(|(held, n)| HeldPieces { piece: board.piece_types[held.index()].id.clone(), count: *n })
            .collect(),
    }
}

/// Returns the short form of a piece, with the counters that it holds and its marks.
fn short(context: &ViewContext<'_>, state: StateId) -> Option<String> {
    let (board, display_names) = (context.board, &context.content.display_names);
    let mark_values = board.mark_values(state);
    let state = board.plain_state(state);
    let piece_type = &board.piece_types[state.piece_type.index()];
    let mut out = display_names.pieces[state.piece_type.index()].get(usize::from(state.face))?.clone();
    let held = piece_type.holds.iter().zip(&state.held).filter(|(_, n)| **n > 0);
    let held = held.map(|(held_type, n)| {
        let name = display_names.pieces[held_type.index()].first().unwrap_or(&board.piece_types[held_type.index()].id);
        if *n == 1 { name.clone() } else { counted_name(u32::from(*n), name) }
    });
    let held: Vec<String> = held.collect();
    if !held.is_empty() {
        out.push_str(&format!("({})", held.join(" ")));
    }
    let mark = |mark: MarkId| display_names.marks[mark.index()].as_ref().unwrap_or(&board.marks[mark.index()].id);
    for (_, plain) in piece_type.marks.iter().enumerate().filter(|(m, _)| state.marks >> m & 1 == 1) {
        out.push('+');
        out.push_str(mark(*plain));
    }
    for (valued, value) in mark_values {
        // A value needs no colon if the mark's short name ends with a symbol: `>Port`.
        let (mark, value) = (mark(valued), display_names.short_name(board, value));
        let colon = if mark.ends_with(char::is_alphanumeric) { ":" } else { "" };
        out.push_str(&format!("+{mark}{colon}{value}"));
    }
    Some(out)
}

/// Joins a number and a name: `2P`, `2 usmc`. A name of one or two letters follows without a space.
fn counted_name(count: u32, name: &str) -> String {
    let type_name = name.split(['(', '+']).next().unwrap_or(name);
    format!("{count}{}{name}", if type_name.chars().count() > 2 { " " } else { "" })
}

impl Pieces {
    /// Returns the count and the short form, if the game declares short names: `2P`, `2 usmc`.
    pub fn short_text(&self) -> Option<String> {
        self.short.as_ref().map(|short| counted_name(self.count, short))
    }
}
