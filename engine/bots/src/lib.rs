//! Players that are not people. A bot is a seat: it sees its side's view and the rows, no more.
//!
//! This crate knows no other of the engine's, so a player cannot reach past its [`Sight`].

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a player may see: all of it as the side that is asked would read it, made when it is asked for.
pub trait Sight {
    /// The id of the side that is asked.
    fn side(&self) -> &str;
    /// The position in words, without what the side may not know.
    fn view(&self) -> String;
    /// What is asked, in plain language.
    fn prompt(&self) -> String;
    /// How many rows there are.
    fn rows(&self) -> usize;
    /// A row as it is typed; nothing if there is no such row.
    fn row(&self, index: usize) -> String;
    /// A row in plain language; nothing if there is no such row.
    fn label(&self, index: usize) -> String;
    /// The row taken where a typed line ends before the choice, if there is one.
    fn default_row(&self) -> Option<usize>;
    /// The rows, in order, that the rules call unwise: legal, but nobody's who has another.
    fn unwise(&self) -> &[usize];
    /// The log of the game so far.
    fn log(&self) -> Vec<String>;
}

/// Whoever answers for a side in place of a person.
pub trait Player {
    /// The index of the row to answer with.
    fn pick(&mut self, sight: &dyn Sight) -> usize;
}

impl Player for RandomPlayer {
    /// Without looking at anything but the number of rows, and which of them are unwise.
    fn pick(&mut self, sight: &dyn Sight) -> usize {
        self.pick_but(sight.rows(), sight.unwise())
    }
}

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

    /// The index of one of `rows` rows, but of none of the `unwise` (indexes in order) while there is another.
    pub fn pick_but(&mut self, rows: usize, unwise: &[usize]) -> usize {
        if unwise.len() >= rows {
            return self.pick(rows);
        }
        let among_others = self.pick(rows - unwise.len());
        unwise.iter().fold(among_others, |at, unwise| at + usize::from(*unwise <= at))
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

    #[test]
    fn what_is_unwise_is_picked_where_there_is_nothing_else() {
        let picked = |rows, unwise: &[usize]| {
            let mut player = RandomPlayer::new(5);
            (0..200).map(|_| player.pick_but(rows, unwise)).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(picked(6, &[0, 3, 4]), [1, 2, 5].into());
        assert_eq!(picked(3, &[1, 2]), [0].into());
        assert_eq!(picked(2, &[0, 1]), [0, 1].into());
        let all: Vec<usize> = (0..200).map(|n| RandomPlayer::new(n).pick_but(9, &[])).collect();
        assert_eq!(all, (0..200).map(|n| RandomPlayer::new(n).pick(9)).collect::<Vec<_>>());
    }
}
