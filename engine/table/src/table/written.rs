//! A game that kept no record, written down afterwards.

use super::Table;
use crate::record::{self, Entry, RecordError};
use std::path::Path;

impl Table {
    /// Writes the way from the start to here as a record of its own, all at once: of a game that kept none.
    ///
    /// # Errors
    /// The file is there already, or it or the content beside it cannot be written.
    pub fn write_path(&self, path: &Path) -> Result<(), RecordError> {
        self.ledger.keep_contents(path, self.program())?;
        let start = self.timeline.nodes[0].hash.to_string();
        let seats = Entry { n: 1, parent: 0, event: self.seat_event(), hash: start };
        let mut text = record::line_of(&self.ledger.header) + &record::line_of(&seats);
        let mut parent = 0;
        for node in self.timeline.path().into_iter().map(|n| &self.timeline.nodes[n]) {
            let Some(event) = &node.event else { continue };
            let n = if parent == 0 { 2 } else { parent + 1 };
            text += &record::line_of(&Entry { n, parent, event: event.clone(), hash: node.hash.to_string() });
            parent = n;
        }
        record::write_own(path, text.as_bytes()).map(drop).map_err(RecordError::writing(path))
    }
}
