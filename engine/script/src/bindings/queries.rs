//! Queries about pieces, tracks and facts. Most read an index and take constant time.

use super::{Api, LuaPlain, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, SetValue};
use crate::lua_ffi::FactResult;
use cardwright_state::board::{FactType, SubjectKind};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{FactValue, SideId, SpaceId};

#[inline]
/// Reads a track for a subject. Returns the track, the index of the subject, and the number on the track.
fn track_value(host: &Host, track: LuaVal, on: OptionalVal) -> HostResult<(cardwright_state::TrackId, usize, i64)> {
    let id = host.track(track.0)?;
    let def = &host.board.tracks[id.index()];
    let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    Ok((id, subject, host.pos.track(&host.board, id, subject)))
}

#[inline]
/// Returns the number of pieces of a class at a place or in a set of places.
fn piece_count(host: &Host, places: LuaVal, class: LuaVal) -> HostResult<u32> {
    if places.0.kind() == Kind::Space {
        let place = host.space(places.0)?;
        return match class.0.kind() {
            Kind::State => Ok(host.pos.count_state(place, host.state(class.0)?)),
            _ => Ok(host.pos.count(&host.board, place, host.class(class.0)?)),
        };
    }
    let (places, class) = (host.spaces(places.0)?, host.class(class.0)?);
    Ok(places
        .and(&host.pos.spaces_with(class))
        .iter()
        .map(|place| host.pos.count(&host.board, SpaceId::new(place), class))
        .sum())
}

/// Returns the stacks of a class at a place or in a set of places.
fn stacks(host: &Host, places: LuaVal, class: LuaVal) -> HostResult<Vec<Val>> {
    let (places, class) = (host.spaces(places.0)?, host.class(class.0)?);
    let mut stacks = Vec::new();
    host.pos.stacks(&host.board, &places, class, &mut stacks);
    Ok(stacks)
}

#[inline(never)]
/// Returns the number of pieces of a class at a place or in a set of places, in stacks that pass a filter.
fn filtered_piece_count(host: &Host, places: LuaVal, class: LuaVal, filter: LuaVal) -> HostResult<u32> {
    let (candidates, mut passed) = (stacks(host, places, class)?, Vec::new());
    super::filters::filter_list(host, &candidates, filter.0, &mut passed)?;
    let count = |stack: &Val| {
        let (place, state) = stack.stack_parts();
        host.pos.count_state(place, state)
    };
    Ok(passed.iter().map(count).sum())
}

