//! Decides whether a reason is about exactly the words that were typed.

use super::{ExcludedRow, Explanation};
use crate::line::{self, may_be as is};
use cardwright_state::Board;
use cardwright_state::val::Kind;

/// How a reason relates to typed words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WordMatch {
    /// It excluded exactly these words: they begin this row, and the next word names the excluded thing, or no word
    /// follows.
    Exactly(ExcludedRow),
    /// It may be about them: it has no row, or words are missing.
    Perhaps,
    /// It is about other rows.
    No,
}

/// Compares a reason with typed words, of which those before `at` are legal.
pub(super) fn word_match(board: &Board, reason: &Explanation, words: &[&str], at: usize) -> WordMatch {
    let begins = |row: &&ExcludedRow| row.before.iter().zip(words).all(|(word, typed)| is(word, typed));
    let is_complete = |row: &&ExcludedRow| {
        (words.len() > 1 || row.before.is_empty()) && excludes_next_word(board, reason, row, at, words)
    };
    if let Some(row) = reason.rows.iter().filter(begins).find(is_complete) {
        return WordMatch::Exactly(row.clone());
    }
    // Words are missing, but the row's subject is there.
    let is_loose = |row: &ExcludedRow| {
        let has = |word: Option<&String>| word.is_none_or(|word| words.iter().any(|typed| is(word, typed)));
        words.len() <= row.before.len() && has(row.before.first()) && has(row.before.get(1))
    };
    if reason.rows.is_empty() || words.len() <= 1 || reason.rows.iter().any(is_loose) {
        WordMatch::Perhaps
    } else {
        WordMatch::No
    }
}

/// Whether the excluded thing of a row is what the next words name, and no later word belongs to another row.
fn excludes_next_word(board: &Board, reason: &Explanation, row: &ExcludedRow, at: usize, words: &[&str]) -> bool {
    let from = row.before.len();
    if words.len() <= from {
        return true; // The words match, and none is left to follow them.
    }
    // For a stack, the space may be excluded, and not the piece.
    let piece = words.get(from).is_some_and(|word| board.parse(Kind::State, word).is_some());
    reason.excluded.iter().any(|excluded| {
        let excluded = line::words(excluded);
        let names = |skip: usize| {
            let row = excluded.iter().copied().chain(row.after.iter().map(String::as_str));
            let typed = words.get(from + skip..).unwrap_or_default();
            let end = from + skip + row.clone().count().min(typed.len());
            end > at && typed.len() >= excluded.len() && row.zip(typed).all(|(word, typed)| is(word, typed))
        };
        names(0) || piece && excluded.len() == 1 && names(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row with `…` for the excluded thing.
    fn of_row(row: &str) -> ExcludedRow {
        let words = |text: &str| line::words(text).iter().map(|word| (*word).to_owned()).collect();
        let (before, after) = row.split_once('…').unwrap_or((row, ""));
        ExcludedRow { before: words(before), after: words(after) }
    }

    fn fits(rows: &[&str], excluded: &[&str], line: &str, at: usize) -> WordMatch {
        let excluded = excluded.iter().map(|excluded| (*excluded).to_owned()).collect();
        let rows = rows.iter().map(|row| of_row(row)).collect();
        let reason = Explanation { rows, excluded, ..Explanation::default() };
        word_match(&Board::default(), &reason, &line::words(line), at)
    }

    #[test]
    fn a_reason_belongs_to_the_row_that_the_words_begin() {
        let rows = ["move guard hills", "move guard port"];
        let of = |n: usize| WordMatch::Exactly(of_row(rows[n]));
        assert_eq!(fits(&rows, &["river"], "move guard port river", 3), of(1));
        assert_eq!(fits(&rows, &["river"], "move gua por riv", 3), of(1), "a word may be cut short");
        assert_eq!(
            fits(&rows[..1], &["river"], "move guard port river", 3),
            WordMatch::No,
            "it is about another stack"
        );
        assert_eq!(fits(&rows, &["river"], "move guard port hills", 3), WordMatch::No, "another thing was excluded");
        assert_eq!(fits(&rows, &["hills"], "move guard hills", 1), of(0), "nothing is left to follow");
        assert_eq!(fits(&rows, &["river"], "move guard river", 2), WordMatch::Perhaps, "a word is missing");
        assert_eq!(fits(&[], &["river"], "move guard port river", 3), WordMatch::Perhaps, "it has no row");
        assert_eq!(
            fits(&["move"], &["guard port"], "move guard port hills", 3),
            WordMatch::No,
            "these words were legal"
        );
    }

    #[test]
    fn later_words_tell_rows_apart() {
        let rows = ["send … 2", "send … 3"];
        assert_eq!(fits(&rows, &["hills"], "send hills 2 port", 2), WordMatch::Exactly(of_row(rows[0])));
        assert_eq!(fits(&rows, &["hills"], "send hills 3", 2), WordMatch::Exactly(of_row(rows[1])));
        assert_eq!(
            fits(&rows, &["hills"], "send hills", 1),
            WordMatch::Exactly(of_row(rows[0])),
            "as far as the line goes"
        );
        assert_eq!(fits(&rows, &["hills"], "send hills 1 port", 3), WordMatch::No);
        assert_eq!(
            fits(&["pay … us", "pay … govt"], &["hills"], "pay hills govt", 1),
            WordMatch::Exactly(of_row("pay … govt"))
        );
    }
}
