//! What happened, and what fell out of the rows: for whoever watches. None of it is of the position.

use cardwright_state::position::{CardAt, Line};
use cardwright_state::{ActionId, CardId, DieId, PeriodId, PileId, ReasonId, SideId, Val};

/// Something that happened, for whoever watches. Not part of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A log line, and where each of its subjects that is a card lay when it was said.
    Said(Line, Vec<Option<PileId>>),
    /// A side that rules play explains itself. A log line like any other, but for those who ask why.
    Explained {
        /// What it says.
        said: Line,
        /// Where each of its subjects that is a card lay then.
        places: Vec<Option<PileId>>,
        /// Whose explanation it is, as far as the host knows.
        side: Option<SideId>,
        /// Whether it was weighed on the way, rather than decided.
        weighed: bool,
    },
    /// Dice were rolled.
    Rolled {
        /// Which die.
        die: DieId,
        /// The faces, or for a check the number of successes.
        faces: Vec<i64>,
        /// For a check: what counted as a success, and of how many dice.
        check: Option<(i64, u32)>,
    },
    /// A card was drawn.
    Drawn {
        /// The card.
        card: CardId,
        /// From where.
        from: PileId,
        /// To where.
        to: PileId,
    },
    /// Cards on top of a pile were looked at.
    Peeked {
        /// The pile.
        pile: PileId,
        /// Which, top first.
        cards: Vec<CardId>,
        /// Who looked; none where only the rules did.
        side: Option<SideId>,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
    /// Something was picked by chance.
    Picked {
        /// What.
        what: Val,
        /// Of how many.
        of: usize,
        /// Where it lay then, if it is a card.
        lay: Option<PileId>,
    },
}

impl Happening {
    /// Whether it tells what a side played by rules weighed on the way: more than most want to read.
    pub fn is_weighed(&self) -> bool {
        matches!(self, Happening::Explained { weighed: true, .. })
    }
    /// Whether it is an explanation of a side played by rules.
    pub fn is_explanation(&self) -> bool {
        matches!(self, Happening::Explained { .. })
    }
}

/// Why something fell out of the rows, as `why` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowed {
    /// The action being asked, if any.
    pub action: Option<ActionId>,
    /// The reason.
    pub why: ReasonId,
    /// Who fell out; empty if the whole action was closed.
    pub fell: Vec<Val>,
    /// Where in the scripts.
    pub at: String,
}

/// What a choice was made of: see [`crate::Vm::explain`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// What fell out, in order.
    pub narrowed: Vec<Narrowed>,
    /// The actions whose offers were asked.
    pub asked: Vec<ActionId>,
}

/// What somebody who watches is told of.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    /// Whether anybody does.
    pub(crate) watching: bool,
    pub(crate) happenings: Vec<Happening>,
    /// Cards that went somewhere, and the part of the journal they were read from.
    pub(crate) moves: Vec<(CardId, CardAt)>,
    pub(crate) told: usize,
    /// The sides for which rules answered.
    pub(crate) ruled_for: Vec<SideId>,
    /// The periods that rules ended.
    pub(crate) ended: Vec<PeriodId>,
}
