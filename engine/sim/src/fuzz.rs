//! Fuzzing: random play with invariants checked after each answer. The double run plays each game again, in another VM
//! for each answer, and compares the hash chains.

use crate::coverage::{Configuration, Coverage, CoveragePlan, OptionValues};
use cardwright_bots::RandomBot;
use cardwright_content::Diagnostic;
use cardwright_script::{Program, RunError, Vm, random_answer, with_random_numbers};
use cardwright_state::board::Sides;
use cardwright_state::hash::Hash;
use cardwright_state::invariants::round_trip_problem;
use cardwright_state::position::{Outcome, Row, sides_text};
use cardwright_state::{Board, Val};
use cardwright_table::{Event, Library, PlayError, Seat, SetUp, StartError, Table, line};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The games to play.
#[derive(Debug, Clone, Default)]
pub struct FuzzOptions {
    /// The number of games. Each game takes the next configuration of [`CoveragePlan`].
    pub games: u64,
    /// No game starts after this time.
    pub time: Option<Duration>,
    /// The seed of the first game. Each later game has the next seed.
    pub seed: u64,
    /// Play only this scenario.
    pub scenario: Option<String>,
    /// Options of every game: id and value as written.
    pub pinned: OptionValues,
    /// Non-players in every game. If this list is empty, each side is a non-player in some games.
    pub nonplayers: Vec<String>,
    /// Whether each scenario is played as written, with its own options and seats.
    pub as_is: bool,
    /// Whether the sides also use standing actions, in every second game.
    pub besides: bool,
    /// Whether each game is played a second time, in another VM for each answer.
    pub double_run: bool,
    /// The number of threads. Each thread has its own VMs.
    pub threads: usize,
    /// The folder for records of failed games. `None` writes no records.
    pub record_dir: Option<PathBuf>,
}

/// The least number of games of a thread for which native code saves time: see [`Program::native_vm`].
const MIN_GAMES_FOR_NATIVE_CODE: u64 = 500;

impl FuzzOptions {
    /// Whether the run is long enough for native code.
    fn uses_native_code(&self) -> bool {
        self.games / self.threads.max(1) as u64 >= MIN_GAMES_FOR_NATIVE_CODE
            && self.time.is_none_or(|time| time >= Duration::from_secs(10))
    }
}

/// The idle VMs of a thread.
struct SpareVms {
    spare: Vec<Vm>,
    /// Whether a new VM compiles scripts to native code.
    uses_native_code: bool,
}

impl SpareVms {
    fn take(&mut self, program: &Program) -> Result<Vm, String> {
        let new_vm = match (self.spare.pop(), self.uses_native_code) {
            (Some(vm), _) => return Ok(vm),
            (None, true) => program.native_vm(),
            (None, false) => program.vm(),
        };
        new_vm.map_err(|problems| problems.first().map(|problem| problem.message.clone()).unwrap_or_default())
    }
}

/// The results of a fuzzing run.
#[derive(Debug, Clone, Default)]
pub struct FuzzReport {
    /// The number of games played.
    pub games: u64,
    /// The number of answers.
    pub answers: u64,
    /// The number of answers to choices with two or more rows.
    pub decisions: u64,
    /// The number of host calls by scripts.
    pub host_calls: u64,
    /// How often the sides used each standing action, in the order of the actions' ids. Only with
    /// [`FuzzOptions::besides`].
    pub standing_uses: BTreeMap<String, u64>,
    /// How often the engine took back an answer because it led to a choice without rows.
    pub dead_ends: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// One hash over the hash chains of all games. It does not depend on the number of threads.
    pub digest: Hash,
    /// The number of wins of each side, of sides that won together (`red+blue`) and of `nobody`, the most wins first.
    pub wins: Vec<(String, u64)>,
    /// The scenarios, option values and pairs that the games covered.
    pub coverage: Coverage,
    /// How many configurations the game does not support. Such games were played with fewer options or skipped.
    pub unsupported: u64,
    /// The failures, by the number of the game.
    pub failures: Vec<FuzzFailure>,
}

/// The progress of a run.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The number of games played so far.
    pub games: u64,
    /// The fraction of all games or of the available time, whichever is larger: 0 to 1.
    pub fraction: f64,
}

