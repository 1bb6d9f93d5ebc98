//! Legality: sets narrowed with a reason each, and the rows they make.
#![allow(unsafe_code)] // `keep` and `drop` call filters that are Lua functions: see `raw`.

use super::filters::{Passed, apply, dense, listed};
use super::{Api, Opt, V, given};
use crate::host::{Host, HostResult, SetValue};
use crate::raw::{self, ActionOf, Argument, By, Rest, Results};
use crate::signals::{Offer, Signal};
use cardwright_state::position::COLUMNS;
use cardwright_state::val::{Kind, Val};
use mlua::ffi::lua_State;
use std::cell::RefCell;
use std::ffi::c_int;

/// Columns of a row after its head.
const MOST_COLUMNS: usize = COLUMNS - 1;

/// A set narrowed to what passed, or to the rest: `of` is the set, and the one that narrowed it, by which it came about.
pub(super) fn narrowed(
    host: &mut Host,
    (of, set): (&[Val], SetValue),
    passed: Passed,
    keep: bool,
    why: Opt,
    at: String,
) -> V {
    let (kept, fell) = match (set, passed) {
        (SetValue::Dense(kind, all), Passed::Dense(pass)) => {
            let kept = if keep { all.and(pass) } else { all.minus(pass) };
            let fell = || all.minus(kept).iter().map(|i| Val::handle(kind, i as u64)).collect();
            (SetValue::Dense(kind, kept), if host.explain.is_some() { fell() } else { Vec::new() })
        }
        (set, passed) => {
            let mut all = Vec::new();
            host.members(&set, &mut all);
            let passed = match passed {
                Passed::List(list) => list,
                Passed::Dense(_) => all.clone(),
            };
            if keep && host.explain.is_none() {
                return V(host.new_list(passed));
            }
            // What passed is in the set's own order: one walk parts the two.
            let mut next = passed.iter().peekable();
            let (kept, fell): (Vec<Val>, Vec<Val>) =
                all.into_iter().partition(|v| next.next_if_eq(&v).is_some() == keep);
            let (from, to) = host.put_list(kept);
            (SetValue::List(from, to), fell)
        }
    };
    // With nobody it would say that the action is closed.
    let by = if fell.is_empty() { None } else { host.narrowed(why.map(|why| why.0), fell, at) };
    V(host.narrowed_set(kept, of, by))
}

/// Where the script stands that narrows: only told while somebody asks why.
///
/// # Safety
/// `state` is running.
unsafe fn here(host: &Host, state: *mut lua_State) -> String {
    if host.explain.is_none() {
        return String::new();
    }
    // SAFETY: as the caller's.
    unsafe { raw::caller(state) }
}

