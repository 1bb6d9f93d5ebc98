//! Amounts: columns of a row that keep the bounds of a number. The answer gives the number.

use crate::val::{Kind, Val};
use std::fmt;

/// The numbers from a minimum to a maximum, in steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The least number.
    pub min: i64,
    /// The greatest number. It is a whole number of steps above `min`.
    pub max: i64,
    /// The distance between two neighbouring numbers, 1 or more.
    pub step: i64,
}

/// The bounds of an amount lie between `-AMOUNT_LIMIT` and `AMOUNT_LIMIT`.
pub const AMOUNT_LIMIT: i64 = 1_000_000;

/// The bits of a value that hold `min`. The span from `min` to `max` needs no more bits either.
const BOUND_BITS: u32 = 21;
/// The bits of a value that hold the step together with the number of steps.
const STEP_BITS: u32 = BOUND_BITS + 1;
const OFFSET: i64 = 1 << (BOUND_BITS - 1);

impl Amount {
    /// Makes an amount. The greatest number becomes the last one that whole steps reach from `min`. `None` if `min` is
    /// above `max`, a bound is beyond [`AMOUNT_LIMIT`], or the step is below 1.
    pub fn new(min: i64, max: i64, step: i64) -> Option<Amount> {
        let is_in_limit = |bound: i64| bound.unsigned_abs() <= AMOUNT_LIMIT as u64;
        let is_possible = is_in_limit(min) && is_in_limit(max) && min <= max && step >= 1;
        is_possible.then(|| match (max - min) / step {
            0 => Amount { min, max: min, step: 1 },
            steps => Amount { min, max: min + steps * step, step },
        })
    }
    /// The amount of a column. `None` if the column is no amount.
    #[inline]
    pub fn of(column: Val) -> Option<Amount> {
        (column.kind() == Kind::Amount).then(|| Amount::from_payload(column.payload() as i64))
    }
    /// The amount as a column of a row. The lowest bits hold `min`. The bits above hold the number of steps and, in as
    /// many bits as it needs, the step. The highest bits hold this number of bits.
    pub fn column(self) -> Val {
        let step_bits = i64::BITS - self.step.leading_zeros();
        let (min, steps) = (self.min + OFFSET, (self.max - self.min) / self.step);
        let payload =
            i64::from(step_bits) << (BOUND_BITS + STEP_BITS) | (steps << step_bits | self.step) << BOUND_BITS | min;
        Val::handle(Kind::Amount, payload as u64)
    }
    fn from_payload(payload: i64) -> Amount {
        let bits = |from: u32, count: u32| payload >> from & ((1 << count) - 1);
        let step_bits = (payload >> (BOUND_BITS + STEP_BITS)) as u32;
        let (min, step) = (bits(0, BOUND_BITS) - OFFSET, bits(BOUND_BITS, step_bits));
        let steps = bits(BOUND_BITS, STEP_BITS) >> step_bits;
        Amount { min, max: min + steps * step, step }
    }
    /// Reads what `to_string` writes.
    pub fn parse(text: &str) -> Option<Amount> {
        let (min, rest) = text.split_once("..")?;
        let (max, step) = rest.split_once(" by ").unwrap_or((rest, "1"));
        Amount::new(min.parse().ok()?, max.parse().ok()?, step.parse().ok()?)
    }
    /// Whether a number is one of the amount.
    pub fn has(self, n: i64) -> bool {
        (self.min..=self.max).contains(&n) && (n - self.min) % self.step == 0
    }
    /// How many numbers the amount has.
    pub fn count(self) -> usize {
        ((self.max - self.min) / self.step) as usize + 1
    }
    /// All numbers, in ascending order.
    pub fn numbers(self) -> impl Iterator<Item = i64> {
        (0..self.count() as i64).map(move |n| self.min + n * self.step)
    }
    /// The amount in plain language: `2 to 30`, or `5 to 30 by 5`.
    pub fn words(self) -> String {
        self.to_string().replacen("..", " to ", 1)
    }
}

impl fmt::Display for Amount {
    /// Writes the amount as rows show it: `2..30`, or `5..30 by 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)?;
        if self.step == 1 { Ok(()) } else { write!(f, " by {}", self.step) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_and_a_text_keep_the_bounds() {
        let limit = AMOUNT_LIMIT;
        let bounds = [(2, 30, 1), (0, 1, 1), (-7, 12, 5), (-limit, limit, 1), (-limit, limit, 2 * limit), (1, 9, 3)];
        for (min, max, step) in bounds.into_iter().chain((1..60).map(|n| (-limit, limit, n * 33_333))) {
            let amount = Amount::new(min, max, step).unwrap();
            assert_eq!(Amount::of(amount.column()), Some(amount));
            assert_eq!(Amount::parse(&amount.to_string()), Some(amount));
            assert_eq!(amount.numbers().last(), Some(amount.max));
            assert!(amount.numbers().all(|n| amount.has(n)) && !amount.has(max + 1) && !amount.has(min - step));
        }
        assert_eq!(Amount::new(5, 32, 5).unwrap().to_string(), "5..30 by 5");
        assert_eq!(Amount::new(5, 9, 5), Amount::new(5, 5, 1));
    }

    #[test]
    fn impossible_bounds_make_no_amount() {
        for (min, max, step) in [(1, 0, 1), (0, 9, 0), (0, 9, -1), (0, AMOUNT_LIMIT + 1, 1), (i64::MIN, 0, 1)] {
            assert_eq!(Amount::new(min, max, step), None);
        }
    }
}
