//! The promises of docs/trust.md, one file each.

mod chance;
mod common;
mod errors;
mod fuzz_targets;
mod golden;
mod nothing_escapes;
mod nothing_leaks;
mod nothing_lost;
mod same_game;
mod time_travel;
