//! The one way to change the position, compared with the journal while a log is re-run.

use super::{Fault, Host, HostResult};
use cardwright_state::board::Board;
use cardwright_state::{Change, Position};

/// What an effect in force takes of what may be written to lists.
const IN_FORCE_COLUMNS: usize = 4;

impl Host {
    /// Runs `f` on the position and checks the changes it made against the log being re-run.
    pub(crate) fn change<T>(&mut self, f: impl FnOnce(&mut Position, &Board) -> T) -> HostResult<T> {
        self.may_change()?;
        let before = self.pos.journal().len();
        let out = f(&mut self.pos, &self.board);
        self.account(before);
        if let Some(replay) = self.replay()
            && self.supposing == 0
        {
            let made = &self.pos.journal()[before..];
            let same = replay.journal.get(before..before + made.len()).is_some_and(|was| was == made);
            if !same {
                return Err(self.diverged("made another change than before"));
            }
        }
        Ok(out)
    }

    /// Notes which cards went where since this was last done, before the journal is cleared or read.
    pub(crate) fn tell_moves(&mut self) {
        let from = self.witness.told.min(self.pos.journal().len());
        let moves = self.pos.journal()[from..].iter().filter_map(|change| match change {
            Change::Card { card, new, .. } => Some((*card, *new)),
            _ => None,
        });
        self.witness.moves.extend(moves);
        self.witness.told = self.pos.journal().len();
    }

    /// Counts the changes since the journal had this length; what was worked out before them is old.
    pub(crate) fn account(&mut self, before: usize) {
        let made = &self.pos.journal()[before..];
        if made.is_empty() {
            return;
        }
        let many = made.len();
        let written = |change: &Change| match change {
            Change::List { new, .. } => new.len(),
            Change::InForce { new, .. } => new.len() * IN_FORCE_COLUMNS,
            _ => 0,
        };
        let bulk: usize = made.iter().map(written).sum();
        self.scratch.bulk += bulk;
        self.counts.bulk += bulk;
        self.counts.changes += many;
        self.forget_shared();
    }

    pub(crate) fn diverged(&mut self, what: &str) -> String {
        let step = self.pos.here().map_or("", |f| self.board.steps[f.step.at()].as_str());
        let message = format!("re-running `{step}` {what}: a rule depends on something outside the position");
        self.fault = Some(Fault::Diverged(message.clone()));
        message
    }
}
