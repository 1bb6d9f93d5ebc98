//! Replays recorded games, with the recorded rules or with the current ones.

use crate::failure::Failure;
use crate::out::counted;
use crate::saved_games;
use cardwright_script::{Program, Vm};
use cardwright_table::record::{self, Contents, Entry, Recovered, Salvage};
use cardwright_table::{Event, FormerIds, Library, ReadRecord, SetUp, Table};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Finds and reads a record of a game. `name` is `RECORD` or `RECORD:EVENT`; also returns the path and the event.
pub(crate) fn find(name: &str, game: &str) -> Result<(PathBuf, ReadRecord, Option<usize>), Failure> {
    let (name, event) = match name.rsplit_once(':').and_then(|(name, event)| Some((name, event.parse().ok()?))) {
        Some((name, event)) => (name, Some(event)),
        None => (name, None),
    };
    let path = saved_games::find(name)?;
    let read = record::read(&path)?;
    if read.header.game != game {
        return Err(Failure::Usage(format!("the record is of `{}`, not of `{game}`", read.header.game)));
    }
    Ok((path, read, event))
}

/// Returns the line of an event in a record, for [`RecordedGame::table`]. Without an event, returns `None`.
pub(crate) fn line_of(read: &ReadRecord, event: Option<usize>) -> Result<Option<usize>, Failure> {
    match event {
        Some(event) if event > read.events() => {
            Err(Failure::Usage(format!("the record has {}", counted(read.events(), "event"))))
        }
        event => Ok(event.and_then(|event| read.line_of(event))),
    }
}

/// A record and the contents stored next to it.
pub(crate) struct RecordedGame<'a> {
    /// The record as it was read from its file.
    pub(crate) read: &'a ReadRecord,
    contents: Contents,
    /// The current packs. They replace a missing content if they have the same hash.
    current: Option<&'a Library>,
    /// The programs loaded so far, each with its content hash.
    loaded: Vec<(String, Arc<Program>)>,
}

impl<'a> RecordedGame<'a> {
    /// Wraps the record `read`, which comes from the file `path`.
    pub(crate) fn new(path: &Path, read: &'a ReadRecord, current: Option<&'a Library>) -> RecordedGame<'a> {
        RecordedGame { read, contents: Contents::for_record(path), current, loaded: Vec::new() }
    }

    /// Opens the recorded packs of a content hash.
    pub(crate) fn library(&self, hash: &str) -> Result<Library, Failure> {
        Library::open(self.contents.packs(hash)?).map_err(Failure::Content)
    }

    /// Returns the program of a content hash, with a new VM.
    pub(crate) fn program(&mut self, hash: &str) -> Result<(Arc<Program>, Vm), Failure> {
        if let Some((_, program)) = self.loaded.iter().find(|(known, _)| known == hash) {
            let vm = program.vm().map_err(Failure::Content)?;
            return Ok((program.clone(), vm));
        }
        let game = &self.read.header.game;
        let has_hash = |(program, ..): &(Arc<Program>, _, _)| record::hex(&program.content.hash) == hash;
        let stored = self.contents.packs(hash).and_then(|packs| {
            // A content that does not load or has another hash is damaged.
            let loaded = Library::open(packs).and_then(|library| library.load(game)).ok();
            loaded.filter(has_hash).ok_or_else(|| self.contents.damaged(hash))
        });
        let (program, vm) = match stored {
            Ok((program, vm, _)) => (program, vm),
            Err(missing) => {
                let current = self.current.and_then(|library| library.load(game).ok()).filter(has_hash);
                current.map(|(program, vm, _)| (program, vm)).ok_or(missing)?
            }
        };
        self.loaded.push((hash.to_owned(), program.clone()));
        Ok((program, vm))
    }

    /// Finds the former ids under which the record names things of other rules.
    pub(crate) fn former_ids(&mut self, program: &Program) -> FormerIds {
        if program.board.renames.is_empty() {
            return FormerIds::default();
        }
        let later = self.read.entries.iter().filter_map(|entry| match &entry.event {
            Event::Content { content, .. } => Some(content.clone()),
            _ => None,
        });
        let hashes: BTreeSet<String> = later.chain([self.read.header.content.clone()]).collect();
        let programs: Vec<_> = hashes.iter().map(|hash| self.program(hash).ok().map(|(program, _)| program)).collect();
        FormerIds::new(program, programs.iter().map(|program| program.as_ref().map(|program| &*program.board)))
    }

    /// Replays the game with the recorded rules, to its end or to event `last`.
    pub(crate) fn table(&mut self, last: Option<usize>) -> Result<Table, Failure> {
        let read = self.read;
        let (program, mut vm) = self.program(&read.header.content)?;
        // The log then has headings and log actions, with the changes of each.
        vm.set_structured_log(true);
        let mut table = Table::start(program, vm, &Table::set_up_of(read))?;
        let result = table.replay(read, last, &mut |hash| {
            self.program(hash)
                .map_err(|_| format!("the rules it continued with (content {hash}) are missing or damaged"))
        });
        match result {
            Ok(()) => Ok(table),
            Err(error) => Err(Failure::File(format!(
                "the replay does not match the record: {error}{}\n  `cardwright play --resume` with `--recover` keeps the events that match",
                if read.header.engine == env!("CARGO_PKG_VERSION") {
                    String::new()
                } else {
                    format!(
                        " (the record was written by cardwright {}, this is {})",
                        read.header.engine,
                        env!("CARGO_PKG_VERSION")
                    )
                }
            ))),
        }
    }
}

