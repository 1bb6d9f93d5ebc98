//! The hash sum of everything on the game table.

use super::ordered_parts::{self, PartHasher};
use crate::board::{self, Board, Keys, ListKey};
use crate::ids::*;
use crate::notation::option_text;
use crate::position::Position;
use crate::val::Val;

/// The sum, modulo 2^128, of every item on the game table times its key.
#[derive(Default)]
pub(super) struct HashSum {
    /// The sum over the items that the board hash includes.
    pub(super) table: u128,
    /// The sum over the items that only the full hash includes: chance counters, and the shuffles of open segments (the
    /// shuffled cards whose order is not yet determined).
    pub(super) chance: u128,
}

impl HashSum {
    pub(super) fn new(board: &Board, position: &Position) -> HashSum {
        let keys = board.keys();
        let mut sum = HashSum::default();
        for (space, stack) in position.counts().all_stacks() {
            sum.pieces(board, keys, space, stack.state, stack.n);
        }
        for (number, value) in keys.numbers.iter().zip(position.numbers()) {
            sum.add(number.term(*value, |thing| board.id_of(thing)));
        }
        for (key, list) in keys.lists.iter().zip(position.lists()) {
            sum.add(list_term(board, *key, list));
        }
        for pile in (0..board.piles.len()).map(PileId::new) {
            sum.pile(board, keys, position, pile);
        }
        for (key, n) in keys.streams.iter().zip(position.chance_counts()) {
            sum.chance = sum.chance.wrapping_add(key.wrapping_mul(u128::from(*n)));
        }
        for option in (0..board.options.len()).map(OptionId::new) {
            sum.add(option_term(board, option, position.option(option)));
        }
        sum
    }

    fn add(&mut self, term: u128) {
        self.table = self.table.wrapping_add(term);
    }

    /// Adds pieces. Omits pieces in their supply, because the supply holds all pieces that are nowhere else.
    fn pieces(&mut self, board: &Board, keys: &Keys, space: SpaceId, state: StateId, count: u16) {
        if !board.is_in_supply(space, state) {
            // `keys.states` has no mark values, so the key of a state with mark values is computed here.
            let state_key = match state.values() {
                0 => keys.states[state.index()],
                _ => board::key(&["pieces", &board.state_text(state)]),
            };
            self.add(keys.spaces[space.index()].wrapping_mul(state_key).wrapping_mul(u128::from(count)));
        }
    }

    /// Adds the cards of a pile. The place of a card is the number of cards below its segment, not its rank, because
    /// ranks may differ between equal decks.
    fn pile(&mut self, board: &Board, keys: &Keys, position: &Position, pile: PileId) {
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
                self.add(card_key);
                self.chance = self.chance.wrapping_add(card_key.wrapping_mul(shuffled));
            }
        }
    }
}

/// What a list contributes to the sum. 0 if the list is empty. Rows contribute the sum of what each of them contributes,
/// because their order follows from the order of content.
fn list_term(board: &Board, ListKey { key, columns }: ListKey, list: &[Val]) -> u128 {
    if list.is_empty() {
        return 0;
    }
    let term = |tag: &str, values: &[Val]| {
        let mut hasher = PartHasher::new(tag);
        ordered_parts::values(board, values, &mut hasher);
        hasher.number()
    };
    key.wrapping_mul(match columns {
        0 => term("list", list),
        _ => list.chunks(columns).map(|row| term("row", row)).fold(0, u128::wrapping_add),
    })
}

/// What an option contributes to the sum. 0 if it has its default value.
fn option_term(board: &Board, option: OptionId, value: i64) -> u128 {
    let def = &board.options[option.index()];
    if value == def.default { 0 } else { board::key(&["option", &def.id, &option_text(&def.option_type, value)]) }
}
