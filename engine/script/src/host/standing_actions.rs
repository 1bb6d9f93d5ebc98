//! Opens standing actions, which sides may use before the answer to the pending choice.

use super::{Host, HostResult, Running};
use cardwright_state::{ActionId, SideId};

/// The error for a `standing` that is not directly before its choice.
const CHANGED_BETWEEN: &str = "between `standing` and its choice, nothing may change and no step may open or end";

impl Host {
    /// Returns the lengths of the journal, of the stack of open steps, and of the innermost step's stored inputs.
    fn log_position(&self) -> (usize, usize, usize) {
        (
            self.pos.journal().len(),
            self.pos.open_steps().len(),
            self.pos.innermost_step().map_or(0, |frame| frame.log.len()),
        )
    }

    /// Opens standing actions of a side for the next choice. A replay applies the changes of used standing actions at
    /// this call, so the step reads the changed position from here on.
    pub(crate) fn open_standing(&mut self, side: SideId, actions: &[ActionId]) -> HostResult<()> {
        self.check_may_change()?;
        if self.depths.suppose > 0 || matches!(self.running, Running::StandingAction) {
            return Err("no standing action may be opened here: it needs a choice of an open step".into());
        }
        self.replay_outside_changes()?;
        let log_position = self.log_position();
        if self.standing.actions.is_empty() {
            self.standing.log_position = log_position;
        } else if self.standing.log_position != log_position {
            return Err(CHANGED_BETWEEN.into());
        }
        if self.pos.is_nonplayer(&self.board, side) || !self.pos.is_in_play(&self.board, side) || self.is_on_trial() {
            return Ok(()); // No player could use the standing actions.
        }
        for action in actions {
            if self.standing.actions.contains(&(side, *action)) {
                let (action, side) = (&self.board.labels[*action].id, &self.board.sides[side.index()].id);
                return Err(format!("`{action}` is opened twice for `{side}`").into());
            }
            self.standing.actions.push((side, *action));
        }
        self.standing.rows = None;
        Ok(())
    }

    /// Fails if anything changed between `standing` and the choice.
    pub(super) fn check_standing_actions(&self) -> HostResult<()> {
        if self.standing.log_position == self.log_position() { Ok(()) } else { Err(CHANGED_BETWEEN.into()) }
    }

    /// Fails if standing actions are open, because no step may open or end between `standing` and the choice.
    pub(super) fn require_no_standing_actions(&self) -> HostResult<()> {
        if self.standing.actions.is_empty() { Ok(()) } else { Err(CHANGED_BETWEEN.into()) }
    }
}
