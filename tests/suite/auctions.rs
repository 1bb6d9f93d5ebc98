//! The pack `auctions`, whose sides bid by `lib/auction`: rule tests, random games, undo and saved positions.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::{SideId, notation};
use cardwright_table::{Library, SetUp, Table};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("tests/packs/auctions")
}

/// The pack over the base pack, which has the library.
fn library() -> Library {
    Library::open(vec![PackSource::Folder(root().to_owned()), PackSource::Folder(folder())]).unwrap()
}

fn start() -> Table {
    let (program, vm, problems) = library().load("auctions").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library();
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    let report = run(&library, &[folder().join("tests/rules/auctions")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_games_reach_the_same_hashes_twice() {
    let options = FuzzOptions { games: 30, seed: 1, besides: true, double_run: true, ..FuzzOptions::default() };
    let report =
        fuzz(&library(), "auctions", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn each_answer_of_an_auction_is_undone_by_itself() {
    let mut table = start();
    let mut hashes = Vec::new();
    let greene = Some(SideId(0));
    let answers = ["auction", "up-to 3", "enter 1", "back greene 2", "enter 1", "raise 2", "match 2"];
    for (side, line) in answers.map(|line| (None, line)).into_iter().chain([(greene, "recall")]) {
        hashes.push(table.hash());
        table.play(side, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    for before in hashes.into_iter().rev() {
        table.undo().unwrap();
        assert_eq!(table.hash(), before);
    }
}

#[test]
fn a_saved_auction_goes_on_at_its_question() {
    let mut table = start();
    for line in ["auction", "up-to 3", "enter 1", "pass", "pass", "raise 2", "raise 3"] {
        table.play(None, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    table.restart_at(&table.position().clone()).unwrap();
    table.play(None, "raise 4").unwrap();
    assert_eq!(table.row_words()[0], ["match", "4"], "the price has passed the limit of Greene");
    table.play(None, "drop").unwrap();
    let text = notation::print(table.board(), table.position());
    assert!(text.contains("hearst gold 4") && text.contains("hearst stock: c1"), "{text}");
}
