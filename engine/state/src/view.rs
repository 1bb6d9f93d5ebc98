//! What one side, or several that sit together, may know of a position: the notation with hidden faces and facts left out.
//!
//! A card that the side does not see where it lies is [`A_CARD`] wherever it is named: in arguments of
//! open steps, in facts that hold cards, in effects in force. What the side remembers (cards it has
//! looked at with `peek`, cards whose way it could follow) is not in the view: see [`crate::Trails`].

use crate::board::{Board, Fact, Sides};
use crate::ids::*;
use crate::position::Position;
use crate::val::{Kind, Val};

/// How a card that is not to be known is written.
pub const A_CARD: &str = "a-card";

/// Whether some sides may see the faces of a pile; nobody in particular (`None`) sees what all see.
pub fn sees_pile(board: &Board, sides: impl Into<Sides>, pile: PileId) -> bool {
    let def = &board.piles[pile.at()];
    def.visibility.is_for(sides, def.owner)
}

/// Whether some sides may see which card this is where it lies now.
pub fn sees_card(board: &Board, position: &Position, sides: impl Into<Sides>, card: CardId) -> bool {
    sees_pile(board, sides, position.card_at(card).pile)
}

/// Whether `val` is a card that none of some sides sees where it lies now.
pub fn hides(board: &Board, position: &Position, sides: impl Into<Sides>, val: Val) -> bool {
    val.index(Kind::Card).is_some_and(|card| !sees_card(board, position, sides, CardId::new(card)))
}

/// Whether some sides may see a fact of a subject. Only what is kept per side has an owner.
pub fn sees_fact(fact: &Fact, sides: impl Into<Sides>, subject: usize) -> bool {
    fact.visibility.is_for(sides, fact.on.owner(subject))
}

/// The plain notation as some sides see it: hidden piles show their number of cards only, hidden facts
/// nothing.
pub fn view(board: &Board, position: &Position, sides: impl Into<Sides>) -> String {
    crate::notation::print_seen(board, position, sides.into())
}
