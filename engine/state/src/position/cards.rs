//! Cards and their locations. Cards are in unordered piles or in decks. A deck consists of segments: cards at known
//! places, and groups of shuffled cards whose order is not yet determined (open segments).

use super::{CardLocation, Position};
use crate::board::{Board, PileOrder};
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;

impl Position {
    #[inline]
    pub(super) fn put_card(&mut self, card: CardId, location: CardLocation) {
        let old = self.cards[card.index()];
        self.cards_by_pile.remove(old.pile.index(), card.index());
        self.cards_by_pile.insert(location.pile.index(), card.index());
        self.cards[card.index()] = location;
    }

    /// Gives the location of each card to another card: the location of card `i` to card `cards[i]`.
    pub(crate) fn permute_cards(&mut self, cards: &[CardId]) {
        let old = self.cards.clone();
        self.cards_by_pile.clear();
        for (location, card) in old.into_iter().zip(cards) {
            self.cards_by_pile.insert(location.pile.index(), card.index());
            self.cards[card.index()] = location;
        }
    }

    /// The location of a card.
    #[inline]
    pub fn card_location(&self, card: CardId) -> CardLocation {
        self.cards[card.index()]
    }
    /// The cards of a pile.
    #[inline]
    pub fn pile(&self, pile: PileId) -> Set {
        self.cards_by_pile.get(pile.index())
    }
    /// The segments of a pile from the top: the cards in the order of the board, and whether the segment is open, which
    /// means that the order of its cards is not yet determined.
    pub fn segments(&self, pile: PileId) -> Vec<(Vec<CardId>, bool)> {
        let mut cards: Vec<(i32, CardId)> =
            self.pile(pile).iter().map(|c| (self.cards[c].rank, CardId::new(c))).collect();
        cards.sort_by_key(|(rank, card)| (-rank, *card));
        let mut segments: Vec<(i32, Vec<CardId>, bool)> = Vec::new();
        for (rank, card) in cards {
            match segments.last_mut() {
                Some((segment_rank, cards, _)) if *segment_rank == rank => cards.push(card),
                _ => segments.push((rank, vec![card], self.cards[card.index()].shuffle != 0)),
            }
        }
        segments
            .into_iter()
            .map(|(_, cards, is_shuffled)| {
                let is_open = is_shuffled && cards.len() > 1;
                (cards, is_open)
            })
            .collect()
    }
    /// Whether the remaining cards of the home deck are still in their order before set-up.
    pub(crate) fn is_in_initial_order(&self, board: &Board, deck: PileId) -> bool {
        let cards = self.pile(deck);
        let ranks = || cards.iter().map(|card| self.cards[card].rank);
        deck == board.home && ranks().zip(ranks().skip(1)).all(|(above, below)| above > below)
    }
    /// The lowest and highest rank in a pile. `None` if the pile is empty.
    pub fn ranks(&self, pile: PileId) -> Option<(i32, i32)> {
        let mut range = None;
        for card in self.pile(pile).iter() {
            let rank = self.cards[card].rank;
            let (low, high) = range.unwrap_or((rank, rank));
            range = Some((rank.min(low), rank.max(high)));
        }
        range
    }

    /// Moves a card to a location.
    pub fn move_card(&mut self, board: &Board, card: CardId, new: CardLocation) {
        let old = self.cards[card.index()];
        if old != new {
            self.apply(board, Change::Card { card, old, new });
        }
    }
    /// The location on top of a pile, or at its bottom if `on_top` is false.
    pub fn location_in(&self, board: &Board, pile: PileId, on_top: bool) -> CardLocation {
        let rank = match board.piles[pile.index()].order {
            PileOrder::Set => 0,
            PileOrder::Deck => match self.ranks(pile) {
                None => 0,
                Some((_, high)) if on_top => high + 1,
                Some((low, _)) => low - 1,
            },
        };
        CardLocation { pile, rank, shuffle: 0 }
    }
    /// Counts a new shuffle of a pile and returns its number.
    pub(crate) fn next_shuffle(&mut self, board: &Board, pile: PileId) -> u32 {
        let stream = crate::chance::pile_stream(board, pile);
        let old = self.chance[stream as usize];
        self.apply(board, Change::Chance { stream, old, new: old + 1 });
        old + 1
    }
    /// Shuffles a pile. A deck becomes one segment with an open order. For an unordered pile, future draws use the new
    /// shuffle.
    pub fn shuffle(&mut self, board: &Board, pile: PileId) {
        let shuffle = self.next_shuffle(board, pile);
        if board.piles[pile.index()].order == PileOrder::Deck {
            for card in self.pile(pile).iter().map(CardId::new) {
                self.move_card(board, card, CardLocation { pile, rank: 0, shuffle });
            }
        }
    }
    /// The shuffle that decides the top card of a segment. For an unordered pile it is the last shuffle.
    pub fn shuffle_of(&self, board: &Board, pile: PileId, segment: &[CardId]) -> u32 {
        match (board.piles[pile.index()].order, segment.first()) {
            (PileOrder::Deck, Some(card)) => self.cards[card.index()].shuffle,
            _ => self.chance[crate::chance::pile_stream(board, pile) as usize],
        }
    }
    /// Puts a whole deck on top of another deck. Known cards stay known, and open segments stay open.
    pub fn lay_on(&mut self, board: &Board, from: PileId, to: PileId) {
        for (cards, is_open) in self.segments(from).into_iter().rev() {
            let mut location = self.location_in(board, to, true);
            if is_open {
                location.shuffle = self.next_shuffle(board, to);
            }
            for card in cards {
                self.move_card(board, card, location);
            }
        }
    }
    /// Makes the place of a card of an open segment known: directly above the other cards of the segment. If only one
    /// other card remains, its place becomes known too. The cards above the segment, whose places must all be known,
    /// move up.
    pub fn make_known(&mut self, board: &Board, card: CardId) {
        let CardLocation { pile, rank, .. } = self.cards[card.index()];
        let mut above: Vec<CardId> = self.pile(pile).iter().map(CardId::new).collect();
        above.retain(|c| self.cards[c.index()].rank > rank);
        above.sort_by_key(|c| self.cards[c.index()].rank);
        self.move_card(board, card, CardLocation { pile, rank: rank + 1, shuffle: 0 });
        let remaining: Vec<usize> = self.pile(pile).iter().filter(|c| self.cards[*c].rank == rank).collect();
        if let [last] = remaining[..] {
            self.move_card(board, CardId::new(last), CardLocation { pile, rank, shuffle: 0 });
        }
        let mut lowest_free_rank = rank + 2;
        for card in above {
            let old = self.cards[card.index()];
            let new = CardLocation { rank: old.rank.max(lowest_free_rank), ..old };
            self.move_card(board, card, new);
            lowest_free_rank = new.rank + 1;
        }
    }
}
