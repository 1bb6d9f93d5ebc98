//! Why a record cannot be read, written or gone on with.

use super::FORMAT;
use std::path::Path;

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system's word.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// Which file.
        path: String,
        /// What it said.
        #[source]
        source: std::io::Error,
    },
    /// Another program has it open.
    #[error("{0} is in use by another program")]
    Locked(String),
    /// The file was taken away or altered while it was written.
    #[error("{path} {problem} while the game was played")]
    Gone {
        /// Which file.
        path: String,
        /// What became of it.
        problem: &'static str,
    },
    /// Not a record.
    #[error("{path} is not a record of a game: {problem}")]
    Foreign {
        /// Which file.
        path: String,
        /// Why.
        problem: String,
    },
    /// A record whose first line is damaged.
    #[error("line 1 of {path}, which says how the game began, is damaged: {problem}")]
    Header {
        /// Which file.
        path: String,
        /// How.
        problem: String,
    },
    /// Written by a later engine.
    #[error("{path} has format {found}; this engine reads up to {FORMAT}: use a newer cardwright")]
    Future {
        /// Which file.
        path: String,
        /// Its format.
        found: u64,
    },
    /// A line within it is damaged.
    #[error("line {line} of {path} is damaged: {problem}; the {sound} events before it are sound")]
    Damaged {
        /// Which file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// How.
        problem: String,
        /// Events before it.
        sound: usize,
    },
    /// A content it names is missing or damaged.
    #[error("the rules the game was played with {problem}: {path}")]
    Content {
        /// Where they should be.
        path: String,
        /// What is wrong with them.
        problem: &'static str,
    },
}

impl RecordError {
    pub(super) fn reading(path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        RecordError::io("read", path)
    }
    pub(crate) fn writing(path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        RecordError::io("write", path)
    }
    fn io(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        let path = path.display().to_string();
        move |source| RecordError::Io { doing, path, source }
    }
    /// What the file system said, if it was that.
    pub fn kind(&self) -> Option<std::io::ErrorKind> {
        match self {
            RecordError::Io { source, .. } => Some(source.kind()),
            _ => None,
        }
    }
}
