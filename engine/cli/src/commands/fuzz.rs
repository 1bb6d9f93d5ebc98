//! `cardwright fuzz`: random games in bulk, and how to open again those that failed.

use crate::args::Fuzz;
use crate::failure::{FINDINGS, Failure};
use crate::packs::{self, Packs, counted};
use crate::{out, saved};
use cardwright_content::{Diagnostic, read_named};
use cardwright_sim::{FuzzFailure, FuzzOptions, FuzzReport, Progress, Share, fuzz};
use cardwright_state::hash::Hash;
use cardwright_table::Seat;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How many games, if nothing is said of it.
const GAMES: u64 = 100;

pub(crate) fn run(packs: &Packs, args: &Fuzz) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let games = match &args.game {
        Some(game) => vec![packs::game(&library, game)?],
        None => library.games(),
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = FuzzOptions {
        games: args.games.unwrap_or(if args.seconds.is_some() { u64::MAX } else { GAMES }),
        time: args.seconds.map(Duration::from_secs),
        seed: args.seed,
        scenario: args.scenario.clone(),
        pinned: args.option.clone(),
        nonplayers: nonplayers(&args.seat)?,
        double_run: args.double_run,
        threads: args.threads.unwrap_or(cores).max(1),
        keep: args.keep.clone().or_else(|| saved::data().map(|d| d.join("failures"))),
    };
    let expected = args.expect_digest.as_deref().map(read_digests).transpose()?;
    let mut failed = false;
    for game in &games {
        if let Some(scenario) = &args.scenario {
            packs::scenario(game, Some(scenario))?;
        }
        let terminal = std::io::stderr().is_terminal();
        let mut memory = Memory::default();
        let mut told = |far: Progress| {
            memory.look(far.part);
            if terminal && far.games.is_multiple_of(10) {
                out::ask(&format!("\r{}: {} games, {:.0} % ", game.id, far.games, far.part * 100.0));
            }
        };
        let done = fuzz(&library, &game.id, &options, &mut told);
        if terminal {
            out::ask("\r\x1b[K");
        }
        let report = done.map_err(unfit)?;
        tell(&game.id, &report, args.double_run);
        out::line(format!("  memory     {memory}"));
        faults(&report.failures, packs);
        failed |= !report.failures.is_empty();
        if let Some(expected) = &expected {
            failed |= !is_expected(expected, args, &game.id, &report);
        }
    }
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

/// The sides that rules are to play; the others are played at random.
fn nonplayers(seats: &[(String, String)]) -> Result<Vec<String>, Failure> {
    let one = |(side, who): &(String, String)| match Seat::parse(who) {
        Some(Seat::NonPlayer) => Ok(side.clone()),
        _ => {
            Err(Failure::Usage(format!("`{side}={who}`: games are played at random, or by rules: `{side}=nonplayer`")))
        }
    };
    seats.iter().map(one).collect()
}

/// A line of a file of digests: what the games of one run of `fuzz` come to.
struct Expected {
    game: String,
    games: u64,
    seed: u64,
    digest: Hash,
}

/// Reads a file of digests; what stands behind `#` is a comment.
fn read_digests(path: &Path) -> Result<Vec<Expected>, Failure> {
    let text = read_named(path).map_err(|problem| Failure::File(problem.sentence()))?;
    let mut out = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let read = |words: &[&str]| -> Option<Expected> {
            let [game, games, seed, digest] = *words else { return None };
            let (games, seed) = (games.parse().ok()?, seed.parse().ok()?);
            Some(Expected { game: game.to_owned(), games, seed, digest: Hash::parse(digest)? })
        };
        let line = read(&words);
        out.push(line.ok_or_else(|| {
            Failure::File(format!("{}:{}: a line is `GAME GAMES SEED DIGEST`", path.display(), n + 1))
        })?);
    }
    Ok(out)
}

