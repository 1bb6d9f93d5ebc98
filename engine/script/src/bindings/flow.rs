//! Steps and their successors, actions, figures, and the end of the game.

use super::log::subjects;
use super::{Api, LuaPlain, LuaVal};
use crate::host::{Host, HostResult, StepEnd, StepStart};
use crate::lua_ffi::{self, DisplayText, Frame, Ignored, Multiple, StepArguments, TextSubjects};
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{StepId, TextId};
use mlua::Table;

/// The most arguments of a step.
const MOST_ARGUMENTS: usize = 10;

/// Checks the range of a step number, because a script may pass any number instead of a name.
fn step_id(step: i64) -> HostResult<StepId> {
    let number = u16::try_from(step).map_err(|_| format!("there is no step number {step}: give the name of a step"))?;
    Ok(StepId(number))
}

/// Checks the number of a step's arguments.
fn checked_arguments(StepArguments(args): StepArguments) -> HostResult<Vec<PlainValue>> {
    if args.len() > MOST_ARGUMENTS {
        return Err(format!("a step takes at most {MOST_ARGUMENTS} values: use a list, or store them in facts").into());
    }
    Ok(args)
}

/// The function `next` of scripts. Its upvalue is a Luau table from step names to step numbers.
fn next(frame: &Frame<Table>) -> HostResult<()> {
    match frame.number_in_table(1) {
        Some(step) => {
            let (Ignored, args) = frame.arguments()?;
            frame.host_mut()?.name_successor(step_id(step as i64)?, checked_arguments(args)?)
        }
        None => {
            let DisplayText(name) = frame.argument(1)?;
            Err(super::names::no_such("step", &name, frame.host()?.board.labels.steps.iter().map(String::as_str)))
        }
    }
}

/// Ends the step that has returned. Returns the successor and its arguments, or nil and the result for the caller.
fn end_step(host: &mut Host, result: LuaPlain) -> HostResult<(Option<usize>, Multiple<LuaPlain>)> {
    let (successor, values) = match host.end_step(result.0)? {
        StepEnd::Successor(step) => {
            let args = host.pos.innermost_step().map_or(&[][..], |frame| &frame.args);
            (Some(step.index()), args.to_vec())
        }
        StepEnd::Returned(result) => (None, vec![result]),
    };
    Ok((successor, Multiple(values.into_iter().map(LuaPlain).collect())))
}

