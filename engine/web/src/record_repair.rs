//! Repairs the record of a served game if the file was removed or altered. Tells the players and the host if the record
//! cannot be written.

use crate::game::{Game, record_name};
use cardwright_table::record::RecordError;
use std::path::PathBuf;

/// The notice to everybody if the record cannot be written, for example because the disk is full.
pub(crate) const UNWRITTEN: &str = "the game's record cannot be written";

impl Game {
    /// Writes the record again from memory if its file was removed or altered.
    pub(crate) fn repair_record(&mut self) {
        let repaired = self.session.table.repair_record();
        self.report_repair(repaired);
    }

    /// Compares the whole file with memory, and writes the record again if they differ. Called when the server stops.
    pub(crate) fn repair_record_fully(&mut self) {
        let repaired = self.session.table.repair_record_fully();
        self.report_repair(repaired);
    }

    fn report_repair(&mut self, repaired: Result<Option<PathBuf>, RecordError>) {
        match repaired {
            Ok(None) => self.repair_links(),
            Ok(Some(path)) => {
                self.record = record_name(&path);
                self.bots_wait = false;
                let links = self.keys.write_if_missing(&path);
                let text = format!(
                    "the record was removed or altered during the game: the server has written all of it again to {}",
                    path.display()
                );
                self.notify_host("error", &text);
                if let Err(error) = links {
                    self.notify_host("error", &error.to_string());
                }
            }
            // The next answer is refused with the reason.
            Err(_) => {}
        }
    }

    /// Writes the key file again if it was removed.
    fn repair_links(&mut self) {
        let Some(record) = self.session.table.record_path() else { return };
        // If this fails, the next call tries again.
        if let Ok(Some(path)) = self.keys.write_if_missing(record) {
            let text = format!(
                "the file of the links was removed during the game: the server has written it again to {}",
                path.display()
            );
            self.notify_host("error", &text);
        }
    }

    /// Repairs the record when the server stops, and returns its path if the file exists.
    pub(crate) fn record_at_the_end(&mut self) -> Option<PathBuf> {
        self.repair_record_fully();
        let path = self.session.table.record_path()?;
        path.is_file().then(|| path.to_owned())
    }

    /// Tells everybody that the record cannot be written. Only the host gets the reason, which contains the path.
    pub(crate) fn report_unwritten_record(&mut self, why: &str) {
        self.notify_all("error", &format!("{UNWRITTEN}: nothing is lost, and the game goes on once it can be written"));
        let help = "free some disk space, or solve the problem otherwise; the next answer is then written, and \
                    `record` lets bots go on";
        self.notify_host("error", &format!("{why}; {help}"));
    }
}
