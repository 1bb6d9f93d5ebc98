//! Why a command did not do what was asked, and the exit code that says so.

use crate::out;
use cardwright_content::{Diagnostic, render};
pub(crate) use cardwright_content::{listed, unknown};
use cardwright_table::{RecordError, StartError, record};
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

/// Exit code: findings, failed tests, a refused line, content that does not load.
pub(crate) const FINDINGS: u8 = 1;
/// Exit code: arguments that make no sense, names nobody knows.
pub(crate) const USAGE: u8 = 2;
/// Exit code: a file or record that cannot be used.
pub(crate) const FILE: u8 = 3;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something was found, or refused; what it is has a line of its own.
    Findings(String),
    /// Content that does not load.
    Content(Vec<Diagnostic>),
    /// Arguments that make no sense.
    Usage(String),
    /// A file or record that cannot be used.
    File(String),
}

impl Failure {
    /// Prints it and gives the exit code.
    pub(crate) fn tell(self) -> ExitCode {
        let (code, text) = match self {
            Failure::Findings(text) => (FINDINGS, text),
            Failure::Usage(text) => (USAGE, text),
            Failure::File(text) => (FILE, text),
            Failure::Content(problems) => {
                out::note(render(&problems, out::color_of_notes()).trim_end());
                return ExitCode::from(FINDINGS);
            }
        };
        out::note(format!("error: {text}"));
        ExitCode::from(code)
    }

    /// Nothing is called `name`; says what nearly is, or what there is.
    pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
        Failure::Usage(unknown(what, name, known))
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        let hint = way_on(&error, "`--record FILE` keeps the game in another file, `--no-record` in none");
        Failure::File(format!("{error}{hint}"))
    }
}

/// Whether a record whose first line is damaged says elsewhere how the game began.
fn begins_somewhere(path: &str) -> bool {
    record::bytes(Path::new(path)).is_ok_and(|bytes| record::salvage(&bytes, path).is_ok())
}

/// What to do about a record that cannot be read or written; `elsewhere` is how to keep it in another file.
pub(crate) fn way_on(error: &RecordError, elsewhere: &str) -> String {
    let what = match error {
        RecordError::Io { doing: "write", .. } => match error.kind() {
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => format!("make room and try again, or {elsewhere}"),
            Some(ErrorKind::FileTooLarge) => format!("files may not grow larger here: raise that limit, or {elsewhere}"),
            Some(ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                format!("make the file and its folder writable, or {elsewhere}")
            }
            Some(ErrorKind::AlreadyExists) => "name a file that is not there yet".to_owned(),
            _ => elsewhere.to_owned(),
        },
        RecordError::Gone { .. } => elsewhere.to_owned(),
        RecordError::Locked(_) => "leave the game there first; one program at a time writes a record".to_owned(),
        RecordError::Header { path, .. } if !begins_somewhere(path) => {
            "nothing else in the file says which game it was and how it began, so `--recover` has nothing to begin with: \
             put a sound copy of its first line there, from a copy of the file"
                .to_owned()
        }
        RecordError::Damaged { .. } | RecordError::Header { .. } => {
            "`cardwright play --resume` with `--recover` goes on with what is sound and keeps the file aside as `.damaged`"
                .to_owned()
        }
        RecordError::Foreign { problem, .. } if problem.contains("UTF-16") => {
            "`cardwright play --resume` with `--recover` reads it all the same".to_owned()
        }
        RecordError::Content { .. } => {
            "add the packs it was played with (`--base`, `--pack`), or see what today's rules make of it: \
             `cardwright replay FILE --under current`"
                .to_owned()
        }
        RecordError::Io { .. } | RecordError::Foreign { .. } | RecordError::Future { .. } => return String::new(),
    };
    format!("\n  {what}")
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::Record(error) => error.into(),
            StartError::Scenario { .. }
            | StartError::Option(_)
            | StartError::Side(_)
            | StartError::NonPlayer(_)
            | StartError::Unknown { .. } => Failure::Usage(error.to_string()),
            StartError::Chance(_) | StartError::Given(_) => {
                Failure::Findings(format!("the game does not start: {error}"))
            }
            StartError::Position(problems) => Failure::Content(problems),
            StartError::Run(error) => Failure::Findings(format!("the game does not start: {}", error.with_place())),
        }
    }
}
