//! The log as some eyes read it, event by event, kept as it is written: each reader is sent what is new to it.

use crate::wire;
use cardwright_table::Table;
use cardwright_table::label::Audience;
use cardwright_view::{Decisions, history};
use std::collections::HashMap;
use std::sync::Arc;

/// A log on the way to where the game is.
#[derive(Debug, Default)]
pub(crate) struct Story {
    entries: Vec<Arc<Entry>>,
    /// Counts how often something was written: higher is later.
    stamp: u64,
    /// With which eyes, how fully, and under which rules, it was read.
    read: Option<(Audience, Decisions, [u8; 32])>,
}

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    event: usize,
    /// Notes that these eyes read there: of others they are told nothing, not even that something was noted.
    notes: usize,
    stamp: u64,
    text: Box<str>,
}

/// What is written for several readers at one moment: what reads the same for two of them is kept once, in both their logs.
#[derive(Debug, Default)]
pub(crate) struct Scribe(HashMap<usize, Vec<Arc<Entry>>>);

impl Scribe {
    fn write(&mut self, entry: Entry) -> Arc<Entry> {
        let of = self.0.entry(entry.event).or_default();
        if let Some(same) = of.iter().find(|other| ***other == entry) {
            return same.clone();
        }
        let entry = Arc::new(entry);
        of.push(entry.clone());
        entry
    }
}

/// What of a log is new to a reader.
#[derive(Debug)]
pub(crate) struct News {
    /// How many entries before it stand.
    pub(crate) from: usize,
    /// The entries as a JSON list.
    pub(crate) entries: String,
    /// How many there are in all.
    pub(crate) total: usize,
    /// Until when this is: what is written later is news then.
    pub(crate) stamp: u64,
}

impl Story {
    /// A log whose stamps begin after some number: those of another table do not fit it.
    pub(crate) fn after(stamp: u64) -> Story {
        Story { stamp, ..Story::default() }
    }

    /// Goes on to where the game is.
    pub(crate) fn follow(&mut self, table: &Table, eyes: Audience, decisions: Decisions, scribe: &mut Scribe) {
        let read = Some((eyes, decisions, table.program().content.hash));
        if self.read != read {
            self.read = read;
            self.entries.clear();
        }
        let (path, notes) = (table.path(), |n: usize| table.notes(n, eyes).count());
        let stands = |(entry, n): &(&Arc<Entry>, &usize)| entry.event == **n && entry.notes == notes(**n);
        let same = self.entries.iter().zip(&path).take_while(stands).count();
        self.entries.truncate(same);
        if same < path.len() {
            self.stamp += 1;
        }
        for n in &path[same..] {
            let told = history::at(table, *n, eyes, decisions);
            let text = wire::text(&told).into();
            let entry = Entry { event: *n, notes: notes(*n), stamp: self.stamp, text };
            self.entries.push(scribe.write(entry));
        }
    }

    /// Until when it is written.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// What is new to one who has read up to a stamp; all of it to one who has read nothing, or what is of another table.
    pub(crate) fn since(&self, stamp: u64) -> News {
        let known = if stamp > self.stamp { 0 } else { stamp };
        let from = self.entries.partition_point(|entry| entry.stamp <= known);
        let texts: Vec<&str> = self.entries[from..].iter().map(|entry| &*entry.text).collect();
        News { from, entries: format!("[{}]", texts.join(",")), total: self.entries.len(), stamp: self.stamp }
    }
}

impl News {
    /// As the field of a view.
    pub(crate) fn field(&self) -> String {
        let News { from, entries, total, stamp } = self;
        format!("\"log\":{{\"from\":{from},\"entries\":{entries},\"total\":{total},\"stamp\":{stamp}}}")
    }
}