/// A game that failed.
#[derive(Debug, Clone)]
pub struct FuzzFailure {
    /// The id of the game.
    pub game: String,
    /// The number of the game in the run, from 0.
    pub number: u64,
    /// The id of the scenario.
    pub scenario: String,
    /// Options that differ from the scenario.
    pub options: OptionValues,
    /// Non-players in addition to those of the scenario.
    pub nonplayers: Vec<String>,
    /// The seed of chance and of the random players.
    pub seed: u64,
    /// The message of the failure.
    pub message: String,
    /// Whether a script ran too long.
    pub is_time_limit: bool,
    /// The record of the game up to the failure, if one was written.
    pub record: Option<PathBuf>,
}

/// Why a game failed.
struct GameError {
    message: String,
    /// Whether a script ran too long.
    is_time_limit: bool,
}

impl From<String> for GameError {
    fn from(message: String) -> GameError {
        GameError { message, is_time_limit: false }
    }
}

impl From<RunError> for GameError {
    fn from(error: RunError) -> GameError {
        GameError { message: error.to_string(), is_time_limit: error.is_time_limit() }
    }
}

impl From<StartError> for GameError {
    fn from(error: StartError) -> GameError {
        match error {
            StartError::Run(error) => error.into(),
            other => other.to_string().into(),
        }
    }
}

/// With [`FuzzOptions::besides`], a side uses a standing action before one choice in this many.
const CHOICES_PER_STANDING_ACTION: usize = 3;

/// A game with more answers than this counts as endless.
const MAX_ANSWERS: usize = 20_000;

/// Fuzzes a game. Calls `progress` after each game, or from time to time with several threads.
///
/// # Errors
/// The game does not load, or it does not have the scenario or a pinned option.
pub fn fuzz(
    library: &Library,
    game: &str,
    options: &FuzzOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<FuzzReport, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let plan = CoveragePlan::new(&program, options.scenario.as_deref(), &options.pinned, &options.nonplayers)
        .map_err(|message| vec![Diagnostic::error("fuzz::options", message)])?;
    let plan = if options.as_is { plan.as_written() } else { plan };
    let started = Instant::now();
    let next_game = AtomicU64::new(0);
    let progress_at = |games: u64| {
        let fraction_of_games = games as f64 / options.games.max(1) as f64;
        let fraction_of_time =
            options.time.map_or(0.0, |time| started.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
        Progress { games, fraction: fraction_of_games.max(fraction_of_time).min(1.0) }
    };
    let worker = |program: &Arc<Program>, report_progress: &mut dyn FnMut(Progress)| {
        let mut report = FuzzReport::default();
        // Reuse VMs from game to game, which also reveals a VM that wrongly keeps state.
        let mut vms = SpareVms { spare: Vec::new(), uses_native_code: options.uses_native_code() };
        loop {
            if options.time.is_some_and(|time| started.elapsed() >= time) {
                return report;
            }
            let n = next_game.fetch_add(1, Ordering::Relaxed);
            if n >= options.games {
                return report;
            }
            fuzz_game(program, &mut vms, &plan, n, options, &mut report);
            if report.failures.last().is_some_and(|failure| failure.is_time_limit) {
                // The next games would run too long as well.
                next_game.fetch_max(options.games, Ordering::Relaxed);
            }
            report.games += 1;
            report_progress(progress_at(n + 1));
        }
    };
    let mut report = if options.threads <= 1 {
        worker(&program, progress)
    } else {
        std::thread::scope(|scope| {
            // Start at most one thread per game. If the system refuses more threads, go on with those that started.
            let wanted = options.threads.min(usize::try_from(options.games).unwrap_or(usize::MAX));
            let start_thread = |_| {
                let thread = std::thread::Builder::new().spawn_scoped(scope, || worker(&program, &mut |_| {}));
                thread.ok()
            };
            let handles: Vec<_> = (0..wanted).map_while(start_thread).collect();
            if handles.is_empty() {
                return worker(&program, progress);
            }
            while !handles.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                std::thread::sleep(Duration::from_millis(100));
                progress(progress_at(next_game.load(Ordering::Relaxed).min(options.games)));
            }
            handles.into_iter().filter_map(|h| h.join().ok()).fold(FuzzReport::default(), merge)
        })
    };
    report.seconds = started.elapsed().as_secs_f64();
    report.failures.sort_by_key(|failure| failure.number);
    // Sort, so that the order does not depend on the threads.
    report.wins.sort_by(|(a, a_wins), (b, b_wins)| b_wins.cmp(a_wins).then_with(|| a.cmp(b)));
    report.coverage = plan.coverage(report.games);
    Ok(report)
}

