//! Measures the bytes that a table stores for each event. It is a separate program, because the count covers the whole
//! process.
#![allow(clippy::unwrap_used, missing_docs)]

mod armies;

use cardwright_bots::RandomBot;
use cardwright_content::PackSource;
use cardwright_table::{Library, SetUp, Table};
use peak_alloc::PeakAlloc;
use std::path::PathBuf;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Values of docs/figures.md, with some margin.
const MOST: usize = 3300;
const EVENTS: usize = 1500;
const MOST_OF_ARMIES: usize = 4000;
const EVENTS_OF_ARMIES: usize = 2000;

#[test]
fn an_event_takes_few_bytes() {
    // One after the other: each would count the other's memory, too.
    an_event_of_the_largest_game();
    an_event_of_armies();
}

fn an_event_of_the_largest_game() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, mut vm, _) = library.load("cuba-libre").unwrap();
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).unwrap();
    let each = bytes_an_event(table, EVENTS);
    assert!(each <= MOST, "{each} bytes an event");
    assert!(each > 200, "{each} bytes an event: they were not counted");
}

fn an_event_of_armies() {
    let before = ALLOCATOR.current_usage();
    let mut table = armies::start();
    assert!(table.position().size() < 30_000, "a position takes {} bytes", table.position().size());
    play(&mut table, EVENTS_OF_ARMIES);
    let game = ALLOCATOR.current_usage() - before;
    assert!(game < 60_000_000, "one game at the table takes {game} bytes");
    let each = bytes_an_event(table, EVENTS_OF_ARMIES);
    assert!(each <= MOST_OF_ARMIES, "{each} bytes an event of armies");
    assert!(each > 200, "{each} bytes an event of armies: they were not counted");
}

fn play(table: &mut Table, events: usize) {
    let mut player = RandomBot::new(3);
    while table.nodes().len() < events {
        if table.is_over() {
            table.goto(table.here() / 2).unwrap(); // Another branch of the same game.
        }
        // An answer that leads nowhere is barred; the next one is another row.
        let _ = table.answer_with_bot(&mut player);
    }
}

/// The bytes for each event of a table that has been played.
fn bytes_an_event(mut table: Table, events: usize) -> usize {
    play(&mut table, events);
    let events = table.nodes().len();
    let before = ALLOCATOR.current_usage();
    let vm = table.into_vm(); // Drops everything that the table stores.
    let each = (before - ALLOCATOR.current_usage()) / events;
    drop(vm);
    each
}
