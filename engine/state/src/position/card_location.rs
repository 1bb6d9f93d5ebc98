//! Where a card is.

use crate::board::{Board, PileOrder};
use crate::ids::*;

/// The location of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardLocation {
    /// The pile.
    pub pile: PileId,
    /// The order within a deck, the highest rank on top. Cards of the same rank form a segment. 0 in unordered piles.
    pub rank: i32,
    /// The shuffle that decides the order of its segment. 0 if the place of the card is known.
    pub shuffle: u32,
}

/// The location of a card before set-up: in the home pile. If the home pile is a deck, the first card is on top.
pub(super) fn initial_location(board: &Board, card: CardId) -> CardLocation {
    let is_deck = board.piles.get(board.home.index()).is_some_and(|home| home.order == PileOrder::Deck);
    let rank = if is_deck { (board.cards.len() - 1 - card.index()) as i32 } else { 0 };
    CardLocation { pile: board.home, rank, shuffle: 0 }
}
