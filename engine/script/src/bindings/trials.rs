//! Trials. A script plays something, looks at the result, and the host takes the play back.

use super::Api;
use crate::host::TrialDice;

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Trials");
    api.document(
        "trial(play: () -> (), outcome: () -> ...any, dice: string?): ...any",
        "Runs `play`, calls `outcome` on the resulting position, takes everything back, and returns what \
         `outcome` returned. `play` may do whatever rules may: `perform`, `call`, `play_effects`, choices \
         inside `answering`. Nothing of it is logged or recorded. A choice that no chooser answers ends the \
         play there, unless it has only one row; so does the draw of a card whose place in the deck is not known \
         yet. `pick` gives the first member of its set. `dice` says whether \
         dice show their `\"least\"` or their `\"greatest\"` face; without it, a roll is an error. On a die of \
         words, the first of its `faces` is the least and the last is the greatest. Undo stops where a trial revealed a card. Trials may be \
         nested.",
    );
    api.add(
        "has_changed(): boolean",
        "Inside the `outcome` of a `trial`: whether the table differs from before the trial, in pieces, \
         tracks, card locations or active effects. Facts do not count.",
        |host, (): ()| host.has_changed(),
    )?;
    api.add_private_any("begin_trial", |host, dice: Option<String>| {
        let dice = match dice.as_deref() {
            None => None,
            Some("least") => Some(TrialDice::Least),
            Some("greatest") => Some(TrialDice::Greatest),
            Some(other) => {
                return Err(
                    format!("dice in a trial show their `\"least\"` or `\"greatest\"` face, not `{other}`").into()
                );
            }
        };
        host.begin_trial(dice)
    })?;
    api.add_private("trial_needs_unknown_card", |host, (): ()| Ok(host.trial_needs_unknown_card()))?;
    api.add_private("finish_trial_play", |host, (): ()| host.finish_trial_play())?;
    api.add_private("end_trial", |host, (): ()| host.end_trial())?;
    Ok(())
}
