//! Games had back from their records, under the rules they were played with or under today's.

use crate::failure::Failure;
use crate::packs;
use cardwright_script::{Program, Vm};
use cardwright_table::record::{self, Contents, Entry, Recovered, Salvage};
use cardwright_table::{Event, Library, ReadRecord, SetUp, Table};
use std::path::Path;
use std::sync::Arc;

/// A record with the contents beside it.
pub(crate) struct Book<'a> {
    pub(crate) read: &'a ReadRecord,
    contents: Contents,
    /// Today's packs: they serve where they are the very content that is asked for.
    today: Option<&'a Library>,
    loaded: Vec<(String, Arc<Program>)>,
}

impl<'a> Book<'a> {
    /// The record at `path`, as read.
    pub(crate) fn new(path: &Path, read: &'a ReadRecord, today: Option<&'a Library>) -> Book<'a> {
        Book { read, contents: Contents::beside(path), today, loaded: Vec::new() }
    }

    /// The packs of a content, as they were.
    pub(crate) fn library(&self, hash: &str) -> Result<Library, Failure> {
        Library::open(self.contents.packs(hash)?).map_err(Failure::Content)
    }

    /// The program of a content.
    pub(crate) fn program(&mut self, hash: &str) -> Result<(Arc<Program>, Vm), Failure> {
        if let Some((_, program)) = self.loaded.iter().find(|(h, _)| h == hash) {
            let vm = program.vm().map_err(Failure::Content)?;
            return Ok((program.clone(), vm));
        }
        let game = &self.read.header.game;
        let is_it = |(p, ..): &(Arc<Program>, _, _)| packs::hex(&p.content.hash) == hash;
        let kept = self.contents.packs(hash).and_then(|packs| {
            // What does not load, or is another, is not what was kept.
            let loaded = Library::open(packs).and_then(|library| library.load(game)).ok();
            loaded.filter(is_it).ok_or_else(|| self.contents.damaged(hash))
        });
        let (program, vm) = match kept {
            Ok((program, vm, _)) => (program, vm),
            Err(missing) => {
                let today = self.today.and_then(|l| l.load(game).ok()).filter(is_it);
                today.map(|(program, vm, _)| (program, vm)).ok_or(missing)?
            }
        };
        self.loaded.push((hash.to_owned(), program.clone()));
        Ok((program, vm))
    }

    /// The game as it stood, each stretch under its own rules.
    pub(crate) fn table(&mut self, to: Option<usize>) -> Result<Table, Failure> {
        let read = self.read;
        let (program, mut vm) = self.program(&read.header.content)?;
        vm.tell_story(true);
        let mut table = Table::start(program, vm, &Table::set_up_of(read)?)?;
        let done = table.replay(read, to, &mut |hash| {
            let lacking =
                |_| format!("the rules it went on with (content {hash}) are missing or damaged beside the record");
            self.program(hash).map_err(lacking)
        });
        match done {
            Ok(()) => Ok(table),
            Err(error) => Err(Failure::File(format!(
                "the record does not lead where it says: {error}{}\n  `cardwright play --resume` with `--recover` goes on with the events that do",
                if read.header.engine == env!("CARGO_PKG_VERSION") {
                    String::new()
                } else {
                    format!(
                        " (it was written by cardwright {}, this is {})",
                        read.header.engine,
                        env!("CARGO_PKG_VERSION")
                    )
                }
            ))),
        }
    }
}

/// Brings a damaged record to the events that are sound and lead where they say; what was done is told.
///
/// # Errors
/// Nothing of it can be played again, or the files cannot be written: then all is as it was.
pub(crate) fn recover(path: &Path, today: &Library) -> Result<Option<Recovered>, Failure> {
    let bytes = record::bytes(path)?;
    let shown = path.display().to_string();
    let (mut salvage, is_sound) = match record::parse(&bytes, &shown) {
        Ok(read) => (Salvage::of(&read), true),
        Err(_) => (record::salvage(&bytes, &shown)?, false),
    };
    // Lines may be sound and yet not lead where they say, or need what is lost.
    let read = salvage.read.clone();
    let mut book = Book::new(path, &read, Some(today));
    let (program, vm) = book.program(&read.header.content)?;
    let mut table = Table::start(program, vm, &Table::set_up_of(&read)?)?;
    let done = table.replay_sound(&read, &mut |hash| {
        book.program(hash).map_err(|_| format!("the rules it went on with (content {hash}) are missing or damaged"))
    });
    let failed = done.map_err(|e| Failure::File(format!("the record does not lead where it says: {e}")))?;
    if is_sound && failed.is_empty() {
        return Ok(None);
    }
    drop(table);
    let failed: Vec<(usize, String)> = failed.into_iter().map(|e| (e.at, e.problem)).collect();
    salvage.leave_out(&failed);
    Ok(Some(salvage.put_back(path)?))
}

