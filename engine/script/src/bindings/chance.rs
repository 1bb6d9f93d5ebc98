//! Dice and even choices. Where the outcomes come from, scripts cannot tell.

use super::{Api, Opt, V};
use cardwright_state::DieId;
use cardwright_state::val::Kind;

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Chance");
    api.add(
        "roll(die: Die, n: number): {number}",
        "Rolls `n` dice; the faces in order.",
        |host, (die, n): (V, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            if !(0..=1000).contains(&n) {
                return Err(format!("{n} is no number of dice"));
            }
            host.roll(die, n as u32, None)
        },
    )?;
    api.add(
        "check(die: Die, at_least: number, n: number): number",
        "Rolls `n` dice and returns how many show at least a number: use it where the faces do not matter.",
        |host, (die, at_least, n): (V, i64, i64)| {
            let die = DieId::new(host.index(die.0, Kind::Die)?);
            if !(0..=1000).contains(&n) {
                return Err(format!("{n} is no number of dice"));
            }
            let faces = host.roll(die, n as u32, Some(at_least))?;
            Ok(faces.first().copied().unwrap_or(0))
        },
    )?;
    api.add(
        "pick(set: Set): any",
        "One member of a set, each as likely as any other; nil if there is none. Chance, unless there is but one. What is picked does not hang on the order of the set.",
        |host, set: V| {
            let set = host.set(set.0)?;
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let picked: Opt = host.pick(&members)?.map(V);
            Ok(picked)
        },
    )?;
    Ok(())
}
