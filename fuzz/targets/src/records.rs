//! Fuzz target for records: arbitrary bytes, and valid records of arbitrary events.
//!
//! All bytes are read as a record. In addition, the lines that are events
//! (`{"n":1,"parent":0,"event":{"answer":…},"hash":""}`) make a record of their own, which is numbered and replayed.

use crate::demo;
use cardwright_state::hash::Hash;
use cardwright_table::record::{Entry, parse, recover};
use cardwright_table::{Header, ReadRecord, RecordError, Table};

/// The most events that are used of one input.
const MAX_EVENTS: usize = 12;

/// Reads a record, recovers it if it is damaged, and replays its valid part.
pub fn run(bytes: &[u8]) {
    read_bytes(bytes);
    let events: Vec<Entry> = bytes
        .split(|b| *b == b'\n')
        .filter_map(|line| serde_json::from_slice(line.split(|b| *b == b'\t').next()?).ok())
        .take(MAX_EVENTS)
        .collect();
    if !events.is_empty() {
        replay_events(events);
    }
}

/// Reads arbitrary bytes. Damage must be reported, and recovery must keep every valid event.
fn read_bytes(bytes: &[u8]) {
    match parse(bytes, "bytes") {
        Ok(read) => {
            assert!(read.intact_bytes as usize <= bytes.len());
            assert_eq!(read.is_torn, (read.intact_bytes as usize) < bytes.len(), "only a torn last line is left out");
            replay_record(&read);
        }
        Err(RecordError::Damaged { intact_events, .. }) => {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("game.cwr");
            std::fs::write(&path, bytes).expect("a file in the temporary folder");
            recover(&path).expect("a damaged record can be recovered");
            let recovered = std::fs::read(&path).expect("the record is there");
            let read = parse(&recovered, "recovered").expect("a recovered record is valid");
            assert!(read.entries.len() >= intact_events && !read.is_torn, "every valid event is kept");
            recover(&path).expect("a valid record can be recovered too");
            assert_eq!(
                std::fs::read(&path).expect("the record is there"),
                recovered,
                "a second recovery changes nothing"
            );
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Replays a valid record, possibly of another game. The replay works or reports the event that fails.
fn replay_record(read: &ReadRecord) {
    let set_up = Table::set_up_of(read);
    let vm = demo::vm();
    let Ok(mut table) = Table::start(demo::program(), vm, &set_up) else { return };
    if let Err(error) = replay(&mut table, read) {
        assert!(error.line <= read.entries.len() && !error.problem.is_empty(), "{error:?}");
    }
    demo::reuse_vm(table.into_vm());
}

/// Replays events on a game of the demo and fills in their hashes. A second replay must give the same hashes.
fn replay_events(mut entries: Vec<Entry>) {
    for (i, entry) in entries.iter_mut().enumerate() {
        entry.n = i + 1;
        entry.parent = entry.parent.min(i);
    }
    let mut read = ReadRecord { header: header(), entries, is_torn: false, intact_bytes: 0 };
    let mut tries = 0;
    let chain = loop {
        let mut table = demo::start();
        let result = replay(&mut table, &read);
        let (hash, chain) = (table.hash(), table.hash_chain());
        demo::reuse_vm(table.into_vm());
        let Err(error) = result else { break chain };
        let Some(entry) = error.line.checked_sub(1).and_then(|n| read.entries.get_mut(n)) else {
            panic!("the start differs: {error}");
        };
        // Fills in the hash of the event. If the event cannot be played at all, the record ends before it.
        let old_hash = std::mem::replace(&mut entry.hash, hash.to_string());
        if Hash::parse(&old_hash) == Some(hash) || tries == 2 * MAX_EVENTS {
            read.entries.truncate(error.line - 1);
        }
        tries += 1;
        assert!(tries <= 4 * MAX_EVENTS, "an event never leads to the same position twice: {error}");
    };
    let mut table = demo::start();
    replay(&mut table, &read).unwrap_or_else(|e| panic!("the second replay fails: {e}"));
    assert_eq!(table.hash_chain(), chain);
    demo::reuse_vm(table.into_vm());
}

fn replay(table: &mut Table, read: &ReadRecord) -> Result<(), cardwright_table::ReplayError> {
    table.replay(read, None, &mut |_| Ok((demo::program(), demo::vm())))
}

/// Returns the header of a record of a game with [`demo::set_up`].
fn header() -> Header {
    let table = demo::start();
    let hash = table.hash().to_string();
    demo::reuse_vm(table.into_vm());
    let set_up = demo::set_up();
    Header {
        cardwright_record: cardwright_table::record::FORMAT,
        engine: String::new(),
        game: "demo".into(),
        scenario: set_up.scenario,
        options: set_up.options,
        seed: set_up.seed,
        packs: Vec::new(),
        content: "0".repeat(64),
        began: String::new(),
        nonplayers: Vec::new(),
        given: Vec::new(),
        open: false,
        hash,
    }
}
