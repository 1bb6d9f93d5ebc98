//! The open steps: their arguments and inputs, and the journal of changes since the outermost step began.
//!
//! A position cannot store a running script. To continue an open step, the engine runs it again from its start and
//! gives it the stored inputs.

use super::{Frame, Position, StepInput};
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::val::PlainValue;

impl Position {
    /// The open steps, outermost first.
    #[inline]
    pub fn open_steps(&self) -> &[Frame] {
        &self.stack
    }
    /// The innermost open step.
    #[inline]
    pub fn innermost_step(&self) -> Option<&Frame> {
        self.stack.last()
    }
    /// The changes since the outermost open step began.
    #[inline]
    pub fn journal(&self) -> &[Change] {
        &self.journal
    }

    /// Replaces all open steps with one new step and clears the journal.
    pub fn open_outermost(&mut self, step: StepId, args: Vec<PlainValue>) {
        self.journal.clear();
        self.stack.truncate(1);
        match self.stack.first_mut() {
            None => self.stack.push(Frame::new(step, args, 0)),
            Some(frame) => {
                frame.log.clear();
                *frame = Frame { log: std::mem::take(&mut frame.log), ..Frame::new(step, args, 0) };
            }
        }
    }
    /// Opens a step within the innermost step.
    #[inline]
    pub fn open_step(&mut self, frame: Frame) {
        self.stack.push(frame);
    }
    /// Closes the innermost step.
    #[inline]
    pub fn close_step(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
    /// Closes all steps except the outermost `depth` steps.
    pub fn close_steps_within(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }
    /// Replaces the innermost step with another.
    pub fn replace_step(&mut self, step: StepId, args: Vec<PlainValue>) {
        let start = self.journal.len() as u32;
        if let Some(frame) = self.stack.last_mut() {
            frame.step = step;
            frame.args = args;
            frame.log.clear();
            frame.start = start;
        }
    }
    /// Stores an input of the innermost step.
    #[inline]
    pub fn log_input(&mut self, input: StepInput) {
        if let Some(frame) = self.stack.last_mut() {
            frame.log.push(input);
        }
    }
    /// Removes the last input of the innermost step and returns it.
    pub fn pop_input(&mut self) -> Option<StepInput> {
        self.stack.last_mut().and_then(|frame| frame.log.pop())
    }
    /// Stores, as an input of the innermost step, that changes were made from outside since the journal had the length
    /// `since`. Does nothing if there are none.
    pub fn log_outside_changes(&mut self, since: usize) {
        let changes = self.journal.len().saturating_sub(since) as u32;
        if changes > 0 {
            self.log_input(StepInput::Outside { changes, uses: Vec::new() });
        }
    }
    /// Stores, as an input of the innermost step, that a side used a standing action, which made changes since the
    /// journal had the length `since`. All uses for one question form one input.
    pub fn log_standing_use(&mut self, side: SideId, since: usize) {
        let new_changes = self.journal.len().saturating_sub(since) as u32;
        match self.stack.last_mut().and_then(|frame| frame.log.last_mut()) {
            Some(StepInput::Outside { changes, uses }) => {
                *changes += new_changes;
                uses.push(side);
            }
            _ => self.log_input(StepInput::Outside { changes: new_changes, uses: vec![side] }),
        }
    }
    /// How often a side has used standing actions since the innermost step asked its question.
    pub fn standing_uses(&self, side: SideId) -> usize {
        let inputs = self.innermost_step().map_or(&[][..], |frame| &frame.log);
        let uses_since_answer = inputs.iter().rev().map_while(|input| match input {
            StepInput::Outside { uses, .. } => Some(uses),
            _ => None,
        });
        uses_since_answer.flatten().filter(|user| **user == side).count()
    }
    /// Removes the inputs of all open steps.
    pub fn clear_inputs(&mut self) {
        self.stack.iter_mut().for_each(|frame| frame.log.clear());
    }
    /// Returns to the start of the open step at `depth`: undoes its changes, closes the steps within it, and removes
    /// its inputs.
    pub fn rewind_to_start_of(&mut self, board: &Board, depth: usize) {
        self.stack.truncate(depth + 1);
        if let Some(frame) = self.stack.get_mut(depth) {
            frame.log.clear();
            let start = frame.start as usize;
            self.undo_to(board, start);
        }
    }
    /// Makes the position a new start: clears the journal, and lets the open steps begin at this position, without
    /// inputs.
    pub fn clear_history(&mut self) {
        self.journal.clear();
        for frame in &mut self.stack {
            frame.start = 0;
            frame.call_start = 0;
            frame.log.clear();
        }
    }
}
