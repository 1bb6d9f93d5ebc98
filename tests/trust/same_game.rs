//! Promise: the same game everywhere. The hash chain of a game does not depend on how the game is run: straight through
//! or with a new VM at every decision, on any number of threads, in any process or build, watched, recorded, queried or
//! not. Scripts that depend on more than the position are refused at load, or the double run finds them.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common;
use cardwright_bots::RandomBot;
use cardwright_content::{PackSource, render};
use cardwright_script::{Program, Stop};
use cardwright_sim::{FuzzOptions, FuzzReport, ScenarioStart, fuzz, play_out};
use cardwright_state::hash::{Hash, full_hash};
use cardwright_state::{Position, SideId};
use cardwright_table::Viewer;
use cardwright_table::{Library, SetUp, Table, watch};
use std::cell::Cell;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

// --- one game, run in many ways

/// A random game: the indexes of the answered rows, and the hash chain.
struct Game {
    program: Arc<Program>,
    set_up: SetUp,
    rows: Vec<usize>,
    chain: Vec<Hash>,
}

impl Game {
    fn start(&self) -> Table {
        Table::start(self.program.clone(), self.program.vm().unwrap(), &self.set_up).unwrap()
    }
    /// Checks the hash after `n` answers.
    #[track_caller]
    fn assert_hash(&self, n: usize, hash: Hash, description: &str) {
        assert_eq!(
            hash, self.chain[n],
            "{} seed {}: answer {n}, {description}",
            self.set_up.scenario, self.set_up.seed
        );
    }
}

/// Plays a game with one VM, up to its end, 1000 answers or a dead end.
fn play_straight_through(program: &Arc<Program>, set_up: SetUp) -> Game {
    let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
    let mut player = RandomBot::new(set_up.seed ^ 0x5a3e);
    let mut rows = Vec::new();
    while let Some(choice) = table.choice() {
        let row = player.pick(choice.rows.len());
        if table.answer(row, false).is_err() {
            break;
        }
        rows.push(row);
        if rows.len() >= 1_000 {
            break;
        }
    }
    Game { program: program.clone(), rows, chain: table.hash_chain(), set_up }
}

/// Plays games of every title and calls `check` with each of them.
fn for_each_game(min_seeds: u64, check: impl Fn(&Library, &Game)) {
    let library = common::everything();
    let programs: Vec<_> = library.playable_games().into_iter().map(|g| (library.load(&g.id).unwrap().0, g)).collect();
    let mut answers = 0;
    for seed in common::seeds(min_seeds) {
        for (program, game) in &programs {
            let scenario = &game.scenarios[seed as usize % game.scenarios.len()];
            let game =
                play_straight_through(program, SetUp { scenario: scenario.id.clone(), seed, ..SetUp::default() });
            answers += game.rows.len();
            check(&library, &game);
        }
    }
    assert!(answers > 100, "too few answers were played");
}

#[test]
fn a_game_moved_to_another_vm_at_each_choice_is_the_same() {
    for_each_game(2, |_, game| {
        let mut tables = [game.start(), game.start()];
        for (n, row) in game.rows.iter().enumerate() {
            let position = tables[n % 2].position().clone();
            let other_table = &mut tables[(n + 1) % 2];
            other_table.restart_at(&position).unwrap();
            game.assert_hash(n, other_table.hash(), "moved to another VM");
            other_table.answer(*row, false).unwrap();
            game.assert_hash(n + 1, other_table.hash(), "answered in another VM");
        }
    });
}

/// A driver answers some choices without suspending the script. Then the game pauses at a choice, and the test answers.
/// This repeats to the end of the game.
#[test]
fn a_game_answered_inline_or_paused_at_each_choice_is_the_same() {
    for_each_game(2, |_, game| {
        let board = &game.program.board;
        for (inline, is_watched) in [(0, false), (1, true), (6, false), (usize::MAX, true)] {
            let mut vm = game.program.vm().unwrap();
            vm.set_position(&Table::first_position(&game.program, &game.set_up).unwrap());
            vm.record_events(is_watched);
            let (next, remaining_inline) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(inline)));
            let (rows, driver_next, inline_budget) = (game.rows.clone(), next.clone(), remaining_inline.clone());
            vm.set_driver(Some(Box::new(move |_| {
                inline_budget.set(inline_budget.get().checked_sub(1)?);
                let row = *rows.get(driver_next.get())?;
                driver_next.set(driver_next.get() + 1);
                Some(row.into())
            })));
            let mut stop = vm.run().unwrap();
            loop {
                let asked = if stop == Stop::Over { "" } else { board.sides[vm.asked_side().index()].id.as_str() };
                let hash = vm.with_position(|position| full_hash(board, position, asked));
                game.assert_hash(next.get(), hash, &format!("{inline} inline, watched: {is_watched}"));
                let Some(row) = game.rows.get(next.get()).filter(|_| stop == Stop::Choice) else { break };
                next.set(next.get() + 1);
                remaining_inline.set(inline);
                stop = vm.answer(*row).unwrap();
            }
            assert_eq!(next.get(), game.rows.len());
        }
    });
}

