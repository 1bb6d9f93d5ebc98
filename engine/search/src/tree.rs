//! The tree of a search. A node stands for a sequence of answers, whatever chance did between them.

use crate::{Candidate, Question};
use cardwright_state::position::Row;
use cardwright_state::{Answer, SideId};
use std::collections::HashMap;

/// How much an answer that was seldom tried is preferred.
const EXPLORATION: f64 = 0.5;
/// A node with `n` visits has at most `WIDTH * n^GROWTH` answers to choose from.
const WIDTH: f64 = 2.0;
const GROWTH: f64 = 0.4;

/// The index of a node.
pub(crate) type NodeId = usize;

/// An answer at a node.
#[derive(Debug)]
struct Child {
    side: SideId,
    /// The row, with its numbers.
    row: Row,
    node: Option<NodeId>,
    visits: u32,
    /// In how many iterations the answer was legal.
    available: u32,
    /// The sum of its worths for the seat of `side`.
    sum: f64,
}

#[derive(Debug, Default)]
struct Node {
    visits: u32,
    children: Vec<Child>,
    /// The children by side and row.
    index: HashMap<(SideId, Row), usize>,
}

/// A step down the tree: a node, and one of its answers.
pub(crate) type Step = (NodeId, usize);

/// The tree of a search.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    root: NodeId,
}

impl Tree {
    /// A tree of one node.
    pub(crate) fn new() -> Tree {
        Tree { nodes: vec![Node::default()], root: 0 }
    }

    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    /// The answers at a node that are legal now, each with its row. Counts them as available. `rows` are the rows that a
    /// sensible player considers.
    pub(crate) fn legal(&mut self, node: NodeId, side: SideId, rows: &[(usize, Row)]) -> Vec<(usize, usize)> {
        let node = &mut self.nodes[node];
        node.visits += 1;
        let mut legal = Vec::new();
        for (index, row) in rows {
            if row.has_amounts() {
                let fits = |(_, child): &(usize, &Child)| child.side == side && row.admits(&child.row);
                legal.extend(node.children.iter().enumerate().filter(fits).map(|(child, _)| (child, *index)));
            } else if let Some(child) = node.index.get(&(side, *row)) {
                legal.push((*child, *index));
            }
        }
        for (child, _) in &legal {
            node.children[*child].available += 1;
        }
        legal
    }

    /// Whether a node may get one more answer.
    pub(crate) fn may_widen(&self, node: NodeId, legal: usize) -> bool {
        (legal as f64) < WIDTH * libm::pow(f64::from(self.nodes[node].visits), GROWTH)
    }

    /// Adds an answer to a node.
    pub(crate) fn widen(&mut self, node: NodeId, side: SideId, row: Row) -> Step {
        let children = &mut self.nodes[node].children;
        children.push(Child { side, row, node: None, visits: 0, available: 1, sum: 0.0 });
        let child = children.len() - 1;
        self.nodes[node].index.insert((side, row), child);
        (node, child)
    }

    /// Whether an answer is known at a node.
    pub(crate) fn has(&self, node: NodeId, side: SideId, row: &Row) -> bool {
        self.nodes[node].index.contains_key(&(side, *row))
    }

    /// The child with the highest bound of confidence.
    pub(crate) fn select(&self, node: NodeId, legal: &[(usize, usize)]) -> Option<(usize, usize)> {
        let bound = |child: &Child| {
            let visits = f64::from(child.visits.max(1));
            child.sum / visits + EXPLORATION * (libm::log(f64::from(child.available)) / visits).sqrt()
        };
        let children = &self.nodes[node].children;
        legal.iter().copied().max_by(|a, b| bound(&children[a.0]).total_cmp(&bound(&children[b.0])))
    }

    /// The row of a step.
    pub(crate) fn row(&self, (node, child): Step) -> &Row {
        &self.nodes[node].children[child].row
    }

    /// The node after an answer. It is made at the second visit.
    pub(crate) fn follow(&mut self, (node, child): Step) -> Option<NodeId> {
        let next = self.nodes.len();
        let child = &mut self.nodes[node].children[child];
        if child.visits == 0 {
            return None;
        }
        let after = *child.node.get_or_insert(next);
        if after == next {
            self.nodes.push(Node::default());
        }
        Some(after)
    }

    /// Counts the worth of a step for the seat of its side.
    pub(crate) fn learn(&mut self, (node, child): Step, worth: impl Fn(SideId) -> f64) {
        let child = &mut self.nodes[node].children[child];
        child.visits += 1;
        child.sum += worth(child.side);
    }

    /// The answers of a side at the root, those with the most visits first.
    fn answers(&self, side: SideId) -> Vec<(usize, &Child)> {
        let children = self.nodes[self.root].children.iter().enumerate();
        let mut answers: Vec<_> = children.filter(|(_, child)| child.side == side && child.visits > 0).collect();
        answers.sort_by(|(_, a), (_, b)| b.visits.cmp(&a.visits).then(b.sum.total_cmp(&a.sum)));
        answers
    }

    /// The answers at the root with the most visits.
    pub(crate) fn candidates(&self, side: SideId, count: usize) -> Vec<Candidate> {
        let candidate = |(_, child): (usize, &Child)| Candidate {
            row: child.row,
            visits: child.visits,
            worth: child.sum / f64::from(child.visits),
        };
        self.answers(side).into_iter().map(candidate).take(count).collect()
    }

    /// The answer at the root with the most visits that is legal, and its child.
    pub(crate) fn best(&self, question: &Question) -> Option<(Answer, usize)> {
        let legal = |(index, child): (usize, &Child)| {
            let row = question.rows.iter().position(|row| row.admits(&child.row))?;
            Some((question.rows[row].answer(row, &child.row)?, index))
        };
        self.answers(question.side).into_iter().find_map(legal)
    }

    /// The best answer, if its visits leave no doubt.
    pub(crate) fn clear_answer(&self, question: &Question, visits: u32, lead: u32) -> Option<(Answer, usize)> {
        let most = |n: usize| self.answers(question.side).get(n).map_or(0, |(_, child)| child.visits);
        let is_clear = most(0) >= visits && most(0) >= lead * most(1);
        self.best(question).filter(|(_, child)| is_clear && self.nodes[self.root].children[*child].visits == most(0))
    }

    /// The tree after an answer.
    pub(crate) fn descend(mut self, child: usize) -> Option<Tree> {
        self.root = self.nodes[self.root].children[child].node?;
        Some(self)
    }
}
