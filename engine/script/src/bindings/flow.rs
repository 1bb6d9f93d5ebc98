//! Steps: opened, ended, named as successors; the end of the game.
#![allow(unsafe_code)] // `next` and `end_step` are called at every step's end: see `raw`.

use super::log::subjects;
use super::{Api, P, V};
use crate::host::{Begun, Ended, HostResult};
use crate::raw::{self, Results, Several, Subjects, Values};
use cardwright_state::position::Line;
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{StepId, TextId};
use mlua::ffi::lua_State;
use std::ffi::c_int;

/// Values that a step may be begun with.
const MOST_ARGUMENTS: usize = 10;

/// A number of a step, as the prelude has it from a name or a rule made it up.
fn step_id(step: i64) -> HostResult<StepId> {
    let small = u16::try_from(step).map_err(|_| format!("no step has the number {step}: name it"))?;
    Ok(StepId(small))
}

/// What a step is begun with.
fn arguments(Values(args): Values) -> HostResult<Vec<Plain>> {
    if args.len() > MOST_ARGUMENTS {
        return Err(format!(
            "a step takes {MOST_ARGUMENTS} values at most: hand more over as a list, or keep it in facts"
        ));
    }
    Ok(args)
}

/// `next`: the step's name is looked up among its upvalues.
unsafe extern "C-unwind" fn next(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create_with` made, with one table.
    unsafe {
        let done = match raw::number_at(state, 1) {
            Some(step) => Values::from(state, 2).and_then(|args| {
                raw::guarded(|| {
                    let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
                    host.name_successor(step_id(step as i64)?, arguments(args)?)
                })
            }),
            None => raw::argument::<raw::Shown>(state, 1).and_then(|raw::Shown(name)| {
                let host = raw::host_of(state).try_borrow().map_err(|_| raw::BUSY)?;
                Err(super::names::no_such("step", &name, host.board.steps.iter().map(String::as_str)))
            }),
        };
        raw::ended(state, done)
    }
}

/// `end_step`: ends the step that has returned. If another begins in its place, gives that and its arguments, else nothing and
/// the result for the caller.
unsafe extern "C-unwind" fn end_step(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create` made. What is pushed has room; a list among it may
    // raise an error, which lets go of the host.
    unsafe {
        let done = raw::argument::<P>(state, 1).and_then(|result| {
            raw::guarded(|| {
                let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
                host.count_call()?;
                let ended = host.end_step(result.0)?;
                host.within_limits()?;
                Ok((ended, host))
            })
        });
        match done {
            Ok((Ended::GoesOn(step), host)) => {
                (step.at()).push_all(state);
                let args = host.pos.here().map_or(&[][..], |frame| &frame.args);
                args.iter().for_each(|arg| raw::push_plain(state, arg));
                1 + args.len() as c_int
            }
            Ok((Ended::Back(result), host)) => {
                drop(host);
                (None::<usize>, P(result)).push_all(state)
            }
            Err(message) => raw::raise(state, message),
        }
    }
}

