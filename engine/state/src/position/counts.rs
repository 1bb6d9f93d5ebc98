//! The number of pieces by space and state, stored sparsely: the stacks of all spaces in one vector.
//!
//! The size depends only on the stacks that exist, and a clone copies two vectors.

use crate::ids::*;

/// The pieces of one state at one space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stack {
    pub(crate) state: StateId,
    /// The number of pieces, at least 1.
    pub(crate) n: u16,
}

/// A stack whose size differs between two positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StackChange {
    pub(crate) space: SpaceId,
    pub(crate) state: StateId,
    pub(crate) old: u16,
    pub(crate) new: u16,
}

impl StackChange {
    /// How many more pieces there are after the change.
    pub(crate) fn shift(&self) -> i64 {
        i64::from(self.new) - i64::from(self.old)
    }
}

/// The pieces of all spaces.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// The stacks, space by space, each space in the order of states.
    stacks: Vec<Stack>,
    /// By space: the index of its first stack. The last entry is the number of all stacks.
    starts: Vec<u32>,
}

impl Clone for Counts {
    #[inline]
    fn clone(&self) -> Counts {
        Counts { stacks: self.stacks.clone(), starts: self.starts.clone() }
    }
    // Reuses allocations.
    #[inline]
    fn clone_from(&mut self, source: &Counts) {
        self.stacks.clone_from(&source.stacks);
        self.starts.clone_from(&source.starts);
    }
}

impl Counts {
    /// Returns the counts for this many spaces, all of them empty.
    pub(super) fn new(spaces: usize) -> Counts {
        Counts { stacks: Vec::new(), starts: vec![0; spaces + 1] }
    }
    /// The stacks at a space.
    #[inline]
    pub(crate) fn stacks_at(&self, space: SpaceId) -> &[Stack] {
        &self.stacks[self.starts[space.index()] as usize..self.starts[space.index() + 1] as usize]
    }
    /// The number of pieces of a state at a space.
    #[inline]
    pub(crate) fn get(&self, space: SpaceId, state: StateId) -> u16 {
        let stacks = self.stacks_at(space);
        let found = stacks.iter().find(|stack| stack.state.packed() >= state.packed());
        found.filter(|stack| stack.state == state).map_or(0, |stack| stack.n)
    }
    /// Adds pieces, or removes them if `delta` is negative.
    #[inline]
    pub(super) fn add(&mut self, space: SpaceId, state: StateId, delta: i32) {
        let first = self.starts[space.index()] as usize;
        let stacks = self.stacks_at(space);
        let offset = stacks.iter().position(|stack| stack.state.packed() >= state.packed()).unwrap_or(stacks.len());
        let index = first + offset;
        if stacks.get(offset).is_some_and(|stack| stack.state == state) {
            let stack = &mut self.stacks[index];
            stack.n = (i32::from(stack.n) + delta) as u16;
            if stack.n == 0 {
                self.stacks.remove(index);
                self.starts[space.index() + 1..].iter_mut().for_each(|start| *start -= 1);
            }
        } else if delta as u16 != 0 {
            self.stacks.insert(index, Stack { state, n: delta as u16 });
            self.starts[space.index() + 1..].iter_mut().for_each(|start| *start += 1);
        }
    }
    /// All stacks, in the order of spaces and states.
    pub(crate) fn all_stacks(&self) -> impl Iterator<Item = (SpaceId, Stack)> {
        let spaces = (0..self.starts.len().saturating_sub(1)).map(SpaceId::new);
        spaces.flat_map(|space| self.stacks_at(space).iter().map(move |stack| (space, *stack)))
    }
    /// Returns the stacks whose size differs in `now`, in the order of spaces and states. Both counts must be of the
    /// same board.
    pub(crate) fn changed_counts(&self, now: &Counts) -> Vec<StackChange> {
        let mut out = Vec::new();
        for space in (0..self.starts.len().saturating_sub(1)).map(SpaceId::new) {
            let (mut before, mut now) = (self.stacks_at(space), now.stacks_at(space));
            if before == now {
                continue;
            }
            while let Some(state) = [before.first(), now.first()].into_iter().flatten().map(|stack| stack.state).min() {
                let take_count =
                    |stacks: &mut &[Stack]| match stacks.split_first().filter(|(stack, _)| stack.state == state) {
                        Some((stack, others)) => {
                            *stacks = others;
                            stack.n
                        }
                        None => 0,
                    };
                let (old, new) = (take_count(&mut before), take_count(&mut now));
                if old != new {
                    out.push(StackChange { space, state, old, new });
                }
            }
        }
        out
    }
    /// The approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.stacks) + size_of_val(&*self.starts)
    }
}
