//! Why a command did not do what was asked, and the exit code that says so.

use crate::out;
use cardwright_content::{Diagnostic, did_you_mean, render};
use cardwright_table::{RecordError, StartError};
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

/// `unknown game \`demi\`; did you mean \`demo\`?`
pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let known: Vec<&str> = known.into_iter().collect();
    let hint = match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => "; there is none".into(),
        None if known.len() <= MOST => format!("; there is {}", listed(&known)),
        None => String::new(),
    };
    format!("unknown {what} `{name}`{hint}")
}

/// `a`, `b` and `c`.
pub(crate) fn listed(names: &[&str]) -> String {
    let ticked: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match ticked.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => ticked.concat(),
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        let hint = match &error {
            RecordError::Damaged { .. } => {
                "\n  `--recover` goes on from the sound events and keeps the file aside as `.damaged`"
            }
            _ => "",
        };
        Failure::File(format!("{error}{hint}"))
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::Record(error) => error.into(),
            StartError::Scenario { .. } | StartError::Option(_) | StartError::Side(_) => {
                Failure::Usage(error.to_string())
            }
            StartError::Position(problems) => Failure::Content(problems),
            StartError::Run(_) => Failure::Findings(format!("the game does not start: {error}")),
        }
    }
}
