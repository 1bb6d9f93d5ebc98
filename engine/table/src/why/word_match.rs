//! Decides whether a reason is about exactly the words that were typed.

use super::{ExcludedRow, Explanation};
use crate::line::{self, may_be};
use cardwright_state::Board;
use cardwright_state::val::Kind;

/// How a reason relates to typed words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WordMatch {
    /// The reason excluded exactly these words: they begin like this row, and the next word names the excluded thing,
    /// or no word follows.
    Exactly(ExcludedRow),
    /// The reason may be about these words: it has no row, or the line lacks words.
    Perhaps,
    /// The reason is about other rows.
    No,
}

/// Compares a reason with typed words. The first `legal_count` words are legal.
pub(super) fn word_match(board: &Board, reason: &Explanation, words: &[&str], legal_count: usize) -> WordMatch {
    let begins = |row: &&ExcludedRow| row.before.iter().zip(words).all(|(word, typed)| may_be(word, typed));
    let is_complete = |row: &&ExcludedRow| {
        (words.len() > 1 || row.before.is_empty()) && excludes_next_word(board, reason, row, legal_count, words)
    };
    if let Some(row) = reason.rows.iter().filter(begins).find(is_complete) {
        return WordMatch::Exactly(row.clone());
    }
    // The line is shorter than the row, but has the row's first two words.
    let lacks_words = |row: &ExcludedRow| {
        let has = |word: Option<&String>| word.is_none_or(|word| words.iter().any(|typed| may_be(word, typed)));
        words.len() <= row.before.len() && has(row.before.first()) && has(row.before.get(1))
    };
    if reason.rows.is_empty() || words.len() <= 1 || reason.rows.iter().any(lacks_words) {
        WordMatch::Perhaps
    } else {
        WordMatch::No
    }
}

/// Whether the words after `row.before` name an excluded thing, and the words after that thing fit `row.after`. Also
/// true if no word follows `row.before`.
fn excludes_next_word(
    board: &Board,
    reason: &Explanation,
    row: &ExcludedRow,
    legal_count: usize,
    words: &[&str],
) -> bool {
    let from = row.before.len();
    if words.len() <= from {
        return true; // The words match the row, and no word follows them.
    }
    // In a stack (`guard port`), a rule may exclude the space and not the piece.
    let is_piece = words.get(from).is_some_and(|word| board.parse(Kind::State, word).is_some());
    reason.excluded.iter().any(|excluded| {
        let excluded = line::words(excluded);
        let names = |skip: usize| {
            let row = excluded.iter().copied().chain(row.after.iter().map(String::as_str));
            let typed = words.get(from + skip..).unwrap_or_default();
            let end = from + skip + row.clone().count().min(typed.len());
            end > legal_count
                && typed.len() >= excluded.len()
                && row.zip(typed).all(|(word, typed)| may_be(word, typed))
        };
        names(0) || is_piece && excluded.len() == 1 && names(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a row with `…` for the excluded thing.
    fn excluded_row(row: &str) -> ExcludedRow {
        let words = |text: &str| line::words(text).iter().map(|word| (*word).to_owned()).collect();
        let (before, after) = row.split_once('…').unwrap_or((row, ""));
        ExcludedRow { before: words(before), after: words(after) }
    }

    fn compare(rows: &[&str], excluded: &[&str], line: &str, legal_count: usize) -> WordMatch {
        let excluded = excluded.iter().map(|excluded| (*excluded).to_owned()).collect();
        let rows = rows.iter().map(|row| excluded_row(row)).collect();
        let reason = Explanation { rows, excluded, ..Explanation::default() };
        word_match(&Board::default(), &reason, &line::words(line), legal_count)
    }

    #[test]
    fn a_reason_belongs_to_the_row_that_the_words_begin() {
        let rows = ["move guard hills", "move guard port"];
        let exactly = |n: usize| WordMatch::Exactly(excluded_row(rows[n]));
        assert_eq!(compare(&rows, &["river"], "move guard port river", 3), exactly(1));
        assert_eq!(compare(&rows, &["river"], "move gua por riv", 3), exactly(1), "a word may be cut short");
        assert_eq!(
            compare(&rows[..1], &["river"], "move guard port river", 3),
            WordMatch::No,
            "the reason is about another stack"
        );
        assert_eq!(compare(&rows, &["river"], "move guard port hills", 3), WordMatch::No, "another thing was excluded");
        assert_eq!(compare(&rows, &["hills"], "move guard hills", 1), exactly(0), "no more words follow");
        assert_eq!(compare(&rows, &["river"], "move guard river", 2), WordMatch::Perhaps, "a word is missing");
        assert_eq!(compare(&[], &["river"], "move guard port river", 3), WordMatch::Perhaps, "the reason has no row");
        assert_eq!(
            compare(&["move"], &["guard port"], "move guard port hills", 3),
            WordMatch::No,
            "these words were legal"
        );
    }

    #[test]
    fn later_words_tell_rows_apart() {
        let rows = ["send … 2", "send … 3"];
        assert_eq!(compare(&rows, &["hills"], "send hills 2 port", 2), WordMatch::Exactly(excluded_row(rows[0])));
        assert_eq!(compare(&rows, &["hills"], "send hills 3", 2), WordMatch::Exactly(excluded_row(rows[1])));
        assert_eq!(
            compare(&rows, &["hills"], "send hills", 1),
            WordMatch::Exactly(excluded_row(rows[0])),
            "the line ends before the rows differ"
        );
        assert_eq!(compare(&rows, &["hills"], "send hills 1 port", 3), WordMatch::No);
        assert_eq!(
            compare(&["pay … us", "pay … govt"], &["hills"], "pay hills govt", 1),
            WordMatch::Exactly(excluded_row("pay … govt"))
        );
    }
}