#[expect(clippy::too_many_lines, reason = "a list of host functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Queries");
    api.add_query(
        "count(at: Places, class: Class, filter: Filter?): number",
        "The number of pieces of a class at a place or in a set of places. A class is a type, a face, a group \
         of types, or all pieces of a side. With a filter, only stacks that pass count: `count(TOWNS, TANK, \
         marked(ATTACKS, SEATTLE))`.",
        |host, (places, class, filter): (LuaVal, LuaVal, OptionalVal)| match filter {
            None => piece_count(host, places, class),
            Some(filter) => filtered_piece_count(host, places, class, filter),
        },
    )?;
    api.document(
        "figure_of(name: string, on: any?): any",
        "The value of a figure, for the game or for `on`. See `figure`.",
    );
    api.add_query(
        "has(at: Places, class: Class): boolean",
        "Whether a place or a set of places has a piece of a class.",
        |host, (places, class): (LuaVal, LuaVal)| Ok(piece_count(host, places, class)? > 0),
    )?;
    api.add_query(
        "value(track: Track, on: any?): number",
        "The number on a track, for the game or for `on`.",
        |host, (track, on): (LuaVal, OptionalVal)| Ok(track_value(host, track, on)?.2),
    )?;
    api.add_query(
        "get(fact: Fact, on: any?): any",
        "The value of a fact: a number, a boolean, an id or nil. A set or list fact gives an array.",
        |host, (fact, on): (LuaVal, OptionalVal)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.index()];
            let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            let number = || host.pos.fact_number(&host.board, id, subject);
            Ok(match def.fact_type {
                FactType::Number => FactResult::Val(Val(number())),
                FactType::Boolean => FactResult::Boolean(number() != 0),
                // The number is the index of the thing plus 1, or 0 for nil.
                FactType::Id(kind) => match number() {
                    thing if thing > 0 => FactResult::Val(Val::handle(kind, thing as u64 - 1)),
                    _ => FactResult::Nil,
                },
                FactType::Rows(_) => return Err(format!("`{}` has rows: use `rows` and `cell`", def.id).into()),
                FactType::Set(_) | FactType::List(_) => {
                    FactResult::List(Box::new(LuaPlain(host.pos.fact(&host.board, id, subject).to_plain())))
                }
            })
        },
    )?;
    api.add(
        "get_set(fact: Fact, on: any?): Set",
        "The things of a set or list fact, as a set.",
        |host, (fact, on): (LuaVal, OptionalVal)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.index()];
            let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            match host.pos.fact(&host.board, id, subject) {
                FactValue::Set(things) => Ok(LuaVal(host.set_of(&things))),
                FactValue::List(things) => Ok(LuaVal(host.set_of(&things))),
                _ => Err(format!("`{}` is neither a set nor a list: use `get`", def.id).into()),
            }
        },
    )?;
    api.add_query(
        "in_play(): {Side}",
        "The sides in play, in board order. Without a fact `in_play` in `[meta]` these are all sides.",
        |host, (): ()| {
            let sides = host.pos.sides_in_play(&host.board);
            Ok(sides.iter().map(|side| LuaVal(Val::side(side))).collect::<Vec<_>>())
        },
    )?;
    api.add("in_stack(stack: Stack): number", "The number of pieces in the stack.", |host, stack: LuaVal| {
        host.index(stack.0, Kind::Stack)?;
        let (place, state) = stack.0.stack_parts();
        Ok(host.pos.count_state(place, state))
    })?;
    api.add(
        "places_of(stacks: Set): Set",
        "The spaces where these stacks lie. Spaces in the set stay as they are.",
        |host, set: LuaVal| {
            let set = host.set(set.0)?;
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let mut places = cardwright_state::Set::EMPTY;
            for member in members {
                match member.kind() {
                    Kind::Stack => places.insert(member.stack_parts().0.index()),
                    Kind::Space => places.insert(member.payload() as usize),
                    other => return Err(format!("`places_of` takes stacks or spaces, not a {}", other.word()).into()),
                }
            }
            Ok(LuaVal(host.new_set(SetValue::Dense(Kind::Space, places))))
        },
    )?;
    api.add(
        "mark_of(stack: Stack, mark: Mark): any",
        "The value of a mark on the stack's pieces: a space, a card, a side, a word or a number. Nil if they \
         do not have the mark.",
        |host, (stack, mark): (LuaVal, LuaVal)| {
            let mark = super::marks::mark_with_values(host, mark)?;
            Ok(host.board.mark_value(host.state(stack.0)?, mark).map(LuaVal))
        },
    )?;
    api.add(
        "values_of(mark: Mark, places: Places, class: Class): Set",
        "All values of a mark on pieces of a class in these places, each once, in the order of the mark's \
         values. `values_of(ATTACKS, TOWNS, RED)` gives the places that red attacks.",
        |host, (mark, places, class): (LuaVal, LuaVal, LuaVal)| {
            let mark = super::marks::mark_with_values(host, mark)?;
            let mark_value = |stack: &Val| host.board.mark_value(stack.stack_parts().1, mark);
            let mut values: Vec<Val> = stacks(host, places, class)?.iter().filter_map(mark_value).collect();
            values.sort_by_cached_key(|value| host.board.marks[mark.index()].value_index(*value));
            values.dedup();
            Ok(LuaVal(host.set_of(&values)))
        },
    )?;
    api.add("place_of(stack: Stack): Space", "The space where a stack lies.", |host, stack: LuaVal| {
        host.index(stack.0, Kind::Stack)?;
        Ok(LuaVal(Val::space(stack.0.stack_parts().0)))
    })?;
    api.add(
        "type_of(piece: Stack | Class): Class",
        "The piece type of a stack, as a class.",
        |host, piece: LuaVal| {
            let state = host.state(piece.0)?;
            let piece_type = host.board.states[state.index()].piece_type;
            let class = host.board.states[state.index()].classes.iter().find(|class| {
                let class = &host.board.classes[class.index()];
                class.piece_type == Some(piece_type) && class.face.is_none()
            });
            Ok(class.map(|class| LuaVal(Val::handle(Kind::Class, u64::from(class.0)))))
        },
    )?;
    api.add(
        "types_of(class: Class | Side): {Class}",
        "The piece types in a class (or of a side), in board order. Use it to go through types without naming \
         them.",
        |host, class: LuaVal| {
            let states = &host.board.classes[host.class(class.0)?.index()].states;
            let mut types: Vec<_> = states.iter().map(|state| host.board.states[state.index()].piece_type).collect();
            types.sort_unstable();
            types.dedup();
            let is_class_of = |piece_type, class: &cardwright_state::board::Class| {
                class.piece_type == Some(piece_type) && class.face.is_none()
            };
            let class = |piece_type| host.board.classes.iter().position(|class| is_class_of(piece_type, class));
            Ok(types
                .into_iter()
                .filter_map(class)
                .map(|index| LuaVal(Val::handle(Kind::Class, index as u64)))
                .collect::<Vec<_>>())
        },
    )?;
    api.add(
        "owner_of(piece: Stack | Class): Side",
        "The side that owns pieces of this type, or nil.",
        |host, piece: LuaVal| {
            let piece_type = host.board.states[host.state(piece.0)?.index()].piece_type;
            Ok(host.board.piece_types[piece_type.index()].owner.map(|side| LuaVal(Val::side(side))))
        },
    )?;
    api.add(
        "face_of(piece: Stack | Class): Class",
        "The class of the stack's type and face. Compare it with `REBEL` or `class(\"usa/damaged\")`.",
        |host, piece: LuaVal| {
            let state = &host.board.states[host.state(piece.0)?.index()];
            let class = state
                .classes
                .iter()
                .find(|candidate| host.board.classes[candidate.index()].face.is_some())
                .or(state.classes.first());
            Ok(class.map(|candidate| LuaVal(Val::handle(Kind::Class, u64::from(candidate.0)))))
        },
    )?;
    api.add("class(id: string): Class", "A piece class by its id: `class(\"usa/damaged\")`.", |host, id: String| {
        let found = host.board.classes.iter().position(|class| class.id == id);
        found
            .map(|class| LuaVal(Val::handle(Kind::Class, class as u64)))
            .ok_or_else(|| format!("unknown piece class `{id}`").into())
    })?;
    api.add(
        "with_face(piece: Stack | Class, face: string): Class",
        "The class of the same type with another face.",
        |host, (piece, face): (LuaVal, String)| {
            let piece_type = host.board.states[host.state(piece.0)?.index()].piece_type;
            let face_index = host.board.piece_types[piece_type.index()].faces.iter().position(|index| *index == face);
            let found = face_index.and_then(|index| {
                host.board
                    .classes
                    .iter()
                    .position(|class| class.piece_type == Some(piece_type) && class.face == Some(index as u8))
            });
            found.map(|class| LuaVal(Val::handle(Kind::Class, class as u64))).ok_or_else(|| {
                format!("`{}` has no face `{face}`", host.board.piece_types[piece_type.index()].id).into()
            })
        },
    )?;
    api.add(
        "holding(stack: Stack, what: Class): number",
        "The number of counters of a type under each piece of the stack.",
        |host, (stack, counter): (LuaVal, LuaVal)| {
            let state = host.state(stack.0)?;
            let index = host.held_index(state, counter.0)?;
            Ok(u32::from(host.board.states[state.index()].held[index]))
        },
    )?;
    api.add(
        "in_zone(track: Track, zone: Zone, on: any?): boolean",
        "Whether the number on a track is in this zone.",
        |host, (track, zone, on): (LuaVal, LuaVal, OptionalVal)| {
            let (id, _, n) = track_value(host, track, on)?;
            let zone = host.index(zone.0, Kind::Zone)?;
            Ok(host.board.tracks[id.index()]
                .zones
                .iter()
                .any(|range| range.zone.index() == zone && (range.from..=range.to).contains(&n)))
        },
    )?;
    api.add(
        "room(track: Track, on: any?): number",
        "How far a track can still rise. Its maximum and the supply of its counters limit it.",
        |host, (track, on): (LuaVal, OptionalVal)| {
            let (id, subject, n) = track_value(host, track, on)?;
            let maximum = host.board.tracks[id.index()].max;
            Ok(host.pos.track_target(&host.board, id, subject, maximum) - n)
        },
    )?;
    api.add(
        "total(track: Track, on: Set): number",
        "The sum of a track over a set of spaces, links or sides.",
        |host, (track, on): (LuaVal, LuaVal)| {
            let id = host.track(track.0)?;
            let def = &host.board.tracks[id.index()];
            let set = host.set(on.0)?;
            if let (SetValue::Dense(Kind::Space, set), SubjectKind::Spaces(_)) = (&set, def.on) {
                let numbers = host.pos.track_by_subject(&host.board, id);
                return Ok(set.iter().map(|space| numbers[space]).sum::<i64>());
            }
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let mut sum = 0;
            for member in members {
                sum += host.pos.track(&host.board, id, host.subject(def.on, member, &def.id)?);
            }
            Ok(sum)
        },
    )?;
    api.add(
        "has_member(fact: Fact, on: any?, thing: any): boolean",
        "Whether a set fact contains a thing.",
        |host, (fact, on, thing): (LuaVal, OptionalVal, LuaVal)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.index()];
            let FactType::Set(kind) = def.fact_type else { return Err(format!("`{}` is not a set", def.id).into()) };
            let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            let member = host.index(thing.0, kind)?;
            Ok(host.pos.has_member(&host.board, id, subject, member))
        },
    )?;
    api.add(
        "seated_together(a: Side, b: Side): boolean",
        "Whether one player answers for both sides in this game's seating. A side sits together with itself. \
         `OPTION.players` is the number of players.",
        |host, (a, b): (LuaVal, LuaVal)| {
            let (a, b) = (host.index(a.0, Kind::Side)?, host.index(b.0, Kind::Side)?);
            Ok(host.pos.seat_of(&host.board, SideId::new(a)).has(SideId::new(b)))
        },
    )?;
    api.add(
        "name_of(thing: any): string",
        "The id of a thing. Use it only in error messages.",
        |host, thing: LuaVal| Ok(host.board.text(thing.0)),
    )?;
    Ok(())
}
