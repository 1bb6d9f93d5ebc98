//! Words about pieces that a player types although no row has them. The first kind is the piece that the question is
//! about (`infantry w1 2`, where the rows are `w1 2`). The second kind is a count for several single answers (`2 guard
//! port`, where the game asks twice).

use super::match_choice;
use super::match_rows::{Matching, RowMatch, is_number, may_be, takes_numbers};
use cardwright_script::Choice;
use cardwright_state::Answer;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};

/// The word for the piece must be one of this many words at the beginning of a line. The count may come directly after
/// them.
const MAX_WORDS_BEFORE: usize = 3;

/// The most repetitions that one number may stand for.
const MAX_REPETITIONS: usize = 24;

/// Finds the type of piece that a question is about, if its prompt names exactly one type and no row names pieces.
pub(crate) fn question_piece_type<'a>(board: &'a Board, choice: &Choice) -> Option<&'a PieceType> {
    let is_other_thing = |val: &Val| !matches!(val.kind(), Kind::Action | Kind::Word) && !is_piece(val);
    if rows_with_things(choice).next().is_none()
        || !rows_with_things(choice).all(|row| row.columns().iter().all(is_other_thing))
    {
        return None;
    }
    let subjects = &choice.prompt.as_ref()?.subjects;
    let mut named = subjects.iter().filter_map(|subject| piece_type_of(board, *subject)?);
    named.next().filter(|_| named.next().is_none())
}

/// Returns the rows that name something: all rows except a lone word such as `done`.
fn rows_with_things(choice: &Choice) -> impl Iterator<Item = &Row> {
    choice.rows.iter().filter(|row| row.len > 1 || row.cols[0].kind() != Kind::Word)
}

/// Whether a value stands for pieces.
pub(crate) fn is_piece(val: &Val) -> bool {
    matches!(val.kind(), Kind::Class | Kind::State | Kind::Stack)
}

/// Returns `Some` if a value stands for pieces. The inner option is the type if the value is the class of exactly one
/// type. It is `None` for other classes, states and stacks.
#[expect(clippy::option_option, reason = "pieces of several types are pieces")]
fn piece_type_of(board: &Board, val: Val) -> Option<Option<&PieceType>> {
    let type_of_id = |id: &str| board.piece_types.iter().find(|piece_type| piece_type.id == id);
    match val.kind() {
        Kind::Class => Some(val.index(Kind::Class).and_then(|index| type_of_id(&board.classes[index].id))),
        _ => is_piece(&val).then_some(None),
    }
}

/// Returns a line without the word for the piece that the question is about. The word may stand before or after a
/// number. `None` if the line does not name the piece, or if the word belongs to a row.
pub(crate) fn without_question_piece(
    board: &Board,
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
) -> Option<Vec<String>> {
    let piece_type = question_piece_type(board, choice)?;
    let matched_words = match match_choice(choice, rows, line, Matching::Prefix) {
        Err(error) if !error.is_ambiguous => error.index,
        // The line has the whole row except its number.
        Ok(RowMatch::Row { answer, used, columns }) if columns < rows[answer.row].len() => used,
        _ => return None,
    };
    let is_piece = |index: &usize| line.get(*index).is_some_and(|word| may_be(&piece_type.id, word));
    let index = (0..MAX_WORDS_BEFORE).filter(is_piece).find(|index| matched_words <= *index)?;
    Some(without(line, index).iter().map(|word| (*word).to_owned()).collect())
}

/// Parses an answer with a count for several pieces. Returns the index of the row, the count, and the remaining words.
pub(super) fn repeated_answer<'a>(
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&'a str],
) -> Option<(usize, usize, Vec<&'a str>)> {
    let is_single_piece = |row: &Row| {
        is_piece(&row.cols[0])
            && row.columns().iter().all(|column| !matches!(column.kind(), Kind::Number | Kind::Amount))
    };
    if rows_with_things(choice).next().is_none() || !rows_with_things(choice).all(is_single_piece) {
        return None;
    }
    let count_index = (0..=MAX_WORDS_BEFORE).find(|index| line.get(*index).is_some_and(|word| is_number(word)))?;
    let count = line[count_index].parse().ok().filter(|count| (1..=MAX_REPETITIONS).contains(count))?;
    let rest = without(line, count_index);
    let match_words = |words: &[&str]| match_choice(choice, rows, words, Matching::Prefix);
    // The next number counts another answer, so match only the words before it.
    let end = rest.iter().position(|word| is_number(word)).unwrap_or(rest.len());
    let Ok(RowMatch::Row { answer: Answer { row: index, .. }, used, .. }) = match_words(&rest[..end]) else {
        return None;
    };
    // A number between two answers counts the second answer: `guard port 2 guard hills`.
    let counts_next_answer = count_index == used && rest.get(used).is_some_and(|_| match_words(&rest[used..]).is_ok());
    (used >= count_index.max(1) && !counts_next_answer).then(|| (index, count, rest[used..].to_vec()))
}

/// Moves a line's leading number behind the thing it counts: `2 port` becomes `port 2`. Drops the number if no row has
/// a number. `None` if the line does not begin with a count, or if rows begin with numbers.
pub(crate) fn move_count_behind<'a>(choice: &Choice, rows: &[Vec<String>], line: &[&'a str]) -> Option<Vec<&'a str>> {
    let [number, name, rest @ ..] = line else { return None };
    let begin_with_things = || {
        rows_with_things(choice).all(|row| !matches!(row.cols[0].kind(), Kind::Action | Kind::Number | Kind::Amount))
    };
    if !is_number(number) || is_number(name) || !begin_with_things() || rows.iter().any(|row| row[0] == *number) {
        return None;
    }
    let have_numbers = rows.iter().flatten().any(|word| takes_numbers(word));
    Some([&[*name][..], if have_numbers { &line[..1] } else { &[] }, rest].concat())
}

/// Whether a line begins with a count of something that no row has.
pub(super) fn counts_unlisted_thing(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> bool {
    let begin_with_things = rows_with_things(choice).all(|row| row.cols[0].kind() != Kind::Word);
    begin_with_things
        && move_count_behind(choice, rows, line)
            .is_some_and(|line| match_choice(choice, rows, &line[..1], Matching::Prefix).is_err())
}

fn without<'a>(line: &[&'a str], index: usize) -> Vec<&'a str> {
    [&line[..index], &line[index + 1..]].concat()
}
