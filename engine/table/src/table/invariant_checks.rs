//! Invariant checks before an event is added: the engine's own invariants and those of the rules.

use super::Table;
use crate::node::Node;
use crate::play_error::PlayError;
use crate::record::{Event, RecordError};
use cardwright_script::{BrokenInvariant, RunError};
use cardwright_state::invariants;
use std::sync::Arc;

/// Why an event was not added to the game.
#[derive(Debug)]
pub(crate) enum CommitError {
    /// An invariant does not hold after the event, or a script fails.
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
    /// Checks an event before it is added. Returns the names of the rules' invariants that do not hold after it. An
    /// answer must not break an invariant that held before. An adjustment or a reload may break one.
    pub(super) fn check_event(&mut self, node: &Node) -> Result<Vec<String>, RunError> {
        let before = self.timeline.node();
        let (board, position) = (&node.program.board, node.position());
        // If the content is the same, the engine's invariants held before, and only the changes need a check.
        let engine_violation = match Arc::ptr_eq(&before.program, &node.program) {
            true => invariants::first_violation_since(board, self.position(), &position),
            false => invariants::first_violation(board, &position),
        };
        let broken_invariants = self.check_position(engine_violation)?;
        let names = broken_invariants.iter().map(|invariant| invariant.name.clone()).collect();
        if !matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. })) {
            return Ok(names);
        }
        let broken_before = &self.timeline.node().broken_invariants;
        match broken_invariants.into_iter().find(|invariant| !broken_before.contains(&invariant.name)) {
            Some(BrokenInvariant { message, place, .. }) => {
                Err(RunError::Invariant { message, place, open_steps: self.game.vm.open_steps() })
            }
            None => Ok(names),
        }
    }

    /// Finds the rules' invariants that do not hold at the VM's position. Fails with `engine_violation`, if the
    /// engine's own invariants do not hold.
    fn check_position(&mut self, engine_violation: Option<String>) -> Result<Vec<BrokenInvariant>, RunError> {
        if let Some(message) = engine_violation {
            return Err(RunError::Engine { message, open_steps: self.game.vm.open_steps() });
        }
        self.game.vm.broken_invariants()
    }

    /// Finds the rules' invariants that do not hold at the current position, and stores their names in the node.
    ///
    /// # Errors
    /// The position breaks an invariant of the engine, or the script of an invariant fails.
    pub(crate) fn check_here(&mut self) -> Result<Vec<BrokenInvariant>, RunError> {
        let engine_violation = invariants::first_violation(self.board(), self.position());
        let broken_invariants = self.check_position(engine_violation)?;
        self.timeline.nodes[self.timeline.here].broken_invariants =
            broken_invariants.iter().map(|invariant| invariant.name.clone()).collect();
        Ok(broken_invariants)
    }
}
