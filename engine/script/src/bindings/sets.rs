//! Functions that make, combine and read sets.

use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, SetValue};
use crate::lua_ffi::Rest;
use cardwright_state::val::Val;

fn combine(
    host: &mut Host,
    a: LuaVal,
    b: LuaVal,
    combine_dense: fn(cardwright_state::Set, cardwright_state::Set) -> cardwright_state::Set,
    keep: fn(bool) -> bool,
) -> HostResult<LuaVal> {
    // `without` keeps no reasons of the set that it subtracts.
    let both = [a.0, b.0];
    let of = if keep(true) { &both[..] } else { &both[..1] };
    let (a, b) = (host.set(a.0)?, host.set(b.0)?);
    if let (SetValue::Dense(k, x), SetValue::Dense(l, y)) = (&a, &b)
        && k == l
    {
        return Ok(LuaVal(host.set_with_reasons(SetValue::Dense(*k, combine_dense(*x, *y)), of, None)));
    }
    let mut members = Vec::new();
    host.members(&a, &mut members);
    members.retain(|v| keep(host.is_in(&b, *v)));
    let set = host.form_of(&members);
    Ok(LuaVal(host.set_with_reasons(set, of, None)))
}

/// The first member, in the order of the set.
fn first_of(host: &Host, set: &SetValue) -> OptionalVal {
    match *set {
        SetValue::Dense(kind, set) => set.first().map(|i| LuaVal(Val::handle(kind, i as u64))),
        SetValue::List(a, b) => host.list(a, b).first().map(|v| LuaVal(*v)),
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Sets");
    api.add(
        "set_of(...: any): Set",
        "A set of the given things. Spaces, links, cards and sides come in board order, other things in the \
         order given.",
        |host, Rest(items): Rest<LuaVal>| {
            let items = items.iter().map(|v| host.check_storable(v.0)).collect::<HostResult<Vec<Val>>>()?;
            Ok(LuaVal(host.set_of(&items)))
        },
    )?;
    api.add(
        "numbers(from: number, to: number): Set",
        "The set of whole numbers from `from` to `to`.",
        |host, (a, b): (i64, i64)| {
            if b.saturating_sub(a) > 10_000
                || a.unsigned_abs().max(b.unsigned_abs()) >= cardwright_state::val::LIMIT as u64
            {
                return Err(format!("the numbers {a} to {b}: at most 10000 numbers, each below 2^47"));
            }
            Ok(LuaVal(host.new_list((a..=b).map(Val))))
        },
    )?;
    api.add("union(a: Set, b: Set): Set", "The members of either set.", |host, (a, b): (LuaVal, LuaVal)| {
        let (x, y) = (host.set(a.0)?, host.set(b.0)?);
        if let (SetValue::Dense(k, p), SetValue::Dense(l, q)) = (&x, &y)
            && k == l
        {
            return Ok(LuaVal(host.set_with_reasons(SetValue::Dense(*k, p.or(*q)), &[a.0, b.0], None)));
        }
        let mut members = Vec::new();
        host.members(&x, &mut members);
        let mut more = Vec::new();
        host.members(&y, &mut more);
        more.retain(|v| !members.contains(v));
        members.extend(more);
        let set = host.form_of(&members);
        Ok(LuaVal(host.set_with_reasons(set, &[a.0, b.0], None)))
    })?;
    api.add(
        "both(a: Set, b: Set): Set",
        "The members of both sets. A stack counts as a member of a set of spaces if it lies in one of them.",
        |host, (a, b): (LuaVal, LuaVal)| combine(host, a, b, cardwright_state::Set::and, |t| t),
    )?;
    api.add(
        "without(a: Set, b: Set): Set",
        "The members of `a` that are not in `b`.",
        |host, (a, b): (LuaVal, LuaVal)| combine(host, a, b, cardwright_state::Set::minus, |t| !t),
    )?;
    api.add("members(set: Set): {any}", "The members as an array, in order.", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        let mut out = Vec::new();
        host.members(&set, &mut out);
        Ok(out.into_iter().map(LuaVal).collect::<Vec<_>>())
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
        |host, (set, x): (LuaVal, LuaVal)| {
            let set = host.set(set.0)?;
            Ok(host.is_in(&set, x.0))
        },
    )?;
    api.add("first(set: Set): any", "The first member in the order of the set, or nil.", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        Ok(first_of(host, &set))
    })?;
    api.add(
        "sole(set: Set): any",
        "The only member, or nil if the set is empty. Several members are an error: use `pick` or `choose` there.",
        |host, set: LuaVal| {
            let set = host.set(set.0)?;
            let size = host.size(&set);
            if size > 1 {
                return Err(format!("`sole` takes a set of at most one member, not {size}: use `pick` for a random one, or `choose` to ask a side"));
            }
            Ok(first_of(host, &set))
        },
    )?;
    api.add(
        "whichever(set: Set): any",
        "Any member, or nil if the set is empty. Use it where it makes no difference which; otherwise use \
         `sole` or `pick`.",
        |host, set: LuaVal| {
            let set = host.set(set.0)?;
            Ok(first_of(host, &set))
        },
    )?;
    api.add(
        "stacks(places: Set, class: Class, filter: Filter?, why: Reason?): Set",
        "The stacks of a class (or of a side) in these places. With a filter, only the stacks that pass. `why` \
         is then the reason that `why not` gives for the others.",
        |host, (places, class, by, why): (LuaVal, LuaVal, OptionalVal, OptionalVal)| {
            let of = [places.0];
            let places = host.spaces(places.0)?;
            let class = host.class(class.0)?;
            if host.explain.is_some() {
                let mut all = Vec::new();
                host.pos.stacks(&host.board, places, class, &mut all);
                let (from, to) = host.put_list(all);
                let set = SetValue::List(from, to);
                let Some(by) = by else { return Ok(LuaVal(host.set_with_reasons(set, &of, None))) };
                let passed = super::filters::apply(host, &set, by.0)?;
                return Ok(super::legality::keep_or_drop(host, (&of, set), passed, true, why, String::new()));
            }
            let Some(by) = by else { return Ok(LuaVal(host.stacks(places, class))) };
            let (mut all, mut passed) = (Vec::new(), Vec::new());
            host.pos.stacks(&host.board, places, class, &mut all);
            super::filters::filter_list(host, &all, by.0, &mut passed)?;
            Ok(LuaVal(host.new_list(passed)))
        },
    )?;
    // For `only`: an existing set, with the reasons of an equal set that `keep` made.
    api.add_private("with_reasons_of", |host, (part, narrowed): (LuaVal, LuaVal)| {
        let set = host.set(part.0)?;
        Ok(LuaVal(host.set_with_reasons(set, &[part.0, narrowed.0], None)))
    })?;
    api.add_private("is_empty_with_reasons", |host, set: LuaVal| {
        let set = host.set(set.0)?;
        Ok(host.size(&set) == 0)
    })?;
    api.add_private("members_after", |host, (set, picked): (LuaVal, LuaVal)| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        let at = members.iter().position(|v| *v == picked.0).map_or(0, |i| i + 1);
        Ok(LuaVal(host.set_of(&members[at..])))
    })?;
    Ok(())
}
