//! Chance: every outcome is a documented function of seed, stream and index. A stream is the sequence of outcomes of
//! one kind of die, of the shuffles of one pile, or of all picks. Below, `‖` joins bytes.
//!
//! **Dice.** The stream of a kind of die is ChaCha8 keyed with
//! `BLAKE3("cardwright die" ‖ 0 ‖ seed as 8 bytes little-endian ‖ die id)`, nonce 0. Outcome `i` is
//! the 64-bit little-endian word at 32-bit word position `2·i`. The face is number
//! `(word · faces) >> 64` of the die. With `n` faces the bias is below `n / 2^64`.
//!
//! **Decks.** The shuffles of each pile are numbered from 1. Each shuffled card has a key: the first 8 bytes
//! (little-endian) of
//! `BLAKE3("cardwright deck" ‖ 0 ‖ seed ‖ shuffle as 4 bytes little-endian ‖ pile id ‖ 0 ‖ card id)`.
//! The cards that were shuffled together form a segment. In a segment, the card with the lowest key is on top.
//! So adding a card does not change the order of the other cards. No position stores the order of a segment: the engine
//! computes it when a card is drawn.
//!
//! **Picks.** All uniform random choices share one stream. `i` counts the choices from 0. The pick is the thing with
//! the lowest key: the first 8 bytes (little-endian) of
//! `BLAKE3("cardwright pick" ‖ 0 ‖ seed ‖ i as 4 bytes little-endian ‖ kind ‖ 0 ‖ id)`. So a pick depends only on the
//! candidates. Adding a candidate changes a pick only if the new candidate is picked.

use crate::board::Board;
use crate::ids::*;
use crate::set::Set;
use crate::val::Val;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator of dice, with one cached random stream per die. It holds no state of a position.
#[derive(Debug, Default)]
pub struct Dice {
    seed: u64,
    /// By die: the generator, and the index of its next outcome.
    streams: Vec<Option<(ChaCha8Rng, u32)>>,
}

impl Dice {
    /// Returns the outcome number `index` of a die's stream, as the index of a face.
    pub fn face(&mut self, board: &Board, seed: u64, die: DieId, index: u32) -> usize {
        if self.seed != seed || self.streams.len() != board.dice.len() {
            self.seed = seed;
            self.streams = board.dice.iter().map(|_| None).collect();
        }
        let def = &board.dice[die.index()];
        let (rng, next) = self.streams[die.index()].get_or_insert_with(|| (stream(seed, &def.id), 0));
        if *next != index {
            rng.set_word_pos(2 * u128::from(index));
        }
        *next = index.wrapping_add(1);
        ((u128::from(rng.next_u64()) * def.faces.len() as u128) >> 64) as usize
    }
}

fn stream(seed: u64, die: &str) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"cardwright die\0").update(&seed.to_le_bytes()).update(die.as_bytes());
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}

/// The sort key of a card in a shuffled segment. The card with the lowest key is on top.
pub fn card_key(board: &Board, seed: u64, pile: PileId, shuffle: u32, card: CardId) -> u64 {
    let (pile, card) = (&board.piles[pile.index()].id, &board.cards[card.index()].id);
    key(&[b"cardwright deck\0", &seed.to_le_bytes(), &shuffle.to_le_bytes(), pile.as_bytes(), b"\0", card.as_bytes()])
}

/// The first 8 bytes (little-endian) of the BLAKE3 hash of the concatenated parts.
fn key(parts: &[&[u8]]) -> u64 {
    let (mut buffer, mut length) = ([0; 192], 0); // Hashing short inputs in one call is twice as fast.
    let is_short = parts.iter().all(|part| match buffer.get_mut(length..length + part.len()) {
        Some(room) => {
            room.copy_from_slice(part);
            length += part.len();
            true
        }
        None => false,
    });
    let hash = match is_short {
        true => blake3::hash(&buffer[..length]),
        false => parts.iter().fold(&mut blake3::Hasher::new(), |hasher, part| hasher.update(part)).finalize(),
    };
    let mut first_bytes = [0; 8];
    first_bytes.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(first_bytes)
}

/// The top card of a shuffled segment.
pub fn top_card(board: &Board, seed: u64, pile: PileId, shuffle: u32, segment: &[CardId]) -> Option<CardId> {
    segment.iter().copied().min_by_key(|card| (card_key(board, seed, pile, shuffle, *card), *card))
}

/// The sort key of a candidate of a pick. The candidate with the lowest key is picked.
pub fn pick_key(board: &Board, seed: u64, index: u32, thing: Val) -> u64 {
    let (kind, id) = (thing.kind().word(), board.text(thing));
    key(&[b"cardwright pick\0", &seed.to_le_bytes(), &index.to_le_bytes(), kind.as_bytes(), b"\0", id.as_bytes()])
}

/// Picks one of these things. If two have the same key, the earlier one is picked.
pub fn pick(board: &Board, seed: u64, index: u32, candidates: &[Val]) -> Option<Val> {
    candidates.iter().copied().min_by_key(|thing| pick_key(board, seed, index, *thing))
}

/// Caches the order of the last shuffled segment, because a deal draws from the same segment card by card.
#[derive(Debug, Default)]
pub struct ShuffleCache {
    /// The seed, pile and shuffle of the cached order.
    cached_shuffle: (u64, PileId, u32),
    /// The cached cards from the top, each with its sort key.
    order: Vec<(u64, CardId)>,
    /// The cards in `order`.
    cards: Set,
}

impl ShuffleCache {
    /// Returns what [`top_card`] returns, from the cache if it holds this shuffle.
    pub fn top_card(
        &mut self,
        board: &Board,
        seed: u64,
        pile: PileId,
        shuffle: u32,
        segment: &[CardId],
    ) -> Option<CardId> {
        if segment.len() < 2 {
            return segment.first().copied();
        }
        let cards: Set = segment.iter().map(|card| card.index()).collect();
        if self.cached_shuffle != (seed, pile, shuffle) || !cards.minus(&self.cards).is_empty() {
            (self.cached_shuffle, self.cards) = ((seed, pile, shuffle), cards.clone());
            self.order = segment.iter().map(|card| (card_key(board, seed, pile, shuffle, *card), *card)).collect();
            self.order.sort_unstable();
        }
        self.order.iter().map(|(_, card)| *card).find(|card| cards.has(card.index()))
    }
}

/// The index of a die's chance stream.
pub fn die_stream(die: DieId) -> u16 {
    die.0
}
/// The index of the chance stream of a pile's shuffles.
pub fn pile_stream(board: &Board, pile: PileId) -> u16 {
    board.dice.len() as u16 + pile.0
}
/// The index of the chance stream of picks, which is the last.
pub fn pick_stream(board: &Board) -> u16 {
    (board.dice.len() + board.piles.len()) as u16
}
