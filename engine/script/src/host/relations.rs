//! Relations. A relation gives the allowed values of a column, depending on an earlier column. Relations are scratch
//! values, like sets and filters: the host drops those made in play when the outermost step ends. `bindings::relations`
//! computes their values.

use super::limits::{NEST_LIMIT, RELATION_LIMIT};
use super::{EMPTY, Host, HostResult, Relation, RelationHandle};
use cardwright_state::amount::{AMOUNT_LIMIT, Amount};
use cardwright_state::val::{Kind, Val};
use std::sync::Arc;

impl Host {
    /// Adds a relation to the scratch values, or finds an equal one. Returns its handle.
    pub(crate) fn new_relation(&mut self, relation: Relation) -> HostResult<Val> {
        if let Some(index) = self.scratch.relations.iter().position(|(stored, _)| **stored == relation) {
            return Ok(RelationHandle::Index(index).to_val());
        }
        let depth = match &relation {
            Relation::Near { .. } | Relation::SamePlace(_) | Relation::AsMany { .. } => 0,
            Relation::ByType(entries, _) => entries.iter().map(|(_, inner)| self.depth(*inner)).max().unwrap_or(0),
            Relation::Filtered { relation, .. } => self.depth(*relation),
        };
        if depth >= NEST_LIMIT {
            return Err(format!("more than {NEST_LIMIT} nested relations").into());
        }
        if self.scratch.relations.len() >= RELATION_LIMIT {
            return Err(self.limit(format!("more than {RELATION_LIMIT} relations in one outermost step")));
        }
        self.scratch.relations.push((Arc::new(relation), depth + 1));
        Ok(RelationHandle::Index(self.scratch.relations.len() - 1).to_val())
    }

    /// Makes a column of the numbers from `min` to `max`, in steps. Stores the bounds and, after them, the number that
    /// random players prefer. Without bounds to choose from, returns the only number, or the empty set.
    pub(crate) fn new_amount(&mut self, min: i64, max: i64, step: i64, likely: Option<i64>) -> HostResult<Val> {
        if step < 1 {
            return Err(format!("the step of an amount is 1 or more, not {step}").into());
        }
        if min > max {
            return Ok(EMPTY);
        }
        let Some(amount) = Amount::new(min, max, step) else {
            let message =
                format!("the amount {min} to {max}: its bounds lie between -{AMOUNT_LIMIT} and {AMOUNT_LIMIT}");
            return Err(message.into());
        };
        if amount.count() == 1 {
            return Ok(Val::number(min));
        }
        if let Some(likely) = likely.filter(|likely| !(min..=max).contains(likely)) {
            let message =
                format!("the likely number of an amount lies between its bounds {min} and {max}, not {likely}");
            return Err(message.into());
        }
        let nearest = |number: i64| Val::number(number - (number - amount.min) % amount.step);
        let column = amount.column();
        let (index, _) = self.store_list([column, likely.map_or(column, nearest)]);
        Ok(RelationHandle::Amount(index as usize).to_val())
    }
    /// Returns a stored amount as a column, and its likely number.
    pub(crate) fn amount(&self, index: usize) -> HostResult<(Val, Option<i64>)> {
        match self.scratch.lists.get(index..).unwrap_or_default() {
            [column, likely, ..] if column.kind() == Kind::Amount => {
                Ok((*column, Some(likely.0).filter(|_| likely.kind() == Kind::Number)))
            }
            _ => Err("this amount no longer exists: amounts do not outlive their step".into()),
        }
    }

    /// Returns the number of nested relations in a value; 0 if the value is no relation.
    fn depth(&self, val: Val) -> usize {
        match RelationHandle::from_val(val) {
            RelationHandle::Index(index) if val.kind() == Kind::Relation => {
                self.scratch.relations.get(index).map_or(0, |(_, depth)| *depth)
            }
            _ => 0,
        }
    }

    /// The relation with this index.
    pub(crate) fn relation(&self, index: usize) -> HostResult<Arc<Relation>> {
        let relation = self.scratch.relations.get(index).map(|(relation, _)| relation.clone());
        relation.ok_or_else(|| "this relation no longer exists: relations do not outlive their step".into())
    }
}
