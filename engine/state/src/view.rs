//! Which cards and facts of a position one or more sides may see.
//!
//! What a side remembers, for example cards seen with `peek`, is in [`crate::CardKnowledge`].

use crate::board::{Board, Fact, Sides};
use crate::ids::*;
use crate::position::Position;
use crate::val::{Kind, Val};

/// The text in place of the id of a hidden card.
pub const HIDDEN_CARD: &str = "a-card";

/// Whether these sides may see the faces of the cards in a pile. `None` stands for a spectator.
pub fn sees_pile(board: &Board, sides: impl Into<Sides>, pile: PileId) -> bool {
    let def = &board.piles[pile.index()];
    def.visibility.allows(sides, def.owner)
}

/// Whether these sides may see a card at its present location.
pub fn sees_card(board: &Board, position: &Position, sides: impl Into<Sides>, card: CardId) -> bool {
    sees_pile(board, sides, position.card_location(card).pile)
}

/// Whether `val` is a card that these sides may not see at its present location.
pub fn hides(board: &Board, position: &Position, sides: impl Into<Sides>, val: Val) -> bool {
    val.index(Kind::Card).is_some_and(|card| !sees_card(board, position, sides, CardId::new(card)))
}

/// Whether these sides may see a fact of a subject. Only facts of sides have an owner.
pub fn sees_fact(fact: &Fact, sides: impl Into<Sides>, subject: usize) -> bool {
    fact.visibility.allows(sides, fact.on.owner(subject))
}
