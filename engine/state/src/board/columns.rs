//! The columns of facts with rows (`type = "rows"`), and the handles of their rows.
//!
//! A handle names a row by its fact, its subject and its key, all packed into one number. So it needs no memory, and it
//! means the same row in every position of the board, also after the engine runs a step again. If the row is dropped,
//! the handle stands for no row until a row with this key is added.

use super::{Board, SubjectKind};
use crate::fact::{FactRows, RowShape};
use crate::ids::*;
use crate::position::Position;
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
    /// The rows of these cells, ordered by key.
    pub fn sorted(&self, cells: &[Val]) -> FactRows {
        let mut rows: Vec<&[Val]> = cells.chunks_exact(self.list.len().max(1)).collect();
        rows.sort_by_cached_key(|row| self.key_of(row));
        FactRows::new(self.shape(), rows.concat().into())
    }
    /// Whether two rows, which are ordered by key, have the same key.
    pub fn has_doubled_key(&self, rows: &FactRows) -> bool {
        let keys: Vec<Vec<Val>> = rows.iter().map(|row| self.key_of(row)).collect();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }
    /// Whether a value may stand in a column of the key: a number must not be too large to be part of a handle.
    pub fn may_be_in_key(&self, column: usize, cell: Val) -> bool {
        let is_number = self.list[column].column_type == ColumnType::Number;
        !is_number || !self.key.contains(&column) || (0..=Columns::MAX_KEY_NUMBER).contains(&cell.0)
    }
    /// Describes each row that comes, goes or changes: `+ Greene iou c24 12 2`, `− Greene iou c24 12 2`, `Greene iou c24
    /// 12 2 → c24 12 1`. `lead` is the text before each row, and `name` names a cell.
    pub fn change_texts(
        &self,
        lead: &str,
        old: &FactRows,
        new: &FactRows,
        name: impl Fn(Val) -> String,
    ) -> Vec<String> {
        let text = |row: &[Val]| self.shape().row_text(row, &name);
        let mut texts = Vec::new();
        for row in new.iter() {
            match self.find(old, &self.key_of(row)) {
                None => texts.push(format!("+ {lead} {}", text(row))),
                Some(before) if before != row => texts.push(format!("{lead} {} → {}", text(before), text(row))),
                Some(_) => {}
            }
        }
        let is_gone = |row: &&[Val]| self.find(new, &self.key_of(row)).is_none();
        texts.extend(old.iter().filter(is_gone).map(|row| format!("− {lead} {}", text(row))));
        texts
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
    /// The row with a key.
    pub fn find<'r>(&self, rows: &'r FactRows, key: &[Val]) -> Option<&'r [Val]> {
        let of_row = |row: &&[Val]| self.key.iter().map(|column| row[*column]).eq(key.iter().copied());
        rows.iter().find(of_row)
    }
}

/// What the handle of a row stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowKey {
    /// The fact.
    pub fact: FactId,
    /// The index of the side that has the row. 0 for the game.
    pub subject: usize,
    /// The key of the row.
    pub key: Vec<Val>,
}

