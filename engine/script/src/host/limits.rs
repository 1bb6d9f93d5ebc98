//! Limits on what scripts do. The limits count operations, never time, so they are deterministic.

use super::{Host, HostError, HostResult, StopCause};
use cardwright_state::position::StepInput;

/// The most host calls for one answer.
pub(super) const CALL_LIMIT: u64 = 200_000;
/// The most rows of one choice.
pub(super) const ROW_LIMIT: usize = 20_000;
/// The most combinations of columns that one offer may try.
pub(super) const COMBINATION_LIMIT: usize = 1_000_000;
/// The most lines of the log (`GameEvent`) for one answer.
pub(super) const LINE_LIMIT: u64 = 10_000;
/// The most headings, log actions and decisions of one answer. The host keeps the position before each of them.
pub(super) const HEAD_LIMIT: u64 = 1_000;
/// The most characters of one log line with its names filled in.
pub(crate) const MAX_LINE_LENGTH: usize = 4_000;
/// The most consecutive answers by rules without an answer of a player. With more, the game would play itself.
pub(super) const ANSWERS_BY_RULES_LIMIT: u64 = 200_000;
/// The most members of a set that is stored as a list, such as a set of stacks, of numbers, or of things of several
/// kinds.
pub(super) const SET_LIMIT: usize = 20_000;
/// The most sets, and the most members of lists, that one outermost step may make.
pub(super) const SCRATCH_LIMIT: usize = 1_000_000;
/// The most changes of one outermost step.
pub(super) const CHANGE_LIMIT: usize = 50_000;
/// The most values that the changes of one outermost step may write to list facts and active effects.
pub(super) const LIST_VALUE_LIMIT: usize = 1_000_000;
/// The most answers, rolls, draws and finished steps that one open step stores as its inputs. Uses of standing actions
/// and changes by `adjust` do not count, so that they cannot keep a side from answering.
pub(super) const LOG_LIMIT: usize = 1_000;
/// How often a side may use standing actions before one answer, if the game declares no knob `standing-uses`.
pub(crate) const STANDING_USE_LIMIT: i64 = 100;
/// The most changes for one answer, over all its outermost steps.
pub(super) const ANSWER_CHANGE_LIMIT: usize = 1_000_000;
/// The most list values written for one answer.
pub(super) const ANSWER_LIST_VALUE_LIMIT: usize = 4_000_000;
/// The most dice for one answer.
pub(super) const DICE_LIMIT: usize = 100_000;
/// The most bytes of the positions kept before headings, log actions and other lines of the log of one answer.
pub(super) const KEPT_POSITION_BYTE_LIMIT: usize = 64 << 20;
/// The most combined filters that one outermost step may make.
pub(super) const COMBINED_FILTER_LIMIT: usize = 10_000;
/// The most relations that one outermost step may make.
pub(super) const RELATION_LIMIT: usize = 1_000;
/// The most filters in one combined filter, and the deepest nesting of relations.
pub(super) const NEST_LIMIT: usize = 64;
/// The most values of a stored list: a list fact, or an argument or result of a step.
pub(super) const MAX_LIST_LENGTH: usize = 4096;
/// The most steps that scripts may register, and the most actions, verbs, effects and words.
pub(crate) const REGISTER_LIMIT: usize = 4096;

impl Host {
    /// Counts a line of the log. Returns whether there are now too many lines.
    pub(super) fn count_log_line(&mut self, is_head: bool) -> bool {
        self.limits.counts.lines += 1;
        self.limits.counts.heads += u64::from(is_head);
        if self.limits.counts.lines > LINE_LIMIT {
            self.limit(format!("more than {LINE_LIMIT} lines of the log for one answer"));
        } else if self.limits.counts.heads > HEAD_LIMIT {
            self.limit(format!("more than {HEAD_LIMIT} headings and log actions for one answer"));
        }
        self.limits.counts.lines > LINE_LIMIT || self.limits.counts.heads > HEAD_LIMIT
    }

