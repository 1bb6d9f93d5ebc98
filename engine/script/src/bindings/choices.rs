//! Choices: what a step asks of a side.
#![allow(unsafe_code)] // `standing` is left out in simulations: see `raw`.

use super::log::line_of;
use super::{Api, Cols, Opt, V, cols};
use crate::host::{Around, Host, HostResult};
use crate::raw::{self, Asked, Handles};
use cardwright_state::position::{Entry, Line, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{ActionId, SideId};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

fn logged(host: &mut Host) -> HostResult<Cols> {
    let Some(entry) = host.logged()? else { return Ok(Cols::default()) };
    let Entry::Answer(row) = entry else { return Err(host.diverged("asked where it did not before")) };
    if host.replay().is_some_and(|replay| replay.checks) && !host.rows.contains(&row) {
        return Err(host.diverged("no longer offers an answer that was given"));
    }
    host.clear_choice();
    Ok(cols(&row))
}

/// A side, and how rules put a question to it, with what it is over.
type Ruled = (V, Asked, Asked, Asked, Asked, Asked, Asked, Asked);

/// The most sets that a choice is over.
const MOST_SETS: usize = 5;

/// Up to which number it is told why no more of one are shared out.
const MOST_NUMBERS: i64 = 10_000;

/// As many sets as a choice is over, and the prompt.
type Question = (Asked, Asked, Asked, Asked, Asked, Asked);

/// What a choice is asked over.
#[derive(Default)]
struct Columns {
    of: [Val; MOST_SETS],
    many: usize,
}

impl Columns {
    fn all(&self) -> &[Val] {
        &self.of[..self.many]
    }
}

/// What a choice is asked over, and the prompt among it.
fn columns_and_prompt(host: &Host, (a, b, c, d, e, f): Question) -> HostResult<(Columns, Option<Line>)> {
    let (mut columns, mut prompt) = (Columns::default(), None);
    for asked in [a, b, c, d, e, f] {
        match asked {
            Asked::Nothing => {}
            Asked::One(val) if val.kind() != Kind::Text => {
                let Some(place) = columns.of.get_mut(columns.many) else {
                    return Err(format!("a choice is over {MOST_SETS} sets at most, and a prompt"));
                };
                *place = val;
                columns.many += 1;
            }
            asked => prompt = said(host, asked)?,
        }
    }
    Ok((columns, prompt))
}

/// How a choice is put.
#[inline]
fn said(host: &Host, asked: Asked) -> HostResult<Option<Line>> {
    Ok(match asked {
        Asked::Nothing => None,
        Asked::One(text) => Some(line_of(host, &[text])?),
        Asked::Said(list) => Some(line_of(host, &list)?),
    })
}

/// A step, and the columns of a row.
type Acted = (Option<usize>, Opt, Opt, Opt, Opt, Opt, Opt, Opt);

/// The step that plays the action a row begins with (opened), and the row's columns.
fn act(host: &mut Host, side: SideId, row: Option<Row>) -> HostResult<Acted> {
    let Some(row) = row else { return Ok(Acted::default()) };
    let step = match row.cols[0].index(Kind::Action) {
        Some(action) => {
            let step = *host.action_steps.get(action).ok_or("this action has no step")?;
            let mut args = Vec::with_capacity(row.len as usize);
            args.push(Plain::Val(Val::side(side)));
            args.extend(row.columns()[1..].iter().map(|v| Plain::Val(*v)));
            host.begin_call(step, args)?;
            Some(step.at())
        }
        None => None,
    };
    let (head, a, b, c, d, e, f) = cols(&row);
    Ok((step, head, a, b, c, d, e, f))
}

fn open_standing(host: &mut Host, sides: &Handles, actions: &Handles) -> HostResult<()> {
    let actions: HostResult<Vec<ActionId>> =
        actions.0.iter().map(|a| host.index(*a, Kind::Action).map(ActionId::new)).collect();
    let actions = actions?;
    sides.0.iter().try_for_each(|side| {
        let side = SideId::new(host.index(*side, Kind::Side)?);
        host.open_standing(side, &actions)
    })
}

/// `standing`, which it keeps, unless a driver answers whatever comes.
unsafe extern "C-unwind" fn standing_if_used(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create_with` made with that one; a C function has room for
    // it, and what it raises passes through.
    unsafe {
        if raw::host_of(state).try_borrow().is_ok_and(|host| host.alone) {
            return 0;
        }
        let given = raw::given(state);
        ffi::lua_pushvalue(state, raw::kept(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, given, 0);
        0
    }
}

/// The row that says that nothing more is wanted.
fn stop_row(host: &mut Host) -> HostResult<()> {
    let done = host.board.words.iter().position(|w| w.id == "done").ok_or("the word `done` is missing")?;
    host.push_row(Row::of(&[Val::handle(Kind::Word, done as u64)]))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Choices");
    api.describe("choose(side: Side, ...: any): ...any", "Asks a side for one row and returns its columns: over the rows offered since the last choice, or over the sets given here. A text may come last as the prompt, or a list of a text and its subjects: `choose(side, hand, { TEXT.which_match, card })`.");
    api.describe(
        "choose_some(side: Side, set: Set, least: number, most: number, prompt: (Text | {any})?): {any}",
        "Asks for several members of a set, one by one in order; `done` ends it. Returns an array.",
    );
    api.describe(
        "choose_counts(side: Side, set: Set, least: number, most: number, limit: (number | (any) -> number)?, prompt: (Text | {any})?, why: Reason?, each: ((any, number) -> ())?): {{any}}",
        "Asks how many of which: from `least` to `most` in all, shared out over the members of a set; `done` ends it. `limit` is the most of each, or gives it for a member; without it of a stack the pieces it has. `why` is what `why not` tells of a member to which the limit leaves nothing, and of more of one than it leaves. One answer a member, in any order (`w2 2, w1 3`); rows leave what the rest must take, and the question tells how much has been given out. If there are no more than `least`, all are taken and nobody is asked. `each(member, number)` is called at once for each that has its number, so that it stands on the table before the next is asked. Returns an array of `{ member, number }`, in the order of the set.",
    );
    api.describe("one_of_several(named: number)", "Says of the choice that follows that it is for one more of several, of which so many have been named since the first: they are asked in an order of their own, but who types may name them in any. `choose_some` says so itself.");
    api.describe("act(side: Side, actions: {Action}, prompt: (Text | {any})?): ...any", "Asks each action's `offer(side)` of a list, or of a list of lists such as menus (what several of them need: see `shared`), then the side; plays the action chosen as a step of its own. Returns the row's columns.");
    api.add(
        "standing(sides: Side | {Side}, actions: {Action}, others: (Side | {Side})?, theirs: {Action}?)",
        "Opens actions that a side (or each of several) may use before the answer to the choice that follows: transfers, offers, spies. Other sides with actions of theirs may follow. The choice may be another side's or its own; what stands open for the side that is asked is no row of its choice, and where a row of the choice begins like one of these, the choice's is meant. For a side played by rules nothing is opened. Nothing may change, and no step open or end, until that choice; what stands here is closed by its answer. Sets and numbers that the choice is about are read after `standing`: when the step is re-run, they are of the position as used actions left it. Each action's `offer(side, asked)` is asked when somebody looks, `asked` being the side whose choice is pending; its `play` may change things, roll and draw, but not ask. Random players use none.",
        |host, (sides, actions, others, theirs): (Handles, Handles, Option<Handles>, Option<Handles>)| {
            open_standing(host, &sides, &actions)?;
            match (others, theirs) {
                (Some(others), Some(theirs)) => open_standing(host, &others, &theirs),
                (None, None) => Ok(()),
                _ => Err("more sides come with actions of theirs".into()),
            }
        },
    )?;
    api.describe("answering(side: Side, chooser: (rows: {{any}}, prompt: Text?) -> number, body: () -> ...any): ...any", "For a side that is played by rules: every choice of it that comes up within `body` is answered by `chooser`, which is given the rows (arrays of their columns) and the prompt and returns a row's index. Nobody is asked and nothing recorded; re-run, it is worked out again, so a chooser may roll and pick. Returns what `body` returns.");
    api.describe("perform(action: Action, side: Side, ...: any): any", "Plays an action as if its row with these columns had been answered; an error if no such row is legal. Its choices are asked as always (see `answering`).");
    // Where nobody can use what stands open, nothing of it is even read.
    let standing: mlua::Function = api.public.raw_get("standing")?;
    api.public.raw_set("standing", raw::create_with(&api.lua, &api.host, standing_if_used, standing)?)?;
    api.hide("may_answer", |host, side: V| {
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        host.may_change()?;
        host.rules_answer_for(side);
        Ok(())
    })?;
    // The rows of a choice for whoever answers by rules, and its prompt; the choice is cleared.
    api.hide("rows_for_rules", |host, (side, prompt, a, b, c, d, e, f): Ruled| {
        host.logged_outside()?;
        let asked = SideId::new(host.index(side.0, Kind::Side)?);
        let (columns, put) = columns_and_prompt(host, (a, b, c, d, e, f))?;
        let put = said(host, prompt)?.or(put);
        if columns.many > 0 {
            host.rows.clear();
            host.unwise.clear();
            super::relations::offer(host, None, columns.all(), "")?;
        }
        let rows = host.rows_for_rules(asked)?;
        let rows: Vec<Vec<V>> = rows.iter().map(|row| row.columns().iter().map(|v| V(*v)).collect()).collect();
        Ok((rows, put.map(|line| V(Val::handle(Kind::Text, u64::from(line.text.0))))))
    })?;
    api.hide("logged_answer", |host, (): ()| logged(host))?;
    api.hide("choose_act", |host, (side, prompt): (V, Asked)| {
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        host.explain_action = None;
        host.prompt = said(host, prompt)?;
        let row = host.ask(side)?;
        act(host, side, row)
    })?;
    api.hide("answered_act", |host, (): ()| {
        let row = host.answer.take().ok_or("the choice has no answer")?;
        act(host, host.asked_side, Some(row))
    })?;
    api.hide("choose", |host, (side, a, b, c, d, e, f): (V, Asked, Asked, Asked, Asked, Asked, Asked)| {
        let side = SideId::new(host.index(side.0, Kind::Side)?);
        if host.is_asking() {
            return Err(host.only_asked());
        }
        let (columns, prompt) = columns_and_prompt(host, (a, b, c, d, e, f))?;
        host.explain_action = None;
        if columns.many > 0 {
            host.rows.clear();
            host.unwise.clear();
            super::relations::offer(host, None, columns.all(), "")?;
        }
        host.prompt = prompt;
        Ok(match host.ask(side)? {
            Some(row) => cols(&row),
            None => Cols::default(),
        })
    })?;
    api.hide("make_rows", |host, asked: Question| {
        host.logged_outside()?;
        let (columns, _) = columns_and_prompt(host, asked)?;
        if columns.many == 0 { Ok(()) } else { super::relations::offer(host, None, columns.all(), "") }
    })?;
    api.hide("answered", |host, (): ()| {
        let row = host.answer.take().ok_or("the choice has no answer")?;
        Ok(cols(&row))
    })?;
    api.hide("choose_one_more", |host, (set, may_stop, least): (V, bool, i64)| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        if members.is_empty() {
            return Ok(false);
        }
        let last = members.len() as i64 - least.max(1) + 1;
        for v in members.iter().take(last.max(0) as usize) {
            host.push_row(Row::of(&[*v]))?;
        }
        if may_stop {
            stop_row(host)?;
        }
        Ok(true)
    })?;
    api.hide("stop_row", |host, (): ()| stop_row(host))?;
    // While somebody asks why: the numbers up to one, what is told of them in a row of a thing, and what a question of several
    // that are asked for one by one tells of each.
    api.hide("up_to", |host, most: i64| Ok(V(host.new_list((1..=most.min(MOST_NUMBERS)).map(Val::number)))))?;
    api.hide("tell_of", |host, (thing, numbers): (V, V)| {
        host.is_of_rows(numbers.0, &Around { before: vec![thing.0], after: Vec::new() });
        Ok(())
    })?;
    api.hide("tell_named", |host, thing: V| {
        if let Some(trace) = &mut host.explain {
            trace.named.push(thing.0);
        }
        Ok(())
    })?;
    api.hide("hold_reasons", |host, (): ()| Ok(host.hold_reasons() as i64))?;
    api.hide("tell_again", |host, held: i64| {
        host.tell_again(held as usize);
        Ok(())
    })?;
    api.hide("count_rows", |host, (thing, from, to): (V, i64, i64)| {
        (from..=to).try_for_each(|n| host.push_row(Row::of(&[thing.0, Val::number(n)])))
    })?;
    api.hide_rare("things_to_share", |host, (set, most): (i64, i64)| {
        let set = host.set(Val(set))?;
        let mut things = Vec::new();
        host.members(&set, &mut things);
        let of = |thing: &Val| match thing.kind() {
            Kind::Stack => {
                let (at, state) = thing.stack_parts();
                i64::from(host.pos.count_state(at, state)).min(most)
            }
            _ => most,
        };
        Ok(things.iter().map(|thing| vec![thing.0, of(thing)]).collect::<Vec<_>>())
    })?;
    let host = api.host.borrow();
    let done = host.board.words.iter().position(|w| w.id == "done").unwrap_or(0);
    drop(host);
    api.private.raw_set("done", V(Val::handle(Kind::Word, done as u64)))?;
    Ok(())
}
