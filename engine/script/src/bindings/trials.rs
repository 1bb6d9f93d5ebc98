//! Playing on trial: what a rule would do, and what would come of it.

use super::Api;
use crate::host::Faces;

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Trials");
    api.describe("trial(play: () -> (), outcome: () -> ...any, dice: string?): ...any", "Plays on trial: runs `play`, which may do whatever rules may (`perform`, `call`, `play_effects`, choices answered by `answering`), then asks `outcome` of the position it led to, takes everything back, and returns what `outcome` returned. Nothing of it is told, logged or counted. A question that nobody answers by rules ends the play there, unless it has one answer. `pick` comes to the first of its set; dice to their `\"least\"` or `\"greatest\"` face, as `dice` says (without it a roll is an error; of a die of words the first that its `faces` name is the least, the last the greatest); a card whose place is open cannot be drawn, and undo stops where one came up. Trials may lie within each other.");
    api.add(
        "has_changed(): boolean",
        "Within the `outcome` of a `trial`: whether anything on the table is other than before it: pieces, tracks, where cards lie, effects in force. Facts do not count: they are bookkeeping.",
        |host, (): ()| host.has_changed(),
    )?;
    api.hide_rare("begin_trial", |host, dice: Option<String>| {
        let dice = match dice.as_deref() {
            None => None,
            Some("least") => Some(Faces::Least),
            Some("greatest") => Some(Faces::Greatest),
            Some(other) => {
                return Err(format!(
                    "dice come to their `\"least\"` or `\"greatest\"` face on trial, not to `{other}`"
                ));
            }
        };
        host.begin_trial(dice)
    })?;
    api.hide("judge_trial", |host, (): ()| host.judge_trial())?;
    api.hide("end_trial", |host, (): ()| host.end_trial())?;
    Ok(())
}
