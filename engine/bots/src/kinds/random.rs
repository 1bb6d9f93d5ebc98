//! `random`: answers uniformly at random, and avoids discouraged rows while there are other rows. Simulations and tests
//! also use it for random picks.

use crate::{Answers, Bot, Bounds, Kind, Observation};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) const KIND: Kind = Kind { name: "random", answers: Answers::AtOnce(|seed| Box::new(RandomBot::new(seed))) };

/// A bot that answers uniformly at random, with its own random generator.
#[derive(Debug, Clone)]
pub struct RandomBot(ChaCha8Rng);

impl Bot for RandomBot {
    fn choose(&mut self, observation: &dyn Observation) -> usize {
        self.pick_avoiding(observation.rows(), observation.discouraged())
    }
    fn number(&mut self, _observation: &dyn Observation, amount: &Bounds) -> i64 {
        self.pick_number(amount)
    }
}

impl RandomBot {
    /// Creates a bot whose answers depend only on the seed and the observations.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Draws the index of one of `rows` rows. Returns 0 if there is no row.
    pub fn pick(&mut self, rows: usize) -> usize {
        // Scale 32 random bits to the number of rows. The bias is less than rows / 2^32.
        if rows < 2 { 0 } else { ((u64::from(self.0.next_u32()) * rows as u64) >> 32) as usize }
    }

    /// Draws the index of one of `rows` rows. The row is not among `discouraged` (in ascending order), unless all rows
    /// are discouraged.
    pub fn pick_avoiding(&mut self, rows: usize, discouraged: &[usize]) -> usize {
        if discouraged.len() >= rows {
            return self.pick(rows);
        }
        // Draw an index among the other rows, then skip the discouraged rows before it.
        let index = self.pick(rows - discouraged.len());
        discouraged.iter().fold(index, |index, discouraged| index + usize::from(*discouraged <= index))
    }

    /// Draws a number of an amount: half the time the likely number, if there is one, and otherwise any number with
    /// equal chance.
    pub fn pick_number(&mut self, amount: &Bounds) -> i64 {
        match amount.likely.filter(|_| self.pick(2) == 0) {
            Some(likely) => likely,
            None => amount.min + amount.step * self.pick(((amount.max - amount.min) / amount.step) as usize + 1) as i64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RandomBot;
    use crate::Bounds;

    #[test]
    fn answers_follow_from_the_seed_and_reach_every_row() {
        let picks = |seed| {
            let mut bot = RandomBot::new(seed);
            (0..200).map(|_| bot.pick(7)).collect::<Vec<_>>()
        };
        assert_eq!(picks(3), picks(3));
        assert_ne!(picks(3), picks(4));
        assert!((0..7).all(|row| picks(3).contains(&row)));
        assert_eq!(RandomBot::new(1).pick(1), 0);
    }

    #[test]
    fn a_discouraged_row_is_picked_only_if_all_rows_are_discouraged() {
        let picked = |rows, discouraged: &[usize]| {
            let mut bot = RandomBot::new(5);
            (0..200).map(|_| bot.pick_avoiding(rows, discouraged)).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(picked(6, &[0, 3, 4]), [1, 2, 5].into());
        assert_eq!(picked(3, &[1, 2]), [0].into());
        assert_eq!(picked(2, &[0, 1]), [0, 1].into());
        // Without discouraged rows, `pick_avoiding` draws the same rows as `pick`.
        let all: Vec<usize> = (0..200).map(|n| RandomBot::new(n).pick_avoiding(9, &[])).collect();
        assert_eq!(all, (0..200).map(|n| RandomBot::new(n).pick(9)).collect::<Vec<_>>());
    }

    #[test]
    fn a_number_is_drawn_from_all_steps_and_half_the_time_the_likely_one() {
        let drawn = |likely| {
            let (mut bot, amount) = (RandomBot::new(5), Bounds { min: 5, max: 30, step: 5, likely });
            (0..600).map(|_| bot.pick_number(&amount)).collect::<Vec<_>>()
        };
        let count = |numbers: &[i64], wanted| numbers.iter().filter(|number| **number == wanted).count();
        assert!([5, 10, 15, 20, 25, 30].iter().all(|n| (70..130).contains(&count(&drawn(None), *n))));
        assert!(drawn(None).iter().all(|n| n % 5 == 0));
        assert!((320..380).contains(&count(&drawn(Some(20)), 20)), "half, and a sixth of the other half");
    }
}
