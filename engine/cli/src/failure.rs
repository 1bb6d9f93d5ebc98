//! Errors of commands, and their exit codes.

use crate::out;
use cardwright_content::{Diagnostic, render};
pub(crate) use cardwright_content::{quoted_list, unknown_name};
use cardwright_table::{RecordError, StartError, record};
use std::process::ExitCode;

/// Exit code for findings, failed tests, a refused line, and content that does not load.
pub(crate) const FINDINGS: u8 = 1;
/// Exit code for invalid arguments and unknown names.
pub(crate) const USAGE: u8 = 2;
/// Exit code for a file or record that cannot be used.
pub(crate) const FILE: u8 = 3;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Findings, or a refused action.
    Findings(String),
    /// Content that does not load.
    Content(Vec<Diagnostic>),
    /// Invalid arguments or unknown names.
    Usage(String),
    /// A file or record that cannot be used.
    File(String),
}

impl Failure {
    /// Prints the message and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
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

    /// Makes the failure for an unknown name. It suggests a similar known name, or lists all of `names`.
    pub(crate) fn unknown<'a>(kind: &str, name: &str, names: impl IntoIterator<Item = &'a str>) -> Failure {
        Failure::Usage(unknown_name(kind, name, names))
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        let hint = record::recovery_hint(&error, "use `--record FILE` for another file, or `--no-record`");
        Failure::File(format!("{error}{}", hint.map(|hint| format!("\n  {hint}")).unwrap_or_default()))
    }
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
