//! Legality. `keep` and `drop` narrow sets and give a reason. `offer` turns sets into rows.

use super::filters::{Passed, apply, filter_dense, filter_list};
use super::{Api, LuaVal, OptionalVal, given_values};
use crate::host::{Host, HostError, HostResult, SetValue};
use crate::lua_ffi::shared_flags::{Offer, SharedFlag};
use crate::lua_ffi::{self, ActionTableArg, CallingFrame, FilterArg, Frame, FunctionIndex, Rest};
use cardwright_state::position::MAX_COLUMNS;
use cardwright_state::val::{Kind, Val};
use std::ffi::c_int;

/// The most columns of a row after its head.
const MOST_COLUMNS: usize = MAX_COLUMNS - 1;

/// Returns the members that passed a filter (`keep`) or the other members (`drop`). The result inherits the reasons of
/// the `sources`. `script_line` is `path:line` of the calling script.
pub(super) fn keep_or_drop(
    host: &mut Host,
    (sources, set): (&[Val], SetValue),
    passed: Passed,
    keep: bool,
    why: OptionalVal,
    script_line: String,
) -> LuaVal {
    let (kept, excluded) = match (set, passed) {
        // Dense sets are bit sets of things of one kind.
        (SetValue::Dense(kind, members), Passed::Dense(passed_set)) => {
            let kept = if keep { members.and(&passed_set) } else { members.minus(&passed_set) };
            let handle = |index| Val::handle(kind, index as u64);
            let is_tracing = host.explaining.trace.is_some();
            let excluded = if is_tracing { members.minus(&kept).iter().map(handle).collect() } else { Vec::new() };
            (SetValue::Dense(kind, kept), excluded)
        }
        (set, passed) => {
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let passed = match passed {
                Passed::List(list) => list,
                Passed::Dense(_) => members.clone(),
            };
            if keep && host.explaining.trace.is_none() {
                return LuaVal(host.new_list(passed));
            }
            // `passed` is in the order of the set, so one walk separates the kept from the excluded members.
            let mut remaining_passed = passed.iter().peekable();
            let (kept, excluded): (Vec<Val>, Vec<Val>) =
                members.into_iter().partition(|member| remaining_passed.next_if_eq(&member).is_some() == keep);
            let (from, to) = host.store_list(kept);
            (SetValue::List(from, to), excluded)
        }
    };
    // Note no exclusion without members, because such an exclusion means that the action is closed.
    let exclusion =
        if excluded.is_empty() { None } else { host.note_excluded(why.map(|why| why.0), excluded, script_line) };
    LuaVal(host.set_with_reasons(kept, sources, exclusion))
}

/// Returns `path:line` of the calling script while somebody asks why. Otherwise returns an empty text.
fn caller_line(host: &Host, frame: &Frame) -> String {
    if host.explaining.trace.is_none() { String::new() } else { frame.caller() }
}

/// The functions `keep` and `drop` of scripts. They take a set, then up to three filters, each with its reason.
fn narrow<const KEEP: bool>(frame: &mut CallingFrame) -> HostResult<LuaVal> {
    let mut set = match frame.guarded(narrow_at_once::<KEEP>)? {
        (narrowed, true) => return Ok(narrowed),
        (set, false) => set,
    };
    for index in (2..).step_by(2) {
        set = match frame.guarded(|frame| narrow_by::<KEEP>(frame, set, index))? {
            Narrowed::NoFilter => break,
            Narrowed::To(narrowed) => narrowed,
            // The host is not borrowed while the function runs, because the function may call the host.
            Narrowed::ByFunction(test, members_set, mut members) => {
                members.retain(|member| frame.call_filter(test, LuaVal(*member)));
                frame.guarded(|frame| narrow_to::<KEEP>(frame, set, index, members_set, members))?
            }
        };
    }
    Ok(set)
}

