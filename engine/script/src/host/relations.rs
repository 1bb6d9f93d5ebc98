//! Relations. A relation gives the allowed values of a column, depending on an earlier column. Relations are scratch
//! values, like sets and filters: the host drops those made in play when the outermost step ends. `bindings::relations`
//! computes their values.

use super::limits::{NEST_LIMIT, RELATION_LIMIT};
use super::{Host, HostResult};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, LinkKindId, Set};
use std::sync::Arc;

/// The constant `PLAIN` of scripts: no kind of links, but the neighbours without a link.
pub(crate) const PLAIN: Val = Val::handle(Kind::LinkKind, u16::MAX as u64);

/// The links that a path between spaces may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkSelection {
    /// Paths between all adjacent spaces, with or without a link.
    All,
    /// Only between neighbours that the content lists without a link.
    Plain,
    /// Only links of this kind.
    Kind(LinkKindId),
    /// Only these links.
    Links(Set),
}

/// The allowed values of a column, depending on a value in an earlier column (the origin). `why` is the reason that
/// `why not` gives for the values that are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The spaces within a number of steps of the origin, over the links `over`. A space must pass the filter `to`. A
    /// path continues only from spaces that pass the filter `through`.
    Near { steps: Option<i64>, to: Option<Val>, through: Option<Val>, over: LinkSelection, why: Option<Val> },
    /// The members of a set at the place of the origin.
    SamePlace(Val),
    /// A relation or a set for each class of the origin, narrower classes first. The last field is the reason for an
    /// origin of no listed class.
    ByType(Vec<(ClassId, Val)>, Option<Val>),
    /// The numbers from 1 to a count of pieces. With a class, these are its pieces at the origin's place that pass the
    /// filter. Without a class, these are the pieces of the origin, which is a stack.
    AsMany { class: Option<ClassId>, filter: Option<Val>, why: Option<Val> },
    /// Another relation, narrowed by filters and sets, each with its reason. `keeps` is true for `keep` and false for
    /// `drop`.
    Filtered { relation: Val, keeps: bool, filters: Vec<(Val, Option<Val>)> },
}

/// What the handle of a relation stands for. The lowest 36 bits of the handle are an index. The bits above are the
/// kind of the set for [`RelationHandle::Elsewhere`], otherwise 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RelationHandle {
    /// The relation with this index.
    Index(usize),
    /// The spaces of this set, without the origin's own place.
    Elsewhere(Val),
}

const INDEX_MASK: u64 = (1 << 36) - 1;
const KIND_SHIFT: u32 = 36;

impl RelationHandle {
    /// Returns the handle for scripts.
    pub(crate) fn to_val(self) -> Val {
        let (set_kind, index) = match self {
            RelationHandle::Index(index) => (0, index as u64),
            RelationHandle::Elsewhere(places) => (places.kind() as u64, places.payload()),
        };
        Val::handle(Kind::Relation, set_kind << KIND_SHIFT | index & INDEX_MASK)
    }

    /// Reads the handle of a relation.
    pub(crate) fn from_val(val: Val) -> RelationHandle {
        let (index, set_kind) = (val.payload() & INDEX_MASK, val.payload() >> KIND_SHIFT);
        match Kind::ALL.get(set_kind as usize).filter(|_| set_kind > 0) {
            Some(kind) => RelationHandle::Elsewhere(Val::handle(*kind, index)),
            None => RelationHandle::Index(index as usize),
        }
    }
}

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
