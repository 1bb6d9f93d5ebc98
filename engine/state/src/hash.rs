//! Board hash and full hash of a position. They use ids, never indices, so they do not depend on the order of content.
//!
//! Everything on the game table is hashed as a sum. `docs/decisions/0007-positions-and-hashes.md` gives the reasons and the limits of this design.

mod ordered_parts;
mod sum;

use crate::board::Board;
use crate::position::Position;
use ordered_parts::PartHasher;
use sum::HashSum;

/// A 128-bit hash of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Hash(pub [u8; 16]);

impl Hash {
    /// The hash of a text. The tag keeps hashes of different uses apart.
    pub fn from_text(tag: &str, text: &str) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(tag.as_bytes()).update(b"\0").update(text.as_bytes());
        Hash::from_hasher(&hasher)
    }
    /// The hash of a list of hashes, for example the hashes of all positions of a game. Their order matters.
    pub fn from_chain(chain: &[Hash]) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"chain\0");
        for hash in chain {
            hasher.update(&hash.0);
        }
        Hash::from_hasher(&hasher)
    }
    fn from_hasher(hasher: &blake3::Hasher) -> Hash {
        let mut out = [0; 16];
        out.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Hash(out)
    }
    /// The sum of two hashes as 128-bit numbers. Use it to combine hashes independently of their order.
    pub fn wrapping_add(self, other: Hash) -> Hash {
        Hash(u128::from_le_bytes(self.0).wrapping_add(u128::from_le_bytes(other.0)).to_le_bytes())
    }
    /// Parses 32 hex digits.
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

/// The hash of everything on the game table, the facts, the open steps with their arguments, and the side that must
/// answer (`asked`).
pub fn board_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    let sum = HashSum::new(board, position);
    let mut hasher = PartHasher::new("board position");
    hasher.bytes(&sum.table.to_le_bytes());
    ordered_parts::feed_board_parts(board, position, asked, &mut hasher);
    hasher.hash()
}

/// The hash of everything in the board hash, the chance counters and the inputs of the open steps.
pub fn full_hash(board: &Board, position: &Position, asked: &str) -> Hash {
    let sum = HashSum::new(board, position);
    let mut hasher = PartHasher::new("full position");
    hasher.bytes(&sum.table.to_le_bytes());
    hasher.bytes(&sum.chance.to_le_bytes());
    ordered_parts::feed_board_parts(board, position, asked, &mut hasher);
    ordered_parts::feed_history(board, position, &mut hasher);
    hasher.hash()
}
