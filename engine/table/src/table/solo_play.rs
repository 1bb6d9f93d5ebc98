//! Solo play against Non-players: the player may undo actions of Non-players even if these actions used chance.
//!
//! A barrier keeps a player from learning more than the other players. This does not matter if there is only one player
//! and only undrawn cards are hidden. A barrier also keeps a player from repeating a roll until the result suits. This
//! cannot happen here, because the same roll or draw comes up again. The player's own roll or draw stays a barrier,
//! because otherwise the player could choose an answer with knowledge of its result.

use super::Table;
use crate::node::Node;
use cardwright_script::GameEvent;
use cardwright_state::board::{Sides, Visibility};
use cardwright_state::view;
use cardwright_state::{FactId, PileId};

impl Table {
    /// Whether undo may cross the barrier of an event, because only non-players used chance in it.
    pub(super) fn may_cross_barrier(&self, node: &Node) -> bool {
        node.barrier && !node.played_by_rules.is_empty() && !answered_by_chance(node) && self.is_solo()
    }

    /// Whether one person plays alone, and no side holds anything hidden from that person. Then the person may undo the
    /// actions of non-players although these used chance.
    pub fn is_solo(&self) -> bool {
        let [seat] = self.human_seats()[..] else { return false };
        if self.has_bots() {
            return false;
        }
        let board = self.board();
        let sides = 0..board.sides.len();
        let sees_facts = board.facts.iter().enumerate().all(|(index, fact)| match fact.visibility {
            Visibility::Owner => sides.clone().all(|subject| view::sees_fact(fact, seat, subject)),
            Visibility::Parties => (0..board.subject_count(fact.on)).all(|subject| {
                let rows = self.position().rows(board, FactId::new(index), subject);
                rows.iter().all(|row| view::sees_row(fact, seat, subject, row))
            }),
            Visibility::All | Visibility::None => true,
        });
        !self.hides_cards_from(seat) && sees_facts
    }

    /// Whether some side holds cards that the people of a seat may not see.
    pub(super) fn hides_cards_from(&self, seat: Sides) -> bool {
        let (board, position) = (self.board(), self.position());
        board.piles.iter().enumerate().any(|(index, pile)| {
            let id = PileId::new(index);
            pile.visibility == Visibility::Owner && !view::sees_pile(board, seat, id) && !position.pile(id).is_empty()
        })
    }
}

/// Whether the answer itself used chance, before the rules played another side. Also true if the log has no heading or
/// action that would show where the rules began to play.
fn answered_by_chance(node: &Node) -> bool {
    let is_chance = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Rolled { .. } | GameEvent::Drawn { .. } | GameEvent::Picked { .. } | GameEvent::Peeked { .. }
        )
    };
    let begins_other_play = |event: &GameEvent| matches!(event, GameEvent::Heading(..) | GameEvent::Action(_));
    let mut own_events = node.game_events.iter().take_while(|event| !begins_other_play(event));
    let has_other_play = node.game_events.iter().any(begins_other_play);
    !has_other_play || own_events.any(is_chance)
}
