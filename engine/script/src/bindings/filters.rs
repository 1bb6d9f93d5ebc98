//! Filters for `keep` and `drop`: small numbers that the host applies to whole sets at once.

use super::{Api, V};
use crate::host::{Host, HostResult, SetValue};
use cardwright_state::board::{FactType, On};
use cardwright_state::val::{Kind, Val};
use cardwright_state::*;

const HAS_PIECE: u64 = 1;
const HAS_VALUE: u64 = 2;
const AT_LEAST: u64 = 3;
const AT_MOST: u64 = 4;
const ZONE_IS: u64 = 5;
const SET_HAS: u64 = 6;
const FACT_IS: u64 = 7;
const MARKED: u64 = 8;
const OF_CLASS: u64 = 9;
const LIES_IN: u64 = 10;
const EITHER: u64 = 11;
const LACKS: u64 = 12;

const BIAS: i64 = 1 << 19;

fn filter(op: u64, a: usize, b: i64) -> HostResult<V> {
    if !(-BIAS..BIAS).contains(&b) {
        return Err(format!("{b} is too large for a filter"));
    }
    Ok(V(Val::handle(Kind::Filter, op << 40 | (a as u64) << 20 | (b + BIAS) as u64)))
}

fn parts(filter: Val) -> (u64, usize, i64) {
    let p = filter.payload();
    (p >> 40, (p >> 20 & 0xf_ffff) as usize, (p & 0xf_ffff) as i64 - BIAS)
}

/// The parts of a filter that speaks of things there are: rules may make up any number.
fn sound(host: &Host, filter: Val) -> HostResult<(u64, usize, i64)> {
    let (op, a, b) = parts(filter);
    let of_fact = |set: bool| host.board.facts.get(a).is_some_and(|f| set == matches!(f.holds, FactType::Set(_)));
    let is_sound = match op {
        HAS_PIECE | OF_CLASS => a < host.board.classes.len(),
        HAS_VALUE | AT_LEAST | AT_MOST | ZONE_IS => a < host.board.tracks.len(),
        SET_HAS => of_fact(true),
        FACT_IS => of_fact(false) && !matches!(host.board.facts[a].holds, FactType::List(_)),
        MARKED => a < host.board.marks.len(),
        LIES_IN => a < host.board.spaces.len(),
        EITHER | LACKS => a < host.pairs.len(),
        _ => false,
    };
    if is_sound { Ok((op, a, b)) } else { Err("this is no filter, or none of this step".into()) }
}

/// How many filters are within one (or within a set used as one); those within come first, so that
/// no filter is within itself.
fn within(host: &Host, by: Val) -> HostResult<usize> {
    if by.kind() != Kind::Filter {
        return host.set(by).map(|_| 1);
    }
    let (op, a, _) = sound(host, by)?;
    Ok(if matches!(op, EITHER | LACKS) { host.pairs[a].2 } else { 1 })
}

