//! Many games: random play with invariants, the double run of law 5, and plain play-outs.
//!
//! Deliberately absent: printing, and any game's name.

mod fuzz;
mod invariants;
mod playout;

pub use fuzz::{FuzzFailure, FuzzOptions, FuzzReport, fuzz};
pub use invariants::{broken, conserved};
pub use playout::{Playout, Starts, play_out};
