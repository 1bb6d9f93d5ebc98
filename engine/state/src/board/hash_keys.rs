//! The factors in the sum that a position hashes to: 128-bit keys, computed from ids once per board. All are odd, so a
//! multiplication modulo 2^128 loses no information.

use super::{Board, FactType, SubjectKind};
use crate::ids::*;
use crate::set_bits;
use crate::val::{Kind, Val};

/// The keys of a board.
#[derive(Debug, Clone)]
pub(crate) struct Keys {
    pub(crate) spaces: Vec<u128>,
    /// By the index of the plain state.
    pub(crate) states: Vec<u128>,
    /// By the index in [`crate::Position::numbers`].
    pub(crate) numbers: Vec<NumberKey>,
    /// By the index of the list. 0 for a list whose subject does not have the fact.
    pub(crate) lists: Vec<ListKey>,
    pub(crate) cards: Vec<u128>,
    pub(crate) piles: Vec<u128>,
    /// By the index of the stream of chance: first the dice, then the shuffles of each pile, then the picks.
    pub(crate) streams: Vec<u128>,
    /// The factor for the shuffle of a card, which only the full hash includes.
    pub(crate) shuffled: u128,
}

/// How one list of the position contributes to the sum.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ListKey {
    pub(crate) key: u128,
    /// The number of columns if the list holds the cells of rows, and 0 otherwise.
    pub(crate) columns: usize,
}

/// How one number of the position contributes to the sum.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberKey {
    key: u128,
    /// The default value, which contributes nothing.
    default: i64,
    meaning: NumberMeaning,
}

/// The meaning of a number in a position.
#[derive(Debug, Clone, Copy)]
enum NumberMeaning {
    Number,
    /// A thing of this kind, or none.
    Thing(Kind),
    /// One of the numbers that store a set of things of this kind. The index says which of them.
    Members(Kind, usize),
}

/// Computes the odd key for a sequence of words.
pub(crate) fn key(words: &[&str]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for word in words {
        hasher.update(&(word.len() as u64).to_le_bytes()).update(word.as_bytes());
    }
    first_128_bits(&hasher) | 1
}

/// The first 128 bits of the hash.
pub(crate) fn first_128_bits(hasher: &blake3::Hasher) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_le_bytes(bytes)
}

impl NumberKey {
    const UNUSED: NumberKey = NumberKey { key: 0, default: 0, meaning: NumberMeaning::Number };

    /// What the number contributes to the sum while it has this value.
    #[inline]
    pub(crate) fn term(&self, board: &Board, value: i64) -> u128 {
        if value == self.default || self.key == 0 {
            return 0;
        }
        let id = |thing: Val| key(&["thing", &board.id_of(thing)]);
        match self.meaning {
            NumberMeaning::Number => self.key.wrapping_mul(i128::from(value.wrapping_sub(self.default)) as u128),
            NumberMeaning::Thing(_) if value <= 0 => self.key.wrapping_mul(key(&["none"])),
            NumberMeaning::Thing(kind) => self.key.wrapping_mul(id(Val::handle(kind, value as u64 - 1))),
            NumberMeaning::Members(kind, number_index) => {
                let members = set_bits::members_of(number_index, value).map(|m| id(Val::handle(kind, m as u64)));
                self.key.wrapping_mul(members.fold(0, u128::wrapping_add))
            }
        }
    }
}

impl Keys {
    pub(crate) fn new(board: &Board) -> Keys {
        let mut keys = Keys {
            spaces: board.spaces.iter().map(|s| key(&["place", &s.id])).collect(),
            states: board.states.iter().map(|s| key(&["pieces", &s.text])).collect(),
            numbers: vec![NumberKey::UNUSED; board.layout.initial.len()],
            lists: vec![ListKey::default(); board.layout.lists],
            cards: board.cards.iter().map(|c| key(&["card", &c.id])).collect(),
            piles: board.piles.iter().map(|p| key(&["pile", &p.id])).collect(),
            streams: Vec::new(),
            shuffled: key(&["shuffled"]),
        };
        keys.streams.extend(board.dice.iter().map(|d| key(&["die", &d.id])));
        keys.streams.extend(board.piles.iter().map(|p| key(&["shuffles", &p.id])));
        keys.streams.push(key(&["picks"]));
        keys.add_subject(board, SubjectKind::Game, 0, "game", "");
        for (s, side) in board.sides.iter().enumerate() {
            keys.add_subject(board, SubjectKind::Side, s, "side", &side.id);
        }
        for (s, space) in board.spaces.iter().enumerate() {
            keys.add_subject(board, SubjectKind::spaces(space.kind), s, "space", &space.id);
        }
        for (l, link) in board.links.iter().enumerate() {
            keys.add_subject(board, SubjectKind::Links(link.kind), l, "link", &link.id);
        }
        for (c, card) in board.cards.iter().enumerate() {
            keys.add_subject(board, SubjectKind::Card, c, "card", &card.id);
        }
        keys
    }

    /// Adds the keys of the tracks and facts of one subject. A slot is the index of a stored number or list. The slots
    /// of subjects that do not have the track or fact keep key 0 and contribute nothing.
    fn add_subject(&mut self, board: &Board, on: SubjectKind, subject: usize, kind: &str, id: &str) {
        for (track, def) in board.tracks_on(on) {
            let key = key(&["track", &def.id, kind, id]);
            self.numbers[board.layout.track(track, subject)] =
                NumberKey { key, default: def.start, meaning: NumberMeaning::Number };
        }
        for (fact, def) in board.facts_on(on) {
            let (key, slots) = (key(&["fact", &def.id, kind, id]), board.layout.fact(fact));
            let first_slot = slots.start_of(subject);
            match def.fact_type {
                FactType::List(_) | FactType::Rows(_) => {
                    self.lists[first_slot] = ListKey { key, columns: def.columns.list.len() };
                }
                FactType::Number | FactType::Boolean => {
                    self.numbers[first_slot] = NumberKey { key, default: def.default, meaning: NumberMeaning::Number };
                }
                FactType::Id(kind) => {
                    self.numbers[first_slot] =
                        NumberKey { key, default: def.default, meaning: NumberMeaning::Thing(kind) };
                }
                FactType::Set(kind) => {
                    for part in 0..slots.width as usize {
                        self.numbers[first_slot + part] =
                            NumberKey { key, default: 0, meaning: NumberMeaning::Members(kind, part) };
                    }
                }
            }
        }
    }
    /// The key of pieces of a state at a space. [`Keys::states`] has no mark values, so the key of a state with mark
    /// values is computed here.
    #[inline]
    pub(crate) fn pieces(&self, board: &Board, space: SpaceId, state: StateId) -> u128 {
        let pieces = match state.values() {
            0 => self.states[state.index()],
            _ => key(&["pieces", &board.state_text(state)]),
        };
        self.spaces[space.index()].wrapping_mul(pieces)
    }
}
