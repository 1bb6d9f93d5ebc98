//! Filters for `keep` and `drop`. A filter is one number in Lua, and the host applies it to a whole set at once.

use super::{Api, LuaVal};
use crate::host::{Host, HostError, HostResult, SetValue};
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
    /// Stacks with the mark of this index. The number is the index of the mark's value, from 1. A 0 means any value.
    Marked(usize, i64),
    /// Stacks of a class.
    OfClass(ClassId),
    /// Piece classes with a piece at a place.
    LiesIn(SpaceId),
    /// Things that pass at least one filter of the pair with this index in `Scratch::pairs`.
    Either(usize),
    /// Things that do not pass the first filter of the pair with this index in `Scratch::pairs`.
    Lacks(usize),
    /// Things whose set fact contains the place where a relation starts.
    SetHasOrigin(FactId),
}

/// How a filter compares the number on a track with its own number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compare {
    Is,
    AtLeast,
    AtMost,
}

impl Compare {
    fn holds(self, n: i64, bound: i64) -> bool {
        match self {
            Compare::Is => n == bound,
            Compare::AtLeast => n >= bound,
            Compare::AtMost => n <= bound,
        }
    }
}

/// The offset that makes the number in a packed filter nonnegative: half of the range of 20 bits.
const BIAS: i64 = 1 << 19;

impl Filter {
    /// Packs the filter into a handle: its variant, an index and a number, 20 bits each.
    fn to_handle(self) -> HostResult<LuaVal> {
        let (variant, index, number) = match self {
            Filter::HasPiece(class, n) => (1, class.index(), n),
            Filter::Track(track, Compare::Is, n) => (2, track.index(), n),
            Filter::Track(track, Compare::AtLeast, n) => (3, track.index(), n),
            Filter::Track(track, Compare::AtMost, n) => (4, track.index(), n),
            Filter::Zone(track, zone) => (5, track.index(), zone),
            Filter::SetHas(fact, thing) => (6, fact.index(), thing),
            Filter::FactIs(fact, value) => (7, fact.index(), value),
            Filter::Marked(mark, value) => (8, mark, value),
            Filter::OfClass(class) => (9, class.index(), 0),
            Filter::LiesIn(space) => (10, space.index(), 0),
            Filter::Either(pair) => (11, pair, 0),
            Filter::Lacks(pair) => (12, pair, 0),
            Filter::SetHasOrigin(fact) => (13, fact.index(), 0),
        };
        if !(-BIAS..BIAS).contains(&number) {
            return Err(format!("{number} is too large for a filter").into());
        }
        Ok(LuaVal(Val::handle(Kind::Filter, variant << 40 | (index as u64) << 20 | (number + BIAS) as u64)))
    }

    /// Unpacks a handle. Checks its indexes, since a script can make up any number.
    fn from_handle(host: &Host, filter: Val) -> HostResult<Filter> {
        let payload = filter.payload();
        let (index, number) = ((payload >> 20 & 0xf_ffff) as usize, (payload & 0xf_ffff) as i64 - BIAS);
        let board = &host.board;
        let class = || (index < board.classes.len()).then(|| ClassId::new(index));
        let track = || (index < board.tracks.len()).then(|| TrackId::new(index));
        let compare = |compare| track().map(|track| Filter::Track(track, compare, number));
        let fact = |accepts: fn(&FactType) -> bool| {
            board.facts.get(index).is_some_and(|fact| accepts(&fact.fact_type)).then(|| FactId::new(index))
        };
        let pair = (index < host.scratch.pairs.len()).then_some(index);
        let unpacked = match payload >> 40 {
            1 => class().map(|class| Filter::HasPiece(class, number)),
            2 => compare(Compare::Is),
            3 => compare(Compare::AtLeast),
            4 => compare(Compare::AtMost),
            5 => track().map(|track| Filter::Zone(track, number)),
            6 => fact(|fact_type| matches!(fact_type, FactType::Set(_))).map(|fact| Filter::SetHas(fact, number)),
            7 => {
                let single_value_fact = fact(|fact_type| !fact_type.holds_many());
                single_value_fact.map(|fact| Filter::FactIs(fact, number))
            }
            8 => (index < board.marks.len()).then_some(Filter::Marked(index, number)),
            9 => class().map(Filter::OfClass),
            10 => (index < board.spaces.len()).then(|| Filter::LiesIn(SpaceId::new(index))),
            11 => pair.map(Filter::Either),
            12 => pair.map(Filter::Lacks),
            13 => fact(|fact_type| *fact_type == FactType::Set(Kind::Space)).map(Filter::SetHasOrigin),
            _ => None,
        };
        unpacked.ok_or_else(|| "this is not a filter, or it belongs to an earlier step".into())
    }
}

