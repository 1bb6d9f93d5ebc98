//! Pieces that went from one place to another, or turned where they are, in words: what goes alike to or from many places is told once.

use super::changes::Alike;
use crate::label;
use cardwright_state::SpaceId;
use cardwright_state::board::Board;

/// As many places as are told one by one.
const FEW: usize = 2;

/// So many pieces that went one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    n: i64,
    who: String,
    from: SpaceId,
    to: SpaceId,
    /// What they look like there, where that is told.
    then: String,
}

impl Way {
    pub(super) fn of(board: &Board, n: i64, from: &Alike, to: &Alike) -> Way {
        let (was, is) = (label::piece_name(board, from.state), label::piece_name(board, to.state));
        let spare = board.types[board.states[from.state.at()].of.at()].supply;
        let (who, then) = match () {
            () if from.at == to.at => (was, is),
            () if was == is || from.at == spare => (is, String::new()),
            () if to.at == spare => (was, String::new()),
            () => (was, is),
        };
        Way { n, who, from: from.at, to: to.at, then }
    }

    fn stays(&self) -> bool {
        self.from == self.to
    }

    /// Whether it is told as another is, but for the places.
    fn is_like(&self, other: &Way) -> bool {
        self.who == other.who && self.then == other.then && self.stays() == other.stays()
    }
}

/// Where ways differ that are told at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Nowhere: one way.
    Nothing,
    /// In where they came from, or where they stay.
    From,
    /// In where they went.
    To,
}

/// Each way by itself; those of the same pieces from one place to many, from many to one, or that turn in many, at once.
pub(super) fn gathered(board: &Board, mut ways: Vec<Way>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(first) = ways.first().cloned() {
        let to_many = |way: &Way| way.is_like(&first) && !way.stays() && way.from == first.from;
        let from_many = |way: &Way| way.is_like(&first) && (way.stays() || way.to == first.to);
        let fits = |fits: &dyn Fn(&Way) -> bool| ways.iter().filter(|way| fits(way)).count();
        let by = match (fits(&to_many), fits(&from_many)) {
            (to, from) if to.max(from) <= FEW => By::Nothing,
            (to, from) if to >= from => By::To,
            _ => By::From,
        };
        let mut at_once = Vec::new();
        let mut rest = Vec::new();
        for (i, way) in ways.into_iter().enumerate() {
            let goes = match by {
                By::Nothing => i == 0,
                By::From => from_many(&way),
                By::To => to_many(&way),
            };
            if goes { at_once.push(way) } else { rest.push(way) }
        }
        out.push(told(board, &first, &at_once, by));
        ways = rest;
    }
    out
}

/// `2 × Guard: Port → The Hills`, `Guard: Pool → Port, The Hills ×2, River`, `Guard in Port, River ×2, Mill → Guard (worn)`.
fn told(board: &Board, first: &Way, ways: &[Way], by: By) -> String {
    let name = |at: SpaceId| board.spaces[at.at()].name.clone();
    let many = |of: &dyn Fn(&Way) -> SpaceId| {
        let one = |way: &Way| match way.n {
            1 => name(of(way)),
            n => format!("{} ×{n}", name(of(way))),
        };
        ways.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let from = if by == By::From { many(&|way| way.from) } else { name(first.from) };
    let to = if by == By::To { many(&|way| way.to) } else { name(first.to) };
    let times = if by == By::Nothing && first.n > 1 { format!("{} × ", first.n) } else { String::new() };
    let (who, then) = (&first.who, &first.then);
    match (first.stays(), then.is_empty()) {
        (true, _) => format!("{times}{who} in {from} → {then}"),
        (false, true) => format!("{times}{who}: {from} → {to}"),
        (false, false) => format!("{times}{who}: {from} → {to}, there {then}"),
    }
}
