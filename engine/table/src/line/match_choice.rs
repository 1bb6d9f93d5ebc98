//! Matches a line with the rows of a choice. If no row of the choice is an action, a line may use the last part of the
//! first column's name, and may put the number before the thing. For actions this would be wrong: `maneuvers` would
//! mean the action `end-maneuvers`.

use super::match_rows::{LineError, Matching, RowMatch, first_word_ending_in, is_number, match_rows, takes_numbers};
use cardwright_script::Choice;
use cardwright_state::Kind;

/// Matches the words of a line with the rows of a choice: see [`match_rows()`].
///
/// # Errors
/// Fails at the first word that fits no row.
pub(crate) fn match_choice(
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
    matching: Matching,
) -> Result<RowMatch, LineError> {
    let found = match_rows(rows, line, matching);
    let is_unknown =
        matching == Matching::Prefix && found.as_ref().is_err_and(|error| error.index == 0 && !error.is_ambiguous);
    let (true, Some((first, rest))) = (is_unknown && has_no_actions(choice), line.split_first()) else { return found };
    if let Some(matched) = match_leading_count(choice, rows, line) {
        return matched;
    }
    match first_word_ending_in(rows, first) {
        Some(full_word) => match_rows(rows, &[&[full_word], rest].concat(), matching),
        None => found,
    }
}

/// Finds the full first word of a row, if the line has only the last part of that word. `None` if a row is an action.
pub(crate) fn full_first_word(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<String> {
    let first = line.first().filter(|_| has_no_actions(choice))?;
    let error = match_rows(rows, &[first], Matching::Prefix).err().filter(|error| !error.is_ambiguous);
    error.and_then(|_| first_word_ending_in(rows, first)).map(str::to_owned)
}

/// Matches a line that begins with a number (`2 port`) as if the number came after the thing (`port 2`). `None` if the
/// line does not begin with a number, or fits no row in this way.
fn match_leading_count(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> Option<Result<RowMatch, LineError>> {
    let [number, name, rest @ ..] = line else { return None };
    if !is_number(number) || is_number(name) {
        return None;
    }
    match match_choice(choice, rows, &[&[*name, *number], rest].concat(), Matching::Prefix) {
        // `used` counts the matched words. A row that uses only the thing would ignore the number.
        Ok(RowMatch::Row { used: 0 | 1, .. }) => None,
        Ok(matched) => Some(Ok(matched)),
        // The thing fits, but no row has this number. The number is the first word of the typed line.
        Err(error) if error.index == 1 && error.expected.iter().all(|word| takes_numbers(word)) => {
            Some(Err(LineError { index: 0, ..error }))
        }
        Err(error) => (error.index > 1).then_some(Err(error)),
    }
}

/// Whether no row of a choice is an action.
fn has_no_actions(choice: &Choice) -> bool {
    let is_action = |head: &cardwright_state::Val| head.index(Kind::Action).is_some();
    !choice.rows.iter().any(|row| row.columns().first().is_some_and(is_action))
}
