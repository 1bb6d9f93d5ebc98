//! Groups of things, such as the spaces of `choose_some`. A line may name the members in any order, although the game
//! asks for them in a fixed order.

use super::match_choice;
use super::match_rows::{Matching, RowMatch, match_rows};
use super::parse::Pending;
use cardwright_script::Choice;
use cardwright_state::Answer;
use cardwright_state::val::{Kind, Val};

/// A row that a line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedRow {
    /// The row, with the typed numbers.
    pub(super) answer: Answer,
    /// The index of its first word in the line.
    pub(super) from: usize,
    /// The number of its words, including a head that the line left out.
    pub(super) words: usize,
    /// The first word of the row, if the line left it out because it is also the first word of the row before.
    head: Option<String>,
}

/// Finds the rows that a line names, in the order of the line. Skips words at the beginning that name no row, because
/// the game may ask for them later. Also skips later words that name a thing of the same kind, because some members can
/// be named only after others.
pub(super) fn named_rows(pending: &Pending<'_>, line: &[&str], matching: Matching) -> Vec<NamedRow> {
    // Build the full list of things only for a word that is no row, because the list may be long.
    let is_later = |word: &str| match_rows(&same_kind_ids(pending), &[word], matching).is_ok();
    named_rows_until(pending.choice, pending.row_words, line, matching, is_later)
}

/// Lists the ids of all things of the same kind, if each row is a single space, card or side.
fn same_kind_ids(pending: &Pending<'_>) -> Vec<Vec<String>> {
    let mut kinds = pending.choice.rows.iter().filter_map(|row| match row.columns() {
        [thing] if thing.kind() != Kind::Word => Some(thing.kind()),
        [_] => None,
        _ => Some(Kind::Number), // Not a single thing.
    });
    let Some(kind) = kinds.next().filter(|kind| matches!(kind, Kind::Space | Kind::Card | Kind::Side)) else {
        return Vec::new();
    };
    match kinds.all(|other| other == kind) {
        true => {
            (0..pending.board.count_of(kind)).map(|n| vec![pending.board.text(Val::handle(kind, n as u64))]).collect()
        }
        false => Vec::new(),
    }
}

/// Whether a line names any row of a choice.
pub(super) fn names_any(choice: &Choice, words: &[Vec<String>], line: &[&str], matching: Matching) -> bool {
    !named_rows_until(choice, words, line, matching, |_| false).is_empty()
}

fn named_rows_until(
    choice: &Choice,
    words: &[Vec<String>],
    line: &[&str],
    matching: Matching,
    is_later: impl Fn(&str) -> bool,
) -> Vec<NamedRow> {
    let mut out: Vec<NamedRow> = Vec::new();
    let mut index = 0;
    while index < line.len() {
        let head = out.last().map(|named| words[named.answer.row][0].clone());
        let (used, found) = match find_row(choice, words, &line[index..], matching) {
            Some((answer, used)) => (used, Some(NamedRow { answer, from: index, words: used, head: None })),
            // `take guard 1 band 2`: the second row may leave out `take`.
            None => match head.and_then(|head| {
                Some((find_row(choice, words, &[&[head.as_str()], &line[index..]].concat(), matching)?, head))
            }) {
                Some(((answer, used), head)) if used > 1 => {
                    (used - 1, Some(NamedRow { answer, from: index, words: used, head: Some(head) }))
                }
                _ if out.is_empty() || is_later(line[index]) => (1, None),
                _ => return out,
            },
        };
        let is_end =
            found.as_ref().is_some_and(|named| words[named.answer.row].len() == 1 && is_stop(choice, named.answer.row));
        if is_end {
            return out;
        }
        out.extend(found);
        index += used;
    }
    out
}

/// Finds the answer that words begin with, and the number of words it uses.
fn find_row(choice: &Choice, rows: &[Vec<String>], words: &[&str], matching: Matching) -> Option<(Answer, usize)> {
    match match_choice(choice, rows, words, matching) {
        Ok(RowMatch::Row { answer, used, .. }) if used > 0 => Some((answer, used)),
        _ => None,
    }
}

/// Whether a row ends the group: a word alone, such as `done`.
fn is_stop(choice: &Choice, row: usize) -> bool {
    choice.rows[row].columns().first().is_some_and(|head| head.index(cardwright_state::Kind::Word).is_some())
}

/// Returns the index of the named row that the game asks for first. `None` if the line begins with that row.
pub(super) fn first_due(found: &[NamedRow]) -> Option<usize> {
    let first = (0..found.len()).min_by_key(|index| found[*index].answer.row)?;
    (found[first].from > 0).then_some(first)
}

/// Moves the words of this row to the beginning of the line.
pub(super) fn moved_to_front(found: &[NamedRow], first: usize, line: &[&str]) -> Vec<String> {
    let line: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
    let NamedRow { from, words, head, .. } = &found[first];
    let after = from + words - usize::from(head.is_some());
    [&found[first].words_in(&line), &line[..*from], &line[after..]].concat()
}

impl NamedRow {
    /// Returns the words of the row, with a head that the line left out.
    pub(super) fn words_in(&self, line: &[String]) -> Vec<String> {
        let typed_words = self.words - usize::from(self.head.is_some());
        self.head.iter().chain(&line[self.from..self.from + typed_words]).cloned().collect()
    }
}
