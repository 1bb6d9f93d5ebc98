//! What answers were worth on average, wherever they were given in this search (move-average sampling, MAST).

use cardwright_state::SideId;
use cardwright_state::position::Row;
use std::collections::HashMap;

/// Answers with the same side, action and first column share an average.
type Key = (SideId, i64, i64);

fn key(side: SideId, row: &Row) -> Key {
    let column = |n: usize| row.columns().get(n).map_or(i64::MIN, |value| value.0);
    (side, column(0), column(1))
}

/// The average worth of answers.
#[derive(Debug, Default)]
pub(crate) struct Averages(HashMap<Key, (f64, u32)>);

impl Averages {
    /// Counts an answer of a side with its worth.
    pub(crate) fn add(&mut self, side: SideId, row: &Row, worth: f64) {
        let (sum, count) = self.0.entry(key(side, row)).or_default();
        *sum += worth;
        *count += 1;
    }
    /// The average worth of an answer. An answer that was never given counts as won, so that it is tried.
    pub(crate) fn of(&self, side: SideId, row: &Row) -> f64 {
        self.0.get(&key(side, row)).map_or(1.0, |(sum, count)| sum / f64::from(*count))
    }
}
