//! What everything on a board is multiplied with in a sum: odd 128-bit numbers made of ids, worked out once for a board.

use crate::bits;
use crate::board::{Board, FactType, On};
use crate::ids::*;
use crate::val::{Kind, Val};

/// The keys of a board.
#[derive(Debug, Clone)]
pub(crate) struct Keys {
    pub(super) places: Vec<u128>,
    /// Of plain states.
    pub(super) states: Vec<u128>,
    /// By where it lies in [`crate::Position::numbers`].
    pub(super) numbers: Vec<Number>,
    /// By where it lies among the lists; 0 for a list that is kept for nothing.
    pub(super) lists: Vec<u128>,
    pub(super) cards: Vec<u128>,
    pub(super) piles: Vec<u128>,
    pub(super) streams: Vec<u128>,
    /// Of what only the full hash knows of a card.
    pub(super) shuffled: u128,
}

/// How a number of the position counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    key: u128,
    /// What it is by default: then it counts nothing.
    default: i64,
    means: Means,
}

/// What a number of the position stands for.
#[derive(Debug, Clone, Copy)]
enum Means {
    Number,
    /// Nothing, or a thing.
    Thing(Kind),
    /// Things of a set, those of its numbers that stand at this place among them.
    Members(Kind, usize),
}

/// The key of what these words name together.
pub(super) fn key(words: &[&str]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for word in words {
        hasher.update(&(word.len() as u64).to_le_bytes()).update(word.as_bytes());
    }
    number(&hasher) | 1
}

/// The first 128 bits of what was hashed.
pub(super) fn number(hasher: &blake3::Hasher) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_le_bytes(bytes)
}

impl Number {
    const NOTHING: Number = Number { key: 0, default: 0, means: Means::Number };

    /// What the number counts for in a sum while it is this.
    #[inline]
    pub(super) fn counts(&self, board: &Board, value: i64) -> u128 {
        if value == self.default || self.key == 0 {
            return 0;
        }
        let id = |thing: Val| key(&["thing", &board.id_of(thing)]);
        match self.means {
            Means::Number => self.key.wrapping_mul(i128::from(value.wrapping_sub(self.default)) as u128),
            Means::Thing(_) if value <= 0 => self.key.wrapping_mul(key(&["none"])),
            Means::Thing(kind) => self.key.wrapping_mul(id(Val::handle(kind, value as u64 - 1))),
            Means::Members(kind, word) => {
                let members = bits::members_of(word, value).map(|m| id(Val::handle(kind, m as u64)));
                self.key.wrapping_mul(members.fold(0, u128::wrapping_add))
            }
        }
    }
}

impl Keys {
    pub(crate) fn of(board: &Board) -> Keys {
        let mut keys = Keys {
            places: board.spaces.iter().map(|s| key(&["place", &s.id])).collect(),
            states: board.states.iter().map(|s| key(&["pieces", &s.text])).collect(),
            numbers: vec![Number::NOTHING; board.layout.initial.len()],
            lists: vec![0; board.layout.lists],
            cards: board.cards.iter().map(|c| key(&["card", &c.id])).collect(),
            piles: board.piles.iter().map(|p| key(&["pile", &p.id])).collect(),
            streams: Vec::new(),
            shuffled: key(&["shuffled"]),
        };
        keys.streams.extend(board.dice.iter().map(|d| key(&["die", &d.id])));
        keys.streams.extend(board.piles.iter().map(|p| key(&["shuffles", &p.id])));
        keys.streams.push(key(&["picks"]));
        keys.kept(board, On::Game, 0, "game", "");
        for (s, side) in board.sides.iter().enumerate() {
            keys.kept(board, On::Side, s, "side", &side.id);
        }
        for (s, space) in board.spaces.iter().enumerate() {
            keys.kept(board, On::spaces(space.kind), s, "space", &space.id);
        }
        for (l, link) in board.links.iter().enumerate() {
            keys.kept(board, On::Links(link.kind), l, "link", &link.id);
        }
        for (c, card) in board.cards.iter().enumerate() {
            keys.kept(board, On::Card, c, "card", &card.id);
        }
        keys
    }

    /// Of the tracks and facts of one subject. What there is room for but no subject counts nothing: it is nowhere written either.
    fn kept(&mut self, board: &Board, on: On, subject: usize, kind: &str, id: &str) {
        for (track, def) in board.tracks_on(on) {
            let key = key(&["track", &def.id, kind, id]);
            self.numbers[board.layout.track(track, subject)] = Number { key, default: def.start, means: Means::Number };
        }
        for (fact, def) in board.facts_on(on) {
            let (key, room) = (key(&["fact", &def.id, kind, id]), board.layout.fact(fact));
            let at = room.of(subject);
            match def.holds {
                FactType::List(_) => self.lists[at] = key,
                FactType::Number | FactType::Truth => {
                    self.numbers[at] = Number { key, default: def.default, means: Means::Number };
                }
                FactType::Id(kind) => {
                    self.numbers[at] = Number { key, default: def.default, means: Means::Thing(kind) };
                }
                FactType::Set(kind) => {
                    for word in 0..room.width as usize {
                        self.numbers[at + word] = Number { key, default: 0, means: Means::Members(kind, word) };
                    }
                }
            }
        }
    }
    /// Of alike pieces at a place. Of those that bear values there is no table: their key is made of their text, like all others.
    #[inline]
    pub(super) fn pieces(&self, board: &Board, at: SpaceId, state: StateId) -> u128 {
        let pieces = match state.values() {
            0 => self.states[state.at()],
            _ => key(&["pieces", &board.text_of(state)]),
        };
        self.places[at.at()].wrapping_mul(pieces)
    }
}
