//! `cardwright fuzz`: plays random games, and prints commands that reopen failed games.

use crate::args::Fuzz;
use crate::failure::{FINDINGS, Failure};
use crate::out::counted;
use crate::packs::{self, Packs};
use crate::threads::threads;
use crate::{out, saved_games};
use cardwright_content::{Diagnostic, read_text_file};
use cardwright_sim::{Coverage, CoverageCount, FuzzFailure, FuzzOptions, FuzzReport, Progress, fuzz};
use cardwright_state::hash::Hash;
use cardwright_table::Seat;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The default number of games.
const DEFAULT_GAMES: u64 = 100;

pub(crate) fn run(packs: &Packs, args: &Fuzz) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.playable_games(),
    };
    let options = FuzzOptions {
        games: args.games.unwrap_or(if args.seconds.is_some() { u64::MAX } else { DEFAULT_GAMES }),
        time: args.seconds.map(Duration::from_secs),
        seed: args.seed,
        scenario: args.scenario.clone(),
        pinned: args.option.clone(),
        nonplayers: nonplayers(&args.seat)?,
        as_is: args.as_is,
        besides: args.besides,
        double_run: args.double_run,
        threads: threads(args.threads),
        record_dir: args.keep.clone().or_else(|| saved_games::data_folder().map(|folder| folder.join("failures"))),
    };
    let expected = args.expect_digest.as_deref().map(read_digests).transpose()?;
    let mut failed = false;
    let mut json_reports = Vec::new();
    for game in &games {
        if let Some(scenario) = &args.scenario {
            packs::scenario(game, Some(scenario))?;
        }
        let is_terminal = std::io::stderr().is_terminal();
        let mut memory = Memory::default();
        let mut report_progress = |progress: Progress| {
            memory.measure(progress.fraction);
            if is_terminal && progress.games.is_multiple_of(10) {
                let percent = progress.fraction * 100.0;
                out::note_text(&format!("\r{}: {} games, {percent:.0} % ", game.id, progress.games));
            }
        };
        let result = fuzz(&library, &game.id, &options, &mut report_progress);
        if is_terminal {
            // Clear the line with the progress.
            out::note_text("\r\x1b[K");
        }
        let report = result.map_err(as_failure)?;
        if args.json {
            json_reports.push(as_json(&game.id, &report));
        } else {
            print_report(&game.id, &report, args.double_run);
            out::line(format!("  memory     {memory}"));
            print_failures(&report.failures, packs);
        }
        failed |= !report.failures.is_empty();
        if let Some(expected) = &expected {
            failed |= !check_digest(expected, args, &game.id, &report);
        }
    }
    if args.json {
        out::json(&json_reports);
    }
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

/// Returns the sides that the game's own rules play. Random players play the other sides.
fn nonplayers(seats: &[(String, String)]) -> Result<Vec<String>, Failure> {
    let nonplayer = |(side, who): &(String, String)| match Seat::parse(who) {
        Some(Seat::NonPlayer) => Ok(side.clone()),
        _ => Err(Failure::Usage(format!("`{side}={who}` is not possible: the only seat here is `{side}=nonplayer`"))),
    };
    seats.iter().map(nonplayer).collect()
}

/// One text line of a file of digests. It has the expected digest of one run of `fuzz`.
struct ExpectedDigest {
    game: String,
    games: u64,
    seed: u64,
    digest: Hash,
}

/// Reads a file of digests. `#` starts a comment.
fn read_digests(path: &Path) -> Result<Vec<ExpectedDigest>, Failure> {
    let text = read_text_file(path).map_err(|problem| Failure::File(problem.with_help()))?;
    let mut out = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let parse = |words: &[&str]| -> Option<ExpectedDigest> {
            let [game, games, seed, digest] = *words else { return None };
            let (games, seed) = (games.parse().ok()?, seed.parse().ok()?);
            Some(ExpectedDigest { game: game.to_owned(), games, seed, digest: Hash::parse(digest)? })
        };
        let expected = parse(&words);
        out.push(expected.ok_or_else(|| {
            Failure::File(format!("{}:{}: write a line as `GAME GAMES SEED DIGEST`", path.display(), n + 1))
        })?);
    }
    Ok(out)
}

