//! Narrowing by what a choice asks: where that is not which action, its first column may be called by the last part of its name
//! too, as all others. An action may not: `maneuvers` is no way to end them.

use super::narrow::{LineError, Matching, Narrowing, ends_in, narrow};
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
    match ends_in(rows, first) {
        Some(whole) => narrow(rows, &[&[whole], rest].concat(), matching),
        None => found,
    }
}

/// Whether no row of a choice is of an action.
fn is_of_things(choice: &Choice) -> bool {
    let is_action = |head: &cardwright_state::Val| head.index(Kind::Action).is_some();
    !choice.rows.iter().any(|row| row.columns().first().is_some_and(is_action))
}
