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
    /// A set of these things, in whatever order they are given and however often.
    pub fn of_members(mut things: Vec<Val>) -> FactValue {
        things.sort_unstable();
        things.dedup();
        FactValue::Set(things)
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
    /// In words: a number, `true` or `false`, the things by name with this between them; `none` where there is none.
    pub fn text(&self, name: impl Fn(Val) -> String, between: &str) -> String {
        match self {
            FactValue::Number(n) => n.to_string(),
            FactValue::Truth(truth) => truth.to_string(),
            FactValue::Id(_) | FactValue::Set(_) | FactValue::List(_) => match self.things() {
                [] => "none".into(),
                things => things.iter().map(|thing| name(*thing)).collect::<Vec<_>>().join(between),
            },
        }
    }
    /// Puts those of a set that are hidden last: their place among the others would tell of them.
    pub fn hide_last(&mut self, hides: impl Fn(Val) -> bool) {
        if let FactValue::Set(things) = self {
            things.sort_by_key(|thing| hides(*thing));
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
