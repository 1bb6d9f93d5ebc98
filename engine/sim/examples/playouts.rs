//! Plays random games as fast as possible, for profilers and `callgrind`.
//!
//! Run it from the repository root: `cargo run --release -p cardwright-sim --example playouts -- GAME GAMES
//! [SCENARIO] [interpreted]`. With 0 games it only loads the game, so that you can subtract the cost of loading. The
//! argument `interpreted` switches native code off.
#![allow(clippy::print_stdout, clippy::print_stderr, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_sim::{ScenarioStart, play_games};
use cardwright_table::{Library, SetUp};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let (Some(game), Some(games)) = (args.get(1), args.get(2).and_then(|n| n.parse::<u64>().ok())) else {
        eprintln!("playouts GAME GAMES [SCENARIO] [interpreted]");
        return ExitCode::from(2);
    };
    let loaded = Library::open(vec![PackSource::Folder(".".into())]).and_then(|library| library.load(game));
    let (program, interpreted, _) = match loaded {
        Ok(loaded) => loaded,
        Err(problems) => {
            eprintln!("{}", render(&problems, false));
            return ExitCode::FAILURE;
        }
    };
    let native = args.get(4).is_none_or(|mode| mode != "interpreted").then(|| program.native_vm().ok()).flatten();
    let mut vm = native.unwrap_or(interpreted);
    let standard = program.content.scenarios.iter().find(|s| s.id == "standard");
    let scenario = standard.or(program.content.scenarios.first()).map(|s| s.id.clone());
    let scenario = args.get(3).cloned().or(scenario).unwrap_or_default();
    let start = match ScenarioStart::new(&program, &SetUp { scenario, ..SetUp::default() }) {
        Ok(start) => start,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let started = Instant::now();
    let totals = match play_games(&mut vm, &start, 0..games) {
        Ok(played) => played,
        Err((seed, problem)) => {
            eprintln!("seed {seed}: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{games} games, {} decisions, {:.0} decisions/s, {:.0} games/s, {:.1} host calls per decision",
        totals.decisions,
        totals.decisions as f64 / seconds,
        games as f64 / seconds,
        totals.calls_per_decision().unwrap_or_default()
    );
    ExitCode::SUCCESS
}
