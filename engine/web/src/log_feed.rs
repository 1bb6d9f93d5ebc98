//! The game log as one viewer may read it, with one JSON entry per event. The server sends each page only the entries
//! that the page does not have yet.

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
    /// The viewer, the level of detail and the hash of the rules. If one of them changes, all entries are made again.
    settings: Option<(Viewer, Decisions, [u8; 32])>,
}

/// The log entry of one event.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    event: usize,
    /// The number of notes that the viewer may read. Other notes do not count, because the page must not learn of them.
    notes: usize,
    /// The version of the log that added the entry.
    version: u64,
    /// The entry as JSON.
    text: Box<str>,
}

/// The entries of one update, by event. The feeds of different viewers share equal entries.
#[derive(Debug, Default)]
pub(crate) struct EntryCache(HashMap<usize, Vec<Arc<Entry>>>);

impl EntryCache {
    /// Returns an equal entry of the cache, or adds this entry.
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
    /// The number of log entries before `entries`.
    from: usize,
    /// The new entries as a JSON list.
    entries: String,
    /// The number of entries of the whole log.
    total: usize,
    /// The version of the log that a page has after it received the entries.
    version: u64,
}

impl LogFeed {
    /// Creates an empty log. Its versions start after `version`, so they match no version that a page has from an
    /// earlier server.
    pub(crate) fn new(version: u64) -> LogFeed {
        LogFeed { version, ..LogFeed::default() }
    }

    /// Adds the entries up to the current event, and replaces entries that changed.
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

    /// Returns the entries that changed after a version. For version 0 or a version of another server, returns all
    /// entries.
    pub(crate) fn since(&self, version: u64) -> NewEntries {
        let page_version = if version > self.version { 0 } else { version };
        let from = self.entries.partition_point(|entry| entry.version <= page_version);
        let texts: Vec<&str> = self.entries[from..].iter().map(|entry| &*entry.text).collect();
        NewEntries { from, entries: format!("[{}]", texts.join(",")), total: self.entries.len(), version: self.version }
    }
}

impl NewEntries {
    /// Writes the field `log` of a view message. The key of the version is `stamp`.
    pub(crate) fn field(&self) -> String {
        let NewEntries { from, entries, total, version } = self;
        format!("\"log\":{{\"from\":{from},\"entries\":{entries},\"total\":{total},\"stamp\":{version}}}")
    }
}
