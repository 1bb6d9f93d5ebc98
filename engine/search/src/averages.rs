//! What answers were worth on average, wherever they were given in the searches for a side (move-average sampling, MAST).

use cardwright_state::SideId;
use cardwright_state::position::Row;
use std::collections::HashMap;

/// For how many answers an average of earlier searches counts at most, so that it follows the game.
const REMEMBERED: f64 = 5.0;

/// Answers with the same side, action and first column share an average.
type Key = (SideId, i64, i64);

fn key(side: SideId, row: &Row) -> Key {
    let column = |n: usize| row.columns().get(n).map_or(i64::MIN, |value| value.0);
    (side, column(0), column(1))
}

/// The average worth of answers.
#[derive(Debug, Default)]
pub(crate) struct Averages(HashMap<Key, (f64, f64)>);

impl Averages {
    /// Counts an answer of a side with its worth.
    pub(crate) fn add(&mut self, side: SideId, row: &Row, worth: f64) {
        let (average, count) = self.0.entry(key(side, row)).or_default();
        *count += 1.0;
        *average += (worth - *average) / *count;
    }
    /// Before a new search: what earlier searches found counts less.
    pub(crate) fn fade(&mut self) {
        self.0.values_mut().for_each(|(_, count)| *count = count.min(REMEMBERED));
    }
    /// The average worth of an answer. An answer that was never given counts as won, so that it is tried.
    pub(crate) fn of(&self, side: SideId, row: &Row) -> f64 {
        self.0.get(&key(side, row)).map_or(1.0, |(average, _)| *average)
    }
}
