//! Games with physical cards. The host tracks what anybody can know of the cards from shuffles and looks.
//!
//! A physical pile has another order than the program's pile. When a player draws a card from a physical pile, the host
//! exchanges this card with the program's card at the same place, in the whole position. The host refuses the drawn
//! card if somebody could notice the exchange.
//!
//! A *segment* is a run of cards in a pile: either one card, or several cards whose order is not determined yet.

use super::{GameEvent, Host, HostResult};
use cardwright_state::{CardId, CardKnowledge, PileId, SideId, chance, determinize, view};
use std::sync::Arc;

impl Host {
    /// Whether any side, or a viewer without a side, sees the cards of a pile.
    pub(super) fn is_visible_to_any(&self, pile: PileId) -> bool {
        let sides = (0..self.board.sides.len()).map(|side| Some(SideId::new(side)));
        sides.chain([None]).any(|side| view::sees_pile(&self.board, side, pile))
    }

    /// Returns what is known of the cards up to now. `None` if the caller of the VM gave no knowledge.
    fn current_knowledge(&mut self) -> Option<CardKnowledge> {
        self.read_card_moves();
        let (given_knowledge, move_count) = self.chance.outcomes.card_knowledge.as_ref()?;
        let mut card_knowledge = CardKnowledge::clone(given_knowledge);
        for (card, to) in self.recorder.card_moves.get(*move_count..).unwrap_or_default() {
            card_knowledge.record_move(&self.board, *card, *to);
        }
        for recorded in &self.recorder.events {
            if let GameEvent::Peeked { cards, side: Some(side), .. } = &recorded.event {
                cards.iter().for_each(|card| card_knowledge.record_look(*side, *card));
            }
        }
        Some(card_knowledge)
    }

    /// Returns the cards that may lie at the place of a segment, as far as anybody can know. These are the cards of the
    /// segment and all cards that nobody can tell from them.
    pub(super) fn possible_cards(&mut self, segment: &[CardId]) -> Vec<CardId> {
        let Some(card_knowledge) = self.current_knowledge() else { return segment.to_vec() };
        let is_possible = |card: &CardId| {
            segment.contains(card)
                || segment
                    .iter()
                    .any(|segment_card| card_knowledge.last_shared_shuffle_for_all(*card, *segment_card).is_some())
        };
        (0..self.board.cards.len()).map(CardId::new).filter(is_possible).collect()
    }

    /// Puts a card from the physical table into a pile's top segment, as if the card had always lain there. Fails if
    /// somebody could notice the exchange.
    pub(super) fn place_table_card(&mut self, pile: PileId, segment: &[CardId], card: CardId) -> HostResult<()> {
        if segment.contains(&card) {
            return Ok(());
        }
        let (card_id, pile_id) = (self.board.cards[card.index()].id.clone(), self.board.piles[pile.index()].id.clone());
        let current_pile = self.pos.card_location(card).pile;
        let refuse = |why: &str| Err(format!("card `{card_id}` cannot have been drawn from `{pile_id}`: {why}").into());
        let Some(mut card_knowledge) = self.current_knowledge() else {
            return refuse("the program does not know here which cards anybody has seen");
        };
        let exchangeable: Vec<CardId> = segment
            .iter()
            .copied()
            .filter(|segment_card| card_knowledge.last_shared_shuffle_for_all(card, *segment_card).is_some())
            .collect();
        // Exchange the card with the first card, in the program's order, that nobody can tell from it.
        let shuffle = self.pos.shuffle_of(&self.board, pile, segment);
        let other = chance::top_card(&self.board, self.pos.seed(), pile, shuffle, &exchangeable);
        let last_shuffle = other.and_then(|other| card_knowledge.last_shared_shuffle_for_all(card, other));
        let (Some(other), Some(last_shuffle)) = (other, last_shuffle) else {
            return match self.is_visible_to_any(current_pile) {
                true => refuse(&format!("it lies in `{}`", self.board.piles[current_pile.index()].id)),
                false => refuse("it was never shuffled with the cards there, or somebody has seen it elsewhere since"),
            };
        };
        let Some(exchanged) = determinize::with_cards_exchanged(&self.board, &self.pos, card, other) else {
            return refuse("the log of this step fixes its place");
        };
        card_knowledge.exchange(card, other, last_shuffle);
        self.pos = exchanged;
        // Values of `shared` functions in the cache may depend on the exchanged cards.
        self.forget_shared();
        self.chance.outcomes.card_knowledge = Some((Arc::new(card_knowledge), self.recorder.card_moves.len()));
        self.chance.outcomes.has_exchanged_cards = true;
        Ok(())
    }
}
