//! The running game: a tree of events with the position after each event, and the play of typed lines.

mod invariant_checks;
mod look_back;
mod notes;
mod play;
mod queries;
mod solo_play;
mod start;
mod table_copy;
mod undo;
mod undo_by_seat;
mod write_record;

pub(crate) use invariant_checks::CommitError;
pub(crate) use play::played;
pub(crate) use queries::result;
pub use start::read_option;
pub use table_copy::TableCopy;

use crate::chance_prompt::{ChancePrompt, PendingAnswer};
use crate::game::Game;
use crate::line::{self, LineError};
use crate::record::{Event, RecordError};
use crate::record_keeper::RecordKeeper;
use crate::seat::Seat;
use crate::timeline::Timeline;
use cardwright_content::Diagnostic;
use cardwright_script::{GameEvent, ManualChance, Program, RunError};
use cardwright_state::hash::Hash;
use cardwright_state::position::{CompactPosition, Row};
use cardwright_state::{CardId, CardKnowledge, PeriodId, PileId, Position, SideId, SpaceId, notation};
use std::sync::Arc;

/// How to start a game.
#[derive(Debug, Clone, Default)]
pub struct SetUp {
    /// The id of the scenario.
    pub scenario: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Options that override the scenario's: id and value as written.
    pub options: Vec<(String, String)>,
    /// The seats by side. All other sides are human.
    pub seats: Vec<(String, Seat)>,
    /// Whether one person plays with all hands open, and undo may cross barriers.
    pub open: bool,
    /// The date of the start, for listings.
    pub began: String,
    /// The kinds of chance that people enter: see [`Table::set_manual_chance`].
    pub manual_chance: ManualChance,
    /// The outcomes of the first rolls, draws and picks: see [`crate::outcome_words::parse`].
    pub given: Vec<String>,
}

/// Why a game does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No such scenario.
    #[error("unknown scenario `{name}`{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Scenario {
        /// The unknown name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
    },
    /// A bad option.
    #[error("{0}")]
    Option(String),
    /// No such side.
    #[error("unknown side `{0}`")]
    Side(String),
    /// A side has the seat of a non-player, but the game has no non-players.
    #[error("`{0}` cannot be played by rules: this game has no non-players")]
    NonPlayer(String),
    /// The scenario's position has errors, each with its place.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Position(Vec<Diagnostic>),
    /// The rules need chance before the first choice, and people must enter it. Start again with the outcome in
    /// [`SetUp::given`].
    #[error("a die, card or pick is asked for before the game starts")]
    Chance(Box<ChancePrompt>),
    /// A given outcome is invalid.
    #[error("{0}")]
    Given(String),
    /// The rules do not know this combination of options and non-players.
    #[error("the rules do not allow this game: {message}{}", .place.as_ref().map(|(file, line)| format!("; {file}:{line} says so")).unwrap_or_default())]
    Unknown {
        /// The reason, with its rule.
        message: String,
        /// The script line of the rule.
        place: Option<(String, usize)>,
    },
    /// A rule failed before the first choice.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Why a line was refused. Only the `answered` answers before the error took effect.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A word fits no row.
    #[error("{error}")]
    Line {
        /// The word, and the words that fit.
        error: Box<LineError>,
        /// The number of answers before the word.
        answered: usize,
        /// The rest of the line.
        rest: String,
    },
    /// Another side is asked.
    #[error("{asked} is asked, not {got}")]
    WrongSide {
        /// The id of the asked side.
        asked: String,
        /// The id of the side that answered.
        got: String,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The open steps cannot be re-run, so nothing is asked although the game is not over.
    #[error("event {event} cannot be played any more: {why}")]
    RerunFailed {
        /// The event.
        event: usize,
        /// The error.
        why: String,
    },
    /// A rule failed. The position is back at the choice before the answer.
    #[error("{error}")]
    Rule {
        /// The error.
        error: RunError,
        /// The number of answers before the failed answer.
        answered: usize,
        /// The rest of the line, from the failed answer on.
        rest: Box<str>,
        /// How many words of `rest` come after the failed answer.
        further: usize,
    },
    /// The answer leads to a choice without rows. The engine took it back, and no longer offers it at that event.
    #[error("`{row}` leads to a choice without legal answers: it was taken back, and is no longer offered here")]
    Barred {
        /// The words of the answer.
        row: String,
        /// The number of answers before this answer.
        answered: usize,
        /// The rest of the line after this answer.
        rest: String,
    },
    /// The answer waits for chance that people must enter: see [`Table::chance_prompt`].
    #[error("a die, card or pick is asked for")]
    Chance,
    /// Undo would cross a barrier.
    #[error("{0}")]
    Barrier(String),
    /// The answer belongs to somebody else.
    #[error("you cannot undo or redo that: it belongs to {owner}")]
    NotYours {
        /// The name of the owner.
        owner: String,
    },
    /// The answer was for another event.
    #[error("the game has moved on: it is at event {is}, not {was}")]
    MovedOn {
        /// The event that the answer was for.
        was: usize,
        /// The current event.
        is: usize,
    },
    /// Nothing to undo or redo.
    #[error("{0}")]
    Impossible(String),
    /// Invalid notation.
    #[error("{0}")]
    Notation(String),
    /// A seat that cannot be taken or left.
    #[error("{0}")]
    Seat(String),
    /// The record cannot be written. The event did not happen.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The result of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// The answers: side and row text.
    pub answers: Vec<(SideId, String)>,
    /// Set if the line is incomplete: its words for the pending choice, and the words that may follow.
    pub incomplete: Option<(String, Vec<String>)>,
}

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
    /// The program that the event ran on.
    pub program: Arc<Program>,
    /// The full hash.
    pub hash: Hash,
    /// Whether the event revealed something, so that undoing it would be unfair.
    pub barrier: bool,
    /// Whether the event is a default that the engine filled in at the end of a line.
    pub automatic: bool,
    /// The row, if the event is an answer.
    pub row: Option<Row>,
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

/// One row of the pending choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// The words to type.
    pub text: String,
    /// The meaning in plain language.
    pub label: String,
    /// Whether the rules discourage this row.
    pub discouraged: bool,
}

/// The pending choice in plain language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The side that is asked.
    pub side: SideId,
    /// The question.
    pub text: String,
    /// The spaces that the question names.
    pub about: Vec<SpaceId>,
    /// The legal answers.
    pub rows: Vec<RowView>,
    /// The index of the default row.
    pub default: Option<usize>,
}

/// A running game.
#[derive(Debug)]
pub struct Table {
    /// The VM with the shown position and its choice.
    pub(crate) game: Game,
    pub(crate) timeline: Timeline,
    pub(crate) record_keeper: RecordKeeper,
    /// The id of the scenario.
    pub scenario: String,
    /// The seat of each side.
    pub seats: Vec<Seat>,
    /// Whether one person plays with all hands open, and undo may cross barriers.
    pub open: bool,
    /// The side that gave up.
    resigned: Option<SideId>,
    /// An answer that waits for chance.
    pub(crate) waiting: Option<Box<PendingAnswer>>,
}

/// Renders the errors of notation as one text.
pub(crate) fn notation_text(text: &str, errors: &[notation::NotationError]) -> String {
    let parts: Vec<String> = errors
        .iter()
        .map(|error| {
            let word = text.get(error.span.clone()).unwrap_or_default();
            let nearest = line::nearest(word, &error.candidates);
            let hint = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
            format!("{}{hint}", error.message)
        })
        .collect();
    parts.join("; ")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
