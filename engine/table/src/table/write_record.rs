//! Writes a record for a game that was played without one.

use super::Table;
use crate::record::{self, Entry, RecordError};
use std::path::Path;

impl Table {
    /// Writes the events from the start to the shown event as a new record.
    ///
    /// # Errors
    /// The file exists already, or a file cannot be written.
    pub fn write_record(&self, path: &Path) -> Result<(), RecordError> {
        self.record_keeper.store_contents(path, self.program())?;
        let start = self.timeline.nodes[0].hash.to_string();
        let seats = Entry { n: 1, parent: 0, event: self.seat_event(), hash: start };
        let mut text = record::line_of(&self.record_keeper.header) + &record::line_of(&seats);
        let mut parent = 0;
        for node in self.timeline.path().into_iter().map(|n| &self.timeline.nodes[n]) {
            let Some(event) = &node.event else { continue };
            // Line 1 has the seats, so the first event is line 2.
            let n = if parent == 0 { 2 } else { parent + 1 };
            text += &record::line_of(&Entry { n, parent, event: event.clone(), hash: node.hash.to_string() });
            parent = n;
        }
        record::write_private(path, text.as_bytes()).map(drop).map_err(RecordError::writing(path))
    }
}
