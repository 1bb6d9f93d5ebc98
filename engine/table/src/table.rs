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
use crate::former_ids::FormerIds;
use crate::game::Game;
use crate::line;
use crate::record::RecordError;
use crate::record_keeper::RecordKeeper;
use crate::seat::Seat;
use crate::timeline::Timeline;
use cardwright_content::Diagnostic;
use cardwright_script::{ManualChance, RunError};
use cardwright_state::{SideId, notation};

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

/// The result of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// The answers: side and row text.
    pub answers: Vec<(SideId, String)>,
    /// Set if the line is incomplete: its words for the pending choice, and the words that may follow.
    pub incomplete: Option<(String, Vec<String>)>,
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
    /// The former ids of the record that is replayed.
    pub(crate) former_ids: FormerIds,
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
