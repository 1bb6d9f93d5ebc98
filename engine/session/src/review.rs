//! Looking back at a game that is over: nothing in it may be changed from there, unless all hands are open.

use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

impl Session {
    /// Why a command that goes back or forth is refused, while the viewer looks back or all hands have been shown.
    pub(crate) fn travel_refused(&self, command: &str) -> Option<Reply> {
        if self.is_laid_open() && !self.table.open && !self.table.is_looking_back() {
            return Some(Reply::refused(
                "all hands have been shown since the game was over: nothing is taken back any more",
            ));
        }
        if !self.table.is_looking_back() {
            return None;
        }
        let here = self.table.here();
        let on = if self.table.open { "; an answer goes on from here" } else { "" };
        Some(Reply::refused(format!(
            "you look back at event {here}: `goto end` returns to the end, where `{command}` works{on}"
        )))
    }

    /// In a game with all hands open an answer goes on from the event that is looked at, as a branch. Why not, if not.
    pub(crate) fn go_on_from_here(&mut self, viewer: Viewer) -> Result<(), Box<Reply>> {
        if !self.table.is_looking_back() {
            return Ok(());
        }
        if !self.table.open {
            let why = "the game is over, and you look back at it: Enter shows the next event, `goto end` returns";
            return Err(Box::new(Reply::refused(why)));
        }
        let here = self.table.here();
        self.table.stop_looking_back();
        self.table.goto(here).map_err(|error| Box::new(self.refuse(viewer, error)))
    }
}
