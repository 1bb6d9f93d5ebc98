//! `cardwright fuzz`: random games in bulk, and how to open again those that failed.

use crate::args::Fuzz;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::{out, saved};
use cardwright_sim::{FuzzOptions, FuzzReport, fuzz};
use std::io::IsTerminal;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Fuzz) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = FuzzOptions {
        games: args.games,
        seed: args.seed,
        scenario: args.scenario.clone(),
        double_run: args.double_run,
        threads: args.threads.unwrap_or(cores).max(1),
        keep: args.keep.clone().or_else(|| saved::data().map(|d| d.join("failures"))),
    };
    let mut failed = false;
    for game in &games {
        if let Some(scenario) = &args.scenario {
            packs::scenario(game, Some(scenario))?;
        }
        let terminal = std::io::stderr().is_terminal();
        let mut told = |n: u64| {
            if terminal && n.is_multiple_of(10) {
                out::ask(&format!("\r{}: {n} of {} ", game.id, args.games));
            }
        };
        let done = fuzz(&library, &game.id, &options, &mut told);
        if terminal {
            out::ask("\r\x1b[K");
        }
        let report = done.map_err(Failure::Content)?;
        tell(&game.id, &report, args.double_run);
        failed |= !report.failures.is_empty();
    }
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

fn tell(game: &str, report: &FuzzReport, twice: bool) {
    let a_game = |n: u64| if report.games == 0 { 0.0 } else { n as f64 / report.games as f64 };
    let per_second = if report.seconds > 0.0 { report.games as f64 / report.seconds } else { 0.0 };
    out::line(format!(
        "{game}: {}{} in {:.1} s ({per_second:.0} a second)",
        counted(report.games as usize, "game"),
        if twice { ", each twice," } else { "" },
        report.seconds
    ));
    out::line(format!("  answers    {:.1} a game, decisions {:.1}", a_game(report.answers), a_game(report.decisions)));
    if report.decisions > 0 {
        out::line(format!("  host calls {:.1} a decision", report.host_calls as f64 / report.decisions as f64));
    }
    out::line(format!("  dead ends  {}", report.dead_ends));
    let wins: Vec<String> = report.wins.iter().map(|(side, n)| format!("{side} {n}")).collect();
    out::line(format!("  wins       {}", if wins.is_empty() { "none".into() } else { wins.join(", ") }));
    if report.failures.is_empty() {
        out::line("  no failures");
    }
    for failure in &report.failures {
        out::line(format!("failed: {} {} seed {}: {}", failure.game, failure.scenario, failure.seed, failure.message));
        match &failure.record {
            Some(path) => out::line(format!("  cardwright play --resume {} --open", path.display())),
            None => out::line(format!(
                "  cardwright play {} --scenario {} --seed {} --open",
                failure.game, failure.scenario, failure.seed
            )),
        }
    }
}
