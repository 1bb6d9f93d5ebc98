//! The pack `deals`, whose sides trade by `lib/deals`: rule tests, random games, undo, saved positions and floods.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::SideId;
use cardwright_table::{Library, PlayError, SetUp, Table};
use std::path::{Path, PathBuf};

const GREENE: Option<SideId> = Some(SideId(0));
const HEARST: Option<SideId> = Some(SideId(1));

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder() -> PathBuf {
    root().join("tests/packs/deals")
}

/// The pack over the base pack, which has the library.
fn library() -> Library {
    Library::open(vec![PackSource::Folder(root().to_owned()), PackSource::Folder(folder())]).unwrap()
}

fn start(open: bool) -> Table {
    let (program, vm, problems) = library().load("deals").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn play_all(table: &mut Table, lines: &[(Option<SideId>, &str)]) {
    for (side, line) in lines {
        table.play(*side, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// The lines of an offer of Greene to Hearst.
const OFFER: [(Option<SideId>, &str); 5] =
    [(GREENE, "give 5"), (GREENE, "give c1"), (GREENE, "want c3"), (GREENE, "to hearst"), (GREENE, "send")];

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library();
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    let report = run(&library, &[folder().join("tests/rules/deals")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_deals_reach_the_same_hashes_twice() {
    let scenario = Some("offers".to_owned());
    let options =
        FuzzOptions { games: 60, seed: 1, scenario, besides: true, double_run: true, ..FuzzOptions::default() };
    let report = fuzz(&library(), "deals", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    for action in ["accept", "refuse", "settle"] {
        assert!(report.standing_uses.contains_key(action), "{action}: {:?}", report.standing_uses);
    }
}

#[test]
fn each_line_of_a_deal_is_undone_by_itself_in_an_open_game() {
    let mut table = start(true);
    let mut hashes = Vec::new();
    for line in OFFER.into_iter().chain([(HEARST, "accept 1")]) {
        hashes.push(table.hash());
        play_all(&mut table, &[line]);
    }
    for before in hashes.into_iter().rev() {
        table.undo().unwrap();
        assert_eq!(table.hash(), before);
    }
}

#[test]
fn an_acceptance_while_another_side_is_asked_is_final() {
    let mut table = start(false);
    play_all(&mut table, &OFFER);
    play_all(&mut table, &[(HEARST, "accept 1")]);
    assert!(matches!(table.undo(), Err(PlayError::Barrier(_))));
}

#[test]
fn a_saved_offer_can_be_accepted() {
    let mut table = start(true);
    play_all(&mut table, &OFFER);
    table.restart_at(&table.position().clone()).unwrap();
    play_all(&mut table, &[(HEARST, "accept 1")]);
    assert!(table.play(HEARST, "accept 1").is_err());
}

#[test]
fn a_flood_of_drafts_takes_nothing_from_the_other_sides() {
    let mut table = start(true);
    for _ in 0..50 {
        play_all(&mut table, &[(HEARST, "give 1"), (HEARST, "withdraw 1")]);
    }
    let error = table.play(HEARST, "give 1").unwrap_err().to_string();
    assert!(error.contains("Hearst has used 100 standing actions"), "{error}");
    play_all(&mut table, &[(GREENE, "give 1"), (None, "rest"), (HEARST, "give 1")]);
}
