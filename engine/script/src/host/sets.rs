//! Sets of scripts. The host drops them when the outermost step ends.

use super::limits::{COMBINED_FILTER_LIMIT, NEST_LIMIT, SET_LIMIT};
use super::{EMPTY, Host, HostResult, SetValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, Set};

impl Host {
    /// Keeps all current scratch values for good. The loader calls this after the scripts have loaded.
    pub(crate) fn freeze_sets(&mut self) {
        self.scratch.fixed_sets = self.scratch.sets.len();
        self.scratch.fixed_lists = self.scratch.lists.len();
        self.scratch.fixed_pairs = self.scratch.pairs.len();
        self.scratch.fixed_relations = self.scratch.relations.len();
    }
    /// Drops the scratch values of an outermost step.
    pub(crate) fn drop_scratch(&mut self) {
        self.scratch.sets.truncate(self.scratch.fixed_sets);
        self.scratch.lists.truncate(self.scratch.fixed_lists);
        self.scratch.pairs.truncate(self.scratch.fixed_pairs);
        self.scratch.relations.truncate(self.scratch.fixed_relations);
        self.scratch.list_values = 0;
        self.forget_shared();
    }
    /// Empties the cache of shared values, because they may contain dropped sets or depend on the position.
    #[inline]
    pub(crate) fn forget_shared(&mut self) {
        self.shared.age += 1;
    }

    /// Stores a set and returns its handle.
    #[inline]
    pub(crate) fn new_set(&mut self, set: SetValue) -> Val {
        // Every empty set has the handle `EMPTY`, so that scripts recognise an empty set without a host call.
        let is_empty = match &set {
            SetValue::Dense(_, set) => set.is_empty(),
            SetValue::List(from, to) => from == to,
        };
        if is_empty {
            return EMPTY;
        }
        if let SetValue::List(from, to) = &set
            && (to - from) as usize > SET_LIMIT
        {
            self.scratch.lists.truncate(*from as usize);
            self.limit(format!("a set of more than {SET_LIMIT} members"));
            return EMPTY;
        }
        self.scratch.sets.push(set);
        Val::handle(Kind::Set, self.scratch.sets.len() as u64 - 1)
    }

