//! Filters for `keep` and `drop`. A filter is one number in Lua, and the host applies it to a whole set at once.

use super::{Api, LuaVal};
use crate::host::{Host, HostResult, SetValue};
use cardwright_state::board::{FactType, SubjectKind};
use cardwright_state::val::{Kind, Val};
use cardwright_state::*;

/// The members that a filter lets pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filter {
    /// Places with at least this many pieces of a class.
    HasPiece(ClassId, i64),
    /// Things whose track compares like this with a number.
    Track(TrackId, Compare, i64),
    /// Things whose track is in a zone.
    Zone(TrackId, i64),
    /// Things whose set fact contains the member with this index.
    SetHas(FactId, i64),
    /// Things whose fact has this value.
    FactIs(FactId, i64),
    /// Stacks with a mark. The number is the index of the value, from 1; 0 means any value.
    Marked(usize, i64),
    /// Stacks of a class.
    OfClass(ClassId),
    /// Piece classes with a piece at a place.
    LiesIn(SpaceId),
    /// Things that pass one of this pair of filters.
    Either(usize),
    /// Things that do not pass the first of this pair.
    Lacks(usize),
    /// Things whose set fact contains the place where a relation starts.
    SetHasOrigin(FactId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compare {
    Is,
    AtLeast,
    AtMost,
}

impl Compare {
    fn holds(self, n: i64, than: i64) -> bool {
        match self {
            Compare::Is => n == than,
            Compare::AtLeast => n >= than,
            Compare::AtMost => n <= than,
        }
    }
}

const BIAS: i64 = 1 << 19;

impl Filter {
    /// Packs the filter into a handle: its variant, an index and a number, 20 bits each.
    fn written(self) -> HostResult<LuaVal> {
        let (op, a, b) = match self {
            Filter::HasPiece(class, n) => (1, class.at(), n),
            Filter::Track(track, Compare::Is, n) => (2, track.at(), n),
            Filter::Track(track, Compare::AtLeast, n) => (3, track.at(), n),
            Filter::Track(track, Compare::AtMost, n) => (4, track.at(), n),
            Filter::Zone(track, zone) => (5, track.at(), zone),
            Filter::SetHas(fact, thing) => (6, fact.at(), thing),
            Filter::FactIs(fact, value) => (7, fact.at(), value),
            Filter::Marked(mark, value) => (8, mark, value),
            Filter::OfClass(class) => (9, class.at(), 0),
            Filter::LiesIn(space) => (10, space.at(), 0),
            Filter::Either(pair) => (11, pair, 0),
            Filter::Lacks(pair) => (12, pair, 0),
            Filter::SetHasOrigin(fact) => (13, fact.at(), 0),
        };
        if !(-BIAS..BIAS).contains(&b) {
            return Err(format!("{b} is too large for a filter"));
        }
        Ok(LuaVal(Val::handle(Kind::Filter, op << 40 | (a as u64) << 20 | (b + BIAS) as u64)))
    }

    /// Unpacks a handle. Checks its indexes, since a script can make up any number.
    fn read(host: &Host, filter: Val) -> HostResult<Filter> {
        let payload = filter.payload();
        let (a, b) = ((payload >> 20 & 0xf_ffff) as usize, (payload & 0xf_ffff) as i64 - BIAS);
        let board = &host.board;
        let class = || (a < board.classes.len()).then(|| ClassId::new(a));
        let track = || (a < board.tracks.len()).then(|| TrackId::new(a));
        let compare = |compare| track().map(|track| Filter::Track(track, compare, b));
        let fact = |of: fn(&FactType) -> bool| {
            board.facts.get(a).is_some_and(|fact| of(&fact.fact_type)).then(|| FactId::new(a))
        };
        let pair = (a < host.scratch.pairs.len()).then_some(a);
        let found = match payload >> 40 {
            1 => class().map(|class| Filter::HasPiece(class, b)),
            2 => compare(Compare::Is),
            3 => compare(Compare::AtLeast),
            4 => compare(Compare::AtMost),
            5 => track().map(|track| Filter::Zone(track, b)),
            6 => fact(|holds| matches!(holds, FactType::Set(_))).map(|fact| Filter::SetHas(fact, b)),
            7 => {
                let one = fact(|holds| !matches!(holds, FactType::Set(_) | FactType::List(_)));
                one.map(|fact| Filter::FactIs(fact, b))
            }
            8 => (a < board.marks.len()).then_some(Filter::Marked(a, b)),
            9 => class().map(Filter::OfClass),
            10 => (a < board.spaces.len()).then(|| Filter::LiesIn(SpaceId::new(a))),
            11 => pair.map(Filter::Either),
            12 => pair.map(Filter::Lacks),
            13 => fact(|holds| *holds == FactType::Set(Kind::Space)).map(Filter::SetHasOrigin),
            _ => None,
        };
        found.ok_or_else(|| "this is not a filter, or it belongs to an earlier step".into())
    }
}

/// The number of nested filters in a filter; a set counts as one. Inner filters are made first, so nesting cannot loop.
pub(super) fn within(host: &Host, by: Val) -> HostResult<usize> {
    if by.kind() != Kind::Filter {
        return host.set(by).map(|_| 1);
    }
    Ok(match Filter::read(host, by)? {
        Filter::Either(pair) | Filter::Lacks(pair) => host.scratch.pairs[pair].2,
        _ => 1,
    })
}

/// The members of a set that pass a filter. A set can stand for a filter: its members pass.
pub(super) fn apply(host: &Host, set: &SetValue, by: Val) -> HostResult<Passed> {
    match set {
        SetValue::Dense(kind, all) => filter_dense(host, *kind, *all, by).map(Passed::Dense),
        SetValue::List(a, b) => {
            let mut out = Vec::new();
            filter_list(host, host.list(*a, *b), by, &mut out)?;
            Ok(Passed::List(out))
        }
    }
}

/// As [`apply`], for a set of things of one kind.
pub(super) fn filter_dense(host: &Host, kind: Kind, all: Set, by: Val) -> HostResult<Set> {
    if by.kind() != Kind::Filter {
        return match host.set(by)? {
            SetValue::Dense(of, others) if of == kind => Ok(all.and(others)),
            others => Ok(all.filter(|i| host.is_in(&others, Val::handle(kind, i as u64)))),
        };
    }
    let is_kept_on = |on: SubjectKind| {
        matches!(
            (on, kind),
            (SubjectKind::Spaces(_), Kind::Space) | (SubjectKind::Side, Kind::Side) | (SubjectKind::Card, Kind::Card)
        )
    };
    let (board, pos) = (&*host.board, &host.pos);
    Ok(match Filter::read(host, by)? {
        Filter::HasPiece(class, n) if n <= 1 && kind == Kind::Space => all.and(pos.spaces_with(class)),
        Filter::Track(track, compare, n) if kind == Kind::Space => {
            let kept = &board.tracks[track.at()];
            let SubjectKind::Spaces(_) = kept.on else { return Err(format!("`{}` has no number per space", kept.id)) };
            let values = pos.track_by_subject(board, track);
            match compare {
                Compare::Is => all.filter(|space| values[space] == n),
                Compare::AtLeast => all.filter(|space| values[space] >= n),
                Compare::AtMost => all.filter(|space| values[space] <= n),
            }
        }
        Filter::SetHas(fact, thing) if is_kept_on(board.facts[fact.at()].on) => {
            pos.subjects_with_member(board, fact, all, thing as usize)
        }
        Filter::SetHasOrigin(fact) if is_kept_on(board.facts[fact.at()].on) => {
            pos.subjects_with_member(board, fact, all, origin(host)?)
        }
        Filter::FactIs(fact, value) if is_kept_on(board.facts[fact.at()].on) => {
            pos.subjects_with_number(board, fact, all, value)
        }
        Filter::Lacks(pair) => all.minus(filter_dense(host, kind, all, host.scratch.pairs[pair].0)?),
        Filter::Either(pair) => {
            let (first, second, _) = host.scratch.pairs[pair];
            filter_dense(host, kind, all, first)?.or(filter_dense(host, kind, all, second)?)
        }
        filter => {
            let mut out = Set::EMPTY;
            for i in all.iter() {
                if test(host, Val::handle(kind, i as u64), filter)? {
                    out.insert(i);
                }
            }
            out
        }
    })
}

/// The place where the current relation starts.
fn origin(host: &Host) -> HostResult<usize> {
    let origin = host.scratch.origin.map(|place| place.at());
    origin.ok_or_else(|| "`set_has_origin` needs a relation that starts from a stack or a space".into())
}

/// Appends to `out` the things of `all` that pass a filter.
pub(super) fn filter_list(host: &Host, all: &[Val], by: Val, out: &mut Vec<Val>) -> HostResult<()> {
    if by.kind() != Kind::Filter {
        let others = host.set(by)?;
        out.extend(all.iter().filter(|v| host.is_in(&others, **v)));
        return Ok(());
    }
    let filter = Filter::read(host, by)?;
    for v in all {
        if test(host, *v, filter)? {
            out.push(*v);
        }
    }
    Ok(())
}

/// The members that passed a filter.
pub(super) enum Passed {
    Dense(Set),
    List(Vec<Val>),
}

/// Whether one thing passes a filter.
fn test(host: &Host, v: Val, filter: Filter) -> HostResult<bool> {
    let place = || match v.kind() {
        Kind::Stack => Ok(v.stack_parts().0),
        _ => host.space(v),
    };
    let track = |id: TrackId| {
        let track = &host.board.tracks[id.at()];
        let n = host.pos.track(&host.board, id, host.subject(track.on, v, &track.id)?);
        Ok::<_, String>((track, n))
    };
    let subject = |id: FactId| {
        let fact = &host.board.facts[id.at()];
        host.subject(fact.on, v, &fact.id)
    };
    Ok(match filter {
        Filter::HasPiece(class, n) => i64::from(host.pos.count(&host.board, place()?, class)) >= n.max(1),
        Filter::Track(id, compare, than) => compare.holds(track(id)?.1, than),
        Filter::Zone(id, zone) => {
            let (track, n) = track(id)?;
            track.zones.iter().any(|z| z.zone.at() as i64 == zone && (z.from..=z.to).contains(&n))
        }
        Filter::SetHas(id, thing) => host.pos.has_member(&host.board, id, subject(id)?, thing as usize),
        Filter::SetHasOrigin(id) => host.pos.has_member(&host.board, id, subject(id)?, origin(host)?),
        Filter::FactIs(id, value) => host.pos.fact_number(&host.board, id, subject(id)?) == value,
        Filter::Marked(mark, 0) => host.board.has_mark(host.state(v)?, MarkId::new(mark)),
        Filter::Marked(mark, value) => {
            let borne = host.board.mark_value(host.state(v)?, MarkId::new(mark));
            borne.and_then(|borne| host.board.marks[mark].value_index(borne)).is_some_and(|at| at as i64 + 1 == value)
        }
        Filter::LiesIn(space) => host.pos.count(&host.board, space, host.class(v)?) > 0,
        Filter::OfClass(class) => host.board.states[host.state(v)?.at()].classes.contains(&class),
        Filter::Either(pair) => {
            let (first, second, _) = host.scratch.pairs[pair];
            passes(host, v, first)? || passes(host, v, second)?
        }
        Filter::Lacks(pair) => !passes(host, v, host.scratch.pairs[pair].0)?,
    })
}

/// Whether one thing passes a filter, or is in a set that stands for one.
pub(super) fn passes(host: &Host, v: Val, by: Val) -> HostResult<bool> {
    match by.kind() {
        Kind::Filter => test(host, v, Filter::read(host, by)?),
        _ => Ok(host.is_in(&host.set(by)?, v)),
    }
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Filters");
    api.add(
        "has_piece(class: Class, n: number?): Filter",
        "Places with at least one piece of the class (or side), or with at least `n`.",
        |host, (class, n): (LuaVal, Option<i64>)| Filter::HasPiece(host.class(class.0)?, n.unwrap_or(1)).written(),
    )?;
    api.add(
        "has_value(track: Track, n: number): Filter",
        "Things whose track shows exactly `n`.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::Is, n).written(),
    )?;
    api.add(
        "at_least(track: Track, n: number): Filter",
        "Things whose track shows `n` or more.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::AtLeast, n).written(),
    )?;
    api.add(
        "at_most(track: Track, n: number): Filter",
        "Things whose track shows `n` or less.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::AtMost, n).written(),
    )?;
    api.add(
        "zone_is(track: Track, zone: Zone): Filter",
        "Things whose track is in a zone.",
        |host, (track, zone): (LuaVal, LuaVal)| {
            Filter::Zone(host.track(track.0)?, host.index(zone.0, Kind::Zone)? as i64).written()
        },
    )?;
    api.add(
        "used(action: Action): Filter",
        "Things whose fact `used` contains the action.",
        |host, action: LuaVal| {
            let fact = host.used_fact.ok_or("this game declares no fact `used`")?;
            Filter::SetHas(fact, host.index(action.0, Kind::Action)? as i64).written()
        },
    )?;
    api.add(
        "set_has(fact: Fact, thing: any): Filter",
        "Things whose set fact contains `thing`.",
        |host, (fact, thing): (LuaVal, LuaVal)| {
            let id = host.fact(fact.0)?;
            let FactType::Set(kind) = host.board.facts[id.at()].fact_type else {
                return Err(format!("`{}` is not a set", host.board.facts[id.at()].id));
            };
            Filter::SetHas(id, host.index(thing.0, kind)? as i64).written()
        },
    )?;
    api.add(
        "set_has_origin(fact: Fact): Filter",
        "For a relation: places whose set fact contains the place where the relation starts. `drop(near(1), \
         set_has_origin(CAME_FROM), WHY.went_there)`.",
        |host, fact: LuaVal| {
            let id = host.fact(fact.0)?;
            if host.board.facts[id.at()].fact_type != FactType::Set(Kind::Space) {
                return Err(format!("`{}` is not a set of spaces", host.board.facts[id.at()].id));
            }
            Filter::SetHasOrigin(id).written()
        },
    )?;
    api.add(
        "fact_is(fact: Fact, value: any?): Filter",
        "Things whose fact has this value.",
        |host, (fact, value): (LuaVal, super::LuaPlain)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.at()];
            if matches!(def.fact_type, FactType::Set(_) | FactType::List(_)) {
                return Err(format!("`{}` holds many values: use `set_has`", def.id));
            }
            let value = host.fact_value(def.fact_type, &value.0, &def.id)?;
            Filter::FactIs(id, value.number().unwrap_or_default()).written()
        },
    )?;
    api.add(
        "marked(mark: Mark, value: any?): Filter",
        "Stacks with a mark. A mark with values matches any value, or only the one you give: `marked(ATTACKS, \
         SEATTLE)`.",
        |host, (mark, value): (LuaVal, super::OptionalVal)| {
            let mark = super::marks::mark_of(host, mark)?;
            let Some(value) = value else { return Filter::Marked(mark.at(), 0).written() };
            let value = super::marks::value(host, mark, value)?;
            let at = host.board.marks[mark.at()].value_index(value).map_or(0, |at| at as i64 + 1);
            Filter::Marked(mark.at(), at).written()
        },
    )?;
    api.add("of_class(class: Class): Filter", "Stacks of a class.", |host, class: LuaVal| {
        Filter::OfClass(host.class(class.0)?).written()
    })?;
    api.add(
        "lies_in(place: Space): Filter",
        "Piece classes with at least one piece at a place.",
        |host, place: LuaVal| Filter::LiesIn(host.space(place.0)?).written(),
    )?;
    api.add("lacks(filter: Filter | Set): Filter", "Everything that does not pass a filter.", |host, by: LuaVal| {
        let within = within(host, by.0)? + 1;
        let at = host.pair(by.0, Val(0), within)?;
        Filter::Lacks(at).written()
    })?;
    api.add(
        "either(a: Filter | Set, b: Filter | Set): Filter",
        "Everything that passes at least one of two filters. To require both filters, give both to `keep`. \
         Where only one filter fits, write `lacks(either(lacks(a), lacks(b)))`.",
        |host, (a, b): (LuaVal, LuaVal)| {
            let within = within(host, a.0)? + within(host, b.0)? + 1;
            let at = host.pair(a.0, b.0, within)?;
            Filter::Either(at).written()
        },
    )?;
    Ok(())
}
