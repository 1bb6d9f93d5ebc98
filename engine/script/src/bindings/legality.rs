//! Legality: sets narrowed with a reason each, and the rows they make.

use super::fast::By;
use super::filters::{Passed, apply};
use super::{Api, Opt, V, given};
use crate::host::{Host, HostResult, SetValue};
use cardwright_state::val::{Kind, Val};
use mlua::Function;

pub(super) fn narrowed(host: &mut Host, set: SetValue, passed: Passed, keep: bool, why: Opt, at: String) -> V {
    match (set, passed) {
        (SetValue::Dense(kind, all), Passed::Dense(pass)) => {
            let kept = if keep { all.and(pass) } else { all.minus(pass) };
            if host.explain.is_some() {
                let fell: Vec<Val> = all.minus(kept).iter().map(|i| Val::handle(kind, i as u64)).collect();
                if !fell.is_empty() {
                    host.narrowed(why.map(|w| w.0), fell, at); // With nobody it would say that the action is closed.
                }
            }
            V(host.new_set(SetValue::Dense(kind, kept)))
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
            if !fell.is_empty() {
                host.narrowed(why.map(|w| w.0), fell, at);
            }
            V(host.new_list(kept))
        }
    }
}

fn here(host: &Host, lua: &mlua::Lua) -> String {
    if host.explain.is_none() {
        return String::new();
    }
    crate::place::caller(lua)
}

fn narrow(api: &mut Api, signature: &'static str, doc: &'static str, keep: bool) -> mlua::Result<()> {
    let host = api.host.clone();
    let name = signature.split('(').next().unwrap_or(signature);
    let function = api.lua.create_function(
        move |lua, (set, by, why, by2, why2, by3, why3, by4): (V, By, Opt, By, Opt, By, Opt, By)| {
            if !matches!(by4, By::Nothing) {
                return Err(mlua::Error::runtime("three filters at most: narrow what is left in a call of its own"));
            }
            let mut set = set;
            for (i, (by, why)) in [(by, why), (by2, why2), (by3, why3)].into_iter().enumerate() {
                let by = match by {
                    By::Nothing if i > 0 => break,
                    By::Nothing => return Err(mlua::Error::runtime("the filter is nil")),
                    By::Function(test) => {
                        set = by_function(lua, &host, set, &test, keep, why)?;
                        continue;
                    }
                    By::Number(by) => by,
                };
                let mut host = host.try_borrow_mut().map_err(mlua::Error::runtime)?;
                if i == 0 {
                    host.count_call().map_err(mlua::Error::runtime)?;
                }
                let from = host.set(set.0).map_err(mlua::Error::runtime)?;
                let passed = apply(&host, &from, by.0).map_err(mlua::Error::runtime)?;
                let at = here(&host, lua);
                set = narrowed(&mut host, from, passed, keep, why, at);
            }
            Ok(set)
        },
    )?;
    api.private.raw_set(name, &function)?;
    api.public.raw_set(name, function)?;
    api.describe(signature, doc);
    Ok(())
}

