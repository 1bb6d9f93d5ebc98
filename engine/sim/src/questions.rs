//! Puts the pending choices of a table to a search.

use cardwright_bots::Effort;
use cardwright_search::{Budget, Question};
use cardwright_table::Table;
use std::time::Duration;

/// The most positions that a search plays from, and the fewest.
const WORLDS: std::ops::RangeInclusive<u64> = 8..=64;
/// About so many decisions a search plays from one position. A short search needs fewer positions.
const DECISIONS_PER_WORLD: u64 = 20;
/// A search plays at least so many decisions, however many answers its side has given in a row.
const LEAST_DECISIONS: u64 = 500;

/// Makes the questions of one game for a search. Counts the answers that the search gives in a row, because later
/// answers of a turn are searched less.
#[derive(Debug, Default)]
pub struct Questions {
    /// The event of the last answer, and how many the search has given in a row.
    last: Option<(usize, u64)>,
}

impl Questions {
    /// Makes a question of the pending choice. Its worlds are drawn from what the asked side knows. `None` without a
    /// pending choice.
    pub fn pending(&self, table: &Table, seed: u64, effort: Effort) -> Option<Question> {
        let choice = table.choice()?;
        let side = choice.side;
        let event = table.shown_event();
        let seed = seed ^ (event as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let in_a_row = self.in_a_row(table);
        let decisions = effort.decisions * 10 / (10 + in_a_row.unwrap_or(0));
        let decisions = decisions.max(LEAST_DECISIONS.min(effort.decisions));
        let count = (decisions / DECISIONS_PER_WORLD).clamp(*WORLDS.start(), *WORLDS.end());
        let worlds =
            table.determinizations(table.viewer_of(side)).map(|draw| (0..count).map(|n| draw(seed ^ n)).collect());
        Some(Question {
            side,
            rows: choice.rows.clone(),
            discouraged: choice.discouraged.clone(),
            likely: choice.likely.clone(),
            worlds: worlds?,
            seed,
            budget: Budget { decisions, time: effort.millis.map(Duration::from_millis) },
            follows: in_a_row.is_some() && !table.nodes()[event].barrier,
        })
    }

    /// Notes that the search has found an answer to the pending choice.
    pub fn found(&mut self, table: &Table) {
        self.last = Some((table.shown_event() + 1, self.in_a_row(table).map_or(1, |count| count + 1)));
    }

    /// How many answers the search has given in a row, if the pending choice follows one of them.
    fn in_a_row(&self, table: &Table) -> Option<u64> {
        self.last.filter(|(event, _)| *event == table.shown_event()).map(|(_, count)| count)
    }
}
