//! The only ways a position is altered. Every change can be taken back exactly.

use crate::board::{Board, FactType};
use crate::ids::*;
use crate::position::{CardAt, InForce, Outcome};
use crate::val::Val;
use std::sync::Arc;

/// One recorded alteration of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Pieces of one state appear at or leave a place. Moves are two of these.
    Pieces {
        /// Where.
        at: SpaceId,
        /// Which.
        state: StateId,
        /// How many more (or fewer).
        delta: i32,
    },
    /// A number of a track or fact.
    Value {
        /// Where it is kept: its place in [`crate::Position::numbers`].
        slot: u32,
        /// What it was.
        old: i64,
        /// What it is.
        new: i64,
    },
    /// A card's place.
    Card {
        /// Which card.
        card: CardId,
        /// Where it was.
        old: CardAt,
        /// Where it is.
        new: CardAt,
    },
    /// A chance counter: outcomes taken from a stream.
    Chance {
        /// The stream: dice in board order, then piles, then picks.
        stream: u16,
        /// What it was.
        old: u32,
        /// What it is.
        new: u32,
    },
    /// A list fact, whole.
    List {
        /// Which of the position's lists.
        slot: u32,
        /// What it was.
        old: Arc<[Val]>,
        /// What it is.
        new: Arc<[Val]>,
    },
    /// The effects in force, all of them.
    InForce {
        /// What they were.
        old: Arc<[InForce]>,
        /// What they are.
        new: Arc<[InForce]>,
    },
    /// The game's end.
    End {
        /// How it ends.
        outcome: Arc<Outcome>,
    },
}

impl Change {
    /// Whether it is of what lies on the table for whoever plays: pieces, tracks, effects in force, facts that are shown. Chance,
    /// cards, lists and what rules note for themselves are not.
    pub fn is_on_table(&self, board: &Board) -> bool {
        match self {
            Change::Pieces { .. } | Change::InForce { .. } => true,
            Change::Value { slot, .. } => {
                let is_there = |at: usize| board.layout.fact(FactId::new(at)).all().contains(&(*slot as usize));
                let is_noted = |(at, fact): (usize, &crate::board::Fact)| {
                    let is_number = !matches!(fact.holds, FactType::List(_));
                    is_number && (!fact.shown || fact.until.is_some()) && is_there(at)
                };
                !board.facts.iter().enumerate().any(is_noted)
            }
            _ => false,
        }
    }
}