/// Adds `next` to what scripts see; `steps` has the number of each step by its name.
pub(crate) fn publish_next(api: &Api, steps: &mlua::Table) -> mlua::Result<()> {
    api.public.raw_set("next", raw::create_with(&api.lua, &api.host, next, steps)?)
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Flow");
    api.describe("step(name: string, run: (...any) -> ...any)", "Registers a step of the sequence of play.");
    api.describe("action(name: string): Action", "Registers an action; set its `offer(side)` and `play(side, ...)`.");
    api.describe(
        "menu(name: string, actions: {string}): {Action}",
        "Declares a list of actions that are asked together, for `act` and `standing`: `local ACTIONS = menu(\"us-actions\", { \"bank\", \"end-turn\" })`. An action of another pack stands in it too if it says so: `it.offered = { \"us-actions\", before = \"end-turn\" }` (or `after`; else at the end, in the order of the packs). It is filled when all scripts have loaded: read it inside functions only.",
    );
    api.describe(
        "before(of: string, run: (...any) -> ())",
        "Runs first, with the same arguments, whenever `of` does: `before(\"step us-draw\", function(side) … end)`. `of` is a `step`, a `verb`, an `action` (its `play`) or an `offer` of an action. Choices, dice and changes are allowed as in the body; with an offer, `need(…)` closes the action.",
    );
    api.describe(
        "after(of: string, run: (...any) -> ())",
        "Runs when the body of `of` is done, with its arguments, before the successor that it named with `next` begins. What the body returned stays.",
    );
    api.describe(
        "around(of: string, run: (inner: (...any) -> any, ...any) -> any)",
        "Runs in place of `of`: `inner(…)` is the body, with whatever earlier packs put around it, called as often and with what arguments one likes; what `run` returns is the result. The last `next` holds.",
    );
    api.describe(
        "invariant(name: string): (definition: {why: Reason, holds: (() -> boolean)?, breaks: (() -> Set)?}) -> ()",
        "States what must hold whenever somebody is asked: `invariant \"name\" { why = WHY.…, breaks = function() return … end }`. `breaks` returns the set of what breaks it (empty if nothing does), or `holds` whether it holds. An answer after which it no longer holds is taken back. Looked at where people and tests play and by `cardwright fuzz`, not in simulations.",
    );
    api.describe(
        "figure(name: string): (definition: {on: (string | {string})?, audience: string, doc: string?, value: (any) -> any}) -> ()",
        "Names something worked out from the position for whoever looks: `figure \"margin\" { on = \"side\", audience = \"all\", value = function(side) return … end }`. The prompt shows it with the tracks and facts. `on` is `\"game\"` (which may be left out), `\"side\"`, or kinds of spaces; `value` gets the side or space. It returns a number, a truth, a thing, `{ TEXT.…, its subjects }`, a list of these, or nil where there is nothing to show. It is asked with all there is in view, hidden things too: `audience` says who may read the answer, `\"all\"`, `\"owner\"` (of what is `on = \"side\"`) or `\"none\"` (but for games begun with `--open`). It may only look; one that fails shows as `?`.",
    );
    api.describe(
        "call(step: string, ...: any): any",
        "Opens a step inside this one, with up to ten values, and returns what it returns: a plain value.",
    );
    api.describe(
        "next(step: string, ...: any)",
        "`return next(...)` ends this step and names its successor, which begins with up to ten values.",
    );
    api.describe(
        "win(who: (Side | {Side})?, text: Text, ...: any)",
        "Ends the game: a side has won, several have won together (`win({ RED, BLUE }, TEXT.…)`), or nobody has (nil); does not return.",
    );
    api.describe(
        "win_in_order(places: {{any}}, text: Text, ...: any)",
        "Ends the game with the order in which all came in, the first first, each with its number: `win_in_order({ { WESTERN, 77 }, { SOUTHERN, 75 } }, TEXT.…)`. Who is on the first place has won. Several on one place stand in a list: `{ { RED, BLUE }, 12 }`. The rules say who comes before whom, whatever the numbers are; does not return.",
    );
    api.add(
        "end_period(period: Period)",
        "Ends a period: its facts return to their defaults, its marks come off, its effects in force are lifted.",
        |host, period: V| {
            let period = cardwright_state::PeriodId::new(host.index(period.0, Kind::Period)?);
            host.end_period(period)
        },
    )?;
    api.hide("begin_call", |host, (step, args): (i64, Values)| {
        let (step, args) = (step_id(step)?, arguments(args)?);
        let told = host.witness.tells.then(|| args.clone());
        let (state, first, args): (i64, _, _) = match host.begin_call(step, args)? {
            Begun::Run => {
                told.iter().for_each(|args| host.tell_played(step, args));
                (0, Plain::Nil, vec![])
            }
            Begun::Finished(result) => (1, result, vec![]),
            Begun::Resume(step, args) => (2, Plain::Val(Val(step.at() as i64)), args),
        };
        Ok((state, P(first), Several(args.into_iter().map(P).collect())))
    })?;
    api.private.raw_set("end_step", raw::create(&api.lua, &api.host, end_step)?)?;
    api.hide("win", |host, (who, text, more): (P, V, Subjects)| {
        let sides = match who.0 {
            Plain::Nil => Vec::new(),
            Plain::Val(side) => vec![side],
            Plain::List(sides) => sides,
            Plain::Truth(_) => return Err("`win` takes a side, a list of sides, or nil where nobody has won".into()),
        };
        let places = if sides.is_empty() { Vec::new() } else { vec![(sides, None)] };
        let text = Line { text: TextId::new(host.index(text.0, Kind::Text)?), subjects: subjects(&more)?.to_vec() };
        host.win(places, text)
    })?;
    api.hide("win_in_order", |host, (places, text, more): (P, V, Subjects)| {
        let Plain::List(all) = places.0 else { return Err("an order has at least one place".into()) };
        let (mut places, mut sides) = (Vec::new(), Vec::new());
        for val in all {
            match val.kind() {
                Kind::Number => places.push((std::mem::take(&mut sides), Some(val.0))),
                _ => sides.push(val),
            }
        }
        let text = Line { text: TextId::new(host.index(text.0, Kind::Text)?), subjects: subjects(&more)?.to_vec() };
        host.win(places, text)
    })?;
    Ok(())
}
