//! What an event must not have done: unmade what the engine promises of every position, or broken an
//! invariant that the rules state.

use super::*;
use cardwright_script::Unmet;
use cardwright_state::invariants;

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
    /// Looks at the event just added after `before`. An answer may break no invariant of the rules that
    /// held before it; what is done from outside (`adjust`, a reload) may.
    pub(super) fn sound(&mut self, before: usize) -> Result<(), RunError> {
        let unmet = self.look_sound()?;
        let node = &self.nodes[self.here];
        if !matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. })) {
            return Ok(());
        }
        let held = |u: &Unmet| !self.nodes[before].unmet.contains(&u.name);
        match unmet.into_iter().find(held) {
            Some(Unmet { message, place, .. }) => Err(RunError::Invariant { message, place, within: self.vm.within() }),
            None => Ok(()),
        }
    }

    /// The invariants of the rules that do not hold where the game is.
    ///
    /// # Errors
    /// The position is none that the engine could make, or an invariant of the rules fails itself.
    pub(crate) fn look_sound(&mut self) -> Result<Vec<Unmet>, RunError> {
        if let Some(message) = invariants::broken(&self.program.board, &self.nodes[self.here].position) {
            return Err(RunError::Engine { message, within: self.vm.within() });
        }
        let unmet = self.vm.unmet()?;
        self.nodes[self.here].unmet = unmet.iter().map(|u| u.name.clone()).collect();
        Ok(unmet)
    }
}
