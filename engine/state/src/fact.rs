//! Typed values of facts.

use crate::board::{Fact, FactType};
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
}

impl FactValue {
    /// The initial value of a fact, to which the end of its period resets it.
    pub fn initial(fact: &Fact) -> FactValue {
        FactValue::from_number(fact.fact_type, fact.default)
    }
    /// The value that a stored number means: the inverse of [`FactValue::number`]. If the type is a set or list, the
    /// result is empty, whatever the number.
    pub fn from_number(fact_type: FactType, number: i64) -> FactValue {
        match fact_type {
            FactType::Number => FactValue::Number(number),
            FactType::Boolean => FactValue::Boolean(number != 0),
            FactType::Id(kind) => FactValue::Id((number > 0).then(|| Val::handle(kind, number as u64 - 1))),
            FactType::Set(_) => FactValue::Set(Vec::new()),
            FactType::List(_) => FactValue::List(Arc::default()),
        }
    }
    /// A set of these things. The order and duplicates do not matter.
    pub fn from_members(mut things: Vec<Val>) -> FactValue {
        things.sort_unstable();
        things.dedup();
        FactValue::Set(things)
    }
    /// The number that a position stores: a boolean as 0 or 1, a thing as its index plus 1, no thing as 0. `None` for
    /// sets and lists.
    pub fn number(&self) -> Option<i64> {
        match self {
            FactValue::Number(n) => Some(*n),
            FactValue::Boolean(is_true) => Some(i64::from(*is_true)),
            FactValue::Id(thing) => Some(thing.map_or(0, |thing| thing.payload() as i64 + 1)),
            FactValue::Set(_) | FactValue::List(_) => None,
        }
    }
    /// The things of an id, set or list, in order. A list may hold numbers instead.
    pub fn values(&self) -> &[Val] {
        match self {
            FactValue::Number(_) | FactValue::Boolean(_) => &[],
            FactValue::Id(thing) => thing.as_slice(),
            FactValue::Set(things) => things,
            FactValue::List(things) => things,
        }
    }
    /// The value as text: a number, `true` or `false`, or the names of things joined by `separator`. The text is `none`
    /// if there are no things.
    pub fn text(&self, name: impl Fn(Val) -> String, separator: &str) -> String {
        match self {
            FactValue::Number(n) => n.to_string(),
            FactValue::Boolean(is_true) => is_true.to_string(),
            FactValue::Id(_) | FactValue::Set(_) | FactValue::List(_) => match self.values() {
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
        }
    }
}
