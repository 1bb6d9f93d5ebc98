//! Read-only calls of scripts while a choice is pending. The host restores its state after each call.

use super::{Host, StopCause};
use cardwright_state::position::Row;

/// The state of the host before a read-only call.
pub(crate) struct SavedState {
    row_count: usize,
    default_row: Option<Row>,

    /// `Counts::calls` and `Counts::calls_at_answer`.
    calls: (u64, u64),
    /// `Host::read_only_depth` and `Host::suppose_depth`.
    depths: (u32, u32),
    journal_length: usize,
    stop_cause: Option<StopCause>,
}

impl Host {
    /// Starts a read-only call, with its own count of host calls. Returns the state to restore.
    pub(crate) fn begin_read_only(&mut self) -> SavedState {
        let before = SavedState {
            row_count: self.rows.len(),
            default_row: self.default_row,
            calls: (self.counts.calls, self.counts.calls_at_answer),
            depths: (self.read_only_depth, self.suppose_depth),
            journal_length: self.pos.journal().len(),
            stop_cause: self.stop_cause.take(),
        };
        self.read_only_depth += 1;
        self.counts.calls_at_answer = self.counts.calls;
        before
    }

    /// Ends a read-only call and restores the host. Returns why the script was stopped, if it was stopped. Keeps the
    /// sets that the script made, because its result may contain them: see [`Host::drop_scratch_to`].
    pub(crate) fn end_read_only(&mut self, before: SavedState) -> Option<StopCause> {
        self.rows.truncate(before.row_count);
        self.default_row = before.default_row;
        (self.counts.calls, self.counts.calls_at_answer) = before.calls;
        (self.read_only_depth, self.suppose_depth) = before.depths;
        if self.pos.journal().len() > before.journal_length {
            let board = self.board.clone();
            self.pos.undo_to(&board, before.journal_length); // Take back the changes of a failed `suppose`.
            self.forget_shared();
        }
        std::mem::replace(&mut self.stop_cause, before.stop_cause)
    }

    /// Returns how many sets, members of lists, combined filters and relations there are.
    pub(crate) fn scratch(&self) -> [usize; 4] {
        let scratch = &self.scratch;
        [scratch.sets.len(), scratch.lists.len(), scratch.pairs.len(), scratch.relations.len()]
    }
    /// Keeps this many sets, members of lists, combined filters and relations, and drops the later ones.
    pub(crate) fn drop_scratch_to(&mut self, [sets, lists, pairs, relations]: [usize; 4]) {
        self.scratch.sets.truncate(sets);
        self.scratch.lists.truncate(lists);
        self.scratch.pairs.truncate(pairs);
        self.scratch.relations.truncate(relations);
        self.forget_shared();
    }
}
