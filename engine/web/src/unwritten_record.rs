//! Tells the players and the host if the record of a served game cannot be written.

use crate::game::Game;
use std::path::PathBuf;

/// The notice to everybody if the record cannot be written, for example because the disk is full.
pub(crate) const UNWRITTEN: &str = "the game's record cannot be written";

impl Game {
    /// Writes the file of the links if the record has none, because the game goes on in another record.
    pub(crate) fn write_links(&mut self) {
        let Some(record) = self.session.table.record_path() else { return };
        if let Err(error) = self.keys.write_if_missing(record) {
            self.notify_host("error", &error.to_string());
        }
    }

    /// Returns the path of the record when the server stops, if the file exists.
    pub(crate) fn record_at_the_end(&mut self) -> Option<PathBuf> {
        let path = self.session.table.record_path().filter(|path| path.is_file())?.to_owned();
        self.write_links();
        Some(path)
    }

    /// Tells everybody that the record cannot be written. Only the host gets the reason, which contains the path.
    pub(crate) fn report_unwritten_record(&mut self, why: &str) {
        self.notify_all("error", &format!("{UNWRITTEN}: nothing is lost, and the game goes on once it can be written"));
        self.notify_host("error", &format!("{why}; afterwards `record` lets bots go on"));
    }
}
