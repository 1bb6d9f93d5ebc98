//! Effects in force: put, lifted, listed in the order in which they came.

use super::Position;
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::val::Val;
use std::sync::Arc;

/// An effect in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InForce {
    /// Which.
    pub effect: EffectId,
    /// For whom.
    pub side: SideId,
    /// The period at whose end it is lifted; none: it stays for the game.
    pub until: Option<PeriodId>,
    /// What it was put in force with; the number 0 where with nothing.
    pub param: Val,
}

impl Position {
    /// The effects in force, in the order in which they came into force.
    #[inline]
    pub fn effects_in_force(&self) -> &[InForce] {
        &self.in_force
    }
    /// Puts an effect in force.
    pub fn put_in_force(&mut self, board: &Board, effect: InForce) {
        let new = self.in_force.iter().copied().chain([effect]).collect();
        self.set_in_force(board, new);
    }
    /// Lifts the effects in force that are such; journalled if there is any.
    pub fn lift(&mut self, board: &Board, is_such: impl Fn(&InForce) -> bool) {
        if self.in_force.iter().any(&is_such) {
            let new = self.in_force.iter().filter(|e| !is_such(e)).copied().collect();
            self.set_in_force(board, new);
        }
    }
    /// Lets these be in force as if they always had been: nothing is journalled.
    pub(crate) fn replace_in_force(&mut self, effects: Arc<[InForce]>) {
        self.in_force = effects;
    }
    fn set_in_force(&mut self, board: &Board, new: Arc<[InForce]>) {
        let old = self.in_force.clone();
        self.apply(board, Change::InForce { old, new });
    }
}