fn by_function(
    lua: &mlua::Lua,
    host: &std::rc::Rc<std::cell::RefCell<Host>>,
    set: V,
    test: &Function,
    keep: bool,
    why: Opt,
) -> mlua::Result<V> {
    let (value, members) = {
        let mut host = host.try_borrow_mut().map_err(mlua::Error::runtime)?;
        host.count_call().map_err(mlua::Error::runtime)?;
        let value = host.set(set.0).map_err(mlua::Error::runtime)?;
        let mut members = Vec::new();
        host.members(&value, &mut members);
        (value, members)
    };
    let mut passed = Vec::new();
    for v in members {
        if test.call::<bool>(V(v))? {
            passed.push(v);
        }
    }
    let mut host = host.try_borrow_mut().map_err(mlua::Error::runtime)?;
    let passed = match &value {
        SetValue::Dense(..) => Passed::Dense(passed.iter().map(|v| v.payload() as usize).collect()),
        SetValue::List(..) => Passed::List(passed),
    };
    let at = here(&host, lua);
    Ok(narrowed(&mut host, value, passed, keep, why, at))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Legality");
    narrow(
        api,
        "keep(set: Set, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set",
        "Narrows a set to what passes a filter. The reason is what `why not` tells of the rest. Two more filters, each with its reason, may follow.",
        true,
    )?;
    narrow(
        api,
        "drop(set: Set, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set",
        "Takes out of a set what passes a filter. Two more filters, each with its reason, may follow.",
        false,
    )?;
    api.describe("only(part: Set, of: Set, why: Reason): Set", "Gives `part`, a part of a set that is known beforehand (a constant, what lies next door), and costs nothing: while somebody asks `why not`, the reason is told of the rest of `of`, as `keep(of, part, why)` would.");
    api.describe("need(condition: boolean, why: Reason): boolean", "Closes the action being asked unless the condition holds; returns it, so that `if not need(...) then return end` saves work. In a step's own body there is nothing to close: it only tells why.");
    api.describe(
        "explain(body: () -> ())",
        "Runs `body` only while somebody asks `why`: for a `keep` or `need` whose result nobody needs in play, such as the reason of all that was left out from the beginning. What it offers is no row.",
    );
    api.describe("offer(head: Action | Word, ...: any)", "Adds an action's (or word's) rows: one per combination of the columns, which are sets or single things. A last `apart(i, j)` leaves out rows whose columns i and j are at the same place.");
    api.hide("offer", |host, (head, a, b, c, d): (V, Opt, Opt, Opt, Opt)| {
        let (mut columns, mut n) = ([Val(0); 4], 0);
        for arg in [a, b, c, d].into_iter().flatten() {
            columns[n] = arg.0;
            n += 1;
        }
        let mut apart = None;
        if n > 0 && columns[n - 1].kind() == Kind::Apart {
            n -= 1;
            let pair = columns[n].payload() as usize;
            apart = Some((pair >> 8, pair & 0xff));
        }
        if !matches!(head.0.kind(), Kind::Action | Kind::Word) {
            return Err(format!("a row begins with an action or a word, not with {}", host.describe(head.0)));
        }
        host.offer(Some(head.0), &columns[..n], apart)
    })?;
    api.add(
        "apart(i: number, j: number): RowFilter",
        "For `offer`: columns i and j (counted without the head) are at different places.",
        |_, (i, j): (usize, usize)| {
            if i == 0 || j == 0 || i > 4 || j > 4 {
                return Err("columns are numbered 1 to 4".into());
            }
            Ok(V(Val::handle(Kind::Apart, (i << 8 | j) as u64)))
        },
    )?;
    api.add(
        "default(head: Action | Word, ...: any)",
        "Marks the row that Enter alone takes. A typed line that does not speak of the choice takes it too, while the choice belongs to what the line named: its action is still being played, or the step that asked goes on with the answer; nothing was rolled, drawn or picked since, no other side was asked or acted, and the row is not `done`. For what is a detail of the thing named: how many, which of alike, who pays.",
        |host, (head, a, b, c, d): (V, Opt, Opt, Opt, Opt)| {
            let mut columns = vec![head.0];
            columns.extend(given([a, b, c, d]));
            columns.iter().try_for_each(|val| host.kept(*val).map(drop))?;
            host.default_row = Some(cardwright_state::position::Row::of(&columns));
            Ok(())
        },
    )?;
    api.describe(
        "could(action: Action, side: Side, ...: any): boolean",
        "Whether the action's own offer has a row that begins with these columns.",
    );
    api.describe("suppose(body: () -> ...any): ...any", "Runs changes and takes them back; returns what the function returns. Dice, draws and choices in it are errors.");
    let host = api.host.clone();
    let close = api.lua.create_function(move |lua, why: Opt| {
        let mut host = host.try_borrow_mut().map_err(mlua::Error::runtime)?;
        let at = here(&host, lua);
        host.narrowed(why.map(|w| w.0), Vec::new(), at);
        Ok(())
    })?;
    api.private.raw_set("close", close)?;
    api.hide("asked_action", |host, action: V| {
        host.explain_action = host.index(action.0, Kind::Action).ok().map(cardwright_state::ActionId::new);
        if let (Some(trace), Some(action)) = (&mut host.explain, host.explain_action) {
            trace.asked.push(action);
        }
        Ok(())
    })?;
    api.hide("begin_probe", |host, (): ()| {
        host.probing += 1;
        Ok(host.rows.len())
    })?;
    api.hide("end_probe", |host, (mark, head, a, b, c, d): (usize, V, Opt, Opt, Opt, Opt)| {
        let mut wanted = vec![head.0];
        wanted.extend(given([a, b, c, d]));
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
        Ok(host.pos.journal().len())
    })?;
    api.hide("end_suppose", |host, mark: usize| -> HostResult<()> {
        let board = host.board.clone();
        host.pos.take_back(&board, mark);
        host.show_all();
        host.supposing -= 1;
        Ok(())
    })?;
    Ok(())
}
