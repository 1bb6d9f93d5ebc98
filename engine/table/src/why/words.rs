//! Whether a reason is of the very words that were typed.

use super::{Explanation, OfRow};
use crate::line::{self, may_be as is};
use cardwright_state::Board;
use cardwright_state::val::Kind;

/// How a reason goes with typed words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fit {
    /// It dropped these: they begin this row, and what fell out of it is what they name next, or nothing is left after them.
    Exactly(OfRow),
    /// It may be: it was noted of no row, or words are missing.
    Perhaps,
    /// It is of other rows.
    No,
}

/// How a reason goes with words of which those before `at` are legal.
pub(super) fn fit(board: &Board, reason: &Explanation, words: &[&str], at: usize) -> Fit {
    let begins = |row: &&OfRow| row.before.iter().zip(words).all(|(of, typed)| is(of, typed));
    let is_whole = |row: &&OfRow| (words.len() > 1 || row.before.is_empty()) && falls(board, reason, row, at, words);
    if let Some(row) = reason.rows.iter().filter(begins).find(is_whole) {
        return Fit::Exactly(row.clone());
    }
    // Words are missing, but not what the row is about.
    let is_loose = |row: &OfRow| {
        let has = |of: Option<&String>| of.is_none_or(|of| words.iter().any(|typed| is(of, typed)));
        words.len() <= row.before.len() && has(row.before.first()) && has(row.before.get(1))
    };
    if reason.rows.is_empty() || words.len() <= 1 || reason.rows.iter().any(is_loose) { Fit::Perhaps } else { Fit::No }
}

/// Whether what fell out of a row is what the words after its beginning name, and no word after that is of another row.
fn falls(board: &Board, reason: &Explanation, row: &OfRow, at: usize, words: &[&str]) -> bool {
    let from = row.before.len();
    if words.len() <= from {
        return true; // The words are right, and nothing is left to follow them.
    }
    // Of a stack the place may have fallen, not the piece.
    let piece = words.get(from).is_some_and(|word| board.read(Kind::State, word).is_some());
    reason.fell.iter().any(|fell| {
        let fell = line::words(fell);
        let names = |skip: usize| {
            let row = fell.iter().copied().chain(row.after.iter().map(String::as_str));
            let typed = words.get(from + skip..).unwrap_or_default();
            let end = from + skip + row.clone().count().min(typed.len());
            end > at && typed.len() >= fell.len() && row.zip(typed).all(|(of, typed)| is(of, typed))
        };
        names(0) || piece && fell.len() == 1 && names(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row, with `…` for what fell out.
    fn of_row(row: &str) -> OfRow {
        let words = |text: &str| line::words(text).iter().map(|word| (*word).to_owned()).collect();
        let (before, after) = row.split_once('…').unwrap_or((row, ""));
        OfRow { before: words(before), after: words(after) }
    }

    fn fits(rows: &[&str], fell: &[&str], line: &str, at: usize) -> Fit {
        let fell = fell.iter().map(|fell| (*fell).to_owned()).collect();
        let rows = rows.iter().map(|row| of_row(row)).collect();
        let reason = Explanation { rows, fell, ..Explanation::default() };
        fit(&Board::default(), &reason, &line::words(line), at)
    }

    #[test]
    fn a_reason_is_of_the_row_that_the_words_begin() {
        let rows = ["move guard hills", "move guard port"];
        let of = |n: usize| Fit::Exactly(of_row(rows[n]));
        assert_eq!(fits(&rows, &["river"], "move guard port river", 3), of(1));
        assert_eq!(fits(&rows, &["river"], "move gua por riv", 3), of(1), "a word may be cut short");
        assert_eq!(fits(&rows[..1], &["river"], "move guard port river", 3), Fit::No, "it is of another stack");
        assert_eq!(fits(&rows, &["river"], "move guard port hills", 3), Fit::No, "another thing fell");
        assert_eq!(fits(&rows, &["hills"], "move guard hills", 1), of(0), "nothing is left to follow");
        assert_eq!(fits(&rows, &["river"], "move guard river", 2), Fit::Perhaps, "a word is missing");
        assert_eq!(fits(&[], &["river"], "move guard port river", 3), Fit::Perhaps, "it was noted of no row");
        assert_eq!(fits(&["move"], &["guard port"], "move guard port hills", 3), Fit::No, "these words were legal");
    }

    #[test]
    fn what_follows_in_the_row_tells_it_from_others() {
        let rows = ["send … 2", "send … 3"];
        assert_eq!(fits(&rows, &["hills"], "send hills 2 port", 2), Fit::Exactly(of_row(rows[0])));
        assert_eq!(fits(&rows, &["hills"], "send hills 3", 2), Fit::Exactly(of_row(rows[1])));
        assert_eq!(fits(&rows, &["hills"], "send hills", 1), Fit::Exactly(of_row(rows[0])), "as far as it goes");
        assert_eq!(fits(&rows, &["hills"], "send hills 1 port", 3), Fit::No);
        assert_eq!(
            fits(&["pay … us", "pay … govt"], &["hills"], "pay hills govt", 1),
            Fit::Exactly(of_row("pay … govt"))
        );
    }
}