impl Board {
    /// How many values a column of a key may have.
    fn key_values(&self, column_type: ColumnType) -> u64 {
        match column_type {
            ColumnType::Number => Columns::MAX_KEY_NUMBER as u64 + 1,
            ColumnType::Boolean => 2,
            ColumnType::Id(kind) => self.count_of(kind).max(1) as u64,
        }
    }
    /// How many different handles the rows of a fact can have, before the scripts load. A handle has room for 2^48.
    pub fn row_handles_needed(&self, columns: &Columns, on: SubjectKind) -> u128 {
        let of_column = |column: &usize| match columns.list[*column].column_type {
            // The number of actions is unknown until the scripts load.
            ColumnType::Id(Kind::Action) => crate::set::CAPACITY as u128,
            other => u128::from(self.key_values(other)),
        };
        let keys = columns.key.iter().map(of_column).fold(1, u128::saturating_mul);
        keys.saturating_mul((self.subject_count(on) * self.facts.len()).max(1) as u128)
    }
    /// The handle of the row of a subject with this key. `None` if a number in the key is out of range.
    pub fn row_handle(&self, RowKey { fact, subject, key }: &RowKey) -> Option<Val> {
        let def = &self.facts[fact.index()];
        let mut packed = 0u64;
        for (column, cell) in def.columns.key.iter().zip(key) {
            let values = self.key_values(def.columns.list[*column].column_type);
            let value = if cell.kind() == Kind::Number { u64::try_from(cell.0).ok()? } else { cell.payload() };
            packed = packed * values + Some(value).filter(|value| *value < values)?;
        }
        packed = packed * self.subject_count(def.on) as u64 + *subject as u64;
        Some(Val::handle(Kind::FactRow, packed * self.facts.len() as u64 + fact.index() as u64))
    }
    /// What the handle of a row stands for. `None` if it is no valid handle of this board.
    pub fn row_key(&self, handle: Val) -> Option<RowKey> {
        let mut packed = handle.index(Kind::FactRow)? as u64;
        let mut take = |values: u64| {
            let value = packed.checked_rem(values);
            packed = packed.checked_div(values).unwrap_or_default();
            value
        };
        let fact = FactId::new(take(self.facts.len() as u64)? as usize);
        let def = &self.facts[fact.index()];
        let subject = take(self.subject_count(def.on) as u64)? as usize;
        let mut key = Vec::with_capacity(def.columns.key.len());
        for column in def.columns.key.iter().rev() {
            let column_type = def.columns.list[*column].column_type;
            let value = take(self.key_values(column_type))?;
            key.push(match column_type {
                ColumnType::Id(kind) => Val::handle(kind, value),
                ColumnType::Number | ColumnType::Boolean => Val(value as i64),
            });
        }
        key.reverse();
        (packed == 0 && !key.is_empty()).then_some(RowKey { fact, subject, key })
    }
    /// The text of a row's handle: the fact and the key, then the side: `iou:c24 greene`.
    pub(super) fn row_text(&self, RowKey { fact, subject, key }: &RowKey) -> String {
        let def = &self.facts[fact.index()];
        let cells = def.columns.key.iter().zip(key).map(|(column, cell)| self.cell_text(&def.columns, *column, *cell));
        let side = def.on.owner(*subject).map(|side| self.sides[side.index()].id.clone());
        format!("{}:{}", def.id, cells.chain(side).collect::<Vec<_>>().join(" "))
    }
    fn cell_text(&self, columns: &Columns, column: usize, cell: Val) -> String {
        match columns.list[column].column_type {
            ColumnType::Boolean => (cell != Val(0)).to_string(),
            ColumnType::Number | ColumnType::Id(_) => self.text(cell),
        }
    }
    /// Reads a value of a column.
    pub fn parse_cell(&self, column_type: ColumnType, text: &str) -> Option<Val> {
        match column_type {
            ColumnType::Boolean => ["false", "true"].iter().position(|word| *word == text).map(|n| Val(n as i64)),
            ColumnType::Number => self.parse(Kind::Number, text),
            ColumnType::Id(kind) => self.parse(kind, text),
        }
    }
    /// Reads the text that `row_text` wrote.
    pub(super) fn parse_row(&self, text: &str) -> Option<Val> {
        let (fact, cells) = text.split_once(':')?;
        let fact = FactId::new(self.find_of_kind(Kind::Fact, fact)?.index(Kind::Fact)?);
        let def = &self.facts[fact.index()];
        let mut words: Vec<&str> = cells.split(' ').collect();
        let subject = if def.on == SubjectKind::Side { self.side(words.pop()?)?.index() } else { 0 };
        if words.len() != def.columns.key.len() {
            return None;
        }
        let columns = def.columns.key.iter().map(|column| def.columns.list[*column].column_type);
        let key = columns.zip(words).map(|(column_type, word)| self.parse_cell(column_type, word));
        self.row_handle(&RowKey { fact, subject, key: key.collect::<Option<_>>()? })
    }
    /// The handle of the same row with every card in its key replaced. Returns any other value unchanged.
    pub(crate) fn row_with_cards(&self, val: Val, replace: &dyn Fn(Val) -> Val) -> Val {
        let replaced = self.row_key(val).and_then(|mut row| {
            row.key.iter_mut().for_each(|cell| *cell = replace(*cell));
            self.row_handle(&row)
        });
        replaced.unwrap_or(val)
    }
    /// The cards that a value names: the card itself, or the cards in the key of a row.
    pub fn cards_named_by(&self, val: Val) -> Vec<CardId> {
        let card = |val: &Val| val.index(Kind::Card).map(CardId::new);
        match val.kind() {
            Kind::FactRow => self.row_key(val).iter().flat_map(|row| &row.key).filter_map(card).collect(),
            _ => card(&val).into_iter().collect(),
        }
    }
    /// The values of a list, for the slot of the list. The rows of a fact are put in the order of their keys, which may
    /// be another after a change of the content, or with other cards in the rows. `None` if a row is incomplete.
    pub(crate) fn ordered_list(&self, slot: u32, values: Vec<Val>) -> Option<Arc<[Val]>> {
        match self.fact_of_rows(slot) {
            Some(fact) if !values.len().is_multiple_of(fact.columns.list.len()) => None,
            Some(fact) => Some(fact.columns.sorted(&values).cells().clone()),
            None => Some(values.into()),
        }
    }
    /// Whether a change of the list in a slot may be [`crate::Change::Row`]: the list holds rows, and these cells are those
    /// of at most one row.
    pub(crate) fn is_row_change(&self, slot: u32, old: &[Val], new: &[Val]) -> bool {
        let is_row = |fact: &super::Fact, row: &[Val]| row.is_empty() || row.len() == fact.columns.list.len();
        self.fact_of_rows(slot).is_some_and(|fact| is_row(fact, old) && is_row(fact, new))
    }
    /// The rows in a list of the position. `None` if the list is no rows.
    pub(crate) fn rows_in_list(&self, slot: u32, list: &Arc<[Val]>) -> Option<FactRows> {
        self.fact_of_rows(slot).map(|fact| FactRows::new(fact.columns.shape(), list.clone()))
    }
    /// The fact with rows whose rows are in a list of the position.
    pub(crate) fn fact_of_rows(&self, slot: u32) -> Option<&super::Fact> {
        let holds_slot = |(index, fact): &(usize, &super::Fact)| {
            let slots = self.layout.fact(FactId::new(*index)).range();
            !fact.columns.list.is_empty() && slots.contains(&(slot as usize))
        };
        self.facts.iter().enumerate().find(holds_slot).map(|(_, fact)| fact)
    }
}

impl Position {
    /// The rows of a subject. The fact must have rows.
    pub fn rows(&self, board: &Board, fact: FactId, subject: usize) -> FactRows {
        let cells = self.list_of(board, fact, subject);
        FactRows::new(board.facts[fact.index()].columns.shape(), cells.clone())
    }
    /// The cells of a row. `None` if there is no such row in this position.
    pub fn row(&self, board: &Board, row: &RowKey) -> Option<&[Val]> {
        let (columns, cells) = (&board.facts[row.fact.index()].columns, self.list_of(board, row.fact, row.subject));
        columns.search(cells, &row.key).ok().map(|at| &cells[at..at + columns.list.len()])
    }
}
