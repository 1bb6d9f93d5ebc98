//! Read-only calls of scripts while a choice is pending: the host restores its state afterwards.

use super::{Host, StopCause};
use cardwright_state::position::Row;

/// The state of the host before a read-only call.
pub(crate) struct SavedState {
    rows: usize,
    default_row: Option<Row>,
    calls: (u64, u64),
    asking: (u32, u32),
    journal: usize,
    fault: Option<StopCause>,
}

impl Host {
    /// Starts a read-only call. It has its own count of host calls.
    pub(crate) fn begin_read_only(&mut self) -> SavedState {
        let before = SavedState {
            rows: self.rows.len(),
            default_row: self.default_row,
            calls: (self.counts.calls, self.counts.calls_at_answer),
            asking: (self.read_only_depth, self.suppose_depth),
            journal: self.pos.journal().len(),
            fault: self.stop_cause.take(),
        };
        self.read_only_depth += 1;
        self.counts.calls_at_answer = self.counts.calls;
        before
    }

    /// Ends a read-only call: restores the host, and returns the cause if the script was stopped. Sets that the script
    /// made stay, for its result: see [`Host::drop_scratch_to`].
    pub(crate) fn end_read_only(&mut self, before: SavedState) -> Option<StopCause> {
        self.rows.truncate(before.rows);
        self.default_row = before.default_row;
        (self.counts.calls, self.counts.calls_at_answer) = before.calls;
        (self.read_only_depth, self.suppose_depth) = before.asking;
        if self.pos.journal().len() > before.journal {
            let board = self.board.clone();
            self.pos.undo_to(&board, before.journal); // The changes of a `suppose` that failed.
            self.forget_shared();
        }
        std::mem::replace(&mut self.stop_cause, before.fault)
    }

    /// The numbers of sets, members of lists, filters and relations.
    pub(crate) fn scratch(&self) -> [usize; 4] {
        let it = &self.scratch;
        [it.sets.len(), it.lists.len(), it.pairs.len(), it.relations.len()]
    }
    /// Drops all sets, members, filters and relations beyond these numbers.
    pub(crate) fn drop_scratch_to(&mut self, [sets, lists, pairs, relations]: [usize; 4]) {
        self.scratch.sets.truncate(sets);
        self.scratch.lists.truncate(lists);
        self.scratch.pairs.truncate(pairs);
        self.scratch.relations.truncate(relations);
        self.forget_shared();
    }
}
