//! The columns of facts with rows (`type = "rows"`).

use crate::val::{Kind, Val};
use std::cmp::Ordering;
use std::sync::Arc;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// A number.
    Number,
    /// `true` or `false`, stored as the number 1 or 0.
    Boolean,
    /// A thing of this kind.
    Id(Kind),
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Kebab-case id, unique in the fact.
    pub id: String,
    /// The type of its values.
    pub column_type: ColumnType,
}

/// The columns of a fact with rows. Facts of other types have none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    /// The columns, in the order of content.
    pub list: Vec<Column>,
    /// The indexes of the columns whose values together identify a row of a subject, and order the rows.
    pub key: Vec<usize>,
}

impl Columns {
    /// The most columns of a fact.
    pub const MAX: usize = 8;
    /// The most rows of one subject.
    pub const MAX_ROWS: usize = 1000;
    /// Numbers in a key are from 0 to this number.
    pub const MAX_KEY_NUMBER: i64 = u16::MAX as i64;

    /// The number of columns, and which of them are booleans.
    pub fn shape(&self) -> RowShape {
        let is_boolean = |(_, column): &(usize, &Column)| column.column_type == ColumnType::Boolean;
        let booleans = self.list.iter().enumerate().filter(is_boolean).fold(0, |bits, (index, _)| bits | 1 << index);
        RowShape { columns: self.list.len() as u8, booleans }
    }
    /// The ids of the columns, in order.
    pub fn ids(&self) -> Vec<&str> {
        self.list.iter().map(|column| column.id.as_str()).collect()
    }
    /// The key of a row: its values in the key columns.
    pub fn key_of(&self, row: &[Val]) -> Vec<Val> {
        self.key.iter().map(|column| row[*column]).collect()
    }
    /// Whether a value may stand in a column of the key: a number must not be too large to be part of a handle.
    pub fn may_be_in_key(&self, column: usize, cell: Val) -> bool {
        let is_number = self.list[column].column_type == ColumnType::Number;
        !is_number || !self.key.contains(&column) || (0..=Columns::MAX_KEY_NUMBER).contains(&cell.0)
    }
    /// The index at which a row with this key stands among the cells of rows, or else (`Err`) at which it would stand.
    fn search(&self, cells: &[Val], key: &[Val]) -> Result<usize, usize> {
        let width = self.list.len().max(1);
        let (mut from, mut to) = (0, cells.len() / width);
        while from < to {
            let middle = usize::midpoint(from, to);
            match self.key.iter().map(|column| cells[middle * width + column]).cmp(key.iter().copied()) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Ok(middle * width),
            }
        }
        Err(from * width)
    }
    /// The row with a key among the cells of rows, which are in the order of the keys.
    pub(crate) fn find<'c>(&self, cells: &'c [Val], key: &[Val]) -> Option<&'c [Val]> {
        self.search(cells, key).ok().map(|at| &cells[at..at + self.list.len()])
    }
    /// Takes a row out of the cells of rows and puts another in. The cells stay in the order of the keys.
    pub(crate) fn exchange(&self, cells: &[Val], old: &[Val], new: &[Val]) -> Arc<[Val]> {
        let mut cells = cells.to_vec();
        for (row, is_new) in [(old, false), (new, true)].into_iter().filter(|(row, _)| !row.is_empty()) {
            let found = self.search(&cells, &self.key_of(row));
            let at = found.unwrap_or_else(|at| at);
            let end = if found.is_ok() { at + row.len() } else { at };
            let put_in = if is_new { row } else { &[] };
            cells.splice(at..end, put_in.iter().copied());
        }
        cells.into()
    }
}

/// The number of columns of a fact with rows, and which of them are booleans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowShape {
    /// The number of columns.
    pub columns: u8,
    /// The boolean columns, one bit each.
    pub booleans: u8,
}

impl RowShape {
    /// A row as text: its cells in the order of the columns, joined by blanks.
    pub fn row_text(self, row: &[Val], name: impl Fn(Val) -> String) -> String {
        let cell = |(column, cell): (usize, &Val)| match self.booleans >> column & 1 {
            1 => (*cell != Val(0)).to_string(),
            _ => name(*cell),
        };
        row.iter().enumerate().map(cell).collect::<Vec<_>>().join(" ")
    }
}
