//! What each side may have kept track of: which shuffles every card has passed, and when it was seen last.
//!
//! Beside the position, not in it: a position says what is, a trail what somebody can know of it. The
//! table keeps one per event; where the past is unknown, [`Trails::unknown`] takes every hidden card
//! to lie anywhere.

use crate::board::{Board, Sides};
use crate::ids::*;
use crate::position::{CardAt, Position};
use crate::view;

/// The trail of every card. Shuffles are numbered from 1 in the order in which they happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trails {
    /// Shuffles so far.
    shuffles: u32,
    /// The pile and number of the last one: its cards are told of one by one.
    last: Option<(PileId, u32)>,
    /// Per card, the shuffles it lay in, in order.
    passed: Vec<Vec<u32>>,
    /// Per card and viewer (the sides, then nobody in particular): shuffles so far when it was seen last.
    seen: Vec<u32>,
    viewers: usize,
}

impl Trails {
    /// About how many bytes it takes.
    pub fn size(&self) -> usize {
        let passed: usize = self.passed.iter().map(|shuffles| size_of_val(shuffles) + size_of_val(&**shuffles)).sum();
        size_of::<Trails>() + passed + size_of_val(&*self.seen)
    }

    /// At the start of a game, of which all but the order of shuffled cards is public.
    pub fn start(board: &Board, position: &Position) -> Trails {
        let mut trails = Trails::blank(board);
        for pile in (0..board.piles.len()).map(PileId::new) {
            for (cards, open) in position.segments(pile) {
                trails.shuffles += u32::from(open);
                for card in cards.iter().filter(|_| open) {
                    trails.passed[card.at()].push(trails.shuffles);
                }
            }
        }
        trails.all_visible(board, position);
        trails
    }

    /// Where nothing is known of the past: each side knows what it sees, and the number of cards elsewhere.
    pub fn unknown(board: &Board, position: &Position) -> Trails {
        let mut trails = Trails::blank(board);
        trails.shuffles = 1;
        trails.passed.iter_mut().for_each(|passed| passed.push(1));
        trails.all_visible(board, position);
        trails
    }

    fn blank(board: &Board) -> Trails {
        let (cards, viewers) = (board.cards.len(), board.sides.len() + 1);
        Trails { passed: vec![Vec::new(); cards], seen: vec![0; cards * viewers], viewers, ..Trails::default() }
    }

    fn all_visible(&mut self, board: &Board, position: &Position) {
        for card in (0..board.cards.len()).map(CardId::new) {
            self.watched(board, card, position.card_at(card).pile);
        }
    }

    /// A card came to lie somewhere. Cards shuffled together are told of one after the other.
    pub fn moved(&mut self, board: &Board, card: CardId, to: CardAt) {
        if to.shuffle != 0 {
            if self.last != Some((to.pile, to.shuffle)) {
                self.last = Some((to.pile, to.shuffle));
                self.shuffles += 1;
            }
            self.passed[card.at()].push(self.shuffles);
        } else {
            self.last = None;
        }
        self.watched(board, card, to.pile);
    }

    /// A side looked at a card.
    pub fn looked(&mut self, side: SideId, card: CardId) {
        self.seen[card.at() * self.viewers + side.at()] = self.shuffles;
    }

    fn watched(&mut self, board: &Board, card: CardId, pile: PileId) {
        for viewer in 0..self.viewers {
            let side = (viewer + 1 < self.viewers).then(|| SideId::new(viewer));
            if view::sees_pile(board, side, pile) {
                self.seen[card.at() * self.viewers + viewer] = self.shuffles;
            }
        }
    }

    /// Shuffles so far.
    pub fn shuffles(&self) -> u32 {
        self.shuffles
    }

    /// How many shuffles there had been when some sides (or nobody in particular) saw a card last.
    pub fn seen(&self, sides: impl Into<Sides>, card: CardId) -> u32 {
        let of = |viewer: usize| self.seen[card.at() * self.viewers + viewer];
        sides.into().iter().map(|side| of(side.at())).max().unwrap_or_else(|| of(self.viewers - 1))
    }

    /// The shuffles that a card lay in, in order.
    pub(crate) fn passed(&self, card: CardId) -> &[u32] {
        &self.passed[card.at()]
    }

    /// The last shuffle that two cards both passed, if none of some sides has seen either since: for all they
    /// know, each of them may be the other.
    pub fn mixed(&self, sides: impl Into<Sides>, a: CardId, b: CardId) -> Option<u32> {
        let sides = sides.into();
        let since = self.seen(sides, a).max(self.seen(sides, b));
        let later = |n: &&u32| **n > since;
        self.passed[a.at()].iter().rev().take_while(later).find(|n| self.passed[b.at()].contains(n)).copied()
    }

    /// The same for everybody at once: the last shuffle that both passed, if no side has seen either since. Whoever plays, each of
    /// them may be the other.
    pub fn mixed_for_all(&self, a: CardId, b: CardId) -> Option<u32> {
        let of = |card: CardId| &self.seen[card.at() * self.viewers..(card.at() + 1) * self.viewers];
        let since = of(a).iter().chain(of(b)).copied().max().unwrap_or(0);
        let later = |n: &&u32| **n > since;
        self.passed[a.at()].iter().rev().take_while(later).find(|n| self.passed[b.at()].contains(n)).copied()
    }

    /// The same trails as if only the first so many shuffles had been: what may be exchanged back then,
    /// by what is known now.
    pub fn upto(&self, shuffles: u32) -> Trails {
        let mut trails = self.clone();
        trails.passed.iter_mut().for_each(|passed| passed.retain(|n| *n <= shuffles));
        trails
    }

    /// What a card has passed once it has been exchanged with another since a shuffle: its own past up to that, then the other's.
    pub(crate) fn passed_in_place_of(&self, card: CardId, other: CardId, since: u32) -> Vec<u32> {
        let own = self.passed(card).iter().take_while(|n| **n <= since);
        own.chain(self.passed(other).iter().skip_while(|n| **n <= since)).copied().collect()
    }

    /// Exchanges what two cards went through after a shuffle.
    pub fn exchange(&mut self, a: CardId, b: CardId, since: u32) {
        let after = |passed: &Vec<u32>| passed.iter().position(|n| *n > since).unwrap_or(passed.len());
        let (at_a, at_b) = (after(&self.passed[a.at()]), after(&self.passed[b.at()]));
        let (tail_a, tail_b) = (self.passed[a.at()].split_off(at_a), self.passed[b.at()].split_off(at_b));
        self.passed[a.at()].extend(tail_b);
        self.passed[b.at()].extend(tail_a);
    }
}