    /// Counts the bytes of a position kept before a line of the log. Returns whether there are now too many
    /// bytes.
    pub(super) fn count_kept_position(&mut self, bytes: usize) -> bool {
        self.limits.counts.head_bytes += bytes;
        let is_too_much = self.limits.counts.head_bytes > KEPT_POSITION_BYTE_LIMIT;
        if is_too_much {
            let most = KEPT_POSITION_BYTE_LIMIT >> 20;
            self.limit(format!(
                "headings and log actions for one answer that take more than {most} MiB with the positions before them"
            ));
        }
        is_too_much
    }

    /// Counts a host call, and fails if there are too many.
    #[inline]
    pub(crate) fn count_call(&mut self) -> HostResult<()> {
        self.limits.counts.calls += 1;
        if self.limits.counts.calls - self.limits.counts.calls_at_answer > CALL_LIMIT {
            return Err(self.limit(format!("more than {CALL_LIMIT} host calls for one answer")));
        }
        Ok(())
    }

    /// Stops the script because of a limit, and returns the error.
    #[cold]
    pub(crate) fn limit(&mut self, message: String) -> HostError {
        self.stop(StopCause::Limit(message))
    }

    /// Stops the script, and returns the error. A script that catches the error is stopped too.
    #[cold]
    pub(crate) fn stop(&mut self, cause: StopCause) -> HostError {
        self.limits.stop_cause = Some(cause.clone());
        HostError::Stopped(Box::new(cause))
    }

    /// Checks the limits after a host call.
    #[inline]
    pub(crate) fn within_limits(&mut self) -> HostResult<()> {
        let is_within_log = self.pos.innermost_step().is_none_or(|frame| frame.log.len() <= LOG_LIMIT)
            || self.counted_inputs() <= LOG_LIMIT;
        let is_within = self.scratch.lists.len() <= SCRATCH_LIMIT
            && self.scratch.sets.len() <= SCRATCH_LIMIT
            && self.pos.journal().len() <= CHANGE_LIMIT
            && self.scratch.list_values <= LIST_VALUE_LIMIT
            && self.limits.counts.changes <= ANSWER_CHANGE_LIMIT
            && self.limits.counts.list_values <= ANSWER_LIST_VALUE_LIMIT
            && self.limits.counts.dice <= DICE_LIMIT
            && is_within_log
            && !matches!(self.limits.stop_cause, Some(StopCause::Limit(_)));
        if is_within { Ok(()) } else { Err(self.limit_error()) }
    }

    /// How many inputs of the innermost step count for [`LOG_LIMIT`].
    #[cold]
    fn counted_inputs(&self) -> usize {
        let inputs = self.pos.innermost_step().map_or(&[][..], |frame| &frame.log);
        inputs.iter().filter(|input| !matches!(input, StepInput::Outside { .. })).count()
    }

    /// Whether standing actions have left at least half of what the outermost step may change to its own answers.
    pub(crate) fn leaves_changes_for_answers(&self) -> bool {
        self.pos.journal().len() <= CHANGE_LIMIT / 2 && self.scratch.list_values <= LIST_VALUE_LIMIT / 2
    }

    #[cold]
    fn limit_error(&mut self) -> HostError {
        if let Some(cause @ StopCause::Limit(_)) = &self.limits.stop_cause {
            return HostError::Stopped(Box::new(cause.clone()));
        }
        let message = if self.pos.journal().len() > CHANGE_LIMIT {
            format!("more than {CHANGE_LIMIT} changes in one outermost step: end it with `next`")
        } else if self.counted_inputs() > LOG_LIMIT {
            format!("more than {LOG_LIMIT} answers, rolls and called steps in one step: end it with `next`")
        } else if self.scratch.list_values > LIST_VALUE_LIMIT {
            format!("more than {LIST_VALUE_LIMIT} values written to lists in one outermost step")
        } else if self.limits.counts.changes > ANSWER_CHANGE_LIMIT {
            format!("more than {ANSWER_CHANGE_LIMIT} changes for one answer")
        } else if self.limits.counts.list_values > ANSWER_LIST_VALUE_LIMIT {
            format!("more than {ANSWER_LIST_VALUE_LIMIT} values written to lists for one answer")
        } else if self.limits.counts.dice > DICE_LIMIT {
            format!("more than {DICE_LIMIT} dice for one answer")
        } else {
            format!("more than {SCRATCH_LIMIT} sets and members of lists in one outermost step")
        };
        self.limit(message)
    }
}
