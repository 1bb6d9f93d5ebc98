//! What a game is while it is played: the static [`Board`], the [`Position`] on it,
//! the [`Change`]s that alter it, chance, notation, views and hashes.
//!
//! Deliberately absent: Lua, files, the clock, and any game's name.

pub mod bits;
pub mod board;
pub mod chance;
pub mod change;
pub mod diff;
pub(crate) mod differing;
pub mod faces;
pub mod fact;
pub mod hash;
pub mod ids;
pub mod invariants;
pub(crate) mod layout;
pub(crate) mod named;
pub mod notation;
pub(crate) mod period;
pub mod placeholders;
pub mod position;
pub mod resample;
pub mod set;
pub mod stand_in;
pub mod trails;
pub mod val;
pub mod view;

pub use board::Board;
pub use change::Change;
pub use diff::{Difference, diff};
pub use fact::FactValue;
pub use ids::*;
pub use position::Position;
pub use set::Set;
pub use trails::Trails;
pub use val::{Kind, Val};
