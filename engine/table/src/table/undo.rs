//! Undo, redo and branches.

use super::{PlayError, Table};
use crate::record::Event;
use crate::timeline::NoUndoTarget;

impl Table {
    /// Takes back the last answer, with the defaults filled in after it.
    ///
    /// # Errors
    /// There is nothing to undo, or it revealed something in a closed game.
    pub fn undo(&mut self) -> Result<usize, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let n = self.timeline.undo_target(|node| self.open || self.may_cross_barrier(node)).map_err(|no| match no {
            NoUndoTarget::Nothing => PlayError::Nothing("there is nothing to undo".into()),
            NoUndoTarget::Barrier(typed) => {
                let what = self.event_text_for(typed, self.public_viewer()).unwrap_or_default();
                if matches!(self.timeline.nodes[typed].event, Some(Event::Resign { .. })) {
                    return PlayError::Barrier(format!(
                        "`{what}` is final (a game begun with `--open` may take it back)"
                    ));
                }
                PlayError::Barrier(format!(
                    "`{what}` cannot be undone: dice, cards or the other side's turn came after it (a game begun with `--open` may)"
                ))
            }
            NoUndoTarget::Loaded(before) => {
                PlayError::Nothing(format!("a position was loaded here: `goto {before}` goes back to the event before it"))
            }
        })?;
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes forward along the last branch.
    ///
    /// # Errors
    /// There is nothing to redo.
    pub fn redo(&mut self) -> Result<usize, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let n = self.timeline.redo_target().map_err(|_| PlayError::Nothing("there is nothing to redo".into()))?;
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes to any event, also on another branch.
    ///
    /// # Errors
    /// There is no such event, or it lies behind a barrier in a closed game.
    pub fn goto(&mut self, n: usize) -> Result<(), PlayError> {
        self.stop_looking_back();
        self.has_event(n)?;
        self.withdraw_pending_answer();
        if !self.open && !self.timeline.crosses_no_barrier(n, |node| self.may_cross_barrier(node)) {
            return Err(PlayError::Barrier(
                "going there would take back dice, cards or the other side's turn (a game begun with `--open` may)"
                    .into(),
            ));
        }
        self.goto_node(n)
    }

    pub(super) fn goto_node(&mut self, n: usize) -> Result<(), PlayError> {
        self.carry_over(n).map_err(PlayError::Notation)?;
        let here = self.timeline.here;
        let (from, to) = (self.timeline.node().number, &self.timeline.nodes[n]);
        let goto = (Event::Goto { to: to.number }, to.hash.to_string());
        let waiting = self.timeline.forced_outcomes_at(self.board(), n, &self.game.state.forced);
        self.try_go_to_event(n).map_err(PlayError::rule)?;
        if let Err(error) = self.record_keeper.append(from, goto.0, goto.1) {
            self.go_to_event(here);
            return Err(error.into());
        }
        self.game.state.forced = self.without_manual_chance(waiting);
        Ok(())
    }
}
