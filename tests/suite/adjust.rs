//! Legal rows depend only on the position. After `adjust`, the game stays at its choice, or returns to the start of a
//! step. The choice offers the rows that a new game in the changed position would offer.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_table::{Library, Reloaded, SetUp, Table, record};
use std::path::Path;

fn library(packs: &[&str]) -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Library::open(packs.iter().map(|pack| PackSource::Folder(root.join(pack))).collect())
        .unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

fn start(packs: &[&str], game: &str, seed: u64) -> Table {
    let (program, vm, _) = library(packs).load(game).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
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

fn has_row(table: &Table, beginning: &str) -> bool {
    rows(table).iter().any(|row| row.starts_with(beginning))
}

/// Returns the rows of a new game that starts in the table's position.
fn rows_of_the_same_position(table: &Table) -> Vec<String> {
    let mut position = table.position().clone();
    position.clear_history();
    let vm = table.program().vm().unwrap();
    let set_up = SetUp { scenario: "standard".into(), ..SetUp::default() };
    rows(&Table::start_at(table.program().clone(), vm, &set_up, position).unwrap())
}

#[test]
fn adjusted_action_points_decide_which_actions_are_legal() {
    let mut table = banana_wars(1);
    table.play(None, "play 55").unwrap();
    assert!(has_row(&table, "raise-agitators panama") && has_row(&table, "bank haiti"));
    let outcome = table.adjust("activista-action 0; haiti: bank 0; cuba: bank 0; panama: bank 0").unwrap();
    assert_eq!(outcome, Reloaded::SameChoice);
    for beginning in ["bank", "raise-agitators panama", "raise-agitators haiti", "create-crisis cuba"] {
        assert!(!has_row(&table, beginning), "{beginning}: {:?}", rows(&table));
    }
    assert!(has_row(&table, "raise-agitators mexico"), "a point saved in Mexico can be paid");
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn the_us_must_answer_crises_that_adjust_sets() {
    let mut table = banana_wars(1);
    table.adjust("turn us-actions; us-action 3; cuba: crisis 2; us-deployment: 2 usmc").unwrap();
    assert!(has_row(&table, "operate cuba") && !has_row(&table, "end-turn"));
    table.adjust("cuba: crisis 0").unwrap();
    table.adjust("haiti: crisis 2").unwrap();
    assert!(!has_row(&table, "operate cuba") && has_row(&table, "move usmc us-deployment haiti"), "{:?}", rows(&table));
    assert!(!has_row(&table, "end-turn"), "the US must also answer a crisis that is added later");
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn cards_that_adjust_puts_into_a_hand_can_be_played() {
    // The designer's guide gives this example.
    let mut table = start(&["", "docs/examples/first-pack"], "banana-wars", 7);
    table.adjust("activista hand: 56 48").unwrap();
    assert!(has_row(&table, "play 56") && !has_row(&table, "play 02"), "{:?}", rows(&table));
    table.play(None, "play 56").unwrap();
}

#[test]
fn cards_that_adjust_puts_on_the_display_are_offered() {
    let mut table = banana_wars(1);
    table.adjust("turn us-card").unwrap();
    let before = rows(&table);
    table.adjust("display: 53 48 54; set-aside: 06 46 47 51").unwrap();
    assert_ne!(rows(&table), before);
    assert_eq!(rows(&table), rows_of_the_same_position(&table));
}

#[test]
fn adjust_sets_all_spaces_of_a_kind_at_once() {
    let mut table = banana_wars(1);
    table.adjust("countries: crisis 0").unwrap();
    table.adjust("turn us-actions; us-action 3; countries: bank 2, 2 agitator; markets: stability 4").unwrap();
    let text = cardwright_table::Viewer::OPEN.position_text(table.board(), table.position());
    assert_eq!(text.matches("bank 2").count(), 10, "{text}");
    assert_eq!(text.matches("stability 4").count(), 4, "{text}");
    let error = table.adjust("countries: agitatr").unwrap_err().to_string();
    assert_eq!(error.matches("agitatr").count(), 1, "the error names the word once: {error}");
}

#[test]
fn answers_that_are_still_legal_stay_after_adjust() {
    let mut table = demo();
    table.adjust("port: guard, 2 open; points 3").unwrap();
    table.adjust("turn red-turn").unwrap();
    table.force_words(&["5", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    assert_eq!(
        table.asked(),
        table.board().side("blue"),
        "Blue is asked in the middle of an action that Red has paid for"
    );
    assert_eq!(table.adjust("points 7").unwrap(), Reloaded::SameChoice);
    assert_eq!((rows(&table), table.asked()), (vec!["reroll 5".into(), "keep".into()], table.board().side("blue")));
    let position_text = || cardwright_table::Viewer::OPEN.position_text(table.board(), table.position());
    assert!(position_text().contains("points 7"), "{}", position_text());
}

#[test]
fn answers_that_adjust_makes_illegal_are_taken_back() {
    let mut table = demo();
    table.adjust("turn red-turn; port: guard, 2 open; points 3").unwrap();
    table.force_words(&["5", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    // No piece is left that could have stirred, so the game returns to the start of the step.
    assert_eq!(table.adjust("port: 0 open, 2 hidden").unwrap(), Reloaded::StepStart("red-turn".into()));
    assert_eq!(table.asked(), table.board().side("red"));
    assert!(!has_row(&table, "stir port"), "{:?}", rows(&table));
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
    // Another VM reaches the same state from the position alone.
    let mut other_table = demo();
    for (n, hash) in table.path().into_iter().zip(&hashes) {
        other_table.restart_at(&table.nodes()[n].position()).unwrap();
        assert_eq!(other_table.hash(), *hash, "event {n}");
    }
    assert_eq!((other_table.asked(), rows(&other_table)), (asked, offered));
    for _ in 1..hashes.len() {
        table.undo().unwrap();
    }
    while table.redo().is_ok() {}
    assert_eq!(table.hash_chain(), hashes);
    drop(table);
    let recorded = record::read(&path).unwrap();
    let mut replayed = demo();
    replayed.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert!(replayed.nodes().iter().any(|node| node.hash == *hashes.last().unwrap()));
}
