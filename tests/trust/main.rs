//! The promises of docs/trust.md, one file each.

mod chance;
mod common;
mod fuzz_targets;
mod errors;
mod golden;
mod nothing_escapes;
mod nothing_leaks;
mod nothing_lost;
mod same_game;
mod time_travel;