/// Returns whether the digest of the games is the expected one. Prints the difference if it is not.
fn check_digest(expected: &[ExpectedDigest], args: &Fuzz, game: &str, report: &FuzzReport) -> bool {
    let games = args.games.unwrap_or(DEFAULT_GAMES);
    let is_this_run = |line: &&ExpectedDigest| line.game == game && line.games == games && line.seed == args.seed;
    let digest = report.digest;
    match expected.iter().find(is_this_run) {
        Some(line) if line.digest == digest => true,
        Some(line) => {
            out::line(format!("failed: {game}: the digest is {digest}, expected {}", line.digest));
            out::line("  the rules have changed, or they behave differently on this machine");
            false
        }
        None => {
            out::line(format!("failed: the file has no digest for {games} games of {game} from seed {}", args.seed));
            out::line(format!("  its line would be: {game} {games} {} {digest}", args.seed));
            false
        }
    }
}

fn print_report(game: &str, report: &FuzzReport, is_double_run: bool) {
    let per_game = |n: u64| if report.games == 0 { 0.0 } else { n as f64 / report.games as f64 };
    let per_second = if report.seconds > 0.0 { report.games as f64 / report.seconds } else { 0.0 };
    out::line(format!(
        "{game}: {}{} in {:.1} s ({per_second:.0} per second)",
        counted(report.games as usize, "game"),
        if is_double_run { ", each twice," } else { "" },
        report.seconds
    ));
    out::line(format!(
        "  answers    {:.1} per game, decisions {:.1}",
        per_game(report.answers),
        per_game(report.decisions)
    ));
    if report.decisions > 0 {
        out::line(format!("  host calls {:.1} per decision", report.host_calls as f64 / report.decisions as f64));
    }
    if !report.standing_uses.is_empty() {
        let uses: Vec<String> = report.standing_uses.iter().map(|(action, n)| format!("{action} {n}")).collect();
        out::line(format!("  standing   {}", uses.join(", ")));
    }
    out::line(format!("  dead ends  {}", report.dead_ends));
    out::line(format!("  digest     {}", report.digest));
    let wins: Vec<String> = report.wins.iter().map(|(side, n)| format!("{side} {n}")).collect();
    out::line(format!("  wins       {}", if wins.is_empty() { "none".into() } else { wins.join(", ") }));
    if let Some(varied) = varied_text(&report.coverage) {
        out::line(format!("             over {varied}; `--as-is` plays each scenario as written"));
    }
    let share = |count: CoverageCount, noun: &str| format!("{} of {} {noun}", count.covered, count.total);
    let covered = report.coverage;
    let mut shares = vec![share(covered.scenarios, "scenarios")];
    if covered.values.total > 0 {
        shares.push(share(covered.values, "option values"));
        shares.push(share(covered.pairs, "pairs of them by scenario"));
    }
    if covered.configurations.total > 0 {
        shares.push(share(covered.configurations, "combinations with sides played by rules"));
    }
    out::line(format!("  covered    {}", shares.join(", ")));
    print_unsupported(report);
}

/// Says what the games vary, so that nobody takes the wins for those of a scenario as written.
fn varied_text(coverage: &Coverage) -> Option<String> {
    let options =
        (coverage.varied_options > 0).then(|| format!("all values of {}", counted(coverage.varied_options, "option")));
    let seats = (coverage.configurations.total > 0).then(|| "all sides that rules can play".to_owned());
    let varied: Vec<String> = options.into_iter().chain(seats).collect();
    (!varied.is_empty()).then(|| varied.join(" and "))
}

