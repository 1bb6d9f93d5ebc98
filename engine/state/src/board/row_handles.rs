//! The handles of rows.
//!
//! A handle names a row by its fact, its subject and its key, all packed into one number. So it needs no memory, and it
//! means the same row in every position of the board, also after the engine runs a step again. If the row is dropped,
//! the handle stands for no row until a row with this key is added.

use super::{Board, ColumnType, Columns, Fact, SubjectKind};
use crate::fact::FactRows;
use crate::ids::*;
use crate::val::{Kind, Val};
use std::sync::Arc;

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
        let is_row = |fact: &Fact, row: &[Val]| row.is_empty() || row.len() == fact.columns.list.len();
        self.fact_of_rows(slot).is_some_and(|fact| is_row(fact, old) && is_row(fact, new))
    }
    /// The rows in a list of the position. `None` if the list is no rows.
    pub(crate) fn rows_in_list(&self, slot: u32, list: &Arc<[Val]>) -> Option<FactRows> {
        self.fact_of_rows(slot).map(|fact| FactRows::new(fact.columns.shape(), list.clone()))
    }
    /// The fact with rows whose rows are in a list of the position.
    pub(crate) fn fact_of_rows(&self, slot: u32) -> Option<&Fact> {
        let holds_slot = |(index, fact): &(usize, &Fact)| {
            let slots = self.layout.fact(FactId::new(*index)).range();
            !fact.columns.list.is_empty() && slots.contains(&(slot as usize))
        };
        self.facts.iter().enumerate().find(holds_slot).map(|(_, fact)| fact)
    }
}
