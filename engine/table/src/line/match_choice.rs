//! Matches a line with the rows of a choice. Unless the choice is about actions, a line may use the last part of the
//! first column's name, and may put the number before the thing. Actions are excluded: `maneuvers` must not end them.

use super::match_rows::{LineError, Matching, RowMatch, ends_in, is_number, match_rows};
use cardwright_script::Choice;
use cardwright_state::Kind;

/// Matches the words of a line with the rows of a choice: see [`match_rows()`].
///
/// # Errors
/// The first word that fits no row.
pub(crate) fn match_choice(
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
    matching: Matching,
) -> Result<RowMatch, LineError> {
    let found = match_rows(rows, line, matching);
    let is_unknown =
        matching == Matching::Prefix && found.as_ref().is_err_and(|error| error.at == 0 && !error.is_ambiguous);
    let (true, Some((first, rest))) = (is_unknown && is_of_things(choice), line.split_first()) else { return found };
    if let Some(read) = counted(choice, rows, line) {
        return read;
    }
    match ends_in(rows, first) {
        Some(whole) => match_rows(rows, &[&[whole], rest].concat(), matching),
        None => found,
    }
}

/// The full first word of the rows, if the line has only its last part. Not for actions.
pub(crate) fn full_first_word(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<String> {
    let first = line.first().filter(|_| is_of_things(choice))?;
    let error = match_rows(rows, &[first], Matching::Prefix).err().filter(|error| !error.is_ambiguous);
    error.and_then(|_| ends_in(rows, first)).map(str::to_owned)
}

/// A line with the number before the thing, as if the number came after it. `None` if that fits no row.
fn counted(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<Result<RowMatch, LineError>> {
    let [number, name, rest @ ..] = line else { return None };
    if !is_number(number) || is_number(name) {
        return None;
    }
    match match_choice(choice, rows, &[&[*name, *number], rest].concat(), Matching::Prefix) {
        Ok(RowMatch::Row { used: 0 | 1, .. }) => None,
        Ok(read) => Some(Ok(read)),
        Err(error) if error.at == 1 && error.expected.iter().all(|word| is_number(word)) => {
            Some(Err(LineError { at: 0, ..error }))
        }
        Err(error) => (error.at > 1).then_some(Err(error)),
    }
}

/// Whether no row of a choice is an action.
fn is_of_things(choice: &Choice) -> bool {
    let is_action = |head: &cardwright_state::Val| head.index(Kind::Action).is_some();
    !choice.rows.iter().any(|row| row.columns().first().is_some_and(is_action))
}