#[test]
fn a_game_that_is_queried_at_every_choice_is_the_same() {
    for_each_game(1, |_, game| {
        let mut table = game.start();
        let mut output_lines = 0;
        for (n, row) in game.rows.iter().enumerate() {
            output_lines += send_all_queries(&mut table, n);
            game.assert_hash(n, table.hash(), "after the queries");
            table.answer(*row, false).unwrap();
            game.assert_hash(n + 1, table.hash(), "answered after the queries");
        }
        assert!(output_lines > game.rows.len() || game.rows.is_empty(), "the queries gave too little output");
    });
}

/// Sends all kinds of queries to a game. Returns the number of output lines.
fn send_all_queries(table: &mut Table, n: usize) -> usize {
    let board = table.board().clone();
    let sides: Vec<SideId> = (0..board.sides.len()).map(SideId::new).collect();
    let mut viewers: Vec<Viewer> = sides.iter().map(|side| Viewer::side(*side)).collect();
    viewers.extend([Viewer::PUBLIC, Viewer::OPEN]);
    let mut output_lines = 0;
    for viewer in viewers {
        output_lines += table.prompt(viewer).map_or(0, |p| p.rows.len()) + table.log(n.saturating_sub(1), viewer).len();
    }
    for side in &sides {
        output_lines += cardwright_state::notation::print_for(&board, table.position(), Some(*side)).len();
        output_lines += table.game_mut().standing_rows(*side, Viewer::side(*side)).unwrap().len()
            + table.game_mut().standing_words(*side).unwrap().len();
    }
    if n.is_multiple_of(4) {
        output_lines += table.game_mut().why().unwrap().len();
        let _ = table.game_mut().why_not("no-such-row at all", Viewer::OPEN).unwrap();
        let _ = table.evaluate("1 + 1").unwrap();
        let _ = table.evaluate("choose(1, 2)");
        let _ = table.play(None, "no-such-row at all").unwrap_err();
    }
    output_lines
}

/// The game writes a record, and the folders of its packs are watched.
#[test]
fn a_game_that_is_recorded_and_watched_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let library = common::everything();
    let _watch = watch::watch(&library.folders(), || {}).unwrap();
    for info in library.playable_games() {
        let (program, _, _) = library.load(&info.id).unwrap();
        let scenario = info.scenarios[0].id.clone();
        let game = play_straight_through(&program, SetUp { scenario, seed: 21, ..SetUp::default() });
        let mut table = game.start();
        table.keep_record(&folder.path().join(format!("{}.cwr", info.id))).unwrap();
        for (n, row) in game.rows.iter().enumerate() {
            table.answer(*row, false).unwrap();
            game.assert_hash(n + 1, table.hash(), "recorded");
        }
    }
}

// --- many games: threads, processes, builds

/// The stored digests. The file says how to refresh it.
const DIGESTS: &str = "tests/trust/digests.txt";
/// The number of games for each digest.
const GAMES: u64 = 40;
/// The seed of the first of these games.
const SEED: u64 = 1;

