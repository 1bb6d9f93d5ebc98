//! What a flag could have said, asked of the person at the terminal; a program is told which flag it lacks.

use crate::failure::Failure;
use crate::out;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Asks for one line; without a person to ask, `otherwise` says what is missing. What stands in `known` may be all there is to
/// say (then it is listed), `initial` is there to be taken as it is.
pub(crate) fn text(
    question: &str,
    known: &[&str],
    initial: &str,
    otherwise: impl FnOnce() -> Failure,
) -> Result<String, Failure> {
    if !out::is_asking() {
        return Err(otherwise());
    }
    let Ok(mut editor) = DefaultEditor::new() else { return Err(otherwise()) };
    if !known.is_empty() {
        out::note(format!("  {}", known.join("  ")));
    }
    taken(editor.readline_with_initial(&format!("{question}: "), (initial, "")), otherwise)
}

/// What was answered: a line without the blanks around it. Nothing is what is missing still; whoever leaves wrote nothing.
fn taken(answer: Result<String, ReadlineError>, otherwise: impl FnOnce() -> Failure) -> Result<String, Failure> {
    match answer {
        Ok(line) if line.trim().is_empty() => Err(otherwise()),
        Ok(line) => Ok(line.trim().to_owned()),
        Err(ReadlineError::Interrupted | ReadlineError::Eof) => Err(Failure::Usage("nothing was written".into())),
        Err(_) => Err(otherwise()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, ReadlineError, taken};

    fn told(answer: Result<&str, ReadlineError>) -> Result<String, String> {
        let missing = || Failure::Usage("a card needs a name".into());
        taken(answer.map(str::to_owned), missing).map_err(|failure| match failure {
            Failure::Usage(text) => text,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn an_answer_is_taken_without_blanks_and_whoever_leaves_writes_nothing() {
        assert_eq!(told(Ok("  night-raid ")).as_deref(), Ok("night-raid"));
        assert_eq!(told(Ok("  ")), Err("a card needs a name".into()));
        for leaves in [ReadlineError::Interrupted, ReadlineError::Eof] {
            assert_eq!(told(Err(leaves)), Err("nothing was written".into()));
        }
        let broken = ReadlineError::Io(std::io::Error::other("no terminal"));
        assert_eq!(told(Err(broken)), Err("a card needs a name".into()));
    }
}
