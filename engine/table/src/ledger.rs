//! What is written down of a game: its record, and the contents beside it. An event is here before anybody sees it.

use crate::record::{Contents, Event, Header, Record, RecordError};
use crate::table::hex;
use cardwright_script::Program;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game's record, if one is kept, and what it needs.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) header: Header,
    /// Every content the game was played with, each once.
    pub(crate) contents: Vec<Arc<Program>>,
    pub(crate) record: Option<Record>,
    /// Where a record lay that was altered by others, and where it was written anew: that altered too, it is called after the first.
    pub(crate) anew: Option<(PathBuf, PathBuf)>,
}

impl Ledger {
    /// Writes an event down after another (by its line); returns its own line, 0 where no record is kept.
    ///
    /// # Errors
    /// It cannot be written: the event did not happen.
    pub(crate) fn append(&mut self, after: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        match &mut self.record {
            Some(record) => record.append(after, event, hash),
            None => Ok(0),
        }
    }

    /// Notes that the game is played with a content.
    pub(crate) fn plays(&mut self, program: &Arc<Program>) {
        if !self.contents.iter().any(|p| Arc::ptr_eq(p, program)) {
            self.contents.push(program.clone());
        }
    }

    /// Keeps every content the game was played with beside a record.
    ///
    /// # Errors
    /// One cannot be written.
    pub(crate) fn keep_contents(&self, path: &Path, present: &Arc<Program>) -> Result<(), RecordError> {
        let other = self.contents.iter().filter(|p| !Arc::ptr_eq(p, present));
        other.chain([present]).try_for_each(|program| keep(path, program))
    }

    /// The whole record, written to another new file with the contents it names.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn written_to(&self, path: &Path, present: &Arc<Program>) -> Result<Option<Record>, RecordError> {
        let Some(record) = &self.record else { return Ok(None) };
        self.keep_contents(path, present)?;
        record.moved(path).map(Some)
    }
}

/// Keeps a content beside a record.
pub(crate) fn keep(path: &Path, program: &Program) -> Result<(), RecordError> {
    let files = program.content.files.iter().map(|f| (f.pack.as_str(), f.path.as_str(), f.text.as_str()));
    Contents::beside(path).keep(&hex(&program.content.hash), files).map(drop)
}