/// Returns the number of filters nested in a filter. A set counts as one filter. A filter cannot contain itself,
/// because a script makes the inner filters before the outer one.
pub(super) fn nested_filter_count(host: &Host, filter: Val) -> HostResult<usize> {
    if filter.kind() != Kind::Filter {
        return host.set(filter).map(|_| 1);
    }
    Ok(match Filter::from_handle(host, filter)? {
        Filter::Either(pair) | Filter::Lacks(pair) => host.scratch.pairs[pair].2,
        _ => 1,
    })
}

/// Returns the members of a set that pass a filter. If `filter` is a set, the members of that set pass.
pub(super) fn apply(host: &Host, set: &SetValue, filter: Val) -> HostResult<Passed> {
    match set {
        SetValue::Dense(kind, members) => filter_dense(host, *kind, members, filter).map(Passed::Dense),
        SetValue::List(from, to) => {
            let mut passed = Vec::new();
            filter_list(host, host.list(*from, *to), filter, &mut passed)?;
            Ok(Passed::List(passed))
        }
    }
}

/// Returns the members of a dense set that pass a filter or are in the set `filter`.
pub(super) fn filter_dense(host: &Host, kind: Kind, members: &Set, filter: Val) -> HostResult<Set> {
    if filter.kind() != Kind::Filter {
        return match host.set(filter)? {
            SetValue::Dense(other_kind, others) if other_kind == kind => Ok(members.and(&others)),
            others => Ok(members.filter(|index| host.is_in(&others, Val::handle(kind, index as u64)))),
        };
    }
    let are_members_subjects = |on: SubjectKind| {
        matches!(
            (on, kind),
            (SubjectKind::Spaces(_), Kind::Space) | (SubjectKind::Side, Kind::Side) | (SubjectKind::Card, Kind::Card)
        )
    };
    let (board, pos) = (&*host.board, &host.pos);
    Ok(match Filter::from_handle(host, filter)? {
        Filter::HasPiece(class, n) if n <= 1 && kind == Kind::Space => members.and(&pos.spaces_with(class)),
        Filter::Track(track, compare, n) if are_members_subjects(board.tracks[track.index()].on) => {
            let values = pos.track_by_subject(board, track);
            match compare {
                Compare::Is => members.filter(|subject| values[subject] == n),
                Compare::AtLeast => members.filter(|subject| values[subject] >= n),
                Compare::AtMost => members.filter(|subject| values[subject] <= n),
            }
        }
        Filter::SetHas(fact, thing) if are_members_subjects(board.facts[fact.index()].on) => {
            pos.subjects_with_member(board, fact, members, thing as usize)
        }
        Filter::SetHasOrigin(fact) if are_members_subjects(board.facts[fact.index()].on) => {
            pos.subjects_with_member(board, fact, members, origin(host)?)
        }
        Filter::FactIs(fact, value) if are_members_subjects(board.facts[fact.index()].on) => {
            pos.subjects_with_number(board, fact, members, value)
        }
        Filter::Lacks(pair) => members.minus(&filter_dense(host, kind, members, host.scratch.pairs[pair].0)?),
        Filter::Either(pair) => {
            let (first, second, _) = host.scratch.pairs[pair];
            filter_dense(host, kind, members, first)?.or(&filter_dense(host, kind, members, second)?)
        }
        test_filter => {
            let mut passed = Set::EMPTY;
            for index in members.iter() {
                if passes_filter(host, Val::handle(kind, index as u64), test_filter)? {
                    passed.insert(index);
                }
            }
            passed
        }
    })
}

/// Returns the space where the current relation starts.
fn origin(host: &Host) -> HostResult<usize> {
    let origin = host.scratch.origin.map(|place| place.index());
    origin.ok_or_else(|| "`set_has_origin` needs a relation that starts from a stack or a space".into())
}

