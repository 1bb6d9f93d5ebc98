//! Writes a game's record and the contents next to it. An event is on disk before anybody sees it.

use crate::record::{Contents, Event, Header, Record, RecordError, hex};
use cardwright_script::Program;
use std::path::Path;
use std::sync::Arc;

/// The record, if there is one, and the data it needs.
#[derive(Debug)]
pub(crate) struct RecordKeeper {
    pub(crate) header: Header,
    /// Every content that the game used, each once.
    pub(crate) contents: Vec<Arc<Program>>,
    pub(crate) record: Option<Record>,
}

impl RecordKeeper {
    /// Appends an event after the line `after`. Returns the new line's number, or 0 without a record.
    ///
    /// # Errors
    /// The file cannot be written. Then the event did not happen.
    pub(crate) fn append(&mut self, after: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        match &mut self.record {
            Some(record) => record.append(after, event, hash),
            None => Ok(0),
        }
    }

    /// Adds a content to those that the game used.
    pub(crate) fn add_content(&mut self, program: &Arc<Program>) {
        if !self.contents.iter().any(|stored| Arc::ptr_eq(stored, program)) {
            self.contents.push(program.clone());
        }
    }

    /// Stores every content that the game used next to a record.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn store_contents(&self, path: &Path, current: &Arc<Program>) -> Result<(), RecordError> {
        let others = self.contents.iter().filter(|program| !Arc::ptr_eq(program, current));
        others.chain([current]).try_for_each(|program| store_content(path, program))
    }

    /// Writes the whole record to a new file, and stores the contents that it names next to that file.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write_copy(&self, path: &Path, current: &Arc<Program>) -> Result<Option<Record>, RecordError> {
        let Some(record) = &self.record else { return Ok(None) };
        self.store_contents(path, current)?;
        record.copy_to(path).map(Some)
    }
}

/// Stores one content next to a record.
pub(crate) fn store_content(path: &Path, program: &Program) -> Result<(), RecordError> {
    let files = program.content.files.iter().map(|file| (file.pack.as_str(), file.path.as_str(), file.text.as_str()));
    Contents::for_record(path).store(&hex(&program.content.hash), files).map(drop)
}
