//! Outcomes of chance: those that a caller supplies, and the requests for missing ones.

use cardwright_state::chance::{Dice, ShuffleCache};
use cardwright_state::die_faces::Target;
use cardwright_state::{CardId, CardKnowledge, DieId, PileId, Val};
use std::collections::VecDeque;
use std::sync::Arc;

/// A request for a missing outcome of chance, with all possible outcomes: see [`crate::Vm::require_forced_outcomes`].
/// Searches use such requests to enumerate chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChanceRequest {
    /// Faces of dice.
    Dice {
        /// The die.
        die: DieId,
        /// The number of dice whose faces are missing.
        n: u32,
        /// In a check, the faces that succeed. The script gets only the number of successes.
        check: Option<Target>,
        /// All different readings of the roll, if the rules read the roll die by die and a search enumerates chance.
        /// Otherwise empty.
        readings: Vec<DiceReading>,
    },
    /// The top card of a pile.
    Card {
        /// The pile.
        pile: PileId,
        /// The possible cards, in board order. They are the two or more cards on top of the pile whose order is not
        /// determined yet, with equal probability. If people draw cards ([`ManualChance`]), they are all cards that may
        /// lie on top as far as anybody knows.
        candidates: Vec<CardId>,
    },
    /// A random pick.
    Pick {
        /// The candidates: two things or more, with equal probability.
        candidates: Vec<Val>,
    },
}

/// A result that a rule can read from a roll, die by die: see `read_dice` in the reference of host functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceReading {
    /// An example of faces that give this result.
    pub faces: Vec<i64>,
    /// The number of ordered rolls that give this result. Equal faces of a die count separately.
    pub ways: u128,
    /// The number of dice that meet their target.
    pub success_count: u32,
}

/// An outcome of chance to use instead of the generator's outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForcedOutcome {
    /// A face of a die.
    Face(i64),
    /// The face with this number on the die, from 1.
    FaceAt(u32),
    /// The card to draw.
    Card(CardId),
    /// A card that a player drew from a physical pile, whose order differs from the program's pile. The host exchanges
    /// the card with the top card of the program's pile, unless somebody knows that the drawn card cannot lie on top.
    TableCard(CardId),
    /// The picked thing: its id, or its token (`notation::token`) if the id is ambiguous.
    Pick(String),
}

/// The kinds of outcomes that people supply with physical dice and cards, instead of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ManualChance {
    /// Whether people supply rolls, and random picks among things that are no cards.
    pub dice: bool,
    /// Whether people supply drawn cards that somebody sees, and random picks among cards.
    pub cards: bool,
}

/// The outcomes of chance that the host got from outside, and what it needs to use them.
#[derive(Debug, Default)]
pub(crate) struct SuppliedOutcomes {
    /// The kinds of outcomes that people supply.
    pub(crate) manual: ManualChance,
    /// The outcomes that the generator would give where outcomes are missing.
    pub(crate) generated: Vec<ForcedOutcome>,
    /// What anybody can know of the cards, and the number of recorded card moves that this knowledge includes.
    pub(crate) card_knowledge: Option<(Arc<CardKnowledge>, usize)>,
    /// Whether the host exchanged a card from the physical table with another card.
    pub(crate) has_exchanged_cards: bool,
    /// The readings of the next roll, if the rules read it die by die.
    pub(crate) readings: Vec<DiceReading>,
    /// The forced outcomes that are not used yet.
    pub(crate) forced: VecDeque<ForcedOutcome>,
    /// The forced outcomes that are used, in order.
    pub(crate) used: Vec<ForcedOutcome>,
    /// Whether every outcome must be forced.
    pub(crate) must_be_forced: bool,
}

/// The generators of chance, and the outcomes from outside.
#[derive(Debug, Default)]
pub(crate) struct ChanceState {
    pub(crate) dice: Dice,
    pub(super) shuffles: ShuffleCache,
    pub(crate) outcomes: SuppliedOutcomes,
    /// Whether chance revealed something since the last call of `Vm::take_barrier`.
    pub(crate) barrier: bool,
}