/// Appends to `out` the `things` that pass a filter or are in the set `filter`.
pub(super) fn filter_list(host: &Host, things: &[Val], filter: Val, out: &mut Vec<Val>) -> HostResult<()> {
    if filter.kind() != Kind::Filter {
        let others = host.set(filter)?;
        out.extend(things.iter().filter(|thing| host.is_in(&others, **thing)));
        return Ok(());
    }
    let unpacked = Filter::from_handle(host, filter)?;
    for thing in things {
        if passes_filter(host, *thing, unpacked)? {
            out.push(*thing);
        }
    }
    Ok(())
}

/// The members that passed a filter.
pub(super) enum Passed {
    Dense(Set),
    List(Vec<Val>),
}

/// Whether a thing passes an unpacked filter.
fn passes_filter(host: &Host, thing: Val, filter: Filter) -> HostResult<bool> {
    let place = || match thing.kind() {
        Kind::Stack => Ok(thing.stack_parts().0),
        _ => host.space(thing),
    };
    let track = |id: TrackId| {
        let track = &host.board.tracks[id.index()];
        let n = host.pos.track(&host.board, id, host.subject(track.on, thing, &track.id)?);
        Ok::<_, HostError>((track, n))
    };
    let subject = |id: FactId| {
        let fact = &host.board.facts[id.index()];
        host.subject(fact.on, thing, &fact.id)
    };
    Ok(match filter {
        Filter::HasPiece(class, n) => i64::from(host.pos.count(&host.board, place()?, class)) >= n.max(1),
        Filter::Track(id, compare, bound) => compare.holds(track(id)?.1, bound),
        Filter::Zone(id, zone) => {
            let (track, n) = track(id)?;
            track.zones.iter().any(|range| range.zone.index() as i64 == zone && (range.from..=range.to).contains(&n))
        }
        Filter::SetHas(id, member) => host.pos.has_member(&host.board, id, subject(id)?, member as usize),
        Filter::SetHasOrigin(id) => host.pos.has_member(&host.board, id, subject(id)?, origin(host)?),
        Filter::FactIs(id, value) => host.pos.fact_number(&host.board, id, subject(id)?) == value,
        Filter::Marked(mark, 0) => host.board.has_mark(host.state(thing)?, MarkId::new(mark)),
        Filter::Marked(mark, value) => {
            let mark_value = host.board.mark_value(host.state(thing)?, MarkId::new(mark));
            mark_value
                .and_then(|mark_value| host.board.marks[mark].value_index(mark_value))
                .is_some_and(|index| index as i64 + 1 == value)
        }
        Filter::LiesIn(space) => host.pos.count(&host.board, space, host.class(thing)?) > 0,
        Filter::OfClass(class) => host.board.states[host.state(thing)?.index()].classes.contains(&class),
        Filter::Either(pair) => {
            let (first, second, _) = host.scratch.pairs[pair];
            passes(host, thing, first)? || passes(host, thing, second)?
        }
        Filter::Lacks(pair) => !passes(host, thing, host.scratch.pairs[pair].0)?,
    })
}

/// Whether a thing passes a filter or is in the set `filter`.
pub(super) fn passes(host: &Host, thing: Val, filter: Val) -> HostResult<bool> {
    match filter.kind() {
        Kind::Filter => passes_filter(host, thing, Filter::from_handle(host, filter)?),
        _ => Ok(host.is_in(&host.set(filter)?, thing)),
    }
}

