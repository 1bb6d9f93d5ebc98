//! An answer in so many is played once more by scripts loaded anew: what hangs on more than the position is noticed at the table
//! too, not only by `fuzz --double-run`.

use super::Table;
use crate::game::{Game, Outcome};
use cardwright_script::Asks;
use cardwright_state::Position;
use cardwright_state::hash::full_hash;

/// What is said where the two differ.
const DIFFERS: &str = "the last answer, played once more by scripts loaded anew, leads elsewhere: a script keeps something that is no \
     part of the position, and this game may not come out the same when it is resumed; `fuzz --double-run` looks for it";

/// Which answers are played twice, and what is wrong with the last of them.
#[derive(Debug)]
pub(super) struct Doubts {
    every: usize,
    last: Option<&'static str>,
}

impl Table {
    /// From now on every n-th answer is played twice, and [`Table::take_doubt`] tells where that leads elsewhere. Loading scripts
    /// anew takes longer than an answer.
    pub fn play_twice(&mut self, every: usize) {
        self.doubts = Some(Doubts { every: every.max(1), last: None });
    }

    /// What is wrong with the last answer, if it was played twice and led elsewhere; told once.
    pub fn take_doubt(&mut self) -> Option<&'static str> {
        self.doubts.as_mut()?.last.take()
    }

    /// Plays a row that was answered here once more, if it is its turn.
    pub(super) fn twice(&mut self, row: usize, outcome: &Outcome) {
        if let Some(doubts) = &mut self.doubts
            && self.timeline.nodes.len().is_multiple_of(doubts.every)
            && self.game.asks == Asks::default()
            && self.game.comes_out_otherwise(row, outcome)
        {
            doubts.last = Some(DIFFERS);
        }
    }
}

impl Game {
    /// Whether a row that led to an outcome leads elsewhere with scripts loaded anew. The game itself stays as it is.
    fn comes_out_otherwise(&self, row: usize, outcome: &Outcome) -> bool {
        let (Ok(mut anew), Some(row)) = (self.program.vm(), self.now.offered.get(row)) else { return false };
        anew.set(&self.now.position);
        let led = anew.run().and_then(|_| {
            anew.force(outcome.consumed.iter().cloned());
            anew.answer(*row)
        });
        let hash = |position: &Position| full_hash(&self.program.board, position, "");
        led.is_err() || hash(&anew.position()) != hash(&outcome.position) || anew.choice().rows != self.vm.choice().rows
    }
}
