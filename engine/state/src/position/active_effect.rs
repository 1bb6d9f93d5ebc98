//! Active effects.

use crate::ids::*;
use crate::val::Val;

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
