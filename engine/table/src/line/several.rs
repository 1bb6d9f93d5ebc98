//! Several things that may be named in any order, though they are asked for in one.

use super::narrow::{Matching, Narrowing, narrow};
use super::narrow_asked;
use super::walk::Pending;
use cardwright_script::Choice;
use cardwright_state::val::{Kind, Val};

/// A row that a line names somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// Its index.
    pub(super) row: usize,
    /// Where its words begin.
    pub(super) from: usize,
    /// How many words it has once its head is there.
    pub(super) words: usize,
    /// The first word of its row, where the line leaves it out as it stood before another.
    head: Option<String>,
}

/// The rows of a choice that a line names one after the other; a word at its beginning that names none is passed over, for it may be
/// asked for later, and so is one further on that names a thing like those of the rows: of so many as must be named, the last are
/// no rows while others are left to be named before them.
pub(super) fn named(pending: &Pending<'_>, line: &[&str], matching: Matching) -> Vec<Named> {
    // Asked of few words: the things are listed when one is no row.
    let is_later = |word: &str| narrow(&things_alike(pending), &[word], matching).is_ok();
    named_in(pending.choice, pending.words, line, matching, is_later)
}

/// The ids of all things of the one kind that the rows are of, where each row is one thing alone.
fn things_alike(pending: &Pending<'_>) -> Vec<Vec<String>> {
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
            (0..pending.board.many(kind)).map(|at| vec![pending.board.text(Val::handle(kind, at as u64))]).collect()
        }
        false => Vec::new(),
    }
}

/// Whether a line names any row of a choice so.
pub(super) fn names_any(choice: &Choice, words: &[Vec<String>], line: &[&str], matching: Matching) -> bool {
    !named_in(choice, words, line, matching, |_| false).is_empty()
}

fn named_in(
    choice: &Choice,
    words: &[Vec<String>],
    line: &[&str],
    matching: Matching,
    is_later: impl Fn(&str) -> bool,
) -> Vec<Named> {
    let mut out: Vec<Named> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let head = out.last().map(|named| words[named.row][0].clone());
        let (used, found) = match row(choice, words, &line[at..], matching) {
            Some((row, used)) => (used, Some(Named { row, from: at, words: used, head: None })),
            // `take guard 1 band 2`: the head need not be said again.
            None => match head
                .and_then(|head| Some((row(choice, words, &[&[head.as_str()], &line[at..]].concat(), matching)?, head)))
            {
                Some(((row, used), head)) if used > 1 => {
                    (used - 1, Some(Named { row, from: at, words: used, head: Some(head) }))
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

/// The row that words begin with, and how many they are.
fn row(choice: &Choice, rows: &[Vec<String>], words: &[&str], matching: Matching) -> Option<(usize, usize)> {
    match narrow_asked(choice, rows, words, matching) {
        Ok(Narrowing::Row { index, used, .. }) if used > 0 => Some((index, used)),
        _ => None,
    }
}

/// Whether a row ends the naming: a word alone (`done`).
fn is_stop(choice: &Choice, row: usize) -> bool {
    choice.rows[row].columns().first().is_some_and(|head| head.index(cardwright_state::Kind::Word).is_some())
}

/// Which of them is asked for first; none where that is the one that the line begins with.
pub(super) fn first(found: &[Named]) -> Option<usize> {
    let first = (0..found.len()).min_by_key(|at| found[*at].row)?;
    (found[first].from > 0).then_some(first)
}

/// The line with one of them moved to its beginning.
pub(super) fn with_first(found: &[Named], first: usize, line: &[&str]) -> Vec<String> {
    let line: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
    let Named { from, words, head, .. } = &found[first];
    let after = from + words - usize::from(head.is_some());
    [&found[first].words_of(&line), &line[..*from], &line[after..]].concat()
}

impl Named {
    /// Its words, head and all.
    pub(super) fn words_of(&self, line: &[String]) -> Vec<String> {
        let own = self.words - usize::from(self.head.is_some());
        self.head.iter().chain(&line[self.from..self.from + own]).cloned().collect()
    }
}
