//! The events of a game as the table holds them, each with the position after it.

use crate::record::Event;
use cardwright_script::{GameEvent, Program};
use cardwright_state::hash::Hash;
use cardwright_state::position::{CompactPosition, Row};
use cardwright_state::{CardId, CardKnowledge, PeriodId, PileId, Position, SideId};
use std::sync::Arc;

/// An event and the position after it.
#[derive(Debug, Clone)]
pub struct Node {
    /// The event before this event. `None` for the start.
    pub parent: Option<usize>,
    /// The event. `None` for the start.
    pub event: Option<Event>,
    /// The side that acted.
    pub side: Option<SideId>,
    /// The position after the event: see [`Node::position`].
    pub(crate) compact_position: CompactPosition,
    /// The program of the position. Going back to an event converts its position to the current program.
    pub program: Arc<Program>,
    /// The program that the event ran on. The row, the sides, the cards and the log of the event belong to it.
    pub event_program: Arc<Program>,
    /// The full hash.
    pub hash: Hash,
    /// Whether the event revealed something, so that undoing it would be unfair.
    pub barrier: bool,
    /// Whether the event is a default that the engine filled in at the end of a line.
    pub automatic: bool,
    /// Whether the event is a later answer of a typed line. Records do not keep this.
    pub continues_line: bool,
    /// The row, if the event is an answer.
    pub row: Option<Row>,
    /// Whether the words of the answer are shown without the marks of pieces.
    pub hides_marks: bool,
    /// The cards of the row, and the piles to which they went during the event.
    pub row_card_piles: Vec<(CardId, PileId)>,
    /// Whether the rules changed with this event.
    pub reloaded: bool,
    /// The structured log.
    pub game_events: Vec<GameEvent>,
    /// The sides that the rules played during the event.
    pub played_by_rules: Vec<SideId>,
    /// The periods that ended.
    pub ended_periods: Vec<PeriodId>,
    /// What the sides know about the cards.
    pub card_knowledge: Arc<CardKnowledge>,
    /// The names of the rules' invariants that do not hold after the event.
    pub broken_invariants: Vec<String>,
    /// The event that redo leads to: the next event on the branch that was shown last.
    pub next: Option<usize>,
    /// The number of the event's line in the record. 0 for the start or without a record.
    pub number: usize,
    /// The notes.
    pub notes: Vec<Note>,
}

/// A note on an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The text.
    pub text: String,
    /// The side that wrote the note. During the game only this side may read it. `None` if everybody may read it.
    pub by: Option<SideId>,
    /// Whether only viewers who see everything may read it during the game.
    pub admin_only: bool,
}

impl Node {
    /// The position after the event.
    pub fn position(&self) -> Arc<Position> {
        self.compact_position.position(&self.program.board)
    }

    /// The approximate size in bytes, without the data that the node has in common with the event before it.
    pub(crate) fn size_after(&self, before: Option<&Node>) -> usize {
        let game_events: usize = self.game_events.iter().map(GameEvent::size).sum();
        let card_knowledge = match before {
            Some(before) if Arc::ptr_eq(&before.card_knowledge, &self.card_knowledge) => 0,
            _ => self.card_knowledge.size(),
        };
        size_of::<Node>()
            + self.compact_position.size(before.map(|before| &before.compact_position))
            + game_events
            + card_knowledge
    }
}
