//! The figures of docs/figures.md: `cargo bench`.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/memory/armies.rs"]
mod armies;

use cardwright_bots::RandomPlayer;
use cardwright_cli::repl::Piped;
use cardwright_content::{PackSource, render};
use cardwright_layout::Layout;
use cardwright_script::{Stop, Vm};
use cardwright_sim::odds::{Limits, Odds};
use cardwright_sim::{NamedPosition, Starts, play_games, play_out};
use cardwright_state::Position;
use cardwright_table::label::Audience;
use cardwright_table::{Library, SetUp, Table, Then};
use cardwright_view::{Legend, Space, SpaceKind};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const GAME: &str = "banana-wars";
/// The game with the longest lines and the most to show.
const LARGEST: &str = "cuba-libre";

fn library() -> Library {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Library::open(vec![PackSource::Folder(root)]).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

fn set_up() -> SetUp {
    SetUp { scenario: "standard".into(), open: true, ..SetUp::default() }
}

/// A position in the middle of a game, at a choice within a step.
fn middle(vm: &mut Vm, starts: &Starts, answers: usize) -> Position {
    let mut position = Position::default();
    starts.write(11, &mut position);
    vm.set(&position);
    let mut player = RandomPlayer::new(11);
    let mut stop = vm.run().unwrap();
    for _ in 0..answers {
        assert_eq!(stop, Stop::Choice);
        stop = vm.answer(player.pick(vm.choice().rows.len())).unwrap();
    }
    vm.position()
}

/// Games, scenarios, and how many games of them one iteration plays.
const PLAYED: [(&str, &str, u64); 3] =
    [(GAME, "standard", 100), (LARGEST, "standard", 100), (LARGEST, "all-nonplayers", 20)];

fn random_play(c: &mut Criterion) {
    let mut group = c.benchmark_group("random play");
    group.sample_size(20);
    for (game, scenario, games) in PLAYED {
        let (program, mut interpreted, _) = library().load(game).unwrap();
        let mut vm = program.native_vm().unwrap();
        let starts = Starts::new(&program, &SetUp { scenario: scenario.into(), ..set_up() }).unwrap();
        // What one iteration plays: the same games.
        let whole = |vm: &mut Vm| play_games(vm, &starts, 0..games).unwrap();
        let played = whole(&mut vm);
        if let Some(each) = played.calls_a_decision() {
            let decisions = played.decisions;
            eprintln_once(&format!("{game}: {each:.1} host calls a decision, {decisions} decisions in {games} games"));
            group.throughput(Throughput::Elements(decisions));
            group.bench_function(format!("decisions of {game}, {scenario}"), |b| b.iter(|| whole(&mut vm)));
            let name = format!("decisions of {game}, {scenario}, interpreted");
            group.bench_function(name, |b| b.iter(|| whole(&mut interpreted)));
        }
        group.throughput(Throughput::Elements(games));
        group.bench_function(format!("games of {game}, {scenario}"), |b| b.iter(|| whole(&mut vm)));
    }
    group.finish();
}

#[allow(clippy::print_stderr)]
fn eprintln_once(text: &str) {
    eprintln!("{text}");
}

fn positions(c: &mut Criterion) {
    let (program, mut vm, _) = library().load(GAME).unwrap();
    let starts = Starts::new(&program, &set_up()).unwrap();
    let mid = middle(&mut vm, &starts, 40);
    let mut group = c.benchmark_group("position");
    let mut spare = mid.clone();
    group.bench_function("clone into a spare", |b| b.iter(|| black_box(&mut spare).clone_from(black_box(&mid))));
    group.bench_function("clone", |b| b.iter(|| black_box(mid.clone())));
    group.bench_function("full hash", |b| {
        b.iter(|| cardwright_state::hash::full_hash(&program.board, black_box(&mid), "us"))
    });
    group.bench_function("re-enter a step and make its rows", |b| {
        b.iter(|| {
            vm.set(black_box(&mid));
            vm.run().unwrap()
        });
    });
    group.bench_function("roll out from the middle", |b| b.iter(|| play_out(&mut vm, black_box(&mid), 5).unwrap()));
    group.finish();
}

/// A game of armies, after some hundred answers.
fn many_pieces(c: &mut Criterion) {
    let mut table = armies::start();
    let mut player = RandomPlayer::new(3);
    (0..400).for_each(|_| drop(table.let_answer(&mut player)));
    let mid = table.position().on_table();
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
    eprintln_once(&format!("a position of armies: {} bytes", mid.size()));
}

fn table(c: &mut Criterion) {
    let library = library();
    let start = || {
        let (program, vm, _) = library.load(GAME).unwrap();
        Table::start(program, vm, &set_up()).unwrap()
    };
    let mut group = c.benchmark_group("table");
    group.bench_function("cold start to the first prompt", |b| b.iter(|| start().prompt(Audience::Open)));
    let mut table = start();
    group.bench_function("answer and undo", |b| {
        b.iter(|| {
            table.answer(0, false).unwrap();
            table.undo().unwrap()
        });
    });
    let (program, vm, _) = library.load(LARGEST).unwrap();
    let mut table = Table::start(program, vm, &SetUp { seed: 5, ..set_up() }).unwrap();
    let first = table.position().clone();
    group.bench_function("a hundred answers of Cuba Libre", |b| {
        b.iter(|| {
            table.take_up(&first).unwrap();
            let mut player = RandomPlayer::new(5);
            (0..100).for_each(|_| drop(table.let_answer(&mut player)));
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

/// A prompt that is measured: of which game, after how many events and with how many rows, and whether a line is entered after which
/// another side is asked.
struct Late {
    game: &'static str,
    name: &'static str,
    events: usize,
    rows: usize,
    to_another: bool,
}

/// All of the table is shown after an answer of the first; of the second there is much to show, and much behind it.
const LATE: [Late; 2] = [
    Late { game: LARGEST, name: "Cuba Libre", events: 200, rows: 60, to_another: true },
    Late { game: "fortress-america", name: "Fortress America", events: 2_000, rows: 40, to_another: false },
];

/// A game in its middle, where many rows are open, and a line with no chance in it.
fn late(wanted: &Late) -> (Table, Library, String) {
    let library = library();
    let (program, vm, _) = library.load(wanted.game).unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 5, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let mut player = RandomPlayer::new(5);
    loop {
        table.let_answer(&mut player).unwrap();
        let rows: Vec<String> = table.row_words().iter().map(|words| words.join(" ")).collect();
        assert!(!rows.is_empty(), "the game is over");
        if table.path().len() < wanted.events || rows.len() < wanted.rows {
            continue;
        }
        let asked = table.asked();
        let goes_on = |row: &&String| {
            let seen = table.preview(asked, row, Audience::Open);
            seen.is_ok_and(
                |seen| matches!(&seen.then, Then::Asked(prompt) if !wanted.to_another || Some(prompt.side) != asked),
            )
        };
        if let Some(line) = rows.iter().find(goes_on).cloned() {
            return (table, library, line);
        }
    }
}

/// Of two things done in turn, the time of the first or the second.
fn in_turn<T>(it: &mut T, n: u64, first: impl Fn(&mut T), second: impl Fn(&mut T), timed: usize) -> Duration {
    let mut times = [Duration::ZERO; 2];
    for _ in 0..n {
        let start = Instant::now();
        first(it);
        times[0] += start.elapsed();
        let start = Instant::now();
        second(it);
        times[1] += start.elapsed();
    }
    times[timed]
}

/// What a person waits for: an answer with all that is shown after it, and taking it back.
fn prompt(c: &mut Criterion) {
    for wanted in &LATE {
        let mut group = c.benchmark_group(format!("prompt of {}", wanted.name));
        let (table, library, line) = late(wanted);
        let mut typed = Piped::open(table, library);
        let answer = |typed: &mut Piped| assert!(!black_box(typed.line(&line)).refused);
        let undo = |typed: &mut Piped| assert!(!black_box(typed.line("undo")).refused);
        group.bench_function("an answer and what is shown after it", |b| {
            b.iter_custom(|n| in_turn(&mut typed, n, answer, undo, 0));
        });
        let look = format!("preview {line}");
        group.bench_function("a preview", |b| b.iter(|| assert!(!black_box(typed.line(&look)).refused)));
        let (mut table, _, line) = late(wanted);
        let answer = |table: &mut Table| drop(table.play(None, &format!("{line} ...")).unwrap());
        let undo = |table: &mut Table| assert!(black_box(table.undo()).is_ok());
        group.bench_function("undo", |b| {
            b.iter_custom(|n| in_turn(&mut table, n, answer, undo, 1));
        });
        group.finish();
    }
}

/// A table of a game at a position in notation.
fn at(game: &str, position: &str) -> (Table, Library) {
    let library = library();
    let (program, vm, _) = library.load(game).unwrap();
    let mut table = Table::start(program, vm, &set_up()).unwrap();
    let named = NamedPosition { id: String::new(), doc: String::new(), position: position.into(), levels: vec![] };
    table.take_up(&named.on(table.board()).unwrap()).unwrap();
    (table, library)
}

/// How long `odds` takes for every action of some positions on the way of random games: median, 95 in a hundred, most.
fn every_action(game: &str, scenario: &str) {
    let library = library();
    let (program, _, _) = library.load(game).unwrap();
    let (mut times, mut exact) = (Vec::new(), 0);
    for seed in 0..6 {
        let set_up = SetUp { scenario: scenario.into(), seed, ..SetUp::default() };
        let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
        let mut player = RandomPlayer::new(seed);
        for n in 0..120 {
            if table.is_over() {
                break;
            }
            if n % 20 == 7 {
                let (side, rows) = (table.asked(), table.row_words().to_vec());
                let Some(eyes) = side.map(Audience::Side) else { break };
                for row in rows.iter().step_by(rows.len().div_ceil(24)) {
                    let began = Instant::now();
                    let mut clock = || Some(began.elapsed());
                    let odds = Odds::of(&mut table, side, &row.join(" "), eyes, &Limits::default(), &mut clock);
                    exact += usize::from(odds.is_ok_and(|odds| odds.is_exact));
                    times.push(began.elapsed());
                }
            }
            table.let_answer(&mut player).unwrap();
        }
    }
    times.sort();
    let [median, most] = [times[times.len() / 2], times[times.len() - 1]];
    let nearly = times[times.len() * 95 / 100];
    eprintln_once(&format!(
        "odds of {} actions of {game}: median {median:.1?}, 95 in a hundred {nearly:.1?}, most {most:.1?}; {exact} gone through",
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
            "the same where the US may roll one again",
            "turn activista-actions; activista-action 1; guatemala: 10 rebel, usa",
            "odds create-crisis guatemala",
        ),
        (
            "an operation of four units of two kinds",
            "turn us-actions; us-action 2; military-resources 5; honduras: 3 usmc, usn, crisis 1, jefe, 2 rebel, 3 agitator",
            "odds operate honduras order usn usmc",
        ),
    ];
    for (what, position, line) in typed {
        let (table, library) = at(GAME, position);
        let mut typed = Piped::open(table, library);
        group.bench_function(what, |b| b.iter(|| assert!(!black_box(typed.line(line)).refused)));
    }
    group.finish();
    for (game, scenario) in [(GAME, "standard"), (LARGEST, "standard"), ("latin-intervention", "standard")] {
        every_action(game, scenario);
    }
}

/// The map of a board that has no layout, of as many places as a board may have: a net whose lines are broken here and there.
fn maps(c: &mut Criterion) {
    const MANY: usize = 256;
    let id = |at: usize| format!("place-{at}");
    let space = |at: usize| Space {
        id: id(at),
        name: format!("Place {at}"),
        kind: "place".into(),
        xy: None,
        next_to: [(at % 16 != 15 && at % 7 != 3, at + 1), (at % 11 != 5, at + 16)]
            .into_iter()
            .filter(|(is_next, other)| *is_next && *other < MANY)
            .map(|(_, other)| id(other))
            .collect(),
        short: None,
        printed: Vec::new(),
    };
    let kinds = vec![SpaceKind { id: "place".into(), plural: "places".into(), title: "Places".into() }];
    let legend = Legend { spaces: (0..MANY).map(space).collect(), kinds, ..Legend::default() };
    c.bench_function("map of 256 places", |b| b.iter(|| Layout::automatic(&legend)));
}

criterion_group!(benches, random_play, positions, many_pieces, table, prompt, odds, maps);
criterion_main!(benches);
