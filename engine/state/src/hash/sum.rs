//! The hash sum of everything on the game table: computed from scratch, or updated from the differences between two
//! positions.

use super::Hash;
use super::keys::{self, Keys};
use super::ordered_parts::{self, PartHasher};
use crate::board::Board;
use crate::ids::*;
use crate::notation::option_text;
use crate::position::Position;
use crate::set::Set;
use crate::slice_diff::slice_diff;
use crate::val::Val;

/// The incremental hash state of a position: the sum, modulo 2^128, of every item on the game table times its key.
/// [`HashSum::updated`] computes the sum of the next position from this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HashSum {
    /// The sum over the items that the board hash includes.
    table: u128,
    /// The sum over the items that only the full hash includes: chance counters, and the shuffles of open segments (the
    /// shuffled cards whose order is not yet determined).
    chance: u128,
}

impl HashSum {
    /// The sum of a position, computed from scratch.
    pub fn new(board: &Board, position: &Position) -> HashSum {
        let keys = board.keys();
        let mut sum = HashSum::default();
        for (space, stack) in position.counts().all_stacks() {
            sum.pieces(board, keys, space, stack.state, i64::from(stack.n));
        }
        for (number, value) in keys.numbers.iter().zip(position.numbers()) {
            sum.add(number.term(board, *value));
        }
        for (key, list) in keys.lists.iter().zip(position.lists()) {
            sum.add(list_term(board, *key, list));
        }
        for pile in (0..board.piles.len()).map(PileId::new) {
            sum.pile(board, keys, position, pile, u128::wrapping_add);
        }
        for (key, n) in keys.streams.iter().zip(position.chance_counts()) {
            sum.chance = sum.chance.wrapping_add(key.wrapping_mul(u128::from(*n)));
        }
        for option in (0..board.options.len()).map(OptionId::new) {
            sum.add(option_term(board, option, position.option(option)));
        }
        sum
    }

    /// Returns the sum of the position `now` if `self` is the sum of `before` on the same board. The cost depends only
    /// on the differences.
    #[must_use]
    pub fn updated(mut self, board: &Board, before: &Position, now: &Position) -> HashSum {
        let keys = board.keys();
        for stack_change in before.counts().changed_counts(now.counts()) {
            self.pieces(board, keys, stack_change.space, stack_change.state, stack_change.shift());
        }
        for (index, old, new) in slice_diff(before.numbers(), now.numbers()) {
            let number = &keys.numbers[index];
            self.add(number.term(board, new).wrapping_sub(number.term(board, old)));
        }
        for (key, (old, new)) in keys.lists.iter().zip(before.lists().iter().zip(now.lists())) {
            if old != new {
                self.add(list_term(board, *key, new).wrapping_sub(list_term(board, *key, old)));
            }
        }
        let mut changed_piles = Set::EMPTY;
        for (_, old, new) in slice_diff(before.card_locations(), now.card_locations()) {
            changed_piles.insert(old.pile.index());
            changed_piles.insert(new.pile.index());
        }
        for pile in changed_piles.iter().map(PileId::new) {
            self.pile(board, keys, before, pile, u128::wrapping_sub);
            self.pile(board, keys, now, pile, u128::wrapping_add);
        }
        for (stream, old, new) in slice_diff(before.chance_counts(), now.chance_counts()) {
            let shift = i128::from(new) - i128::from(old);
            self.chance = self.chance.wrapping_add(keys.streams[stream].wrapping_mul(shift as u128));
        }
        for option in (0..board.options.len()).map(OptionId::new) {
            let (old, new) = (before.option(option), now.option(option));
            if old != new {
                self.add(option_term(board, option, new).wrapping_sub(option_term(board, option, old)));
            }
        }
        self
    }

    /// The board hash of the position with this sum: see [`super::board_hash`].
    pub fn board_hash(&self, board: &Board, position: &Position, asked: &str) -> Hash {
        let mut hasher = PartHasher::new("board position");
        hasher.bytes(&self.table.to_le_bytes());
        ordered_parts::feed_board_parts(board, position, asked, &mut hasher);
        hasher.hash()
    }

    /// The full hash of the position with this sum: see [`super::full_hash`].
    pub fn full_hash(&self, board: &Board, position: &Position, asked: &str) -> Hash {
        let mut hasher = PartHasher::new("full position");
        hasher.bytes(&self.table.to_le_bytes());
        hasher.bytes(&self.chance.to_le_bytes());
        ordered_parts::feed_board_parts(board, position, asked, &mut hasher);
        ordered_parts::feed_history(board, position, &mut hasher);
        hasher.hash()
    }

    fn add(&mut self, term: u128) {
        self.table = self.table.wrapping_add(term);
    }

    /// Adds pieces, or removes them if `count` is negative. Omits pieces in their supply, because the supply holds all
    /// pieces that are nowhere else.
    fn pieces(&mut self, board: &Board, keys: &Keys, space: SpaceId, state: StateId, count: i64) {
        if !board.is_in_supply(space, state) {
            self.add(keys.pieces(board, space, state).wrapping_mul(i128::from(count) as u128));
        }
    }

    /// Adds or removes the cards of a pile, with `combine`. The place of a card is the number of cards below its
    /// segment, not its rank, because ranks may differ between equal decks.
    fn pile(&mut self, board: &Board, keys: &Keys, position: &Position, pile: PileId, combine: fn(u128, u128) -> u128) {
        if board.is_set_aside(pile) {
            // The pile holds the cards that are in no other pile.
            return;
        }
        let mut below = 0;
        for (cards, is_open) in position.segments(pile).into_iter().rev() {
            // The factor is never 0, and it differs between a known card and a card of an open segment.
            let place_key = keys.piles[pile.index()].wrapping_mul(2 * below + 1 + u128::from(is_open));
            below += cards.len() as u128;
            let shuffle = if is_open { position.card_location(cards[0]).shuffle } else { 0 };
            let shuffled = keys.shuffled.wrapping_mul(u128::from(shuffle));
            for card in cards {
                let card_key = keys.cards[card.index()].wrapping_mul(place_key);
                self.table = combine(self.table, card_key);
                self.chance = combine(self.chance, card_key.wrapping_mul(shuffled));
            }
        }
    }
}

/// What a list contributes to the sum. 0 if the list is empty.
fn list_term(board: &Board, key: u128, list: &[Val]) -> u128 {
    if list.is_empty() {
        return 0;
    }
    let mut hasher = PartHasher::new("list");
    ordered_parts::values(board, list, &mut hasher);
    key.wrapping_mul(hasher.number())
}

/// What an option contributes to the sum. 0 if it has its default value.
fn option_term(board: &Board, option: OptionId, value: i64) -> u128 {
    let def = &board.options[option.index()];
    if value == def.default { 0 } else { keys::key(&["option", &def.id, &option_text(&def.option_type, value)]) }
}
