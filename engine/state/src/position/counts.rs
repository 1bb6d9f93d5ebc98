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
    pub(crate) at: SpaceId,
    pub(crate) state: StateId,
    pub(crate) was: u16,
    pub(crate) is: u16,
}

impl StackChange {
    /// How many more pieces there are after the change.
    pub(crate) fn shift(&self) -> i64 {
        i64::from(self.is) - i64::from(self.was)
    }
}

/// The pieces of all spaces.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// The stacks, space by space, each space in the order of states.
    rows: Vec<Stack>,
    /// By space: the index of its first stack. The last entry is the total of stacks.
    starts: Vec<u32>,
}

impl Clone for Counts {
    #[inline]
    fn clone(&self) -> Counts {
        Counts { rows: self.rows.clone(), starts: self.starts.clone() }
    }
    // Reuses allocations.
    #[inline]
    fn clone_from(&mut self, from: &Counts) {
        self.rows.clone_from(&from.rows);
        self.starts.clone_from(&from.starts);
    }
}

impl Counts {
    /// No pieces on this number of spaces.
    pub(super) fn new(places: usize) -> Counts {
        Counts { rows: Vec::new(), starts: vec![0; places + 1] }
    }
    /// The stacks at a space.
    #[inline]
    pub(crate) fn row(&self, at: SpaceId) -> &[Stack] {
        &self.rows[self.starts[at.at()] as usize..self.starts[at.at() + 1] as usize]
    }
    /// The number of pieces of a state at a space.
    #[inline]
    pub(crate) fn get(&self, at: SpaceId, state: StateId) -> u16 {
        let row = self.row(at);
        let found = row.iter().find(|stack| stack.state.packed() >= state.packed());
        found.filter(|stack| stack.state == state).map_or(0, |stack| stack.n)
    }
    /// Adds pieces; a negative `delta` removes them.
    #[inline]
    pub(super) fn add(&mut self, at: SpaceId, state: StateId, delta: i32) {
        let first = self.starts[at.at()] as usize;
        let row = self.row(at);
        let within = row.iter().position(|stack| stack.state.packed() >= state.packed()).unwrap_or(row.len());
        let here = first + within;
        if row.get(within).is_some_and(|stack| stack.state == state) {
            let stack = &mut self.rows[here];
            stack.n = (i32::from(stack.n) + delta) as u16;
            if stack.n == 0 {
                self.rows.remove(here);
                self.starts[at.at() + 1..].iter_mut().for_each(|start| *start -= 1);
            }
        } else if delta as u16 != 0 {
            self.rows.insert(here, Stack { state, n: delta as u16 });
            self.starts[at.at() + 1..].iter_mut().for_each(|start| *start += 1);
        }
    }
    /// All stacks, in the order of spaces and states.
    pub(crate) fn all(&self) -> impl Iterator<Item = (SpaceId, Stack)> {
        let places = (0..self.starts.len().saturating_sub(1)).map(SpaceId::new);
        places.flat_map(|at| self.row(at).iter().map(move |stack| (at, *stack)))
    }
    /// The stacks whose size differs in `now`, in the order of spaces and states. Both must be of the same board.
    pub(crate) fn changed_counts(&self, now: &Counts) -> Vec<StackChange> {
        let mut out = Vec::new();
        for at in (0..self.starts.len().saturating_sub(1)).map(SpaceId::new) {
            let (mut before, mut now) = (self.row(at), now.row(at));
            if before == now {
                continue;
            }
            while let Some(state) = [before.first(), now.first()].into_iter().flatten().map(|stack| stack.state).min() {
                let take = |row: &mut &[Stack]| match row.split_first().filter(|(stack, _)| stack.state == state) {
                    Some((stack, rest)) => {
                        *row = rest;
                        stack.n
                    }
                    None => 0,
                };
                let (was, is) = (take(&mut before), take(&mut now));
                if was != is {
                    out.push(StackChange { at, state, was, is });
                }
            }
        }
        out
    }
    /// The approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.starts)
    }
}
