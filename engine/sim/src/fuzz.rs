//! Random play of scenarios with invariants after each answer, and the double run: a game played
//! straight through and again, moved to a fresh VM at every decision, to equal hash chains.

use crate::cover::{Cover, Covered, Mix, Options};
use cardwright_bots::RandomPlayer;
use cardwright_content::Diagnostic;
use cardwright_script::{Program, TOO_LONG, Vm};
use cardwright_state::Board;
use cardwright_state::board::Sides;
use cardwright_state::hash::Hash;
use cardwright_state::invariants::survives_writing;
use cardwright_state::position::{Outcome, Row, names};
use cardwright_table::{Library, PlayError, Seat, SetUp, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What to fuzz.
#[derive(Debug, Clone, Default)]
pub struct FuzzOptions {
    /// How many games, over all scenarios and pairs of option values in turn: see [`Cover`].
    pub games: u64,
    /// No game is begun after this time.
    pub time: Option<Duration>,
    /// The first seed.
    pub seed: u64,
    /// Only this scenario.
    pub scenario: Option<String>,
    /// Options that every game is played with: id and value as written.
    pub pinned: Options,
    /// Sides that the game's own rules play in every game; where there are none, each is left to them in some.
    pub nonplayers: Vec<String>,
    /// Whether each game is played twice, the second time moved to a fresh VM at every decision.
    pub double_run: bool,
    /// Threads; each has a VM of its own.
    pub threads: usize,
    /// Where records of failures go; nowhere if none.
    pub keep: Option<PathBuf>,
}

/// Games that a thread plays before native code has made up for what it takes to make: see [`Program::native_vm`].
const LONG: u64 = 500;

impl FuzzOptions {
    /// Whether native code pays.
    fn is_long(&self) -> bool {
        self.games / self.threads.max(1) as u64 >= LONG && self.time.is_none_or(|time| time >= Duration::from_secs(10))
    }
}

/// The VMs of a thread that play no game just now.
struct Vms {
    spare: Vec<Vm>,
    native: bool,
}

impl Vms {
    fn take(&mut self, program: &Program) -> Result<Vm, String> {
        let made = match (self.spare.pop(), self.native) {
            (Some(vm), _) => return Ok(vm),
            (None, true) => program.native_vm(),
            (None, false) => program.vm(),
        };
        made.map_err(|problems| problems.first().map(|d| d.message.clone()).unwrap_or_default())
    }
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct FuzzReport {
    /// Games played.
    pub games: u64,
    /// Answers given.
    pub answers: u64,
    /// Answers among two rows or more.
    pub decisions: u64,
    /// Host calls.
    pub host_calls: u64,
    /// Choices without a row whose last answer could be taken back.
    pub dead_ends: u64,
    /// How long it took.
    pub seconds: f64,
    /// One hash for the hash chains of all games, however many threads played them.
    pub digest: Hash,
    /// Games won by each side, by sides together (`red+blue`) and by `nobody`, the most first.
    pub wins: Vec<(String, u64)>,
    /// What scenarios, options and pairs of them were met.
    pub covered: Covered,
    /// How many mixes of options and sides the rules do not know: played without some of the options, or not at all.
    pub unknown: u64,
    /// What failed, by the number of the game.
    pub failures: Vec<FuzzFailure>,
}

/// How far it is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Games done.
    pub games: u64,
    /// The part of all games, or of the time there is: 0 to 1.
    pub part: f64,
}

/// A game in which something did not hold.
#[derive(Debug, Clone)]
pub struct FuzzFailure {
    /// The game.
    pub game: String,
    /// Which game it was, counted from 0.
    pub number: u64,
    /// The scenario.
    pub scenario: String,
    /// Its options, where they are not the scenario's own.
    pub options: Options,
    /// The sides that are left to rules, beside those that the scenario leaves to them.
    pub nonplayers: Vec<String>,
    /// The seed of chance and players.
    pub seed: u64,
    /// What did not hold.
    pub message: String,
    /// The record that leads there.
    pub record: Option<PathBuf>,
}

/// Answers a game may take before it counts as endless.
const ENDLESS: usize = 20_000;

/// Fuzzes a game. `progress` is told after each game, with several threads now and then.
///
/// # Errors
/// The game does not load; a scenario or pinned option that it does not have.
pub fn fuzz(
    library: &Library,
    game: &str,
    options: &FuzzOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<FuzzReport, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let cover = Cover::new(&program, options.scenario.as_deref(), &options.pinned, &options.nonplayers)
        .map_err(|message| vec![Diagnostic::error("fuzz::options", message)])?;
    let begun = Instant::now();
    let next = AtomicU64::new(0);
    let far = |games: u64| {
        let of_games = games as f64 / options.games.max(1) as f64;
        let of_time = options.time.map_or(0.0, |time| begun.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
        Progress { games, part: of_games.max(of_time).min(1.0) }
    };
    let worker = |program: &Arc<Program>, told: &mut dyn FnMut(Progress)| {
        let mut report = FuzzReport::default();
        // VMs are used again from game to game: what one of them remembered would show all the more.
        let mut vms = Vms { spare: Vec::new(), native: options.is_long() };
        loop {
            if options.time.is_some_and(|time| begun.elapsed() >= time) {
                return report;
            }
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= options.games {
                return report;
            }
            one_game(program, &mut vms, &cover, n, options, &mut report);
            if report.failures.last().is_some_and(|failed| failed.message.contains(TOO_LONG)) {
                // The next games would run as long, one after the other.
                next.fetch_max(options.games, Ordering::Relaxed);
            }
            report.games += 1;
            told(far(n + 1));
        }
    };
    let mut report = if options.threads <= 1 {
        worker(&program, progress)
    } else {
        std::thread::scope(|scope| {
            // No more than there are games; where the system gives no more, those there are play on.
            let wanted = options.threads.min(usize::try_from(options.games).unwrap_or(usize::MAX));
            let start = |_| {
                let thread = std::thread::Builder::new().spawn_scoped(scope, || worker(&program, &mut |_| {}));
                thread.ok()
            };
            let handles: Vec<_> = (0..wanted).map_while(start).collect();
            if handles.is_empty() {
                return worker(&program, progress);
            }
            while !handles.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                std::thread::sleep(Duration::from_millis(100));
                progress(far(next.load(Ordering::Relaxed).min(options.games)));
            }
            handles.into_iter().filter_map(|h| h.join().ok()).fold(FuzzReport::default(), merge)
        })
    };
    report.seconds = begun.elapsed().as_secs_f64();
    report.failures.sort_by_key(|f| f.number);
    // Not in the order in which the threads came to them.
    report.wins.sort_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    report.covered = cover.covered(report.games);
    Ok(report)
}

fn merge(mut a: FuzzReport, b: FuzzReport) -> FuzzReport {
    a.games += b.games;
    a.answers += b.answers;
    a.decisions += b.decisions;
    a.host_calls += b.host_calls;
    a.dead_ends += b.dead_ends;
    a.unknown += b.unknown;
    a.digest = a.digest.and(b.digest);
    for (side, n) in b.wins {
        win(&mut a.wins, &side, n);
    }
    a.failures.extend(b.failures);
    a
}

fn win(wins: &mut Vec<(String, u64)>, side: &str, n: u64) {
    match wins.iter_mut().find(|(s, _)| s == side) {
        Some((_, count)) => *count += n,
        None => wins.push((side.to_owned(), n)),
    }
}

fn one_game(
    program: &Arc<Program>,
    vms: &mut Vms,
    cover: &Cover,
    number: u64,
    options: &FuzzOptions,
    report: &mut FuzzReport,
) {
    let seed = options.seed.wrapping_add(number);
    let wanted = cover.game(number);
    let started = known(program, vms, &wanted, seed, report);
    let (mix, started) = match started {
        Some((mix, started)) => (mix, started),
        None => return,
    };
    let set_up = set_up_of(&mix, seed);
    let failed = |message: String, record: Option<PathBuf>| FuzzFailure {
        game: program.board.game.clone(),
        number,
        scenario: mix.scenario.clone(),
        options: mix.options.clone(),
        nonplayers: mix.nonplayers.clone(),
        seed,
        message,
        record,
    };
    let mut table = match started {
        Ok(table) => table,
        Err(message) => return report.failures.push(failed(message, None)),
    };
    let before = table.counts();
    let played = play(&mut table, seed, report);
    // The start's hash holds the seed, so that games which change places are told apart.
    report.digest = report.digest.and(Hash::of_chain(&table.hash_chain()));
    match played {
        Ok(()) => {}
        Err(message) => {
            let record = options.keep.as_deref().and_then(|dir| keep(&set_up, &table, dir));
            return report.failures.push(failed(message, record));
        }
    }
    let counts = table.counts();
    report.host_calls += counts.0 - before.0;
    report.answers += counts.1 - before.1;
    report.decisions += counts.2 - before.2;
    win(&mut report.wins, &winners(&table), 1);
    if options.double_run
        && let Err(message) = again(program, vms, &set_up, &table)
    {
        let record = options.keep.as_deref().and_then(|dir| keep(&set_up, &table, dir));
        report.failures.push(failed(message, record));
    }
    vms.spare.push(table.into_vm());
}

/// Who won, in a word: sides that won together are one winner.
fn winners(table: &Table) -> String {
    let winners = table.position().outcome().map_or(Sides::NONE, Outcome::winners);
    if winners.is_empty() { "nobody".to_owned() } else { names(table.board(), winners) }
}

fn set_up_of(mix: &Mix, seed: u64) -> SetUp {
    let seats = mix.nonplayers.iter().map(|side| (side.clone(), Seat::NonPlayer)).collect();
    let (scenario, options) = (mix.scenario.clone(), mix.options.clone());
    SetUp { scenario, seed, options, seats, open: true, ..SetUp::default() }
}

/// The game that is begun for a mix: one that the rules know, with fewer options if need be. `None` if they know none.
fn known(
    program: &Arc<Program>,
    vms: &mut Vms,
    wanted: &Mix,
    seed: u64,
    report: &mut FuzzReport,
) -> Option<(Mix, Result<Table, String>)> {
    let simpler = wanted.simpler();
    for (at, mix) in std::iter::once(wanted).chain(&simpler).enumerate() {
        match is_known(program, vms, &set_up_of(mix, seed)) {
            Ok(false) => report.unknown += u64::from(at == 0),
            Ok(true) => return Some((mix.clone(), new_table(program, vms, &set_up_of(mix, seed)))),
            Err(message) => return Some((mix.clone(), Err(message))),
        }
    }
    None
}

/// Whether the rules know such a game; no VM is spent on asking.
fn is_known(program: &Arc<Program>, vms: &mut Vms, set_up: &SetUp) -> Result<bool, String> {
    let mut vm = vms.take(program)?;
    let position = Table::first_position(program, set_up).map_err(|e| e.to_string())?;
    vm.set(&position);
    let unknown = vm.unknown().map_err(|e| e.to_string())?;
    vms.spare.push(vm);
    Ok(unknown.is_none())
}

fn new_table(program: &Arc<Program>, vms: &mut Vms, set_up: &SetUp) -> Result<Table, String> {
    Table::start(program.clone(), vms.take(program)?, set_up).map_err(|e| e.to_string())
}

/// Plays to the end at random, checking what must hold after each answer.
fn play(table: &mut Table, seed: u64, report: &mut FuzzReport) -> Result<(), String> {
    let mut player = RandomPlayer::new(seed ^ 0x5eed);
    let board = table.board().clone();
    for n in 0..ENDLESS {
        let Some(choice) = table.choice() else { return Ok(()) };
        if choice.rows.is_empty() {
            return Err("a choice has no row".into());
        }
        if let Some(twice) = offered_twice(&board, &choice.rows) {
            return Err(format!("{}the row `{twice}` is offered twice", asking(table)));
        }
        let picked = player.pick_but(choice.rows.len(), &choice.unwise);
        if n % 16 == 3 {
            refused_answers_change_nothing(table)?;
        }
        match table.answer(picked, false) {
            Ok(_) => {}
            Err(PlayError::Barred { .. }) => report.dead_ends += 1,
            Err(PlayError::Rule { error, .. }) => return Err(error.with_place()),
            Err(error) => return Err(error.to_string()),
        }
        if n % 32 == 5
            && let Some(problem) = survives_writing(&board, table.position())
        {
            return Err(problem);
        }
    }
    Err(format!("the game did not end within {ENDLESS} answers"))
}

/// The step that asks, with its place.
fn asking(table: &Table) -> String {
    let Some(frame) = table.position().here() else { return String::new() };
    let step = &table.board().steps[frame.step.at()];
    let registered = &table.program().registered;
    let place = registered.iter().find(|it| it.id == *step && matches!(it.kind, "step" | "action"));
    place.map_or_else(|| format!("in `{step}` "), |it| format!("{}: in the {} `{step}` ", it.at, it.kind))
}

/// A row that is typed like another.
fn offered_twice(board: &Board, rows: &[Row]) -> Option<String> {
    let mut all = String::new();
    let mut ends = vec![0];
    for row in rows {
        row.write(board, &mut all);
        ends.push(all.len());
    }
    let mut texts: Vec<&str> = ends.windows(2).map(|ends| &all[ends[0]..ends[1]]).collect();
    texts.sort_unstable();
    texts.windows(2).find(|two| two[0] == two[1]).map(|two| two[0].to_owned())
}

fn refused_answers_change_nothing(table: &mut Table) -> Result<(), String> {
    let (before, here) = (table.hash(), table.here());
    for line in ["no-such-row at all", "#0", "#999999", ""] {
        let refused = match table.play(None, line) {
            Err(_) => true,
            Ok(played) => played.answers.is_empty(),
        };
        if !refused && !line.is_empty() {
            return Err(format!("`{line}` was accepted"));
        }
        if !refused {
            // An empty line may answer a choice of one row; take it back.
            table.goto(here).map_err(|e| e.to_string())?;
        }
    }
    if table.hash() == before { Ok(()) } else { Err("a refused answer changed the position".into()) }
}

/// The double run: the same answers, in a fresh VM at every decision.
fn again(program: &Arc<Program>, vms: &mut Vms, set_up: &SetUp, table: &Table) -> Result<(), String> {
    let chain = table.hash_chain();
    let mut tables = [new_table(program, vms, set_up)?, new_table(program, vms, set_up)?];
    if tables[0].hash() != chain[0] {
        return Err("the start differs from run to run".into());
    }
    let mut current = 0;
    for (n, node) in table.path().into_iter().enumerate().skip(1) {
        let Some(cardwright_table::Event::Answer { row, .. }) = &table.nodes()[node].event else { continue };
        let position = tables[current].position().clone();
        current = 1 - current;
        let moved = &mut tables[current];
        moved.take_up(&position).map_err(|e| format!("event {n}: {e}"))?;
        let at = moved.row_words().iter().position(|r| r.join(" ") == *row);
        let at = at.ok_or_else(|| format!("event {n}: `{row}` is not offered after a move to another VM"))?;
        moved.answer(at, false).map_err(|e| format!("event {n}: {e}"))?;
        if moved.hash() != chain[n] {
            return Err(format!("event {n}, `{row}`: another position after a move to another VM"));
        }
    }
    vms.spare.extend(tables.map(Table::into_vm));
    Ok(())
}

/// Writes the record that leads to a failure.
/// The failed game as a record.
fn keep(set_up: &SetUp, table: &Table, dir: &Path) -> Option<PathBuf> {
    let path = dir.join(format!("fuzz-{}-{}-{}.cwr", table.board().game, set_up.scenario, set_up.seed));
    let _ = std::fs::remove_file(&path);
    table.write_path(&path).ok()?;
    Some(path)
}
