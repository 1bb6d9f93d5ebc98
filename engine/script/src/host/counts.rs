//! Counters of what scripts do, for the limits and for statistics.

use super::{BeforeStep, StopCause};

/// What the host counts, and how it stops scripts.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) counts: Counts,
    pub(crate) stop_cause: Option<StopCause>,
    /// Decides whether a run stops before an outermost step. `None` if none does.
    pub(crate) before_step: Option<BeforeStep>,
    /// Restarts the watchdog's clock for each replayed answer. `None` while scripts load.
    pub(crate) clock_reset: Option<Box<dyn Fn()>>,
}

/// Counters, for limits and for statistics.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    /// Host calls that this VM made.
    pub(crate) calls: u64,
    /// The value of `calls` at the time of the last answer.
    pub(crate) calls_at_answer: u64,
    /// Lines of the log since the last answer.
    pub(crate) lines: u64,
    /// Headings, log actions and decisions since the last answer.
    pub(crate) heads: u64,
    /// Changes since the last answer.
    pub(crate) changes: usize,
    /// Values written to lists since the last answer.
    pub(crate) list_values: usize,
    /// Dice since the last answer.
    pub(crate) dice: usize,
    /// Bytes of the positions kept before headings and log actions since the last answer.
    pub(crate) head_bytes: usize,
    /// Answers by rules since the last answer of a player.
    pub(crate) answers_by_rules: u64,
    /// Answers that this VM took.
    pub(crate) answers: u64,
    /// Answers that this VM took to choices with two rows or more.
    pub(crate) decisions: u64,
}

impl Counts {
    /// Resets the counters of one answer.
    pub(crate) fn answered(&mut self) {
        self.calls_at_answer = self.calls;
        (self.lines, self.heads, self.answers_by_rules) = (0, 0, 0);
        (self.changes, self.list_values, self.dice, self.head_bytes) = (0, 0, 0, 0);
    }
}