/// Applies a filter (or a set used as one) to a set: what passes.
pub(super) fn apply(host: &Host, set: &SetValue, by: Val) -> HostResult<Passed> {
    if by.kind() != Kind::Filter {
        let other = host.set(by)?;
        if let (SetValue::Dense(k, a), SetValue::Dense(l, b)) = (set, &other)
            && k == l
        {
            return Ok(Passed::Dense(a.and(*b)));
        }
        return pick(host, set, |v| Ok(host.is_in(&other, v)));
    }
    let (op, a, b) = sound(host, by)?;
    if let SetValue::Dense(Kind::Space, spaces) = set {
        match op {
            HAS_PIECE if b <= 1 => return Ok(Passed::Dense(spaces.and(host.pos.holding(ClassId::new(a))))),
            HAS_VALUE | AT_LEAST | AT_MOST => {
                let track = &host.board.tracks[a];
                let On::Spaces(_) = track.on else { return Err(format!("`{}` is not kept per space", track.id)) };
                let values = host.pos.track_by_subject(&host.board, TrackId::new(a));
                return Ok(Passed::Dense(
                    spaces
                        .iter()
                        .filter(|s| match op {
                            HAS_VALUE => values[*s] == b,
                            AT_LEAST => values[*s] >= b,
                            _ => values[*s] <= b,
                        })
                        .collect(),
                ));
            }
            _ => {}
        }
    }
    if op == LACKS {
        let (but, ..) = host.pairs[a];
        return Ok(match (set, apply(host, set, but)?) {
            (SetValue::Dense(_, all), Passed::Dense(out)) => Passed::Dense(all.minus(out)),
            (set, Passed::List(out)) => {
                let mut all = Vec::new();
                host.members(set, &mut all);
                all.retain(|v| !out.contains(v));
                Passed::List(all)
            }
            _ => return Err("this filter does not fit this set".into()),
        });
    }
    if op == EITHER {
        let (first, second, _) = host.pairs[a];
        return Ok(match (apply(host, set, first)?, apply(host, set, second)?) {
            (Passed::Dense(x), Passed::Dense(y)) => Passed::Dense(x.or(y)),
            (Passed::List(x), Passed::List(y)) => {
                let mut all = Vec::new();
                host.members(set, &mut all);
                all.retain(|v| x.contains(v) || y.contains(v));
                Passed::List(all)
            }
            _ => return Err("these two filters do not fit together".into()),
        });
    }
    pick(host, set, |v| test(host, v, op, a, b))
}

/// What passed a filter.
pub(super) enum Passed {
    Dense(Set),
    List(Vec<Val>),
}

fn pick(host: &Host, set: &SetValue, mut pass: impl FnMut(Val) -> HostResult<bool>) -> HostResult<Passed> {
    match set {
        SetValue::Dense(kind, members) => {
            let mut out = Set::EMPTY;
            for i in members.iter() {
                if pass(Val::handle(*kind, i as u64))? {
                    out.insert(i);
                }
            }
            Ok(Passed::Dense(out))
        }
        SetValue::List(a, b) => {
            let mut out = Vec::new();
            for v in host.list(*a, *b) {
                if pass(*v)? {
                    out.push(*v);
                }
            }
            Ok(Passed::List(out))
        }
    }
}

