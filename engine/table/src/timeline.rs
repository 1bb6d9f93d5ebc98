//! The tree of events: parents, the current event, and the targets of undo and redo.
//!
//! This module knows positions and barriers, but not how answers work.

use crate::outcome_words;
use crate::record::Event;
use crate::table::Node;
use cardwright_script::ForcedOutcome;
use cardwright_state::CardKnowledge;
use cardwright_state::board::Board;
use std::sync::Arc;

/// Every event of a game on all branches, and the current one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timeline {
    pub(crate) nodes: Vec<Node>,
    /// The approximate size of the events in bytes.
    pub(crate) size: usize,
    pub(crate) here: usize,
    /// The current event while an earlier one is shown.
    pub(crate) end: Option<usize>,
    /// Answers that led to a choice without rows. They are no longer offered at that event.
    pub(crate) barred: Vec<(usize, String)>,
    /// What the sides know about the cards before the first event.
    pub(crate) first: Option<Arc<CardKnowledge>>,
}

/// The most memory for the events of a game: a hundred times that of a long game.
const MOST: usize = 256 << 20;

/// Why undo or redo is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoUndoTarget {
    /// There is no such event.
    Nothing,
    /// This event revealed something.
    Barrier(usize),
    /// A position was loaded after this event.
    Loaded(usize),
}

impl Timeline {
    /// The event that is shown.
    pub(crate) fn node(&self) -> &Node {
        &self.nodes[self.here]
    }

    /// An event and all before it, back to the start.
    pub(crate) fn ancestors(&self, n: usize) -> Vec<usize> {
        let mut out = vec![n];
        while let Some(parent) = self.nodes[out[out.len() - 1]].parent {
            out.push(parent);
        }
        out
    }

    /// The events from the start to the shown one.
    pub(crate) fn path(&self) -> Vec<usize> {
        let mut path = self.ancestors(self.here);
        path.reverse();
        path
    }

    /// Adds an event after the shown one and goes there.
    pub(crate) fn add(&mut self, node: Node) {
        let parent = node.parent;
        self.here = self.nodes.len();
        self.size += node.takes(parent.map(|p| &self.nodes[p]));
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].next = Some(self.here); // The earlier links are set already.
        }
    }

    /// The number of events and their size, for [`Timeline::truncate`].
    pub(crate) fn length(&self) -> (usize, usize) {
        (self.nodes.len(), self.size)
    }

    /// Removes the events added since [`Timeline::length`].
    pub(crate) fn truncate(&mut self, (nodes, size): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.size = size;
        for node in &mut self.nodes {
            node.next = node.next.filter(|next| *next < nodes);
        }
    }

    /// The error for an event beyond the memory limit.
    pub(crate) fn is_full(&self) -> Option<String> {
        let most = MOST >> 20;
        (self.size > MOST).then(|| {
            let events = self.nodes.len();
            format!("the {events} events of this game take more than {most} MiB: `save` the position, and `load` it in a new game")
        })
    }

    /// The rows barred at the shown event.
    pub(crate) fn barred_rows(&self) -> Vec<&str> {
        self.barred.iter().filter(|(n, _)| *n == self.here).map(|(_, row)| row.as_str()).collect()
    }

    /// The target of undo: the event before the last answer and its defaults. Reloads are kept. `crosses` tells
    /// whether a barrier may be crossed.
    pub(crate) fn undo_target(&self, may_cross: impl Fn(&Node) -> bool) -> Result<usize, NoUndoTarget> {
        let mut n = self.here;
        loop {
            let node = &self.nodes[n];
            let Some(parent) = node.parent else { return Err(NoUndoTarget::Nothing) };
            if node.barrier && !may_cross(node) {
                // The typed answer, not the defaults after it.
                let typed = self.ancestors(n).into_iter().find(|n| !self.nodes[*n].automatic).unwrap_or(n);
                return Err(NoUndoTarget::Barrier(typed));
            }
            if matches!(node.event, Some(Event::Content { .. })) && !node.reloaded {
                return Err(NoUndoTarget::Loaded(parent));
            }
            if !node.automatic && !node.reloaded {
                return Ok(parent);
            }
            n = parent;
        }
    }

    /// The target of redo: forward along the last branch.
    pub(crate) fn redo_target(&self) -> Result<usize, NoUndoTarget> {
        let next = |at: usize| self.nodes[at].next;
        let mut n = next(self.here).ok_or(NoUndoTarget::Nothing)?;
        let is_no_answer = |node: &Node| node.automatic || node.reloaded;
        while let Some(further) = next(n).filter(|f| is_no_answer(&self.nodes[*f])) {
            n = further;
        }
        Ok(n)
    }

    /// Whether going to an event takes back nothing that was revealed, apart from barriers that may be crossed.
    pub(crate) fn crosses_no_barrier(&self, to: usize, may_cross: impl Fn(&Node) -> bool) -> bool {
        let target = self.ancestors(to);
        self.path()
            .iter()
            .filter(|p| !target.contains(p))
            .all(|p| !self.nodes[*p].barrier || may_cross(&self.nodes[*p]))
    }

    /// Makes redo lead to this event.
    pub(crate) fn mark_path(&mut self, n: usize) {
        for at in self.ancestors(n) {
            if let Some(parent) = self.nodes[at].parent {
                self.nodes[parent].next = Some(at);
            }
        }
    }

    /// The given outcomes to keep at another event. Outcomes of undone answers become available again; those of
    /// redone answers are used. All are converted to the current board.
    pub(crate) fn forced_outcomes_at(&self, board: &Board, to: usize, waiting: &[ForcedOutcome]) -> Vec<ForcedOutcome> {
        let (from, to) = (self.path(), self.ancestors(to));
        let given = |n: &usize| -> Vec<ForcedOutcome> {
            match &self.nodes[*n].event {
                Some(Event::Answer { given, .. } | Event::Standing { given, .. }) => {
                    given.iter().filter_map(|word| outcome_words::parse(board, word).ok()).collect()
                }
                _ => Vec::new(),
            }
        };
        let mut forced: Vec<ForcedOutcome> = from.iter().filter(|n| !to.contains(n)).flat_map(given).collect();
        forced.extend(waiting.iter().cloned());
        for used in to.iter().rev().filter(|n| !from.contains(n)).flat_map(given) {
            if let Some(at) = forced.iter().position(|f| *f == used) {
                forced.remove(at);
            }
        }
        forced
    }
}
