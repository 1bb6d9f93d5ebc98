//! What a fact says for one subject, typed.

use crate::board::{Fact, FactType};
use crate::val::{Plain, Val};
use std::sync::Arc;

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// A number.
    Number(i64),
    /// A truth.
    Truth(bool),
    /// A thing of the fact's kind, or none.
    Id(Option<Val>),
    /// Things of the fact's kind, in the board's order.
    Set(Vec<Val>),
    /// Things of the fact's kind or numbers, in the order in which they were put.
    List(Arc<[Val]>),
}

impl FactValue {
    /// What a fact says before anything is set, and goes back to when its period ends.
    pub fn initial(fact: &Fact) -> FactValue {
        FactValue::of_number(fact.holds, fact.default)
    }
    /// What a number means that a fact is kept as: see [`FactValue::number`]. A set or list of no number is empty.
    pub fn of_number(holds: FactType, number: i64) -> FactValue {
        match holds {
            FactType::Number => FactValue::Number(number),
            FactType::Truth => FactValue::Truth(number != 0),
            FactType::Id(kind) => FactValue::Id((number > 0).then(|| Val::handle(kind, number as u64 - 1))),
            FactType::Set(_) => FactValue::Set(Vec::new()),
            FactType::List(_) => FactValue::List(Arc::default()),
        }
    }
    /// The number it is kept as, unless it is a set or list: a truth as 0 or 1, a thing as its index and one, none as 0.
    pub fn number(&self) -> Option<i64> {
        match self {
            FactValue::Number(n) => Some(*n),
            FactValue::Truth(truth) => Some(i64::from(*truth)),
            FactValue::Id(thing) => Some(thing.map_or(0, |thing| thing.payload() as i64 + 1)),
            FactValue::Set(_) | FactValue::List(_) => None,
        }
    }
    /// The things it names, in order; and the numbers of a list of them.
    pub fn things(&self) -> &[Val] {
        match self {
            FactValue::Number(_) | FactValue::Truth(_) => &[],
            FactValue::Id(thing) => thing.as_slice(),
            FactValue::Set(things) => things,
            FactValue::List(things) => things,
        }
    }
    /// The value as rules have it.
    pub fn plain(&self) -> Plain {
        match self {
            FactValue::Number(n) => Plain::Val(Val(*n)),
            FactValue::Truth(truth) => Plain::Truth(*truth),
            FactValue::Id(thing) => thing.map_or(Plain::Nil, Plain::Val),
            FactValue::Set(things) => Plain::List(things.clone()),
            FactValue::List(things) => Plain::List(things.to_vec()),
        }
    }
}
