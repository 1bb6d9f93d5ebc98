//! Benchmarks for the numbers in `docs/figures.md`. Run them with `cargo bench`.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/memory/armies.rs"]
mod armies;

use cardwright_bots::RandomBot;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, render};
use cardwright_layout::Layout;
use cardwright_script::{Stop, Vm};
use cardwright_sim::odds::{Course, Odds, OddsLimits};
use cardwright_sim::{NamedPosition, ScenarioStart, play_games, play_out};
use cardwright_state::Position;
use cardwright_table::Viewer;
use cardwright_table::{Library, PreviewEnd, SetUp, Table};
use cardwright_view::{Legend, Space, SpaceKind};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const GAME: &str = "banana-wars";
/// The game with the longest lines and the largest board.
const LARGEST_GAME: &str = "cuba-libre";

fn library() -> Library {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Library::open(vec![PackSource::Folder(root)]).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

fn set_up() -> SetUp {
    SetUp { scenario: "standard".into(), open: true, ..SetUp::default() }
}

/// Returns the position after this many random answers.
fn mid_game_position(vm: &mut Vm, start: &ScenarioStart, answers: usize) -> Position {
    let mut position = Position::default();
    start.copy_with_seed(11, &mut position);
    vm.set_position(&position);
    let mut player = RandomBot::new(11);
    let mut stop = vm.run().unwrap();
    for _ in 0..answers {
        assert_eq!(stop, Stop::Choice);
        stop = vm.answer(player.pick(vm.choice().rows.len())).unwrap();
    }
    vm.position()
}

/// The game, the scenario, and the number of games in one iteration.
const RANDOM_GAMES: [(&str, &str, u64); 3] =
    [(GAME, "standard", 100), (LARGEST_GAME, "standard", 100), (LARGEST_GAME, "all-nonplayers", 20)];

fn random_play(c: &mut Criterion) {
    let mut group = c.benchmark_group("random play");
    group.sample_size(20);
    for (game, scenario, games) in RANDOM_GAMES {
        let (program, mut interpreted, _) = library().load(game).unwrap();
        let mut vm = program.native_vm().unwrap();
        let start = ScenarioStart::new(&program, &SetUp { scenario: scenario.into(), ..set_up() }).unwrap();
        // Every iteration plays the same games.
        let play_all = |vm: &mut Vm| play_games(vm, &start, 0..games).unwrap();
        let totals = play_all(&mut vm);
        if let Some(calls) = totals.calls_per_decision() {
            let decisions = totals.decisions;
            note(&format!("{game}: {calls:.1} host calls per decision, {decisions} decisions in {games} games"));
            group.throughput(Throughput::Elements(decisions));
            group.bench_function(format!("decisions of {game}, {scenario}"), |b| b.iter(|| play_all(&mut vm)));
            let name = format!("decisions of {game}, {scenario}, interpreted");
            group.bench_function(name, |b| b.iter(|| play_all(&mut interpreted)));
        }
        group.throughput(Throughput::Elements(games));
        group.bench_function(format!("games of {game}, {scenario}"), |b| b.iter(|| play_all(&mut vm)));
    }
    group.finish();
}

#[allow(clippy::print_stderr)]
fn note(text: &str) {
    eprintln!("{text}");
}

fn positions(c: &mut Criterion) {
    let (program, mut vm, _) = library().load(GAME).unwrap();
    let start = ScenarioStart::new(&program, &set_up()).unwrap();
    let mid = mid_game_position(&mut vm, &start, 40);
    let mut group = c.benchmark_group("position");
    let mut spare = mid.clone();
    group.bench_function("clone into a spare", |b| b.iter(|| black_box(&mut spare).clone_from(black_box(&mid))));
    group.bench_function("clone", |b| b.iter(|| black_box(mid.clone())));
    group.bench_function("full hash", |b| {
        b.iter(|| cardwright_state::hash::full_hash(&program.board, black_box(&mid), "us"))
    });
    group.bench_function("re-enter a step and make its rows", |b| {
        b.iter(|| {
            vm.set_position(black_box(&mid));
            vm.run().unwrap()
        });
    });
    group.bench_function("roll out from the middle", |b| b.iter(|| play_out(&mut vm, black_box(&mid), 5).unwrap()));
    group.finish();
}

/// Measures a game with many pieces, after 400 answers.
fn many_pieces(c: &mut Criterion) {
    let mut table = armies::start();
    let mut player = RandomBot::new(3);
    (0..400).for_each(|_| drop(table.answer_with_bot(&mut player)));
    let mid = table.position().without_history();
    let mut group = c.benchmark_group("armies");
    let mut spare = mid.clone();
    group.bench_function("clone into a spare", |b| b.iter(|| black_box(&mut spare).clone_from(black_box(&mid))));
    group.bench_function("clone", |b| b.iter(|| black_box(mid.clone())));
    group.bench_function("answer and undo", |b| {
        b.iter(|| {
            table.answer(0, false).unwrap();
            table.undo().unwrap()
        });
    });
    group.finish();
    note(&format!("a position of armies: {} bytes", mid.size()));
}

fn table(c: &mut Criterion) {
    let library = library();
    let start = || {
        let (program, vm, _) = library.load(GAME).unwrap();
        Table::start(program, vm, &set_up()).unwrap()
    };
    let mut group = c.benchmark_group("table");
    group.bench_function("cold start to the first prompt", |b| b.iter(|| start().prompt(Viewer::OPEN)));
    let mut table = start();
    group.bench_function("answer and undo", |b| {
        b.iter(|| {
            table.answer(0, false).unwrap();
            table.undo().unwrap()
        });
    });
    let (program, vm, _) = library.load(LARGEST_GAME).unwrap();
    let mut table = Table::start(program, vm, &SetUp { seed: 5, ..set_up() }).unwrap();
    let first = table.position().clone();
    group.bench_function("a hundred answers of Cuba Libre", |b| {
        b.iter(|| {
            table.restart_at(&first).unwrap();
            let mut player = RandomBot::new(5);
            (0..100).for_each(|_| drop(table.answer_with_bot(&mut player)));
        });
    });
    let mut table = start();
    group.bench_function("reload under a running game", |b| {
        b.iter(|| {
            let (program, vm, _) = library.load(GAME).unwrap();
            table.reload(program, vm).unwrap()
        });
    });
    group.finish();
}

/// A prompt late in a game, to measure.
struct LatePrompt {
    game: &'static str,
    name: &'static str,
    /// The least number of events before the prompt.
    events: usize,
    /// The least number of rows of its choice.
    rows: usize,
    /// True if the typed line must lead to a choice of another side.
    to_another_side: bool,
}

/// In the first game the line leads to another side's choice, so the output contains the whole table. The second game
/// has a large board and a long history.
const LATE_PROMPTS: [LatePrompt; 2] = [
    LatePrompt { game: LARGEST_GAME, name: "Cuba Libre", events: 200, rows: 60, to_another_side: true },
    LatePrompt { game: "fortress-america", name: "Fortress America", events: 2_000, rows: 40, to_another_side: false },
];

/// Plays at random until a choice fits `late_prompt` and one of its rows leads to the next choice without dice or
/// cards. Returns the game, and that row as a line.
fn late_game(late_prompt: &LatePrompt) -> (Table, Library, String) {
    let library = library();
    let (program, vm, _) = library.load(late_prompt.game).unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 5, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let mut player = RandomBot::new(5);
    loop {
        table.answer_with_bot(&mut player).unwrap();
        let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
        assert!(!rows.is_empty(), "the game is over");
        if table.path().len() < late_prompt.events || rows.len() < late_prompt.rows {
            continue;
        }
        let asked = table.asked();
        let fits = |row: &&String| {
            let preview = table.preview(asked, row, Viewer::OPEN);
            preview.is_ok_and(
                |preview| matches!(&preview.end, PreviewEnd::Asked(prompt) if !late_prompt.to_another_side || Some(prompt.side) != asked),
            )
        };
        if let Some(line) = rows.iter().find(fits).cloned() {
            return (table, library, line);
        }
    }
}

/// Calls `first` and `second` in turn, `n` times each. Returns the total time of `first` (if `timed` is 0) or of
/// `second` (if `timed` is 1).
fn alternate<T>(target: &mut T, n: u64, first: impl Fn(&mut T), second: impl Fn(&mut T), timed: usize) -> Duration {
    let mut times = [Duration::ZERO; 2];
    for _ in 0..n {
        let start = Instant::now();
        first(target);
        times[0] += start.elapsed();
        let start = Instant::now();
        second(target);
        times[1] += start.elapsed();
    }
    times[timed]
}

/// Measures the times that a player notices: an answer with its output, a preview, and undo.
fn prompt(c: &mut Criterion) {
    for late_prompt in &LATE_PROMPTS {
        let mut group = c.benchmark_group(format!("prompt of {}", late_prompt.name));
        let (table, library, line) = late_game(late_prompt);
        let mut typed = PipedPrompt::open(table, library);
        let answer = |typed: &mut PipedPrompt| assert!(!black_box(typed.line(&line)).refused);
        let undo = |typed: &mut PipedPrompt| assert!(!black_box(typed.line("undo")).refused);
        group.bench_function("an answer and its output", |b| {
            b.iter_custom(|n| alternate(&mut typed, n, answer, undo, 0));
        });
        let preview_line = format!("preview {line}");
        group.bench_function("a preview", |b| b.iter(|| assert!(!black_box(typed.line(&preview_line)).refused)));
        let (mut table, _, line) = late_game(late_prompt);
        // `...` keeps the table from taking default rows after the line, so that one undo takes everything back.
        let answer = |table: &mut Table| drop(table.play(None, &format!("{line} ...")).unwrap());
        let undo = |table: &mut Table| assert!(black_box(table.undo()).is_ok());
        group.bench_function("undo", |b| {
            b.iter_custom(|n| alternate(&mut table, n, answer, undo, 1));
        });
        group.finish();
    }
}

/// Returns a table at a position in notation.
fn table_at(game: &str, position: &str) -> (Table, Library) {
    let library = library();
    let (program, vm, _) = library.load(game).unwrap();
    let mut table = Table::start(program, vm, &set_up()).unwrap();
    // `levels` would hold known perft counts.
    let named = NamedPosition { id: String::new(), doc: String::new(), position: position.into(), levels: vec![] };
    table.restart_at(&named.position_on(table.board()).unwrap()).unwrap();
    (table, library)
}

/// Measures how long the odds of actions take to compute at some positions of random games. Prints the median, the 95th
/// percentile and the maximum of these times.
fn odds_of_actions(game: &str, scenario: &str) {
    let library = library();
    let (program, _, _) = library.load(game).unwrap();
    let (mut times, mut exact) = (Vec::new(), 0);
    for seed in 0..6 {
        let set_up = SetUp { scenario: scenario.into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
        let mut player = RandomBot::new(seed);
        for n in 0..120 {
            if table.is_over() {
                break;
            }
            if n % 20 == 7 {
                let (side, rows) = (table.asked(), table.row_words().to_vec());
                let Some(viewer) = side.map(Viewer::side) else { break };
                for row in rows.iter().step_by(rows.len().div_ceil(24)) {
                    let started = Instant::now();
                    let mut clock = || Some(started.elapsed());
                    let odds = Odds::compute(
                        &mut table,
                        (side, &row.join(" ")),
                        viewer,
                        Course::USUAL,
                        &OddsLimits::default(),
                        &mut clock,
                    );
                    exact += usize::from(odds.is_ok_and(|odds| odds.is_exact));
                    times.push(started.elapsed());
                }
            }
            table.answer_with_bot(&mut player).unwrap();
        }
    }
    times.sort();
    let [median, max] = [times[times.len() / 2], times[times.len() - 1]];
    let percentile_95 = times[times.len() * 95 / 100];
    note(&format!(
        "odds of {} actions of {game}: median {median:.1?}, 95th percentile {percentile_95:.1?}, maximum {max:.1?}; {exact} exact",
        times.len()
    ));
}

fn odds(c: &mut Criterion) {
    let mut group = c.benchmark_group("odds");
    group.sample_size(10);
    let typed = [
        (
            "a crisis with ten dice",
            "turn activista-actions; activista-action 1; guatemala: 10 rebel",
            "odds create-crisis guatemala",
        ),
        (
            "the same with a reroll by the US",
            "turn activista-actions; activista-action 1; guatemala: 10 rebel, usa",
            "odds create-crisis guatemala",
        ),
        (
            "an operation of four units of two kinds",
            "turn us-actions; us-action 2; military-resources 5; honduras: 3 usmc, usn, crisis 1, jefe, 2 rebel, 3 agitator",
            "odds operate honduras order usn usmc",
        ),
    ];
    for (name, position, line) in typed {
        let (table, library) = table_at(GAME, position);
        let mut typed = PipedPrompt::open(table, library);
        group.bench_function(name, |b| b.iter(|| assert!(!black_box(typed.line(line)).refused)));
    }
    group.finish();
    for (game, scenario) in [(GAME, "standard"), (LARGEST_GAME, "standard"), ("latin-intervention", "standard")] {
        odds_of_actions(game, scenario);
    }
}

/// Measures the automatic map of the largest possible board, a grid of spaces with some links missing.
fn maps(c: &mut Criterion) {
    const SPACES: usize = 256;
    let id = |index: usize| format!("place-{index}");
    let space = |index: usize| Space {
        id: id(index),
        name: format!("Place {index}"),
        kind: "place".into(),
        xy: None,
        next_to: [(index % 16 != 15 && index % 7 != 3, index + 1), (index % 11 != 5, index + 16)]
            .into_iter()
            .filter(|(is_next, neighbour)| *is_next && *neighbour < SPACES)
            .map(|(_, neighbour)| id(neighbour))
            .collect(),
        short: None,
        printed: Vec::new(),
    };
    let kinds = vec![SpaceKind { id: "place".into(), plural: "places".into(), title: "Places".into() }];
    let legend = Legend { spaces: (0..SPACES).map(space).collect(), kinds, ..Legend::default() };
    c.bench_function("map of 256 spaces", |b| b.iter(|| Layout::automatic(&legend)));
}

criterion_group!(benches, random_play, positions, many_pieces, table, prompt, odds, maps);
criterion_main!(benches);
