//! The log of the open steps being re-run.

use super::{Host, HostResult};
use cardwright_state::Change;
use cardwright_state::position::{Entry, Frame};

/// A log being re-run.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    pub(crate) stack: Vec<Frame>,
    pub(crate) journal: Vec<Change>,
    /// After a reload: each logged answer must still be among the rows.
    pub(crate) checks: bool,
}

/// What the scripts run for.
#[derive(Debug)]
pub(crate) enum Running {
    /// They load: there is no position yet, and nothing is asked.
    Loading,
    /// The open steps go on.
    Live,
    /// The open steps are re-run from their logs, until these end.
    Rerun(Replay),
    /// A standing action is played beside the pending choice, outside the stack.
    Beside,
}

impl Host {
    /// Whether scripts load.
    #[inline]
    pub(crate) fn is_loading(&self) -> bool {
        matches!(self.running, Running::Loading)
    }
    /// The log that is being re-run.
    #[inline]
    pub(crate) fn replay(&self) -> Option<&Replay> {
        match &self.running {
            Running::Rerun(replay) => Some(replay),
            _ => None,
        }
    }
    /// Whether a log is being re-run: then nothing is new.
    #[inline]
    pub(crate) fn is_rerun(&self) -> bool {
        matches!(self.running, Running::Rerun(_))
    }

    /// The next logged entry of the innermost open step, if a log is being re-run; applies changes
    /// that came from outside on the way. Ends the re-run where the log ends.
    pub(crate) fn logged(&mut self) -> HostResult<Option<Entry>> {
        self.logged_outside()?;
        let Some(replay) = self.replay() else { return Ok(None) };
        let depth = self.pos.open_steps().len() - 1;
        let at = self.pos.open_steps()[depth].log.len();
        match replay.stack[depth].log.get(at) {
            Some(entry) => {
                let entry = entry.clone();
                if let Entry::Answer(_) = entry {
                    // The limits are of one answer, as when it was given.
                    self.counts.answered();
                    if let Some(rewind) = &self.rewind {
                        rewind.now();
                    }
                }
                self.pos.tell(entry.clone());
                Ok(Some(entry))
            }
            None if depth + 1 == replay.stack.len() && self.pos.journal().len() == replay.journal.len() => {
                self.running = Running::Live;
                Ok(None)
            }
            None => Err(self.diverged("came to another place than before")),
        }
    }

    /// Re-applies changes from outside that come next in the log: they were there before the choice
    /// was answered, so rows to check the answer against need them too.
    pub(crate) fn logged_outside(&mut self) -> HostResult<()> {
        loop {
            let Some(replay) = self.replay() else { return Ok(()) };
            let depth = self.pos.open_steps().len() - 1;
            let at = self.pos.open_steps()[depth].log.len();
            let Some(Entry::Outside { changes }) = replay.stack[depth].log.get(at) else { return Ok(()) };
            let changes = *changes;
            self.pos.tell(Entry::Outside { changes });
            self.reapply(changes as usize)?;
        }
    }

    /// Applies the next `n` changes of the journal being re-run.
    pub(crate) fn reapply(&mut self, n: usize) -> HostResult<()> {
        let from = self.pos.journal().len();
        let changes = match self.replay() {
            Some(replay) => replay.journal.get(from..from + n).map(<[Change]>::to_vec),
            None => None,
        };
        let Some(changes) = changes else { return Err(self.diverged("lost its changes")) };
        for change in changes {
            self.pos.apply(&self.board, change);
        }
        self.account(from);
        Ok(())
    }

    pub(crate) fn log(&mut self, entry: Entry) {
        self.pos.tell(entry);
    }
}
