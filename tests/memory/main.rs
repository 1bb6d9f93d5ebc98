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

/// The limits are the values of `docs/figures.md` with some margin: bytes for each event, after this many events.
const MAX_BYTES: usize = 3300;
const EVENTS: usize = 1500;
const MAX_BYTES_OF_ARMIES: usize = 4000;
const EVENTS_OF_ARMIES: usize = 2000;

#[test]
fn memory_use() {
    // The measurements run one after the other, because each would also count the other's memory.
    an_event_of_the_largest_game();
    an_event_of_armies();
    calls_that_fail_leak_nothing();
}

fn start_cuba_libre() -> Table {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, mut vm, _) = library.load("cuba-libre").unwrap();
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn an_event_of_the_largest_game() {
    let bytes_per_event = measure_bytes_per_event(start_cuba_libre(), EVENTS);
    assert!(bytes_per_event <= MAX_BYTES, "{bytes_per_event} bytes an event");
    assert!(bytes_per_event > 200, "{bytes_per_event} bytes an event: they were not counted");
}

fn an_event_of_armies() {
    let before = ALLOCATOR.current_usage();
    let mut table = armies::start();
    assert!(table.position().size() < 30_000, "a position takes {} bytes", table.position().size());
    play_until(&mut table, EVENTS_OF_ARMIES);
    let game = ALLOCATOR.current_usage() - before;
    assert!(game < 60_000_000, "one game at the table takes {game} bytes");
    let bytes_per_event = measure_bytes_per_event(table, EVENTS_OF_ARMIES);
    assert!(bytes_per_event <= MAX_BYTES_OF_ARMIES, "{bytes_per_event} bytes an event of armies");
    assert!(bytes_per_event > 200, "{bytes_per_event} bytes an event of armies: they were not counted");
}

/// The errors of host functions and the tables that they return belong to Luau, which frees them now and then. So the
/// least use of some rounds is compared with that of as many later ones.
fn calls_that_fail_leak_nothing() {
    let mut vm = start_cuba_libre().into_vm();
    let mut least_use = |rounds: usize| {
        let use_after_round = |_| {
            for _ in 0..100 {
                assert!(vm.evaluate("count(1, 2)").is_err());
                vm.evaluate("members(PROVINCES) name_of(HAVANA)").unwrap();
            }
            ALLOCATOR.current_usage()
        };
        (0..rounds).map(use_after_round).min().unwrap()
    };
    least_use(100); // The first calls fill caches.
    let before = least_use(100);
    let after = least_use(100);
    // A few pages of Luau more or less are not a leak.
    assert!(after < before + 100_000, "10000 calls leak {} bytes", after - before);
}

fn play_until(table: &mut Table, events: usize) {
    let mut player = RandomBot::new(3);
    while table.nodes().len() < events {
        if table.is_over() {
            table.goto(table.shown_event() / 2).unwrap(); // Another branch of the same game.
        }
        // An answer that leads to a dead end is barred, and the bot then picks another row.
        let _ = table.answer_with_bot(&mut player);
    }
}

/// Plays until the table has this many events. Returns the bytes that the table stores for each event.
fn measure_bytes_per_event(mut table: Table, events: usize) -> usize {
    play_until(&mut table, events);
    let events = table.nodes().len();
    let before = ALLOCATOR.current_usage();
    let vm = table.into_vm(); // Drops everything that the table stores.
    let bytes_per_event = (before - ALLOCATOR.current_usage()) / events;
    drop(vm);
    bytes_per_event
}
