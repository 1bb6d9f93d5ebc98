//! Changes: the only way to alter a position. Every change can be undone exactly.

use crate::board::Board;
use crate::ids::*;
use crate::position::{ActiveEffect, CardLocation, Outcome};
use crate::val::Val;
use std::sync::Arc;

/// One recorded alteration of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Pieces of one state appear at a space or leave it. A move is two such changes.
    Pieces {
        /// The space.
        at: SpaceId,
        /// The state of the pieces.
        state: StateId,
        /// How many pieces appear. Negative if pieces leave.
        delta: i32,
    },
    /// A number of a track or fact changes.
    Value {
        /// The index of the number in [`crate::Position::numbers`].
        slot: u32,
        /// The value before.
        old: i64,
        /// The value after.
        new: i64,
    },
    /// A card moves.
    Card {
        /// The card.
        card: CardId,
        /// The location before.
        old: CardLocation,
        /// The location after.
        new: CardLocation,
    },
    /// A chance stream gives more outcomes. The change alters the number of outcomes so far.
    Chance {
        /// The index of the stream: dice in the order of the board, then piles, then picks.
        stream: u16,
        /// The number before.
        old: u32,
        /// The number after.
        new: u32,
    },
    /// A fact that holds a list or rows gets a whole new list. The cells of rows follow each other in one list.
    List {
        /// The index of the list among the lists of the position.
        slot: u32,
        /// The list before.
        old: Arc<[Val]>,
        /// The list after.
        new: Arc<[Val]>,
    },
    /// A row of a fact comes, goes or changes. The rows are in the order of their keys, before and after.
    Row {
        /// The index of the list that holds the rows, among the lists of the position.
        slot: u32,
        /// The cells of the row before. Empty if the row comes.
        old: Arc<[Val]>,
        /// The cells of the row after. Empty if the row goes.
        new: Arc<[Val]>,
    },
    /// The list of active effects is replaced.
    ActiveEffects {
        /// The list before.
        old: Arc<[ActiveEffect]>,
        /// The list after.
        new: Arc<[ActiveEffect]>,
    },
    /// The game ends.
    End {
        /// The result.
        outcome: Arc<Outcome>,
    },
}

impl Change {
    /// Whether the change is visible on the game table: a change of pieces, tracks, active effects, or displayed facts
    /// that no period resets. Changes of chance, cards, lists and other facts are not public.
    pub fn is_public(&self, board: &Board) -> bool {
        match self {
            Change::Pieces { .. } | Change::ActiveEffects { .. } => true,
            Change::Value { slot, .. } => {
                // `board.layout` says where a position stores the values of a fact.
                let holds_slot = |fact: usize| board.layout.fact(FactId::new(fact)).range().contains(&(*slot as usize));
                let is_internal = |(index, fact): (usize, &crate::board::Fact)| {
                    let is_number = !fact.fact_type.is_stored_as_list();
                    is_number && (!fact.is_shown || fact.until.is_some()) && holds_slot(index)
                };
                !board.facts.iter().enumerate().any(is_internal)
            }
            _ => false,
        }
    }
}
