//! Typed values of facts.

use crate::board::{Columns, Fact, FactType, RowShape};
use crate::val::{PlainValue, Val};
use std::sync::Arc;

/// The value of a fact for one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// A number.
    Number(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A thing of the fact's kind, or none.
    Id(Option<Val>),
    /// Things of the fact's kind, in the order of the board.
    Set(Vec<Val>),
    /// Things of the fact's kind, or numbers, in the order of insertion.
    List(Arc<[Val]>),
    /// Rows, ordered by key.
    Rows(FactRows),
}

/// The rows of a fact for one subject, ordered by key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FactRows {
    shape: RowShape,
    /// The cells of all rows, one row after the other.
    cells: Arc<[Val]>,
}

impl FactRows {
    /// Rows with these cells, which must be ordered by key.
    pub(crate) fn new(shape: RowShape, cells: Arc<[Val]>) -> FactRows {
        FactRows { shape, cells }
    }
    /// The cells of all rows, one row after the other.
    pub fn cells(&self) -> &Arc<[Val]> {
        &self.cells
    }
    /// The rows. Each is a slice of its cells in the order of the columns.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Val]> {
        self.cells.chunks_exact(usize::from(self.shape.columns.max(1)))
    }
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.iter().len()
    }
    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
    /// The rows for which the predicate holds.
    #[must_use]
    pub fn only(&self, keeps: impl Fn(&[Val]) -> bool) -> FactRows {
        let kept: Vec<&[Val]> = self.iter().filter(|row| keeps(row)).collect();
        FactRows { shape: self.shape, cells: kept.concat().into() }
    }
}

impl Columns {
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
            match self.find(old.cells(), &self.key_of(row)) {
                None => texts.push(format!("+ {lead} {}", text(row))),
                Some(before) if before != row => texts.push(format!("{lead} {} → {}", text(before), text(row))),
                Some(_) => {}
            }
        }
        let is_gone = |row: &&[Val]| self.find(new.cells(), &self.key_of(row)).is_none();
        texts.extend(old.iter().filter(is_gone).map(|row| format!("− {lead} {}", text(row))));
        texts
    }
}

impl FactValue {
    /// The initial value of a fact, to which the end of its period resets it.
    pub fn initial(fact: &Fact) -> FactValue {
        FactValue::from_number(fact.fact_type, fact.default)
    }
    /// The value that a stored number means: the inverse of [`FactValue::number`]. If the type is a set, list
    /// or rows, the result is empty, whatever the number.
    pub fn from_number(fact_type: FactType, number: i64) -> FactValue {
        match fact_type {
            FactType::Number => FactValue::Number(number),
            FactType::Boolean => FactValue::Boolean(number != 0),
            FactType::Id(kind) => FactValue::Id((number > 0).then(|| Val::handle(kind, number as u64 - 1))),
            FactType::Set(_) => FactValue::Set(Vec::new()),
            FactType::List(_) => FactValue::List(Arc::default()),
            FactType::Rows(shape) => FactValue::Rows(FactRows { shape, cells: Arc::default() }),
        }
    }
    /// A set of these things. The order and duplicates do not matter.
    pub fn from_members(mut things: Vec<Val>) -> FactValue {
        things.sort_unstable();
        things.dedup();
        FactValue::Set(things)
    }
    /// The number that a position stores: a boolean as 0 or 1, a thing as its index plus 1, no thing as 0. `None` for
    /// sets, lists and rows.
    pub fn number(&self) -> Option<i64> {
        match self {
            FactValue::Number(n) => Some(*n),
            FactValue::Boolean(is_true) => Some(i64::from(*is_true)),
            FactValue::Id(thing) => Some(thing.map_or(0, |thing| thing.payload() as i64 + 1)),
            FactValue::Set(_) | FactValue::List(_) | FactValue::Rows(_) => None,
        }
    }
    /// The things of an id, set or list, in order, or the cells of rows. A list may hold numbers instead.
    pub fn values(&self) -> &[Val] {
        match self {
            FactValue::Number(_) | FactValue::Boolean(_) => &[],
            FactValue::Id(thing) => thing.as_slice(),
            FactValue::Set(things) => things,
            FactValue::List(things) => things,
            FactValue::Rows(rows) => &rows.cells,
        }
    }
    /// The value as text: a number, `true` or `false`, or the names of things joined by `separator`. Commas separate
    /// rows. The text is `none` if there are no things or rows.
    pub fn text(&self, name: impl Fn(Val) -> String, separator: &str) -> String {
        match self {
            FactValue::Number(n) => n.to_string(),
            FactValue::Boolean(is_true) => is_true.to_string(),
            FactValue::Rows(rows) if !rows.is_empty() => {
                rows.iter().map(|row| rows.shape.row_text(row, &name)).collect::<Vec<_>>().join(", ")
            }
            FactValue::Id(_) | FactValue::Set(_) | FactValue::List(_) | FactValue::Rows(_) => match self.values() {
                [] => "none".into(),
                things => things.iter().map(|thing| name(*thing)).collect::<Vec<_>>().join(separator),
            },
        }
    }
    /// Moves the hidden things of a set to the end. Their places among the others would reveal something about them.
    pub fn move_hidden_last(&mut self, is_hidden: impl Fn(Val) -> bool) {
        if let FactValue::Set(things) = self {
            things.sort_by_key(|thing| is_hidden(*thing));
        }
    }
    /// The value as scripts receive it.
    pub fn to_plain(&self) -> PlainValue {
        match self {
            FactValue::Number(n) => PlainValue::Val(Val(*n)),
            FactValue::Boolean(is_true) => PlainValue::Boolean(*is_true),
            FactValue::Id(thing) => thing.map_or(PlainValue::Nil, PlainValue::Val),
            FactValue::Set(things) => PlainValue::List(things.clone()),
            FactValue::List(things) => PlainValue::List(things.to_vec()),
            FactValue::Rows(rows) => PlainValue::List(rows.cells.to_vec()),
        }
    }
}
