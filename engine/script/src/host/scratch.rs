//! Temporary values of scripts: sets, combined filters and relations.

use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, LinkKindId, Set, SpaceId};
use std::sync::Arc;

/// A set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SetValue {
    /// Spaces, links, cards or sides, as a bit set.
    Dense(Kind, Set),
    /// Members of any other kind, or of several kinds, in order. The two numbers are a range of [`Scratch::lists`].
    List(u32, u32),
}

/// The empty set, for all kinds.
pub(crate) const EMPTY: Val = Val::handle(Kind::Set, 0);

/// Temporary values of scripts: sets, combined filters and relations. The host drops them when the outermost step ends,
/// but keeps the values made while scripts loaded. The fields `fixed_…` are the numbers of kept values.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(super) sets: Vec<SetValue>,
    /// The members of all sets that are lists.
    pub(super) lists: Vec<Val>,
    /// Combined filters. Each has two filters and the number of filters nested in both.
    pub(crate) pairs: Vec<(Val, Val, usize)>,
    /// Relations, each with its depth of nesting.
    pub(super) relations: Vec<(Arc<Relation>, usize)>,
    /// While the host computes a relation: the place of its origin, which is the value in an earlier column.
    pub(crate) origin: Option<SpaceId>,
    pub(super) fixed_sets: usize,
    pub(super) fixed_lists: usize,
    pub(super) fixed_pairs: usize,
    pub(super) fixed_relations: usize,
    /// The number of values written to lists since the outermost step began.
    pub(super) list_values: usize,
}

impl Default for Scratch {
    /// Returns scratch values that contain only the empty set.
    fn default() -> Scratch {
        let sets = vec![SetValue::List(0, 0)];
        Scratch {
            sets,
            lists: Vec::new(),
            pairs: Vec::new(),
            relations: Vec::new(),
            origin: None,
            fixed_sets: 0,
            fixed_lists: 0,
            fixed_pairs: 0,
            fixed_relations: 0,
            list_values: 0,
        }
    }
}

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
/// kind of the set for [`RelationHandle::Elsewhere`], the kind of amounts for [`RelationHandle::Amount`], otherwise 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RelationHandle {
    /// The relation with this index.
    Index(usize),
    /// The spaces of this set, without the origin's own place.
    Elsewhere(Val),
    /// The amount that [`Host::new_amount`] stored at this index. It depends on no origin.
    Amount(usize),
}

const INDEX_MASK: u64 = (1 << 36) - 1;
const KIND_SHIFT: u32 = 36;

impl RelationHandle {
    /// Returns the handle for scripts.
    pub(crate) fn to_val(self) -> Val {
        let (set_kind, index) = match self {
            RelationHandle::Index(index) => (0, index as u64),
            RelationHandle::Elsewhere(places) => (places.kind() as u64, places.payload()),
            RelationHandle::Amount(index) => (Kind::Amount as u64, index as u64),
        };
        Val::handle(Kind::Relation, set_kind << KIND_SHIFT | index & INDEX_MASK)
    }

    /// Reads the handle of a relation.
    pub(crate) fn from_val(val: Val) -> RelationHandle {
        let (index, set_kind) = (val.payload() & INDEX_MASK, val.payload() >> KIND_SHIFT);
        match Kind::ALL.get(set_kind as usize).filter(|_| set_kind > 0) {
            Some(Kind::Amount) => RelationHandle::Amount(index as usize),
            Some(kind) => RelationHandle::Elsewhere(Val::handle(*kind, index)),
            None => RelationHandle::Index(index as usize),
        }
    }
}
