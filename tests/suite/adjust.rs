//! The same position offers the same rows, however it came about. After `adjust` the pending choice is the one that a
//! rule test with that position would get, or the game returns to the start of a step.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_table::{Library, Reloaded, SetUp, Table, record};
use std::path::Path;

fn library(packs: &[&str]) -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Library::open(packs.iter().map(|pack| PackSource::Folder(root.join(pack))).collect())
        .unwrap_or_else(|all| panic!("{}", render(&all, false)))
}

fn start(packs: &[&str], game: &str, seed: u64) -> Table {
    let (program, vm, _) = library(packs).load(game).unwrap_or_else(|all| panic!("{}", render(&all, false)));
    let set_up = SetUp { scenario: "standard".into(), seed, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn banana_wars(seed: u64) -> Table {
    start(&[""], "banana-wars", seed)
}

fn demo() -> Table {
    start(&["tests/packs/demo"], "demo", 3)
}

fn rows(table: &Table) -> Vec<String> {
    table.row_words().iter().map(|words| words.join(" ")).collect()
}

fn has(table: &Table, begins: &str) -> bool {
    rows(table).iter().any(|row| row.starts_with(begins))
}

/// The rows of the position when a test sets it up, before its outermost step begins.
fn rows_of_the_same_position(table: &Table) -> Vec<String> {
    let mut position = table.position().clone();
    position.clear_history();
    let vm = table.program().vm().unwrap();
    let set_up = SetUp { scenario: "standard".into(), ..SetUp::default() };
    rows(&Table::start_at(table.program().clone(), vm, &set_up, position).unwrap())
}

#[test]
fn activista_actions_follow_points_set_by_hand() {
    let mut table = banana_wars(1);
    table.play(None, "play 55").unwrap();
    assert!(has(&table, "raise-agitators panama") && has(&table, "bank haiti"));
    let done = table.adjust("activista-action 0; haiti: bank 0; cuba: bank 0; panama: bank 0").unwrap();
    assert_eq!(done, Reloaded::Same);
    for gone in ["bank", "raise-agitators panama", "raise-agitators haiti", "create-crisis cuba"] {
        assert!(!has(&table, gone), "{gone}: {:?}", rows(&table));
    }
    assert!(has(&table, "raise-agitators mexico"), "where a point is saved it can be paid");
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn owed_answers_follow_crises_set_by_hand() {
    let mut table = banana_wars(1);
    table.adjust("turn us-actions; us-action 3; cuba: crisis 2; us-deployment: 2 usmc").unwrap();
    assert!(has(&table, "operate cuba") && !has(&table, "end-turn"));
    table.adjust("cuba: crisis 0").unwrap();
    table.adjust("haiti: crisis 2").unwrap();
    assert!(!has(&table, "operate cuba") && has(&table, "move usmc us-deployment haiti"), "{:?}", rows(&table));
    assert!(!has(&table, "end-turn"), "a crisis added later is owed too");
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn a_hand_set_by_hand_is_used() {
    // The recipe of the designers' guide.
    let mut table = start(&["", "docs/examples/first-pack"], "banana-wars", 7);
    table.adjust("activista hand: 56 48").unwrap();
    assert!(has(&table, "play 56") && !has(&table, "play 02"), "{:?}", rows(&table));
    table.play(None, "play 56").unwrap();
}

#[test]
fn a_display_set_by_hand_is_offered() {
    let mut table = banana_wars(1);
    table.adjust("turn us-card").unwrap();
    let before = rows(&table);
    table.adjust("display: 53 48 54; set-aside: 06 46 47 51").unwrap();
    assert_ne!(rows(&table), before);
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn every_place_of_a_kind_is_set_at_once() {
    let mut table = banana_wars(1);
    table.adjust("countries: crisis 0").unwrap();
    table.adjust("turn us-actions; us-action 3; countries: bank 2, 2 agitator; markets: stability 4").unwrap();
    let shown = cardwright_table::Viewer::OPEN.position_text(table.board(), table.position());
    assert_eq!(shown.matches("bank 2").count(), 10, "{shown}");
    assert_eq!(shown.matches("stability 4").count(), 4, "{shown}");
    let error = table.adjust("countries: agitatr").unwrap_err().to_string();
    assert_eq!(error.matches("agitatr").count(), 1, "said once: {error}");
}

#[test]
fn legal_answers_stay_and_their_effects_follow_the_new_position() {
    let mut table = demo();
    table.adjust("port: guard, 2 open; points 3").unwrap();
    table.adjust("turn red-turn").unwrap();
    table.force_words(&["5", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    assert_eq!(table.asked(), table.board().side("blue"), "in the middle of stirring, which has been paid for");
    assert_eq!(table.adjust("points 7").unwrap(), Reloaded::Same);
    assert_eq!((rows(&table), table.asked()), (vec!["reroll 5".into(), "keep".into()], table.board().side("blue")));
    let view = || cardwright_table::Viewer::OPEN.position_text(table.board(), table.position());
    assert!(view().contains("points 7"), "{}", view());
}

#[test]
fn illegal_answers_are_taken_back() {
    let mut table = demo();
    table.adjust("turn red-turn; port: guard, 2 open; points 3").unwrap();
    table.force_words(&["5", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    // No piece is left that could have stirred.
    assert_eq!(table.adjust("port: 0 open, 2 hidden").unwrap(), Reloaded::StepStart("red-turn".into()));
    assert_eq!(table.asked(), table.board().side("red"));
    assert!(!has(&table, "stir port"), "{:?}", rows(&table));
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn adjustments_are_recorded_replayed_undone_and_restored_in_another_vm() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.cwr");
    let mut table = demo();
    table.keep_record(&path).unwrap();
    table.play(None, "raise hills").unwrap();
    table.adjust("points 7; port: guard, 2 open; turn red-turn").unwrap();
    table.force_words(&["5", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    table.adjust("points 5").unwrap();
    table.adjust("port: 0 open, 2 hidden").unwrap();
    table.play(None, "raise river").unwrap();
    let hashes = table.hash_chain();
    let (asked, offered) = (table.asked(), rows(&table));
    // In another VM: the position alone decides.
    let mut other = demo();
    for (n, hash) in table.path().into_iter().zip(&hashes) {
        other.take_up(&table.nodes()[n].position()).unwrap();
        assert_eq!(other.hash(), *hash, "event {n}");
    }
    assert_eq!((other.asked(), rows(&other)), (asked, offered));
    for _ in 1..hashes.len() {
        table.undo().unwrap();
    }
    while table.redo().is_ok() {}
    assert_eq!(table.hash_chain(), hashes);
    drop(table);
    let read = record::read(&path).unwrap();
    let mut again = demo();
    again.replay(&read, None, &mut |_| Err("no other content".into())).unwrap();
    assert!(again.nodes().iter().any(|node| node.hash == *hashes.last().unwrap()));
}
