//! Active effects and hooks. Scripts register which effect answers which hook. The position lists the active effects.

use super::{Api, LuaPlain, LuaVal, OptionalVal};
use crate::host::{Host, HostResult};
use crate::lua_ffi::{self, BorrowedText, Frame};
use cardwright_state::position::ActiveEffect;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{EffectId, PeriodId, SideId};
use mlua::Table;
use std::ffi::c_int;

/// The most active effects at once.
const MOST_ACTIVE: usize = 500;

/// Returns the id of the effect with this name.
fn effect_id(host: &Host, name: &str) -> HostResult<EffectId> {
    let effects = &host.board.labels.effects;
    let index = effects.iter().position(|effect| effect == name);
    index.map(EffectId::new).ok_or_else(|| super::names::no_such("effect", name, effects.iter().map(String::as_str)))
}

/// Returns true to Lua if the call of a hook is correct and no active effect answers the hook. This is the fast path of
/// `modify` and `may`. The first argument is the name of the hook. The arguments of the hook begin at the stack index
/// `FIRST_ARGUMENT`.
fn is_unanswered<const FIRST_ARGUMENT: c_int>(frame: &Frame<Table>) -> HostResult<bool> {
    let host = frame.host()?;
    let hook = frame.number_in_table(1).and_then(|number| host.definitions.hooks.get(number as usize));
    let Some(hook) = hook else { return Ok(false) };
    let is_side = |index: usize| {
        let side = frame.argument::<LuaVal>(FIRST_ARGUMENT + index as c_int);
        side.is_ok_and(|side| host.index(side.0, Kind::Side).is_ok())
    };
    Ok(hook.is_may == (FIRST_ARGUMENT == AFTER_NAME)
        && hook.argument_count as c_int == frame.argument_count() - (FIRST_ARGUMENT - 1)
        && hook.side_argument.is_none_or(is_side)
        && !host.pos.active_effects().iter().any(|active| hook.effects.contains(&active.effect)))
}

/// The stack index of a hook's first argument. `may` takes the hook's name before this argument. `modify` takes the
/// name and the value.
const AFTER_NAME: c_int = 2;
const AFTER_VALUE: c_int = 3;

