//! The sum of what lies on the table: from nothing, or from what differs from another position.

use super::Hash;
use super::keys::{self, Keys};
use super::rest::{self, Fed};
use crate::board::Board;
use crate::differing::differing;
use crate::ids::*;
use crate::notation::option_text;
use crate::position::Position;
use crate::set::Set;
use crate::val::Val;

/// What lies on the table of a position, each thing multiplied with its key and all of it added up, modulo 2^128. Where two positions
/// of one board differ in little, the sum of one is soon had from that of the other: [`Tally::after`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Of what the board hash knows.
    table: u128,
    /// Of what the full hash knows besides: chance counters, and which shuffle left a segment open.
    chance: u128,
}

impl Tally {
    /// The sum of a position, from nothing.
    pub fn of(board: &Board, position: &Position) -> Tally {
        let keys = board.keys();
        let mut tally = Tally::default();
        for (at, alike) in position.counts().all() {
            tally.pieces(board, keys, at, alike.state, i64::from(alike.n));
        }
        for (number, value) in keys.numbers.iter().zip(position.numbers()) {
            tally.add(number.counts(board, *value));
        }
        for (key, list) in keys.lists.iter().zip(position.lists()) {
            tally.add(list_counts(board, *key, list));
        }
        for pile in (0..board.piles.len()).map(PileId::new) {
            tally.pile(board, keys, position, pile, u128::wrapping_add);
        }
        for (key, n) in keys.streams.iter().zip(position.all_taken()) {
            tally.chance = tally.chance.wrapping_add(key.wrapping_mul(u128::from(*n)));
        }
        for option in (0..board.options.len()).map(OptionId::new) {
            tally.add(option_counts(board, option, position.option(option)));
        }
        tally
    }

    /// The sum of a position, from that of another of the same board: only what differs is looked at.
    #[must_use]
    pub fn after(mut self, board: &Board, before: &Position, now: &Position) -> Tally {
        let keys = board.keys();
        for recounted in before.counts().differing(now.counts()) {
            self.pieces(board, keys, recounted.at, recounted.state, recounted.shift());
        }
        for (at, old, new) in differing(before.numbers(), now.numbers()) {
            let number = &keys.numbers[at];
            self.add(number.counts(board, new).wrapping_sub(number.counts(board, old)));
        }
        for (key, (old, new)) in keys.lists.iter().zip(before.lists().iter().zip(now.lists())) {
            if old != new {
                self.add(list_counts(board, *key, new).wrapping_sub(list_counts(board, *key, old)));
            }
        }
        let mut touched = Set::EMPTY;
        for (_, old, new) in differing(before.all_cards(), now.all_cards()) {
            touched.insert(old.pile.at());
            touched.insert(new.pile.at());
        }
        for pile in touched.iter().map(PileId::new) {
            self.pile(board, keys, before, pile, u128::wrapping_sub);
            self.pile(board, keys, now, pile, u128::wrapping_add);
        }
        for (at, old, new) in differing(before.all_taken(), now.all_taken()) {
            let shift = i128::from(new) - i128::from(old);
            self.chance = self.chance.wrapping_add(keys.streams[at].wrapping_mul(shift as u128));
        }
        for option in (0..board.options.len()).map(OptionId::new) {
            let (old, new) = (before.option(option), now.option(option));
            if old != new {
                self.add(option_counts(board, option, new).wrapping_sub(option_counts(board, option, old)));
            }
        }
        self
    }

    /// The board hash of the position whose sum this is: see [`super::board_hash`].
    pub fn board_hash(&self, board: &Board, position: &Position, asked: &str) -> Hash {
        let mut fed = Fed::new("board position");
        fed.bytes(&self.table.to_le_bytes());
        rest::of_board(board, position, asked, &mut fed);
        fed.hash()
    }

    /// The full hash of the position whose sum this is: see [`super::full_hash`].
    pub fn full_hash(&self, board: &Board, position: &Position, asked: &str) -> Hash {
        let mut fed = Fed::new("full position");
        fed.bytes(&self.table.to_le_bytes());
        fed.bytes(&self.chance.to_le_bytes());
        rest::of_board(board, position, asked, &mut fed);
        rest::of_past(board, position, &mut fed);
        fed.hash()
    }

    fn add(&mut self, more: u128) {
        self.table = self.table.wrapping_add(more);
    }

    /// Pieces more or fewer; what the supply holds is the remainder.
    fn pieces(&mut self, board: &Board, keys: &Keys, at: SpaceId, state: StateId, more: i64) {
        if !board.is_spare(at, state) {
            self.add(keys.pieces(board, at, state).wrapping_mul(i128::from(more) as u128));
        }
    }

    /// The cards of a pile: each by how many lie beneath its segment, as the rank itself says nothing.
    fn pile(&mut self, board: &Board, keys: &Keys, position: &Position, pile: PileId, with: fn(u128, u128) -> u128) {
        if board.is_aside(pile) {
            return;
        }
        let mut beneath = 0;
        for (cards, open) in position.segments(pile).into_iter().rev() {
            // A known card and one of a segment that is open are two things.
            let place = keys.piles[pile.at()].wrapping_mul(2 * beneath + 1 + u128::from(open));
            beneath += cards.len() as u128;
            let shuffle = if open { position.card_at(cards[0]).shuffle } else { 0 };
            let shuffled = keys.shuffled.wrapping_mul(u128::from(shuffle));
            for card in cards {
                let here = keys.cards[card.at()].wrapping_mul(place);
                self.table = with(self.table, here);
                self.chance = with(self.chance, here.wrapping_mul(shuffled));
            }
        }
    }
}

/// What a list counts for; nothing while it is empty.
fn list_counts(board: &Board, key: u128, list: &[Val]) -> u128 {
    if list.is_empty() {
        return 0;
    }
    let mut fed = Fed::new("list");
    rest::values(board, list, &mut fed);
    key.wrapping_mul(fed.number())
}

/// What an option counts for; nothing at its default.
fn option_counts(board: &Board, option: OptionId, value: i64) -> u128 {
    let def = &board.options[option.at()];
    if value == def.default { 0 } else { keys::key(&["option", &def.id, &option_text(&def.of, value)]) }
}
