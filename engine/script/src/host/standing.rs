//! Standing actions: what sides may do before the pending answer, the side that is asked too.

use super::{Host, HostResult, Running};
use cardwright_state::{ActionId, SideId};

/// A `standing` that is not directly before its choice.
const BETWEEN: &str = "between `standing` and the choice it is open beside nothing may change, and no step open or end";

impl Host {
    fn whereabouts(&self) -> (usize, usize, usize) {
        (self.pos.journal().len(), self.pos.open_steps().len(), self.pos.here().map_or(0, |f| f.log.len()))
    }

    /// Opens actions for a side beside the choice that follows. What was done with them before is
    /// re-applied here, so that what the step reads from here on is of the present position.
    pub(crate) fn open_standing(&mut self, side: SideId, actions: &[ActionId]) -> HostResult<()> {
        self.may_change()?;
        if self.supposing > 0 || matches!(self.running, Running::Beside) {
            return Err("no standing action may be opened here: only beside a choice of an open step".into());
        }
        self.logged_outside()?;
        let here = self.whereabouts();
        if self.standing.is_empty() {
            self.standing_at = here;
        } else if self.standing_at != here {
            return Err(BETWEEN.into());
        }
        if self.pos.is_nonplayer(&self.board, side) || !self.pos.is_in_play(&self.board, side) || self.is_on_trial() {
            return Ok(()); // Nobody sits there to use them.
        }
        for action in actions {
            if self.standing.contains(&(side, *action)) {
                let (action, side) = (&self.board.actions[action.at()].id, &self.board.sides[side.at()].id);
                return Err(format!("`{action}` is opened twice for `{side}`"));
            }
            self.standing.push((side, *action));
        }
        self.standing_rows = None;
        Ok(())
    }

    /// Whether what stands open is for this choice: nothing was done in between.
    pub(super) fn standing_fits(&self) -> HostResult<()> {
        if self.standing_at == self.whereabouts() { Ok(()) } else { Err(BETWEEN.into()) }
    }

    /// No step opens or ends between `standing` and its choice.
    pub(super) fn nothing_stands(&self) -> HostResult<()> {
        if self.standing.is_empty() { Ok(()) } else { Err(BETWEEN.into()) }
    }
}
