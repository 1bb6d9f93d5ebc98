//! Undo in a game of several people, who may take back only their own answers. Also refuses answers to an outdated
//! choice.

use super::Table;
use crate::node::Node;
use crate::play_error::PlayError;
use crate::seat::Seat;
use crate::timeline::{NoUndoTarget, Unit};
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

    /// Takes back the last answer or line as [`Table::undo_last`] does, if it belongs to these sides.
    ///
    /// # Errors
    /// Fails as [`Table::undo`] does, or if an answer belongs to somebody else.
    pub fn undo_by(&mut self, own_sides: Sides, unit: Unit) -> Result<usize, PlayError> {
        self.stop_looking_back(); // Shows the current event again, if the table shows an earlier one.
        // Without a target, `undo_last` itself returns the error.
        if let Ok(to) = self.undo_target(unit) {
            self.check_own_answers(to, own_sides)?;
        }
        self.undo_last(unit)
    }

    /// Goes forward as [`Table::redo_next`] does, if the next answer or line belongs to these sides.
    ///
    /// # Errors
    /// Fails as [`Table::redo`] does, or if an answer belongs to somebody else.
    pub fn redo_by(&mut self, own_sides: Sides, unit: Unit) -> Result<usize, PlayError> {
        self.stop_looking_back();
        if let Ok(to) = self.timeline.redo_target(unit) {
            self.check_own_answers(to, own_sides)?;
        }
        self.redo_next(unit)
    }

    /// Goes to an event as [`Table::goto`] does, if that takes back and repeats only answers of these sides.
    ///
    /// # Errors
    /// Fails as [`Table::goto`] does, or if an answer between the two events belongs to somebody else.
    pub fn goto_by(&mut self, n: usize, own_sides: Sides) -> Result<(), PlayError> {
        self.stop_looking_back();
        self.check_event_exists(n)?;
        self.check_own_answers(n, own_sides)?;
        self.goto(n)
    }

    /// Whether a seat with these sides may undo now. `None` stands for somebody who may undo every answer.
    pub fn may_undo(&self, own_sides: Option<Sides>) -> bool {
        let to = self.undo_target(Unit::Answer);
        to.is_ok_and(|to| own_sides.is_none_or(|own_sides| self.check_own_answers(to, own_sides).is_ok()))
    }

    /// Whether a seat with these sides may redo now. `None` stands for somebody who may redo every answer.
    pub fn may_redo(&self, own_sides: Option<Sides>) -> bool {
        let to = self.timeline.redo_target(Unit::Answer);
        to.is_ok_and(|to| own_sides.is_none_or(|own_sides| self.check_own_answers(to, own_sides).is_ok()))
    }

    /// The target of undo.
    pub(super) fn undo_target(&self, unit: Unit) -> Result<usize, NoUndoTarget> {
        self.timeline.undo_target(unit, |node| self.open || self.may_cross_barrier(node))
    }

    /// Checks that going to an event takes back or repeats only answers of these sides, and at least one.
    fn check_own_answers(&self, to: usize, own_sides: Sides) -> Result<(), PlayError> {
        let (path, target_path) = (self.path(), self.timeline.ancestors(to));
        let undone = path.iter().filter(|n| !target_path.contains(n));
        let redone = target_path.iter().filter(|n| !path.contains(n));
        let mut has_own_answer = false;
        for node in undone.chain(redone).map(|n| &self.timeline.nodes[*n]) {
            has_own_answer |= node.side.is_some_and(|side| own_sides.has(side));
            if let Some(owner) = self.other_owner(node, own_sides) {
                return Err(PlayError::NotYours { owner });
            }
        }
        match has_own_answer {
            true => Ok(()),
            false => Err(PlayError::NotYours { owner: "nobody at your seat".into() }),
        }
    }

    /// Names the other side whose player owns the event, or the host for an event that is no answer.
    fn other_owner(&self, node: &Node, own_sides: Sides) -> Option<String> {
        match node.side {
            Some(side) if own_sides.has(side) || self.seats[side.index()] != Seat::Human => None,
            Some(side) => Some(self.board().sides[side.index()].name.clone()),
            // Undo and redo keep a reload, so it needs no owner.
            None if node.reloaded => None,
            None => Some("the host".into()),
        }
    }
}
