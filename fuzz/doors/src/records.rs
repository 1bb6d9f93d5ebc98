//! Records: any bytes, and sound records of any events.
//!
//! Lines that are events (`{"n":1,"parent":0,"event":{"answer":…},"hash":""}`) make a record of their own,
//! numbered and checksummed, to be replayed; all else is read as a record's bytes.

use crate::demo;
use cardwright_state::hash::Hash;
use cardwright_table::record::{Entry, parse, recover};
use cardwright_table::{Header, ReadRecord, RecordError, Table};

/// Events of one input; more say nothing new.
const MOST: usize = 12;

/// Reads a record, recovers it if it is damaged, and replays what is sound of it.
pub fn open(bytes: &[u8]) {
    raw(bytes);
    let events: Vec<Entry> = bytes
        .split(|b| *b == b'\n')
        .filter_map(|line| serde_json::from_slice(line.split(|b| *b == b'\t').next()?).ok())
        .take(MOST)
        .collect();
    if !events.is_empty() {
        replayed(events);
    }
}

/// Any bytes: what is not sound is told, and cut off.
fn raw(bytes: &[u8]) {
    match parse(bytes, "bytes") {
        Ok(read) => {
            assert!(read.sound as usize <= bytes.len());
            assert_eq!(read.torn, (read.sound as usize) < bytes.len(), "what is left out is a torn last line");
            replay_as_it_is(&read);
        }
        Err(RecordError::Damaged { sound, .. }) => {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("game.cwr");
            std::fs::write(&path, bytes).expect("a file in it");
            recover(&path).expect("what is damaged is recovered");
            let kept = std::fs::read(&path).expect("the record is there");
            let read = parse(&kept, "kept").expect("what is kept is sound");
            assert!(read.entries.len() >= sound && !read.torn, "every sound event is kept");
            recover(&path).expect("what is sound stays");
            assert_eq!(std::fs::read(&path).expect("the record is there"), kept, "recovered twice, the same");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A sound record, possibly of another game: it replays, or the event that does not is named.
fn replay_as_it_is(read: &ReadRecord) {
    let Ok(set_up) = Table::set_up_of(read) else { return };
    let vm = demo::vm();
    let Ok(mut table) = Table::start(demo::program(), vm, &set_up) else { return };
    if let Err(error) = replay(&mut table, read) {
        assert!(error.at <= read.entries.len() && !error.problem.is_empty(), "{error:?}");
    }
    demo::give_back(table.into_vm());
}

/// Events on a game of the demo, each with the hash it leads to: replayed again they lead to the same.
fn replayed(mut entries: Vec<Entry>) {
    for (i, entry) in entries.iter_mut().enumerate() {
        entry.n = i + 1;
        entry.parent = entry.parent.min(i);
    }
    let mut read = ReadRecord { header: header(), entries, torn: false, sound: 0 };
    let mut tries = 0;
    let chain = loop {
        let mut table = demo::start();
        let done = replay(&mut table, &read);
        let (hash, chain) = (table.hash(), table.hash_chain());
        demo::give_back(table.into_vm());
        let Err(error) = done else { break chain };
        let Some(entry) = error.at.checked_sub(1).and_then(|n| read.entries.get_mut(n)) else {
            panic!("the start differs: {error}");
        };
        // Its hash was not known yet; or it cannot be played at all, and the record ends before it.
        let known = std::mem::replace(&mut entry.hash, hash.to_string());
        if Hash::parse(&known) == Some(hash) || tries == 2 * MOST {
            read.entries.truncate(error.at - 1);
        }
        tries += 1;
        assert!(tries <= 4 * MOST, "an event leads to ever new positions: {error}");
    };
    let mut table = demo::start();
    replay(&mut table, &read).unwrap_or_else(|e| panic!("replayed again: {e}"));
    assert_eq!(table.hash_chain(), chain);
    demo::give_back(table.into_vm());
}

fn replay(table: &mut Table, read: &ReadRecord) -> Result<(), cardwright_table::ReplayError> {
    table.replay(read, None, &mut |_| Ok((demo::program(), demo::vm())))
}

/// The header of a game as the doors start it.
fn header() -> Header {
    let table = demo::start();
    let hash = table.hash().to_string();
    demo::give_back(table.into_vm());
    let set_up = demo::set_up();
    Header {
        cardwright_record: cardwright_table::record::FORMAT,
        engine: String::new(),
        game: "demo".into(),
        scenario: set_up.scenario,
        options: set_up.options,
        seed: set_up.seed,
        packs: Vec::new(),
        content: String::new(),
        began: String::new(),
        nonplayers: Vec::new(),
        given: Vec::new(),
        open: false,
        hash,
    }
}