/// Narrows by all filters, and returns the result and true. Returns the set and false if a filter is a Lua function or
/// somebody asks why.
fn narrow_at_once<const KEEP: bool>(frame: &Frame) -> HostResult<(LuaVal, bool)> {
    let set: LuaVal = frame.argument(1)?;
    let argument_count = frame.argument_count();
    if argument_count > 7 && !matches!(frame.argument(8)?, FilterArg::Nothing) {
        return Err("three filters at most: use a second call for more".into());
    }
    if set.0.kind() == Kind::Relation {
        return Ok((narrow_relation::<KEEP>(frame, set)?, true));
    }
    let narrowed = narrow_without_reasons::<KEEP>(frame, &mut *frame.host_mut()?, set, argument_count)?;
    Ok(narrowed.map_or((set, false), |narrowed| (narrowed, true)))
}

/// The effect of one filter of `keep` or `drop`.
enum Narrowed {
    NoFilter,
    To(LuaVal),
    /// The filter is a Lua function, to be called with each member: the function, the set and its members.
    ByFunction(FunctionIndex, SetValue, Vec<Val>),
}

/// Narrows by the filter at a stack index, after which comes its reason.
fn narrow_by<const KEEP: bool>(frame: &Frame, set: LuaVal, index: c_int) -> HostResult<Narrowed> {
    let why: OptionalVal = frame.argument(index + 1)?;
    let filter = match frame.argument(index)? {
        FilterArg::Nothing if index > 2 => return Ok(Narrowed::NoFilter),
        FilterArg::Nothing => return Err("the filter is nil".into()),
        FilterArg::Function(test) => Err(test),
        FilterArg::Value(filter) => Ok(filter.0),
    };
    let mut host = frame.host_mut()?;
    if index == 2 || filter.is_err() {
        host.count_call()?;
    }
    let members_set = host.set(set.0)?;
    match filter {
        Ok(filter) => {
            let passed = apply(&host, &members_set, filter)?;
            let script_line = caller_line(&host, frame);
            // If the filter is a set, the result of `keep` inherits its reasons too. That of `drop` does not.
            let sources = [set.0, filter];
            let sources_and_set = (&sources[..1 + usize::from(KEEP)], members_set);
            Ok(Narrowed::To(keep_or_drop(&mut host, sources_and_set, passed, KEEP, why, script_line)))
        }
        Err(test) => {
            let mut members = Vec::new();
            host.members(&members_set, &mut members);
            Ok(Narrowed::ByFunction(test, members_set, members))
        }
    }
}

/// Narrows to the members that passed the Lua function at a stack index, after which comes its reason.
fn narrow_to<const KEEP: bool>(
    frame: &Frame,
    set: LuaVal,
    index: c_int,
    members_set: SetValue,
    passed: Vec<Val>,
) -> HostResult<LuaVal> {
    let mut host = frame.host_mut()?;
    let passed = match &members_set {
        SetValue::Dense(..) => Passed::Dense(passed.iter().map(|member| member.payload() as usize).collect()),
        SetValue::List(..) => Passed::List(passed),
    };
    let script_line = caller_line(&host, frame);
    let why = frame.argument(index + 1)?;
    Ok(keep_or_drop(&mut host, (&[set.0], members_set), passed, KEEP, why, script_line))
}

/// Narrows a relation. The filters apply later, when a row needs the values of the relation.
#[inline(never)]
fn narrow_relation<const KEEP: bool>(frame: &Frame, relation: LuaVal) -> HostResult<LuaVal> {
    let filters_and_reasons = [
        (frame.argument(2)?, frame.argument(3)?),
        (frame.argument(4)?, frame.argument(5)?),
        (frame.argument(6)?, frame.argument(7)?),
    ];
    let mut host = frame.host_mut()?;
    host.count_call()?;
    super::relations::keep_or_drop(&mut host, relation.0, KEEP, &filters_and_reasons)
}

