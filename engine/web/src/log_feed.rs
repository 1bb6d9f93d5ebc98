//! The game log as one viewer may read it, one JSON entry per event. Each page receives the entries that are new to
//! it.

use crate::wire;
use cardwright_table::Table;
use cardwright_table::Viewer;
use cardwright_view::{Decisions, history};
use std::collections::HashMap;
use std::sync::Arc;

/// The log from the start of the game to the current event.
#[derive(Debug, Default)]
pub(crate) struct LogFeed {
    entries: Vec<Arc<Entry>>,
    /// Grows with each update that adds entries.
    version: u64,
    /// What the entries depend on: the viewer, the level of detail and the hash of the rules.
    settings: Option<(Viewer, Decisions, [u8; 32])>,
}

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    event: usize,
    /// The number of notes that the viewer may read. The page must not learn that there are others.
    notes: usize,
    version: u64,
    text: Box<str>,
}

/// Entries of one update. Feeds of different viewers share equal entries.
#[derive(Debug, Default)]
pub(crate) struct EntryCache(HashMap<usize, Vec<Arc<Entry>>>);

impl EntryCache {
    fn share(&mut self, entry: Entry) -> Arc<Entry> {
        let entries = self.0.entry(entry.event).or_default();
        if let Some(equal) = entries.iter().find(|other| ***other == entry) {
            return equal.clone();
        }
        let entry = Arc::new(entry);
        entries.push(entry.clone());
        entry
    }
}

/// The entries of a log that a page does not have yet.
#[derive(Debug)]
pub(crate) struct NewEntries {
    /// The number of entries before them.
    from: usize,
    /// The entries as a JSON list.
    entries: String,
    /// The number of entries of the whole log.
    total: usize,
    /// The version of the log with these entries.
    version: u64,
}

impl LogFeed {
    /// An empty log. `version`: where its versions start, so that pages of an earlier server do not match them.
    pub(crate) fn new(version: u64) -> LogFeed {
        LogFeed { version, ..LogFeed::default() }
    }

    /// Brings the log to the current event.
    pub(crate) fn update(&mut self, table: &Table, viewer: Viewer, decisions: Decisions, cache: &mut EntryCache) {
        let settings = Some((viewer, decisions, table.program().content.hash));
        if self.settings != settings {
            self.settings = settings;
            self.entries.clear();
        }
        let (path, notes) = (table.path(), |n: usize| table.notes(n, viewer).count());
        let is_current = |(entry, n): &(&Arc<Entry>, &usize)| entry.event == **n && entry.notes == notes(**n);
        let unchanged = self.entries.iter().zip(&path).take_while(is_current).count();
        self.entries.truncate(unchanged);
        if unchanged < path.len() {
            self.version += 1;
        }
        for n in &path[unchanged..] {
            let entry = history::at(table, *n, viewer, decisions);
            let text = wire::to_json(&entry).into();
            let entry = Entry { event: *n, notes: notes(*n), version: self.version, text };
            self.entries.push(cache.share(entry));
        }
    }

    /// The newest version.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The entries that changed after a version; all of them for version 0 or a version of another server.
    pub(crate) fn since(&self, version: u64) -> NewEntries {
        let known = if version > self.version { 0 } else { version };
        let from = self.entries.partition_point(|entry| entry.version <= known);
        let texts: Vec<&str> = self.entries[from..].iter().map(|entry| &*entry.text).collect();
        NewEntries { from, entries: format!("[{}]", texts.join(",")), total: self.entries.len(), version: self.version }
    }
}

impl NewEntries {
    /// The field of a view message. Pages call the version `stamp`.
    pub(crate) fn field(&self) -> String {
        let NewEntries { from, entries, total, version } = self;
        format!("\"log\":{{\"from\":{from},\"entries\":{entries},\"total\":{total},\"stamp\":{version}}}")
    }
}
