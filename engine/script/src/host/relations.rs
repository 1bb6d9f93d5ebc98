//! Relations. A relation gives the allowed values of a column, depending on an earlier column. Relations are scratch
//! values, like sets and filters: the host drops those made in play when the outermost step ends. `bindings::relations`
//! computes their values.

use super::limits::{NEST_LIMIT, RELATION_LIMIT};
use super::{Host, HostResult, Relation, RelationHandle};
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
