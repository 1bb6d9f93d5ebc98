//! Asks a person at the terminal for a missing argument. Without a terminal, the command fails.

use crate::failure::Failure;
use crate::out;
use crate::repl::unreadable;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Asks for one line. Prints the possible `answers`, and offers `initial` for editing. Without a terminal or an answer,
/// returns the error from `missing`.
pub(crate) fn ask(
    question: &str,
    answers: &[&str],
    initial: &str,
    missing: impl FnOnce() -> Failure,
) -> Result<String, Failure> {
    if !out::is_interactive() {
        return Err(missing());
    }
    let Ok(mut editor) = DefaultEditor::new() else { return Err(missing()) };
    if !answers.is_empty() {
        out::note(format!("  {}", answers.join("  ")));
    }
    loop {
        let answer = editor.readline_with_initial(&format!("{question}: "), (initial, ""));
        match answer.as_ref().err().and_then(unreadable) {
            Some(why) => out::note(why),
            None => return read_answer(answer, missing),
        }
    }
}

/// Trims the answer. An empty answer counts as missing. Ctrl-C and Ctrl-D cancel the command.
fn read_answer(answer: Result<String, ReadlineError>, missing: impl FnOnce() -> Failure) -> Result<String, Failure> {
    match answer {
        Ok(line) if line.trim().is_empty() => Err(missing()),
        Ok(line) => Ok(line.trim().to_owned()),
        Err(ReadlineError::Interrupted | ReadlineError::Eof) => Err(Failure::Usage("nothing was written".into())),
        Err(_) => Err(missing()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, ReadlineError, read_answer};

    fn read(answer: Result<&str, ReadlineError>) -> Result<String, String> {
        let missing = || Failure::Usage("a card needs a name".into());
        read_answer(answer.map(str::to_owned), missing).map_err(|failure| match failure {
            Failure::Usage(text) => text,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn answers_are_trimmed_and_may_be_cancelled() {
        assert_eq!(read(Ok("  night-raid ")).as_deref(), Ok("night-raid"));
        assert_eq!(read(Ok("  ")), Err("a card needs a name".into()));
        for cancelled in [ReadlineError::Interrupted, ReadlineError::Eof] {
            assert_eq!(read(Err(cancelled)), Err("nothing was written".into()));
        }
        let broken = ReadlineError::Io(std::io::Error::other("no terminal"));
        assert_eq!(read(Err(broken)), Err("a card needs a name".into()));
    }
}
