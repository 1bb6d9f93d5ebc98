//! Players that are not people. A bot is a seat: it sees its side's view and the rows, no more.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Answers uniformly at random, from a stream of its own that never touches the game's chance.
#[derive(Debug, Clone)]
pub struct RandomPlayer(ChaCha8Rng);

impl RandomPlayer {
    /// A player whose answers follow from the seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The index of one of `rows` rows (0 if there is none).
    pub fn pick(&mut self, rows: usize) -> usize {
        // One of two rows or more: 32 bits scaled, biased by less than rows / 2^32.
        if rows < 2 { 0 } else { ((u64::from(self.0.next_u32()) * rows as u64) >> 32) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::RandomPlayer;

    #[test]
    fn answers_follow_from_the_seed_and_reach_every_row() {
        let picks = |seed| {
            let mut player = RandomPlayer::new(seed);
            (0..200).map(|_| player.pick(7)).collect::<Vec<_>>()
        };
        assert_eq!(picks(3), picks(3));
        assert_ne!(picks(3), picks(4));
        assert!((0..7).all(|row| picks(3).contains(&row)));
        assert_eq!(RandomPlayer::new(1).pick(1), 0);
    }
}
