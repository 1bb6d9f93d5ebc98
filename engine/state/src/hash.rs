//! Board hash and full hash: keyed by id, never by number, so that they mean the same on any board.
//!
//! What lies on the table is a sum ([`Tally`]), so a hash is worked out from what differs from a position
//! whose sum is known. `docs/decisions/0007-positions-and-hashes.md` says why, and what it is not proof against.

mod keys;
mod rest;
mod tally;

pub(crate) use keys::Keys;
pub use tally::Tally;

use crate::board::Board;
use crate::notation;
use crate::position::Position;

/// A 128-bit hash of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Hash(pub [u8; 16]);

impl Hash {
    /// Of a text, by what it is a text of: hashes of different tags never meet.
    pub fn of(tag: &str, text: &str) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(tag.as_bytes()).update(b"\0").update(text.as_bytes());
        Hash::taken_from(&hasher)
    }
    /// A hash chain in one hash: of each of its hashes in turn.
    pub fn of_chain(chain: &[Hash]) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"chain\0");
        for hash in chain {
            hasher.update(&hash.0);
        }
        Hash::taken_from(&hasher)
    }
    fn taken_from(hasher: &blake3::Hasher) -> Hash {
        let mut out = [0; 16];
        out.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Hash(out)
    }
    /// Adds another, as 128-bit numbers: what many hashes come to, in whatever order they were had.
    pub fn and(self, other: Hash) -> Hash {
        Hash(u128::from_le_bytes(self.0).wrapping_add(u128::from_le_bytes(other.0)).to_le_bytes())
    }
    /// Reads 32 hex digits.
    pub fn parse(text: &str) -> Option<Hash> {
        let mut out = [0; 16];
        if text.len() != 32 || !text.is_ascii() {
            return None;
        }
        for (i, byte) in out.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
        }
        Some(Hash(out))
    }
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// What lies on the table, facts, the open steps with their arguments, and whose choice it is.
pub fn board_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    Tally::of(board, position).board_hash(board, position, asked)
}

/// The board hash's content plus chance counters and the logs of the open steps.
pub fn full_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    Tally::of(board, position).full_hash(board, position, asked)
}

/// The full hash as records of format 1 have it: of the position in words.
pub fn full_hash_of_words(board: &Board, position: &Position, asked: &str) -> Hash {
    Hash::of("full", &format!("{}\nasked {asked}", notation::print_full(board, position)))
}
