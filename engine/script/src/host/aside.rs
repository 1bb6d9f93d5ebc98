//! Asking beside the pending choice: what was asked leaves nothing behind.

use super::{Fault, Host};
use cardwright_state::position::Row;

/// What the host was like before something was asked beside the choice.
pub(crate) struct Before {
    rows: usize,
    default_row: Option<Row>,
    calls: (u64, u64),
    asking: (u32, u32),
    journal: usize,
    fault: Option<Fault>,
}

impl Host {
    /// From here on a script is only asked, on its own count of calls.
    pub(crate) fn step_aside(&mut self) -> Before {
        let before = Before {
            rows: self.rows.len(),
            default_row: self.default_row,
            calls: (self.counts.calls, self.counts.calls_at_answer),
            asking: (self.probing, self.supposing),
            journal: self.pos.journal().len(),
            fault: self.fault.take(),
        };
        self.probing += 1;
        self.counts.calls_at_answer = self.counts.calls;
        before
    }

    /// Back to the pending choice; what stopped the script meanwhile, if anything did. Sets made aside stay, to be read: see
    /// [`Host::drop_scratch_to`].
    pub(crate) fn step_back(&mut self, before: Before) -> Option<Fault> {
        self.rows.truncate(before.rows);
        self.default_row = before.default_row;
        (self.counts.calls, self.counts.calls_at_answer) = before.calls;
        (self.probing, self.supposing) = before.asking;
        if self.pos.journal().len() > before.journal {
            let board = self.board.clone();
            self.pos.take_back(&board, before.journal); // A `suppose` that failed half-way.
            self.forget_shared();
        }
        std::mem::replace(&mut self.fault, before.fault)
    }

    /// How many sets, members of lists, filters and relations there are.
    pub(crate) fn scratch(&self) -> [usize; 4] {
        let it = &self.scratch;
        [it.sets.len(), it.lists.len(), it.pairs.len(), it.relations.len()]
    }
    /// Drops those made since.
    pub(crate) fn drop_scratch_to(&mut self, [sets, lists, pairs, relations]: [usize; 4]) {
        self.scratch.sets.truncate(sets);
        self.scratch.lists.truncate(lists);
        self.scratch.pairs.truncate(pairs);
        self.scratch.relations.truncate(relations);
        self.forget_shared();
    }
}
