//! Pieces that moved or turned, in words. Equal moves from or to several spaces are merged into one line.

use super::changes::Alike;
use crate::label;
use cardwright_state::SpaceId;
use cardwright_state::board::Board;

/// Up to this many spaces, each move has its own line.
const FEW: usize = 2;

/// A number of equal pieces with the same move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceMove {
    n: i64,
    who: String,
    from: SpaceId,
    to: SpaceId,
    /// The look after the move, if it changed.
    then: String,
}

impl PieceMove {
    pub(super) fn of(board: &Board, n: i64, from: &Alike, to: &Alike) -> PieceMove {
        let (was, is) = (label::piece_name(board, from.state), label::piece_name(board, to.state));
        let spare = board.types[board.states[from.state.at()].piece_type.at()].supply;
        let (who, then) = match () {
            () if from.at == to.at => (was, is),
            () if was == is || from.at == spare => (is, String::new()),
            () if to.at == spare => (was, String::new()),
            () => (was, is),
        };
        PieceMove { n, who, from: from.at, to: to.at, then }
    }

    fn stays(&self) -> bool {
        self.from == self.to
    }

    /// Whether two moves differ only in their spaces.
    fn is_like(&self, other: &PieceMove) -> bool {
        self.who == other.who && self.then == other.then && self.stays() == other.stays()
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
pub(super) fn gathered(board: &Board, mut ways: Vec<PieceMove>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(first) = ways.first().cloned() {
        let to_many = |way: &PieceMove| way.is_like(&first) && !way.stays() && way.from == first.from;
        let from_many = |way: &PieceMove| way.is_like(&first) && (way.stays() || way.to == first.to);
        let fits = |fits: &dyn Fn(&PieceMove) -> bool| ways.iter().filter(|way| fits(way)).count();
        let by = match (fits(&to_many), fits(&from_many)) {
            (to, from) if to.max(from) <= FEW => MergeBy::Nothing,
            (to, from) if to >= from => MergeBy::To,
            _ => MergeBy::From,
        };
        let mut at_once = Vec::new();
        let mut rest = Vec::new();
        for (i, way) in ways.into_iter().enumerate() {
            let goes = match by {
                MergeBy::Nothing => i == 0,
                MergeBy::From => from_many(&way),
                MergeBy::To => to_many(&way),
            };
            if goes { at_once.push(way) } else { rest.push(way) }
        }
        out.push(told(board, &first, &at_once, by));
        ways = rest;
    }
    out
}

/// `2 × Guard: Port → The Hills`, `Guard: Pool → Port, The Hills ×2, River`, `Guard in Port, River ×2, Mill → Guard
/// (worn)`.
fn told(board: &Board, first: &PieceMove, ways: &[PieceMove], by: MergeBy) -> String {
    let name = |at: SpaceId| board.spaces[at.at()].name.clone();
    let many = |of: &dyn Fn(&PieceMove) -> SpaceId| {
        let one = |way: &PieceMove| match way.n {
            1 => name(of(way)),
            n => format!("{} ×{n}", name(of(way))),
        };
        ways.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let from = if by == MergeBy::From { many(&|way| way.from) } else { name(first.from) };
    let to = if by == MergeBy::To { many(&|way| way.to) } else { name(first.to) };
    let times = if by == MergeBy::Nothing && first.n > 1 { format!("{} × ", first.n) } else { String::new() };
    let (who, then) = (&first.who, &first.then);
    match (first.stays(), then.is_empty()) {
        (true, _) => format!("{times}{who} in {from} → {then}"),
        (false, true) => format!("{times}{who}: {from} → {to}"),
        (false, false) => format!("{times}{who}: {from} → {to}, there {then}"),
    }
}
