//! Read-only calls of scripts while a choice is pending. The host restores its state after each call.

use super::{Depths, Host, StopCause};
use cardwright_state::position::Row;

/// The state of the host before a read-only call.
pub(crate) struct SavedState {
    row_count: usize,
    default_row: Option<Row>,

    /// `Counts::calls` and `Counts::calls_at_answer`.
    calls: (u64, u64),
    depths: Depths,
    journal_length: usize,
    stop_cause: Option<StopCause>,
}

impl Host {
    /// Starts a read-only call, with its own count of host calls. Returns the state to restore.
    pub(crate) fn begin_read_only(&mut self) -> SavedState {
        let before = SavedState {
            row_count: self.choice.rows.len(),
            default_row: self.choice.default_row,
            calls: (self.limits.counts.calls, self.limits.counts.calls_at_answer),
            depths: self.depths,
            journal_length: self.pos.journal().len(),
            stop_cause: self.limits.stop_cause.take(),
        };
        self.depths.read_only += 1;
        self.limits.counts.calls_at_answer = self.limits.counts.calls;
        before
    }

    /// Ends a read-only call and restores the host. Returns why the script was stopped, if it was stopped. Keeps the
    /// sets that the script made, because its result may contain them: see [`Host::drop_scratch_to`].
    pub(crate) fn end_read_only(&mut self, before: SavedState) -> Option<StopCause> {
        self.choice.rows.truncate(before.row_count);
        self.choice.default_row = before.default_row;
        (self.limits.counts.calls, self.limits.counts.calls_at_answer) = before.calls;
        self.depths = before.depths;
        if self.pos.journal().len() > before.journal_length {
            let board = self.board.clone();
            self.pos.undo_to(&board, before.journal_length); // Take back the changes of a failed `suppose`.
            self.forget_shared();
        }
        std::mem::replace(&mut self.limits.stop_cause, before.stop_cause)
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
