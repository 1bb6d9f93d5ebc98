//! What a line has begun, and whether a question still belongs to it: what a default may fill in.

use super::walk::Pending;
use cardwright_script::Choice;
use cardwright_state::board::Board;
use cardwright_state::position::{Entry, Row};
use cardwright_state::val::Kind;
use cardwright_state::{Position, StepId, TrackId};

/// An answer that a line has given, and the open step that heard it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// How deep that step stands.
    depth: usize,
    /// Which step it is, and where the journal stood when it began.
    step: (StepId, u32),
    /// Where in its log the answer stands.
    at: usize,
    row: Row,
}

impl Item {
    /// Of a row of the pending choice that is about to be answered.
    pub(super) fn of(pending: &Pending<'_>, row: Row) -> Option<Item> {
        let steps = pending.position.open_steps();
        let depth = steps.len().checked_sub(1)?;
        let frame = &steps[depth];
        Some(Item { depth, step: (frame.step, frame.start), at: frame.log.len(), row })
    }

    /// The answers that are still being entered when a line begins: what another line has begun, and what is asked belongs to.
    pub(super) fn begun(position: &Position) -> Vec<Item> {
        let outer = position.open_steps().split_last().map_or(&[][..], |(_, outer)| outer);
        let last = outer.iter().enumerate().filter_map(|(depth, frame)| {
            let is_answer = |(at, entry): (usize, &Entry)| match entry {
                Entry::Answer(row) => Some((at, *row)),
                _ => None,
            };
            let (at, row) = frame.log.iter().enumerate().filter_map(is_answer).next_back()?;
            Some(Item { depth, step: (frame.step, frame.start), at, row })
        });
        last.filter(|item| item.is_open(position)).collect()
    }

    /// Whether what the answer is about is still going on: the step that heard it is open, and nothing that was called since has
    /// ended there. The action that an answer began is called too; a step that names its successor has ended.
    pub(super) fn is_open(&self, position: &Position) -> bool {
        let Some(frame) = position.open_steps().get(self.depth) else { return false };
        let is_same =
            (frame.step, frame.start) == self.step && frame.log.get(self.at) == Some(&Entry::Answer(self.row));
        is_same && !frame.log[self.at + 1..].iter().any(|entry| matches!(entry, Entry::Called { .. }))
    }

    /// The word that the row begins with, if more follow it and a choice is asked as deep in the steps as it was.
    pub(super) fn head(&self, board: &Board, position: &Position) -> Option<String> {
        let is_asked_again = position.open_steps().len() == self.depth + 1;
        (self.row.len > 1 && is_asked_again).then(|| board.text(self.row.cols[0]))
    }
}

/// The row that a choice fills in for a line that does not speak of it: its default. To stop is always said.
pub(super) fn filling(board: &Board, choice: &Choice) -> Option<usize> {
    choice.default.filter(|row| !stops(board, &choice.rows[*row]))
}

/// The same where the line goes on with words for a later choice: the only row there is, too.
pub(super) fn filling_between(board: &Board, choice: &Choice) -> Option<usize> {
    let only = || (choice.rows.len() == 1 && !stops(board, &choice.rows[0])).then_some(0);
    filling(board, choice).or_else(only)
}

/// Whether something has been paid: there is less on some track than before.
pub(super) fn costs(board: &Board, before: &Position, after: &Position) -> bool {
    board.tracks.iter().enumerate().any(|(n, track)| {
        let at = |position: &Position, subject| position.track(board, TrackId::new(n), subject);
        (0..board.subjects(track.on)).any(|subject| at(after, subject) < at(before, subject))
    })
}

/// Whether a row says that nothing more follows: `done`.
fn stops(board: &Board, row: &Row) -> bool {
    row.len == 1 && row.cols[0].index(Kind::Word).is_some_and(|word| board.words[word].id == "done")
}
