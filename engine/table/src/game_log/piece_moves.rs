//! Pieces that moved or turned, in words. Equal moves from or to several spaces are merged into one line.

use super::changes::EqualPieces;
use crate::label;
use cardwright_state::SpaceId;
use cardwright_state::board::Board;

/// Up to this many spaces, each move has its own line.
const FEW: usize = 2;

/// A number of equal pieces with the same move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceMove {
    n: i64,
    pieces: String,
    from: SpaceId,
    to: SpaceId,
    /// The look after the move, if it changed.
    new_look: String,
}

impl PieceMove {
    pub(super) fn new(board: &Board, n: i64, from: &EqualPieces, to: &EqualPieces) -> PieceMove {
        let (was, is) = (label::piece_name(board, from.state), label::piece_name(board, to.state));
        let spare = board.types[board.states[from.state.at()].piece_type.at()].supply;
        let (pieces, new_look) = match () {
            () if from.at == to.at => (was, is),
            () if was == is || from.at == spare => (is, String::new()),
            () if to.at == spare => (was, String::new()),
            () => (was, is),
        };
        PieceMove { n, pieces, from: from.at, to: to.at, new_look }
    }

    fn stays(&self) -> bool {
        self.from == self.to
    }

    /// Whether two moves differ only in their spaces.
    fn merges_with(&self, other: &PieceMove) -> bool {
        self.pieces == other.pieces && self.new_look == other.new_look && self.stays() == other.stays()
    }
}

/// How merged moves differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MergeBy {
    /// Not at all: a single move.
    Nothing,
    /// In the space they left, or in the space where they turned.
    From,
    /// In the space they reached.
    To,
}

/// Renders the moves. Equal pieces from one space to many, from many to one, or turned in many are merged.
pub(super) fn merged_texts(board: &Board, mut moves: Vec<PieceMove>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(first) = moves.first().cloned() {
        let to_many = |piece_move: &PieceMove| {
            piece_move.merges_with(&first) && !piece_move.stays() && piece_move.from == first.from
        };
        let from_many = |piece_move: &PieceMove| {
            piece_move.merges_with(&first) && (piece_move.stays() || piece_move.to == first.to)
        };
        let fits = |fits: &dyn Fn(&PieceMove) -> bool| moves.iter().filter(|piece_move| fits(piece_move)).count();
        let by = match (fits(&to_many), fits(&from_many)) {
            (to, from) if to.max(from) <= FEW => MergeBy::Nothing,
            (to, from) if to >= from => MergeBy::To,
            _ => MergeBy::From,
        };
        let mut merged = Vec::new();
        let mut rest = Vec::new();
        for (i, piece_move) in moves.into_iter().enumerate() {
            let is_merged = match by {
                MergeBy::Nothing => i == 0,
                MergeBy::From => from_many(&piece_move),
                MergeBy::To => to_many(&piece_move),
            };
            if is_merged { merged.push(piece_move) } else { rest.push(piece_move) }
        }
        out.push(render(board, &first, &merged, by));
        moves = rest;
    }
    out
}

/// `2 × Guard: Port → The Hills`, `Guard: Pool → Port, The Hills ×2, River`, `Guard in Port, River ×2, Mill → Guard
/// (worn)`.
fn render(board: &Board, first: &PieceMove, moves: &[PieceMove], by: MergeBy) -> String {
    let name = |at: SpaceId| board.spaces[at.at()].name.clone();
    let many = |space_of: &dyn Fn(&PieceMove) -> SpaceId| {
        let one = |piece_move: &PieceMove| match piece_move.n {
            1 => name(space_of(piece_move)),
            n => format!("{} ×{n}", name(space_of(piece_move))),
        };
        moves.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let from = if by == MergeBy::From { many(&|piece_move| piece_move.from) } else { name(first.from) };
    let to = if by == MergeBy::To { many(&|piece_move| piece_move.to) } else { name(first.to) };
    let times = if by == MergeBy::Nothing && first.n > 1 { format!("{} × ", first.n) } else { String::new() };
    let (pieces, new_look) = (&first.pieces, &first.new_look);
    match (first.stays(), new_look.is_empty()) {
        (true, _) => format!("{times}{pieces} in {from} → {new_look}"),
        (false, true) => format!("{times}{pieces}: {from} → {to}"),
        (false, false) => format!("{times}{pieces}: {from} → {to}, there {new_look}"),
    }
}
