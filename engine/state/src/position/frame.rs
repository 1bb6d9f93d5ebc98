//! Open steps, with their arguments and inputs.

use super::Row;
use crate::ids::*;
use crate::val::{PlainValue, Val};

/// An input that an open step received from the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepInput {
    /// The answer to a choice.
    Answer(Row),
    /// The faces of a roll (numbers, or handles of words), or the number of successes of a check.
    Chance(Vec<i64>),
    /// The drawn card, if the pile had one.
    Drawn(Option<CardId>),
    /// The thing that a uniform random choice picked.
    Picked(Val),
    /// A called step has finished.
    Called {
        /// The step.
        step: StepId,
        /// Its return value.
        result: PlainValue,
        /// How many journal entries the step made.
        changes: u32,
    },
    /// Changes made from outside, by `adjust` or by standing actions, while this step was open.
    Outside {
        /// How many journal entries the changes made.
        changes: u32,
        /// The sides that used standing actions, once for each use.
        uses: Vec<SideId>,
    },
}

/// One open step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The step that is running.
    pub step: StepId,
    /// Its arguments.
    pub args: Vec<PlainValue>,
    /// Its inputs so far.
    pub log: Vec<StepInput>,
    /// The length of the journal when `step` began.
    pub start: u32,
    /// The step that was called. It differs from `step` after a `next`, which replaces the running step.
    pub called: StepId,
    /// The length of the journal when `called` began.
    pub call_start: u32,
}

impl Frame {
    /// A step without inputs that begins at this length of the journal.
    pub fn new(step: StepId, args: Vec<PlainValue>, start: u32) -> Frame {
        Frame { step, args, log: Vec::new(), start, called: step, call_start: start }
    }
}
