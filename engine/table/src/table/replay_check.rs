//! The replay check: every n-th answer also runs in a freshly loaded VM. During a game it detects scripts that depend
//! on more than the position, as `fuzz --double-run` does in random games.

use super::Table;
use crate::game::{Game, Outcome};
use cardwright_script::ManualChance;
use cardwright_state::Position;
use cardwright_state::hash::full_hash;

/// The message for a difference.
const MESSAGE: &str = "the last answer has another result in freshly loaded scripts: a script depends on more than the \
     position, and this game may not resume correctly; `fuzz --double-run` finds the cause";

/// How often to check, and the problem of the last check.
#[derive(Debug)]
pub(super) struct ReplayCheck {
    /// The number of events from one check to the next.
    interval: usize,
    last_problem: Option<&'static str>,
}

impl Table {
    /// Checks every n-th answer from now on. [`Table::take_replay_problem`] returns the result. A check takes longer
    /// than the answer, because it loads the scripts.
    pub fn check_replays(&mut self, interval: usize) {
        self.replay_check = Some(ReplayCheck { interval: interval.max(1), last_problem: None });
    }

    /// Takes the problem of the last answer, if the check found a difference.
    pub fn take_replay_problem(&mut self) -> Option<&'static str> {
        self.replay_check.as_mut()?.last_problem.take()
    }

    /// Runs an answer again, if it is an n-th answer.
    pub(super) fn check_replay(&mut self, row: usize, outcome: &Outcome) {
        if let Some(replay_check) = &mut self.replay_check
            && self.timeline.nodes.len().is_multiple_of(replay_check.interval)
            && self.game.manual_chance == ManualChance::default()
            && self.game.has_other_outcome(row, outcome)
        {
            replay_check.last_problem = Some(MESSAGE);
        }
    }
}

impl Game {
    /// Whether a row has another outcome in a fresh VM. The game itself does not change.
    fn has_other_outcome(&self, row: usize, outcome: &Outcome) -> bool {
        let (Ok(mut fresh), Some(row)) = (self.program.vm(), self.state.offered.get(row)) else { return false };
        fresh.set_position(&self.state.position);
        let result = fresh.run().and_then(|_| {
            fresh.force(outcome.used_outcomes.iter().cloned());
            fresh.answer(*row)
        });
        let hash = |position: &Position| full_hash(&self.program.board, position, "");
        result.is_err()
            || hash(&fresh.position()) != hash(&outcome.position)
            || fresh.choice().rows != self.vm.choice().rows
    }
}
