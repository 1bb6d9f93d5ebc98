//! The open steps: their arguments and inputs, and the journal of changes since the outermost step began.
//!
//! A position cannot store a running script. To continue an open step, the engine runs it again from its start and
//! gives it the stored inputs.

use super::Position;
use crate::amount::{Amount, Answer};
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::val::{Kind, PlainValue, Val};

/// The most columns of a row, including its head.
pub const MAX_COLUMNS: usize = 7;

/// A legal answer to a choice, as a list of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Row {
    /// The columns. Only the first `len` are in use.
    pub cols: [Val; MAX_COLUMNS],
    /// The number of columns.
    pub len: u8,
}

impl Row {
    /// A row with these columns, at most [`MAX_COLUMNS`].
    pub fn new(cols: &[Val]) -> Row {
        let mut row = Row { len: cols.len().min(MAX_COLUMNS) as u8, ..Row::default() };
        for (target, source) in row.cols.iter_mut().zip(cols) {
            *target = *source;
        }
        row
    }
    /// The columns in use.
    #[inline]
    pub fn columns(&self) -> &[Val] {
        &self.cols[..self.len as usize]
    }
    /// The amounts, in the order of the columns.
    pub fn amounts(&self) -> impl Iterator<Item = Amount> {
        self.columns().iter().filter_map(|column| Amount::of(*column))
    }
    /// Whether an answer with this row must give numbers.
    #[inline]
    pub fn has_amounts(&self) -> bool {
        self.columns().iter().any(|column| column.kind() == Kind::Amount)
    }
    /// The row with a number in place of each amount. `None` if the numbers are too few or too many, or if an amount
    /// does not have its number.
    pub fn filled(&self, numbers: &[i64]) -> Option<Row> {
        let (mut row, mut numbers) = (*self, numbers.iter());
        for column in &mut row.cols[..self.len as usize] {
            if let Some(amount) = Amount::of(*column) {
                *column = Val::number(*numbers.next().filter(|number| amount.has(**number))?);
            }
        }
        numbers.next().is_none().then_some(row)
    }
    /// The answer that gives this row, whose index is `index`, the columns of `filled`. `None` if it cannot.
    pub fn answer(&self, index: usize, filled: &Row) -> Option<Answer> {
        let columns = self.columns().iter().zip(filled.columns());
        let numbers = columns.filter(|(column, _)| column.kind() == Kind::Amount).map(|(_, given)| given.0);
        self.admits(filled).then(|| Answer::new(index, numbers))
    }
    /// Whether columns of an answer may be the first columns of this row.
    pub fn begins_with(&self, columns: &[Val]) -> bool {
        let admits = |(column, given): (&Val, &Val)| {
            column == given
                || given.kind() == Kind::Number && Amount::of(*column).is_some_and(|amount| amount.has(given.0))
        };
        columns.len() <= self.len as usize && self.columns().iter().zip(columns).all(admits)
    }
    /// Whether a row without amounts is this row, or this row with numbers.
    pub fn admits(&self, answer: &Row) -> bool {
        self.len == answer.len && self.begins_with(answer.columns())
    }
    /// The row as text: the ids of its columns. An ambiguous id has its kind before it.
    pub fn text(&self, board: &Board) -> String {
        let mut out = String::new();
        self.write(board, &mut out);
        out
    }
    /// Appends the row as text.
    pub fn write(&self, board: &Board, out: &mut String) {
        for (n, val) in self.columns().iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            out.push_str(&board.qualified_id(*val));
        }
    }
}

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
