//! Why a line of play was refused.

use crate::line::{self, LineError};
use crate::record::RecordError;
use cardwright_script::RunError;

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
    /// The answer waits for chance that people must enter: see [`crate::Table::chance_prompt`].
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
    /// Nothing to undo or redo, or a standing action that the engine refuses.
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

impl PlayError {
    /// The number of answers before the error.
    pub fn answered(&self) -> usize {
        match self {
            PlayError::Line { answered, .. }
            | PlayError::Rule { answered, .. }
            | PlayError::Barred { answered, .. } => *answered,
            _ => 0,
        }
    }

    /// Wraps the error of a failed rule or of a refused standing action, for an answer outside a line.
    pub(crate) fn rule(error: RunError) -> PlayError {
        if let RunError::Refused { message } = error {
            return PlayError::Impossible(message);
        }
        PlayError::Rule { error, answered: 0, rest: Box::default(), further: 0 }
    }

    /// Adds the place within a line. `answered` is the number of answers before the error. `rest` is the line from the
    /// failed answer on, and `further` is the line after the failed answer.
    pub(crate) fn in_line(self, answered: usize, rest: String, further: &str) -> PlayError {
        match self {
            PlayError::Rule { error, .. } => {
                PlayError::Rule { error, answered, rest: rest.into(), further: line::words(further).len() }
            }
            PlayError::Barred { row, .. } => PlayError::Barred { row, answered, rest: further.to_owned() },
            other => other,
        }
    }
}
