//! The graph of neighbouring spaces, by index.

use cardwright_view::Legend;
use std::collections::{BTreeMap, VecDeque};

pub(super) struct Graph {
    /// The neighbours of each space, sorted.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// Builds the graph. Two spaces are neighbours even if only one of them names the other.
    pub(super) fn new(legend: &Legend) -> Graph {
        let ids: BTreeMap<&str, usize> =
            legend.spaces.iter().enumerate().map(|(index, space)| (space.id.as_str(), index)).collect();
        let mut neighbours = vec![Vec::new(); legend.spaces.len()];
        for (index, space) in legend.spaces.iter().enumerate() {
            for other in space.next_to.iter().filter_map(|id| ids.get(id.as_str())).filter(|other| **other != index) {
                neighbours[index].push(*other);
                neighbours[*other].push(index);
            }
        }
        neighbours.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        Graph { neighbours }
    }
    /// Returns the connected components, the largest first. The spaces of a component are sorted.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut component_of = vec![None; self.neighbours.len()];
        let mut components: Vec<Vec<usize>> = Vec::new();
        for start in 0..self.neighbours.len() {
            if component_of[start].is_some() {
                continue;
            }
            let mut members = vec![start];
            component_of[start] = Some(components.len());
            let mut next = 0;
            while let Some(space) = members.get(next).copied() {
                for neighbour in &self.neighbours[space] {
                    if component_of[*neighbour].is_none() {
                        component_of[*neighbour] = Some(components.len());
                        members.push(*neighbour);
                    }
                }
                next += 1;
            }
            members.sort_unstable();
            components.push(members);
        }
        components.sort_by_key(|members| std::cmp::Reverse(members.len()));
        components
    }
    /// Returns the length of the shortest path between each pair of spaces of a component.
    pub(super) fn distances(&self, component: &[usize]) -> Vec<Vec<f64>> {
        let distances_from = |start: usize| {
            let mut distance = vec![f64::MAX; self.neighbours.len()];
            distance[start] = 0.0;
            let mut queue = VecDeque::from([start]);
            while let Some(space) = queue.pop_front() {
                for neighbour in &self.neighbours[space] {
                    if distance[*neighbour] == f64::MAX {
                        distance[*neighbour] = distance[space] + 1.0;
                        queue.push_back(*neighbour);
                    }
                }
            }
            component.iter().map(|space| distance[*space]).collect()
        };
        component.iter().map(|space| distances_from(*space)).collect()
    }
    /// Returns the pairs of neighbours among `members`, as indices into `members`.
    pub(super) fn edges(&self, members: &[usize]) -> Vec<(usize, usize)> {
        let mut member_index = vec![None; self.neighbours.len()];
        members.iter().enumerate().for_each(|(index, space)| member_index[*space] = Some(index));
        let pairs_of = |(index, space): (usize, &usize)| {
            let others: Vec<usize> = self.neighbours[*space].iter().filter_map(|other| member_index[*other]).collect();
            others.into_iter().filter(move |other| index < *other).map(move |other| (index, other))
        };
        members.iter().enumerate().flat_map(pairs_of).collect()
    }
}
