//! What anybody can know of the cards while an answer runs: which may lie where, by what has been shuffled and seen.
//!
//! A pile on the table lies otherwise than the program's. A card drawn from it changes places with one that the program has there,
//! wherever both are named, as if it had lain there all along; nobody can tell the difference, or else it is refused.

use super::{Happening, Host, HostResult};
use cardwright_state::{CardId, PileId, SideId, Trails, chance, resample, view};
use std::sync::Arc;

impl Host {
    /// Whether any side, or all, see the cards of a pile.
    pub(super) fn somebody_sees(&self, pile: PileId) -> bool {
        let sides = (0..self.board.sides.len()).map(|side| Some(SideId::new(side)));
        sides.chain([None]).any(|side| view::sees_pile(&self.board, side, pile))
    }

    /// The trails of all cards up to now; none where whoever runs this has none.
    fn known_now(&mut self) -> Option<Trails> {
        self.tell_moves();
        let (known, told) = self.given.known.as_ref()?;
        let mut trails = Trails::clone(known);
        for (card, to) in self.witness.moves.get(*told..).unwrap_or_default() {
            trails.moved(&self.board, *card, *to);
        }
        for told in &self.witness.happenings {
            if let Happening::Peeked { cards, side: Some(side), .. } = &told.what {
                cards.iter().for_each(|card| trails.looked(*side, *card));
            }
        }
        Some(trails)
    }

    /// The cards that may lie where these do, by what anybody has seen: these, and those that they may be mistaken for.
    pub(super) fn may_lie_there(&mut self, segment: &[CardId]) -> Vec<CardId> {
        let Some(trails) = self.known_now() else { return segment.to_vec() };
        let fits = |card: &CardId| {
            segment.contains(card) || segment.iter().any(|lies| trails.mixed_for_all(*card, *lies).is_some())
        };
        (0..self.board.cards.len()).map(CardId::new).filter(fits).collect()
    }

    /// Lets a card lie among these, on top of a pile, as if it had all along.
    pub(super) fn lay_there(&mut self, pile: PileId, segment: &[CardId], card: CardId) -> HostResult<()> {
        if segment.contains(&card) {
            return Ok(());
        }
        let (id, top) = (self.board.cards[card.at()].id.clone(), self.board.piles[pile.at()].id.clone());
        let there = self.pos.card_at(card).pile;
        let not = |why: &str| Err(format!("card `{id}` cannot have been drawn from `{top}`: {why}"));
        let Some(mut trails) = self.known_now() else {
            return not("what has been seen of the cards is not known here");
        };
        let like: Vec<CardId> =
            segment.iter().copied().filter(|lies| trails.mixed_for_all(card, *lies).is_some()).collect();
        // Of those it may be mistaken for, the one that would have come up first.
        let shuffle = self.pos.shuffle_of(&self.board, pile, segment);
        let other = chance::top_of(&self.board, self.pos.seed(), pile, shuffle, &like);
        let since = other.and_then(|other| trails.mixed_for_all(card, other));
        let (Some(other), Some(since)) = (other, since) else {
            return match self.somebody_sees(there) {
                true => not(&format!("it lies in `{}`", self.board.piles[there.at()].id)),
                false => not("it was never shuffled with what lies there, or has been seen elsewhere since"),
            };
        };
        let Some(exchanged) = resample::exchanged_two(&self.board, &self.pos, card, other) else {
            return not("what this step has noted holds it to its place");
        };
        trails.exchange(card, other, since);
        self.pos = exchanged;
        self.forget_shared();
        self.given.known = Some((Arc::new(trails), self.witness.moves.len()));
        self.given.has_exchanged = true;
        Ok(())
    }
}
