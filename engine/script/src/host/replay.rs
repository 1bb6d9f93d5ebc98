//! Replays the open steps, to bring the coroutine of the scripts back to where it was. Each open step stores the inputs
//! that it has received: answers, outcomes of chance, results of called steps, and changes from outside the scripts. In
//! a replay, the step gets the stored inputs again.

use super::{Host, HostResult, Replay, Running};
use cardwright_state::Change;
use cardwright_state::position::StepInput;

impl Host {
    /// Whether the scripts load.
    #[inline]
    pub(crate) fn is_loading(&self) -> bool {
        matches!(self.running, Running::Loading)
    }
    /// The current replay, if a replay runs.
    #[inline]
    pub(crate) fn replay(&self) -> Option<&Replay> {
        match &self.running {
            Running::Replaying(replay) => Some(replay),
            _ => None,
        }
    }
    /// Whether a replay runs.
    #[inline]
    pub(crate) fn is_replaying(&self) -> bool {
        matches!(self.running, Running::Replaying(_))
    }

    /// Returns the next stored input of the innermost open step during a replay, and `None` otherwise. First applies
    /// the stored changes from outside that come before this input. If no stored input is left, ends the replay and
    /// returns `None`.
    pub(crate) fn next_logged_input(&mut self) -> HostResult<Option<StepInput>> {
        self.replay_outside_changes()?;
        let Some(replay) = self.replay() else { return Ok(None) };
        let depth = self.pos.open_steps().len() - 1;
        let log_length = self.pos.open_steps()[depth].log.len();
        match replay.stack[depth].log.get(log_length) {
            Some(entry) => {
                let entry = entry.clone();
                if let StepInput::Answer(_) = entry {
                    // The limits count from the last answer, as they did originally.
                    self.limits.counts.answered();
                    if let Some(clock_reset) = &self.limits.clock_reset {
                        clock_reset();
                    }
                }
                self.pos.log_input(entry.clone());
                Ok(Some(entry))
            }
            None if depth + 1 == replay.stack.len() && self.pos.journal().len() == replay.journal.len() => {
                self.running = Running::Live;
                Ok(None)
            }
            None => Err(self.diverged("reached another place than before")),
        }
    }

    /// During a replay, applies the changes from outside the scripts, for instance by `adjust`, if they are the next
    /// stored input. The rows for the next answer depend on these changes.
    pub(crate) fn replay_outside_changes(&mut self) -> HostResult<()> {
        loop {
            let Some(replay) = self.replay() else { return Ok(()) };
            let depth = self.pos.open_steps().len() - 1;
            let log_length = self.pos.open_steps()[depth].log.len();
            let Some(input @ StepInput::Outside { changes, .. }) = replay.stack[depth].log.get(log_length) else {
                return Ok(());
            };
            let (input, changes) = (input.clone(), *changes as usize);
            self.pos.log_input(input);
            self.reapply_changes(changes)?;
        }
    }

    /// During a replay, applies the next `count` changes of the replayed journal.
    pub(crate) fn reapply_changes(&mut self, count: usize) -> HostResult<()> {
        let length_before = self.pos.journal().len();
        let changes = match self.replay() {
            Some(replay) => replay.journal.get(length_before..length_before + count).map(<[Change]>::to_vec),
            None => None,
        };
        let Some(changes) = changes else { return Err(self.diverged("lost its changes")) };
        for change in changes {
            self.pos.apply(&self.board, change);
        }
        self.count_changes(length_before);
        Ok(())
    }

    /// Stores an input of the innermost open step.
    pub(crate) fn log(&mut self, entry: StepInput) {
        self.pos.log_input(entry);
    }
}
