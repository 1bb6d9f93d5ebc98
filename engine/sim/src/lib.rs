//! Simulation: fuzzing with random play, benchmarks, exact probabilities of answers and lines, perft counts, golden
//! games.
//!
//! This crate prints nothing and names no game.

mod bench;
mod comparison;
mod coverage;
mod enumerate;
mod fuzz;
mod golden;
pub mod odds;
mod perft;
mod playout;
mod questions;
mod simulation;

pub use bench::{
    BenchError, BenchOptions, BenchReport, ByteStats, CloneTimes, LargestChoice, RowStats, Speed, bench,
    play_bench_games,
};
pub use cardwright_statistics::{LEVEL, Sequence, Share, holm};
pub use comparison::{Comparison, FirstDifference, LEAST_PAIRS, Measure, MeasureKind, WON_BY_NOBODY};
pub use coverage::{Configuration, Coverage, CoverageCount, CoveragePlan, OptionValues};
pub use enumerate::{ChanceResult, EnumerateError, Enumerator, MAX_OUTCOMES, Outcome, Weight, future_hash};
pub use fuzz::{FuzzFailure, FuzzOptions, FuzzReport, Progress, fuzz};
pub use golden::{
    DiffHunk, Difference, GoldenStatus, HeaderError, check_golden_games, difference, play_golden_game,
    refresh_golden_game,
};
pub use perft::{Counts, NamedPosition, PerftError, divide, named_positions, perft};
pub use playout::{Playout, PlayoutTotals, ScenarioStart, play_games, play_out};
pub use questions::Questions;
pub use simulation::{
    CardTally, CardUse, Cell, GameResult, Player, Simulation, SimulationError, Summary, USUAL_BOT, in_order, quantile,
};
