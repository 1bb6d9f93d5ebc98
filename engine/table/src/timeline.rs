//! The tree of events: parents, the current event, and the targets of undo and redo.
//!
//! This module knows positions and barriers, but not how answers work.

use crate::node::Node;
use crate::outcome_words;
use crate::record::Event;
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
    /// The index of the shown event.
    pub(crate) here: usize,
    /// The current event while an earlier one is shown.
    pub(crate) end: Option<usize>,
    /// Answers that led to a dead end, each with the event before it. The game no longer offers the answer after that
    /// event.
    pub(crate) barred: Vec<(usize, String)>,
    /// What the sides know about the cards before the first event.
    pub(crate) first: Option<Arc<CardKnowledge>>,
}

/// The most memory in bytes for the events of a game: a hundred times that of a long game.
const MAX_SIZE: usize = 256 << 20;

/// How much one undo or redo takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// One typed answer, with the defaults after it.
    Answer,
    /// All answers of one typed line.
    Line,
}

/// Why undo or redo is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoUndoTarget {
    /// There is no event to go to.
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
        let mut events = vec![n];
        while let Some(parent) = self.nodes[events[events.len() - 1]].parent {
            events.push(parent);
        }
        events
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
        self.size += node.size_after(parent.map(|p| &self.nodes[p]));
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].next = Some(self.here); // The events before the parent already lead to it.
        }
    }

    /// Returns the number of events and their size, for [`Timeline::truncate`].
    pub(crate) fn length(&self) -> (usize, usize) {
        (self.nodes.len(), self.size)
    }

    /// Removes the events that were added after a call of [`Timeline::length`]. Takes the result of that call.
    pub(crate) fn truncate(&mut self, (nodes, size): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.size = size;
        for node in &mut self.nodes {
            node.next = node.next.filter(|next| *next < nodes);
        }
    }

    /// Returns the error for the player if the events take more than the memory limit.
    pub(crate) fn full_error(&self) -> Option<String> {
        let max_mib = MAX_SIZE >> 20;
        (self.size > MAX_SIZE).then(|| {
            let events = self.nodes.len();
            format!("the {events} events of this game take more than {max_mib} MiB: `save` the position, and `load` it in a new game")
        })
    }

    /// The rows barred at the shown event.
    pub(crate) fn barred_rows(&self) -> Vec<&str> {
        self.barred.iter().filter(|(n, _)| *n == self.here).map(|(_, row)| row.as_str()).collect()
    }

    /// Finds the target of undo: the event before the last typed answer, or before the first answer of the last typed
    /// line. If undo may not cross a barrier within the line, the target is the event of that barrier. `may_cross`
    /// tells whether undo may cross a barrier.
    pub(crate) fn undo_target(&self, unit: Unit, may_cross: impl Fn(&Node) -> bool) -> Result<usize, NoUndoTarget> {
        let mut answer = self.last_typed_answer(self.here, &may_cross)?;
        let parent = |n: usize| self.nodes[n].parent.unwrap_or(n);
        while unit == Unit::Line && self.nodes[answer].continues_line {
            let Ok(earlier) = self.last_typed_answer(parent(answer), &may_cross) else { break };
            answer = earlier;
        }
        Ok(parent(answer))
    }

    /// Finds the last typed answer up to the event `n`, behind later defaults and reloads.
    fn last_typed_answer(&self, mut n: usize, may_cross: impl Fn(&Node) -> bool) -> Result<usize, NoUndoTarget> {
        loop {
            let node = &self.nodes[n];
            let Some(parent) = node.parent else { return Err(NoUndoTarget::Nothing) };
            if node.barrier && !may_cross(node) {
                // Name the typed answer, not the defaults after it.
                let typed = self.ancestors(n).into_iter().find(|n| !self.nodes[*n].automatic).unwrap_or(n);
                return Err(NoUndoTarget::Barrier(typed));
            }
            if matches!(node.event, Some(Event::Content { .. })) && !node.reloaded {
                return Err(NoUndoTarget::Loaded(parent));
            }
            if !node.automatic && !node.reloaded {
                return Ok(n);
            }
            n = parent;
        }
    }

    /// Finds the target of redo: the next answer or typed line on the branch that was shown last, with its defaults and
    /// reloads.
    pub(crate) fn redo_target(&self, unit: Unit) -> Result<usize, NoUndoTarget> {
        let next = |n: usize| self.nodes[n].next;
        let mut target = next(self.here).ok_or(NoUndoTarget::Nothing)?;
        let belongs = |node: &Node| node.automatic || node.reloaded || unit == Unit::Line && node.continues_line;
        while let Some(following) = next(target).filter(|n| belongs(&self.nodes[*n])) {
            target = following;
        }
        Ok(target)
    }

    /// Whether the game can go to an event without crossing a barrier that it may not cross. `may_cross` tells which
    /// barriers it may cross.
    pub(crate) fn crosses_no_barrier(&self, to: usize, may_cross: impl Fn(&Node) -> bool) -> bool {
        let target_path = self.ancestors(to);
        self.path()
            .iter()
            .filter(|n| !target_path.contains(n))
            .all(|n| !self.nodes[*n].barrier || may_cross(&self.nodes[*n]))
    }

    /// Makes redo lead to this event.
    pub(crate) fn mark_path(&mut self, n: usize) {
        for event in self.ancestors(n) {
            if let Some(parent) = self.nodes[event].parent {
                self.nodes[parent].next = Some(event);
            }
        }
    }

    /// Computes the unused forced outcomes after the game goes to another event. The outcomes that undone answers used
    /// become available again, and redone answers use theirs up. All outcomes are converted to the current board.
    pub(crate) fn forced_outcomes_at(&self, board: &Board, to: usize, unused: &[ForcedOutcome]) -> Vec<ForcedOutcome> {
        let (path, target_path) = (self.path(), self.ancestors(to));
        let given = |n: &usize| -> Vec<ForcedOutcome> {
            match &self.nodes[*n].event {
                Some(Event::Answer { given, .. } | Event::Standing { given, .. }) => {
                    given.iter().filter_map(|word| outcome_words::parse(board, word).ok()).collect()
                }
                _ => Vec::new(),
            }
        };
        let undone = path.iter().filter(|n| !target_path.contains(n));
        let mut forced: Vec<ForcedOutcome> = undone.flat_map(given).collect();
        forced.extend(unused.iter().cloned());
        for used in target_path.iter().rev().filter(|n| !path.contains(n)).flat_map(given) {
            if let Some(index) = forced.iter().position(|outcome| *outcome == used) {
                forced.remove(index);
            }
        }
        forced
    }
}
