//! Where cards lie: in piles that have no order, or in decks of known and shuffled segments.

use super::Position;
use crate::board::{Board, PileOrder};
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardAt {
    /// The pile.
    pub pile: PileId,
    /// Order within a deck: cards of one rank are one segment, the highest rank is the top. 0 in sets.
    pub rank: i32,
    /// The shuffle that left the order of its segment open; 0 for a known place.
    pub shuffle: u32,
}

/// Where a card lies before set-up: home, which as a deck has the first card on top, each at a known place.
pub(super) fn before_set_up(board: &Board, card: CardId) -> CardAt {
    let is_deck = board.piles.get(board.home.at()).is_some_and(|home| home.order == PileOrder::Deck);
    let rank = if is_deck { (board.cards.len() - 1 - card.at()) as i32 } else { 0 };
    CardAt { pile: board.home, rank, shuffle: 0 }
}

impl Position {
    #[inline]
    pub(super) fn put_card(&mut self, card: CardId, at: CardAt) {
        let old = self.cards[card.at()];
        self.in_pile[old.pile.at()].remove(card.at());
        self.in_pile[at.pile.at()].insert(card.at());
        self.cards[card.at()] = at;
    }

    /// Lets every card take the place of another: the one at each index gives its place to the one named there.
    pub(crate) fn put_cards(&mut self, names: &[CardId]) {
        let old = self.cards.clone();
        self.in_pile.fill(Set::EMPTY);
        for (at, name) in old.into_iter().zip(names) {
            self.in_pile[at.pile.at()].insert(name.at());
            self.cards[name.at()] = at;
        }
    }

    /// Where a card lies.
    #[inline]
    pub fn card_at(&self, card: CardId) -> CardAt {
        self.cards[card.at()]
    }
    /// The cards of a pile.
    #[inline]
    pub fn pile(&self, pile: PileId) -> Set {
        self.in_pile[pile.at()]
    }
    /// The segments of a pile from the top, each with its cards in id order and whether its order is open.
    pub fn segments(&self, pile: PileId) -> Vec<(Vec<CardId>, bool)> {
        let mut cards: Vec<(i32, CardId)> =
            self.pile(pile).iter().map(|c| (self.cards[c].rank, CardId::new(c))).collect();
        cards.sort_by_key(|(rank, card)| (-rank, *card));
        let mut out: Vec<(i32, Vec<CardId>, bool)> = Vec::new();
        for (rank, card) in cards {
            match out.last_mut() {
                Some((r, list, _)) if *r == rank => list.push(card),
                _ => out.push((rank, vec![card], self.cards[card.at()].shuffle != 0)),
            }
        }
        out.into_iter()
            .map(|(_, list, open)| {
                let open = open && list.len() > 1;
                (list, open)
            })
            .collect()
    }
    /// Whether the cards of a deck lie as before set-up, as far as they are still there: in their order, each at a known place.
    pub(crate) fn is_as_before_set_up(&self, board: &Board, deck: PileId) -> bool {
        let ranks = || self.pile(deck).iter().map(|card| self.cards[card].rank);
        deck == board.home && ranks().zip(ranks().skip(1)).all(|(above, below)| above > below)
    }
    /// The highest and lowest rank of a pile, if it holds any card.
    pub fn ranks(&self, pile: PileId) -> Option<(i32, i32)> {
        let mut range = None;
        for card in self.pile(pile).iter() {
            let rank = self.cards[card].rank;
            let (low, high) = range.unwrap_or((rank, rank));
            range = Some((rank.min(low), rank.max(high)));
        }
        range
    }

    /// Moves a card, journalled if it differs.
    pub fn move_card(&mut self, board: &Board, card: CardId, new: CardAt) {
        let old = self.cards[card.at()];
        if old != new {
            self.apply(board, Change::Card { card, old, new });
        }
    }
    /// The place of a card put on the top (or bottom) of a pile.
    pub fn slot_in(&self, board: &Board, pile: PileId, top: bool) -> CardAt {
        let rank = match board.piles[pile.at()].order {
            PileOrder::Set => 0,
            PileOrder::Deck => match self.ranks(pile) {
                None => 0,
                Some((_, high)) if top => high + 1,
                Some((low, _)) => low - 1,
            },
        };
        CardAt { pile, rank, shuffle: 0 }
    }
    /// Numbers a new shuffle of a pile.
    pub(crate) fn next_shuffle(&mut self, board: &Board, pile: PileId) -> u32 {
        let stream = crate::chance::pile_stream(board, pile);
        let old = self.chance[stream as usize];
        self.apply(board, Change::Chance { stream, old, new: old + 1 });
        old + 1
    }
    /// Shuffles a pile: a deck becomes one segment whose order is open. A set has no order to open: from
    /// now on it is drawn from by another shuffle.
    pub fn shuffle(&mut self, board: &Board, pile: PileId) {
        let shuffle = self.next_shuffle(board, pile);
        if board.piles[pile.at()].order == PileOrder::Deck {
            for card in self.pile(pile).iter().map(CardId::new) {
                self.move_card(board, card, CardAt { pile, rank: 0, shuffle });
            }
        }
    }
    /// The shuffle by which it is looked up which card of a segment is on top: in a set, the last one.
    pub fn shuffle_of(&self, board: &Board, pile: PileId, segment: &[CardId]) -> u32 {
        match (board.piles[pile.at()].order, segment.first()) {
            (PileOrder::Deck, Some(card)) => self.cards[card.at()].shuffle,
            _ => self.chance[crate::chance::pile_stream(board, pile) as usize],
        }
    }
    /// Lays a deck on top of another as it lies: known cards stay known, open segments open.
    pub fn lay_on(&mut self, board: &Board, from: PileId, to: PileId) {
        for (cards, open) in self.segments(from).into_iter().rev() {
            let mut slot = self.slot_in(board, to, true);
            if open {
                slot.shuffle = self.next_shuffle(board, to);
            }
            for card in cards {
                self.move_card(board, card, slot);
            }
        }
    }
    /// Tells a card of an open segment of a deck from the rest: it lies right above them, at a known
    /// place. A last one left is known with it. What lies above, all of it known, makes room.
    pub fn make_known(&mut self, board: &Board, card: CardId) {
        let CardAt { pile, rank, .. } = self.cards[card.at()];
        let mut above: Vec<CardId> = self.pile(pile).iter().map(CardId::new).collect();
        above.retain(|c| self.cards[c.at()].rank > rank);
        above.sort_by_key(|c| self.cards[c.at()].rank);
        self.move_card(board, card, CardAt { pile, rank: rank + 1, shuffle: 0 });
        let rest: Vec<usize> = self.pile(pile).iter().filter(|c| self.cards[*c].rank == rank).collect();
        if let [last] = rest[..] {
            self.move_card(board, CardId::new(last), CardAt { pile, rank, shuffle: 0 });
        }
        let mut free = rank + 2;
        for card in above {
            let old = self.cards[card.at()];
            let new = CardAt { rank: old.rank.max(free), ..old };
            self.move_card(board, card, new);
            free = new.rank + 1;
        }
    }
}