/// `keep` and `drop`: a set, then up to three times a filter and the reason why the rest falls out.
unsafe extern "C-unwind" fn narrow<const KEEP: bool>(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create` made.
    match unsafe { narrow_all::<KEEP>(state) } {
        // SAFETY: a C function has room for one value.
        Ok(set) => unsafe { set.push_all(state) },
        // SAFETY: all else has been dropped.
        Err(message) => unsafe { raw::raise(state, message) },
    }
}

unsafe fn narrow_all<const KEEP: bool>(state: *mut lua_State) -> HostResult<V> {
    // SAFETY: as the caller's; `by_function` leaves the stack as it was.
    unsafe {
        let host = raw::host_of(state);
        let mut set: V = raw::argument(state, 1)?;
        let given = raw::given(state);
        if given > 7 && !matches!(raw::argument(state, 8)?, By::Nothing) {
            return Err("three filters at most: narrow what is left in a call of its own".into());
        }
        if set.0.kind() == Kind::Relation {
            return narrow_relation::<KEEP>(state, host, set);
        }
        let at_once = raw::guarded(|| {
            let mut host = host.try_borrow_mut().map_err(|_| raw::BUSY)?;
            narrow_at_once::<KEEP>(state, &mut host, set, given)
        })?;
        if let Some(narrowed) = at_once {
            return Ok(narrowed);
        }
        for at in (2..=given.max(2)).step_by(2) {
            let why: Opt = raw::argument(state, at + 1)?;
            set = match raw::argument(state, at)? {
                By::Nothing if at > 2 => break,
                By::Nothing => return Err("the filter is nil".into()),
                By::Function(test) => by_function::<KEEP>(state, host, set, test, why)?,
                By::Number(by) => raw::guarded(|| {
                    let mut host = host.try_borrow_mut().map_err(|_| raw::BUSY)?;
                    if at == 2 {
                        host.count_call()?;
                    }
                    let from = host.set(set.0)?;
                    let passed = apply(&host, &from, by.0)?;
                    let at = here(&host, state);
                    let of = [set.0, by.0];
                    Ok(narrowed(&mut host, (&of[..1 + usize::from(KEEP)], from), passed, KEEP, why, at))
                })?,
            };
        }
        Ok(set)
    }
}

/// Narrows a relation, which is worked out when it is offered.
#[inline(never)]
unsafe fn narrow_relation<const KEEP: bool>(state: *mut lua_State, host: &RefCell<Host>, relation: V) -> HostResult<V> {
    // SAFETY: as the caller's.
    let by = unsafe {
        [
            (raw::argument(state, 2)?, raw::argument(state, 3)?),
            (raw::argument(state, 4)?, raw::argument(state, 5)?),
            (raw::argument(state, 6)?, raw::argument(state, 7)?),
        ]
    };
    raw::guarded(|| {
        let mut host = host.try_borrow_mut().map_err(|_| raw::BUSY)?;
        host.count_call()?;
        super::relations::narrowed(&mut host, relation.0, KEEP, &by)
    })
}

/// Narrows a set while nobody asks why, and no filter is a Lua function: only what is left at last becomes a set.
unsafe fn narrow_at_once<const KEEP: bool>(
    state: *mut lua_State,
    host: &mut Host,
    set: V,
    given: c_int,
) -> HostResult<Option<V>> {
    if host.explain.is_some() {
        return Ok(None);
    }
    let left = match host.set(set.0)? {
        SetValue::Dense(kind, mut all) => {
            for at in [2, 4, 6] {
                // SAFETY: as the caller's.
                match unsafe { filter_at(state, at) }? {
                    Next::None => break,
                    Next::Function => return Ok(None),
                    Next::By(by) => {
                        let passed = dense(host, kind, all, by)?;
                        all = if KEEP { passed } else { all.minus(passed) };
                    }
                }
                if at + 2 > given {
                    break;
                }
            }
            SetValue::Dense(kind, all)
        }
        SetValue::List(..) if !KEEP => return Ok(None),
        SetValue::List(mut from, mut to) => {
            for at in [2, 4, 6] {
                // SAFETY: as the caller's.
                match unsafe { filter_at(state, at) }? {
                    Next::None => break,
                    Next::Function => return Ok(None),
                    Next::By(by) => {
                        let mut passed = Vec::with_capacity((to - from) as usize);
                        listed(host, host.list(from, to), by, &mut passed)?;
                        (from, to) = host.put_list(passed);
                    }
                }
                if at + 2 > given {
                    break;
                }
            }
            SetValue::List(from, to)
        }
    };
    host.count_call()?;
    Ok(Some(V(host.new_set(left))))
}

/// What a set is narrowed by next.
enum Next {
    None,
    Function,
    By(Val),
}

/// The filter at a place of the stack, whose reason comes after it.
#[inline(always)]
unsafe fn filter_at(state: *mut lua_State, at: c_int) -> HostResult<Next> {
    // SAFETY: as for `narrow`.
    let next = match unsafe { raw::argument::<By>(state, at) }? {
        By::Nothing if at > 2 => return Ok(Next::None),
        By::Nothing => return Err("the filter is nil".into()),
        By::Function(_) => return Ok(Next::Function),
        By::Number(by) => Next::By(by.0),
    };
    // SAFETY: as for `narrow`.
    unsafe { raw::argument::<Opt>(state, at + 1) }?;
    Ok(next)
}

/// Narrows by a Lua function, which is asked of each member while nothing is borrowed.
unsafe fn by_function<const KEEP: bool>(
    state: *mut lua_State,
    host: &RefCell<Host>,
    set: V,
    test: c_int,
    why: Opt,
) -> HostResult<V> {
    let (value, members) = raw::guarded(|| {
        let mut host = host.try_borrow_mut().map_err(|_| raw::BUSY)?;
        host.count_call()?;
        let value = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&value, &mut members);
        Ok((value, members))
    })?;
    let mut passed = Vec::new();
    for member in members {
        // SAFETY: `test` is a function; what it raises passes through here and drops the members.
        if unsafe { raw::holds(state, test, V(member)) } {
            passed.push(member);
        }
    }
    raw::guarded(|| {
        let mut host = host.try_borrow_mut().map_err(|_| raw::BUSY)?;
        let passed = match &value {
            SetValue::Dense(..) => Passed::Dense(passed.iter().map(|v| v.payload() as usize).collect()),
            SetValue::List(..) => Passed::List(passed),
        };
        // SAFETY: as the caller's.
        let at = unsafe { here(&host, state) };
        Ok(narrowed(&mut host, (&[set.0], value), passed, KEEP, why, at))
    })
}

/// `need`: closes the action being asked unless a condition holds.
unsafe extern "C-unwind" fn need(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create` made; a C function has room for a value.
    unsafe {
        let holds = bool::read(state, 1).unwrap_or(false);
        let done = raw::guarded(|| {
            let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
            host.not_worked_out("close an action: return what `need` is to ask about")?;
            if !holds {
                host.close_offer();
                if host.explain.is_some() {
                    let (why, by): (Opt, Opt) = (raw::argument(state, 2)?, raw::argument(state, 3)?);
                    let at = here(&host, state);
                    host.closed(why.map(|why| why.0), by.map(|by| by.0), at)?;
                }
            }
            Ok(holds)
        });
        match done {
            Ok(holds) => holds.push_all(state),
            Err(message) => raw::raise(state, message),
        }
    }
}

