//! The grammar of typed lines. [`match_rows()`] matches words with the rows of one choice, [`parse_line`] follows a
//! line over several choices, [`parse_and_suggest`] lists the words that may follow. The prompt, previews,
//! completion, bots and tests share it.

mod any_order;
mod given_answer;
mod match_choice;
mod match_rows;
mod parse;
mod piece_words;
mod resolve_names;
mod suggest;
#[cfg(test)]
mod tests;

pub(crate) use match_choice::{full_first_word, match_choice};
pub(crate) use match_rows::MAX_LISTED;
use match_rows::id_without_kind;
pub use match_rows::{LineError, Matching, RowMatch, is_number, list_some, match_rows, may_be, may_begin};
pub use parse::{
    AnswerOutcome, GameCursor, LineEnd, LineInput, LookaheadChoice, ParseStop, ParsedLine, Pending, PickedRow,
    RemainingLine, parse_line, resume_line,
};
pub(crate) use piece_words::{counted_after, question_piece_type, without_question_piece};
pub use resolve_names::resolve_names;
pub use suggest::{first_words, parse_and_suggest};

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_state::notation::Fragment;
use cardwright_state::position::Row;
use std::collections::{BTreeMap, BTreeSet};

/// The words of a line, separated by blanks and commas.
pub fn words(line: &str) -> Vec<&str> {
    Fragment::new(line).line_words().into_iter().map(|word| word.text).collect()
}

/// Splits `SIDE: …` into the side, by id or name, and the rest. Without a known side, returns the whole line.
pub fn split_side<'a>(board: &Board, line: &'a str) -> (Option<SideId>, &'a str) {
    let by_name =
        |name: &str| board.sides.iter().position(|side| side.name.eq_ignore_ascii_case(name)).map(SideId::new);
    let side = |name: &str| board.side(name).or_else(|| by_name(name));
    match line.split_once(':').map(|(named, rest)| (side(named.trim()), rest)) {
        Some((Some(side), rest)) => (Some(side), rest.trim_start()),
        _ => (None, line),
    }
}

/// The words of rows that are offered together. A word names its kind (`space:pearson`) only if a thing of another
/// kind could stand in its place.
pub fn words_of_rows<'r>(board: &Board, rows: impl IntoIterator<Item = &'r Row>) -> Vec<Vec<String>> {
    let split_words = |row: &Row| row.text(board).split(' ').map(str::to_owned).collect::<Vec<_>>();
    let words: Vec<Vec<String>> = rows.into_iter().map(split_words).collect();
    if !words.iter().flatten().any(|word| word.contains(':')) {
        return words;
    }
    let place = |row: &[String], at: usize| (row[..at].to_vec(), id_without_kind(&row[at]).to_owned());
    let mut kinds: BTreeMap<(Vec<String>, String), BTreeSet<&str>> = BTreeMap::new();
    for row in &words {
        for (at, word) in row.iter().enumerate() {
            kinds.entry(place(row, at)).or_default().insert(word);
        }
    }
    let shown = |row: &Vec<String>| {
        let is_clear = |at: usize| kinds.get(&place(row, at)).is_some_and(|all| all.len() == 1);
        let word = |at: usize| if is_clear(at) { id_without_kind(&row[at]).to_owned() } else { row[at].clone() };
        (0..row.len()).map(word).collect()
    };
    words.iter().map(shown).collect()
}

/// An action typed as two words: `raise agitators` for `raise-agitators`. `None` if a row begins with the first word
/// alone.
pub(crate) fn two_word_action(board: &Board, rows: &[Vec<String>], words: &[&str]) -> Option<String> {
    let [first, second, ..] = words else { return None };
    let id = format!("{first}-{second}");
    let begins = |row: &Vec<String>| row.first().is_some_and(|head| head.eq_ignore_ascii_case(first));
    let action = board.actions.iter().find(|action| action.id.eq_ignore_ascii_case(&id))?;
    (!rows.iter().any(begins)).then(|| action.id.clone())
}

/// A line without a number that counts the next word, if no row has a number there. Looks at index `at` and before
/// it.
pub(crate) fn without_count<'a>(rows: &[Vec<String>], words: &[&'a str], at: usize) -> Option<Vec<&'a str>> {
    let counts = |n: &usize| *n > 0 && is_number(words[*n]) && words.get(n + 1).is_some_and(|next| !is_number(next));
    let number = (1..=at.min(words.len().saturating_sub(1))).rev().find(counts)?;
    let is_column = match_rows(rows, &words[..=number], Matching::Prefix).is_ok();
    (!is_column).then(|| [&words[..number], &words[number + 1..]].concat())
}

/// The known word that a typo may have meant: see [`did_you_mean`].
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known.iter().map(String::as_str)).map(str::to_owned)
}
