//! Effects in force: put, lifted, asked. Who answers which point is the scripts' table; what is in
//! force is a list of the position.
#![allow(unsafe_code)] // each point is asked many times a choice: see `raw`.

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
    at.map(EffectId::new).ok_or_else(|| super::names::no_such("effect", name, effects.iter().map(String::as_str)))
}

/// Whether no effect in force answers a point, asked as it should be: then `ask` and `may` go no further. The name of the point
/// comes first, its arguments from `FROM` on.
unsafe extern "C-unwind" fn is_unanswered<const FROM: c_int>(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `publish_points` made with one table.
    unsafe {
        let number = raw::number_at(state, 1);
        let done = raw::host_of(state).try_borrow().map_err(|_| raw::BUSY.to_owned()).map(|host| {
            let Some(point) = number.and_then(|number| host.points.get(number as usize)) else { return false };
            let given = raw::given(state) - (FROM - 1);
            let is_side = |at: usize| {
                let side = raw::argument::<V>(state, FROM + at as c_int);
                side.is_ok_and(|side| host.index(side.0, Kind::Side).is_ok())
            };
            point.may == (FROM == AFTER_NAME)
                && point.many as c_int == given
                && point.who.is_none_or(is_side)
                && !host.pos.effects_in_force().iter().any(|of| point.answered.contains(&of.effect))
        });
        match done {
            Ok(unanswered) => unanswered.push_all(state),
            Err(message) => raw::raise(state, message),
        }
    }
}

/// Where the arguments of a point begin: after its name, for `ask` after the value too.
const AFTER_NAME: c_int = 2;
const AFTER_VALUE: c_int = 3;

/// Gives the prelude what tells at once that nobody answers; `numbers` has the number of each point by its name.
pub(crate) fn publish_points(api: &Api, numbers: &mlua::Table) -> mlua::Result<()> {
    for (name, entry) in
        [("is_unasked", is_unanswered::<AFTER_VALUE> as raw::Entry), ("is_unforbidden", is_unanswered::<AFTER_NAME>)]
    {
        api.private.raw_set(name, raw::create_with(&api.lua, &api.host, entry, numbers)?)?;
    }
    Ok(())
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("In force");
    api.describe(
        "point(name: string): (definition: {doc: string, args: {string}?, who: string?, answers: string}) -> ()",
        "Declares, beside the rule that asks it, a point at which effects in force are asked: `point \"march.cost\" { doc = \"What a March costs.\", args = { \"side\", \"space\" }, answers = \"number\" }`. `args` names what it is asked with. `who` is `\"any\"` (which may be left out), or the argument that is a side: then only effects in force for that side answer. `answers` is `\"permission\"` (asked with `may`), or what `ask` gives: `\"truth\"`, `\"number\"`, `\"set\"`, or a kind of things (`\"side\"`, `\"space\"`, `\"class\"`, `\"card\"`…). `cardwright list points` shows who asks and who answers.",
    );
    api.describe(
        "effect(name: string): (definition: {title: Text?, doc: string?, may: {[string]: (side: Side, param: any, ...any) -> boolean?}?, ask: {[string]: (side: Side, param: any, value: any, ...any) -> any}?}) -> ()",
        "Registers an effect that may be in force, called as `title` says where it stands: `effect \"name\" { title = TEXT.a_pact, ask = { [\"march.cost\"] = function(side, param, value, …) … end } }`. Its functions answer points: with the side it is in force for, its parameter, what the effects before it made of the value (`ask`), and what the point is asked with.",
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
    // For `ask` and `may`: what is in force, as effect, side, param triples.
    api.hide("effects_in_force", |host, (): ()| {
        let effects = host.pos.effects_in_force().iter();
        Ok(effects.flat_map(|of| [V(Val::effect(of.effect)), V(Val::side(of.side)), V(of.param)]).collect::<Vec<_>>())
    })?;
    Ok(())
}
