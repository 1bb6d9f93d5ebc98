//! Groups whose members may be named in any order, although the game asks for them in one order.

use super::match_choice;
use super::match_rows::{Matching, RowMatch, match_rows};
use super::parse::Pending;
use cardwright_script::Choice;
use cardwright_state::val::{Kind, Val};

/// A row that a line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedRow {
    /// The index of the row.
    pub(super) row: usize,
    /// The index of its first word in the line.
    pub(super) from: usize,
    /// The number of its words, including a head that the line left out.
    pub(super) words: usize,
    /// The first word of the row, if the line left it out because it was the same as before.
    head: Option<String>,
}

/// The rows that a line names in turn. Words at the beginning that name no row are skipped, because the game may ask
/// for them later. Later words that name a thing of the same kind are skipped too: some members can be named only
/// after others.
pub(super) fn named_rows(pending: &Pending<'_>, line: &[&str], matching: Matching) -> Vec<NamedRow> {
    // The full list of things is needed only for a word that is no row.
    let is_later = |word: &str| match_rows(&same_kind_ids(pending), &[word], matching).is_ok();
    named_rows_until(pending.choice, pending.words, line, matching, is_later)
}

/// The ids of all things of the same kind, if each row is a single thing.
fn same_kind_ids(pending: &Pending<'_>) -> Vec<Vec<String>> {
    let mut kinds = pending.choice.rows.iter().filter_map(|row| match row.columns() {
        [one] if one.kind() != Kind::Word => Some(one.kind()),
        [_] => None,
        _ => Some(Kind::Number),
    });
    let Some(kind) = kinds.next().filter(|kind| matches!(kind, Kind::Space | Kind::Card | Kind::Side)) else {
        return Vec::new();
    };
    match kinds.all(|other| other == kind) {
        true => {
            (0..pending.board.count_of(kind)).map(|at| vec![pending.board.text(Val::handle(kind, at as u64))]).collect()
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
    let mut at = 0;
    while at < line.len() {
        let head = out.last().map(|named| words[named.row][0].clone());
        let (used, found) = match row(choice, words, &line[at..], matching) {
            Some((row, used)) => (used, Some(NamedRow { row, from: at, words: used, head: None })),
            // `take guard 1 band 2`: the head need not be repeated.
            None => match head
                .and_then(|head| Some((row(choice, words, &[&[head.as_str()], &line[at..]].concat(), matching)?, head)))
            {
                Some(((row, used), head)) if used > 1 => {
                    (used - 1, Some(NamedRow { row, from: at, words: used, head: Some(head) }))
                }
                _ if out.is_empty() || is_later(line[at]) => (1, None),
                _ => return out,
            },
        };
        let is_end = found.as_ref().is_some_and(|named| words[named.row].len() == 1 && is_stop(choice, named.row));
        if is_end {
            return out;
        }
        out.extend(found);
        at += used;
    }
    out
}

/// The row that words begin with, and the number of words it uses.
fn row(choice: &Choice, rows: &[Vec<String>], words: &[&str], matching: Matching) -> Option<(usize, usize)> {
    match match_choice(choice, rows, words, matching) {
        Ok(RowMatch::Row { index, used, .. }) if used > 0 => Some((index, used)),
        _ => None,
    }
}

/// Whether a row ends the group: a word alone, such as `done`.
fn is_stop(choice: &Choice, row: usize) -> bool {
    choice.rows[row].columns().first().is_some_and(|head| head.index(cardwright_state::Kind::Word).is_some())
}

/// The named row that the game asks for first. `None` if the line begins with it.
pub(super) fn first_due(found: &[NamedRow]) -> Option<usize> {
    let first = (0..found.len()).min_by_key(|at| found[*at].row)?;
    (found[first].from > 0).then_some(first)
}

/// The line with this row moved to its beginning.
pub(super) fn moved_to_front(found: &[NamedRow], first: usize, line: &[&str]) -> Vec<String> {
    let line: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
    let NamedRow { from, words, head, .. } = &found[first];
    let after = from + words - usize::from(head.is_some());
    [&found[first].words_of(&line), &line[..*from], &line[after..]].concat()
}

impl NamedRow {
    /// Its words, with the head.
    pub(super) fn words_of(&self, line: &[String]) -> Vec<String> {
        let own = self.words - usize::from(self.head.is_some());
        self.head.iter().chain(&line[self.from..self.from + own]).cloned().collect()
    }
}