fn merge(mut a: FuzzReport, b: FuzzReport) -> FuzzReport {
    a.games += b.games;
    a.answers += b.answers;
    a.decisions += b.decisions;
    a.host_calls += b.host_calls;
    a.dead_ends += b.dead_ends;
    a.unsupported += b.unsupported;
    a.digest = a.digest.wrapping_add(b.digest);
    for (action, n) in b.standing_uses {
        *a.standing_uses.entry(action).or_default() += n;
    }
    for (side, n) in b.wins {
        add_win(&mut a.wins, &side, n);
    }
    a.failures.extend(b.failures);
    a
}

fn add_win(wins: &mut Vec<(String, u64)>, side: &str, n: u64) {
    match wins.iter_mut().find(|(winner, _)| winner == side) {
        Some((_, count)) => *count += n,
        None => wins.push((side.to_owned(), n)),
    }
}

/// Plays one game, and adds its results to the report.
fn fuzz_game(
    program: &Arc<Program>,
    vms: &mut SpareVms,
    plan: &CoveragePlan,
    number: u64,
    options: &FuzzOptions,
    report: &mut FuzzReport,
) {
    let seed = options.seed.wrapping_add(number);
    let wanted = plan.configuration(number);
    let started = start_supported(program, vms, &wanted, seed, report);
    let (configuration, started) = match started {
        Some((configuration, started)) => (configuration, started),
        None => return,
    };
    let set_up = set_up_of(&configuration, seed);
    let failure = |error: GameError, record: Option<PathBuf>| FuzzFailure {
        game: program.board.game.clone(),
        number,
        scenario: configuration.scenario.clone(),
        options: configuration.options.clone(),
        nonplayers: configuration.nonplayers.clone(),
        seed,
        message: error.message,
        is_time_limit: error.is_time_limit,
        record,
    };
    let mut table = match started {
        Ok(table) => table,
        Err(error) => return report.failures.push(failure(error, None)),
    };
    let (host_calls_before, answers_before, decisions_before) = table.counts();
    let played = play(&mut table, seed, options.besides && number % 2 == 1, report);
    // The sum does not depend on the order of the games. The first hash of a chain depends on the seed of the game, so
    // the digest differs if two games have each other's results.
    report.digest = report.digest.wrapping_add(Hash::from_chain(&table.hash_chain()));
    match played {
        Ok(()) => {}
        Err(error) => {
            let record = options.record_dir.as_deref().and_then(|dir| write_record(&set_up, &table, dir));
            return report.failures.push(failure(error, record));
        }
    }
    let (host_calls, answers, decisions) = table.counts();
    report.host_calls += host_calls - host_calls_before;
    report.answers += answers - answers_before;
    report.decisions += decisions - decisions_before;
    add_win(&mut report.wins, &winners(&table), 1);
    if options.double_run
        && let Err(error) = double_run(program, vms, &set_up, &table)
    {
        let record = options.record_dir.as_deref().and_then(|dir| write_record(&set_up, &table, dir));
        report.failures.push(failure(error, record));
    }
    vms.spare.push(table.into_vm());
}

/// The winners as one word: `red`, `red+blue` or `nobody`.
fn winners(table: &Table) -> String {
    let winners = table.position().outcome().map_or(Sides::NONE, Outcome::winners);
    if winners.is_empty() { "nobody".to_owned() } else { sides_text(table.board(), winners) }
}

fn set_up_of(configuration: &Configuration, seed: u64) -> SetUp {
    let seats = configuration.nonplayers.iter().map(|side| (side.clone(), Seat::NonPlayer)).collect();
    let (scenario, options) = (configuration.scenario.clone(), configuration.options.clone());
    SetUp { scenario, seed, options, seats, open: true, ..SetUp::default() }
}

