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
    match editor.readline_with_initial(&format!("{question}: "), (initial, "")) {
        Ok(line) if line.trim().is_empty() => Err(otherwise()),
        Ok(line) => Ok(line.trim().to_owned()),
        Err(ReadlineError::Interrupted | ReadlineError::Eof) => Err(Failure::Usage("nothing was written".into())),
        Err(_) => Err(otherwise()),
    }
}