/// Narrows a set without recording reasons, and makes a set only of the final result. This is the fast path of `keep`
/// and `drop`. Returns `None` if a filter is a Lua function or somebody asks why.
fn narrow_without_reasons<const KEEP: bool>(
    frame: &Frame,
    host: &mut Host,
    set: LuaVal,
    argument_count: c_int,
) -> HostResult<Option<LuaVal>> {
    if host.explaining.trace.is_some() {
        return Ok(None);
    }
    let narrowed = match host.set(set.0)? {
        SetValue::Dense(kind, mut members) => {
            for index in [2, 4, 6] {
                match filter_at(frame, index)? {
                    NextFilter::None => break,
                    NextFilter::Function => return Ok(None),
                    NextFilter::Filter(filter) => {
                        let passed = filter_dense(host, kind, &members, filter)?;
                        members = if KEEP { passed } else { members.minus(&passed) };
                    }
                }
                if index + 2 > argument_count {
                    break;
                }
            }
            SetValue::Dense(kind, members)
        }
        SetValue::List(..) if !KEEP => return Ok(None),
        SetValue::List(mut from, mut to) => {
            for index in [2, 4, 6] {
                match filter_at(frame, index)? {
                    NextFilter::None => break,
                    NextFilter::Function => return Ok(None),
                    NextFilter::Filter(filter) => {
                        let mut passed = Vec::with_capacity((to - from) as usize);
                        filter_list(host, host.list(from, to), filter, &mut passed)?;
                        (from, to) = host.store_list(passed);
                    }
                }
                if index + 2 > argument_count {
                    break;
                }
            }
            SetValue::List(from, to)
        }
    };
    host.count_call()?;
    Ok(Some(LuaVal(host.new_set(narrowed))))
}

/// The next filter of `keep` or `drop`.
enum NextFilter {
    None,
    Function,
    Filter(Val),
}

/// Reads the filter at a stack index, and checks the reason after it.
#[inline(always)]
fn filter_at(frame: &Frame, index: c_int) -> HostResult<NextFilter> {
    let next = match frame.argument(index)? {
        FilterArg::Nothing if index > 2 => return Ok(NextFilter::None),
        FilterArg::Nothing => return Err("the filter is nil".into()),
        FilterArg::Function(_) => return Ok(NextFilter::Function),
        FilterArg::Value(filter) => NextFilter::Filter(filter.0),
    };
    frame.argument::<OptionalVal>(index + 1)?;
    Ok(next)
}

/// The function `need` of scripts. Closes the action that is being offered unless a condition holds.
fn need(frame: &Frame) -> HostResult<bool> {
    let holds: bool = frame.argument(1)?;
    let mut host = frame.host_mut()?;
    host.check_not_in_shared_value("close an action: return the condition, and call `need` in the offer")?;
    if !holds {
        host.close_offer();
        if host.explaining.trace.is_some() {
            let (why, preventing): (OptionalVal, OptionalVal) = (frame.argument(2)?, frame.argument(3)?);
            let script_line = caller_line(&host, frame);
            host.note_closed(why.map(|why| why.0), preventing.map(|preventing| preventing.0), script_line)?;
        }
    }
    Ok(holds)
}

#[cold]
fn too_many_columns() -> HostError {
    format!("a row has at most {MOST_COLUMNS} columns after its head").into()
}

#[cold]
fn nil_column(number: c_int) -> HostError {
    format!("column {number} of `offer` is nil: leave it out or give a value").into()
}

/// The functions `offer` and `discourage` of scripts. They add rows that begin with an action or a word.
fn offer<const DISCOURAGED: bool>(frame: &Frame) -> HostResult<()> {
    let mut host = frame.host_mut()?;
    let head = match frame.action(1, &host) {
        Some(action) => action.0,
        None => frame.argument::<LuaVal>(1)?.0,
    };
    let mut argument_count = frame.argument_count();
    // The reason of `discourage` comes last and is not a column.
    let why = match DISCOURAGED && argument_count > 1 {
        true => {
            frame.argument::<OptionalVal>(argument_count)?.map(|last| last.0).filter(|last| last.kind() == Kind::Reason)
        }
        false => None,
    };
    argument_count -= c_int::from(why.is_some());
    let (columns, column_count) = columns(frame, argument_count)?;
    let columns = &columns[..column_count];
    host.check_not_in_shared_value("offer")?;
    if host.flag(SharedFlag::Offer) == Offer::Closed as u8 || columns.contains(&crate::host::EMPTY) {
        return Ok(());
    }
    host.count_call()?;
    if !matches!(head.kind(), Kind::Action | Kind::Word) {
        return Err(format!("a row must begin with an action or a word, not with {}", host.describe(head)).into());
    }
    let first_row = host.choice.rows.len();
    let script_line = caller_line(&host, frame);
    super::relations::offer(&mut host, Some(head), columns, &script_line)?;
    if DISCOURAGED && host.depths.read_only == 0 && host.depths.suppose == 0 {
        let rows = first_row..host.choice.rows.len();
        if let Some(why) = why.filter(|_| host.explaining.trace.is_some()) {
            host.note_discouraged(rows.clone(), why, &script_line);
        }
        host.choice.discouraged.extend(rows);
    }
    host.within_limits()
}