/// Starts a game with the wanted configuration, or with fewer options if the game does not support that configuration.
/// `None` if the game supports none of these configurations.
fn start_supported(
    program: &Arc<Program>,
    vms: &mut SpareVms,
    wanted: &Configuration,
    seed: u64,
    report: &mut FuzzReport,
) -> Option<(Configuration, Result<Table, GameError>)> {
    let simpler = wanted.simpler_configurations();
    for (index, configuration) in std::iter::once(wanted).chain(&simpler).enumerate() {
        match is_supported(program, vms, &set_up_of(configuration, seed)) {
            Ok(false) => report.unsupported += u64::from(index == 0),
            Ok(true) => return Some((configuration.clone(), new_table(program, vms, &set_up_of(configuration, seed)))),
            Err(error) => return Some((configuration.clone(), Err(error))),
        }
    }
    None
}

/// Whether the rules of the game support a set-up.
fn is_supported(program: &Arc<Program>, vms: &mut SpareVms, set_up: &SetUp) -> Result<bool, GameError> {
    let mut vm = vms.take(program)?;
    let position = Table::first_position(program, set_up)?;
    vm.set_position(&position);
    let problem = vm.start_problem()?;
    vms.spare.push(vm);
    Ok(problem.is_none())
}

fn new_table(program: &Arc<Program>, vms: &mut SpareVms, set_up: &SetUp) -> Result<Table, GameError> {
    Ok(Table::start(program.clone(), vms.take(program)?, set_up)?)
}

/// Plays to the end at random and checks the invariants after each answer. With `besides`, sides also use standing
/// actions.
fn play(table: &mut Table, seed: u64, besides: bool, report: &mut FuzzReport) -> Result<(), GameError> {
    let mut player = RandomBot::new(seed ^ 0x5eed);
    let board = table.board().clone();
    for n in 0..MAX_ANSWERS {
        if besides && player.pick(CHOICES_PER_STANDING_ACTION) == 0 {
            use_standing_action(table, &mut player, report)?;
        }
        let Some(choice) = table.choice() else { return Ok(()) };
        if choice.rows.is_empty() {
            return Err("a choice has no row".to_owned().into());
        }
        if let Some(duplicate) = duplicate_row(&board, &choice.rows) {
            return Err(format!("{}the row `{duplicate}` is offered twice", asking_step(table)).into());
        }
        let picked = random_answer(&mut player, &choice.rows, &choice.discouraged, &choice.likely);
        // To save time, this check runs at every 16th answer and the round trip at every 32nd.
        if n % 16 == 3 {
            check_refused_answers(table)?;
        }
        match table.answer(picked, false) {
            Ok(_) => {}
            Err(PlayError::Barred { .. }) => report.dead_ends += 1,
            Err(PlayError::Rule { error, .. }) => {
                return Err(GameError { message: error.with_place(), ..error.into() });
            }
            Err(error) => return Err(error.to_string().into()),
        }
        if n % 32 == 5
            && let Some(problem) = round_trip_problem(&board, table.position())
        {
            return Err(problem.into());
        }
    }
    Err(format!("the game did not end within {MAX_ANSWERS} answers").into())
}

/// Lets a random side use a random one of its standing actions, if any side has one now.
fn use_standing_action(table: &mut Table, player: &mut RandomBot, report: &mut FuzzReport) -> Result<(), GameError> {
    let mut rows_by_side = Vec::new();
    for (side, _) in table.game().standing_actions() {
        let rows = table.game_mut().rows_without_failures(side)?;
        if !rows.is_empty() {
            rows_by_side.push((side, rows));
        }
    }
    if rows_by_side.is_empty() {
        return Ok(());
    }
    let (side, rows) = &rows_by_side[player.pick(rows_by_side.len())];
    // Pick the action first, because some actions have many rows.
    let mut actions: Vec<Val> = rows.iter().map(|row| row.cols[0]).collect();
    actions.dedup();
    let action = actions[player.pick(actions.len())];
    let rows_of_action: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].cols[0] == action).collect();
    let row = rows_of_action[player.pick(rows_of_action.len())];
    let answer = with_random_numbers(player, rows, row, &[]);
    match table.use_standing_action(*side, answer) {
        Ok(_) => *report.standing_uses.entry(table.board().text(action)).or_default() += 1,
        Err(PlayError::Barred { .. }) => report.dead_ends += 1,
        Err(PlayError::Rule { error, .. }) => return Err(GameError { message: error.with_place(), ..error.into() }),
        Err(error) => return Err(error.to_string().into()),
    }
    Ok(())
}

