//! Invariant checks before an event is added: the engine's own invariants and those of the rules.

use super::{Node, PlayError, Table};
use crate::record::{Event, RecordError};
use cardwright_script::{BrokenInvariant, RunError};
use cardwright_state::invariants;
use std::sync::Arc;

/// Why an event was not added to the game.
#[derive(Debug)]
pub(crate) enum CommitError {
    /// An invariant does not hold after it.
    Rule(RunError),
    /// The record cannot be written.
    Record(RecordError),
}

impl From<RecordError> for CommitError {
    fn from(error: RecordError) -> CommitError {
        CommitError::Record(error)
    }
}

impl From<CommitError> for PlayError {
    fn from(error: CommitError) -> PlayError {
        match error {
            CommitError::Rule(error) => PlayError::rule(error),
            CommitError::Record(error) => PlayError::Record(error),
        }
    }
}

impl Table {
    /// Checks an event before it is added. Returns the broken invariants of the rules. An answer must not break one
    /// that held before; a change from outside may.
    pub(super) fn check_event(&mut self, node: &Node) -> Result<Vec<String>, RunError> {
        let before = self.timeline.node();
        let (board, position) = (&node.program.board, node.position());
        // If the content is the same, the engine's invariants held before, and only the changes need a check.
        let broken = match Arc::ptr_eq(&before.program, &node.program) {
            true => invariants::first_violation_since(board, self.position(), &position),
            false => invariants::first_violation(board, &position),
        };
        let broken_invariants = self.check_position(broken)?;
        let names = broken_invariants.iter().map(|u| u.name.clone()).collect();
        if !matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. })) {
            return Ok(names);
        }
        let before = &self.timeline.node().broken_invariants;
        match broken_invariants.into_iter().find(|u| !before.contains(&u.name)) {
            Some(BrokenInvariant { message, place, .. }) => {
                Err(RunError::Invariant { message, place, open_steps: self.game.vm.open_steps() })
            }
            None => Ok(names),
        }
    }

    /// The broken invariants of the rules at the VM's position. Fails if an invariant of the engine is broken.
    fn check_position(&mut self, broken: Option<String>) -> Result<Vec<BrokenInvariant>, RunError> {
        if let Some(message) = broken {
            return Err(RunError::Engine { message, open_steps: self.game.vm.open_steps() });
        }
        self.game.vm.broken_invariants()
    }

    /// The broken invariants of the rules at the current position.
    ///
    /// # Errors
    /// The position breaks an invariant of the engine, or the script of an invariant fails.
    pub(crate) fn check_here(&mut self) -> Result<Vec<BrokenInvariant>, RunError> {
        let broken = invariants::first_violation(self.board(), self.position());
        let broken_invariants = self.check_position(broken)?;
        self.timeline.nodes[self.timeline.here].broken_invariants =
            broken_invariants.iter().map(|u| u.name.clone()).collect();
        Ok(broken_invariants)
    }
}