/// `offer` and `unwise`: rows of an action, or of a word.
unsafe extern "C-unwind" fn offer<const UNWISE: bool>(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a running state, whose function `create` made.
    unsafe {
        let done = offered::<UNWISE>(state);
        raw::ended(state, done)
    }
}

#[cold]
fn too_many() -> String {
    format!("a row has {MOST_COLUMNS} columns at most after its head")
}

#[cold]
fn no_column(number: c_int) -> String {
    format!("column {number} of what is offered is nil: leave it out, or give what it is to stand for")
}

unsafe fn offered<const UNWISE: bool>(state: *mut lua_State) -> HostResult<()> {
    // SAFETY: as the caller's.
    raw::guarded(|| unsafe {
        let mut host = raw::host_of(state).try_borrow_mut().map_err(|_| raw::BUSY)?;
        let head = match raw::action_at(state, 1, &host) {
            Some(action) => action.0,
            None => raw::argument::<V>(state, 1)?.0,
        };
        let mut given = raw::given(state);
        // The reason why they are unwise comes last, and is no column.
        let why = match UNWISE && given > 1 {
            true => raw::argument::<Opt>(state, given)?.map(|last| last.0).filter(|last| last.kind() == Kind::Reason),
            false => None,
        };
        given -= c_int::from(why.is_some());
        if given as usize > MOST_COLUMNS + 1 {
            return Err(too_many());
        }
        let (mut columns, mut n) = ([Val(0); MOST_COLUMNS], 0);
        for at in 2..=given {
            let Some(V(column)) = raw::argument(state, at)? else { return Err(no_column(at - 1)) };
            columns[n] = column;
            n += 1;
        }
        host.not_worked_out("offer")?;
        if host.signal(Signal::Offer) == Offer::Closed as u8 || columns[..n].contains(&crate::host::EMPTY) {
            return Ok(());
        }
        host.count_call()?;
        if !matches!(head.kind(), Kind::Action | Kind::Word) {
            return Err(format!("a row begins with an action or a word, not with {}", host.describe(head)));
        }
        let before = host.rows.len();
        let at = here(&host, state);
        super::relations::offer(&mut host, Some(head), &columns[..n], &at)?;
        if UNWISE && host.probing == 0 && host.supposing == 0 {
            let rows = before..host.rows.len();
            if let Some(why) = why.filter(|_| host.explain.is_some()) {
                host.told_unwise(rows.clone(), why, &at);
            }
            host.unwise.extend(rows);
        }
        host.within_limits()
    })
}

