//! Games with physical cards: what anybody can know of the cards while an answer runs, from shuffles and looks.
//!
//! A physical pile has another order than the program's. When a player draws a card from it, the engine exchanges that
//! card with the program's card at this place, in the whole position. It refuses the card if somebody could tell.

use super::{GameEvent, Host, HostResult};
use cardwright_state::{CardId, CardKnowledge, PileId, SideId, chance, determinize, view};
use std::sync::Arc;

impl Host {
    /// Whether any side, or a viewer without a side, sees the cards of a pile.
    pub(super) fn is_visible_to_any(&self, pile: PileId) -> bool {
        let sides = (0..self.board.sides.len()).map(|side| Some(SideId::new(side)));
        sides.chain([None]).any(|side| view::sees_pile(&self.board, side, pile))
    }

    /// The knowledge of the cards up to now; none if the caller did not set any.
    fn current_knowledge(&mut self) -> Option<CardKnowledge> {
        self.read_card_moves();
        let (known, move_count) = self.outcomes.card_knowledge.as_ref()?;
        let mut card_knowledge = CardKnowledge::clone(known);
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

    /// The cards that may lie at the place of these, as far as anybody can know: these cards, and all cards that nobody
    /// can tell from them.
    pub(super) fn possible_cards(&mut self, segment: &[CardId]) -> Vec<CardId> {
        let Some(card_knowledge) = self.current_knowledge() else { return segment.to_vec() };
        let fits = |card: &CardId| {
            segment.contains(card)
                || segment.iter().any(|lies| card_knowledge.last_shared_shuffle_for_all(*card, *lies).is_some())
        };
        (0..self.board.cards.len()).map(CardId::new).filter(fits).collect()
    }

    /// Puts a card from the physical table among the cards of a pile's top segment, as if it had always lain there.
    /// Fails if somebody could tell.
    pub(super) fn place_table_card(&mut self, pile: PileId, segment: &[CardId], card: CardId) -> HostResult<()> {
        if segment.contains(&card) {
            return Ok(());
        }
        let (id, top) = (self.board.cards[card.at()].id.clone(), self.board.piles[pile.at()].id.clone());
        let current_pile = self.pos.card_location(card).pile;
        let refuse = |why: &str| Err(format!("card `{id}` cannot have been drawn from `{top}`: {why}"));
        let Some(mut card_knowledge) = self.current_knowledge() else {
            return refuse("the program does not know here which cards anybody has seen");
        };
        let alike: Vec<CardId> = segment
            .iter()
            .copied()
            .filter(|lies| card_knowledge.last_shared_shuffle_for_all(card, *lies).is_some())
            .collect();
        // Exchange it with the first card of the program's order that nobody can tell from it.
        let shuffle = self.pos.shuffle_of(&self.board, pile, segment);
        let other = chance::top_card(&self.board, self.pos.seed(), pile, shuffle, &alike);
        let since = other.and_then(|other| card_knowledge.last_shared_shuffle_for_all(card, other));
        let (Some(other), Some(since)) = (other, since) else {
            return match self.is_visible_to_any(current_pile) {
                true => refuse(&format!("it lies in `{}`", self.board.piles[current_pile.at()].id)),
                false => refuse("it was never shuffled with the cards there, or somebody has seen it elsewhere since"),
            };
        };
        let Some(exchanged) = determinize::with_cards_exchanged(&self.board, &self.pos, card, other) else {
            return refuse("the log of this step fixes its place");
        };
        card_knowledge.exchange(card, other, since);
        self.pos = exchanged;
        self.forget_shared();
        self.outcomes.card_knowledge = Some((Arc::new(card_knowledge), self.recorder.card_moves.len()));
        self.outcomes.has_exchanged_cards = true;
        Ok(())
    }
}
