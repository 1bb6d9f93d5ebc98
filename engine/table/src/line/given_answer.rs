//! Answers that a line has given, and whether the pending question still belongs to one of them. Only then may a
//! default be filled in.

use super::parse::Pending;
use cardwright_script::Choice;
use cardwright_state::board::Board;
use cardwright_state::position::{Row, StepInput};
use cardwright_state::val::Kind;
use cardwright_state::{Position, StepId, TrackId};

/// An answer that a line has given, with the open step that received it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GivenAnswer {
    /// The depth of that step.
    depth: usize,
    /// The step, and the length of the journal when it began.
    step: (StepId, u32),
    /// The index of the answer in the step's log.
    at: usize,
    row: Row,
}

impl GivenAnswer {
    /// An answer to the pending choice, about to be given.
    pub(super) fn new(pending: &Pending<'_>, row: Row) -> Option<GivenAnswer> {
        let steps = pending.position.open_steps();
        let depth = steps.len().checked_sub(1)?;
        let frame = &steps[depth];
        Some(GivenAnswer { depth, step: (frame.step, frame.start), at: frame.log.len(), row })
    }

    /// The unfinished answers before a line begins: those of earlier lines to which the pending question belongs.
    pub(super) fn unfinished(position: &Position) -> Vec<GivenAnswer> {
        let outer = position.open_steps().split_last().map_or(&[][..], |(_, outer)| outer);
        let last = outer.iter().enumerate().filter_map(|(depth, frame)| {
            let is_answer = |(at, entry): (usize, &StepInput)| match entry {
                StepInput::Answer(row) => Some((at, *row)),
                _ => None,
            };
            let (at, row) = frame.log.iter().enumerate().filter_map(is_answer).next_back()?;
            Some(GivenAnswer { depth, step: (frame.step, frame.start), at, row })
        });
        last.filter(|item| item.is_open(position)).collect()
    }

    /// Whether the answer is still being worked on: its step is open, and no step called since then has finished. An
    /// action called by the answer counts, and so does a step that named its successor.
    pub(super) fn is_open(&self, position: &Position) -> bool {
        let Some(frame) = position.open_steps().get(self.depth) else { return false };
        let is_same =
            (frame.step, frame.start) == self.step && frame.log.get(self.at) == Some(&StepInput::Answer(self.row));
        is_same && !frame.log[self.at + 1..].iter().any(|entry| matches!(entry, StepInput::Called { .. }))
    }

    /// The first word of the row, if it has more words and a choice is asked at the same depth again.
    pub(super) fn head(&self, board: &Board, position: &Position) -> Option<String> {
        let is_asked_again = position.open_steps().len() == self.depth + 1;
        (self.row.len > 1 && is_asked_again).then(|| board.text(self.row.cols[0]))
    }
}

/// The row to fill in for a choice that the line does not mention: its default. A row that stops, such as `done`, is
/// never filled in.
pub(super) fn default_to_fill(board: &Board, choice: &Choice) -> Option<usize> {
    choice.default.filter(|row| !stops(board, &choice.rows[*row]))
}

/// The same if the line goes on with a later choice. Then the only row counts too.
pub(super) fn row_to_fill(board: &Board, choice: &Choice) -> Option<usize> {
    let only = || (choice.rows.len() == 1 && !stops(board, &choice.rows[0])).then_some(0);
    default_to_fill(board, choice).or_else(only)
}

/// Whether some track fell, which counts as a cost.
pub(super) fn has_cost(board: &Board, before: &Position, after: &Position) -> bool {
    board.tracks.iter().enumerate().any(|(n, track)| {
        let at = |position: &Position, subject| position.track(board, TrackId::new(n), subject);
        (0..board.subject_count(track.on)).any(|subject| at(after, subject) < at(before, subject))
    })
}

/// Whether a row means that nothing follows: `done`.
fn stops(board: &Board, row: &Row) -> bool {
    row.len == 1 && row.cols[0].index(Kind::Word).is_some_and(|word| board.words[word].id == "done")
}
