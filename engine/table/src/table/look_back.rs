//! Looking back: shows the position after an earlier event while the game stays at its current event.
//!
//! Nothing is recorded. Every action (an answer, `undo`, a reload) applies to the current event.

use super::Table;
use crate::play_error::PlayError;

impl Table {
    /// Shows the position after an event, until [`Table::stop_looking_back`].
    ///
    /// # Errors
    /// There is no such event, or its position does not work with the current rules.
    pub fn look_back(&mut self, n: usize) -> Result<(), PlayError> {
        self.check_event_exists(n)?;
        self.withdraw_pending_answer();
        let current = self.current_event();
        self.convert_event_to_current_content(n).map_err(PlayError::Notation)?;
        self.timeline.end = (n != current).then_some(current);
        self.go_to_event(n);
        if n != current && self.rerun_error().is_some() {
            let error = self.no_choice_error();
            self.stop_looking_back();
            return Err(error);
        }
        Ok(())
    }

    /// Returns to the current event.
    pub fn stop_looking_back(&mut self) {
        if let Some(current) = self.timeline.end.take() {
            self.go_to_event(current);
        }
    }

    /// Whether an earlier event is shown.
    pub fn is_looking_back(&self) -> bool {
        self.timeline.end.is_some()
    }

    /// The current event, also while looking back.
    pub fn current_event(&self) -> usize {
        self.timeline.end.unwrap_or(self.timeline.here)
    }

    /// The events from the start to the current event, also while looking back.
    pub fn current_path(&self) -> Vec<usize> {
        let mut path = self.timeline.ancestors(self.current_event());
        path.reverse();
        path
    }

    pub(super) fn check_event_exists(&self, n: usize) -> Result<(), PlayError> {
        let last = self.timeline.nodes.len() - 1;
        if n > last { Err(PlayError::Impossible(format!("there are events 0 to {last}"))) } else { Ok(()) }
    }
}
