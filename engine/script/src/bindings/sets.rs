//! Sets: made, combined and looked through.

use super::{Api, Opt, V};
use crate::host::{Host, HostResult, SetValue};
use crate::raw::Rest;
use cardwright_state::val::Val;

fn combine(
    host: &mut Host,
    a: V,
    b: V,
    dense: fn(cardwright_state::Set, cardwright_state::Set) -> cardwright_state::Set,
    keep: fn(bool) -> bool,
) -> HostResult<V> {
    // What is taken out of one set by another is told by no reason of the other.
    let both = [a.0, b.0];
    let of = if keep(true) { &both[..] } else { &both[..1] };
    let (a, b) = (host.set(a.0)?, host.set(b.0)?);
    if let (SetValue::Dense(k, x), SetValue::Dense(l, y)) = (&a, &b)
        && k == l
    {
        return Ok(V(host.narrowed_set(SetValue::Dense(*k, dense(*x, *y)), of, None)));
    }
    let mut members = Vec::new();
    host.members(&a, &mut members);
    members.retain(|v| keep(host.is_in(&b, *v)));
    let set = host.form_of(&members);
    Ok(V(host.narrowed_set(set, of, None)))
}

/// The first member, as the board has them.
fn first_of(host: &Host, set: &SetValue) -> Opt {
    match *set {
        SetValue::Dense(kind, set) => set.first().map(|i| V(Val::handle(kind, i as u64))),
        SetValue::List(a, b) => host.list(a, b).first().map(|v| V(*v)),
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Sets");
    api.add(
        "set_of(...: any): Set",
        "The set of these things, in the order given (spaces, links, cards and sides: in board order).",
        |host, Rest(items): Rest<V>| {
            let items = items.iter().map(|v| host.kept(v.0)).collect::<HostResult<Vec<Val>>>()?;
            Ok(V(host.set_of(&items)))
        },
    )?;
    api.add("numbers(from: number, to: number): Set", "The numbers `from` to `to`.", |host, (a, b): (i64, i64)| {
        if b.saturating_sub(a) > 10_000 || a.unsigned_abs().max(b.unsigned_abs()) >= cardwright_state::val::LIMIT as u64
        {
            return Err(format!("the numbers {a} to {b}: at most 10000, each below 2^47"));
        }
        Ok(V(host.new_list((a..=b).map(Val))))
    })?;
    api.add("union(a: Set, b: Set): Set", "What is in either.", |host, (a, b): (V, V)| {
        let (x, y) = (host.set(a.0)?, host.set(b.0)?);
        if let (SetValue::Dense(k, p), SetValue::Dense(l, q)) = (&x, &y)
            && k == l
        {
            return Ok(V(host.narrowed_set(SetValue::Dense(*k, p.or(*q)), &[a.0, b.0], None)));
        }
        let mut members = Vec::new();
        host.members(&x, &mut members);
        let mut more = Vec::new();
        host.members(&y, &mut more);
        more.retain(|v| !members.contains(v));
        members.extend(more);
        let set = host.form_of(&members);
        Ok(V(host.narrowed_set(set, &[a.0, b.0], None)))
    })?;
    api.add(
        "both(a: Set, b: Set): Set",
        "What is in both; stacks are in a set of spaces if their place is.",
        |host, (a, b): (V, V)| combine(host, a, b, cardwright_state::Set::and, |t| t),
    )?;
    api.add("without(a: Set, b: Set): Set", "What is in `a` but not in `b`.", |host, (a, b): (V, V)| {
        combine(host, a, b, cardwright_state::Set::minus, |t| !t)
    })?;
    api.add("members(set: Set): {any}", "The members as an array, in order.", |host, set: V| {
        let set = host.set(set.0)?;
        let mut out = Vec::new();
        host.members(&set, &mut out);
        Ok(out.into_iter().map(V).collect::<Vec<_>>())
    })?;
    api.add("size(set: Set): number", "How many members.", |host, set: V| {
        let set = host.set(set.0)?;
        Ok(host.size(&set))
    })?;
    api.describe("is_empty(set: Set): boolean", "Whether there is no member.");
    api.private.raw_set("empty", V(crate::host::EMPTY))?;
    api.add(
        "is_in(set: Set, thing: any): boolean",
        "Whether a thing is a member; a stack is in a set of spaces if its place is.",
        |host, (set, x): (V, V)| {
            let set = host.set(set.0)?;
            Ok(host.is_in(&set, x.0))
        },
    )?;
    api.add("first(set: Set): any", "The first member, or nil.", |host, set: V| {
        let set = host.set(set.0)?;
        Ok(first_of(host, &set))
    })?;
    api.add(
        "sole(set: Set): any",
        "The member of a set that has one at most, or nil; an error if there are several: somebody, or chance, is to pick.",
        |host, set: V| {
            let set = host.set(set.0)?;
            let size = host.size(&set);
            if size > 1 {
                return Err(format!("one member at most was expected here, but there are {size}: `pick` leaves it to chance, `choose` to a side"));
            }
            Ok(first_of(host, &set))
        },
    )?;
    api.add(
        "whichever(set: Set): any",
        "A member of a set, or nil: for where it makes no difference which, and says so. See `sole`, `pick`.",
        |host, set: V| {
            let set = host.set(set.0)?;
            Ok(first_of(host, &set))
        },
    )?;
    api.add(
        "stacks(places: Set, class: Class, filter: Filter?, why: Reason?): Set",
        "The stacks of pieces of a class (or of a side) in some places; with a filter, those that pass it (as `keep` would have it).",
        |host, (places, class, by, why): (V, V, Opt, Opt)| {
            let of = [places.0];
            let places = host.spaces(places.0)?;
            let class = host.class(class.0)?;
            if host.explain.is_some() {
                let mut all = Vec::new();
                host.pos.stacks(&host.board, places, class, &mut all);
                let (from, to) = host.put_list(all);
                let set = SetValue::List(from, to);
                let Some(by) = by else { return Ok(V(host.narrowed_set(set, &of, None))) };
                let passed = super::filters::apply(host, &set, by.0)?;
                return Ok(super::legality::narrowed(host, (&of, set), passed, true, why, String::new()));
            }
            let Some(by) = by else { return Ok(V(host.stacks(places, class))) };
            let (mut all, mut passed) = (Vec::new(), Vec::new());
            host.pos.stacks(&host.board, places, class, &mut all);
            super::filters::listed(host, &all, by.0, &mut passed)?;
            Ok(V(host.new_list(passed)))
        },
    )?;
    // A set that is there already, by what narrowed another like it: see `only`.
    api.hide("as_part", |host, (part, narrowed): (V, V)| {
        let set = host.set(part.0)?;
        Ok(V(host.narrowed_set(set, &[part.0, narrowed.0], None)))
    })?;
    api.hide("has_none", |host, set: V| {
        let set = host.set(set.0)?;
        Ok(host.size(&set) == 0)
    })?;
    api.hide("after", |host, (set, picked): (V, V)| {
        let set = host.set(set.0)?;
        let mut members = Vec::new();
        host.members(&set, &mut members);
        let at = members.iter().position(|v| *v == picked.0).map_or(0, |i| i + 1);
        Ok(V(host.set_of(&members[at..])))
    })?;
    Ok(())
}
