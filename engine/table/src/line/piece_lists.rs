//! Lists of pieces in a line. `move infantry mobile w2 portland` moves both types, and `move all w2 portland` moves all
//! that can go there. Before a type, `all` is the largest number that is legal. The parser writes out a list as one
//! answer for each type. It also sorts a line that places several types into the order in which the game asks.

use super::first_words;
use super::match_rows::{Matching, amount_of, fitting_rows, is_number, may_be, may_begin, next_words, takes_numbers};
use super::parse::Pending;
use super::piece_words::is_piece;
use cardwright_state::Answer;
use cardwright_state::board::Board;

/// A list of pieces at the beginning of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PieceList {
    /// The answers, one for each type, without what the line says about where the pieces go.
    pub(super) answers: Vec<ListedPiece>,
    /// The places of the list after the first: where the pieces go.
    pub(super) destination: Vec<String>,
    /// Whether the line says only `all`, so that types that cannot go there stay.
    pub(super) any_type: bool,
    /// The number of words of the line that the list has.
    pub(super) used: usize,
}

/// A type of piece of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListedPiece {
    /// The words of the answer up to the place where the pieces are, with a number before the piece.
    pub(super) words: Vec<String>,
    /// The answer that moves the largest number of these pieces.
    pub(super) answer: Answer,
    /// Whether the row of the answer names the destination, so that no later question asks for it.
    pub(super) names_destination: bool,
}

/// The word for all pieces, or for the largest number.
const ALL: &str = "all";

impl PieceList {
    /// Reads a list: an action, then several types of pieces, each perhaps with a number or `all` before it, or `all`
    /// alone, then one or more places. `None` if the line begins with no list.
    pub(super) fn read(pending: &Pending<'_>, line: &[&str]) -> Option<PieceList> {
        let (board, rows) = (pending.board, pending.row_words);
        let fitting = |left: &[usize], column, word: &str| fitting_rows(rows, left, column, word, Matching::Prefix);
        let names_pieces = |row: &usize| pending.choice.rows[*row].columns().get(1).is_some_and(is_piece);
        let of_action = fitting(&(0..rows.len()).collect::<Vec<_>>(), 0, line.first()?);
        let movable: Vec<usize> = of_action.into_iter().filter(names_pieces).collect();

        let (mut at, mut listed) = (1, Vec::new());
        loop {
            let count = line.get(at).copied().filter(|word| is_number(word) || *word == ALL);
            let piece = line.get(at + usize::from(count.is_some())).map(|word| fitting(&movable, 1, word));
            match piece.filter(|found| !found.is_empty()) {
                Some(found) => listed.push((count, found)),
                None => break,
            }
            at += 1 + usize::from(count.is_some());
        }
        let any_type = listed.is_empty() && line.get(at) == Some(&ALL);
        if any_type {
            at += 1;
            let of_piece = |piece: &String| movable.iter().copied().filter(|row| rows[*row][1] == *piece).collect();
            listed = next_words(rows, &movable, 1).iter().map(|piece| (Some(ALL), of_piece(piece))).collect();
        }
        if listed.len() < 2 && !listed.iter().any(|(count, _)| *count == Some(ALL)) {
            return None;
        }
        let heads = first_words(rows);
        let is_place =
            |word: &&&str| **word != ALL && names_space(board, word) && !heads.iter().any(|head| may_begin(head, word));
        let places: Vec<String> = line[at..].iter().take_while(is_place).map(|word| (*word).to_owned()).collect();
        let from = places.first()?;

        let answers = listed.into_iter().filter_map(|(count, found)| {
            let standing = fitting(&found, 2, from);
            let leads_there = |row: &usize| {
                places
                    .get(1)
                    .is_some_and(|to| rows[*row].get(3..).unwrap_or(&[]).iter().any(|word| may_begin(word, to)))
            };
            let there: Vec<usize> = standing.iter().copied().filter(leads_there).collect();
            let candidates = if there.is_empty() { &standing } else { &there };
            let row = candidates.iter().copied().max_by_key(|row| largest_number(&rows[*row]))?;
            let largest = largest_number(&rows[row]);
            let count = match count {
                Some(ALL) => largest.map(|number| number.to_string()),
                other => other.map(str::to_owned),
            };
            let words = [Some(rows[row][0].clone()), count, Some(rows[row][1].clone()), Some(from.clone())];
            let amounts: Vec<i64> =
                largest.filter(|_| rows[row].iter().any(|word| amount_of(word).is_some())).into_iter().collect();
            Some(ListedPiece {
                words: words.into_iter().flatten().collect(),
                answer: Answer::new(row, amounts),
                names_destination: !there.is_empty(),
            })
        });
        let answers: Vec<ListedPiece> = answers.collect();
        let used = at + places.len();
        (!answers.is_empty()).then(|| PieceList { answers, destination: places[1..].to_vec(), any_type, used })
    }

    /// Writes out the list as one line.
    pub(super) fn written_out(&self) -> Vec<String> {
        self.answers.iter().flat_map(|piece| [&piece.words[..], &self.destination].concat()).collect()
    }
}

/// The largest number of a row's first column with numbers.
fn largest_number(row: &[String]) -> Option<i64> {
    let word = row.iter().find(|word| takes_numbers(word))?;
    amount_of(word).map_or_else(|| word.parse().ok(), |amount| amount.numbers().last())
}

/// Whether a word begins the id of a space.
fn names_space(board: &Board, word: &str) -> bool {
    board.spaces.iter().any(|space| may_begin(&space.id, word))
}

/// Moves the part of a line that is about this type of piece to the beginning: `hovertank w5 3 mobile w5 2` becomes
/// `mobile w5 2 hovertank w5 3`. A part is the type with the numbers and places after it, or with the number before it
/// if the line begins with a number. `None` if the line begins with the type, or does not name it.
pub(super) fn with_type_first(board: &Board, piece_type: &str, line: &[&str]) -> Option<Vec<String>> {
    let is_type = |index: &usize| {
        !names_space(board, line[*index]) && board.piece_types.iter().any(|other| may_be(&other.id, line[*index]))
    };
    let counts_first = line.first().is_some_and(|word| is_number(word));
    let starts: Vec<usize> = (0..line.len())
        .filter(is_type)
        .map(|index| if counts_first && index > 0 && is_number(line[index - 1]) { index - 1 } else { index })
        .collect();
    let named = |start: usize| line[start..].iter().find(|word| !is_number(word)).copied().unwrap_or_default();
    let part = starts.iter().position(|start| may_be(piece_type, named(*start))).filter(|part| *part > 0)?;
    if starts[0] != 0 {
        return None;
    }
    let from = starts[part];
    let belongs = |index: &usize| {
        let word = line[*index];
        *index == from || word == named(from) || is_number(word) || names_space(board, word)
    };
    let next = starts.get(part + 1).copied().unwrap_or(line.len());
    let to = (from..next).take_while(belongs).last()? + 1;
    let words = [&line[from..to], &line[..from], &line[to..]].concat();
    Some(words.into_iter().map(str::to_owned).collect())
}
