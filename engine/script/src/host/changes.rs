//! The only way to change the position. During a replay, it compares each change with the journal.

use super::{Host, HostResult, StopCause};
use cardwright_state::board::Board;
use cardwright_state::{Change, Position};

/// The number of list values that one active effect counts as, for the limit on written values.
const EFFECT_VALUES: usize = 4;

impl Host {
    /// Calls `f` with the position. During a replay, checks its changes against the journal.
    pub(crate) fn change<T>(&mut self, f: impl FnOnce(&mut Position, &Board) -> T) -> HostResult<T> {
        self.check_may_change()?;
        let before = self.pos.journal().len();
        let out = f(&mut self.pos, &self.board);
        self.count_changes(before);
        if let Some(replay) = self.replay()
            && self.suppose_depth == 0
        {
            let made = &self.pos.journal()[before..];
            let same = replay.journal.get(before..before + made.len()).is_some_and(|was| was == made);
            if !same {
                return Err(self.diverged("made another change than before"));
            }
        }
        Ok(out)
    }

    /// Adds the card moves in the journal since the last call to the recorder. Call it before the journal is cleared.
    pub(crate) fn read_card_moves(&mut self) {
        let from = self.recorder.journal_read.min(self.pos.journal().len());
        let moves = self.pos.journal()[from..].iter().filter_map(|change| match change {
            Change::Card { card, new, .. } => Some((*card, *new)),
            _ => None,
        });
        self.recorder.card_moves.extend(moves);
        self.recorder.journal_read = self.pos.journal().len();
    }

    /// Counts the changes since the journal had this length, for the limits. If there are any, empties the cache of
    /// shared values.
    pub(crate) fn count_changes(&mut self, before: usize) {
        let made = &self.pos.journal()[before..];
        if made.is_empty() {
            return;
        }
        let count = made.len();
        let written = |change: &Change| match change {
            Change::List { new, .. } => new.len(),
            Change::ActiveEffects { new, .. } => new.len() * EFFECT_VALUES,
            _ => 0,
        };
        let bulk: usize = made.iter().map(written).sum();
        self.scratch.bulk += bulk;
        self.counts.bulk += bulk;
        self.counts.changes += count;
        self.forget_shared();
    }

    pub(crate) fn diverged(&mut self, what: &str) -> String {
        let step = self.pos.innermost_step().map_or("", |f| self.board.steps[f.step.at()].as_str());
        let message = format!("re-running `{step}` {what}: a rule depends on something outside the position");
        self.stop_cause = Some(StopCause::Diverged(message.clone()));
        message
    }
}
