//! Undo, redo and branches.

use super::Table;
use crate::play_error::PlayError;
use crate::record::Event;
use crate::timeline::{NoUndoTarget, Unit};

impl Table {
    /// Takes back the last answer, with the defaults filled in after it.
    ///
    /// # Errors
    /// There is nothing to undo, or a barrier of a closed game lies in between.
    pub fn undo(&mut self) -> Result<usize, PlayError> {
        self.undo_last(Unit::Answer)
    }

    /// Takes back the last answer or the last typed line, with the defaults filled in after it.
    ///
    /// # Errors
    /// Fails as [`Table::undo`] does.
    pub fn undo_last(&mut self, unit: Unit) -> Result<usize, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let n = self.undo_target(unit).map_err(|why| match why {
            NoUndoTarget::Nothing => PlayError::Impossible("there is nothing to undo".into()),
            NoUndoTarget::Barrier(typed_event) => {
                let answer = self.event_text_for(typed_event, self.public_viewer()).unwrap_or_default();
                if matches!(self.timeline.nodes[typed_event].event, Some(Event::Resign { .. })) {
                    return PlayError::Barrier(format!(
                        "`{answer}` is final (only an open game may take it back)"
                    ));
                }
                if matches!(self.timeline.nodes[typed_event].event, Some(Event::Adjust { .. })) {
                    return PlayError::Barrier(format!(
                        "`{answer}` cannot be undone: it named cards, and some cards are hidden (only an open game allows it)"
                    ));
                }
                PlayError::Barrier(format!(
                    "`{answer}` cannot be undone: dice, cards or the other side's turn came after it (only an open game allows it)"
                ))
            }
            NoUndoTarget::Loaded(before) => {
                PlayError::Impossible(format!("a position was loaded here: `goto {before}` goes back to the event before it"))
            }
        })?;
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes forward to the next answer of the branch that was shown last.
    ///
    /// # Errors
    /// There is nothing to redo.
    pub fn redo(&mut self) -> Result<usize, PlayError> {
        self.redo_next(Unit::Answer)
    }

    /// Goes forward over the next answer or typed line of the branch that was shown last.
    ///
    /// # Errors
    /// There is nothing to redo.
    pub fn redo_next(&mut self, unit: Unit) -> Result<usize, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let n =
            self.timeline.redo_target(unit).map_err(|_| PlayError::Impossible("there is nothing to redo".into()))?;
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes to any event, also on another branch.
    ///
    /// # Errors
    /// There is no such event, or it lies behind a barrier in a closed game.
    pub fn goto(&mut self, n: usize) -> Result<(), PlayError> {
        self.stop_looking_back();
        self.check_event_exists(n)?;
        self.withdraw_pending_answer();
        if !self.open && !self.timeline.crosses_no_barrier(n, |node| self.may_cross_barrier(node)) {
            return Err(PlayError::Barrier(
                "going there would take back dice, cards or the other side's turn (only an open game allows it)".into(),
            ));
        }
        self.goto_node(n)
    }

    /// Goes to an event without a check of barriers, and records that.
    pub(super) fn goto_node(&mut self, n: usize) -> Result<(), PlayError> {
        self.convert_event_to_current_content(n).map_err(PlayError::Notation)?;
        let here = self.timeline.here;
        let (from, to) = (self.timeline.node().number, &self.timeline.nodes[n]);
        let (event, hash) = (Event::Goto { to: to.number }, to.hash.to_string());
        let outcomes = self.timeline.forced_outcomes_at(self.board(), n, &self.game.state.forced);
        self.try_go_to_event(n).map_err(PlayError::rule)?;
        if let Err(error) = self.record_keeper.append(from, event, hash) {
            self.go_to_event(here);
            return Err(error.into());
        }
        self.game.state.forced = self.without_manual_chance(outcomes);
        Ok(())
    }
}
