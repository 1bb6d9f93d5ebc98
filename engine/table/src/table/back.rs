//! Looking back: the table as it was after an earlier event, while the game stays where it is.
//!
//! Nothing of it is written down. Whatever acts (an answer, `undo`, a reload) acts where the game is.

use super::{PlayError, Table};

impl Table {
    /// Shows the table as it was after any event, until [`Table::look_up`].
    ///
    /// # Errors
    /// No such event, or it cannot be had under the rules in force.
    pub fn look_back(&mut self, n: usize) -> Result<(), PlayError> {
        self.has_event(n)?;
        self.withdraw();
        let end = self.now();
        self.carry_over(n).map_err(PlayError::Notation)?;
        self.timeline.end = (n != end).then_some(end);
        self.back_to(n);
        if n != end && self.unasked().is_some() {
            let error = self.not_asked();
            self.look_up();
            return Err(error);
        }
        Ok(())
    }

    /// Back from there to where the game is.
    pub fn look_up(&mut self) {
        if let Some(end) = self.timeline.end.take() {
            self.back_to(end);
        }
    }

    /// Whether an earlier event is looked back at.
    pub fn is_looking_back(&self) -> bool {
        self.timeline.end.is_some()
    }

    /// The event the game is at, whichever is looked at.
    pub fn now(&self) -> usize {
        self.timeline.end.unwrap_or(self.timeline.here)
    }

    /// The events from the start to where the game is, whichever is looked at.
    pub fn path_now(&self) -> Vec<usize> {
        let mut path = self.timeline.ancestors(self.now());
        path.reverse();
        path
    }

    pub(super) fn has_event(&self, n: usize) -> Result<(), PlayError> {
        let last = self.timeline.nodes.len() - 1;
        if n > last { Err(PlayError::Nothing(format!("there are events 0 to {last}"))) } else { Ok(()) }
    }
}
