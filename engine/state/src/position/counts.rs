//! How many alike pieces lie where: for each place a short row, in order of states, one row after the other.
//!
//! There is nothing of what lies nowhere, so it takes no more room however many states there could be, and a copy is two
//! copies of memory.

use crate::ids::*;

/// Alike pieces at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alike {
    pub(crate) state: StateId,
    /// How many; never none.
    pub(crate) n: u16,
}

/// Where two positions hold another number of alike pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recounted {
    pub(crate) at: SpaceId,
    pub(crate) state: StateId,
    pub(crate) was: u16,
    pub(crate) is: u16,
}

impl Recounted {
    /// By how much there are more.
    pub(crate) fn shift(&self) -> i64 {
        i64::from(self.is) - i64::from(self.was)
    }
}

/// The pieces of all places.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// Place after place, each in order of states.
    rows: Vec<Alike>,
    /// Where the row of each place begins, and where the last ends.
    starts: Vec<u32>,
}

impl Clone for Counts {
    #[inline]
    fn clone(&self) -> Counts {
        Counts { rows: self.rows.clone(), starts: self.starts.clone() }
    }
    // Reuses what is allocated.
    #[inline]
    fn clone_from(&mut self, from: &Counts) {
        self.rows.clone_from(&from.rows);
        self.starts.clone_from(&from.starts);
    }
}

impl Counts {
    /// So many places, all of them empty.
    pub(super) fn of(places: usize) -> Counts {
        Counts { rows: Vec::new(), starts: vec![0; places + 1] }
    }
    /// What lies at a place.
    #[inline]
    pub(crate) fn row(&self, at: SpaceId) -> &[Alike] {
        &self.rows[self.starts[at.at()] as usize..self.starts[at.at() + 1] as usize]
    }
    /// How many pieces of a state lie at a place.
    #[inline]
    pub(crate) fn get(&self, at: SpaceId, state: StateId) -> u16 {
        let row = self.row(at);
        let found = row.iter().find(|alike| alike.state.packed() >= state.packed());
        found.filter(|alike| alike.state == state).map_or(0, |alike| alike.n)
    }
    /// So many pieces more, or fewer.
    #[inline]
    pub(super) fn add(&mut self, at: SpaceId, state: StateId, delta: i32) {
        let first = self.starts[at.at()] as usize;
        let row = self.row(at);
        let within = row.iter().position(|alike| alike.state.packed() >= state.packed()).unwrap_or(row.len());
        let here = first + within;
        if row.get(within).is_some_and(|alike| alike.state == state) {
            let alike = &mut self.rows[here];
            alike.n = (i32::from(alike.n) + delta) as u16;
            if alike.n == 0 {
                self.rows.remove(here);
                self.starts[at.at() + 1..].iter_mut().for_each(|start| *start -= 1);
            }
        } else if delta as u16 != 0 {
            self.rows.insert(here, Alike { state, n: delta as u16 });
            self.starts[at.at() + 1..].iter_mut().for_each(|start| *start += 1);
        }
    }
    /// All that lies anywhere, in order of places and states.
    pub(crate) fn all(&self) -> impl Iterator<Item = (SpaceId, Alike)> {
        let places = (0..self.starts.len().saturating_sub(1)).map(SpaceId::new);
        places.flat_map(|at| self.row(at).iter().map(move |alike| (at, *alike)))
    }
    /// Where another position of the same board differs, in order of places and states.
    pub(crate) fn differing(&self, now: &Counts) -> Vec<Recounted> {
        let mut out = Vec::new();
        for at in (0..self.starts.len().saturating_sub(1)).map(SpaceId::new) {
            let (mut before, mut now) = (self.row(at), now.row(at));
            if before == now {
                continue;
            }
            while let Some(state) = [before.first(), now.first()].into_iter().flatten().map(|alike| alike.state).min() {
                let take = |row: &mut &[Alike]| match row.split_first().filter(|(alike, _)| alike.state == state) {
                    Some((alike, rest)) => {
                        *row = rest;
                        alike.n
                    }
                    None => 0,
                };
                let (was, is) = (take(&mut before), take(&mut now));
                if was != is {
                    out.push(Recounted { at, state, was, is });
                }
            }
        }
        out
    }
    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.starts)
    }
}