fn run(library: &Library, game: &str, games: u64, threads: usize, double_run: bool) -> FuzzReport {
    let options =
        FuzzOptions { games, seed: SEED, pinned: pinned(game), double_run, threads, ..FuzzOptions::default() };
    let report = fuzz(library, game, &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!((report.games, report.failures.len()), (games, 0), "{:?}", report.failures);
    report
}

/// Returns the options that have the same value in all games, with this value. The option `fragile` of the demo makes its rules fail on purpose.
fn pinned(game: &str) -> Vec<(String, String)> {
    if game == "demo" { vec![("fragile".into(), "false".into())] } else { vec![] }
}

#[test]
fn one_thread_and_several_have_the_same_digest() {
    // With twelve games and eight threads, each thread has one game or two.
    let is_long_run = common::seconds().is_some();
    let games = if is_long_run { 30 } else { 12 };
    let library = common::everything();
    for game in library.playable_games() {
        let digest = run(&library, &game.id, games, 1, false).digest;
        for threads in [2, 3, 8] {
            assert_eq!(run(&library, &game.id, games, threads, false).digest, digest, "{}, {threads} threads", game.id);
        }
        assert_eq!(run(&library, &game.id, games, 2, true).digest, digest, "{}, each game twice", game.id);
        assert_ne!(
            run(&library, &game.id, games - 1, 1, false).digest,
            digest,
            "{}: without one of the games, the digest differs",
            game.id
        );
    }
}

/// This process and the `cardwright` command compute the digests that the repository stores. `.ci/run` checks the
/// release build.
#[test]
fn this_process_and_another_compute_the_stored_digests() {
    let library = common::everything();
    let path = common::root().join(DIGESTS);
    let digests: Vec<(String, Hash)> = library
        .playable_games()
        .into_iter()
        .map(|g| (g.id.clone(), run(&library, &g.id, GAMES, 2, false).digest))
        .collect();
    let mut text = String::from(
        "# What random games come to: GAME GAMES SEED DIGEST. The digest is one hash for every position of all games.\n\
         # When rules change on purpose: CARDWRIGHT_REFRESH=1 cargo test --test trust stored_digests\n",
    );
    for (game, digest) in &digests {
        writeln!(text, "{game} {GAMES} {SEED} {digest}").unwrap();
    }
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(stored, text, "{DIGESTS} differs: if rules changed on purpose, refresh it as its comment says");

    for (game, digest) in &digests {
        let (code, output_lines) = fuzz_with_digests(game, &path);
        assert!(code == 0 && output_lines.contains(&format!("digest     {digest}")), "{output_lines}");
        if game != "demo" {
            continue;
        }
        // The command reports another digest, or a missing one.
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("digests.txt");
        std::fs::write(&other, text.replace(&digest.to_string(), &digest.wrapping_add(*digest).to_string())).unwrap();
        let (code, output_lines) = fuzz_with_digests(game, &other);
        assert!(
            code == 1 && output_lines.contains(&format!("failed: {game}: the digest is {digest}, expected ")),
            "{output_lines}"
        );
        std::fs::write(&other, "# nothing\n").unwrap();
        let (code, output_lines) = fuzz_with_digests(game, &other);
        assert!(
            code == 1 && output_lines.contains(&format!("its line would be: {game} {GAMES} {SEED} {digest}")),
            "{output_lines}"
        );
        std::fs::write(&other, "demo forty 1 abc\n").unwrap();
        assert_eq!(fuzz_with_digests(game, &other).0, 3);
    }
    assert!(digests.iter().any(|(game, _)| game == "demo"));
}

/// Runs `cardwright fuzz --expect-digest` on a game. Returns its exit code and output.
fn fuzz_with_digests(game: &str, digests: &Path) -> (i32, String) {
    let options = pinned(game).into_iter().flat_map(|(id, value)| ["--option".to_owned(), format!("{id}={value}")]);
    let finished = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["--base", ".", "--pack", "tests/packs/demo", "fuzz", game, "--threads", "1"])
        .args(["--games", &GAMES.to_string(), "--seed", &SEED.to_string()])
        .args(options)
        .arg("--expect-digest")
        .arg(digests)
        .current_dir(common::root())
        .output()
        .unwrap();
    (finished.status.code().unwrap(), String::from_utf8(finished.stdout).unwrap())
}

// --- what is refused at load

/// Opens the demo with another script, `demo/sneaky`, whose action replaces `raise`.
fn with_script(sneaky: &str) -> Library {
    let mut library = common::everything();
    let rules = std::fs::read_to_string(common::demo().join("scripts/demo/rules.luau")).unwrap();
    let (start, end) = (rules.find("function raise_band.offer").unwrap(), rules.find("function march.offer").unwrap());
    let rules = format!("{}{}", &rules[..start].replace("local raise_band = action \"raise\"\n", ""), &rules[end..])
        .replace("stir, raise_band, march", "stir, require(\"demo/sneaky\"), march");
    let pack = "id = \"sneaky\"\nname = \"Sneaky\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n";
    library
        .add(PackSource::Memory(vec![
            ("pack.toml".to_owned(), pack.to_owned()),
            ("scripts/demo/sneaky.luau".to_owned(), sneaky.to_owned()),
            ("scripts/demo/rules.luau".to_owned(), rules),
        ]))
        .unwrap_or_else(|e| panic!("{}", render(&e, false)));
    library
}