/// Returns the report of a game as JSON.
fn as_json(game: &str, report: &FuzzReport) -> Value {
    let count = |count: CoverageCount| json!({ "covered": count.covered, "total": count.total });
    let wins = report.wins.iter().map(|(winner, games)| json!({ "winner": winner, "games": games }));
    let failures = report.failures.iter().map(|failure| {
        json!({
            "scenario": failure.scenario,
            "options": failure.options.iter().cloned().collect::<BTreeMap<_, _>>(),
            "nonplayers": failure.nonplayers,
            "seed": failure.seed,
            "message": failure.message,
            "record": failure.record,
        })
    });
    let coverage = &report.coverage;
    json!({
        "game": game,
        "games": report.games,
        "seconds": report.seconds,
        "answers": report.answers,
        "decisions": report.decisions,
        "host_calls": report.host_calls,
        "standing_actions": report.standing_uses,
        "dead_ends": report.dead_ends,
        "digest": report.digest.to_string(),
        "wins": wins.collect::<Vec<_>>(),
        "varied_options": coverage.varied_options,
        "covered": {
            "scenarios": count(coverage.scenarios),
            "option_values": count(coverage.values),
            "pairs": count(coverage.pairs),
            "combinations_with_nonplayers": count(coverage.configurations),
        },
        "unsupported": report.unsupported,
        "failures": failures.collect::<Vec<_>>(),
    })
}

/// Prints how many combinations of options and seats the rules refuse, unless there are none.
fn print_unsupported(report: &FuzzReport) {
    if report.unsupported > 0 {
        let number = counted(report.unsupported as usize, "combination");
        out::line(format!(
            "  refused    {number} of options and seats that the rules do not support: played with fewer options or \
             skipped"
        ));
    }
}

/// Prints each failure with the commands that open the game and reproduce the failure.
fn print_failures(failures: &[FuzzFailure], packs: &Packs) {
    if failures.is_empty() {
        out::line("  no failures");
    }
    let pack_arguments = packs::as_arguments(packs);
    // If several games fail to start with the same message, only the first of them is reported.
    let failed_at_start = |failure: &FuzzFailure| failure.record.is_none();
    for (index, failure) in failures.iter().enumerate() {
        let is_same = |other: &&FuzzFailure| {
            failed_at_start(other) && failed_at_start(failure) && other.message == failure.message
        };
        if failures[..index].iter().any(|other| is_same(&other)) {
            continue;
        }
        let repeats = failures[index + 1..].iter().filter(is_same).count();
        let FuzzFailure { game, scenario, seed, message, .. } = failure;
        let options: String = failure.options.iter().map(|(id, value)| format!(" --option {id}={value}")).collect();
        let seats: String = failure.nonplayers.iter().map(|side| format!(" --seat {side}=nonplayer")).collect();
        let arguments = format!("{game} --scenario {scenario}{options}{seats} --seed {seed}");
        let repeats = if repeats > 0 {
            format!(" (and {} more with the same message)", counted(repeats, "game"))
        } else {
            String::new()
        };
        out::line(format!("failed: {arguments}: {message}{repeats}"));
        match &failure.record {
            Some(path) => out::line(format!("  cardwright{pack_arguments} play --resume {} --open", path.display())),
            None => out::line(format!("  cardwright{pack_arguments} play {arguments} --open")),
        }
        out::line(format!("  cardwright{pack_arguments} fuzz {arguments} --games 1"));
    }
}

/// Converts the problems of a run. An unknown scenario or option is a usage error.
fn as_failure(problems: Vec<Diagnostic>) -> Failure {
    match &problems[..] {
        [problem] if problem.code == "fuzz::options" => Failure::Usage(problem.message.clone()),
        _ => Failure::Content(problems),
    }
}

/// The peak memory of the program in bytes. If `peak` is much larger than `early`, memory grows with the number of
/// games.
#[derive(Debug, Default)]
struct Memory {
    /// The peak during the first tenth of the run.
    early: usize,
    /// The peak since the start of the run.
    peak: usize,
}

impl Memory {
    /// Measures the memory now. `fraction` says how much of the run is done, from 0 to 1.
    fn measure(&mut self, fraction: f64) {
        let Some(current) = memory_stats::memory_stats() else { return };
        self.peak = self.peak.max(current.physical_mem);
        if fraction <= 0.1 || self.early == 0 {
            self.early = self.peak;
        }
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mb = |bytes: usize| bytes as f64 / 1e6;
        write!(f, "at most {:.1} MB in the first tenth, {:.1} MB in all", mb(self.early), mb(self.peak))
    }
}
