//! Relations: the allowed values of a column, depending on an earlier column. They are scratch values, like sets and
//! filters. `bindings::relations` computes them.

use super::limits::{NEST_LIMIT, RELATION_LIMIT};
use super::{Host, HostResult};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, LinkKindId, Set};
use std::sync::Arc;

/// The links that a path between spaces may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkSelection {
    /// Any adjacency, with or without a link.
    All,
    /// Links of this kind.
    Kind(LinkKindId),
    /// These links.
    Links(Set),
}

/// The allowed values of a column, depending on an earlier column (the origin).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Spaces within a number of steps of the origin.
    Near { steps: Option<i64>, to: Option<Val>, through: Option<Val>, over: LinkSelection, why: Option<Val> },
    /// The members of a set at the place of the origin.
    SamePlace(Val),
    /// A relation or set for each class of the origin; the second field is for all others. Narrower classes come first.
    ByType(Vec<(ClassId, Val)>, Option<Val>),
    /// The numbers up to a count of pieces: of a class at the origin, or in the stack itself.
    AsMany { class: Option<ClassId>, by: Option<Val>, why: Option<Val> },
    /// Another relation, narrowed by filters and sets.
    Filtered { of: Val, keeps: bool, by: Vec<(Val, Option<Val>)> },
}

/// The parts of a relation's handle. The lowest 36 bits are an index; the bits above tell what it is an index of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RelationHandle {
    /// The relation with this index.
    Index(usize),
    /// The spaces of this set, except the place of the origin.
    Elsewhere(Val),
}

const INDEX_MASK: u64 = (1 << 36) - 1;
const KIND_SHIFT: u32 = 36;
const COLUMN_SHIFT: u32 = 44;

impl RelationHandle {
    /// The handle for scripts. `column`: the number of the origin column, from 1; 0 for the column before.
    pub(crate) fn to_val(self, column: u64) -> Val {
        let (of, index) = match self {
            RelationHandle::Index(at) => (0, at as u64),
            RelationHandle::Elsewhere(places) => (places.kind() as u64, places.payload()),
        };
        Val::handle(Kind::Relation, column << COLUMN_SHIFT | of << KIND_SHIFT | index & INDEX_MASK)
    }

    /// Splits a handle into the relation and the number of the origin column (0 if it names none).
    pub(crate) fn from_val(val: Val) -> (RelationHandle, usize) {
        let payload = val.payload();
        let (index, of, column) =
            (payload & INDEX_MASK, payload >> KIND_SHIFT & 0xff, (payload >> COLUMN_SHIFT) as usize);
        match Kind::ALL.get(of as usize).filter(|_| of > 0) {
            Some(kind) => (RelationHandle::Elsewhere(Val::handle(*kind, index)), column),
            None => (RelationHandle::Index(index as usize), column),
        }
    }
}

impl Host {
    /// Adds a relation to the scratch values, or finds an equal one. Returns its handle.
    pub(crate) fn new_relation(&mut self, relation: Relation) -> HostResult<Val> {
        if let Some(at) = self.scratch.relations.iter().position(|(it, _)| **it == relation) {
            return Ok(RelationHandle::Index(at).to_val(0));
        }
        let depth = match &relation {
            Relation::Near { .. } | Relation::SamePlace(_) | Relation::AsMany { .. } => 0,
            Relation::ByType(of, _) => of.iter().map(|(_, it)| self.depth(*it)).max().unwrap_or(0),
            Relation::Filtered { of, .. } => self.depth(*of),
        };
        if depth >= NEST_LIMIT {
            return Err(format!("more than {NEST_LIMIT} nested relations"));
        }
        if self.scratch.relations.len() >= RELATION_LIMIT {
            return Err(self.limit(format!("more than {RELATION_LIMIT} relations in one outermost step")));
        }
        self.scratch.relations.push((Arc::new(relation), depth + 1));
        Ok(RelationHandle::Index(self.scratch.relations.len() - 1).to_val(0))
    }

    /// The depth of nested relations in a value.
    fn depth(&self, val: Val) -> usize {
        match RelationHandle::from_val(val).0 {
            RelationHandle::Index(at) if val.kind() == Kind::Relation => {
                self.scratch.relations.get(at).map_or(0, |it| it.1)
            }
            _ => 0,
        }
    }

    /// The relation with this index.
    pub(crate) fn relation(&self, at: usize) -> HostResult<Arc<Relation>> {
        let found = self.scratch.relations.get(at).map(|(it, _)| it.clone());
        found.ok_or_else(|| "this relation no longer exists: relations do not outlive their step".into())
    }
}
