//! Games over lines of JSON (`docs/protocol.md`): for the command `engine`, and for programs that fill a seat.
//!
//! This crate must not print, or read the time of day.

mod encoder;
mod engine;
mod line_reader;
mod most_rows;
mod numbers;
mod peer;
mod peers;
mod request;
mod words;

pub use engine::Engine;
pub use peer::Step;
pub use peers::Peers;

/// The version of the protocol. A change that breaks programs raises it.
pub const PROTOCOL: u32 = 1;
