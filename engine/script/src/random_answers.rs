//! Answers to choices without a person: random ones, for simulations and searches, and the likely ones.

use crate::host::LikelyNumber;
use cardwright_bots::{Bounds, RandomBot};
use cardwright_state::position::Row;
use cardwright_state::{Amount, Answer};

/// The amounts of a row, in the order of its columns.
pub fn amount_bounds(row: &Row, likely: &[LikelyNumber]) -> Vec<Bounds> {
    let columns = row.columns().iter().enumerate();
    let amounts = columns.filter_map(|(column, val)| {
        let Amount { min, max, step } = Amount::of(*val)?;
        let likely = likely.iter().find(|likely| likely.column == column && likely.row == *row);
        Some(Bounds { min, max, step, likely: likely.map(|likely| likely.number) })
    });
    amounts.collect()
}

/// Draws a random answer to a choice: first one of the rows, without a discouraged row if others exist, then a number
/// for each of its amounts. The slices are those of [`crate::Choice`].
pub fn random_answer(bot: &mut RandomBot, rows: &[Row], discouraged: &[usize], likely: &[LikelyNumber]) -> Answer {
    let row = bot.pick_avoiding(rows.len(), discouraged);
    with_random_numbers(bot, rows, row, likely)
}

/// Answers with the row of this index, and draws a number for each of its amounts.
pub fn with_random_numbers(bot: &mut RandomBot, rows: &[Row], row: usize, likely: &[LikelyNumber]) -> Answer {
    match rows.get(row).filter(|row| row.has_amounts()) {
        None => row.into(),
        Some(values) => Answer::new(row, amount_bounds(values, likely).iter().map(|amount| bot.pick_number(amount))),
    }
}

/// Answers with the row of this index, with the likely number for each of its amounts, or else the least.
pub fn with_likely_numbers(rows: &[Row], row: usize, likely: &[LikelyNumber]) -> Answer {
    match rows.get(row).filter(|row| row.has_amounts()) {
        None => row.into(),
        Some(values) => {
            let amounts = amount_bounds(values, likely);
            Answer::new(row, amounts.iter().map(|amount| amount.likely.unwrap_or(amount.min)))
        }
    }
}