/// Returns a script with an action that places `bands` bands. `helper_code` is code before the action.
fn sneaky(helper_code: &str, bands: &str) -> String {
    format!(
        "{helper_code}\nlocal it = action \"raise\"\nfunction it.offer(side)\n  offer(it, PROVINCES)\nend\n\
         function it.play(side, province)\n  place(HIDDEN, {bands}, province)\nend\nreturn it\n"
    )
}

/// Ways to keep state between calls, or to iterate in no fixed order. An entry is a name, code before the action, the
/// number of bands, and the code of the diagnostic.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    (
        "a local counter of the script",
        "local n = 0\nlocal function tick() n += 1 return n end",
        "tick()",
        "script::module-state",
    ),
    (
        "a local table of the script",
        "local t = { n = 0 }\nlocal function tick() t.n += 1 return t.n end",
        "tick()",
        "script::module-state",
    ),
    (
        "a local list of the script",
        "local t = {}\nlocal function tick() table.insert(t, 1) return #t end",
        "tick()",
        "script::module-state",
    ),
    (
        "a local table of the script under a second name",
        "local t = { n = 0 }\nlocal function tick() local same = t same.n += 1 return t.n end",
        "tick()",
        "script::module-state",
    ),
    (
        "a member of a local list of the script",
        "local t = { { n = 0 } }\nlocal function tick() for _, x in ipairs(t) do x.n += 1 end return t[1].n end",
        "tick()",
        "script::module-state",
    ),
    (
        "`table.insert` under a second name",
        "local insert = table.insert\nlocal t = {}\nlocal function tick() insert(t, 1) return #t end",
        "tick()",
        "script::module-state",
    ),
    (
        "a global variable",
        "local function tick() ticks = (ticks or 0) + 1 return ticks end",
        "tick()",
        "script::global-write",
    ),
    (
        "a new field of the string library",
        "local function tick() string.n = (string.n or 0) + 1 return string.n end",
        "tick()",
        "script::global-write",
    ),
    (
        "a new field of a constant table",
        "local function tick() WORD.n = 1 return 1 end",
        "tick()",
        "script::global-write",
    ),
    ("a metatable", "local t = setmetatable({}, {})", "#t", "script::forbidden"),
    (
        "a coroutine",
        "local tick = coroutine.wrap(function() while true do coroutine.yield(1) end end)",
        "tick()",
        "script::forbidden",
    ),
    ("an environment", "local function tick() getfenv().n = 1 return 1 end", "tick()", "script::forbidden"),
    ("random numbers from the Lua library", "", "math.random(2)", "script::forbidden"),
    ("the clock", "", "os.time() % 2", "script::forbidden"),
    ("pairs", "local function first(t) for k in pairs(t) do return k end end", "first({ 1, 2 })", "script::unordered"),
    (
        "a loop over a table",
        "local function first(t) for k in t do return k end end",
        "first({ 1, 2 })",
        "script::unordered",
    ),
    (
        "a loop over the result of a function",
        "local function same(t) return t end\nlocal function first(t) for k in same(t) do return k end end",
        "first({ 1, 2 })",
        "script::unordered",
    ),
    (
        "a loop over a table keyed by tables",
        "local function same(t) return t end\nlocal function first()\n  for _, v in same({ [{}] = 1, [{}] = 2 }) do return v end\nend",
        "first()",
        "script::unordered",
    ),
    (
        "a local function that is called `ipairs`",
        "local function ipairs(t) return t end\nlocal function first(t) for k in ipairs(t) do return k end end",
        "first({ 1, 2 })",
        "script::unordered",
    ),
    ("a fraction", "", "3 / 2", "script::float"),
];

#[test]
fn scripts_with_state_or_unordered_iteration_do_not_load() {
    for (name, helper_code, bands, code) in REFUSED {
        let source = sneaky(helper_code, bands);
        let problems = match with_script(&source).load("demo") {
            Err(problems) => problems,
            Ok(_) => panic!("{name} was loaded:\n{source}"),
        };
        assert!(problems.iter().any(|p| p.code == *code), "{name}: {}", render(&problems, false));
    }
    with_script(&sneaky("", "1")).load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
}

