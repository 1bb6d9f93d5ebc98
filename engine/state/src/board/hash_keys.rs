//! The factors in the sum that a position hashes to: 128-bit keys, computed from ids once per board. All are odd, so a
//! multiplication modulo 2^128 loses no information.

use super::{Fact, FactType, Track, ValueLayout};
use crate::ids::*;
use crate::set_bits;
use crate::val::{Kind, Val};
use std::borrow::Cow;

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
    pub(super) const UNUSED: NumberKey = NumberKey { key: 0, default: 0, meaning: NumberMeaning::Number };

    /// What the number contributes to the sum while it has this value.
    #[inline]
    pub(crate) fn term<'b>(&self, value: i64, id_of: impl Fn(Val) -> Cow<'b, str>) -> u128 {
        if value == self.default || self.key == 0 {
            return 0;
        }
        let id = |thing: Val| key(&["thing", &id_of(thing)]);
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
    /// Adds the keys of the tracks and facts of one subject. A slot is the index of a stored number or list. The slots
    /// of subjects that do not have the track or fact keep key 0 and contribute nothing.
    pub(super) fn add_subject<'b>(
        &mut self,
        layout: &ValueLayout,
        tracks: impl Iterator<Item = (TrackId, &'b Track)>,
        facts: impl Iterator<Item = (FactId, &'b Fact)>,
        subject: usize,
        [kind, id]: [&str; 2],
    ) {
        for (track, def) in tracks {
            let key = key(&["track", &def.id, kind, id]);
            self.numbers[layout.track(track, subject)] =
                NumberKey { key, default: def.start, meaning: NumberMeaning::Number };
        }
        for (fact, def) in facts {
            let (key, slots) = (key(&["fact", &def.id, kind, id]), layout.fact(fact));
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
}