/// Reads the columns of a row after its head: the values, and how many they are.
#[inline(always)]
fn columns(frame: &Frame, argument_count: c_int) -> HostResult<([Val; MOST_COLUMNS], usize)> {
    if argument_count as usize > MOST_COLUMNS + 1 {
        return Err(too_many_columns());
    }
    let (mut columns, mut column_count) = ([Val(0); MOST_COLUMNS], 0);
    for index in 2..=argument_count {
        let Some(LuaVal(column)) = frame.argument(index)? else { return Err(nil_column(index - 1)) };
        columns[column_count] = column;
        column_count += 1;
    }
    Ok((columns, column_count))
}

/// The arguments of `end_probe`, which ends a call of `could`: the number of rows before the call, and the head and the
/// columns with which the wanted row begins.
type Probe = (usize, LuaVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal);

/// Marks a row as the default. A suggestion is a default that no typed line takes by itself.
fn mark_default(
    host: &mut Host,
    head: LuaVal,
    Rest(columns_after_head): Rest<OptionalVal>,
    is_suggestion: bool,
) -> HostResult<()> {
    let mut columns = vec![head.0];
    columns.extend(columns_after_head.into_iter().map_while(|column| column.map(|value| value.0)));
    if columns.len() > MAX_COLUMNS {
        return Err(too_many_columns());
    }
    columns.iter().try_for_each(|column| host.check_storable(*column).map(drop))?;
    if host.depths.read_only == 0 && host.depths.suppose == 0 {
        host.choice.default_row = Some(cardwright_state::position::Row::new(&columns));
        host.choice.is_suggestion = is_suggestion;
    }
    Ok(())
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Legality");
    let keep = lua_ffi::create_calling_function(&api.lua, &api.host, (), narrow::<true>)?;
    let others = lua_ffi::create_calling_function(&api.lua, &api.host, (), narrow::<false>)?;
    for (name, function) in [("keep", keep), ("drop", others)] {
        api.private.raw_set(name, &function)?;
        api.public.raw_set(name, function)?;
    }
    api.document(
        "keep(set: Set | Relation, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set | Relation",
        "The members of a set that pass a filter. A relation takes filters and sets, but no functions. `why` \
         is the reason that `why not` gives for the others. Up to two more filters, each with its reason, may \
         follow.",
    );
    api.document(
        "drop(set: Set | Relation, filter: Filter | Set | (any) -> boolean, why: Reason?, ...: any): Set | Relation",
        "The members of a set that do not pass a filter. A relation takes filters and sets, but no functions. \
         `why` is the reason that `why not` gives for the others. Up to two more filters, each with its \
         reason, may follow.",
    );
    api.document(
        "only(part: Set, of: Set, why: Reason): Set",
        "Returns `part`, a part of `of` that the script already knows, such as a constant or the neighbours of \
         a space. It costs nothing in play. While somebody asks `why not`, it gives the reason for the rest of \
         `of`, as `keep(of, part, why)` does.",
    );
    api.document(
        "need(condition: boolean, why: Reason, by: Set?): boolean",
        "Closes the action that is being offered unless the condition holds. Returns the condition, so you can \
         write `if not need(...) then return end`. In a step's own body it only records the reason. `by` is \
         the set of things that prevent the action, such as spaces that are too full. `why not` then gives the \
         reason for each of them by name.",
    );
    api.document(
        "explain(body: () -> ())",
        "Runs `body` only while somebody asks `why`. Use it for a `keep` or `need` that only gives a reason. \
         An offer inside it adds no rows.",
    );
    api.document(
        "offer(head: Action | Word, ...: any)",
        "Adds rows that begin with an action or a word: one row for each combination of the columns. A column \
         is a set, a single thing, or a relation. A relation, such as `near(1)` or `elsewhere(COUNTRIES)`, \
         depends on the column before it.",
    );
    api.document(
        "discourage(head: Action | Word, ...: any)",
        "Adds rows as `offer` does, and marks them as discouraged: legal, but nearly always a mistake, such as \
         losing the game at once. A reason may come last (`discourage(it, OUTSIDE, WHY.out_of_reach)`); `why` \
         and `preview` show it. Random players take such a row only if there is no other, also in `fuzz` and \
         golden games.",
    );
    api.public.raw_set("offer", lua_ffi::create_function(&api.lua, &api.host, (), offer::<false>)?)?;
    api.public.raw_set("discourage", lua_ffi::create_function(&api.lua, &api.host, (), offer::<true>)?)?;
    api.public.raw_set("need", lua_ffi::create_function(&api.lua, &api.host, (), need)?)?;
    api.add(
        "default(head: Action | Word, ...: any)",
        "Marks the row that Enter takes. Use it for details of what the player named: how many, which of \
         several equal pieces, who pays. A typed line that leaves this choice open takes the row too, if four \
         conditions hold. The choice belongs to what the line named: its action is still in play, or the same \
         step goes on with the answer. Nothing was rolled, drawn or picked since. No other side was asked or \
         acted. The row is not `done`. Fails if the row has an amount.",
        |host, (head, rest): (LuaVal, Rest<OptionalVal>)| mark_default(host, head, rest, false),
    )?;
    api.add(
        "suggest(head: any, ...: any)",
        "Marks the row that Enter takes, as `default` does, but no typed line takes it by itself. Use it for a choice \
         that a player should make and often makes alike, such as which unit a hit destroys. `odds` answers such \
         choices with it.",
        |host, (head, rest): (LuaVal, Rest<OptionalVal>)| mark_default(host, head, rest, true),
    )?;
    api.document(
        "could(action: Action, side: Side, ...: any): boolean",
        "Whether the action's own `offer` has a row that begins with these columns.",
    );
    api.document(
        "suppose(body: () -> ...any): ...any",
        "Runs `body`, then takes back its changes and its rows. Returns what `body` returned. Dice, draws and \
         choices in it are errors.",
    );
    api.add_private("explain_action", |host, action: LuaVal| {
        let action = cardwright_state::ActionId::new(host.index(action.0, Kind::Action)?);
        host.begin_explaining(action);
        Ok(())
    })?;
    api.add_private("action_of", |_, ActionTableArg(action): ActionTableArg| Ok(action.map(LuaVal)))?;
    api.add_private("begin_probe", |host, (): ()| {
        host.depths.read_only += 1;
        Ok(host.choice.rows.len())
    })?;
    api.add_private("end_probe", |host, (row_count_before, head, a, b, c, d, e, f): Probe| {
        let mut first_columns = vec![head.0];
        first_columns.extend(given_values([a, b, c, d, e, f]));
        let found = host
            .choice
            .rows
            .get(row_count_before..)
            .unwrap_or_default()
            .iter()
            .any(|row| row.begins_with(&first_columns));
        host.choice.rows.truncate(row_count_before);
        host.depths.read_only -= 1;
        Ok(found)
    })?;
    api.add_private("end_read_only", |host, row_count_before: usize| {
        host.choice.rows.truncate(row_count_before);
        host.depths.read_only -= 1;
        Ok(())
    })?;
    api.add_private("begin_suppose", |host, (): ()| {
        host.depths.suppose += 1;
        Ok((host.pos.journal().len(), host.choice.rows.len()))
    })?;
    api.add_private("end_suppose", |host, (journal_length, row_count_before): (usize, usize)| -> HostResult<()> {
        let board = host.board.clone();
        host.pos.undo_to(&board, journal_length);
        host.choice.rows.truncate(row_count_before); // Remove the rows that the body offered.
        host.forget_shared();
        host.depths.suppose -= 1;
        Ok(())
    })?;
    Ok(())
}
