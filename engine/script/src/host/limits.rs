//! The limits that rules can feel: counted, never timed.

use super::{Fault, Host, HostResult};

/// Host calls one answer may cost before the step is stopped.
pub(super) const CALL_LIMIT: u64 = 200_000;
pub(super) const ROW_LIMIT: usize = 20_000;
/// Combinations of columns that one offer may try.
pub(super) const TRIED_LIMIT: usize = 1_000_000;
/// Lines of the log, dice and cards told, for one answer; those among them that begin something, each of which has the
/// position before it kept; and letters of one line with its names filled in.
pub(super) const LINE_LIMIT: u64 = 10_000;
pub(super) const HEAD_LIMIT: u64 = 1_000;
pub(crate) const LONGEST_LINE: usize = 4_000;
/// Answers that rules may give one after the other while nobody else answers: a game that plays itself.
pub(super) const RULED_LIMIT: u64 = 200_000;
/// Members a list (of stacks, numbers, mixed things) may have.
pub(super) const SET_LIMIT: usize = 20_000;
/// Sets, and members of lists, that one outermost step may make.
pub(super) const SCRATCH_LIMIT: usize = 1_000_000;
/// Changes one outermost step may make.
pub(super) const CHANGE_LIMIT: usize = 50_000;
/// Values of list facts and effects in force those changes may write.
pub(super) const BULK_LIMIT: usize = 1_000_000;
/// Answers, rolls, draws and finished steps that one open step may remember.
pub(super) const LOG_LIMIT: usize = 1_000;
/// The same for one answer, however many outermost steps it goes through; and dice that it may roll.
pub(super) const ANSWER_CHANGE_LIMIT: usize = 1_000_000;
pub(super) const ANSWER_BULK_LIMIT: usize = 4_000_000;
pub(super) const DICE_LIMIT: usize = 100_000;
/// Bytes of what lies on the table, kept before each heading and deed of one answer.
pub(super) const HEAD_BYTE_LIMIT: usize = 64 << 20;
/// Filters made of filters that one outermost step may make, and how many may be within one.
pub(super) const PAIR_LIMIT: usize = 10_000;
/// Relations that one outermost step may make.
pub(super) const RELATION_LIMIT: usize = 1_000;
pub(super) const NEST_LIMIT: usize = 64;
/// Values of a list that is kept: a list fact, an argument or result of a step.
pub(super) const LONGEST_LIST: usize = 4096;
/// Steps, and actions, verbs, effects and words each, that scripts may register.
pub(crate) const REGISTER_LIMIT: usize = 4096;

/// What is counted: for limits, and for whoever measures.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    /// Host calls since the VM began, and how many there were at the last answer.
    pub(crate) calls: u64,
    pub(crate) calls_at_answer: u64,
    /// What was told of the last answer, and the headings and deeds among it.
    pub(crate) lines: u64,
    pub(crate) heads: u64,
    /// Changes since then, values of lists they wrote, and dice.
    pub(crate) changes: usize,
    pub(crate) bulk: usize,
    pub(crate) dice: usize,
    /// Bytes of the positions kept before headings and deeds.
    pub(crate) head_bytes: usize,
    /// Answers by rules since somebody answered.
    pub(crate) ruled: u64,
    /// Answers, and those among two rows or more.
    pub(crate) answers: u64,
    pub(crate) decisions: u64,
}

impl Counts {
    /// Somebody answers: what one answer may cost begins anew.
    pub(crate) fn answered(&mut self) {
        self.calls_at_answer = self.calls;
        (self.lines, self.heads, self.ruled) = (0, 0, 0);
        (self.changes, self.bulk, self.dice, self.head_bytes) = (0, 0, 0, 0);
    }
}

impl Host {
    /// Counts a line that is told; whether it is one too many.
    pub(super) fn is_one_too_many(&mut self, is_head: bool) -> bool {
        self.counts.lines += 1;
        self.counts.heads += u64::from(is_head);
        if self.counts.lines > LINE_LIMIT {
            self.limit(format!("more than {LINE_LIMIT} lines of the log for one answer"));
        } else if self.counts.heads > HEAD_LIMIT {
            self.limit(format!("more than {HEAD_LIMIT} headings and deeds for one answer"));
        }
        self.counts.lines > LINE_LIMIT || self.counts.heads > HEAD_LIMIT
    }

    /// Counts what a position takes that is kept before a heading or deed; whether it is too much.
    pub(super) fn is_too_much(&mut self, bytes: usize) -> bool {
        self.counts.head_bytes += bytes;
        let much = self.counts.head_bytes > HEAD_BYTE_LIMIT;
        if much {
            let most = HEAD_BYTE_LIMIT >> 20;
            self.limit(format!("headings and deeds for one answer that take more than {most} MiB, with what lay on the table before each"));
        }
        much
    }

    /// Counts a host call; the limit that rules can feel.
    #[inline]
    pub(crate) fn count_call(&mut self) -> HostResult<()> {
        self.counts.calls += 1;
        if self.counts.calls - self.counts.calls_at_answer > CALL_LIMIT {
            return Err(self.limit(format!("more than {CALL_LIMIT} host calls for one answer")));
        }
        Ok(())
    }

    /// Notes that a limit was passed: no handler of the script hides it.
    #[cold]
    pub(crate) fn limit(&mut self, message: String) -> String {
        self.fault = Some(Fault::Limit(message.clone()));
        message
    }

    /// Whether what a host call made stays within bounds: looked at after each.
    #[inline]
    pub(crate) fn within_limits(&mut self) -> HostResult<()> {
        let log = self.pos.here().map_or(0, |f| f.log.len());
        let small = self.scratch.lists.len() <= SCRATCH_LIMIT
            && self.scratch.sets.len() <= SCRATCH_LIMIT
            && self.pos.journal().len() <= CHANGE_LIMIT
            && self.scratch.bulk <= BULK_LIMIT
            && self.counts.changes <= ANSWER_CHANGE_LIMIT
            && self.counts.bulk <= ANSWER_BULK_LIMIT
            && self.counts.dice <= DICE_LIMIT
            && log <= LOG_LIMIT
            && !matches!(self.fault, Some(Fault::Limit(_)));
        if small { Ok(()) } else { Err(self.outgrown(log)) }
    }

    #[cold]
    fn outgrown(&mut self, log: usize) -> String {
        if let Some(Fault::Limit(message)) = &self.fault {
            return message.clone();
        }
        let message = if self.pos.journal().len() > CHANGE_LIMIT {
            format!("more than {CHANGE_LIMIT} changes in one outermost step: end it with `next`")
        } else if log > LOG_LIMIT {
            format!("more than {LOG_LIMIT} answers, rolls and called steps in one step: end it with `next`")
        } else if self.scratch.bulk > BULK_LIMIT {
            format!("more than {BULK_LIMIT} values written to lists in one outermost step")
        } else if self.counts.changes > ANSWER_CHANGE_LIMIT {
            format!("more than {ANSWER_CHANGE_LIMIT} changes for one answer")
        } else if self.counts.bulk > ANSWER_BULK_LIMIT {
            format!("more than {ANSWER_BULK_LIMIT} values written to lists for one answer")
        } else if self.counts.dice > DICE_LIMIT {
            format!("more than {DICE_LIMIT} dice for one answer")
        } else {
            format!("more than {SCRATCH_LIMIT} sets and members of lists in one outermost step")
        };
        self.limit(message)
    }
}
