//! Errors of reading, writing and continuing records.

use super::FORMAT;
use std::io::ErrorKind;
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

/// Whether a record with a damaged first line has an intact header in another line.
fn has_other_header(path: &str) -> bool {
    super::bytes(Path::new(path)).is_ok_and(|bytes| super::salvage(&bytes, path).is_ok())
}

/// Returns the advice for a record that cannot be read or written, if there is any. `elsewhere` is the advice to keep
/// the record in another file.
pub fn recovery_hint(error: &RecordError, elsewhere: &str) -> Option<String> {
    let advice = match error {
        RecordError::Io { doing: "write", .. } => match error.kind() {
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => format!("make room and try again, or {elsewhere}"),
            Some(ErrorKind::FileTooLarge) => format!("files may not grow larger here: raise that limit, or {elsewhere}"),
            Some(ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                format!("make the file and its folder writable, or {elsewhere}")
            }
            Some(ErrorKind::AlreadyExists) => "name a new file".to_owned(),
            _ => elsewhere.to_owned(),
        },
        RecordError::Altered { .. } => elsewhere.to_owned(),
        RecordError::Locked(_) => "leave the game there first; one program at a time writes a record".to_owned(),
        RecordError::Header { path, .. } if !has_other_header(path) => {
            "`--recover` needs the first line, which says which game it is: restore that line from a copy of the file"
                .to_owned()
        }
        RecordError::Damaged { .. } | RecordError::Header { .. } => {
            "`cardwright play --resume` with `--recover` continues with the intact part and keeps the original as `.damaged`"
                .to_owned()
        }
        RecordError::NotARecord { problem, .. } if problem.contains("UTF-16") => {
            "`cardwright play --resume` with `--recover` reads it anyway".to_owned()
        }
        RecordError::Content { .. } => {
            "add the packs it was played with (`--base`, `--pack`), or see what today's rules make of it: \
             `cardwright replay FILE --under current`"
                .to_owned()
        }
        RecordError::Io { .. } | RecordError::NotARecord { .. } | RecordError::OtherFormat { .. } => return None,
    };
    Some(advice)
}
