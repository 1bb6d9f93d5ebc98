//! Effects in force: put, lifted, asked. Who answers which point is the scripts' table; what is in
//! force is a list of the position.

use super::{Api, Opt, V};
use crate::host::Host;
use cardwright_state::position::IN_FORCE;
use cardwright_state::val::{Kind, Val};

/// Effects in force at once.
const MOST_IN_FORCE: usize = 500;

fn effect(host: &Host, name: &str) -> Result<Val, String> {
    let at = host.board.effects.iter().position(|e| e == name);
    at.map(|e| Val::handle(Kind::Effect, e as u64)).ok_or_else(|| format!("no effect `{name}` is registered"))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("In force");
    api.describe(
        "effect(name: string): (definition: {may: any?, ask: any?}) -> ()",
        "Registers an effect that may be in force: `effect \"name\" { ask = { … } }`. Its functions answer points.",
    );
    api.describe(
        "ask(point: string, base: any, ...: any): any",
        "What effects in force make of a value, in the order they came into force.",
    );
    api.describe("may(point: string, ...: any): boolean", "Whether no effect in force says no.");
    api.add(
        "put_in_force(name: string, side: Side, until: Period?, param: any?)",
        "Puts an effect in force for a side until a period ends, or for the game.",
        |host, (name, side, until, param): (String, V, Opt, Opt)| {
            if host.pos.lists[0].len() >= IN_FORCE * MOST_IN_FORCE {
                return Err(format!("more than {MOST_IN_FORCE} effects in force"));
            }
            if param.is_some_and(|p| p.0.kind() == Kind::Set) {
                return Err("a set does not outlive its step: put the effect in force once per member".into());
            }
            let row = [
                effect(host, &name)?.0,
                Val::handle(Kind::Side, host.index(side.0, Kind::Side)? as u64).0,
                until.map_or(Ok(-1), |p| host.index(p.0, Kind::Period).map(|_| p.0.0))?,
                param.map_or(Ok(0), |p| host.kept(p.0).map(|v| v.0))?,
            ];
            let mut list = host.pos.lists[0].to_vec();
            list.extend(row);
            host.change(|pos, board| pos.set_list(board, 0, list))
        },
    )?;
    api.add(
        "lift(name: string, side: Side?)",
        "Lifts an effect, for one side or for all.",
        |host, (name, side): (String, Opt)| {
            let e = effect(host, &name)?.0;
            let list = host.pos.lists[0]
                .chunks(IN_FORCE)
                .filter(|r| !(r[0] == e && side.is_none_or(|s| r[1] == s.0.0)))
                .flatten()
                .copied()
                .collect();
            host.change(|pos, board| pos.set_list(board, 0, list))
        },
    )?;
    api.describe(
        "is_in_force(name: string, side: Side?): any",
        "The parameter of an effect in force (true if it has none), or nil.",
    );
    api.add(
        "in_force(name: string, side: Side?): {any}",
        "The parameters of every instance of an effect in force, in order.",
        |host, (name, side): (String, Opt)| {
            let e = effect(host, &name)?.0;
            let rows = host.pos.lists[0].chunks(IN_FORCE).filter(|r| r[0] == e && side.is_none_or(|s| r[1] == s.0.0));
            Ok(rows.map(|r| V(Val(r[3]))).collect::<Vec<_>>())
        },
    )?;
    // For the prelude: what is in force, as effect, side, param triples.
    api.hide("all_in_force", |host, (): ()| {
        Ok(host.pos.lists[0]
            .chunks(IN_FORCE)
            .flat_map(|r| [V(Val(r[0])), V(Val(r[1])), V(Val(r[3]))])
            .collect::<Vec<_>>())
    })?;
    Ok(())
}
