//! Active effects: activating, deactivating and listing them.

use super::Position;
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::val::Val;
use std::sync::Arc;

/// An active effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveEffect {
    /// The effect.
    pub effect: EffectId,
    /// The side for which the effect is active.
    pub side: SideId,
    /// The period whose end deactivates the effect. `None` if the effect lasts for the rest of the game.
    pub until: Option<PeriodId>,
    /// The parameter of the effect. The number 0 if the effect has none.
    pub param: Val,
}

impl Position {
    /// The active effects, in the order of activation.
    #[inline]
    pub fn active_effects(&self) -> &[ActiveEffect] {
        &self.active_effects
    }
    /// Activates an effect.
    pub fn activate(&mut self, board: &Board, effect: ActiveEffect) {
        let new = self.active_effects.iter().copied().chain([effect]).collect();
        self.set_active_effects(board, new);
    }
    /// Deactivates all active effects for which `matches` is true.
    pub fn deactivate(&mut self, board: &Board, matches: impl Fn(&ActiveEffect) -> bool) {
        if self.active_effects.iter().any(&matches) {
            let new = self.active_effects.iter().filter(|e| !matches(e)).copied().collect();
            self.set_active_effects(board, new);
        }
    }
    /// Replaces the active effects without a journal entry.
    pub(crate) fn replace_active_effects(&mut self, effects: Arc<[ActiveEffect]>) {
        self.active_effects = effects;
    }
    fn set_active_effects(&mut self, board: &Board, new: Arc<[ActiveEffect]>) {
        let old = self.active_effects.clone();
        self.apply(board, Change::ActiveEffects { old, new });
    }
}
