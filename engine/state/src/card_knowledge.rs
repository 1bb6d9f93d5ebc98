//! What each side can know about cards: the shuffles that every card passed, and when each side last saw it. A card
//! passes a shuffle if it is among the shuffled cards.
//!
//! Card knowledge is not part of the position. The history stores it with every event. If the past is unknown, use
//! [`CardKnowledge::unknown`].

use crate::board::{Board, Sides};
use crate::ids::*;
use crate::position::{CardLocation, Position};
use crate::view;

/// The shuffles and sightings of every card. Shuffles are counted from 1 over the whole game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardKnowledge {
    /// The number of shuffles so far.
    shuffles: u32,
    /// The shuffle whose cards are being recorded: its pile, and its number among the shuffles of this pile. `None` if
    /// the last recorded move did not belong to a shuffle.
    current_shuffle: Option<(PileId, u32)>,
    /// By card: the shuffles that the card passed, in order.
    passed: Vec<Vec<u32>>,
    /// By card and viewer (each side, then a spectator): the number of shuffles when the viewer last saw the card.
    last_seen: Vec<u32>,
    viewer_count: usize,
}

impl CardKnowledge {
    /// The approximate size in bytes.
    pub fn size(&self) -> usize {
        let passed: usize = self.passed.iter().map(|shuffles| size_of_val(shuffles) + size_of_val(&**shuffles)).sum();
        size_of::<CardKnowledge>() + passed + size_of_val(&*self.last_seen)
    }

    /// The knowledge at the start of a game. Everything except the order of shuffled cards is public.
    pub fn at_start(board: &Board, position: &Position) -> CardKnowledge {
        let mut card_knowledge = CardKnowledge::empty(board);
        for pile in (0..board.piles.len()).map(PileId::new) {
            for (cards, is_open) in position.segments(pile) {
                card_knowledge.shuffles += u32::from(is_open);
                for card in cards.iter().filter(|_| is_open) {
                    card_knowledge.passed[card.index()].push(card_knowledge.shuffles);
                }
            }
        }
        card_knowledge.record_all_visible(board, position);
        card_knowledge
    }

    /// The knowledge if nobody knows the past. Each side knows the cards that it sees, and how many others there are.
    pub fn unknown(board: &Board, position: &Position) -> CardKnowledge {
        let mut card_knowledge = CardKnowledge::empty(board);
        card_knowledge.shuffles = 1;
        card_knowledge.passed.iter_mut().for_each(|passed| passed.push(1));
        card_knowledge.record_all_visible(board, position);
        card_knowledge
    }

    fn empty(board: &Board) -> CardKnowledge {
        let (cards, viewer_count) = (board.cards.len(), board.sides.len() + 1);
        CardKnowledge {
            passed: vec![Vec::new(); cards],
            last_seen: vec![0; cards * viewer_count],
            viewer_count,
            ..CardKnowledge::default()
        }
    }

    fn record_all_visible(&mut self, board: &Board, position: &Position) {
        for card in (0..board.cards.len()).map(CardId::new) {
            self.record_visible(board, card, position.card_location(card).pile);
        }
    }

    /// Records that a card moved. Call this for each card of a shuffle, one directly after another, because the first
    /// move to another place ends the shuffle.
    pub fn record_move(&mut self, board: &Board, card: CardId, to: CardLocation) {
        if to.shuffle != 0 {
            if self.current_shuffle != Some((to.pile, to.shuffle)) {
                self.current_shuffle = Some((to.pile, to.shuffle));
                self.shuffles += 1;
            }
            self.passed[card.index()].push(self.shuffles);
        } else {
            self.current_shuffle = None;
        }
        self.record_visible(board, card, to.pile);
    }

    /// Records that a side looked at a card.
    pub fn record_look(&mut self, side: SideId, card: CardId) {
        self.last_seen[card.index() * self.viewer_count + side.index()] = self.shuffles;
    }