#[expect(clippy::too_many_lines, reason = "a list of host functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Filters");
    api.add(
        "has_piece(class: Class, n: number?): Filter",
        "Places with at least one piece of the class (or side), or with at least `n`.",
        |host, (class, n): (LuaVal, Option<i64>)| Filter::HasPiece(host.class(class.0)?, n.unwrap_or(1)).to_handle(),
    )?;
    api.add(
        "has_value(track: Track, n: number): Filter",
        "Things whose track shows exactly `n`.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::Is, n).to_handle(),
    )?;
    api.add(
        "at_least(track: Track, n: number): Filter",
        "Things whose track shows `n` or more.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::AtLeast, n).to_handle(),
    )?;
    api.add(
        "at_most(track: Track, n: number): Filter",
        "Things whose track shows `n` or less.",
        |host, (track, n): (LuaVal, i64)| Filter::Track(host.track(track.0)?, Compare::AtMost, n).to_handle(),
    )?;
    api.add(
        "zone_is(track: Track, zone: Zone): Filter",
        "Things whose track is in a zone.",
        |host, (track, zone): (LuaVal, LuaVal)| {
            Filter::Zone(host.track(track.0)?, host.index(zone.0, Kind::Zone)? as i64).to_handle()
        },
    )?;
    api.add(
        "used(action: Action): Filter",
        "Things whose fact `used` contains the action.",
        |host, action: LuaVal| {
            let fact = host.definitions.used_fact.ok_or("this game declares no fact `used`")?;
            Filter::SetHas(fact, host.index(action.0, Kind::Action)? as i64).to_handle()
        },
    )?;
    api.add(
        "set_has(fact: Fact, thing: any): Filter",
        "Things whose set fact contains `thing`.",
        |host, (fact, thing): (LuaVal, LuaVal)| {
            let id = host.fact(fact.0)?;
            let FactType::Set(kind) = host.board.facts[id.index()].fact_type else {
                return Err(format!("`{}` is not a set", host.board.facts[id.index()].id).into());
            };
            Filter::SetHas(id, host.index(thing.0, kind)? as i64).to_handle()
        },
    )?;
    api.add(
        "set_has_origin(fact: Fact): Filter",
        "For a relation: places whose set fact contains the place where the relation starts. `drop(near(1), \
         set_has_origin(CAME_FROM), WHY.went_there)`.",
        |host, fact: LuaVal| {
            let id = host.fact(fact.0)?;
            if host.board.facts[id.index()].fact_type != FactType::Set(Kind::Space) {
                return Err(format!("`{}` is not a set of spaces", host.board.facts[id.index()].id).into());
            }
            Filter::SetHasOrigin(id).to_handle()
        },
    )?;
    api.add(
        "fact_is(fact: Fact, value: any?): Filter",
        "Things whose fact has this value.",
        |host, (fact, value): (LuaVal, super::LuaPlain)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.index()];
            if def.fact_type.holds_many() {
                return Err(format!("`{}` holds many values: use `set_has`", def.id).into());
            }
            let value = host.fact_value(def.fact_type, &value.0, &def.id)?;
            Filter::FactIs(id, value.number().unwrap_or_default()).to_handle()
        },
    )?;
    api.add(
        "marked(mark: Mark, value: any?): Filter",
        "Stacks with a mark. A mark with values matches any value, or only the one you give: `marked(ATTACKS, \
         SEATTLE)`.",
        |host, (mark, value): (LuaVal, super::OptionalVal)| {
            let mark = super::marks::read_mark(host, mark)?;
            let Some(value) = value else { return Filter::Marked(mark.index(), 0).to_handle() };
            let value = super::marks::checked_value(host, mark, value)?;
            let index = host.board.marks[mark.index()].value_index(value).map_or(0, |index| index as i64 + 1);
            Filter::Marked(mark.index(), index).to_handle()
        },
    )?;
    api.add("of_class(class: Class): Filter", "Stacks of a class.", |host, class: LuaVal| {
        Filter::OfClass(host.class(class.0)?).to_handle()
    })?;
    api.add(
        "lies_in(place: Space): Filter",
        "Piece classes with at least one piece at a place.",
        |host, place: LuaVal| Filter::LiesIn(host.space(place.0)?).to_handle(),
    )?;
    api.add(
        "lacks(filter: Filter | Set): Filter",
        "Everything that does not pass a filter.",
        |host, filter: LuaVal| {
            let filter_count = nested_filter_count(host, filter.0)? + 1;
            let pair = host.pair(filter.0, Val(0), filter_count)?;
            Filter::Lacks(pair).to_handle()
        },
    )?;
    api.add(
        "either(a: Filter | Set, b: Filter | Set): Filter",
        "Everything that passes at least one of two filters. To require both filters, give both to `keep`. \
         Where only one filter fits, write `lacks(either(lacks(a), lacks(b)))`.",
        |host, (a, b): (LuaVal, LuaVal)| {
            let filter_count = nested_filter_count(host, a.0)? + nested_filter_count(host, b.0)? + 1;
            let pair = host.pair(a.0, b.0, filter_count)?;
            Filter::Either(pair).to_handle()
        },
    )?;
    Ok(())
}
