//! The grammar of typed lines. [`match_rows()`] matches words with the rows of one choice, [`parse_line`] follows a
//! line over several choices, [`parse_and_suggest`] lists the words that may follow. The prompt, previews,
//! completion and tests all use this grammar.

mod any_order;
mod given_answer;
mod match_choice;
mod match_rows;
mod parse;
mod piece_lists;
mod piece_words;
mod resolve_names;
mod shown_words;
mod suggest;
#[cfg(test)]
mod tests;

pub(crate) use match_choice::{full_first_word, match_choice};
pub(crate) use match_rows::MAX_LISTED;
use match_rows::id_without_kind;
pub use match_rows::{
    LineError, Matching, RowMatch, amount_of, is_number, list_some, match_rows, may_be, may_begin, misspelt_number,
    nearest, takes_numbers,
};
pub use parse::{
    AnswerOutcome, GameCursor, LineEnd, LineInput, LookaheadChoice, ParseStop, ParsedLine, Pending, PickedRow,
    RemainingLine, parse_line, resume_line,
};
pub(crate) use piece_words::{is_piece, move_count_behind, question_piece_type, without_question_piece};
pub use resolve_names::{resolve_names, words};
pub(crate) use shown_words::{piece, words_without_marks};
pub use suggest::{first_words, parse_and_suggest};

use cardwright_state::board::Board;
use cardwright_state::position::Row;
use cardwright_state::{Answer, Kind, SideId, Val};
use std::collections::{BTreeMap, BTreeSet};

/// Splits `SIDE: …` into the side, given by id or name, and the rest of the line. If no known side stands before a
/// colon, returns the whole line.
pub fn split_side<'a>(board: &Board, line: &'a str) -> (Option<SideId>, &'a str) {
    let by_name =
        |name: &str| board.sides.iter().position(|side| side.name.eq_ignore_ascii_case(name)).map(SideId::new);
    let side = |name: &str| board.side(name).or_else(|| by_name(name));
    match line.split_once(':').map(|(name, rest)| (side(name.trim()), rest)) {
        Some((Some(side), rest)) => (Some(side), rest.trim_start()),
        _ => (None, line),
    }
}

/// Builds the words of the rows of one choice. A word names its kind (`space:pearson`) only if another row has a thing
/// of another kind with the same id in this column.
pub fn words_of_rows<'r>(board: &Board, rows: impl IntoIterator<Item = &'r Row>) -> Vec<Vec<String>> {
    let split_words = |row: &Row| match row.has_amounts() {
        false => row.text(board).split(' ').map(str::to_owned).collect::<Vec<_>>(),
        true => row.columns().iter().flat_map(|column| column_words(board, *column)).collect(),
    };
    let words: Vec<Vec<String>> = rows.into_iter().map(split_words).collect();
    if !words.iter().flatten().any(|word| word.contains(':')) {
        return words;
    }
    // The words before a column, and the id in the column, identify what a player types there.
    let typed = |row: &[String], column: usize| (row[..column].to_vec(), id_without_kind(&row[column]).to_owned());
    let mut words_with_kind: BTreeMap<(Vec<String>, String), BTreeSet<&str>> = BTreeMap::new();
    for row in &words {
        for (column, word) in row.iter().enumerate() {
            words_with_kind.entry(typed(row, column)).or_default().insert(word);
        }
    }
    let shorten = |row: &Vec<String>| {
        let is_unique = |column: usize| words_with_kind.get(&typed(row, column)).is_some_and(|words| words.len() == 1);
        let word = |column: usize| match is_unique(column) {
            true => id_without_kind(&row[column]).to_owned(),
            false => row[column].clone(),
        };
        (0..row.len()).map(word).collect()
    };
    words.iter().map(shorten).collect()
}

/// The words of one column. An amount is one word, also with a step: `5..30 by 5`.
fn column_words(board: &Board, column: Val) -> Vec<String> {
    let text = board.qualified_id(column);
    if column.kind() == Kind::Amount { vec![text.into()] } else { text.split(' ').map(str::to_owned).collect() }
}

/// The words of a row, with the numbers of an answer in place of its amounts.
pub fn answer_words(row: &[String], answer: &Answer) -> Vec<String> {
    let mut numbers = answer.numbers().iter();
    let mut number_of = |word: &str| amount_of(word).and_then(|_| numbers.next()).map(ToString::to_string);
    row.iter().map(|word| number_of(word).unwrap_or_else(|| word.clone())).collect()
}

/// Finds the answer that has exactly these words, with a number for each amount of its row.
pub fn answer_with_words(rows: &[Vec<String>], text: &str) -> Option<Answer> {
    let words: Vec<&str> = text.split(' ').collect();
    rows.iter().enumerate().find_map(|(index, row)| {
        let mut numbers = Vec::new();
        let fits = |(word, given): (&String, &&str)| match amount_of(word) {
            None => word == given,
            Some(amount) => given.parse().is_ok_and(|number| {
                numbers.push(number);
                amount.has(number)
            }),
        };
        (row.len() == words.len() && row.iter().zip(&words).all(fits)).then(|| Answer::new(index, numbers))
    })
}

/// Finds the action that the first two words name: `raise agitators` for `raise-agitators`. `None` if a row begins with
/// the first word alone.
pub(crate) fn two_word_action(board: &Board, rows: &[Vec<String>], words: &[&str]) -> Option<String> {
    let [first, second, ..] = words else { return None };
    let id = format!("{first}-{second}");
    let begins = |row: &Vec<String>| row.first().is_some_and(|head| head.eq_ignore_ascii_case(first));
    let action = board.labels.actions.iter().find(|action| action.id.eq_ignore_ascii_case(&id))?;
    (!rows.iter().any(begins)).then(|| action.id.clone())
}

/// Removes from a line the last number before a name (the `3` of `move 3 guard port`), if no row has a number in that
/// place. Looks only at the words up to index `last`.
pub(crate) fn without_count<'a>(rows: &[Vec<String>], words: &[&'a str], last: usize) -> Option<Vec<&'a str>> {
    let is_count = |n: &usize| *n > 0 && is_number(words[*n]) && words.get(n + 1).is_some_and(|next| !is_number(next));
    let number = (1..=last.min(words.len().saturating_sub(1))).rev().find(is_count)?;
    let is_column = match_rows(rows, &words[..=number], Matching::Prefix).is_ok();
    (!is_column).then(|| [&words[..number], &words[number + 1..]].concat())
}
