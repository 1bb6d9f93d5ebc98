//! Looks back at a game that is over: the viewer sees the position after an earlier event, and the game stays at its
//! end. While a viewer looks back, answers are refused except in an open game.

use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::SideId;
use cardwright_table::{Played, Preview, PreviewEnd, Viewer};

impl Session {
    /// Refuses a command such as `undo` while the viewer looks back, or after all hands have been shown.
    pub(crate) fn refuse_while_looking_back(&self, command: &str) -> Option<Reply> {
        if self.is_laid_open() && !self.table.open && !self.table.is_looking_back() {
            return Some(Reply::refused(
                "all hands have been shown since the game was over: nothing is taken back any more",
            ));
        }
        if !self.table.is_looking_back() {
            return None;
        }
        let here = self.table.shown_event();
        let hint = if self.table.open { "; an answer goes on from here" } else { "" };
        Some(Reply::refused(format!(
            "you look back at event {here}: `goto end` returns to the end, where `{command}` works{hint}"
        )))
    }

    /// Says why the viewer cannot answer, if the viewer looks back at a game that is not open.
    pub(crate) fn refuse_answer_while_looking_back(&self) -> Option<Reply> {
        let is_refused = self.table.is_looking_back() && !self.table.open;
        let why = "the game is over, and you look back at it: Enter shows the next event, `goto end` returns";
        is_refused.then(|| Reply::refused(why))
    }

    /// Prepares an answer while the viewer looks back at an open game: goes to the event that the viewer looks at, where
    /// the answer starts a branch. If the line has no complete answer that is legal there, returns the reply to it, and
    /// nothing changes.
    pub(crate) fn continue_from_viewed_event(
        &mut self,
        viewer: Viewer,
        side: Option<SideId>,
        line: &str,
    ) -> Result<(), Box<Reply>> {
        if !self.table.is_looking_back() {
            return Ok(());
        }
        match self.table.preview(side, line, Viewer::OPEN) {
            Err(refused) if refused.error.answered() == 0 => {
                return Err(Box::new(self.refuse(viewer, refused.error)));
            }
            Ok(Preview { answers, end: PreviewEnd::Incomplete(words, next), .. }) if answers.is_empty() => {
                let played = Played { answers: Vec::new(), incomplete: Some((words, next)) };
                return Err(Box::new(self.played(viewer, Ok(played))));
            }
            _ => {}
        }
        let here = self.table.shown_event();
        self.table.stop_looking_back();
        self.table.goto(here).map_err(|error| Box::new(self.refuse(viewer, error)))
    }
}
