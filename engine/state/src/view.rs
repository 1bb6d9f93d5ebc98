//! What one side may know of a position: the notation with hidden faces left out.

use crate::board::{Audience, Board};
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

/// The plain notation as `side` sees it: hidden piles show their number of cards only.
pub fn view(board: &Board, position: &Position, side: Option<SideId>) -> String {
    let plain = crate::notation::print(board, position);
    let mut out = String::with_capacity(plain.len());
    for line in plain.lines() {
        let head = line.split_once(':').map(|(head, _)| head);
        match head.and_then(|h| board.pile(h)) {
            Some(pile) if !sees_pile(board, side, pile) => {
                let n = position.pile(pile).len();
                out.push_str(&format!("{}: {n} card{}\n", board.piles[pile.at()].id, if n == 1 { "" } else { "s" }));
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}
