//! How the questions after a line are answered.

use cardwright_bots::RandomBot;
use cardwright_script::{LikelyNumber, random_answer, with_likely_numbers};
use cardwright_state::Answer;
use cardwright_state::position::Row;

/// How questions after a line are answered.
#[derive(Debug, Clone)]
pub enum Policy {
    /// With the row that is a place of the line, such as the battle to fight next. Otherwise with the default row, or the
    /// first row that is not discouraged, and its likely or least number.
    Defaults,
    /// At random, as [`RandomBot`] answers.
    Random(Box<RandomBot>),
}

impl Policy {
    pub(super) fn answer(
        &mut self,
        rows: &[Row],
        discouraged: &[usize],
        likely: &[LikelyNumber],
        default: Option<usize>,
        places: &[Row],
    ) -> Answer {
        match self {
            Policy::Random(bot) => random_answer(bot.as_mut(), rows, discouraged, likely),
            Policy::Defaults => {
                let place = rows.iter().position(|row| places.contains(row));
                let wise = (0..rows.len()).find(|row| !discouraged.contains(row));
                with_likely_numbers(rows, place.or(default).or(wise).unwrap_or(0), likely)
            }
        }
    }
}
