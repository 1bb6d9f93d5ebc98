//! Relations as scripts hold them: what a column of a row may be, by what stands in a column before it. Scratch values, like
//! sets and filters; `bindings::relations` works them out.

use super::limits::{NEST_LIMIT, RELATION_LIMIT};
use super::{Host, HostResult};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, LinkKindId, Set};
use std::sync::Arc;

/// Over what one goes from space to space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// Whatever makes neighbours, links or not.
    All,
    /// Links of a kind.
    Kind(LinkKindId),
    /// These links.
    Links(Set),
}

/// What a column may be, by what stands in one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Spaces so many steps away at most.
    Near { steps: Option<i64>, to: Option<Val>, through: Option<Val>, over: Over, why: Option<Val> },
    /// Of a set, what stands at the same place.
    SamePlace(Val),
    /// By the class of what stands there: a relation, or a set. The narrower of two classes comes first.
    ByType(Vec<(ClassId, Val)>, Option<Val>),
    /// The numbers up to how many pieces there are: of a class, or of the stack itself.
    AsMany { class: Option<ClassId>, by: Option<Val>, why: Option<Val> },
    /// Another, narrowed by filters and sets.
    Narrowed { of: Val, keeps: bool, by: Vec<(Val, Option<Val>)> },
}

/// A handle of a relation, taken apart: the lowest 36 bits are an index, and what it is an index of lies above them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Related {
    /// A relation there is.
    Index(usize),
    /// The spaces of this set, but for where it stands.
    Elsewhere(Val),
}

const INDEX: u64 = (1 << 36) - 1;
const OF: u32 = 36;
const COLUMN: u32 = 44;

impl Related {
    /// As scripts hold it: worked out from a column, counted from 1, or (0) from the one before it.
    pub(crate) fn written(self, column: u64) -> Val {
        let (of, index) = match self {
            Related::Index(at) => (0, at as u64),
            Related::Elsewhere(places) => (places.kind() as u64, places.payload()),
        };
        Val::handle(Kind::Relation, column << COLUMN | of << OF | index & INDEX)
    }

    /// What a script holds, and the column it names, if it names one.
    pub(crate) fn read(val: Val) -> (Related, usize) {
        let payload = val.payload();
        let (index, of, column) = (payload & INDEX, payload >> OF & 0xff, (payload >> COLUMN) as usize);
        match Kind::ALL.get(of as usize).filter(|_| of > 0) {
            Some(kind) => (Related::Elsewhere(Val::handle(*kind, index)), column),
            None => (Related::Index(index as usize), column),
        }
    }
}

impl Host {
    /// Keeps a relation for the outermost step; one that is there already is that one.
    pub(crate) fn new_relation(&mut self, relation: Relation) -> HostResult<Val> {
        if let Some(at) = self.scratch.relations.iter().position(|(it, _)| **it == relation) {
            return Ok(Related::Index(at).written(0));
        }
        let within = match &relation {
            Relation::Near { .. } | Relation::SamePlace(_) | Relation::AsMany { .. } => 0,
            Relation::ByType(of, _) => of.iter().map(|(_, it)| self.depth(*it)).max().unwrap_or(0),
            Relation::Narrowed { of, .. } => self.depth(*of),
        };
        if within >= NEST_LIMIT {
            return Err(format!("relations made of relations, more than {NEST_LIMIT} deep"));
        }
        if self.scratch.relations.len() >= RELATION_LIMIT {
            return Err(self.limit(format!("more than {RELATION_LIMIT} relations in one outermost step")));
        }
        self.scratch.relations.push((Arc::new(relation), within + 1));
        Ok(Related::Index(self.scratch.relations.len() - 1).written(0))
    }

    /// How many relations lie within each other in a value.
    fn depth(&self, val: Val) -> usize {
        match Related::read(val).0 {
            Related::Index(at) if val.kind() == Kind::Relation => self.scratch.relations.get(at).map_or(0, |it| it.1),
            _ => 0,
        }
    }

    /// The relation of an index.
    pub(crate) fn relation(&self, at: usize) -> HostResult<Arc<Relation>> {
        let found = self.scratch.relations.get(at).map(|(it, _)| it.clone());
        found.ok_or_else(|| "this relation is gone: relations do not outlive their step".into())
    }
}
