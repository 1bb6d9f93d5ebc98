//! Random play of every scenario. Invariants are checked after each answer, and each game is played twice.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_script::random_answer;
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::{Library, SetUp, Table, record};

fn library(packs: &[&str]) -> Library {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![PackSource::Folder(root.clone())];
    sources.extend(packs.iter().map(|p| PackSource::Folder(root.join(p))));
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

fn run(library: &Library, game: &str, games: u64) {
    // The demo's option `fragile` offers an answer that fails on purpose.
    let fragile = (game == "demo").then(|| ("fragile".to_owned(), "false".to_owned()));
    let pinned = fragile.into_iter().collect();
    let options = FuzzOptions { games, pinned, seed: 1, double_run: true, threads: 2, ..FuzzOptions::default() };
    let report = fuzz(library, game, &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(report.games, games);
    let failures: Vec<String> =
        report.failures.iter().map(|f| format!("{} seed {}: {}", f.scenario, f.seed, f.message)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(report.decisions > games, "the games have too few decisions");
    let pairs = report.coverage.pairs;
    assert!(pairs.covered == pairs.total || games < 100, "{game}: some pairs of option values occurred in no game");
}

#[test]
fn random_games_of_every_title_pass() {
    let library = library(&[]);
    let games = library.playable_games();
    assert!(!games.is_empty());
    for game in &games {
        // A game of Fortress America has 5,000 decisions, so ten must do here. `.ci/run` plays more in a release build.
        run(&library, &game.id, if game.id == "fortress-america" { 10 } else { 100 });
    }
}

#[test]
fn the_demo_passes() {
    run(&library(&["tests/packs/demo"]), "demo", 100);
}

/// The games cover all pairs of option values. A failure that needs two options happens again with these options.
#[test]
fn a_failure_of_a_pair_of_options_is_found_and_reproduced() {
    let mut library = library(&["tests/packs/demo"]);
    let rules = include_str!("../packs/demo/scripts/demo/rules.luau");
    let rules = rules.replacen("error(\"burnt down\")", "if OPTION.long then\n    error(\"burnt down\")\n  end", 1);
    let manifest = "id = \"pair\"\nname = \"Pair\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n".to_owned();
    let files = vec![("pack.toml".to_owned(), manifest), ("scripts/demo/rules.luau".to_owned(), rules)];
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let fuzzed = |options: FuzzOptions| fuzz(&library, "demo", &options, &mut |_| {}).unwrap();
    let report = fuzzed(FuzzOptions { games: 10, seed: 1, ..FuzzOptions::default() });
    let coverage = report.coverage;
    assert_eq!((coverage.pairs.covered, coverage.pairs.total), (4, 4), "two options with two values each");
    assert_eq!((coverage.values.covered, coverage.values.total), (4, 4));
    let first = report.failures.first().expect("burning fails if both options are on");
    let both_options = [("long".to_owned(), "true".to_owned()), ("fragile".to_owned(), "true".to_owned())];
    assert_eq!(first.options, both_options);
    assert!(first.message.contains("burnt down") && first.message.contains("rules.luau:"), "{}", first.message);
    assert!(report.failures.iter().all(|f| f.options == both_options));
    let repeated = FuzzOptions { games: 1, seed: first.seed, pinned: both_options.to_vec(), ..FuzzOptions::default() };
    let repeated = fuzzed(repeated);
    assert_eq!(repeated.failures.len(), 1);
    assert_eq!(repeated.failures[0].message, first.message, "the same game");
    let wrong = FuzzOptions { games: 1, pinned: vec![("lang".into(), "true".into())], ..FuzzOptions::default() };
    let problems = fuzz(&library, "demo", &wrong, &mut |_| {}).unwrap_err();
    assert!(render(&problems, false).contains("did you mean `long`?"));
}

/// A pack may hold the content of a game before its first scenario. Such a game is no part of a run over all games.
#[test]
fn a_game_without_a_scenario_is_not_fuzzed() {
    let board = "[meta]\ngame = \"bare\"\nname = \"Bare\"\n[[side]]\nid = \"red\"\nname = \"Red\"\n".to_owned();
    let files = vec![("scenarios/bare/board.toml".to_owned(), board)];
    let library = Library::open(vec![PackSource::Memory(files)]).unwrap();
    assert_eq!((library.games().len(), library.playable_games().len()), (1, 0));
    let problems = fuzz(&library, "bare", &FuzzOptions::default(), &mut |_| {}).unwrap_err();
    assert_eq!(problems[0].message, "this game has no scenario");
}

/// As written, the scenario has neither option, so no game fails. Other games vary the options, and say so.
#[test]
fn as_is_plays_a_scenario_with_its_own_options() {
    let library = library(&["tests/packs/demo"]);
    let fuzzed = |as_is| {
        let options = FuzzOptions { games: 12, seed: 1, as_is, ..FuzzOptions::default() };
        fuzz(&library, "demo", &options, &mut |_| {}).unwrap()
    };
    let (varied, as_is) = (fuzzed(false), fuzzed(true));
    assert!(varied.failures.iter().any(|failure| !failure.options.is_empty()));
    assert_eq!((varied.coverage.varied_options, as_is.coverage.varied_options), (2, 0));
    assert!(as_is.failures.is_empty());
    assert_eq!(as_is.wins.iter().map(|(_, games)| games).sum::<u64>(), 12);
}

/// Games in which Red peeks at cards, draws them and shuffles them back agree in a double run.
#[test]
fn games_with_peeks_pass() {
    let mut library = library(&["tests/packs/demo"]);
    let rules = include_str!("../packs/demo/scripts/demo/rules.luau");
    let offer_line = "  offer(WORD.end_turn)\n";
    let card_lines = "  peek(STOCK, get(TURNS) % 4)\n  if get(TURNS) % 3 == 2 and draw(STOCK, pile(HAND, RED)) == nil then\n    \
                move_all(pile(HAND, RED), STOCK)\n    shuffle(STOCK)\n  end\n";
    assert_eq!(rules.matches(offer_line).count(), 1);
    let files = vec![
        (
            "pack.toml".to_owned(),
            "id = \"peeks\"\nname = \"Peeks\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n".to_owned(),
        ),
        ("scripts/demo/rules.luau".to_owned(), rules.replace(offer_line, &format!("{card_lines}{offer_line}"))),
    ];
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    run(&library, "demo", 100);
}

/// The demo with a rule that depends on more than the position.
fn library_with_hidden_state() -> Library {
    let mut library = library(&["tests/packs/demo"]);
    // The lint reports assignments to module locals, but not to the local of a closure, such as `n` here.
    let sneaky = r#"
local function counter()
  local n = 0
  return function()
    n += 1
    return n
  end
end
local tick = counter()
local it = action "raise"
function it.offer(side)
  offer(it, PROVINCES)
end
function it.play(side, province)
  place(HIDDEN, tick() % 2 + 1, province)
end
"#;
    let rules = include_str!("../packs/demo/scripts/demo/rules.luau");
    let start = rules.find("function raise_band.offer").unwrap();
    let end = rules.find("function march.offer").unwrap();
    let rules = format!("{}{}", &rules[..start].replace("local raise_band = action \"raise\"\n", ""), &rules[end..]);
    let files = vec![
        (
            "pack.toml".to_owned(),
            "id = \"sneaky\"\nname = \"Sneaky\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n".to_owned(),
        ),
        ("scripts/demo/sneaky.luau".to_owned(), format!("{sneaky}\nreturn it\n")),
        ("scripts/demo/rules.luau".to_owned(), rules),
    ];
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    library
}

#[test]
fn the_double_run_finds_a_rule_with_hidden_state() {
    let options = FuzzOptions { games: 20, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report = fuzz(&library_with_hidden_state(), "demo", &options, &mut |_| {})
        .unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(!report.failures.is_empty(), "the double run did not notice the counter");
}

/// A track may have the same value in more spaces than there are counters for it, because lowering a value is never
/// refused. Notation must read such a position back. (Random play found this case with seed 106276.)
#[test]
fn a_position_with_more_marks_than_counters_reads_back() {
    use cardwright_state::{Position, notation};
    let library = library(&["tests/packs/demo"]);
    let (program, _, _) = library.load("demo").unwrap();
    let mut position = Position::initial(&program.board, 1);
    // The demo has two counters for levels 1 and 2.
    notation::set(&program.board, &mut position, "hills: unrest 2; port: unrest 1; river: unrest 1").unwrap();
    let saved = notation::print_save(&program.board, &position);
    let restored = notation::load(&program.board, &saved).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(notation::print(&program.board, &restored), notation::print(&program.board, &position));
}

/// Plays one game of each scenario, and answers some choices in a new VM too. A new VM takes long to create, so plain
/// `cargo test` creates one for every sixteenth choice. With `CARDWRIGHT_TRUST_SECONDS` every choice gets one.
#[test]
fn a_new_vm_reaches_the_same_hashes() {
    use cardwright_bots::RandomBot;
    let interval = if std::env::var_os("CARDWRIGHT_TRUST_SECONDS").is_some() { 1 } else { 16 };
    let library = library(&[]);
    for game in library.games() {
        let (program, _, _) = library.load(&game.id).unwrap();
        for scenario in &game.scenarios {
            let set_up = SetUp { scenario: scenario.id.clone(), seed: 77, open: true, ..SetUp::default() };
            let mut uninterrupted = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
            let plays_itself = uninterrupted.is_over();
            let mut player = RandomBot::new(77);
            let mut answers = 0;
            while let Some(choice) = uninterrupted.choice() {
                let answer = random_answer(&mut player, &choice.rows, &choice.discouraged, &choice.likely);
                let position = uninterrupted.position().clone();
                uninterrupted.answer(answer, false).unwrap();
                if answers % (if answers < 100 { interval } else { 16 }) == 0 {
                    let vm = program.vm().unwrap();
                    let mut restarted = Table::start_at(program.clone(), vm, &set_up, position).unwrap();
                    restarted.answer(answer, false).unwrap();
                    assert_eq!(restarted.hash(), uninterrupted.hash(), "{}: answer {answers}", scenario.id);
                    assert_eq!(restarted.is_over(), uninterrupted.is_over(), "{}: answer {answers}", scenario.id);
                }
                answers += 1;
            }
            assert!(uninterrupted.is_over() && (answers > 10 || plays_itself), "{}", scenario.id);
        }
    }
}

/// `fuzz` writes the record of a game only after the game has failed. The record still replays to the failing answer.
#[test]
fn the_record_of_a_failed_game_replays_to_where_it_failed() {
    let library = library(&["tests/packs/demo"]);
    let dir = tempfile::tempdir().unwrap();
    let pinned = vec![("fragile".to_owned(), "true".to_owned())];
    let options =
        FuzzOptions { games: 10, seed: 1, pinned, record_dir: Some(dir.path().into()), ..FuzzOptions::default() };
    let report = fuzz(&library, "demo", &options, &mut |_| {}).unwrap();
    let failure = report.failures.iter().find(|failure| failure.message.contains("burnt down")).unwrap();
    let recorded = record::read(failure.record.as_ref().unwrap()).unwrap();
    assert!(recorded.entries.len() > 1, "{:?}", recorded.entries);
    let (program, vm, _) = library.load("demo").unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&recorded)).unwrap();
    table.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    let rows = table.row_words().len();
    let failing_event = table.shown_event();
    let mut fails = |row: usize| {
        let has_failed = table.answer(row, false).is_err_and(|error| error.to_string().contains("burnt down"));
        table.open = true;
        table.goto(failing_event).unwrap();
        has_failed
    };
    assert!((0..rows).any(&mut fails), "one of the rows makes the rules fail again");
}

/// Non-players play some sides in every scenario, with all pairs of options. If the rules refuse a combination, `fuzz`
/// plays it with fewer options. A failure happens again with the same Non-players.
#[test]
fn scripts_play_sides_in_every_scenario() {
    let board = "[meta]\ngame = \"demo\"\nnonplayer = \"by-rules\"\n[[fact]]\nid = \"by-rules\"\non = \"side\"\ntype = \"boolean\"\n";
    // The demo has no script that answers for a Non-player, so the game asks the side and fails.
    let refusing_rule = "invariant \"not-long\" {\n  why = WHY.quiet,\n  at_start = true,\n  holds = function()\n    \
                   return not OPTION.long or not (get(BY_RULES, RED) or get(BY_RULES, BLUE))\n  end,\n}\n";
    let manifest = "id = \"seats\"\nname = \"Seats\"\nversion = \"0.1.0\"\n";
    let files =
        [("pack.toml", manifest), ("scenarios/demo/board.toml", board), ("scripts/demo/seats.luau", refusing_rule)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let mut library = library(&["tests/packs/demo"]);
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let fuzzed = |options: FuzzOptions| fuzz(&library, "demo", &options, &mut |_| {}).unwrap();
    let fragile = vec![("fragile".to_owned(), "false".to_owned())];
    let report = fuzzed(FuzzOptions { games: 40, seed: 1, pinned: fragile.clone(), ..FuzzOptions::default() });
    let configurations = report.coverage.configurations;
    assert!(configurations.total > 3 && configurations.covered == configurations.total, "{configurations:?}");
    assert!(report.unsupported > 0, "the rules refuse Non-players together with the option `long`");
    let failures = &report.failures;
    assert!(!failures.is_empty() && failures.iter().all(|f| f.message.contains("is played by rules, but was asked")));
    assert!(
        failures.iter().all(|f| !f.options.iter().any(|(id, _)| id == "long")),
        "a refused combination is not played"
    );
    assert!(["red", "blue"].iter().all(|side| failures.iter().any(|f| f.nonplayers.iter().any(|n| n == side))));
    let first = &failures[0];
    let pinned = first.options.iter().cloned().chain(fragile).collect();
    let nonplayers = first.nonplayers.clone();
    let repeated = fuzzed(FuzzOptions { games: 1, seed: first.seed, pinned, nonplayers, ..FuzzOptions::default() });
    assert_eq!(repeated.failures.len(), 1);
    assert_eq!(repeated.failures[0].message, first.message, "the same game");
    let wrong = FuzzOptions { games: 1, nonplayers: vec!["green".into()], ..FuzzOptions::default() };
    assert!(render(&fuzz(&library, "demo", &wrong, &mut |_| {}).unwrap_err(), false).contains("unknown side `green`"));
}