/// Gives the fast path to the engine's Lua. `numbers` maps hook names to hook numbers.
pub(crate) fn publish_hooks(api: &Api, numbers: &Table) -> mlua::Result<()> {
    let modify = lua_ffi::create_function(&api.lua, &api.host, numbers.clone(), is_unanswered::<AFTER_VALUE>)?;
    let may = lua_ffi::create_function(&api.lua, &api.host, numbers.clone(), is_unanswered::<AFTER_NAME>)?;
    api.private.raw_set("no_effect_modifies", modify)?;
    api.private.raw_set("no_effect_forbids", may)
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Active effects");
    api.document(
        "hook(name: string): (definition: {doc: string, args: {string}?, who: string?, answers: string}) -> ()",
        "Declares a hook: a named place where active effects may change a value or forbid something. Declare \
         it next to the rule that calls it: `hook \"march.cost\" { doc = \"What a March costs.\", args = { \
         \"side\", \"space\" }, answers = \"number\" }`. `args` names the arguments of the call. `who` is \
         `\"any\"` (the default), or the argument that is a side: then only effects that are active for that \
         side answer. `answers` is `\"permission\"` (call the hook with `may`), or the type of the value that \
         `modify` returns: `\"boolean\"`, `\"number\"`, `\"set\"`, or a kind of things (`\"side\"`, \
         `\"space\"`, `\"class\"`, `\"card\"`…). `cardwright list hooks` shows where each hook is called and \
         which effects answer it.",
    );
    api.document(
        "effect(name: string): (definition: {title: Text?, doc: string?, may: {[string]: (side: Side, param: any, ...any) -> boolean?}?, modify: {[string]: (side: Side, param: any, value: any, ...any) -> any}?}) -> ()",
        "Registers an effect, which `activate` turns on: `effect \"name\" { title = TEXT.a_pact, modify = { \
         [\"march.cost\"] = function(…) … end } }`. Players see it by its `title`. Its functions answer hooks. \
         Each function gets the side that the effect is active for, the parameter of the effect, the value so \
         far (only in `modify`), and the arguments of the hook.",
    );
    api.document(
        "modify(hook: string, base: any, ...: any): any",
        "Calls a hook: each active effect that answers it may change the value, in the order of activation. \
         Returns the final value. An answer of the wrong type is an error.",
    );
    api.document(
        "may(hook: string, ...: any): boolean",
        "Calls a hook. Returns false if an active effect answers `false`, else true. An effect that returns \
         nothing does not object.",
    );
    api.add(
        "activate(name: string, side: Side, until: Period?, param: any?)",
        "Activates an effect for a side, until a period ends or for the rest of the game.",
        |host, (name, side, until, param): (BorrowedText, LuaVal, OptionalVal, OptionalVal)| {
            if host.pos.active_effects().len() >= MOST_ACTIVE {
                return Err(format!("more than {MOST_ACTIVE} active effects").into());
            }
            if param.is_some_and(|value| value.0.kind() == Kind::Set) {
                return Err("a set does not outlive its step: activate the effect once for each member".into());
            }
            let active_effect = ActiveEffect {
                effect: effect_id(host, &name)?,
                side: SideId::new(host.index(side.0, Kind::Side)?),
                until: until.map(|value| host.index(value.0, Kind::Period).map(PeriodId::new)).transpose()?,
                param: param.map_or(Ok(Val(0)), |value| host.check_storable(value.0))?,
            };
            host.change(|pos, board| pos.activate(board, active_effect))
        },
    )?;
    api.add(
        "deactivate(name: string, side: Side?)",
        "Ends an active effect, for one side or for all.",
        |host, (name, side): (BorrowedText, OptionalVal)| {
            let effect = effect_id(host, &name)?;
            let is_selected = |active: &ActiveEffect| {
                active.effect == effect && side.is_none_or(|wanted| Val::side(active.side) == wanted.0)
            };
            host.change(|pos, board| pos.deactivate(board, is_selected))
        },
    )?;
    api.add_query(
        "is_active(name: string, side: Side?): any",
        "The parameter of an active effect (true if it has none), or nil if the effect is not active.",
        |host, (name, side): (BorrowedText, OptionalVal)| {
            let effect = effect_id(host, &name)?;
            let is_selected = |active: &&ActiveEffect| {
                active.effect == effect && side.is_none_or(|wanted| Val::side(active.side) == wanted.0)
            };
            Ok(LuaPlain(match host.pos.active_effects().iter().find(is_selected) {
                Some(active) if active.param == Val(0) => PlainValue::Boolean(true),
                Some(active) => PlainValue::Val(active.param),
                None => PlainValue::Nil,
            }))
        },
    )?;
    api.add(
        "active_effects(name: string, side: Side?): {any}",
        "The parameters of every active instance of an effect, in the order of activation.",
        |host, (name, side): (BorrowedText, OptionalVal)| {
            let effect = effect_id(host, &name)?;
            let is_selected = |active: &&ActiveEffect| {
                active.effect == effect && side.is_none_or(|wanted| Val::side(active.side) == wanted.0)
            };
            Ok(host
                .pos
                .active_effects()
                .iter()
                .filter(is_selected)
                .map(|active| LuaVal(active.param))
                .collect::<Vec<_>>())
        },
    )?;
    // `modify` and `may` read this flat list: the effect, the side and the parameter of each active effect.
    api.add_private("active_effects", |host, (): ()| {
        let effects = host.pos.active_effects().iter();
        Ok(effects
            .flat_map(|active| {
                [LuaVal(Val::effect(active.effect)), LuaVal(Val::side(active.side)), LuaVal(active.param)]
            })
            .collect::<Vec<_>>())
    })?;
    Ok(())
}
