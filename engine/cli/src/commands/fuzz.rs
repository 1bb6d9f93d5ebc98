//! `cardwright fuzz`: plays random games, and prints commands that reopen failed ones.

use crate::args::Fuzz;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::{out, saved_games};
use cardwright_content::{Diagnostic, read_text_file};
use cardwright_sim::{CoverageCount, FuzzFailure, FuzzOptions, FuzzReport, Progress, fuzz};
use cardwright_state::hash::Hash;
use cardwright_table::Seat;
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
        None => library.games(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = FuzzOptions {
        games: args.games.unwrap_or(if args.seconds.is_some() { u64::MAX } else { DEFAULT_GAMES }),
        time: args.seconds.map(Duration::from_secs),
        seed: args.seed,
        scenario: args.scenario.clone(),
        pinned: args.option.clone(),
        nonplayers: nonplayers(&args.seat)?,
        double_run: args.double_run,
        threads: args.threads.unwrap_or(cores).max(1),
        record_dir: args.keep.clone().or_else(|| saved_games::data_folder().map(|d| d.join("failures"))),
    };
    let expected = args.expect_digest.as_deref().map(read_digests).transpose()?;
    let mut failed = false;
    for game in &games {
        if let Some(scenario) = &args.scenario {
            packs::scenario(game, Some(scenario))?;
        }
        let terminal = std::io::stderr().is_terminal();
        let mut memory = Memory::default();
        let mut report_progress = |progress: Progress| {
            memory.measure(progress.fraction);
            if terminal && progress.games.is_multiple_of(10) {
                let percent = progress.fraction * 100.0;
                out::note_text(&format!("\r{}: {} games, {percent:.0} % ", game.id, progress.games));
            }
        };
        let done = fuzz(&library, &game.id, &options, &mut report_progress);
        if terminal {
            out::note_text("\r\x1b[K");
        }
        let report = done.map_err(as_failure)?;
        print_report(&game.id, &report, args.double_run);
        out::line(format!("  memory     {memory}"));
        print_failures(&report.failures, packs);
        failed |= !report.failures.is_empty();
        if let Some(expected) = &expected {
            failed |= !check_digest(expected, args, &game.id, &report);
        }
    }
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

/// The sides that the game's own rules play. Random players play the others.
fn nonplayers(seats: &[(String, String)]) -> Result<Vec<String>, Failure> {
    let one = |(side, who): &(String, String)| match Seat::parse(who) {
        Some(Seat::NonPlayer) => Ok(side.clone()),
        _ => Err(Failure::Usage(format!("`{side}={who}` is not possible: the only seat here is `{side}=nonplayer`"))),
    };
    seats.iter().map(one).collect()
}

/// A line of a file of digests: the expected digest of one run of `fuzz`.
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
        let read = |words: &[&str]| -> Option<ExpectedDigest> {
            let [game, games, seed, digest] = *words else { return None };
            let (games, seed) = (games.parse().ok()?, seed.parse().ok()?);
            Some(ExpectedDigest { game: game.to_owned(), games, seed, digest: Hash::parse(digest)? })
        };
        let line = read(&words);
        out.push(line.ok_or_else(|| {
            Failure::File(format!("{}:{}: write a line as `GAME GAMES SEED DIGEST`", path.display(), n + 1))
        })?);
    }
    Ok(out)
}

/// Whether the digest of the games is the expected one. Prints the difference if not.
fn check_digest(expected: &[ExpectedDigest], args: &Fuzz, game: &str, report: &FuzzReport) -> bool {
    let games = args.games.unwrap_or(DEFAULT_GAMES);
    let line = expected.iter().find(|e| e.game == game && e.games == games && e.seed == args.seed);
    let found = report.digest;
    match line {
        Some(line) if line.digest == found => true,
        Some(line) => {
            out::line(format!("failed: {game}: the digest is {found}, expected {}", line.digest));
            out::line("  the rules have changed, or they behave differently on this machine");
            false
        }
        None => {
            out::line(format!("failed: the file has no digest for {games} games of {game} from seed {}", args.seed));
            out::line(format!("  its line would be: {game} {games} {} {found}", args.seed));
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
    out::line(format!("  dead ends  {}", report.dead_ends));
    out::line(format!("  digest     {}", report.digest));
    let wins: Vec<String> = report.wins.iter().map(|(side, n)| format!("{side} {n}")).collect();
    out::line(format!("  wins       {}", if wins.is_empty() { "none".into() } else { wins.join(", ") }));
    let share = |share: CoverageCount, what: &str| format!("{} of {} {what}", share.covered, share.total);
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

/// Prints how many combinations of options and seats the rules refuse, if any.
fn print_unsupported(report: &FuzzReport) {
    if report.unsupported > 0 {
        let all = counted(report.unsupported as usize, "combination");
        out::line(format!(
            "  refused    {all} of options and seats that the rules do not support: played with fewer options or skipped"
        ));
    }
}

/// Prints each failure with the commands that open the game and reproduce the failure.
fn print_failures(failures: &[FuzzFailure], packs: &Packs) {
    if failures.is_empty() {
        out::line("  no failures");
    }
    let pack_arguments = packs::as_arguments(packs);
    // Games that fail to start for the same reason are reported once.
    let failed_at_start = |failure: &FuzzFailure| failure.record.is_none();
    for (at, failure) in failures.iter().enumerate() {
        let is_same = |other: &&FuzzFailure| {
            failed_at_start(other) && failed_at_start(failure) && other.message == failure.message
        };
        if failures[..at].iter().any(|other| is_same(&other)) {
            continue;
        }
        let more = failures[at + 1..].iter().filter(is_same).count();
        let FuzzFailure { game, scenario, seed, message, .. } = failure;
        let options: String = failure.options.iter().map(|(id, value)| format!(" --option {id}={value}")).collect();
        let seats: String = failure.nonplayers.iter().map(|side| format!(" --seat {side}=nonplayer")).collect();
        let which = format!("{game} --scenario {scenario}{options}{seats} --seed {seed}");
        let more = if more > 0 {
            format!(" (and {} more with the same message)", counted(more, "game"))
        } else {
            String::new()
        };
        out::line(format!("failed: {which}: {message}{more}"));
        match &failure.record {
            Some(path) => out::line(format!("  cardwright{pack_arguments} play --resume {} --open", path.display())),
            None => out::line(format!("  cardwright{pack_arguments} play {which} --open")),
        }
        out::line(format!("  cardwright{pack_arguments} fuzz {which} --games 1"));
    }
}

/// Unknown scenarios and options are usage errors.
fn as_failure(problems: Vec<Diagnostic>) -> Failure {
    match &problems[..] {
        [one] if one.code == "fuzz::options" => Failure::Usage(one.message.clone()),
        _ => Failure::Content(problems),
    }
}

/// Peak memory of the program in bytes.
#[derive(Debug, Default)]
struct Memory {
    /// Peak during the first tenth of the run.
    early: usize,
    peak: usize,
}

impl Memory {
    fn measure(&mut self, fraction: f64) {
        let Some(now) = memory_stats::memory_stats() else { return };
        self.peak = self.peak.max(now.physical_mem);
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
