//! The rows of a choice, and the answers to it.

use crate::amount::Amount;
use crate::board::Board;
use crate::val::{Kind, Val};

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

/// An answer to a choice: a row, and a number for each amount of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// The index of the row.
    pub row: usize,
    numbers: [i64; MAX_COLUMNS],
    number_count: u8,
}

impl Answer {
    /// An answer with these numbers, in the order of the row's columns. A row has at most [`MAX_COLUMNS`].
    pub fn new(row: usize, numbers: impl IntoIterator<Item = i64>) -> Answer {
        let mut answer = Answer::from(row);
        for (place, number) in answer.numbers.iter_mut().zip(numbers) {
            *place = number;
            answer.number_count += 1;
        }
        answer
    }
    /// The numbers, in the order of the row's columns.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers[..usize::from(self.number_count)]
    }
    /// The same numbers for the row with another index.
    #[must_use]
    pub fn with_row(self, row: usize) -> Answer {
        Answer { row, ..self }
    }
}

impl From<usize> for Answer {
    /// The answer with a row that has no amount.
    fn from(row: usize) -> Answer {
        Answer { row, ..Answer::default() }
    }
}
