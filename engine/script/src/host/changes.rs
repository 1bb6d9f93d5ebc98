//! The only way to change the position. During a replay, the host compares each change with the journal.

use super::{Host, HostError, HostResult, StopCause};
use cardwright_state::board::Board;
use cardwright_state::{Change, Position};

/// How many list values one active effect counts as, for the limit on values written to lists.
const EFFECT_VALUES: usize = 4;

impl Host {
    /// Changes the position with `make_changes`. During a replay, compares the changes with the journal.
    pub(crate) fn change<T>(&mut self, make_changes: impl FnOnce(&mut Position, &Board) -> T) -> HostResult<T> {
        self.check_may_change()?;
        let length_before = self.pos.journal().len();
        let result = make_changes(&mut self.pos, &self.board);
        self.count_changes(length_before);
        if let Some(replay) = self.replay()
            && self.depths.suppose == 0
        {
            let new_changes = &self.pos.journal()[length_before..];
            let is_same = replay
                .journal
                .get(length_before..length_before + new_changes.len())
                .is_some_and(|replayed| replayed == new_changes);
            if !is_same {
                return Err(self.diverged("made another change than before"));
            }
        }
        Ok(result)
    }

    /// Gives the recorder the card moves that the journal has gained since the last call. Call this function before the
    /// journal is cleared.
    pub(crate) fn read_card_moves(&mut self) {
        let from = self.recorder.journal_read.min(self.pos.journal().len());
        let moves = self.pos.journal()[from..].iter().filter_map(|change| match change {
            Change::Card { card, new, .. } => Some((*card, *new)),
            _ => None,
        });
        self.recorder.card_moves.extend(moves);
        self.recorder.journal_read = self.pos.journal().len();
    }

    /// Counts the changes since the journal had the length `length_before`, for the limits. If there are new
    /// changes, empties the cache of shared values.
    pub(crate) fn count_changes(&mut self, length_before: usize) {
        let new_changes = &self.pos.journal()[length_before..];
        if new_changes.is_empty() {
            return;
        }
        let count = new_changes.len();
        let written_values = |change: &Change| match change {
            Change::List { new, .. } => new.len(),
            Change::Row { old, new, .. } => old.len().max(new.len()),
            Change::ActiveEffects { new, .. } => new.len() * EFFECT_VALUES,
            _ => 0,
        };
        let value_count: usize = new_changes.iter().map(written_values).sum();
        self.scratch.list_values += value_count;
        self.limits.counts.list_values += value_count;
        self.limits.counts.changes += count;
        self.forget_shared();
    }

    /// Stops the script because a replay differs from the stored inputs or the journal, and returns the error.
    /// `difference` completes the sentence "re-running a step …".
    pub(crate) fn diverged(&mut self, difference: &str) -> HostError {
        let step = self.pos.innermost_step().map_or("", |frame| self.board.labels[frame.step].as_str());
        let message = format!("re-running `{step}` {difference}: a rule depends on something outside the position");
        self.stop(StopCause::Diverged(message))
    }
}
