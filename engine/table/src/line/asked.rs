//! Narrowing by what a choice asks: where that is not which action, its first column may be called by the last part of its name
//! too, as all others, and how many of it there are may be said before it. An action may not: `maneuvers` is no way to end them.

use super::narrow::{LineError, Matching, Narrowing, ends_in, is_number, narrow};
use cardwright_script::Choice;
use cardwright_state::Kind;

/// Narrows the rows of a choice, whose words these are, by those of a line: see [`narrow`].
///
/// # Errors
/// The first word that fits no row left.
pub(crate) fn narrow_asked(
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
    matching: Matching,
) -> Result<Narrowing, LineError> {
    let found = narrow(rows, line, matching);
    let is_unknown =
        matching == Matching::Prefix && found.as_ref().is_err_and(|error| error.at == 0 && !error.is_shared);
    let (true, Some((first, rest))) = (is_unknown && is_of_things(choice), line.split_first()) else { return found };
    if let Some(read) = counted(choice, rows, line) {
        return read;
    }
    match ends_in(rows, first) {
        Some(whole) => narrow(rows, &[&[whole], rest].concat(), matching),
        None => found,
    }
}

/// The whole word that rows of a choice of things begin with, where a line begins with the last part of it only.
pub(crate) fn in_full(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<String> {
    let first = line.first().filter(|_| is_of_things(choice))?;
    let error = narrow(rows, &[first], Matching::Prefix).err().filter(|error| !error.is_shared);
    error.and_then(|_| ends_in(rows, first)).map(str::to_owned)
}

/// A line that says how many before what it counts, as if it said that after it. None where that is no row of the choice.
fn counted(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<Result<Narrowing, LineError>> {
    let [number, name, rest @ ..] = line else { return None };
    if !is_number(number) || is_number(name) {
        return None;
    }
    match narrow_asked(choice, rows, &[&[*name, *number], rest].concat(), Matching::Prefix) {
        Ok(Narrowing::Row { used: 0 | 1, .. }) => None,
        Ok(read) => Some(Ok(read)),
        Err(error) if error.at == 1 && error.expected.iter().all(|of| is_number(of)) => {
            Some(Err(LineError { at: 0, ..error }))
        }
        Err(error) => (error.at > 1).then_some(Err(error)),
    }
}

/// Whether no row of a choice is of an action.
fn is_of_things(choice: &Choice) -> bool {
    let is_action = |head: &cardwright_state::Val| head.index(Kind::Action).is_some();
    !choice.rows.iter().any(|row| row.columns().first().is_some_and(is_action))
}
