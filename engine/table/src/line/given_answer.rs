//! Answers that a line has given. The pending question belongs to an answer while the scripts still carry out that
//! answer. The parser fills in a default only for a question that belongs to an answer.

use super::parse::Pending;
use cardwright_script::Choice;
use cardwright_state::board::Board;
use cardwright_state::position::{Row, StepInput};
use cardwright_state::val::Kind;
use cardwright_state::{Position, StepId, TrackId};

/// An answer that a line has given, with the open step that received it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GivenAnswer {
    /// The depth of the step on the stack of open steps.
    depth: usize,
    /// The step, and the length of the journal when the step began.
    step: (StepId, u32),
    /// The index of the answer among the inputs of the step.
    log_index: usize,
    row: Row,
}

impl GivenAnswer {
    /// Describes the answer to the pending choice that the line is about to give.
    pub(super) fn new(pending: &Pending<'_>, row: Row) -> Option<GivenAnswer> {
        let steps = pending.position.open_steps();
        let depth = steps.len().checked_sub(1)?;
        let frame = &steps[depth];
        Some(GivenAnswer { depth, step: (frame.step, frame.start), log_index: frame.log.len(), row })
    }

    /// Finds the unfinished answers of earlier lines: those to which the pending question belongs.
    pub(super) fn unfinished(position: &Position) -> Vec<GivenAnswer> {
        let outer_steps = position.open_steps().split_last().map_or(&[][..], |(_, outer)| outer);
        let last_answers = outer_steps.iter().enumerate().filter_map(|(depth, frame)| {
            let as_answer = |(index, entry): (usize, &StepInput)| match entry {
                StepInput::Answer(row) => Some((index, *row)),
                _ => None,
            };
            let (log_index, row) = frame.log.iter().enumerate().filter_map(as_answer).next_back()?;
            Some(GivenAnswer { depth, step: (frame.step, frame.start), log_index, row })
        });
        last_answers.filter(|answer| answer.is_open(position)).collect()
    }

    /// Whether the scripts still carry out the answer: its step is open, and no step that it called since the answer
    /// has finished.
    pub(super) fn is_open(&self, position: &Position) -> bool {
        let Some(frame) = position.open_steps().get(self.depth) else { return false };
        let is_same = (frame.step, frame.start) == self.step
            && frame.log.get(self.log_index) == Some(&StepInput::Answer(self.row));
        is_same && !frame.log[self.log_index + 1..].iter().any(|entry| matches!(entry, StepInput::Called { .. }))
    }

    /// Returns the first word of the row, if the row has more words and its step asks another choice.
    pub(super) fn head(&self, board: &Board, position: &Position) -> Option<String> {
        let is_asked_again = position.open_steps().len() == self.depth + 1;
        (self.row.len > 1 && is_asked_again).then(|| board.text(self.row.cols[0]))
    }
}

/// Returns the row to fill in for a choice that the line does not mention: its default. Never returns a row that ends a
/// series of questions, such as `done`.
pub(super) fn default_to_fill(board: &Board, choice: &Choice) -> Option<usize> {
    choice.default.filter(|row| !choice.is_suggestion && !stops(board, &choice.rows[*row]))
}

/// Returns the row to fill in as [`default_to_fill`] does, or else the only answer of the choice.
pub(super) fn row_to_fill(board: &Board, choice: &Choice) -> Option<usize> {
    let only = || choice.only_answer().filter(|row| !stops(board, &choice.rows[*row]));
    default_to_fill(board, choice).or_else(only)
}

/// Whether the value of a track fell, which counts as a cost.
pub(super) fn has_cost(board: &Board, before: &Position, after: &Position) -> bool {
    board.tracks.iter().enumerate().any(|(n, track)| {
        let value = |position: &Position, subject| position.track(board, TrackId::new(n), subject);
        (0..board.subject_count(track.on)).any(|subject| value(after, subject) < value(before, subject))
    })
}

/// Whether a row ends a series of questions: `done`.
fn stops(board: &Board, row: &Row) -> bool {
    row.len == 1 && row.cols[0].index(Kind::Word).is_some_and(|word| board.labels.words[word].id == "done")
}
