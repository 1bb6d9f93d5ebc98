//! What one side may know of a position: the notation with hidden faces and facts left out.
//!
//! Not modelled yet: who has looked at cards whose place is known (`peek`), and secrets in the
//! arguments of open steps and of effects in force.

use crate::board::{Audience, Board, Fact, On};
use crate::ids::*;
use crate::position::Position;

/// Whether `side` may see the faces of a pile; nobody in particular (`None`) sees what all see.
pub fn sees_pile(board: &Board, side: Option<SideId>, pile: PileId) -> bool {
    let def = &board.piles[pile.at()];
    match def.audience {
        Audience::All => true,
        Audience::Owner => side.is_some() && def.owner == side,
        Audience::None => false,
    }
}

/// Whether `side` may see which card this is where it lies now.
pub fn sees_card(board: &Board, position: &Position, side: Option<SideId>, card: CardId) -> bool {
    sees_pile(board, side, position.card_at(card).pile)
}

/// Whether `side` may see a fact of a subject. Only what is kept per side has an owner.
pub fn sees_fact(fact: &Fact, side: Option<SideId>, subject: usize) -> bool {
    match fact.audience {
        Audience::All => true,
        Audience::Owner => fact.on == On::Side && side == Some(SideId::new(subject)),
        Audience::None => false,
    }
}

/// The plain notation as `side` sees it: hidden piles show their number of cards only, hidden facts
/// nothing.
pub fn view(board: &Board, position: &Position, side: Option<SideId>) -> String {
    crate::notation::print_seen(board, position, side)
}
