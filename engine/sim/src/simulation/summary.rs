//! Adds up the results of games.

use super::result::{CardUse, GameResult};
use cardwright_state::{CardId, SideId};
use cardwright_statistics::Share;
use std::collections::BTreeMap;

/// What the games of a run have in common.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The number of games that ended.
    pub games: u64,
    /// By seat: the number of wins.
    pub wins: Vec<u64>,
    /// The number of games that nobody won.
    pub draws: u64,
    /// The number of games by their decisions.
    pub lengths: BTreeMap<u64, u64>,
    /// By period: the number of games by how often it ended.
    pub periods: Vec<BTreeMap<u64, u64>>,
    /// The number of games by the reason of their end.
    pub reasons: BTreeMap<String, u64>,
    /// The number of decisions, and of their rows.
    pub decisions: u64,
    /// The number of rows of all decisions.
    pub rows: u64,
    /// The games in which a seat led alone at half time. A win of that seat is a hit.
    pub led_at_half: Share,
    /// The number of changes of the lead from one quarter to the next.
    pub lead_changes: u64,
    /// By card and side.
    pub cards: BTreeMap<(CardId, SideId), CardTally>,
    /// The games that failed: number, seed and message.
    pub failures: Vec<(u64, u64, String)>,
}

/// How often a side had and played a card, and won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CardTally {
    /// The games in which the card came to the side. A win of the side is a hit.
    pub drawn: Share,
    /// The games in which the side named the card in an answer.
    pub played: Share,
}

impl Summary {
    /// Adds a game. `seat_of` gives the seat of a side.
    pub fn add(&mut self, game: &GameResult, seat_of: impl Fn(SideId) -> Option<usize>) {
        if let Some(error) = &game.error {
            return self.failures.push((game.number, game.seed, error.clone()));
        }
        self.games += 1;
        self.wins.resize(game.won.len(), 0);
        self.wins.iter_mut().zip(&game.won).for_each(|(wins, won)| *wins += u64::from(*won));
        self.draws += u64::from(!game.won.contains(&true));
        let decisions = game.all_decisions();
        *self.lengths.entry(decisions).or_default() += 1;
        self.periods.resize(game.ended.len(), BTreeMap::new());
        self.periods.iter_mut().zip(&game.ended).for_each(|(games, ended)| *games.entry(*ended).or_default() += 1);
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.decisions += decisions;
        self.rows += game.rows;
        self.lead_changes += game.lead_changes();
        if let Some(leader) = game.leaders().get(1).copied().flatten() {
            self.led_at_half.add(game.won[leader]);
        }
        for CardUse { card, side, drawn_at, played_at, .. } in &game.cards {
            let won = seat_of(*side).is_some_and(|seat| game.won[seat]);
            let tally = self.cards.entry((*card, *side)).or_default();
            drawn_at.iter().for_each(|_| tally.drawn.add(won));
            played_at.iter().for_each(|_| tally.played.add(won));
        }
    }

    /// The share of wins of a seat.
    pub fn share(&self, seat: usize) -> Share {
        Share::new(self.wins.get(seat).copied().unwrap_or(0), self.games)
    }
}

/// The smallest value such that at least this share of what is counted has no larger one. `counts` has the count of
/// each value.
pub fn quantile<V: Copy + Default>(counts: &BTreeMap<V, u64>, share: f64) -> V {
    let total: u64 = counts.values().sum();
    let mut remaining = (total as f64 * share).ceil().max(1.0) as u64;
    let found = counts.iter().find(|(_, games)| {
        let is_found = remaining <= **games;
        remaining = remaining.saturating_sub(**games);
        is_found
    });
    found.map_or_else(V::default, |(value, _)| *value)
}
