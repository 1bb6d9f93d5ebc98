//! The open steps: what each was called with and has been told, and the journal of changes since the outermost began.

use super::Position;
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::val::{Plain, Val};

/// The most columns of a row, its head included.
pub const COLUMNS: usize = 7;

/// One thing that may be answered: its columns in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Row {
    /// The columns; only the first `len` count.
    pub cols: [Val; COLUMNS],
    /// How many columns.
    pub len: u8,
}

impl Row {
    /// A row of these columns (at most [`COLUMNS`]).
    pub fn of(cols: &[Val]) -> Row {
        let mut row = Row { len: cols.len().min(COLUMNS) as u8, ..Row::default() };
        for (to, from) in row.cols.iter_mut().zip(cols) {
            *to = *from;
        }
        row
    }
    /// The columns in use.
    #[inline]
    pub fn columns(&self) -> &[Val] {
        &self.cols[..self.len as usize]
    }
    /// The row's text: the ids of its columns, each with its kind before it where things of several kinds have it.
    pub fn text(&self, board: &Board) -> String {
        let mut out = String::new();
        self.write(board, &mut out);
        out
    }
    /// Writes the row's text at the end of another.
    pub fn write(&self, board: &Board, out: &mut String) {
        for (n, val) in self.columns().iter().enumerate() {
            if n > 0 {
                out.push(' ');
            }
            out.push_str(&board.named(*val));
        }
    }
}

/// What an open step has been told so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// An answer to a choice.
    Answer(Row),
    /// Faces of dice (numbers, or handles of words), or successes of a check.
    Chance(Vec<i64>),
    /// The card a draw brought, if any.
    Drawn(Option<CardId>),
    /// What came of an even choice.
    Picked(Val),
    /// A finished called step: what it returned and how many changes it made.
    Called {
        /// The step.
        step: StepId,
        /// What it returned.
        result: Plain,
        /// How many entries of the journal are its own.
        changes: u32,
    },
    /// Changes made from outside (adjust) while this step was open.
    Outside {
        /// How many entries of the journal.
        changes: u32,
    },
}

/// One open step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Which step.
    pub step: StepId,
    /// Its arguments.
    pub args: Vec<Plain>,
    /// What it has been told.
    pub log: Vec<Entry>,
    /// Length of the journal when it began.
    pub start: u32,
    /// The step that was called here; differs from `step` once that went on with `next`.
    pub called: StepId,
    /// Length of the journal when `called` began.
    pub call_start: u32,
}

impl Frame {
    /// A step that begins where the journal has this length; nothing has been told to it.
    pub fn begun(step: StepId, args: Vec<Plain>, start: u32) -> Frame {
        Frame { step, args, log: Vec::new(), start, called: step, call_start: start }
    }
}

impl Position {
    /// The open steps, outermost first.
    #[inline]
    pub fn open_steps(&self) -> &[Frame] {
        &self.stack
    }
    /// The step in which the game now is: the innermost open one.
    #[inline]
    pub fn here(&self) -> Option<&Frame> {
        self.stack.last()
    }
    /// Changes since the outermost open step began.
    #[inline]
    pub fn journal(&self) -> &[Change] {
        &self.journal
    }

    /// Opens the outermost step: the journal starts anew.
    pub fn open_outermost(&mut self, step: StepId, args: Vec<Plain>) {
        self.journal.clear();
        self.stack.truncate(1);
        match self.stack.first_mut() {
            None => self.stack.push(Frame::begun(step, args, 0)),
            Some(frame) => {
                frame.log.clear();
                *frame = Frame { log: std::mem::take(&mut frame.log), ..Frame::begun(step, args, 0) };
            }
        }
    }
    /// Opens a step within the innermost.
    #[inline]
    pub fn open(&mut self, frame: Frame) {
        self.stack.push(frame);
    }
    /// Closes the innermost step.
    #[inline]
    pub fn close(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
    /// Closes all steps but the outermost `depth`.
    pub fn close_within(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }
    /// The innermost step ends, and another goes on in its place.
    pub fn go_on_with(&mut self, step: StepId, args: Vec<Plain>) {
        let start = self.journal.len() as u32;
        if let Some(frame) = self.stack.last_mut() {
            frame.step = step;
            frame.args = args;
            frame.log.clear();
            frame.start = start;
        }
    }
    /// Tells the innermost step something.
    #[inline]
    pub fn tell(&mut self, entry: Entry) {
        if let Some(frame) = self.stack.last_mut() {
            frame.log.push(entry);
        }
    }
    /// Takes back the last thing that the innermost step was told.
    pub fn untell(&mut self) -> Option<Entry> {
        self.stack.last_mut().and_then(|frame| frame.log.pop())
    }
    /// Tells the innermost step of the changes made from outside since the journal had this length, if there are any.
    pub fn tell_outside(&mut self, since: usize) {
        let changes = self.journal.len().saturating_sub(since) as u32;
        if changes > 0 {
            self.tell(Entry::Outside { changes });
        }
    }
    /// Leaves the open steps as they were begun: with nothing told to them.
    pub fn forget_told(&mut self) {
        self.stack.iter_mut().for_each(|frame| frame.log.clear());
    }
    /// Goes back to where the open step at a depth began: what it changed is taken back, what is open within it closed,
    /// what it was told forgotten.
    pub fn back_to_start_of(&mut self, board: &Board, depth: usize) {
        self.stack.truncate(depth + 1);
        if let Some(frame) = self.stack.get_mut(depth) {
            frame.log.clear();
            let start = frame.start as usize;
            self.take_back(board, start);
        }
    }
    /// Makes a position that was set from outside a start: no journal, the open steps begin here.
    pub fn settle(&mut self) {
        self.journal.clear();
        for frame in &mut self.stack {
            frame.start = 0;
            frame.call_start = 0;
            frame.log.clear();
        }
    }
}
