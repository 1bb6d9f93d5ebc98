//! The running game: a tree of events, the position after each, and the line grammar on top.

mod alone;
mod back;
mod copied;
mod look;
mod note;
mod play;
mod several;
mod sound;
mod start;
mod time;
mod twice;
mod written;

pub use copied::Copied;
pub(crate) use look::result;
pub(crate) use play::played;
pub(crate) use sound::Unentered;
pub use start::read_option;

use crate::game::Game;
use crate::ledger::Ledger;
use crate::line::{self, LineError};
use crate::record::{Event, RecordError};
use crate::request::{Request, Waiting};
use crate::timeline::Timeline;
use cardwright_content::Diagnostic;
use cardwright_script::{Asks, Happening, Program, RunError};
use cardwright_state::hash::{Hash, Tally};
use cardwright_state::position::{Kept, Row};
use cardwright_state::{CardId, PeriodId, PileId, Position, SideId, SpaceId, Trails, notation};
use std::sync::Arc;

/// Who answers for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// A uniform random player.
    Random,
    /// Nobody: the game's own rules play the side, by the fact that it declares for that.
    NonPlayer,
    /// Nobody: the side is not in play.
    Absent,
}

impl Seat {
    /// Every kind that may be asked for, by the word that names it.
    pub const ALL: [(&'static str, Seat); 3] =
        [("human", Seat::Human), ("random", Seat::Random), ("nonplayer", Seat::NonPlayer)];
    /// By its word.
    pub fn parse(word: &str) -> Option<Seat> {
        Self::ALL.iter().find(|(w, _)| *w == word).map(|(_, s)| *s)
    }
    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, s)| *s == self).map_or("absent", |(w, _)| w)
    }
}

/// How a game is started.
#[derive(Debug, Clone, Default)]
pub struct SetUp {
    /// The scenario's id.
    pub scenario: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Options, over the scenario's: id and value as written.
    pub options: Vec<(String, String)>,
    /// Who sits where, by side; the rest are people.
    pub seats: Vec<(String, Seat)>,
    /// Whether undo may cross barriers and all hands are open.
    pub open: bool,
    /// When it begins, for listings.
    pub began: String,
    /// Which chance people are asked for: see [`Table::ask_for`].
    pub asks: Asks,
    /// What came out of the first rolls, draws and picks, in words: see [`crate::given::read`].
    pub given: Vec<String>,
}

/// Why a game does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No such scenario.
    #[error("unknown scenario `{name}`{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Scenario {
        /// The name.
        name: String,
        /// The nearest.
        nearest: Option<String>,
    },
    /// A bad option.
    #[error("{0}")]
    Option(String),
    /// No such side.
    #[error("unknown side `{0}`")]
    Side(String),
    /// A side that rules shall play, where the game has no rules for that.
    #[error("`{0}` cannot be played by rules: this game has no non-players")]
    NonPlayer(String),
    /// The scenario's position is not notation: everything that is wrong in it, each with its place.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Position(Vec<Diagnostic>),
    /// A die, card or pick is asked for before the first choice: the game starts once it is among those given.
    #[error("a die, card or pick is asked for before the game starts")]
    Chance(Box<Request>),
    /// An outcome given for the start that is none.
    #[error("{0}")]
    Given(String),
    /// The rules know no game with these options and these sides left to them.
    #[error("the rules know no such game: {message}{}", .place.as_ref().map(|(file, line)| format!("; {file}:{line} says so")).unwrap_or_default())]
    Unknown {
        /// Why, with the rule.
        message: String,
        /// Where that is stated.
        place: Option<(String, usize)>,
    },
    /// A rule failed before the first choice.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Why a line was refused. The game is unchanged but for `answered` answers given before it.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A word fits no row.
    #[error("{error}")]
    Line {
        /// Which word, and what fits.
        error: Box<LineError>,
        /// Answers of the line given before it.
        answered: usize,
        /// What of the line is left.
        rest: String,
    },
    /// It is another side's turn.
    #[error("{asked} is asked, not {got}")]
    WrongSide {
        /// Who is asked.
        asked: String,
        /// Who answered.
        got: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The open steps cannot be re-run any more: nothing is asked, though the game is not over.
    #[error("event {event} cannot be asked any more: {why}")]
    Unasked {
        /// The event.
        event: usize,
        /// What fails.
        why: String,
    },
    /// A rule failed; the position is back at the choice whose answer led to it.
    #[error("{error}")]
    Rule {
        /// How.
        error: RunError,
        /// Answers of the line given before it.
        answered: usize,
        /// What of the line is left, from the answer that failed on.
        rest: Box<str>,
        /// How many of those words come after that answer.
        further: usize,
    },
    /// The answer leads where nothing can be answered: it was taken back and is not offered there any more.
    #[error("`{row}` leads where nothing is left to answer: it was taken back, and is not offered here any more")]
    Barred {
        /// The answer.
        row: String,
        /// Answers of the line given before it.
        answered: usize,
        /// What of the line came after it.
        rest: String,
    },
    /// The answer waits until a die, card or pick is told: see [`Table::request`].
    #[error("a die, card or pick is asked for")]
    Chance,
    /// Undo would cross a barrier.
    #[error("{0}")]
    Barrier(String),
    /// An answer of somebody else.
    #[error("that is not yours to take back or give again: it is of {whose}")]
    NotYours {
        /// Whose, by name.
        whose: String,
    },
    /// What is answered was asked at another event than the game is at.
    #[error("the game has moved on: it is at event {is}, not {was}")]
    MovedOn {
        /// The event that was answered.
        was: usize,
        /// The event the game is at.
        is: usize,
    },
    /// Nothing to undo or redo.
    #[error("{0}")]
    Nothing(String),
    /// Notation that cannot be set.
    #[error("{0}")]
    Notation(String),
    /// A seat that nobody can take, or leave.
    #[error("{0}")]
    Seat(String),
    /// The record could not be written; the event did not happen.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// What a line did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// Answers given, with who gave them: side and row text.
    pub answers: Vec<(SideId, String)>,
    /// If the line narrowed the next choice without deciding it: its words so far and what may come next.
    pub open: Option<(String, Vec<String>)>,
}

