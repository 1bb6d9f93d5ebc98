//! The data of a running game: the static [`Board`], the [`Position`] on it, the [`Change`]s that alter it,
//! chance, notation, hashes, and what each side may see.
//!
//! This crate must not depend on Lua, files, the clock, or any particular game.

pub mod amount;
pub mod board;
pub mod canonical;
pub mod card_knowledge;
pub(crate) mod card_mentions;
pub mod chance;
pub mod change;
pub mod determinize;
pub mod die_faces;
pub mod diff;
pub mod fact;
pub mod hash;
pub mod ids;
pub mod invariants;
pub mod notation;
mod period_end;
pub mod placeholders;
pub mod position;
pub mod set;
pub mod set_bits;
pub(crate) mod slice_diff;
pub mod val;
pub mod view;

pub use amount::Amount;
pub use board::Board;
pub use card_knowledge::CardKnowledge;
pub use change::Change;
pub use diff::{Difference, diff};
pub use fact::FactValue;
pub use ids::*;
pub use position::{Answer, Position};
pub use set::Set;
pub use val::{Kind, Val};
