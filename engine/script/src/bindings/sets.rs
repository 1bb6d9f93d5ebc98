//! Functions that make, combine and read sets.

use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, SetValue};
use crate::lua_ffi::Rest;
use cardwright_state::Set;
use cardwright_state::val::Val;

/// Combines two sets. `combine_dense` combines two dense sets of one kind. Otherwise the members of `a` stay for which
/// `keep` returns true; its argument says whether `b` contains the member.
fn combine(
    host: &mut Host,
    a: LuaVal,
    b: LuaVal,
    combine_dense: fn(&Set, &Set) -> Set,
    keep: fn(bool) -> bool,
) -> HostResult<LuaVal> {
    // Only `without` drops the members that are in both sets. Its result inherits no reasons from the subtracted set.
    let both = [a.0, b.0];
    let sources = if keep(true) { &both[..] } else { &both[..1] };
    let (a, b) = (host.set(a.0)?, host.set(b.0)?);
    if let (SetValue::Dense(kind_a, dense_a), SetValue::Dense(kind_b, dense_b)) = (&a, &b)
        && kind_a == kind_b
    {
        return Ok(LuaVal(host.set_with_reasons(
            SetValue::Dense(*kind_a, combine_dense(dense_a, dense_b)),
            sources,
            None,
        )));
    }
    let mut members = Vec::new();
    host.members(&a, &mut members);
    members.retain(|member| keep(host.is_in(&b, *member)));
    let set = host.set_value_of(&members);
    Ok(LuaVal(host.set_with_reasons(set, sources, None)))
}

/// Returns the first member, in the order of the set.
fn first_of(host: &Host, set: LuaVal) -> HostResult<OptionalVal> {
    Ok(match host.set(set.0)? {
        SetValue::Dense(kind, set) => set.first().map(|index| LuaVal(Val::handle(kind, index as u64))),
        SetValue::List(from, to) => host.list(from, to).first().map(|member| LuaVal(*member)),
    })
}

