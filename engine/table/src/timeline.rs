//! The tree of events: what led where, what was gone to last, what may be taken back.
//!
//! Knows positions and what was revealed with them, not how an answer is worked out.

use crate::given;
use crate::record::Event;
use crate::table::Node;
use cardwright_script::Forced;
use cardwright_state::Trails;
use cardwright_state::board::Board;
use std::sync::Arc;

/// Every event of a game, branches included, and the one it is at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timeline {
    pub(crate) nodes: Vec<Node>,
    /// About how many bytes they take.
    pub(crate) size: usize,
    pub(crate) here: usize,
    /// Where the game is while an earlier event is looked back at.
    pub(crate) end: Option<usize>,
    /// Answers that led where nobody could answer: not offered at that event any more.
    pub(crate) barred: Vec<(usize, String)>,
    /// What the sides may know of the cards before the first event.
    pub(crate) first: Option<Arc<Trails>>,
}

/// Bytes that the events of one game may take: a hundred times what a long game does.
const MOST: usize = 256 << 20;

/// Why there is no way back, or forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoWay {
    /// There is no event there.
    Nothing,
    /// This event revealed something.
    Barrier(usize),
    /// A position was loaded there, after this event.
    Loaded(usize),
}

impl Timeline {
    /// The event the game is at.
    pub(crate) fn node(&self) -> &Node {
        &self.nodes[self.here]
    }

    /// An event and those before it, back to the start.
    pub(crate) fn ancestors(&self, n: usize) -> Vec<usize> {
        let mut out = vec![n];
        while let Some(parent) = self.nodes[out[out.len() - 1]].parent {
            out.push(parent);
        }
        out
    }

    /// The events from the start to here.
    pub(crate) fn path(&self) -> Vec<usize> {
        let mut path = self.ancestors(self.here);
        path.reverse();
        path
    }

    /// Adds an event after the one the game is at, and goes there.
    pub(crate) fn add(&mut self, node: Node) {
        let parent = node.parent;
        self.here = self.nodes.len();
        self.size += node.takes(parent.map(|p| &self.nodes[p]));
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].next = Some(self.here); // All before is the way already.
        }
    }

    /// How many events there are, and what they take: for [`Timeline::truncate`].
    pub(crate) fn length(&self) -> (usize, usize) {
        (self.nodes.len(), self.size)
    }

    /// Forgets the events that have come since it was so long.
    pub(crate) fn truncate(&mut self, (nodes, size): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.size = size;
        for node in &mut self.nodes {
            node.next = node.next.filter(|next| *next < nodes);
        }
    }

    /// Why no further event is kept: the game would grow until no memory is left.
    pub(crate) fn is_full(&self) -> Option<String> {
        let most = MOST >> 20;
        (self.size > MOST).then(|| {
            let events = self.nodes.len();
            format!("the {events} events of this game take more than {most} MiB: `save` the position, and `load` it in a new game")
        })
    }

    /// The answers barred where the game is.
    pub(crate) fn barred_here(&self) -> Vec<&str> {
        self.barred.iter().filter(|(n, _)| *n == self.here).map(|(_, row)| row.as_str()).collect()
    }

    /// Where undo leads: before the last answer, and the defaults taken after it. That the rules were reloaded since is nothing to
    /// take back: the game goes on with them. `crosses`: whether an event is no barrier here, though it revealed something.
    pub(crate) fn before(&self, crosses: impl Fn(&Node) -> bool) -> Result<usize, NoWay> {
        let mut n = self.here;
        loop {
            let node = &self.nodes[n];
            let Some(parent) = node.parent else { return Err(NoWay::Nothing) };
            if node.barrier && !crosses(node) {
                // What was typed, not the default that was taken after it.
                let typed = self.ancestors(n).into_iter().find(|n| !self.nodes[*n].automatic).unwrap_or(n);
                return Err(NoWay::Barrier(typed));
            }
            if matches!(node.event, Some(Event::Content { .. })) && !node.reloaded {
                return Err(NoWay::Loaded(parent));
            }
            if !node.automatic && !node.reloaded {
                return Ok(parent);
            }
            n = parent;
        }
    }

    /// Where redo leads: forward along the branch gone to last.
    pub(crate) fn after(&self) -> Result<usize, NoWay> {
        let next = |at: usize| self.nodes[at].next;
        let mut n = next(self.here).ok_or(NoWay::Nothing)?;
        let is_no_answer = |node: &Node| node.automatic || node.reloaded;
        while let Some(further) = next(n).filter(|f| is_no_answer(&self.nodes[*f])) {
            n = further;
        }
        Ok(n)
    }

    /// Whether going to an event takes back nothing that was revealed, but what may be crossed.
    pub(crate) fn is_fair(&self, to: usize, crosses: impl Fn(&Node) -> bool) -> bool {
        let target = self.ancestors(to);
        self.path().iter().filter(|p| !target.contains(p)).all(|p| !self.nodes[*p].barrier || crosses(&self.nodes[*p]))
    }

    /// Notes, for redo, that the way taken last leads to this event.
    pub(crate) fn tread(&mut self, n: usize) {
        for at in self.ancestors(n) {
            if let Some(parent) = self.nodes[at].parent {
                self.nodes[parent].next = Some(at);
            }
        }
    }

    /// Outcomes given by hand as they wait at another event: those of what is taken back wait again, those of what is gone
    /// forward to are used. All as the board in force has them.
    pub(crate) fn waiting_at(&self, board: &Board, to: usize, waiting: &[Forced]) -> Vec<Forced> {
        let (from, to) = (self.path(), self.ancestors(to));
        let given = |n: &usize| -> Vec<Forced> {
            match &self.nodes[*n].event {
                Some(Event::Answer { given, .. } | Event::Standing { given, .. }) => {
                    given.iter().filter_map(|word| given::read(board, word).ok()).collect()
                }
                _ => Vec::new(),
            }
        };
        let mut forced: Vec<Forced> = from.iter().filter(|n| !to.contains(n)).flat_map(given).collect();
        forced.extend(waiting.iter().cloned());
        for used in to.iter().rev().filter(|n| !from.contains(n)).flat_map(given) {
            if let Some(at) = forced.iter().position(|f| *f == used) {
                forced.remove(at);
            }
        }
        forced
    }
}
