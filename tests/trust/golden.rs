//! Promise: what the rules do today is written down. A change of the rules shows as a diff of the golden games, or as
//! another perft count.

#![allow(clippy::unwrap_used)]

use crate::common;
use cardwright_content::{PackSource, render};
use cardwright_script::{Program, Stop, Vm, with_random_numbers};
use cardwright_sim::{
    ChanceResult, Counts, EnumerateError, Enumerator, GoldenStatus, NamedPosition, Weight, check_golden_games, divide,
    future_hash, named_positions, perft, play_golden_game, refresh_golden_game,
};
use cardwright_state::hash::{Hash, board_hash};
use cardwright_state::{FactId, Position, notation};
use cardwright_table::{Library, PlayError, SetUp, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

// ---- golden games ----

#[test]
fn every_game_plays_its_golden_game_unchanged() {
    let library = common::everything();
    for game in library.playable_games() {
        let verdicts = check_golden_games(&library, &game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(!verdicts.is_empty(), "{}", game.id);
        for (name, golden_status) in verdicts {
            match golden_status {
                GoldenStatus::Same => {}
                GoldenStatus::Differs { difference, .. } => {
                    let first_hunk = &difference.hunks[0];
                    panic!("{}/{name}: {} differs\n{}", game.id, first_hunk.name, first_hunk.diff)
                }
                other => panic!("{}/{name}: {other:?}", game.id),
            }
        }
    }
}

#[test]
fn no_folder_of_golden_games_lacks_its_game() {
    let library = common::everything();
    let games: Vec<String> = library.playable_games().into_iter().map(|g| g.id).collect();
    let mut observed = 0;
    for folder in library.folders() {
        for kind in ["golden", "perft"] {
            for entry in std::fs::read_dir(folder.join("tests").join(kind)).unwrap() {
                let name = entry.unwrap().file_name().to_string_lossy().into_owned();
                assert!(
                    games.iter().any(|g| *g == name.trim_end_matches(".toml")),
                    "tests/{kind}/{name}: no such game"
                );
                observed += 1;
            }
        }
    }
    assert!(observed >= 2 * games.len());
}

/// Returns the status of one scenario's golden games.
fn golden_status(library: &Library, game: &str, scenario: &str) -> GoldenStatus {
    let statuses = check_golden_games(library, game).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    statuses.into_iter().find(|(id, _)| id == scenario).unwrap().1
}

/// Copies the demo to a folder in which tests may change it.
fn demo_copy() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    common::copy_folder(&common::demo(), folder.path());
    let library = Library::open(vec![PackSource::Folder(folder.path().to_owned())]);
    (folder, library.unwrap_or_else(|e| panic!("{}", render(&e, false))))
}

/// Changes one place of a file and reads the packs again.
fn edit(folder: &tempfile::TempDir, library: &mut Library, file: &str, from: &str, to: &str) {
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    std::fs::write(&path, text.replace(from, to)).unwrap();
    library.reread().unwrap_or_else(|e| panic!("{}", render(&e, false)));
}

const RULES: &str = "scripts/demo/rules.luau";

#[test]
fn a_changed_rule_shows_as_a_diff_that_names_the_place() {
    let (folder, mut library) = demo_copy();
    edit(
        &folder,
        &mut library,
        RULES,
        "    if face >= KNOB.stir_target then\n      hits",
        "    if face >= 2 then\n      hits",
    );
    let GoldenStatus::Differs { difference, path } = golden_status(&library, "demo", "standard") else {
        panic!("no difference")
    };
    assert!(path.ends_with("tests/golden/demo/standard.golden"), "{}", path.display());
    // The first difference is an effect of the action `stir`: the same dice give more hits.
    let diff = &difference.hunks[0].diff;
    assert!(difference.hunks[0].name.starts_with("answer "), "{}", difference.hunks[0].name);
    let marked = |mark: char| diff.lines().filter(|l| l.starts_with(mark)).collect::<Vec<_>>().join("\n");
    assert!(diff.contains(" . rolled d6"), "{diff}");
    assert!(marked('+').contains("unrest"), "{diff}");
    assert!(!marked('-').contains("rolled"), "the dice are the same: {diff}");
    assert!(difference.remaining_answers.0 > 1 && difference.remaining_answers.1 > 1);

    // `refresh_golden_game` writes the intended change. Then the games agree.
    let written = refresh_golden_game(&library, "demo", "standard").unwrap();
    assert_eq!(written, Some(path));
    assert!(matches!(golden_status(&library, "demo", "standard"), GoldenStatus::Same));
    assert_eq!(refresh_golden_game(&library, "demo", "standard"), Ok(None));
}

#[test]
fn a_missing_row_is_one_line_of_the_diff() {
    let (folder, mut library) = demo_copy();
    edit(
        &folder,
        &mut library,
        RULES,
        "  offer(raise_band, PROVINCES)",
        "  offer(raise_band, without(PROVINCES, set_of(RIVER)))",
    );
    let GoldenStatus::Differs { difference, .. } = golden_status(&library, "demo", "standard") else {
        panic!("no difference")
    };
    let diff = &difference.hunks[0].diff;
    let rows: Vec<&str> = diff.lines().filter(|l| l.contains("   raise: ")).collect();
    assert_eq!(rows, ["-   raise: hills port river", "+   raise: hills port"], "{diff}");
}

#[test]
fn a_changed_text_default_or_view_shows_too() {
    for (file, from, to, first_hunk) in [
        ("scenarios/demo/standard.toml", "port: guard, hidden", "port: guard", "start"),
        (
            "scenarios/demo/board.toml",
            "id = \"long\"\ntype = \"boolean\"\ndefault = false",
            "id = \"long\"\ntype = \"boolean\"\ndefault = true",
            "the header",
        ),
        // The audience of a pile changes no position, only what viewers see of it.
        (
            "scenarios/demo/board.toml",
            "order = \"set\"\naudience = \"owner\"",
            "order = \"set\"\naudience = \"all\"",
            "start",
        ),
    ] {
        let (folder, mut library) = demo_copy();
        edit(&folder, &mut library, file, from, to);
        let GoldenStatus::Differs { difference, .. } = golden_status(&library, "demo", "standard") else {
            panic!("{to}: the same")
        };
        assert_eq!(difference.hunks[0].name, first_hunk, "{to}");
    }
}

#[test]
fn missing_and_orphaned_golden_files_are_found() {
    let (folder, library) = demo_copy();
    let games = folder.path().join("tests/golden/demo");
    std::fs::rename(games.join("standard.golden"), games.join("standart.golden")).unwrap();
    assert!(matches!(golden_status(&library, "demo", "standart"), GoldenStatus::Stray(_)));
    std::fs::remove_file(games.join("standart.golden")).unwrap();
    assert!(matches!(golden_status(&library, "demo", "standard"), GoldenStatus::Missing));
}

#[test]
fn a_rule_that_fails_is_no_golden_game() {
    let (folder, mut library) = demo_copy();
    edit(&folder, &mut library, RULES, "    end_period(TURN)\n", "    error(\"the turn is stuck\")\n");
    let GoldenStatus::Fails(why) = golden_status(&library, "demo", "standard") else { panic!("it can be played") };
    assert!(why.starts_with("answer ") && why.contains("the turn is stuck"), "{why}");
    assert!(refresh_golden_game(&library, "demo", "standard").unwrap_err().contains("the turn is stuck"));
}

#[test]
fn a_golden_game_is_the_same_on_a_vm_that_has_played_others() {
    let library = common::everything();
    for game in library.playable_games() {
        let (program, _, _) = library.load(&game.id).unwrap();
        for scenario in &game.scenarios {
            let set_up = SetUp { scenario: scenario.id.clone(), seed: 9, ..SetUp::default() };
            let expected = play_golden_game(&program, program.vm().unwrap(), &set_up).unwrap();
            let mut used_table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
            while !used_table.is_over() && used_table.nodes().len() < 30 {
                used_table.answer(0, false).unwrap();
            }
            assert_eq!(play_golden_game(&program, used_table.into_vm(), &set_up).unwrap(), expected);
            assert!(expected.lines().count() < 4000, "{}: {} lines", scenario.id, expected.lines().count());
        }
    }
}

// ---- counts ----

/// Plain `cargo test` counts positions with at most this many nodes.
const QUICK_NODES: u64 = 20_000;

#[test]
fn named_positions_have_the_stored_counts() {
    let library = common::everything();
    for game in library.playable_games() {
        let (program, mut vm, _) = library.load(&game.id).unwrap();
        let named = named_positions(&library, &game.id).unwrap();
        assert!(!named.is_empty(), "{} has no named positions", game.id);
        for position in named {
            let quick_levels = position.levels.iter().take_while(|l| l.nodes <= QUICK_NODES).count();
            let depth = if common::seconds().is_some() { position.levels.len() } else { quick_levels };
            assert!(depth >= 2, "{}: store two levels with few nodes", position.id);
            let counted = perft(&mut vm, &position.position_on(&program.board).unwrap(), depth).unwrap();
            assert_eq!(counted, position.levels[..depth], "{} {}", game.id, position.id);
        }
    }
}

/// Returns the named position of a game with the fewest paths at depth three.
fn smallest_position(library: &Library, game: &str) -> NamedPosition {
    let named = named_positions(library, game).unwrap();
    named.into_iter().min_by_key(|p| p.levels.get(2).map_or(u64::MAX, |l| l.ways)).unwrap()
}

#[test]
fn counting_by_first_answer_adds_up_to_the_whole() {
    let library = common::everything();
    for game in library.playable_games() {
        let (program, mut vm, _) = library.load(&game.id).unwrap();
        let position = smallest_position(&library, &game.id).position_on(&program.board).unwrap();
        for depth in 1..=3 {
            let rows = divide(&mut vm, &position, depth).unwrap();
            let whole = perft(&mut vm, &position, depth).unwrap()[depth - 1];
            let sum = |quantity: fn(&Counts) -> u64| rows.iter().map(|(_, c)| quantity(c)).sum::<u64>();
            let sums = [sum(|c| c.nodes), sum(|c| c.ways), sum(|c| c.chance), sum(|c| c.over)];
            assert_eq!(sums, [whole.nodes, whole.ways, whole.chance, whole.over], "{} {depth}", game.id);
        }
    }
}

/// An independent implementation of perft that merges nothing and does not use the `Enumerator`. It returns a table to
/// the position for every path, and tries each face of each die and each card. It counts the paths, with all dice
/// distinguished, and the different boards at their ends.
struct Brute {
    table: Table,
    paths: u64,
    boards: BTreeSet<Hash>,
}

impl Brute {
    fn count_all_rows(&mut self, position: &Position, depth: usize) {
        self.table.restart_at(position).unwrap();
        for row in 0..self.table.row_words().len() {
            self.answer(position, row, &[], depth);
        }
    }

    /// Gives an answer with forced outcomes. If an outcome is missing, tries each possible one.
    fn answer(&mut self, position: &Position, row: usize, given: &[String], depth: usize) {
        self.table.restart_at(position).unwrap();
        self.table.take_forced();
        self.table.force_words(&given.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let missing = match self.table.answer(row, false) {
            Ok(_) => return self.reached(depth),
            Err(PlayError::Rule { error, .. }) => error.to_string(),
            Err(error) => panic!("{error}"),
        };
        let board = self.table.board().clone();
        let outcomes: Vec<String> = if missing.contains("has no outcome given") {
            board.dice[0].faces.iter().map(i64::to_string).collect()
        } else if missing.contains("is not given") {
            board.cards.iter().map(|c| format!("card:{}", c.id)).collect()
        } else if missing.contains("cannot be on top") {
            return; // The card is in another pile.
        } else {
            panic!("{missing}")
        };
        for outcome in outcomes {
            self.answer(position, row, &[given, &[outcome]].concat(), depth);
        }
    }

    fn reached(&mut self, depth: usize) {
        assert!(self.table.forced_words().is_empty());
        if depth == 1 {
            self.paths += 1;
            self.boards.insert(self.table.board_hash());
        } else if !self.table.is_over() {
            let position = self.table.position().clone();
            self.count_all_rows(&position, depth - 1);
        }
    }
}

#[test]
fn a_brute_count_without_merging_agrees() {
    let library = common::everything();
    for game in library.playable_games() {
        let (program, mut vm, _) = library.load(&game.id).unwrap();
        // The error about a missing die does not name the kind of die, so `Brute` needs a game with one kind.
        if program.board.dice.len() != 1 {
            continue;
        }
        let position = smallest_position(&library, &game.id).position_on(&program.board).unwrap();
        // Start at the first choice, because draws before it belong to no answer.
        vm.set_position(&position);
        assert_eq!(vm.run(), Ok(Stop::Choice));
        let position = vm.position();
        for (depth, counted) in perft(&mut vm, &position, 2).unwrap().iter().enumerate() {
            let set_up = SetUp { scenario: game.scenarios[0].id.clone(), open: true, ..SetUp::default() };
            let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
            table.require_forced_outcomes(true);
            let mut brute = Brute { table, paths: 0, boards: BTreeSet::new() };
            brute.count_all_rows(&position, depth + 1);
            assert_eq!((brute.paths, brute.boards.len() as u64), (counted.ways, counted.boards), "{} {depth}", game.id);
            assert!(counted.nodes <= counted.ways);
        }
    }
}

// ---- chance, outcome by outcome ----

/// Loads the demo with one changed script line.
fn demo_with(from: &str, to: &str) -> (Arc<Program>, Vm) {
    let mut library = common::library(&["tests/packs/demo"]);
    let rules = std::fs::read_to_string(common::demo().join(RULES)).unwrap();
    assert_eq!(rules.matches(from).count(), 1, "{from}");
    let manifest = "id = \"other\"\nname = \"Other\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n";
    let files = vec![("pack.toml".to_owned(), manifest.to_owned()), (RULES.to_owned(), rules.replace(from, to))];
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let (program, vm, _) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    (program, vm)
}

fn position_from(vm: &Vm, text: &str) -> Position {
    let board = vm.board().clone();
    let mut position = Position::initial(&board, 7);
    notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
    position.clear_history();
    position
}

fn row(vm: &mut Vm, position: &Position, text: &str) -> usize {
    vm.set_position(position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    vm.choice().rows.iter().position(|r| r.text(vm.board()) == text).unwrap()
}

/// With this line, the action `raise` sets `TURNS` to the successes of a check with `TURNS` dice.
const CHECK_RULE: &str = "  set(TURNS, check(D6, 5, get(TURNS)))\n";

fn demo_with_check() -> (Arc<Program>, Vm) {
    demo_with("  place(HIDDEN, 1, province)\n", CHECK_RULE)
}

fn binomial(dice: u32, successes: u32) -> Weight {
    // One face of three succeeds: C(n, k) 2^(n-k) / 3^n.
    let choose = (1..=u128::from(successes)).fold(1, |c, k| c * (u128::from(dice) + 1 - k) / k);
    Weight::new(choose * 2u128.pow(dice - successes), 3u128.pow(dice))
}

#[test]
fn the_enumerated_successes_of_a_check_are_binomial() {
    let (_, mut vm) = demo_with_check();
    for dice in [0, 1, 2, 3, 7, 20] {
        let position = position_from(&vm, &format!("turn red-turn; points 1; turns {dice}"));
        let raise = row(&mut vm, &position, "raise port");
        let turns = FactId::new(vm.board().facts.iter().position(|f| f.id == "turns").unwrap());
        let board = vm.board().clone();
        let mut found = Vec::new();
        let mut ways = 0;
        Enumerator::new(&mut vm)
            .answer(&position, raise, |o| {
                found.push((o.vm.with_position(|p| p.fact_number(&board, turns, 0)), o.weight));
                ways += o.ways;
            })
            .unwrap();
        let expected: Vec<(i64, Weight)> = (0..=dice).map(|k| (i64::from(k), binomial(dice, k))).collect();
        assert_eq!(found, expected, "{dice} dice");
        assert_eq!(ways, 6u128.pow(dice), "{dice} dice");
    }
}

/// Returns Pearson's statistic of observed against expected counts, and its degrees of freedom. Rare outcomes are
/// combined.
fn chi_square(observed: &BTreeMap<Hash, u64>, expected: &BTreeMap<Hash, Weight>, n: u64) -> (f64, usize) {
    let (mut sum, mut cells, mut rare_outcomes) = (0.0, 0, (0.0, 0.0));
    let mut cell = |observed: f64, expected: f64| {
        sum += (observed - expected).powi(2) / expected;
        cells += 1;
    };
    for (hash, weight) in expected {
        let expected = *weight.numer() as f64 / *weight.denom() as f64 * n as f64;
        let observed = observed.get(hash).copied().unwrap_or_default() as f64;
        if expected < 5.0 {
            rare_outcomes = (rare_outcomes.0 + observed, rare_outcomes.1 + expected);
        } else {
            cell(observed, expected);
        }
    }
    if rare_outcomes.1 > 0.0 {
        cell(rare_outcomes.0, rare_outcomes.1);
    }
    (sum, cells - 1)
}

/// Returns the 99.9th percentile of chi-square, approximated by Wilson and Hilferty's formula.
fn bound(freedom: usize) -> f64 {
    let k = freedom as f64;
    let part = 2.0 / (9.0 * k);
    k * (1.0 - part + 3.09 * part.sqrt()).powi(3)
}

/// Compares the enumerated boards after an answer with those that the generator produces with ten thousand seeds.
#[test]
fn the_generator_agrees_with_the_enumeration() {
    let (_, mut vm) = demo_with_check();
    for (start, answer) in [
        ("turn red-turn; points 1; turns 4", "raise port"),     // a check
        ("turn red-turn; points 1; port: 3 open", "stir port"), // a roll
        ("turn set-up; hills: open", ""),                       // a draw
    ] {
        let position = position_from(&vm, start);
        let chosen = (!answer.is_empty()).then(|| row(&mut vm, &position, answer));
        let board = vm.board().clone();
        let mut expected: BTreeMap<Hash, Weight> = BTreeMap::new();
        let visit = |o: cardwright_sim::Outcome<'_>| {
            *expected.entry(o.vm.with_position(|p| board_hash(&board, p, ""))).or_default() += o.weight;
        };
        match chosen {
            Some(row) => Enumerator::new(&mut vm).answer(&position, row, visit),
            None => Enumerator::new(&mut vm).start(&position, visit),
        }
        .unwrap();
        assert_eq!(expected.values().sum::<Weight>(), Weight::from_integer(1));
        assert!(expected.len() > 2, "{start}");

        let n = 10_000;
        let mut observed: BTreeMap<Hash, u64> = BTreeMap::new();
        for seed in 0..n {
            let mut seeded = position.clone();
            seeded.reseed(seed);
            vm.set_position(&seeded);
            vm.run().unwrap();
            if let Some(row) = chosen {
                vm.answer(row).unwrap();
            }
            *observed.entry(vm.with_position(|p| board_hash(&board, p, ""))).or_default() += 1;
        }
        assert!(
            observed.keys().all(|k| expected.contains_key(k)),
            "{start}: the generator produced a board that was not enumerated"
        );
        let (statistic, freedom) = chi_square(&observed, &expected, n);
        assert!(statistic < bound(freedom), "{start}: chi-square {statistic:.1} at {freedom}");
    }
}

#[test]
fn draws_are_uniform_and_a_known_card_is_certain() {
    let (_, mut vm) = demo_with("  place(HIDDEN, 1, province)\n", "  deal(STOCK, pile(HAND, RED), 2)\n");
    for (deck, kinds) in [("stock: {01 02 03}", 6), ("stock: 02 | {01 03}", 2), ("stock: 01 | 02 | 03", 1), ("", 1)] {
        let position = position_from(&vm, &format!("turn red-turn; points 1; {deck}"));
        let raise = row(&mut vm, &position, "raise port");
        let (mut total, mut paths) = (Weight::from_integer(0), Vec::new());
        Enumerator::new(&mut vm)
            .answer(&position, raise, |o| {
                assert_eq!(o.weight, Weight::new(1, kinds));
                assert!(o.results.iter().all(|c| matches!(c, ChanceResult::Card { .. })));
                total += o.weight;
                paths.push(o.results.to_vec());
            })
            .unwrap();
        assert_eq!((total, paths.len() as u128), (Weight::from_integer(1), kinds), "{deck}");
        paths.dedup();
        assert_eq!(paths.len() as u128, kinds, "{deck}");
    }
}

#[test]
fn too_much_chance_is_reported_and_the_vm_continues() {
    let (_, mut vm) = demo_with("  place(HIDDEN, 1, province)\n", "  roll(D6, get(TURNS))\n");
    let position = position_from(&vm, "turn red-turn; points 1; turns 900");
    let raise = row(&mut vm, &position, "raise port");
    let result = Enumerator::new(&mut vm).answer(&position, raise, |_| panic!("an outcome"));
    let Err(error @ (EnumerateError::TooMany { .. } | EnumerateError::Overflow)) = result else { panic!("{result:?}") };
    assert!(!error.to_string().is_empty());
    let position = position_from(&vm, "turn red-turn; points 1; turns 3");
    let result = Enumerator::new(&mut vm).with_limit(200).answer(&position, raise, |_| {});
    assert_eq!(result.unwrap_err().to_string(), "a roll of 3 `d6` has more than 200 outcomes");
    vm.set_position(&position);
    vm.run().unwrap();
    assert_eq!(vm.answer(raise), Ok(Stop::Choice), "the VM generates outcomes again");
}

#[test]
fn a_rule_that_fails_under_one_outcome_names_it() {
    let (_, mut vm) =
        demo_with("  place(HIDDEN, 1, province)\n", "  if check(D6, 5, 2) == 2 then\n    error(\"too good\")\n  end\n");
    let position = position_from(&vm, "turn red-turn; points 1");
    let raise = row(&mut vm, &position, "raise port");
    let mut good = Weight::from_integer(0);
    let error = Enumerator::new(&mut vm).answer(&position, raise, |o| good += o.weight).unwrap_err();
    assert_eq!(good, Weight::new(8, 9));
    assert_eq!(error.to_string(), "too good, after 2 of 2 d6 at 5 or more");
}

/// In random games every generated outcome is among the enumerated outcomes. (The enumerator itself checks that the
/// weights add up to one.)
#[test]
fn events_in_play_are_among_the_enumerated_outcomes() {
    let library = common::everything();
    let games: Vec<_> = library.playable_games();
    let mut loaded: Vec<_> = games
        .iter()
        .map(|g| {
            let (program, vm, _) = library.load(&g.id).unwrap();
            (program.clone(), vm, program.vm().unwrap())
        })
        .collect();
    let (mut chance_answers, mut answers) = (0, 0);
    for seed in common::seeds(4) {
        let game_index = seed as usize % games.len();
        let (program, vm, enumerating_vm) = &mut loaded[game_index];
        let board = program.board.clone();
        let scenarios = &games[game_index].scenarios;
        let scenario = scenarios[seed as usize / games.len() % scenarios.len()].id.clone();
        let set_up = SetUp { scenario, seed, ..SetUp::default() };
        let mut player = cardwright_bots::RandomBot::new(seed);
        vm.set_position(&Table::first_position(program, &set_up).unwrap());
        let mut stop = vm.run().unwrap();
        let mut n = 0u32;
        while stop == Stop::Choice && n < 400 {
            let (position, rows) = (vm.position(), vm.choice().rows.len());
            let row = player.pick(rows);
            let answer = with_random_numbers(&mut player, &vm.choice().rows, row, &vm.choice().likely);
            vm.take_barrier();
            stop = vm.answer(answer).unwrap();
            let had_chance = vm.take_barrier();
            n += 1;
            let hash = |vm: &Vm| vm.with_position(|p| future_hash(&board, p, ""));
            // Only one in sixteen answers without chance is checked.
            if !had_chance && !n.is_multiple_of(16) {
                continue;
            }
            let mut outcomes = BTreeSet::new();
            match Enumerator::new(enumerating_vm)
                .with_limit(1500)
                .answer(&position, answer, |o| outcomes.extend([hash(o.vm)]))
            {
                Ok(()) => {}
                Err(EnumerateError::TooMany { .. } | EnumerateError::Overflow) => continue,
                Err(error) => panic!("seed {seed}, answer {n}: {error}"),
            }
            assert!(outcomes.contains(&hash(vm)), "seed {seed}, answer {n}: the result was not enumerated");
            answers += 1;
            chance_answers += usize::from(outcomes.len() > 1);
        }
    }
    assert!(chance_answers > 20 && answers > chance_answers, "{chance_answers} of {answers}");
}