/// Ways to change a frozen value, or to read an address, that the checks at load do not notice. The rule fails when it
/// runs. An entry is a name, code before the action, the number of bands, and a part of the error.
const STOPPED: &[(&str, &str, &str, &str)] = &[
    (
        "what a module returns",
        "local function put(t) t.n = 1 return 1 end",
        "put(require(\"demo/sneaky\"))",
        "readonly",
    ),
    ("the string library", "local function put(t) t.n = 1 return 1 end", "put(string)", "readonly"),
    ("a constant table", "local function put(t) t.n = 1 return 1 end", "put(WORD)", "readonly"),
    (
        "the printed data of a space",
        "local function put(t) t.population = 5 return 1 end",
        "put(info(HILLS))",
        "readonly",
    ),
    ("the address of a table", "", "#string.format(\"%s\", {})", "has no text"),
    ("the address of a function", "", "#`{function() end}`", "has no text"),
    ("the address of a table, as `%*`", "", "#string.format(\"%*\", {})", "has no text"),
    ("the address of a table, by a method", "", "#(\"%s\"):format({})", "has no text"),
];

#[test]
fn protected_values_are_frozen_and_no_address_is_visible() {
    for (name, helper_code, bands, message) in STOPPED {
        let library = with_script(&sneaky(helper_code, bands));
        let loaded = library.load("demo");
        let (program, vm, _) = loaded.unwrap_or_else(|e| panic!("{name}: {}", render(&e, false)));
        let set_up = SetUp { scenario: "standard".into(), seed: 1, ..SetUp::default() };
        let mut table = Table::start(program, vm, &set_up).unwrap();
        let hash = table.hash();
        let error = table.play(None, "raise hills").expect_err(name).to_string();
        assert!(error.contains(message), "{name}: {error}");
        assert_eq!(table.hash(), hash, "{name}");
    }
}

// --- what only the double run finds

/// Ways to depend on earlier calls that the checks do not notice. An entry is a name, code before the action, and the
/// number of bands.
const FOUND: &[(&str, &str, &str)] = &[
    (
        "a counter hidden in a closure",
        "local function counter()\n  local n = 0\n  return function() n += 1 return n end\nend\nlocal tick = counter()",
        "tick() % 2 + 1",
    ),
    (
        "a generator hidden in a closure",
        "local function generator(seed)\n  return function(most) seed = (seed * 75 + 74) % 65537 return seed % most + 1 end\nend\n\
         local random = generator(42)",
        "random(2)",
    ),
    (
        "a table captured by a closure",
        "local function counter()\n  local t = {}\n  return function() table.insert(t, true) return #t end\nend\nlocal tick = counter()",
        "tick() % 2 + 1",
    ),
    (
        "a local table of the script, passed to a function",
        "local t = { n = 0 }\nlocal function put(t) t.n += 1 return t.n end",
        "put(t) % 2 + 1",
    ),
    (
        "the first roll, remembered",
        "local seen = {}\nlocal function once(t, key, value) if t[key] == nil then t[key] = value end return t[key] end",
        "once(seen, 1, roll(D6, 1)[1])",
    ),
];

#[test]
fn the_double_run_finds_what_the_checks_miss() {
    for (name, helper_code, bands) in FOUND {
        let library = with_script(&sneaky(helper_code, bands));
        let options =
            FuzzOptions { games: 20, seed: 1, pinned: pinned("demo"), double_run: true, ..FuzzOptions::default() };
        let report = fuzz(&library, "demo", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(!report.failures.is_empty(), "the double run did not notice {name}");
    }
}

#[test]
fn native_code_plays_the_same_games_as_the_interpreter() {
    for name in ["banana-wars", "cuba-libre", "latin-intervention"] {
        let (program, mut interpreted, _) = common::library(&[]).load(name).unwrap();
        let mut native = program.native_vm().unwrap();
        let scenario = program.content.scenarios.iter().map(|s| s.id.clone());
        for (seed, scenario) in (0..).zip(scenario.cycle().take(6)) {
            let starts =
                ScenarioStart::new(&program, &SetUp { scenario: scenario.clone(), ..SetUp::default() }).unwrap();
            let mut position = Position::default();
            starts.copy_with_seed(seed, &mut position);
            let [by_interpreter, by_native_code] = [&mut interpreted, &mut native].map(|vm| {
                let played = play_out(vm, &position, seed).unwrap();
                (played, full_hash(&program.board, &vm.position(), ""))
            });
            assert_eq!(by_interpreter, by_native_code, "{name}, {scenario}, seed {seed}");
        }
    }
}
