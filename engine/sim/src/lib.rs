//! Many games: random play with invariants, the double run of law 5, plain play-outs; chance gone through outcome by
//! outcome, of an answer and of a whole line, counts of what can be done, and golden games.
//!
//! Deliberately absent: printing, and any game's name.

mod bench;
mod cover;
mod enumerate;
mod fuzz;
mod golden;
pub mod odds;
mod perft;
mod playout;

pub use bench::{Bench, BenchError, BenchOptions, Busiest, Bytes, Clones, Rows, Speed, bench, play};
pub use cover::{Cover, Covered, Mix, Options, Share};
pub use enumerate::{Came, EnumerateError, Enumerator, MOST_OUTCOMES, Outcome, Weight, future_hash};
pub use fuzz::{FuzzFailure, FuzzOptions, FuzzReport, Progress, fuzz};
pub use golden::{Difference, Place, Unfit, Verdict, difference, golden, golden_files, refresh_golden};
pub use perft::{Counts, NamedPosition, PerftError, divide, named_positions, perft};
pub use playout::{Played, Playout, Starts, play_games, play_out};
