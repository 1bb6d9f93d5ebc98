//! Errors of reading, writing and continuing records.

use super::FORMAT;
use std::path::Path;

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// An error of the file system.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// The path of the file.
        path: String,
        /// The error.
        #[source]
        source: std::io::Error,
    },
    /// Another program has the record open.
    #[error("{0} is in use by another program")]
    Locked(String),
    /// The file was removed or altered during the game.
    #[error("{path} {problem} while the game was played")]
    Altered {
        /// The path of the file.
        path: String,
        /// What happened to the file.
        problem: &'static str,
    },
    /// The file is no record.
    #[error("{path} is not a record of a game: {problem}")]
    NotARecord {
        /// The path of the file.
        path: String,
        /// The reason.
        problem: String,
    },
    /// The first line of the record is damaged.
    #[error("line 1 of {path}, which says how the game began, is damaged: {problem}")]
    Header {
        /// The path of the file.
        path: String,
        /// The damage.
        problem: String,
    },
    /// Another version of the engine wrote the record.
    #[error("{path} has format {found}, and this cardwright reads format {FORMAT}: use the version that wrote it")]
    OtherFormat {
        /// The path of the file.
        path: String,
        /// The record's format.
        found: u64,
    },
    /// A line after the first is damaged.
    #[error("line {line} of {path} is damaged: {problem}; the {intact_events} events before it are intact")]
    Damaged {
        /// The path of the file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The damage.
        problem: String,
        /// The number of intact events before it.
        intact_events: usize,
    },
    /// A content that the record names is missing or damaged.
    #[error("the rules the game was played with {problem}: {path}")]
    Content {
        /// The path of the content.
        path: String,
        /// The problem.
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
    /// The kind of file system error, if this is a file system error.
    pub fn kind(&self) -> Option<std::io::ErrorKind> {
        match self {
            RecordError::Io { source, .. } => Some(source.kind()),
            _ => None,
        }
    }
}
