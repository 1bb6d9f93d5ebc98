//! The replay check: every n-th answer also runs in a freshly loaded VM. It detects rules that depend on more than
//! the position, during real games and not only with `fuzz --double-run`.

use super::Table;
use crate::game::{Game, Outcome};
use cardwright_script::ManualChance;
use cardwright_state::Position;
use cardwright_state::hash::full_hash;

/// The message for a difference.
const DIFFERS: &str = "the last answer, played once more by scripts loaded anew, leads elsewhere: a script keeps something that is no \
     part of the position, and this game may not come out the same when it is resumed; `fuzz --double-run` looks for it";

/// How often to check, and the problem of the last check.
#[derive(Debug)]
pub(super) struct ReplayCheck {
    every: usize,
    last: Option<&'static str>,
}

impl Table {
    /// Checks every n-th answer from now on; [`Table::take_replay_problem`] returns the result. Loading the scripts
    /// takes longer than an answer.
    pub fn check_replays(&mut self, every: usize) {
        self.replay_check = Some(ReplayCheck { every: every.max(1), last: None });
    }

    /// The problem of the last answer, if it was checked and differed. Returns it once.
    pub fn take_replay_problem(&mut self) -> Option<&'static str> {
        self.replay_check.as_mut()?.last.take()
    }

    /// Runs an answer again, if its turn has come.
    pub(super) fn check_replay(&mut self, row: usize, outcome: &Outcome) {
        if let Some(replay_check) = &mut self.replay_check
            && self.timeline.nodes.len().is_multiple_of(replay_check.every)
            && self.game.manual_chance == ManualChance::default()
            && self.game.has_other_outcome(row, outcome)
        {
            replay_check.last = Some(DIFFERS);
        }
    }
}

impl Game {
    /// Whether a row has another outcome in a fresh VM. The game itself does not change.
    fn has_other_outcome(&self, row: usize, outcome: &Outcome) -> bool {
        let (Ok(mut anew), Some(row)) = (self.program.vm(), self.state.offered.get(row)) else { return false };
        anew.set_position(&self.state.position);
        let led = anew.run().and_then(|_| {
            anew.force(outcome.used_outcomes.iter().cloned());
            anew.answer(*row)
        });
        let hash = |position: &Position| full_hash(&self.program.board, position, "");
        led.is_err() || hash(&anew.position()) != hash(&outcome.position) || anew.choice().rows != self.vm.choice().rows
    }
}
