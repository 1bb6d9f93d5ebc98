//! Words about pieces that no row has: the piece that the question is about anyway (`infantry w1 2`), and one count
//! for several single answers (`2 guard port`).

use super::match_choice;
use super::match_rows::{Matching, RowMatch, is_number, may_be};
use cardwright_script::Choice;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};

/// How far into a line such words are looked for: a number and the columns of a row.
const FAR: usize = 3;

/// The most repetitions that one number may stand for.
const MOST: usize = 24;

/// The type of piece that a question is about, if its prompt names exactly one and no row names pieces.
pub(crate) fn question_piece_type<'a>(board: &'a Board, choice: &Choice) -> Option<&'a PieceType> {
    let is_of_places = |head: &Val| !matches!(head.kind(), Kind::Action | Kind::Word) && piece(board, *head).is_none();
    if named_things(choice).next().is_none() || !named_things(choice).all(|row| row.columns().iter().all(is_of_places))
    {
        return None;
    }
    let subjects = &choice.prompt.as_ref()?.subjects;
    let mut named = subjects.iter().filter_map(|subject| piece(board, *subject)?);
    named.next().filter(|_| named.next().is_none())
}

/// The rows that name something: all but a lone word such as `done`.
fn named_things(choice: &Choice) -> impl Iterator<Item = &Row> {
    choice.rows.iter().filter(|row| row.len > 1 || row.cols[0].kind() != Kind::Word)
}

/// Whether a value stands for pieces, and their type if it is a single one.
#[expect(clippy::option_option, reason = "pieces of several types are pieces")]
fn piece(board: &Board, val: Val) -> Option<Option<&PieceType>> {
    let type_of_id = |id: &str| board.types.iter().find(|piece_type| piece_type.id == id);
    match val.kind() {
        Kind::Class => Some(val.index(Kind::Class).and_then(|at| type_of_id(&board.classes[at].id))),
        Kind::State | Kind::Stack => Some(None),
        _ => None,
    }
}

/// A line without the piece that the question is about, before or after a number. `None` if the line does not name
/// it, or if the word belongs to a row.
pub(crate) fn without_question_piece(
    board: &Board,
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
) -> Option<Vec<String>> {
    let piece_type = question_piece_type(board, choice)?;
    let matched = match match_choice(choice, rows, line, Matching::Prefix) {
        Err(error) if !error.is_ambiguous => error.at,
        // Only a number could follow, and it is missing.
        Ok(RowMatch::Row { index, used, columns }) if columns < rows[index].len() => used,
        _ => return None,
    };
    let is_it = |at: &usize| line.get(*at).is_some_and(|word| may_be(&piece_type.id, word));
    let at = (0..FAR).filter(is_it).find(|at| matched <= *at)?;
    Some(without(line, at).iter().map(|word| (*word).to_owned()).collect())
}

/// One answer for several pieces: the row, the count, and the words that are left.
pub(super) fn repeated_answer<'a>(
    board: &Board,
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&'a str],
) -> Option<(usize, usize, Vec<&'a str>)> {
    let is_of_one = |row: &Row| {
        piece(board, row.cols[0]).is_some() && row.columns().iter().all(|column| column.kind() != Kind::Number)
    };
    if named_things(choice).next().is_none() || !named_things(choice).all(is_of_one) {
        return None;
    }
    let at = (0..=FAR).find(|at| line.get(*at).is_some_and(|word| is_number(word)))?;
    let n = line[at].parse().ok().filter(|n| (1..=MOST).contains(n))?;
    let rest = without(line, at);
    let read = |words: &[&str]| match_choice(choice, rows, words, Matching::Prefix);
    // Stop at the next number: the row before it may leave out its own number.
    let end = rest.iter().position(|word| is_number(word)).unwrap_or(rest.len());
    let Ok(RowMatch::Row { index, used, .. }) = read(&rest[..end]) else { return None };
    // A number after the row belongs to the next answer, if that one is counted.
    let is_before_another = at == used && rest.get(used).is_some_and(|_| read(&rest[used..]).is_ok());
    (used >= at.max(1) && !is_before_another).then(|| (index, n, rest[used..].to_vec()))
}

/// A line with its leading number moved behind the thing it counts: `2 port` becomes `port 2`. Drops the number if no
/// row has one. `None` if rows begin with numbers.
pub(crate) fn counted_after<'a>(choice: &Choice, rows: &[Vec<String>], line: &[&'a str]) -> Option<Vec<&'a str>> {
    let [number, name, rest @ ..] = line else { return None };
    let begin_otherwise = || named_things(choice).all(|row| !matches!(row.cols[0].kind(), Kind::Action | Kind::Number));
    if !is_number(number) || is_number(name) || !begin_otherwise() || rows.iter().any(|row| row[0] == *number) {
        return None;
    }
    let are_counted = rows.iter().flatten().any(|word| is_number(word));
    Some([&[*name][..], if are_counted { &line[..1] } else { &[] }, rest].concat())
}

/// Whether a line begins with a count of something that no row has.
pub(super) fn counts_another(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> bool {
    let are_of_things = named_things(choice).all(|row| row.cols[0].kind() != Kind::Word);
    are_of_things
        && counted_after(choice, rows, line)
            .is_some_and(|line| match_choice(choice, rows, &line[..1], Matching::Prefix).is_err())
}

fn without<'a>(line: &[&'a str], at: usize) -> Vec<&'a str> {
    [&line[..at], &line[at + 1..]].concat()
}
