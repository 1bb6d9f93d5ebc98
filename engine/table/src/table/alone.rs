//! One person against sides that rules play: what they did may be taken back, though chance came into it.
//!
//! A barrier keeps players from knowing more than the others do, and from trying chance until it suits. Where there is no other player,
//! and nothing is hidden but what nobody has seen (cards that are not drawn), the first harms nobody; and the second is of no use: what was rolled
//! or drawn comes out the same again, whatever is done before it. What the person's own answer rolled or drew stays all the same: to
//! know it before one answers would be another game.

use super::{Node, Seat, Table};
use cardwright_script::Happening;
use cardwright_state::PileId;
use cardwright_state::board::Visibility;
use cardwright_state::view;

impl Table {
    /// Whether an event may be taken back although it revealed something: see above.
    pub(super) fn is_of_rules_alone(&self, node: &Node) -> bool {
        node.barrier && !node.ruled.is_empty() && !answered_by_chance(node) && self.plays_alone()
    }

    /// Whether one person plays, nobody else, and no side holds or knows what is hidden from them: what is, nobody has seen. What
    /// rules did is then taken back though chance came into it.
    pub fn plays_alone(&self) -> bool {
        let [seat] = self.people()[..] else { return false };
        if self.seats.contains(&Seat::Random) {
            return false;
        }
        let board = self.board();
        let holds_nothing = |pile: usize| self.position().pile(PileId::new(pile)).is_empty();
        let mut piles = board.piles.iter().enumerate();
        let sees_piles = piles.all(|(at, pile)| {
            pile.visibility != Visibility::Owner || view::sees_pile(board, seat, PileId::new(at)) || holds_nothing(at)
        });
        let sides = 0..board.sides.len();
        let sees_facts = board.facts.iter().all(|fact| {
            fact.visibility != Visibility::Owner || sides.clone().all(|subject| view::sees_fact(fact, seat, subject))
        });
        sees_piles && sees_facts
    }
}

/// Whether chance came into the answer itself, before rules acted for another side; where the story is not told, that is not known.
fn answered_by_chance(node: &Node) -> bool {
    let is_chance = |what: &Happening| {
        matches!(
            what,
            Happening::Rolled { .. } | Happening::Drawn { .. } | Happening::Picked { .. } | Happening::Peeked { .. }
        )
    };
    let is_of_others = |what: &Happening| matches!(what, Happening::Chapter(..) | Happening::Deed(_));
    let mut before = node.happenings.iter().take_while(|what| !is_of_others(what));
    let is_story = node.happenings.iter().any(is_of_others);
    !is_story || before.any(is_chance)
}
