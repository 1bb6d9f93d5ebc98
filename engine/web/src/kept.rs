//! The game's record while it is served: written anew where it was lost, and what is said where it cannot be written.

use crate::game::{Game, called};
use crate::reply::Reply;
use cardwright_table::record::RecordError;
use std::path::PathBuf;

/// What all are told of a full disk, and the like.
pub(crate) const UNWRITTEN: &str = "the game's record cannot be written";

impl Game {
    /// Writes the record anew where its file was removed or altered by others: all of it is in memory. Where it is to lie nobody
    /// says but the file that was there.
    pub(crate) fn mend_record(&mut self) {
        let done = self.keeper.table().mend_record();
        self.mended_record(done);
    }

    /// The same at the end: all of the file is read.
    pub(crate) fn mend_whole_record(&mut self) {
        let done = self.keeper.table().mend_whole_record();
        self.mended_record(done);
    }

    fn mended_record(&mut self, done: Result<Option<PathBuf>, RecordError>) {
        match done {
            Ok(None) => self.mend_links(),
            Ok(Some(path)) => {
                self.record = called(&path);
                self.stuck = false;
                let done = self.keys.lay_beside(&path);
                let told = format!(
                    "the record was removed or altered while the game is served: all of it has been written anew in {}",
                    path.display()
                );
                self.tell_desk("error", &told);
                if let Err(error) = done {
                    self.tell_desk("error", &error.to_string());
                }
            }
            // Whoever answers is told that it is not taken.
            Err(_) => {}
        }
    }

    /// Writes the links anew where their file was removed.
    fn mend_links(&mut self) {
        let Some(record) = self.keeper.look().record_path() else { return };
        // Where that fails it is tried again with the next line.
        if let Ok(Some(path)) = self.keys.lay_beside(record) {
            let told =
                format!("the links were removed while the game is served: they are written anew in {}", path.display());
            self.tell_desk("error", &told);
        }
    }

    /// `record`: where it lies. Random players that wait until it can be written try again.
    pub(crate) fn say_record(&mut self) -> Reply {
        self.stuck = false;
        match self.keeper.look().record_path() {
            Some(path) if path.is_file() => Reply::said(format!("record: {}", path.display())),
            Some(path) => Reply::refused(format!(
                "{} is gone and cannot be written anew: all of it is in memory as long as the game is served",
                path.display()
            )),
            None => Reply::refused("this game is played without a record"),
        }
    }

    /// Where it lies when nothing more is played.
    pub(crate) fn record_at_the_end(&mut self) -> Option<PathBuf> {
        self.mend_whole_record();
        let path = self.keeper.look().record_path()?;
        path.is_file().then(|| path.to_owned())
    }

    /// That the record cannot be written: where it lies is for the desk.
    pub(crate) fn tell_unwritten(&mut self, why: &str) {
        self.tell_all("error", &format!("{UNWRITTEN}: nothing is lost, and the game goes on when it can be"));
        let way_on = "make room there, or whatever else it needs; the next answer is then written (`record` lets random \
                      players go on)";
        self.tell_desk("error", &format!("{why}; {way_on}"));
    }
}