/// The event whose position an event leaves the game in: `goto`, notes and changes of seats make none.
fn settled(entries: &[Entry], mut n: usize) -> usize {
    while let Some(entry) = n.checked_sub(1).and_then(|at| entries.get(at)) {
        n = match &entry.event {
            Event::Goto { to } => *to,
            Event::Seats { .. } | Event::Note { .. } => entry.parent,
            _ => return n,
        };
    }
    n
}

/// The events that led to where a record ends: branches left, and `goto` themselves, are not among them.
pub(crate) fn main_line(read: &ReadRecord) -> Vec<&Entry> {
    let entries = &read.entries;
    let mut line = Vec::new();
    let mut n = settled(entries, entries.len());
    while let Some(entry) = n.checked_sub(1).and_then(|at| entries.get(at)) {
        line.push(entry);
        n = settled(entries, entry.parent);
    }
    line.reverse();
    line
}

/// The hash of the content a record ends with.
pub(crate) fn last_content(read: &ReadRecord) -> &str {
    let mut line = main_line(read).into_iter().rev();
    let last = line.find_map(|entry| match &entry.event {
        Event::Content { content, .. } => Some(content.as_str()),
        _ => None,
    });
    last.unwrap_or(&read.header.content)
}

/// Who sat where at the end.
pub(crate) fn last_seats(read: &ReadRecord) -> Vec<(String, cardwright_table::Seat)> {
    let mut events = read.entries.iter().rev().map(|e| &e.event);
    let last = events.find_map(|event| match event {
        Event::Seats { seats } => Some(seats),
        _ => None,
    });
    let seats = last.into_iter().flatten();
    seats.filter_map(|(side, seat)| Some((side.clone(), cardwright_table::Seat::parse(seat)?))).collect()
}

/// Where today's rules part from a record.
#[derive(Debug)]
pub(crate) struct Difference {
    /// How many events of the main line come out the same.
    pub(crate) same: usize,
    /// The event that does not.
    pub(crate) event: usize,
    /// How.
    pub(crate) problem: String,
}

/// Starts a recorded game under other rules.
pub(crate) fn start_under(read: &ReadRecord, program: Arc<Program>, mut vm: Vm) -> Result<Table, Failure> {
    vm.tell_story(true);
    let set_up = SetUp { seats: last_seats(read), ..Table::set_up_of(read)? };
    Ok(Table::start(program, vm, &set_up)?)
}

/// Plays recorded events on a table; the first that cannot be played, or leads elsewhere, ends it.
pub(crate) fn follow(table: &mut Table, read: &ReadRecord, line: &[&Entry]) -> Option<Difference> {
    if !table.is_at(&read.header.hash) {
        return Some(Difference { same: 0, event: 0, problem: "the game starts in another position".into() });
    }
    noted(table, read, 0);
    for (same, entry) in line.iter().enumerate() {
        let differs = |problem: String| Some(Difference { same, event: read.event_of(entry.n), problem });
        if let Err(problem) = table.play_again(&entry.event) {
            table.take_forced();
            return differs(problem);
        }
        if !table.is_at(&entry.hash) {
            return differs("it leads to another position".into());
        }
        noted(table, read, entry.n);
    }
    None
}

/// What was noted at an event is noted again where the game is.
fn noted(table: &mut Table, read: &ReadRecord, n: usize) {
    for entry in read.entries.iter().filter(|entry| entry.parent == n && matches!(entry.event, Event::Note { .. })) {
        // That it cannot be written shows with the next answer.
        let _ = table.play_again(&entry.event);
    }
}