/// Names the step that asks, with its file and line, as the beginning of a message.
fn asking_step(table: &Table) -> String {
    let Some(frame) = table.position().innermost_step() else { return String::new() };
    let step = &table.board().labels[frame.step];
    let registered = &table.program().registered;
    let found = registered.iter().find(|entry| entry.id == *step && matches!(entry.kind, "step" | "action"));
    found.map_or_else(
        || format!("in `{step}` "),
        |entry| format!("{}: in the {} `{step}` ", entry.script_line, entry.kind),
    )
}

/// Finds a row whose text equals that of another row of the same choice.
fn duplicate_row(board: &Board, rows: &[Row]) -> Option<String> {
    // Write all rows into one text, to save allocations.
    let mut all_rows = String::new();
    let mut ends = vec![0];
    for row in rows {
        row.write(board, &mut all_rows);
        ends.push(all_rows.len());
    }
    let mut texts: Vec<&str> = ends.windows(2).map(|ends| &all_rows[ends[0]..ends[1]]).collect();
    texts.sort_unstable();
    texts.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_owned())
}

/// Checks that lines which are no legal answer leave the position as it is.
fn check_refused_answers(table: &mut Table) -> Result<(), String> {
    let (hash_before, here) = (table.hash(), table.shown_event());
    for line in ["no-such-row at all", "#0", "#999999", ""] {
        let is_refused = match table.play(None, line) {
            Err(_) => true,
            Ok(played) => played.answers.is_empty(),
        };
        if !is_refused && !line.is_empty() {
            return Err(format!("`{line}` was accepted"));
        }
        if !is_refused {
            // An empty line may answer a choice with one row. Take the answer back.
            table.goto(here).map_err(|e| e.to_string())?;
        }
    }
    if table.hash() == hash_before { Ok(()) } else { Err("a refused answer changed the position".into()) }
}

/// Gives the same answers again, alternating between two VMs from answer to answer, and compares the hashes.
fn double_run(program: &Arc<Program>, vms: &mut SpareVms, set_up: &SetUp, table: &Table) -> Result<(), GameError> {
    let chain = table.hash_chain();
    let mut tables = [new_table(program, vms, set_up)?, new_table(program, vms, set_up)?];
    if tables[0].hash() != chain[0] {
        return Err("the start differs from run to run".to_owned().into());
    }
    let mut current = 0;
    for (n, node) in table.path().into_iter().enumerate().skip(1) {
        let (standing_side, row) = match &table.nodes()[node].event {
            Some(Event::Answer { row, .. }) => (None, row),
            Some(Event::Standing { side, row, .. }) => (program.board.side(side), row),
            _ => continue,
        };
        let position = tables[current].position().clone();
        current = 1 - current;
        let other = &mut tables[current];
        other.restart_at(&position).map_err(|e| format!("event {n}: {e}"))?;
        let rows = match standing_side {
            Some(side) => other.game_mut().standing_words(side)?,
            None => other.row_words().to_vec(),
        };
        let index = line::answer_with_words(&rows, row);
        let index = index.ok_or_else(|| format!("event {n}: `{row}` is not offered after a move to another VM"))?;
        let repeated = match standing_side {
            Some(side) => other.use_standing_action(side, index).map(drop),
            None => other.answer(index, false).map(drop),
        };
        repeated.map_err(|e| format!("event {n}: {e}"))?;
        if other.hash() != chain[n] {
            return Err(format!("event {n}, `{row}`: another position after a move to another VM").into());
        }
    }
    vms.spare.extend(tables.map(Table::into_vm));
    Ok(())
}

/// Writes the record of a failed game and returns its path. `None` if it cannot be written.
fn write_record(set_up: &SetUp, table: &Table, dir: &Path) -> Option<PathBuf> {
    let path = dir.join(format!("fuzz-{}-{}-{}.cwr", table.board().game, set_up.scenario, set_up.seed));
    let _ = std::fs::remove_file(&path);
    table.write_record(&path).ok()?;
    Some(path)
}