/// Repairs a damaged record: keeps the events whose replay gives the recorded position. Returns a report, or `None` if
/// the record is sound.
///
/// # Errors
/// The first position cannot be replayed, or a file cannot be written. No file is changed then.
pub(crate) fn recover(path: &Path, current: &Library) -> Result<Option<Recovered>, Failure> {
    let bytes = record::bytes(path)?;
    let path_text = path.display().to_string();
    let (mut salvage, is_sound) = match record::parse(&bytes, &path_text) {
        Ok(read) => (Salvage::from_intact(&read), true),
        Err(_) => (record::salvage(&bytes, &path_text)?, false),
    };
    // Events that can be read may still fail in the replay, or need content that is lost.
    let read = salvage.read.clone();
    let mut recorded = RecordedGame::new(path, &read, Some(current));
    let (program, vm) = recorded.program(&read.header.content)?;
    let mut table = Table::start(program, vm, &Table::set_up_of(&read))?;
    let result = table.replay_skipping_failures(&read, &mut |hash| {
        recorded
            .program(hash)
            .map_err(|_| format!("the rules it continued with (content {hash}) are missing or damaged"))
    });
    let failed = result.map_err(|error| Failure::File(format!("the replay does not match the record: {error}")))?;
    if is_sound && failed.is_empty() {
        return Ok(None);
    }
    drop(table);
    let failed: Vec<(usize, String)> = failed.into_iter().map(|error| (error.line, error.problem)).collect();
    salvage.leave_out(&failed);
    Ok(Some(salvage.write_repaired(path)?))
}

/// Returns the number of the event that made the position after event `n`. Skips `goto`, notes and changes of seats.
fn position_event(entries: &[Entry], mut n: usize) -> usize {
    while let Some(entry) = n.checked_sub(1).and_then(|index| entries.get(index)) {
        n = match &entry.event {
            Event::Goto { to } => *to,
            Event::Seats { .. } | Event::Note { .. } => entry.parent,
            _ => return n,
        };
    }
    n
}

/// Returns the events from the start to the last position of a record, without other branches and without `goto`.
pub(crate) fn main_line(read: &ReadRecord) -> Vec<&Entry> {
    let entries = &read.entries;
    let mut line = Vec::new();
    let mut n = position_event(entries, entries.len());
    while let Some(entry) = n.checked_sub(1).and_then(|index| entries.get(index)) {
        line.push(entry);
        n = position_event(entries, entry.parent);
    }
    line.reverse();
    line
}

/// Returns the hash of the content at the end of a record.
pub(crate) fn last_content(read: &ReadRecord) -> &str {
    let mut line = main_line(read).into_iter().rev();
    let last = line.find_map(|entry| match &entry.event {
        Event::Content { content, .. } => Some(content.as_str()),
        _ => None,
    });
    last.unwrap_or(&read.header.content)
}

/// Returns the seats at the end of a record, by side id.
pub(crate) fn last_seats(read: &ReadRecord) -> Vec<(String, cardwright_table::Seat)> {
    let mut events = read.entries.iter().rev().map(|entry| &entry.event);
    let last = events.find_map(|event| match event {
        Event::Seats { seats } => Some(seats),
        _ => None,
    });
    let seats = last.into_iter().flatten();
    seats.filter_map(|(side, seat)| Some((side.clone(), cardwright_table::Seat::parse(seat)?))).collect()
}

/// The first difference between a record and a replay with other rules.
#[derive(Debug)]
pub(crate) struct Difference {
    /// How many events of the main line give the recorded position.
    pub(crate) same: usize,
    /// The number of the first event that gives another position.
    pub(crate) event: usize,
    /// A sentence that says what differs.
    pub(crate) problem: String,
}

/// Starts a recorded game with other rules.
pub(crate) fn start_under(
    read: &ReadRecord,
    program: Arc<Program>,
    mut vm: Vm,
    former_ids: &FormerIds,
) -> Result<Table, Failure> {
    vm.set_structured_log(true);
    let set_up = SetUp { seats: last_seats(read), ..Table::set_up_of(read) };
    let set_up = former_ids.current_set_up(&program, set_up);
    let mut table = Table::start(program, vm, &set_up)?;
    table.set_former_ids(former_ids.clone());
    Ok(table)
}

/// Replays recorded events on a game up to the first difference. Returns the difference.
pub(crate) fn replay_until_difference(table: &mut Table, read: &ReadRecord, line: &[&Entry]) -> Option<Difference> {
    if !table.is_at(&read.header.hash) {
        return Some(Difference { same: 0, event: 0, problem: "the game starts in another position".into() });
    }
    replay_notes(table, read, 0);
    for (same, entry) in line.iter().enumerate() {
        let differs = |problem: String| Some(Difference { same, event: read.event_of(entry.n), problem });
        if let Err(problem) = table.replay_event(&entry.event) {
            // Drop recorded outcomes that the failed event did not use.
            table.take_forced();
            return differs(problem);
        }
        if !table.is_at(&entry.hash) {
            return differs("it leads to another position".into());
        }
        replay_notes(table, read, entry.n);
    }
    None
}

/// Repeats the notes of event `n` at the current event of the game.
fn replay_notes(table: &mut Table, read: &ReadRecord, n: usize) {
    for entry in read.entries.iter().filter(|entry| entry.parent == n && matches!(entry.event, Event::Note { .. })) {
        // A write error will show with the next answer.
        let _ = table.replay_event(&entry.event);
    }
}