/// How many rows there were before, a head, and columns.
type Probed = (usize, V, Opt, Opt, Opt, Opt, Opt, Opt);

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Legality");
    for (name, narrow) in [("keep", narrow::<true> as raw::Entry), ("drop", narrow::<false>)] {
        let function = raw::create(&api.lua, &api.host, narrow)?;
        api.private.raw_set(name, &function)?;
        api.public.raw_set(name, function)?;
    }
    api.describe(
        "keep(set: Set | Relation, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set | Relation",
        "Narrows a set (or a relation, by filters and sets) to what passes a filter. The reason is what `why not` tells of the rest. Two more filters, each with its reason, may follow.",
    );
    api.describe(
        "drop(set: Set | Relation, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set | Relation",
        "Takes out of a set (or a relation, by filters and sets) what passes a filter. Two more filters, each with its reason, may follow.",
    );
    api.describe("only(part: Set, of: Set, why: Reason): Set", "Gives `part`, a part of a set that is known beforehand (a constant, what lies next door), and costs nothing: while somebody asks `why not`, the reason is told of the rest of `of`, as `keep(of, part, why)` would.");
    api.describe("need(condition: boolean, why: Reason, by: Set?): boolean", "Closes the action being asked unless the condition holds; returns it, so that `if not need(...) then return end` saves work. In a step's own body there is nothing to close: it only tells why. Where it is closed by things that are there (spaces too full, pieces that must still move), `by` is the set of them: `why not` tells the reason of each, by name.");
    api.describe(
        "explain(body: () -> ())",
        "Runs `body` only while somebody asks `why`: for a `keep` or `need` whose result nobody needs in play, such as the reason of all that was left out from the beginning. What it offers is no row.",
    );
    api.describe("offer(head: Action | Word, ...: any)", "Adds an action's (or word's) rows: one per combination of the columns, which are sets, single things, or relations: `near(1)`, `elsewhere(COUNTRIES)` and the like are worked out for each value of the column before them.");
    api.describe("unwise(head: Action | Word, ...: any)", "Adds rows as `offer` does, which are legal and nobody's who has another: to lose the game at once, say. A reason may come last (`unwise(it, OUTSIDE, WHY.out_of_reach)`): `why` and `preview` tell it of such a line. Random players, those of `fuzz` and golden games too, take one only where nothing else is offered.");
    api.public.raw_set("offer", raw::create(&api.lua, &api.host, offer::<false>)?)?;
    api.public.raw_set("unwise", raw::create(&api.lua, &api.host, offer::<true>)?)?;
    api.public.raw_set("need", raw::create(&api.lua, &api.host, need)?)?;
    api.add(
        "default(head: Action | Word, ...: any)",
        "Marks the row that Enter alone takes. A typed line that does not speak of the choice takes it too, while the choice belongs to what the line named: its action is still being played, or the step that asked goes on with the answer; nothing was rolled, drawn or picked since, no other side was asked or acted, and the row is not `done`. For what is a detail of the thing named: how many, which of alike, who pays.",
        |host, (head, Rest(more)): (V, Rest<Opt>)| {
            let mut columns = vec![head.0];
            columns.extend(more.into_iter().map_while(|column| column.map(|it| it.0)));
            if columns.len() > COLUMNS {
                return Err(too_many());
            }
            columns.iter().try_for_each(|val| host.kept(*val).map(drop))?;
            if host.probing == 0 && host.supposing == 0 {
                host.default_row = Some(cardwright_state::position::Row::of(&columns));
            }
            Ok(())
        },
    )?;
    api.describe(
        "could(action: Action, side: Side, ...: any): boolean",
        "Whether the action's own offer has a row that begins with these columns.",
    );
    api.describe("suppose(body: () -> ...any): ...any", "Runs changes and takes them back, with what was offered meanwhile; returns what the function returns. Dice, draws and choices in it are errors.");
    api.hide("asked_action", |host, action: V| {
        let action = cardwright_state::ActionId::new(host.index(action.0, Kind::Action)?);
        host.begin_to_explain(action);
        Ok(())
    })?;
    api.hide("action_of", |_, ActionOf(action): ActionOf| Ok(action.map(V)))?;
    api.hide("begin_probe", |host, (): ()| {
        host.probing += 1;
        Ok(host.rows.len())
    })?;
    api.hide("end_probe", |host, (mark, head, a, b, c, d, e, f): Probed| {
        let mut wanted = vec![head.0];
        wanted.extend(given([a, b, c, d, e, f]));
        let found = host.rows.get(mark..).unwrap_or_default().iter().any(|r| r.columns().starts_with(&wanted));
        host.rows.truncate(mark);
        host.probing -= 1;
        Ok(found)
    })?;
    api.hide("end_look", |host, mark: usize| {
        host.rows.truncate(mark);
        host.probing -= 1;
        Ok(())
    })?;
    api.hide("begin_suppose", |host, (): ()| {
        host.supposing += 1;
        Ok((host.pos.journal().len(), host.rows.len()))
    })?;
    api.hide("end_suppose", |host, (mark, rows): (usize, usize)| -> HostResult<()> {
        let board = host.board.clone();
        host.pos.take_back(&board, mark);
        host.rows.truncate(rows); // What was offered is taken back with the changes.
        host.forget_shared();
        host.supposing -= 1;
        Ok(())
    })?;
    Ok(())
}
