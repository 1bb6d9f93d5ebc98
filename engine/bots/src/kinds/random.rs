//! `random`: answers uniformly at random, and avoids discouraged rows while there are other rows. Simulations and tests
//! also use it for random picks.

use crate::{Bot, Kind, Observation};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) const KIND: Kind = Kind { name: "random", start: |seed| Box::new(RandomBot::new(seed)) };

/// A bot that answers uniformly at random, with its own random generator.
#[derive(Debug, Clone)]
pub struct RandomBot(ChaCha8Rng);

impl Bot for RandomBot {
    fn choose(&mut self, observation: &dyn Observation) -> usize {
        self.pick_avoiding(observation.rows(), observation.discouraged())
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
}

#[cfg(test)]
mod tests {
    use super::RandomBot;

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
}
