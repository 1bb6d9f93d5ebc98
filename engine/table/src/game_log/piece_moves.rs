//! Pieces that moved or turned, in words. Equal moves from or to several spaces are merged into one line.

use super::changes::EqualPieces;
use crate::label;
use cardwright_state::SpaceId;
use cardwright_state::board::Board;

/// Up to this many equal moves are not merged.
const MAX_UNMERGED: usize = 2;

/// A number of equal pieces with the same move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceMove {
    n: i64,
    pieces: String,
    from: SpaceId,
    to: SpaceId,
    /// The name of the pieces after the move, if it changed. Empty otherwise.
    new_look: String,
}

impl PieceMove {
    pub(super) fn new(board: &Board, n: i64, from: &EqualPieces, to: &EqualPieces) -> PieceMove {
        let (old_name, new_name) = (label::logged_name(board, from.state), label::logged_name(board, to.state));
        let supply = board.piece_types[board.states[from.state.index()].piece_type.index()].supply;
        // The face and marks of pieces in the supply do not matter, so the log names only those on the map.
        let (pieces, new_look) = match () {
            () if from.space == to.space => (old_name, new_name),
            () if old_name == new_name || from.space == supply => (new_name, String::new()),
            () if to.space == supply => (old_name, String::new()),
            () => (old_name, new_name),
        };
        PieceMove { n, pieces, from: from.space, to: to.space, new_look }
    }

    /// Whether the pieces turned without leaving their space.
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
    /// Nothing is merged: the text describes a single move.
    Nothing,
    /// They differ in the space that the pieces left, or in which they turned.
    From,
    /// They differ in the space that the pieces reached.
    To,
}

/// Renders the moves. Merges moves of equal pieces from one space to several or from several spaces to one, and equal
/// pieces that turned in several spaces.
pub(super) fn merged_texts(board: &Board, mut moves: Vec<PieceMove>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(first) = moves.first().cloned() {
        let to_many = |piece_move: &PieceMove| {
            piece_move.merges_with(&first) && !piece_move.stays() && piece_move.from == first.from
        };
        let from_many = |piece_move: &PieceMove| {
            piece_move.merges_with(&first) && (piece_move.stays() || piece_move.to == first.to)
        };
        let count = |fits: &dyn Fn(&PieceMove) -> bool| moves.iter().filter(|piece_move| fits(piece_move)).count();
        let merge_by = match (count(&to_many), count(&from_many)) {
            (to, from) if to.max(from) <= MAX_UNMERGED => MergeBy::Nothing,
            (to, from) if to >= from => MergeBy::To,
            _ => MergeBy::From,
        };
        let mut merged = Vec::new();
        let mut others = Vec::new();
        for (i, piece_move) in moves.into_iter().enumerate() {
            let is_merged = match merge_by {
                MergeBy::Nothing => i == 0,
                MergeBy::From => from_many(&piece_move),
                MergeBy::To => to_many(&piece_move),
            };
            if is_merged { merged.push(piece_move) } else { others.push(piece_move) }
        }
        out.push(render(board, &first, &merged, merge_by));
        moves = others;
    }
    out
}

/// Renders merged moves: `2 × Guard: Port → The Hills`, `Guard: Pool → Port, The Hills ×2, River`, `Guard in Port,
/// River ×2, Mill → Guard (worn)`.
fn render(board: &Board, first: &PieceMove, moves: &[PieceMove], merge_by: MergeBy) -> String {
    let name = |space: SpaceId| board.spaces[space.index()].name.clone();
    let list = |space_of: &dyn Fn(&PieceMove) -> SpaceId| {
        let space_text = |piece_move: &PieceMove| match piece_move.n {
            1 => name(space_of(piece_move)),
            n => format!("{} ×{n}", name(space_of(piece_move))),
        };
        moves.iter().map(space_text).collect::<Vec<_>>().join(", ")
    };
    let from = if merge_by == MergeBy::From { list(&|piece_move| piece_move.from) } else { name(first.from) };
    let to = if merge_by == MergeBy::To { list(&|piece_move| piece_move.to) } else { name(first.to) };
    let times = if merge_by == MergeBy::Nothing && first.n > 1 { format!("{} × ", first.n) } else { String::new() };
    let (pieces, new_look) = (&first.pieces, &first.new_look);
    match (first.stays(), new_look.is_empty()) {
        (true, _) => format!("{times}{pieces} in {from} → {new_look}"),
        (false, true) => format!("{times}{pieces}: {from} → {to}"),
        (false, false) => format!("{times}{pieces}: {from} → {to}, there {new_look}"),
    }
}
