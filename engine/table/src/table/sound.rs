//! What an event must not have done: unmade what the engine promises of every position, or broken an
//! invariant that the rules state.

use super::{Node, PlayError, Table};
use crate::record::{Event, RecordError};
use cardwright_script::{RunError, Unmet};
use cardwright_state::invariants;
use std::sync::Arc;

/// Why an event could not be made part of the game.
#[derive(Debug)]
pub(crate) enum Unentered {
    /// What must hold does not hold after it.
    Rule(RunError),
    /// It could not be written down.
    Record(RecordError),
}

impl From<RecordError> for Unentered {
    fn from(error: RecordError) -> Unentered {
        Unentered::Record(error)
    }
}

impl From<Unentered> for PlayError {
    fn from(error: Unentered) -> PlayError {
        match error {
            Unentered::Rule(error) => PlayError::rule(error),
            Unentered::Record(error) => PlayError::Record(error),
        }
    }
}

impl Table {
    /// Looks at an event that is about to be added; returns the invariants of the rules that do not hold after it. An answer may
    /// break none that held before it; what is done from outside (`adjust`, a reload) may.
    pub(super) fn sound(&mut self, node: &Node) -> Result<Vec<String>, RunError> {
        let before = self.timeline.node();
        let (board, position) = (&node.program.board, node.position());
        // All held of the event before; of another content it says nothing.
        let broken = match Arc::ptr_eq(&before.program, &node.program) {
            true => invariants::broken_since(board, self.position(), &position),
            false => invariants::broken(board, &position),
        };
        let unmet = self.look_at(broken)?;
        let names = unmet.iter().map(|u| u.name.clone()).collect();
        if !matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. })) {
            return Ok(names);
        }
        let before = &self.timeline.node().unmet;
        match unmet.into_iter().find(|u| !before.contains(&u.name)) {
            Some(Unmet { message, place, .. }) => {
                Err(RunError::Invariant { message, place, within: self.game.vm.within() })
            }
            None => Ok(names),
        }
    }

    /// The invariants of the rules that do not hold in the position that the VM has come to, if those of the engine do.
    fn look_at(&mut self, broken: Option<String>) -> Result<Vec<Unmet>, RunError> {
        if let Some(message) = broken {
            return Err(RunError::Engine { message, within: self.game.vm.within() });
        }
        self.game.vm.unmet()
    }

    /// The invariants of the rules that do not hold where the game is.
    ///
    /// # Errors
    /// The position is none that the engine could make, or an invariant of the rules fails itself.
    pub(crate) fn look_sound(&mut self) -> Result<Vec<Unmet>, RunError> {
        let broken = invariants::broken(self.board(), self.position());
        let unmet = self.look_at(broken)?;
        self.timeline.nodes[self.timeline.here].unmet = unmet.iter().map(|u| u.name.clone()).collect();
        Ok(unmet)
    }
}