/// Whether the games came to the digest that is expected of them; says how it is if not.
fn is_expected(expected: &[Expected], args: &Fuzz, game: &str, report: &FuzzReport) -> bool {
    let games = args.games.unwrap_or(GAMES);
    let line = expected.iter().find(|e| e.game == game && e.games == games && e.seed == args.seed);
    let found = report.digest;
    match line {
        Some(line) if line.digest == found => true,
        Some(line) => {
            out::line(format!("failed: {game}: the digest is {found}, not {} as expected", line.digest));
            out::line("  the rules do something else than they did, or not the same on this machine");
            false
        }
        None => {
            out::line(format!("failed: no digest is expected of {games} games of {game} from seed {}", args.seed));
            out::line(format!("  its line would be: {game} {games} {} {found}", args.seed));
            false
        }
    }
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
    out::line(format!("  digest     {}", report.digest));
    let wins: Vec<String> = report.wins.iter().map(|(side, n)| format!("{side} {n}")).collect();
    out::line(format!("  wins       {}", if wins.is_empty() { "none".into() } else { wins.join(", ") }));
    let share = |share: Share, what: &str| format!("{} of {} {what}", share.met, share.of);
    let covered = report.covered;
    let mut met = vec![share(covered.scenarios, "scenarios")];
    if covered.values.of > 0 {
        met.push(share(covered.values, "option values"));
        met.push(share(covered.pairs, "pairs of them by scenario"));
    }
    if covered.mixes.of > 0 {
        met.push(share(covered.mixes, "combinations with sides left to rules"));
    }
    out::line(format!("  covered    {}", met.join(", ")));
    tell_unknown(report);
}

/// Of what the rules refuse nothing is to be said but how often they did.
fn tell_unknown(report: &FuzzReport) {
    if report.unknown > 0 {
        let all = counted(report.unknown as usize, "combination");
        out::line(format!(
            "  refused    {all} of options and seats that the rules do not know: played with fewer options, or not at all"
        ));
    }
}

/// Each fault, what opens the game, and what has it again; nothing else to say if there is none.
fn faults(failures: &[FuzzFailure], packs: &Packs) {
    if failures.is_empty() {
        out::line("  no failures");
    }
    let folders = packs::given(packs);
    // What keeps games from starting is one fault, of however many.
    let is_start = |failure: &FuzzFailure| failure.record.is_none();
    for (at, failure) in failures.iter().enumerate() {
        let is_same = |other: &&FuzzFailure| is_start(other) && is_start(failure) && other.message == failure.message;
        if failures[..at].iter().any(|other| is_same(&other)) {
            continue;
        }
        let more = failures[at + 1..].iter().filter(is_same).count();
        let FuzzFailure { game, scenario, seed, message, .. } = failure;
        let options: String = failure.options.iter().map(|(id, value)| format!(" --option {id}={value}")).collect();
        let seats: String = failure.nonplayers.iter().map(|side| format!(" --seat {side}=nonplayer")).collect();
        let which = format!("{game} --scenario {scenario}{options}{seats} --seed {seed}");
        let more =
            if more > 0 { format!(" (and {} more in the same way)", counted(more, "game")) } else { String::new() };
        out::line(format!("failed: {which}: {message}{more}"));
        match &failure.record {
            Some(path) => out::line(format!("  cardwright{folders} play --resume {} --open", path.display())),
            None => out::line(format!("  cardwright{folders} play {which} --open")),
        }
        out::line(format!("  cardwright{folders} fuzz {which} --games 1"));
    }
}

/// A scenario or an option that the game does not have is a matter of the command line.
fn unfit(problems: Vec<Diagnostic>) -> Failure {
    match &problems[..] {
        [one] if one.code == "fuzz::options" => Failure::Usage(one.message.clone()),
        _ => Failure::Content(problems),
    }
}

/// The memory of this program while games are played, in bytes: the most in the first tenth, and in all.
#[derive(Debug, Default)]
struct Memory {
    early: usize,
    most: usize,
}

impl Memory {
    fn look(&mut self, part: f64) {
        let Some(now) = memory_stats::memory_stats() else { return };
        self.most = self.most.max(now.physical_mem);
        if part <= 0.1 || self.early == 0 {
            self.early = self.most;
        }
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mb = |bytes: usize| bytes as f64 / 1e6;
        write!(f, "at most {:.1} MB in the first tenth, {:.1} MB in all", mb(self.early), mb(self.most))
    }
}