/// One event and the position it led to.
#[derive(Debug, Clone)]
pub struct Node {
    /// The event before it; the start has none.
    pub parent: Option<usize>,
    /// What happened; none for the start.
    pub event: Option<Event>,
    /// The side that did it.
    pub side: Option<SideId>,
    /// The position after it: see [`Node::position`].
    pub(crate) kept: Kept,
    /// The content it was made with.
    pub program: Arc<Program>,
    /// Its full hash.
    pub hash: Hash,
    /// The sum from which hashes of this position and of what comes of it are had.
    pub(crate) tally: Tally,
    /// Whether it revealed something: undoing it would be unfair.
    pub barrier: bool,
    /// Whether it was the default row of a choice, taken at a line's end.
    pub automatic: bool,
    /// The answer's row, where the event is one.
    pub row: Option<Row>,
    /// The piles that cards of the row came to lie in with the event.
    pub went: Vec<(CardId, PileId)>,
    /// Whether it came with other rules than those before it.
    pub reloaded: bool,
    /// What happened.
    pub happenings: Vec<Happening>,
    /// The sides for which rules answered.
    pub ruled: Vec<SideId>,
    /// The periods that ended with it.
    pub ended: Vec<PeriodId>,
    /// What the sides may know of the cards.
    pub trails: Arc<Trails>,
    /// The invariants of the rules that do not hold here: those of before, or broken from outside.
    pub unmet: Vec<String>,
    /// The event that was gone to last from here: where redo leads.
    pub next: Option<usize>,
    /// Its line in the record, if one is kept.
    pub number: usize,
    /// What was noted at it.
    pub notes: Vec<Note>,
}

/// A remark on an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What somebody wrote.
    pub text: String,
    /// The side in whose eyes it was written, where some see what others do not: nobody else reads it while the game goes on.
    pub by: Option<SideId>,
    /// Whether who sees all wrote it: only they read it while the game goes on.
    pub of_desk: bool,
}

impl Node {
    /// The position after it.
    pub fn position(&self) -> Arc<Position> {
        self.kept.position(&self.program.board)
    }

    /// About how many bytes it takes, beside the event before it.
    pub(crate) fn takes(&self, before: Option<&Node>) -> usize {
        let happened: usize = self.happenings.iter().map(Happening::size).sum();
        let trails = match before {
            Some(before) if Arc::ptr_eq(&before.trails, &self.trails) => 0,
            _ => self.trails.size(),
        };
        size_of::<Node>() + self.kept.takes(before.map(|before| &before.kept)) + happened + trails
    }
}

/// One row of the pending choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// What is typed.
    pub text: String,
    /// In plain language.
    pub label: String,
    /// Whether the rules say that nobody takes it who has another.
    pub unwise: bool,
}

/// The pending choice for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Who is asked.
    pub side: SideId,
    /// What, in plain language.
    pub text: String,
    /// The places that this names.
    pub about: Vec<SpaceId>,
    /// The rows.
    pub rows: Vec<RowView>,
    /// The index of the default row.
    pub default: Option<usize>,
}

/// A running game.
#[derive(Debug)]
pub struct Table {
    /// The position the game is at, and what is asked there.
    pub(crate) game: Game,
    pub(crate) timeline: Timeline,
    pub(crate) ledger: Ledger,
    /// The scenario's id.
    pub scenario: String,
    /// Who answers for each side.
    pub seats: Vec<Seat>,
    /// Whether undo may cross barriers and all hands are open.
    pub open: bool,
    resigned: Option<SideId>,
    /// An answer that waits until chance is told.
    pub(crate) waiting: Option<Box<Waiting>>,
    /// Whether some answers are played twice, and what is wrong with the last.
    doubts: Option<twice::Doubts>,
}

/// Errors of notation in one text.
pub(crate) fn notation_text(text: &str, errors: &[notation::NotationError]) -> String {
    let parts: Vec<String> = errors
        .iter()
        .map(|e| {
            let word = text.get(e.span.clone()).unwrap_or_default();
            let hint = line::nearest(word, &e.candidates).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            format!("{}{hint}", e.message)
        })
        .collect();
    parts.join("; ")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