    /// Stores a set with these members, in this order, and returns its handle.
    pub(crate) fn new_list(&mut self, list: impl IntoIterator<Item = Val>) -> Val {
        let (from, to) = self.store_list(list);
        self.new_set(SetValue::List(from, to))
    }
    /// Adds members to [`Scratch::lists`], and returns their range.
    pub(crate) fn store_list(&mut self, list: impl IntoIterator<Item = Val>) -> (u32, u32) {
        let start = self.scratch.lists.len() as u32;
        self.scratch.lists.extend(list);
        (start, self.scratch.lists.len() as u32)
    }
    /// Makes the set of a class's stacks in some places.
    pub(crate) fn stacks(&mut self, places: &Set, class: ClassId) -> Val {
        let start = self.scratch.lists.len() as u32;
        self.pos.stacks(&self.board, places, class, &mut self.scratch.lists);
        let end = self.scratch.lists.len() as u32;
        self.new_set(SetValue::List(start, end))
    }
    /// Makes a set of these members.
    pub(crate) fn set_of(&mut self, members: &[Val]) -> Val {
        let set = self.set_value_of(members);
        self.new_set(set)
    }
    /// Returns the set value for these members: dense if possible, otherwise a list.
    pub(crate) fn set_value_of(&mut self, members: &[Val]) -> SetValue {
        match members.first().map(|member| member.kind()) {
            Some(kind @ (Kind::Space | Kind::Link | Kind::Card | Kind::Side))
                if members.iter().all(|member| member.kind() == kind) =>
            {
                SetValue::Dense(kind, members.iter().map(|member| member.payload() as usize).collect())
            }
            _ => {
                let (from, to) = self.store_list(members.iter().copied());
                SetValue::List(from, to)
            }
        }
    }
    /// Reads a set argument: a set, a kind of spaces or links, or a single thing.
    #[inline]
    pub(crate) fn set(&self, val: Val) -> HostResult<SetValue> {
        match val.kind() {
            Kind::Set => self
                .scratch
                .sets
                .get(val.payload() as usize)
                .cloned()
                .ok_or_else(|| "this set no longer exists: sets do not outlive their step".into()),
            kind @ Kind::SpaceKind => {
                Ok(SetValue::Dense(Kind::Space, self.board.space_kinds[self.index(val, kind)?].members.clone()))
            }
            kind @ Kind::LinkKind => {
                Ok(SetValue::Dense(Kind::Link, self.board.link_kinds[self.index(val, kind)?].members.clone()))
            }
            kind @ (Kind::Space | Kind::Link | Kind::Card | Kind::Side) => {
                Ok(SetValue::Dense(kind, Set::one(self.index(val, kind)?)))
            }
            _ => Err(format!("expected a set, got {}", self.describe(val)).into()),
        }
    }
    /// Returns the index of the combined filter of two filters. `filter_count` is the number of filters nested in both.
    pub(crate) fn pair(&mut self, first: Val, second: Val, filter_count: usize) -> HostResult<usize> {
        if filter_count > NEST_LIMIT {
            return Err(format!("a filter made of more than {NEST_LIMIT} filters").into());
        }
        if let Some(index) = self
            .scratch
            .pairs
            .iter()
            .position(|(stored_first, stored_second, _)| (*stored_first, *stored_second) == (first, second))
        {
            return Ok(index);
        }
        if self.scratch.pairs.len() >= COMBINED_FILTER_LIMIT {
            return Err(self.limit(format!("more than {COMBINED_FILTER_LIMIT} combined filters in one outermost step")));
        }
        self.scratch.pairs.push((first, second, filter_count));
        Ok(self.scratch.pairs.len() - 1)
    }

    /// Adds the members of a set to `out`.
    pub(crate) fn members(&self, set: &SetValue, out: &mut Vec<Val>) {
        match set {
            SetValue::Dense(kind, set) => out.extend(set.iter().map(|index| Val::handle(*kind, index as u64))),
            SetValue::List(from, to) => out.extend_from_slice(&self.scratch.lists[*from as usize..*to as usize]),
        }
    }

    /// Returns a range of [`Scratch::lists`].
    pub(crate) fn list(&self, from: u32, to: u32) -> &[Val] {
        &self.scratch.lists[from as usize..to as usize]
    }
    /// Returns the member at an index of [`Scratch::lists`].
    #[inline]
    pub(crate) fn member(&self, index: u32) -> Val {
        self.scratch.lists[index as usize]
    }
    pub(crate) fn size(&self, set: &SetValue) -> usize {
        match set {
            SetValue::Dense(_, set) => set.len(),
            SetValue::List(from, to) => (to - from) as usize,
        }
    }
    /// Whether a value is in a set. A stack is in a set of spaces if its place is in the set.
    pub(crate) fn is_in(&self, set: &SetValue, val: Val) -> bool {
        match set {
            SetValue::Dense(Kind::Space, set) if val.kind() == Kind::Stack => set.has(val.stack_parts().0.index()),
            SetValue::Dense(kind, set) => val.kind() == *kind && set.has(val.payload() as usize),
            SetValue::List(from, to) => self.list(*from, *to).contains(&val),
        }
    }
    /// Reads a set of spaces: a space, a set or a kind of spaces.
    pub(crate) fn spaces(&self, val: Val) -> HostResult<Set> {
        match self.set(val)? {
            SetValue::Dense(Kind::Space, set) => Ok(set),
            SetValue::List(from, to) if from == to => Ok(Set::EMPTY),
            _ => Err(format!("expected a space or a set of spaces, got {}", self.describe(val)).into()),
        }
    }
}
