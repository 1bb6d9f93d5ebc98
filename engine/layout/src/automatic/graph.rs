//! The graph of neighbouring spaces, by index.

use cardwright_view::Legend;
use std::collections::{BTreeMap, VecDeque};

pub(super) struct Graph {
    /// The neighbours of each space, sorted.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Graph {
    pub(super) fn new(legend: &Legend) -> Graph {
        let ids: BTreeMap<&str, usize> =
            legend.spaces.iter().enumerate().map(|(at, space)| (space.id.as_str(), at)).collect();
        let mut next = vec![Vec::new(); legend.spaces.len()];
        for (at, space) in legend.spaces.iter().enumerate() {
            for other in space.next_to.iter().filter_map(|id| ids.get(id.as_str())).filter(|other| **other != at) {
                next[at].push(*other);
                next[*other].push(at);
            }
        }
        next.iter_mut().for_each(|next| {
            next.sort_unstable();
            next.dedup();
        });
        Graph { neighbours: next }
    }
    /// The connected components, the largest first; the members of each sorted.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut part = vec![None; self.neighbours.len()];
        let mut all: Vec<Vec<usize>> = Vec::new();
        for from in 0..self.neighbours.len() {
            if part[from].is_some() {
                continue;
            }
            let mut members = vec![from];
            part[from] = Some(all.len());
            let mut at = 0;
            while let Some(space) = members.get(at).copied() {
                for other in &self.neighbours[space] {
                    if part[*other].is_none() {
                        part[*other] = Some(all.len());
                        members.push(*other);
                    }
                }
                at += 1;
            }
            members.sort_unstable();
            all.push(members);
        }
        all.sort_by_key(|members| std::cmp::Reverse(members.len()));
        all
    }
    /// The number of steps between all pairs of a component.
    pub(super) fn distances(&self, part: &[usize]) -> Vec<Vec<f64>> {
        let from = |start: usize| {
            let mut distance = vec![f64::MAX; self.neighbours.len()];
            distance[start] = 0.0;
            let mut open = VecDeque::from([start]);
            while let Some(at) = open.pop_front() {
                for other in &self.neighbours[at] {
                    if distance[*other] == f64::MAX {
                        distance[*other] = distance[at] + 1.0;
                        open.push_back(*other);
                    }
                }
            }
            part.iter().map(|at| distance[*at]).collect()
        };
        part.iter().map(|at| from(*at)).collect()
    }
    /// The pairs of neighbours among `members`, as indices into that list.
    pub(super) fn edges(&self, members: &[usize]) -> Vec<(usize, usize)> {
        let mut place = vec![None; self.neighbours.len()];
        members.iter().enumerate().for_each(|(at, space)| place[*space] = Some(at));
        let pairs_of = |(at, space): (usize, &usize)| {
            let others: Vec<usize> = self.neighbours[*space].iter().filter_map(|other| place[*other]).collect();
            others.into_iter().filter(move |other| at < *other).map(move |other| (at, other))
        };
        members.iter().enumerate().flat_map(pairs_of).collect()
    }
}
