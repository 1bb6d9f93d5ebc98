//! Effects in force: put, lifted, asked. Who answers which point is the scripts' table; what is in
//! force is a list of the position.
#![allow(unsafe_code)] // `is_any_in_force` is asked at every point: see `raw`.

use super::{Api, Opt, P, V};
use crate::host::Host;
use crate::raw::{self, Name, Results};
use cardwright_state::position::InForce;
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{EffectId, PeriodId, SideId};
use mlua::ffi::lua_State;
use std::ffi::c_int;

/// Effects in force at once.
const MOST_IN_FORCE: usize = 500;

fn effect(host: &Host, name: &str) -> Result<EffectId, String> {
    let effects = &host.board.effects;
    let at = effects.iter().position(|e| e == name);
    at.map(EffectId::new)
        .ok_or_else(|| super::names::no_such("effect", name, effects.iter().map(String::as_str)))
}

/// Whether any effect in force has an entry in a table by effects: what `ask` and `may` begin with.
unsafe extern "C-unwind" fn is_any_in_force(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create` made, and only the engine's own Lua has it.
    unsafe {
        let done = raw::host_of(state).try_borrow().map_err(|_| raw::BUSY.to_owned()).map(|host| {
            host.pos.effects_in_force().iter().any(|of| raw::has_entry(state, 1, V(Val::effect(of.effect))))
        });
        match done {
            Ok(any) => any.push_all(state),
            Err(message) => raw::raise(state, message),
        }
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("In force");
    api.describe(
        "point(name: string): (definition: {doc: string, args: {string}?, who: string?, answers: string}) -> ()",
        "Declares, beside the rule that asks it, a point at which effects in force are asked: `point \"march.cost\" { doc = \"What a March costs.\", args = { \"side\", \"space\" }, answers = \"number\" }`. `args` names what it is asked with. `who` is `\"any\"` (which may be left out), or the argument that is a side: then only effects in force for that side answer. `answers` is `\"permission\"` (asked with `may`), or what `ask` gives: `\"truth\"`, `\"number\"`, `\"set\"`, or a kind of things (`\"side\"`, `\"space\"`, `\"class\"`, `\"card\"`…). `cardwright list points` shows who asks and who answers.",
    );
    api.describe(
        "effect(name: string): (definition: {doc: string?, may: {[string]: (side: Side, param: any, ...any) -> boolean?}?, ask: {[string]: (side: Side, param: any, value: any, ...any) -> any}?}) -> ()",
        "Registers an effect that may be in force: `effect \"name\" { ask = { [\"march.cost\"] = function(side, param, value, …) … end } }`. Its functions answer points: with the side it is in force for, its parameter, what the effects before it made of the value (`ask`), and what the point is asked with.",
    );
    api.describe(
        "ask(point: string, base: any, ...: any): any",
        "What effects in force make of a value, in the order they came into force. An answer of another type than the point declares is an error.",
    );
    api.describe(
        "may(point: string, ...: any): boolean",
        "Whether no effect in force says `false`; one that returns nothing has nothing against it.",
    );
    api.add(
        "put_in_force(name: string, side: Side, until: Period?, param: any?)",
        "Puts an effect in force for a side until a period ends, or for the game.",
        |host, (name, side, until, param): (Name, V, Opt, Opt)| {
            if host.pos.effects_in_force().len() >= MOST_IN_FORCE {
                return Err(format!("more than {MOST_IN_FORCE} effects in force"));
            }
            if param.is_some_and(|p| p.0.kind() == Kind::Set) {
                return Err("a set does not outlive its step: put the effect in force once per member".into());
            }
            let of = InForce {
                effect: effect(host, &name)?,
                side: SideId::new(host.index(side.0, Kind::Side)?),
                until: until.map(|p| host.index(p.0, Kind::Period).map(PeriodId::new)).transpose()?,
                param: param.map_or(Ok(Val(0)), |p| host.kept(p.0))?,
            };
            host.change(|pos, board| pos.put_in_force(board, of))
        },
    )?;
    api.add(
        "lift(name: string, side: Side?)",
        "Lifts an effect, for one side or for all.",
        |host, (name, side): (Name, Opt)| {
            let e = effect(host, &name)?;
            let is_meant = |of: &InForce| of.effect == e && side.is_none_or(|s| Val::side(of.side) == s.0);
            host.change(|pos, board| pos.lift(board, is_meant))
        },
    )?;
    api.read(
        "is_in_force(name: string, side: Side?): any",
        "The parameter of an effect in force (true if it has none), or nil.",
        |host, (name, side): (Name, Opt)| {
            let e = effect(host, &name)?;
            let is_meant = |of: &&InForce| of.effect == e && side.is_none_or(|s| Val::side(of.side) == s.0);
            Ok(P(match host.pos.effects_in_force().iter().find(is_meant) {
                Some(of) if of.param == Val(0) => Plain::Truth(true),
                Some(of) => Plain::Val(of.param),
                None => Plain::Nil,
            }))
        },
    )?;
    api.add(
        "in_force(name: string, side: Side?): {any}",
        "The parameters of every instance of an effect in force, in order.",
        |host, (name, side): (Name, Opt)| {
            let e = effect(host, &name)?;
            let is_meant = |of: &&InForce| of.effect == e && side.is_none_or(|s| Val::side(of.side) == s.0);
            Ok(host.pos.effects_in_force().iter().filter(is_meant).map(|of| V(of.param)).collect::<Vec<_>>())
        },
    )?;
    api.private.raw_set("is_any_in_force", raw::create(&api.lua, &api.host, is_any_in_force)?)?;
    // For `ask` and `may`: what is in force, as effect, side, param triples.
    api.hide("effects_in_force", |host, (): ()| {
        let effects = host.pos.effects_in_force().iter();
        Ok(effects.flat_map(|of| [V(Val::effect(of.effect)), V(Val::side(of.side)), V(of.param)]).collect::<Vec<_>>())
    })?;
    Ok(())
}