fn test(host: &Host, v: Val, op: u64, a: usize, b: i64) -> HostResult<bool> {
    let place = || match v.kind() {
        Kind::Stack => Ok(v.stack_parts().0),
        _ => host.space(v),
    };
    match op {
        HAS_PIECE => Ok(i64::from(host.pos.count(&host.board, place()?, ClassId::new(a))) >= b.max(1)),
        HAS_VALUE | AT_LEAST | AT_MOST | ZONE_IS => {
            let track = &host.board.tracks[a];
            let n = host.pos.track(&host.board, TrackId::new(a), host.subject(track.on, v, &track.id)?);
            Ok(match op {
                HAS_VALUE => n == b,
                AT_LEAST => n >= b,
                AT_MOST => n <= b,
                _ => track.zones.iter().any(|z| z.zone.at() as i64 == b && (z.from..=z.to).contains(&n)),
            })
        }
        SET_HAS | FACT_IS => {
            let fact = &host.board.facts[a];
            let subject = host.subject(fact.on, v, &fact.id)?;
            Ok(if op == SET_HAS {
                host.pos.fact_has(&host.board, FactId::new(a), subject, b as usize)
            } else {
                host.pos.fact_number(&host.board, FactId::new(a), subject) == b
            })
        }
        MARKED => {
            let state = &host.board.states[host.state(v)?.at()];
            let bit = host.board.types[state.of.at()].marks.iter().position(|m| m.at() == a);
            Ok(bit.is_some_and(|bit| state.marks >> bit & 1 == 1))
        }
        LIES_IN => Ok(host.pos.count(&host.board, SpaceId::new(a), host.class(v)?) > 0),
        OF_CLASS => Ok(host.board.states[host.state(v)?.at()].classes.contains(&ClassId::new(a))),
        _ => Err("unknown filter".into()),
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Filters");
    api.add(
        "has_piece(class: Class, n: number?): Filter",
        "Places that hold a piece of the class (or of a side), or at least `n`.",
        |host, (class, n): (V, Option<i64>)| filter(HAS_PIECE, host.class(class.0)?.at(), n.unwrap_or(1)),
    )?;
    api.add(
        "has_value(track: Track, n: number): Filter",
        "Where a track shows exactly `n`.",
        |host, (track, n): (V, i64)| filter(HAS_VALUE, host.track(track.0)?.at(), n),
    )?;
    api.add(
        "at_least(track: Track, n: number): Filter",
        "Where a track shows `n` or more.",
        |host, (track, n): (V, i64)| filter(AT_LEAST, host.track(track.0)?.at(), n),
    )?;
    api.add(
        "at_most(track: Track, n: number): Filter",
        "Where a track shows `n` or less.",
        |host, (track, n): (V, i64)| filter(AT_MOST, host.track(track.0)?.at(), n),
    )?;
    api.add(
        "zone_is(track: Track, zone: Zone): Filter",
        "Where a track's number lies in a zone.",
        |host, (track, zone): (V, V)| {
            filter(ZONE_IS, host.track(track.0)?.at(), host.index(zone.0, Kind::Zone)? as i64)
        },
    )?;
    api.add("used(action: Action): Filter", "Where the fact `used` holds the action.", |host, action: V| {
        let fact = host.used_fact.ok_or("this game declares no fact `used`")?;
        filter(SET_HAS, fact.at(), host.index(action.0, Kind::Action)? as i64)
    })?;
    api.add(
        "set_has(fact: Fact, thing: any): Filter",
        "Where a set fact holds a thing.",
        |host, (fact, thing): (V, V)| {
            let id = host.fact(fact.0)?;
            let FactType::Set(kind) = host.board.facts[id.at()].holds else {
                return Err(format!("`{}` is no set", host.board.facts[id.at()].id));
            };
            filter(SET_HAS, id.at(), host.index(thing.0, kind)? as i64)
        },
    )?;
    api.add(
        "fact_is(fact: Fact, value: any?): Filter",
        "Where a fact has a value.",
        |host, (fact, value): (V, super::P)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.at()];
            if matches!(def.holds, FactType::Set(_) | FactType::List(_)) {
                return Err(format!("`{}` holds many values: use `set_has`", def.id));
            }
            let value = host.fact_value(def.holds, &value.0, &def.id)?;
            filter(FACT_IS, id.at(), value.number().unwrap_or_default())
        },
    )?;
    api.add("marked(mark: Mark): Filter", "Stacks that bear a mark.", |host, mark: V| {
        filter(MARKED, host.index(mark.0, Kind::Mark)?, 0)
    })?;
    api.add("of_class(class: Class): Filter", "Stacks of a class.", |host, class: V| {
        filter(OF_CLASS, host.class(class.0)?.at(), 0)
    })?;
    api.add("lies_in(place: Space): Filter", "Piece classes of which a piece lies at a place.", |host, place: V| {
        filter(LIES_IN, host.space(place.0)?.at(), 0)
    })?;
    api.add("lacks(filter: Filter | Set): Filter", "What does not pass a filter.", |host, by: V| {
        let within = within(host, by.0)? + 1;
        let at = host.pair(by.0, Val(0), within)?;
        filter(LACKS, at, 0)
    })?;
    api.add(
        "either(a: Filter | Set, b: Filter | Set): Filter",
        "What passes one filter or the other.",
        |host, (a, b): (V, V)| {
            let within = within(host, a.0)? + within(host, b.0)? + 1;
            let at = host.pair(a.0, b.0, within)?;
            filter(EITHER, at, 0)
        },
    )?;
    Ok(())
}
