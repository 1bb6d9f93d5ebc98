//! Solo play against non-players: their actions may be undone even if chance came into them.
//!
//! A barrier has two purposes: no player learns more than the others, and nobody repeats chance until it suits. With
//! one player and nothing hidden but undrawn cards, the first does not matter. The second cannot happen, because the
//! same roll or draw comes up again. The player's own roll or draw stays a barrier: to know it in advance would be
//! another game.

use super::{Node, Table};
use cardwright_script::GameEvent;
use cardwright_state::PileId;
use cardwright_state::board::Visibility;
use cardwright_state::view;

impl Table {
    /// Whether an event may be undone although it revealed something: see above.
    pub(super) fn may_cross_barrier(&self, node: &Node) -> bool {
        node.barrier && !node.played_by_rules.is_empty() && !answered_by_chance(node) && self.is_solo()
    }

    /// Whether one person plays alone, and no side holds anything hidden from that person. Then the actions of
    /// non-players may be undone although chance came into them.
    pub fn is_solo(&self) -> bool {
        let [seat] = self.human_seats()[..] else { return false };
        if self.has_bots() {
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

/// Whether the answer itself needed chance, before the rules played another side. True if the log does not tell.
fn answered_by_chance(node: &Node) -> bool {
    let is_chance = |what: &GameEvent| {
        matches!(
            what,
            GameEvent::Rolled { .. } | GameEvent::Drawn { .. } | GameEvent::Picked { .. } | GameEvent::Peeked { .. }
        )
    };
    let is_of_others = |what: &GameEvent| matches!(what, GameEvent::Heading(..) | GameEvent::Action(_));
    let mut before = node.game_events.iter().take_while(|what| !is_of_others(what));
    let is_story = node.game_events.iter().any(is_of_others);
    !is_story || before.any(is_chance)
}
