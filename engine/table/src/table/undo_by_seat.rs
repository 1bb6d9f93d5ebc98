//! Undo at a table of several people: each may take back only their own answers. Also refuses answers to an outdated
//! choice.

use super::{Node, PlayError, Table};
use crate::seat::Seat;
use crate::timeline::NoUndoTarget;
use cardwright_state::board::Sides;

impl Table {
    /// Checks that the game is still at this event.
    ///
    /// # Errors
    /// The game has moved on.
    pub fn ensure_at(&self, event: usize) -> Result<(), PlayError> {
        if self.current_event() == event {
            Ok(())
        } else {
            Err(PlayError::MovedOn { was: event, is: self.current_event() })
        }
    }

    /// [`Table::undo`] for a seat with these sides: only its own answers.
    ///
    /// # Errors
    /// As [`Table::undo`]; or the answer belongs to somebody else.
    pub fn undo_by(&mut self, own: Sides) -> Result<usize, PlayError> {
        self.stop_looking_back();
        // Otherwise `undo` itself reports why it cannot.
        if let Ok(to) = self.undo_target() {
            self.check_own_answers(to, own)?;
        }
        self.undo()
    }

    /// [`Table::redo`] for a seat with these sides.
    ///
    /// # Errors
    /// As [`Table::redo`]; or the answer belongs to somebody else.
    pub fn redo_by(&mut self, own: Sides) -> Result<usize, PlayError> {
        self.stop_looking_back();
        if let Ok(to) = self.timeline.redo_target() {
            self.check_own_answers(to, own)?;
        }
        self.redo()
    }

    /// [`Table::goto`] for a seat with these sides: no answer of anybody else may be taken back or given again.
    ///
    /// # Errors
    /// As [`Table::goto`]; or an answer on the way belongs to somebody else.
    pub fn goto_by(&mut self, n: usize, own: Sides) -> Result<(), PlayError> {
        self.stop_looking_back();
        self.has_event(n)?;
        self.check_own_answers(n, own)?;
        self.goto(n)
    }

    /// Whether undo is possible for a seat with these sides. `None` stands for somebody who may undo everything.
    pub fn may_undo(&self, own: Option<Sides>) -> bool {
        let to = self.undo_target();
        to.is_ok_and(|to| own.is_none_or(|own| self.check_own_answers(to, own).is_ok()))
    }

    /// The same for redo.
    pub fn may_redo(&self, own: Option<Sides>) -> bool {
        let to = self.timeline.redo_target();
        to.is_ok_and(|to| own.is_none_or(|own| self.check_own_answers(to, own).is_ok()))
    }

    fn undo_target(&self) -> Result<usize, NoUndoTarget> {
        self.timeline.undo_target(|node| self.open || self.may_cross_barrier(node))
    }

    /// Checks that only answers of these sides lie between here and an event, and at least one.
    fn check_own_answers(&self, to: usize, own: Sides) -> Result<(), PlayError> {
        let (from, to) = (self.path(), self.timeline.ancestors(to));
        let undone = from.iter().filter(|n| !to.contains(n));
        let redone = to.iter().filter(|n| !from.contains(n));
        let mut is_own = false;
        for node in undone.chain(redone).map(|n| &self.timeline.nodes[*n]) {
            is_own |= node.side.is_some_and(|side| own.has(side));
            if let Some(owner) = self.other_owner(node, own) {
                return Err(PlayError::NotYours { owner });
            }
        }
        match is_own {
            true => Ok(()),
            false => Err(PlayError::NotYours { owner: "nobody at your seat".into() }),
        }
    }

    /// The name of another person who owns the event, or of the host for an event that is no answer.
    fn other_owner(&self, node: &Node, own: Sides) -> Option<String> {
        match node.side {
            Some(side) if own.has(side) || self.seats[side.at()] != Seat::Human => None,
            Some(side) => Some(self.board().sides[side.at()].name.clone()),
            // A reload is no answer, and stays.
            None if node.reloaded => None,
            None => Some("the host".into()),
        }
    }
}