#[expect(clippy::too_many_lines, reason = "a list of host functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Sets");
    api.add(
        "set_of(...: any): Set",
        "A set of the given things. Spaces, links, cards and sides come in board order, other things in the \
         order given.",
        |host, Rest(items): Rest<LuaVal>| {
            let items = items.iter().map(|item| host.check_storable(item.0)).collect::<HostResult<Vec<Val>>>()?;
            Ok(LuaVal(host.set_of(&items)))
        },
    )?;
    api.add(
        "numbers(from: number, to: number): Set",
        "The set of whole numbers from `from` to `to`.",
        |host, (from, to): (i64, i64)| {
            if to.saturating_sub(from) > 10_000
                || from.unsigned_abs().max(to.unsigned_abs()) >= cardwright_state::val::LIMIT as u64
            {
                return Err(format!("the numbers {from} to {to}: at most 10000 numbers, each below 2^47").into());
            }
            Ok(LuaVal(host.new_list((from..=to).map(Val))))
        },
    )?;
    api.add("union(a: Set, b: Set): Set", "The members of either set.", |host, (a, b): (LuaVal, LuaVal)| {
        let (set_a, set_b) = (host.set(a.0)?, host.set(b.0)?);
        if let (SetValue::Dense(kind_a, dense_a), SetValue::Dense(kind_b, dense_b)) = (&set_a, &set_b)
            && kind_a == kind_b
        {
            return Ok(LuaVal(host.set_with_reasons(SetValue::Dense(*kind_a, dense_a.or(dense_b)), &[a.0, b.0], None)));
        }
        let mut members = Vec::new();
        host.members(&set_a, &mut members);
        let mut added = Vec::new();
        host.members(&set_b, &mut added);
        added.retain(|member| !members.contains(member));
        members.extend(added);
        let set = host.set_value_of(&members);
        Ok(LuaVal(host.set_with_reasons(set, &[a.0, b.0], None)))
    })?;
    api.add(
        "both(a: Set, b: Set): Set",
        "The members of both sets. A stack counts as a member of a set of spaces if it lies in one of them.",
        |host, (a, b): (LuaVal, LuaVal)| combine(host, a, b, Set::and, |is_in_b| is_in_b),
    )?;
    api.add(
        "without(a: Set, b: Set): Set",
        "The members of `a` that are not in `b`.",
        |host, (a, b): (LuaVal, LuaVal)| combine(host, a, b, Set::minus, |is_in_b| !is_in_b),
    )?;
    api.add("members(set: Set): {any}", "The members as an array, in order.", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        Ok(members.into_iter().map(LuaVal).collect::<Vec<_>>())
    })?;
    api.add("size(set: Set): number", "The number of members.", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        Ok(host.size(&set))
    })?;
    api.document("is_empty(set: Set): boolean", "Whether the set has no members.");
    api.private.raw_set("empty", LuaVal(crate::host::EMPTY))?;
    api.add(
        "is_in(set: Set, thing: any): boolean",
        "Whether a thing is a member. A stack counts as a member of a set of spaces if it lies in one of them.",
        |host, (set, thing): (LuaVal, LuaVal)| {
            let set = host.set(set.0)?;
            Ok(host.is_in(&set, thing.0))
        },
    )?;
    api.add(
        "first(set: Set): any",
        "The first member in the order of the set, or nil. A script that plays a side uses `pick` instead, or \
         `whichever`: otherwise the order of the board decides between equals.",
        |host, set: LuaVal| first_of(host, set),
    )?;
    api.add(
        "whichever(set: Set): any",
        "Any member, or nil if the set is empty. Use it if the set has at most one member, or if it makes no \
         difference which.",
        |host, set: LuaVal| first_of(host, set),
    )?;
    api.add(
        "stacks(places: Set, class: Class, filter: Filter?, why: Reason?): Set",
        "The stacks of a class (or of a side) in these places. With a filter, only the stacks that pass. `why` \
         is then the reason that `why not` gives for the others.",
        |host, (places, class, filter, why): (LuaVal, LuaVal, OptionalVal, OptionalVal)| {
            let sources = [places.0];
            let places = host.spaces(places.0)?;
            let class = host.class(class.0)?;
            if host.explaining.trace.is_some() {
                // For `why`, the set keeps the reasons of `places`, and the reason against the other stacks.
                let mut stacks = Vec::new();
                host.pos.stacks(&host.board, &places, class, &mut stacks);
                let (from, to) = host.store_list(stacks);
                let set = SetValue::List(from, to);
                let Some(filter) = filter else { return Ok(LuaVal(host.set_with_reasons(set, &sources, None))) };
                let passed = super::filters::apply(host, &set, filter.0)?;
                return Ok(super::legality::keep_or_drop(host, (&sources, set), passed, true, why, String::new()));
            }
            let Some(filter) = filter else { return Ok(LuaVal(host.stacks(&places, class))) };
            let (mut stacks, mut passed) = (Vec::new(), Vec::new());
            host.pos.stacks(&host.board, &places, class, &mut stacks);
            super::filters::filter_list(host, &stacks, filter.0, &mut passed)?;
            Ok(LuaVal(host.new_list(passed)))
        },
    )?;
    // `only` calls this. Returns an existing set with the reasons of an equal set that `keep` made.
    api.add_private("with_reasons_of", |host, (part, narrowed): (LuaVal, LuaVal)| {
        let set = host.set(part.0)?;
        Ok(LuaVal(host.set_with_reasons(set, &[part.0, narrowed.0], None)))
    })?;
    // While the host collects reasons, an empty set with reasons has a handle of its own: only the host recognises it.
    api.add_private("is_empty_with_reasons", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        Ok(host.size(&set) == 0)
    })?;
    api.add_private("members_after", |host, (set, picked): (LuaVal, LuaVal)| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        let start = members.iter().position(|member| *member == picked.0).map_or(0, |index| index + 1);
        Ok(LuaVal(host.set_of(&members[start..])))
    })?;
    Ok(())
}
