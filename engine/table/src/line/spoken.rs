//! What people say of pieces that no row has: the piece that the question is about anyway (`infantry w1 2`, where it is asked where
//! Infantry stand), and of how many pieces the same is said, where each is an answer of its own (`2 guard port`).

use super::narrow::{Matching, Narrowing, is_number, may_be};
use super::narrow_asked;
use cardwright_script::Choice;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};

/// How far into a line such words are looked for: a number and the columns of a row.
const FAR: usize = 3;

/// How often the same is said at most by one number.
const MOST: usize = 24;

/// The one type of pieces that a question is about, none of whose rows is of pieces: its prompt names it.
pub(crate) fn subject<'a>(board: &'a Board, choice: &Choice) -> Option<&'a PieceType> {
    let is_of_places = |head: &Val| !matches!(head.kind(), Kind::Action | Kind::Word) && piece(board, *head).is_none();
    if things(choice).next().is_none() || !things(choice).all(|row| row.columns().iter().all(is_of_places)) {
        return None;
    }
    let subjects = &choice.prompt.as_ref()?.subjects;
    let mut named = subjects.iter().filter_map(|subject| piece(board, *subject)?);
    named.next().filter(|_| named.next().is_none())
}

/// The rows of a choice that name something: all but a word alone (`done`).
fn things(choice: &Choice) -> impl Iterator<Item = &Row> {
    choice.rows.iter().filter(|row| row.len > 1 || row.cols[0].kind() != Kind::Word)
}

/// Whether a value is of pieces, and which type if it is one.
#[expect(clippy::option_option, reason = "pieces of several types are pieces")]
fn piece(board: &Board, val: Val) -> Option<Option<&PieceType>> {
    let of = |id: &str| board.types.iter().find(|of| of.id == id);
    match val.kind() {
        Kind::Class => Some(val.index(Kind::Class).and_then(|at| of(&board.classes[at].id))),
        Kind::State | Kind::Stack => Some(None),
        _ => None,
    }
}

/// A line without the piece that the question is about, said before how many or after it. None where it does not say it, or the
/// word is a row's.
pub(crate) fn without_subject(
    board: &Board,
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&str],
) -> Option<Vec<String>> {
    let of = subject(board, choice)?;
    let unfit = match narrow_asked(choice, rows, line, Matching::Prefix) {
        Err(error) if !error.is_shared => error.at,
        // Only so many could follow, and they are not said yet.
        Ok(Narrowing::Row { index, used, columns }) if columns < rows[index].len() => used,
        _ => return None,
    };
    let is_it = |at: &usize| line.get(*at).is_some_and(|word| may_be(&of.id, word));
    let at = (0..FAR).filter(is_it).find(|at| unfit <= *at)?;
    Some(without(line, at).iter().map(|word| (*word).to_owned()).collect())
}

/// Of how many pieces a line says the same, where its rows are of one each: the row, how many, and the words that are left.
pub(super) fn several_alike<'a>(
    board: &Board,
    choice: &Choice,
    rows: &[Vec<String>],
    line: &[&'a str],
) -> Option<(usize, usize, Vec<&'a str>)> {
    let is_of_one = |row: &Row| {
        piece(board, row.cols[0]).is_some() && row.columns().iter().all(|column| column.kind() != Kind::Number)
    };
    if things(choice).next().is_none() || !things(choice).all(is_of_one) {
        return None;
    }
    let at = (0..=FAR).find(|at| line.get(*at).is_some_and(|word| is_number(word)))?;
    let n = line[at].parse().ok().filter(|n| (1..=MOST).contains(n))?;
    let rest = without(line, at);
    let read = |words: &[&str]| narrow_asked(choice, rows, words, Matching::Prefix);
    // Up to the next number: what comes then may be left out of the row before it.
    let end = rest.iter().position(|word| is_number(word)).unwrap_or(rest.len());
    let Ok(Narrowing::Row { index, used, .. }) = read(&rest[..end]) else { return None };
    // A number behind the row is of what comes then, if that is counted.
    let is_before_another = at == used && rest.get(used).is_some_and(|_| read(&rest[used..]).is_ok());
    (used >= at.max(1) && !is_before_another).then(|| (index, n, rest[used..].to_vec()))
}

/// A line of a choice of things with the number that it begins with behind what it counts, `2 port` as `port 2`; where no row has
/// a number, without it. None where rows begin with numbers.
pub(crate) fn counted_after<'a>(choice: &Choice, rows: &[Vec<String>], line: &[&'a str]) -> Option<Vec<&'a str>> {
    let [number, name, rest @ ..] = line else { return None };
    let begin_otherwise = || things(choice).all(|row| !matches!(row.cols[0].kind(), Kind::Action | Kind::Number));
    if !is_number(number) || is_number(name) || !begin_otherwise() || rows.iter().any(|row| row[0] == *number) {
        return None;
    }
    let are_counted = rows.iter().flatten().any(|word| is_number(word));
    Some([&[*name][..], if are_counted { &line[..1] } else { &[] }, rest].concat())
}

/// Whether a line begins with how many of what no row has, where rows are of things.
pub(super) fn counts_another(choice: &Choice, rows: &[Vec<String>], line: &[&str]) -> bool {
    let are_of_things = things(choice).all(|row| row.cols[0].kind() != Kind::Word);
    are_of_things
        && counted_after(choice, rows, line)
            .is_some_and(|line| narrow_asked(choice, rows, &line[..1], Matching::Prefix).is_err())
}

fn without<'a>(line: &[&'a str], at: usize) -> Vec<&'a str> {
    [&line[..at], &line[at + 1..]].concat()
}