/// Makes `next` public. `steps` maps step names to step numbers.
pub(crate) fn publish_next(api: &Api, steps: &Table) -> mlua::Result<()> {
    api.public.raw_set("next", lua_ffi::create_function(&api.lua, &api.host, steps.clone(), next)?)
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Flow");
    api.document("step(name: string, run: (...any) -> ...any)", "Registers a step of the sequence of play.");
    api.document("action(name: string): Action", "Registers an action. Set its `offer(side)` and `play(side, ...)`.");
    api.document(
        "menu(name: string, actions: {string}): {Action}",
        "Declares a list of actions that a step offers together, for `act` and `standing`: `local ACTIONS = \
         menu(\"us-actions\", { \"bank\", \"end-turn\" })`. An action of another pack joins the list with \
         `it.offered = { \"us-actions\", before = \"end-turn\" }`, or with `after`. With neither it comes \
         last, in the order of the packs. The list is filled after all scripts have loaded, so read it only \
         inside functions.",
    );
    api.document(
        "before(of: string, run: (...any) -> ())",
        "Runs `run` first, with the same arguments, whenever `of` runs: `before(\"step us-draw\", \
         function(side) … end)`. `of` names a `step`, a `verb`, an `action` (its `play`) or an `offer`. `run` \
         may ask, roll and change things if the body may. Before an offer, `need(…)` closes the action.",
    );
    api.document(
        "after(of: string, run: (...any) -> ())",
        "Runs `run` after the body of `of`, with the same arguments, and before the successor that the body \
         named with `next`. The return value of the body stays.",
    );
    api.document(
        "around(of: string, run: (inner: (...any) -> any, ...any) -> any)",
        "Runs `run` in place of `of`. `inner(…)` is the body, with everything that earlier packs put around \
         it. You may call it any number of times, with any arguments. The return value of `run` is the result. \
         The last `next` counts.",
    );
    api.document(
        "invariant(name: string): (definition: {why: Reason, holds: (() -> boolean)?, breaks: (() -> Set)?}) -> ()",
        "Declares a condition that must hold at every choice: `invariant \"name\" { why = WHY.…, breaks = \
         function() return … end }`. `breaks` returns the set of things that break it, empty if none. Instead \
         of it, `holds` returns whether the condition holds. The engine takes back an answer that breaks it. \
         It is checked in games with people, in tests and in `cardwright fuzz`, but not in simulations.",
    );
    api.document(
        "figure(name: string): (definition: {on: (string | {string})?, audience: string, doc: string?, value: (...any) -> any}) -> ()",
        "Derives a value from the position for display: `figure \"margin\" { on = \"side\", audience = \
         \"all\", value = function(side) return … end }`. The prompt shows it next to the tracks and facts. \
         `on` is `\"game\"` (the default), `\"side\"`, or kinds of spaces; `value` gets the side or space. It \
         returns a number, a boolean, a thing, `{ TEXT.…, subjects }`, a list of these, or nil for nothing to \
         show. `value` sees hidden things too, so `audience` says who may read the result: `\"all\"`, \
         `\"owner\"` (only with `on = \"side\"`) or `\"none\"` (only in open games). With `logged = \
         \"action\"` or `\"heading\"` the log reports each change, at the end of the log action or of the log \
         heading. With `evaluates = true` (only with `on = \"side\"`, one figure in a game) bots play for a high \
         value. `during = { \"battle\" }` lists steps: the figure has a value only while one of them is open, and \
         `value` gets the arguments of that step. Displays show such a figure in place of the board. With \
         `odds = true`, which needs `during`, it is what `odds` says first of a line that begins one of the \
         steps: a list of pairs of a text and a boolean (how often it is true after the steps) or a number \
         (how much it rises). `value` may only read; if it fails, the display shows `?`.",
    );
    api.document(
        "call(step: string, ...: any): any",
        "Runs a step inside this one, with up to ten values. Returns the result of the step, a plain value.",
    );
    api.document(
        "next(step: string, ...: any)",
        "`return next(...)` ends this step and names its successor, with up to ten values.",
    );
    api.document(
        "win(who: (Side | {Side})?, text: Text, ...: any)",
        "Ends the game and does not return. The winner is a side, several sides (`win({ RED, BLUE }, \
         TEXT.…)`), or nobody (nil).",
    );
    api.document(
        "win_in_order(places: {{any}}, text: Text, ...: any)",
        "Ends the game with a ranking and does not return. Each place has a side and its number, the winner \
         first: `win_in_order({ { WESTERN, 77 }, { SOUTHERN, 75 } }, TEXT.…)`. Several sides in one place form \
         a list: `{ { RED, BLUE }, 12 }`. The order of the list decides, not the numbers.",
    );
    api.add(
        "end_period(period: Period)",
        "Ends a period: its facts return to their defaults, its marks come off, and its active effects end.",
        |host, period: LuaVal| {
            let period = cardwright_state::PeriodId::new(host.index(period.0, Kind::Period)?);
            host.end_period(period)
        },
    )?;
    api.add_private("begin_call", |host, (step, args): (i64, StepArguments)| {
        let (step, args) = (step_id(step)?, checked_arguments(args)?);
        // A structured log (with headings and actions) records an action that the rules play for a side.
        let recorded_args = host.recorder.is_structured.then(|| args.clone());
        // For the prelude, 0 means that the step runs, 1 that it has a result, and 2 that an open step runs again.
        let (start_code, step_or_result, args): (i64, _, _) = match host.begin_call(step, args)? {
            StepStart::Run => {
                recorded_args.iter().for_each(|args| host.record_action_by_rules(step, args));
                (0, PlainValue::Nil, vec![])
            }
            StepStart::Finished(result) => (1, result, vec![]),
            StepStart::Resume(step, args) => (2, PlainValue::Val(Val(step.index() as i64)), args),
        };
        Ok((start_code, LuaPlain(step_or_result), Multiple(args.into_iter().map(LuaPlain).collect())))
    })?;
    api.add_private("end_step", end_step)?;
    api.add_private("win", |host, (who, text, more): (LuaPlain, LuaVal, TextSubjects)| {
        let sides = match who.0 {
            PlainValue::Nil => Vec::new(),
            PlainValue::Val(side) => vec![side],
            PlainValue::List(sides) => sides,
            PlainValue::Boolean(_) => return Err("`win` takes a side, a list of sides, or nil for no winner".into()),
        };
        let places = if sides.is_empty() { Vec::new() } else { vec![(sides, None)] };
        let text = TextLine { text: TextId::new(host.index(text.0, Kind::Text)?), subjects: subjects(&more)?.to_vec() };
        host.win(places, text)
    })?;
    api.add_private("win_in_order", |host, (places, text, more): (LuaPlain, LuaVal, TextSubjects)| {
        let PlainValue::List(items) = places.0 else { return Err("`win_in_order` takes a list of places".into()) };
        let (mut places, mut sides) = (Vec::new(), Vec::new());
        for item in items {
            match item.kind() {
                Kind::Number => places.push((std::mem::take(&mut sides), Some(item.0))),
                _ => sides.push(item),
            }
        }
        let text = TextLine { text: TextId::new(host.index(text.0, Kind::Text)?), subjects: subjects(&more)?.to_vec() };
        host.win(places, text)
    })?;
    Ok(())
}