    fn record_visible(&mut self, board: &Board, card: CardId, pile: PileId) {
        for viewer in 0..self.viewer_count {
            let side = (viewer + 1 < self.viewer_count).then(|| SideId::new(viewer));
            if view::sees_pile(board, side, pile) {
                self.last_seen[card.index() * self.viewer_count + viewer] = self.shuffles;
            }
        }
    }

    /// The number of shuffles so far.
    pub fn shuffle_count(&self) -> u32 {
        self.shuffles
    }

    /// How many shuffles had happened when one of these sides last saw a card. No sides mean a spectator.
    pub fn last_seen(&self, sides: impl Into<Sides>, card: CardId) -> u32 {
        let last_seen = |viewer: usize| self.last_seen[card.index() * self.viewer_count + viewer];
        sides
            .into()
            .iter()
            .map(|side| last_seen(side.index()))
            .max()
            .unwrap_or_else(|| last_seen(self.viewer_count - 1))
    }

    /// The shuffles that a card passed, in order.
    pub(crate) fn shuffles_of(&self, card: CardId) -> &[u32] {
        &self.passed[card.index()]
    }

    /// The last shuffle that both cards passed, if none of these sides has seen either card after it. The sides then
    /// cannot tell the two cards apart.
    pub fn last_shared_shuffle(&self, sides: impl Into<Sides>, a: CardId, b: CardId) -> Option<u32> {
        let sides = sides.into();
        self.last_shared_shuffle_after(self.last_seen(sides, a).max(self.last_seen(sides, b)), a, b)
    }

    /// The last shuffle that both cards passed, if it is later than the shuffle `since`.
    #[inline]
    pub(crate) fn last_shared_shuffle_after(&self, since: u32, a: CardId, b: CardId) -> Option<u32> {
        let (passed_a, passed_b) = (&self.passed[a.index()], &self.passed[b.index()]);
        let is_later = |n: &&u32| **n > since;
        passed_b.last().filter(is_later)?;
        passed_a.iter().rev().take_while(is_later).find(|n| passed_b.contains(n)).copied()
    }

    /// Does what [`CardKnowledge::last_shared_shuffle`] does for all sides at once: returns `Some` only if no side can
    /// tell the cards apart.
    pub fn last_shared_shuffle_for_all(&self, a: CardId, b: CardId) -> Option<u32> {
        let viewers = self.viewer_count;
        let last_seen = |card: CardId| &self.last_seen[card.index() * viewers..(card.index() + 1) * viewers];
        self.last_shared_shuffle_after(last_seen(a).iter().chain(last_seen(b)).copied().max().unwrap_or(0), a, b)
    }

    /// Returns this knowledge reduced to the first `shuffles` shuffles. Use it to determinize an earlier position with
    /// the present knowledge.
    pub fn up_to_shuffle(&self, shuffles: u32) -> CardKnowledge {
        let mut card_knowledge = self.clone();
        card_knowledge.passed.iter_mut().for_each(|passed| passed.retain(|n| *n <= shuffles));
        card_knowledge
    }

    /// The shuffles of a card after an exchange with another card: its own shuffles up to the shuffle `since`, then the
    /// later shuffles of the other card.
    pub(crate) fn shuffles_after_exchange(&self, card: CardId, other: CardId, since: u32) -> Vec<u32> {
        let own = self.shuffles_of(card).iter().take_while(|n| **n <= since);
        own.chain(self.shuffles_of(other).iter().skip_while(|n| **n <= since)).copied().collect()
    }

    /// Exchanges what two cards passed after the shuffle `since`.
    pub fn exchange(&mut self, a: CardId, b: CardId, since: u32) {
        let first_after = |passed: &Vec<u32>| passed.iter().position(|n| *n > since).unwrap_or(passed.len());
        let (split_a, split_b) = (first_after(&self.passed[a.index()]), first_after(&self.passed[b.index()]));
        let (tail_a, tail_b) = (self.passed[a.index()].split_off(split_a), self.passed[b.index()].split_off(split_b));
        self.passed[a.index()].extend(tail_b);
        self.passed[b.index()].extend(tail_a);
    }
}
