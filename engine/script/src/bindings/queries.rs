//! What lies where, what tracks and facts say. Constant time, from the host's indexes.

use super::{Api, Opt, P, V};
use crate::host::{Host, HostResult, SetValue};
use crate::raw::Fact;
use cardwright_state::board::{FactType, On};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{SideId, SpaceId};

#[inline]
fn value(host: &Host, track: V, on: Opt) -> HostResult<(cardwright_state::TrackId, usize, i64)> {
    let id = host.track(track.0)?;
    let def = &host.board.tracks[id.at()];
    let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    Ok((id, subject, host.pos.track(&host.board, id, subject)))
}

#[inline]
fn counted(host: &Host, at: V, class: V) -> HostResult<u32> {
    if at.0.kind() == Kind::Space {
        let at = host.space(at.0)?;
        return match class.0.kind() {
            Kind::State => Ok(host.pos.count_state(at, host.state(class.0)?)),
            _ => Ok(host.pos.count(&host.board, at, host.class(class.0)?)),
        };
    }
    let (places, class) = (host.spaces(at.0)?, host.class(class.0)?);
    Ok(places.and(host.pos.holding(class)).iter().map(|p| host.pos.count(&host.board, SpaceId::new(p), class)).sum())
}

/// The stacks of a class in some places.
fn stacks(host: &Host, at: V, class: V) -> HostResult<Vec<Val>> {
    let (places, class) = (host.spaces(at.0)?, host.class(class.0)?);
    let mut all = Vec::new();
    host.pos.stacks(&host.board, places, class, &mut all);
    Ok(all)
}

#[inline(never)]
fn counted_by(host: &Host, at: V, class: V, by: V) -> HostResult<u32> {
    let (all, mut passed) = (stacks(host, at, class)?, Vec::new());
    super::filters::listed(host, &all, by.0, &mut passed)?;
    let count = |stack: &Val| {
        let (place, state) = stack.stack_parts();
        host.pos.count_state(place, state)
    };
    Ok(passed.iter().map(count).sum())
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Queries");
    api.read(
        "count(at: Places, class: Class, filter: Filter?): number",
        "Pieces of a class (a type, a face, a group, or all of a side) at a place or in a set of places; with a filter, those in stacks that pass it: `count(TOWNS, TANK, marked(ATTACKS, SEATTLE))`.",
        |host, (at, class, by): (V, V, Opt)| match by {
            None => counted(host, at, class),
            Some(by) => counted_by(host, at, class, by),
        },
    )?;
    api.describe(
        "figure_of(name: string, on: any?): any",
        "What a figure comes to, of the game or of `on`: see `figure`.",
    );
    api.read(
        "has(at: Places, class: Class): boolean",
        "Whether there is any such piece.",
        |host, (at, class): (V, V)| Ok(counted(host, at, class)? > 0),
    )?;
    api.read(
        "value(track: Track, on: any?): number",
        "The number of a track, on the game or on `on`.",
        |host, (track, on): (V, Opt)| Ok(value(host, track, on)?.2),
    )?;
    api.read(
        "get(fact: Fact, on: any?): any",
        "A fact's value: number, truth, id or nil; a set or list fact as an array.",
        |host, (fact, on): (V, Opt)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.at()];
            let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            let number = || host.pos.fact_number(&host.board, id, subject);
            Ok(match def.holds {
                FactType::Number => Fact::Val(Val(number())),
                FactType::Truth => Fact::Truth(number() != 0),
                FactType::Id(kind) => match number() {
                    thing if thing > 0 => Fact::Val(Val::handle(kind, thing as u64 - 1)),
                    _ => Fact::Nil,
                },
                _ => Fact::Many(Box::new(P(host.pos.fact(&host.board, id, subject).plain()))),
            })
        },
    )?;
    api.add("in_stack(stack: Stack): number", "How many pieces the stack has.", |host, stack: V| {
        host.index(stack.0, Kind::Stack)?;
        let (place, state) = stack.0.stack_parts();
        Ok(host.pos.count_state(place, state))
    })?;
    api.add(
        "places_of(stacks: Set): Set",
        "The spaces where some stacks lie; of spaces themselves.",
        |host, set: V| {
            let set = host.set(set.0)?;
            let mut members = Vec::new();
            host.members(&set, &mut members);
            let mut places = cardwright_state::Set::EMPTY;
            for member in members {
                match member.kind() {
                    Kind::Stack => places.insert(member.stack_parts().0.at()),
                    Kind::Space => places.insert(member.payload() as usize),
                    other => return Err(format!("a {} lies nowhere: `places_of` takes stacks", other.word())),
                }
            }
            Ok(V(host.new_set(SetValue::Dense(Kind::Space, places))))
        },
    )?;
    api.add(
        "mark_of(stack: Stack, mark: Mark): any",
        "What a mark of the stack's pieces bears: a space, a card, a side, a word or a number; nil if they do not bear it.",
        |host, (stack, mark): (V, V)| {
            let mark = super::marks::valued(host, mark)?;
            Ok(host.board.value(host.state(stack.0)?, mark).map(V))
        },
    )?;
    api.add(
        "values_of(mark: Mark, places: Places, class: Class): Set",
        "All that a mark of pieces of a class bears in some places, each once: `values_of(ATTACKS, TOWNS, RED)` are the places that red attacks. In the order of the mark's values.",
        |host, (mark, at, class): (V, V, V)| {
            let mark = super::marks::valued(host, mark)?;
            let borne = |stack: &Val| host.board.value(stack.stack_parts().1, mark);
            let mut values: Vec<Val> = stacks(host, at, class)?.iter().filter_map(borne).collect();
            values.sort_by_cached_key(|value| host.board.marks[mark.at()].place_of(*value));
            values.dedup();
            Ok(V(host.set_of(&values)))
        },
    )?;
    api.add("place_of(stack: Stack): Space", "Where a stack lies.", |host, stack: V| {
        host.index(stack.0, Kind::Stack)?;
        Ok(V(Val::space(stack.0.stack_parts().0)))
    })?;
    api.add("type_of(piece: Stack | Class): Class", "The type of a stack's pieces.", |host, piece: V| {
        let state = host.state(piece.0)?;
        let of = host.board.states[state.at()].of;
        let class = host.board.states[state.at()].classes.iter().find(|c| {
            let c = &host.board.classes[c.at()];
            c.of == Some(of) && c.face.is_none()
        });
        Ok(class.map(|c| V(Val::handle(Kind::Class, u64::from(c.0)))))
    })?;
    api.add(
        "types_of(class: Class | Side): {Class}",
        "The types of which pieces are in a class (or of a side), in the order of the board: a rule that goes through them need not name them.",
        |host, class: V| {
            let states = &host.board.classes[host.class(class.0)?.at()].states;
            let mut types: Vec<_> = states.iter().map(|state| host.board.states[state.at()].of).collect();
            types.sort_unstable();
            types.dedup();
            let is = |of, c: &cardwright_state::board::Class| c.of == Some(of) && c.face.is_none();
            let class = |of| host.board.classes.iter().position(|c| is(of, c));
            Ok(types.into_iter().filter_map(class).map(|at| V(Val::handle(Kind::Class, at as u64))).collect::<Vec<_>>())
        },
    )?;
    api.add(
        "owner_of(piece: Stack | Class): Side",
        "The side whose pieces of this type are, as the board says; nil if they are nobody's.",
        |host, piece: V| {
            let of = host.board.states[host.state(piece.0)?.at()].of;
            Ok(host.board.types[of.at()].owner.map(|side| V(Val::side(side))))
        },
    )?;
    api.add(
        "face_of(piece: Stack | Class): Class",
        "The class of a stack's type and face: compare with REBEL, or with class(\"usa/damaged\").",
        |host, piece: V| {
            let state = &host.board.states[host.state(piece.0)?.at()];
            let class =
                state.classes.iter().find(|c| host.board.classes[c.at()].face.is_some()).or(state.classes.first());
            Ok(class.map(|c| V(Val::handle(Kind::Class, u64::from(c.0)))))
        },
    )?;
    api.add("class(id: string): Class", "A piece class by its written id: `usa/damaged`.", |host, id: String| {
        let found = host.board.classes.iter().position(|c| c.id == id);
        found.map(|c| V(Val::handle(Kind::Class, c as u64))).ok_or_else(|| format!("unknown piece class `{id}`"))
    })?;
    api.add(
        "with_face(piece: Stack | Class, face: string): Class",
        "The class of the same type with another face.",
        |host, (piece, face): (V, String)| {
            let of = host.board.states[host.state(piece.0)?.at()].of;
            let at = host.board.types[of.at()].faces.iter().position(|f| *f == face);
            let found =
                at.and_then(|f| host.board.classes.iter().position(|c| c.of == Some(of) && c.face == Some(f as u8)));
            found
                .map(|c| V(Val::handle(Kind::Class, c as u64)))
                .ok_or_else(|| format!("`{}` has no face `{face}`", host.board.types[of.at()].id))
        },
    )?;
    api.add(
        "holding(stack: Stack, what: Class): number",
        "How many counters of a type lie beneath each piece of the stack.",
        |host, (stack, what): (V, V)| {
            let state = host.state(stack.0)?;
            let which = host.holds(state, what.0)?;
            Ok(u32::from(host.board.states[state.at()].held[which]))
        },
    )?;
    api.add(
        "in_zone(track: Track, zone: Zone, on: any?): boolean",
        "Whether a track's number lies in one of its zones.",
        |host, (track, zone, on): (V, V, Opt)| {
            let (id, _, n) = value(host, track, on)?;
            let zone = host.index(zone.0, Kind::Zone)?;
            Ok(host.board.tracks[id.at()].zones.iter().any(|z| z.zone.at() == zone && (z.from..=z.to).contains(&n)))
        },
    )?;
    api.add(
        "room(track: Track, on: any?): number",
        "How far a track can still rise: its top, and the counters left to show it.",
        |host, (track, on): (V, Opt)| {
            let (id, subject, n) = value(host, track, on)?;
            let top = host.board.tracks[id.at()].max;
            Ok(host.pos.track_target(&host.board, id, subject, top) - n)
        },
    )?;
    api.add(
        "total(track: Track, on: Set): number",
        "The sum of a track's numbers over a set of spaces, links or sides.",
        |host, (track, on): (V, V)| {
            let id = host.track(track.0)?;
            let def = &host.board.tracks[id.at()];
            let set = host.set(on.0)?;
            if let (SetValue::Dense(Kind::Space, set), On::Spaces(_)) = (&set, def.on) {
                let numbers = host.pos.track_by_subject(&host.board, id);
                return Ok(set.iter().map(|s| numbers[s]).sum::<i64>());
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
        "Whether a set fact holds a thing.",
        |host, (fact, on, thing): (V, Opt, V)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.at()];
            let FactType::Set(kind) = def.holds else { return Err(format!("`{}` is no set", def.id)) };
            let subject = host.subject(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            let member = host.index(thing.0, kind)?;
            Ok(host.pos.fact_has(&host.board, id, subject, member))
        },
    )?;
    api.add(
        "seated_together(a: Side, b: Side): boolean",
        "Whether one player answers for both sides, by the seating of the game (a side sits together with itself). How many play is `OPTION.players`.",
        |host, (a, b): (V, V)| {
            let (a, b) = (host.index(a.0, Kind::Side)?, host.index(b.0, Kind::Side)?);
            Ok(host.pos.seat_of(&host.board, SideId::new(a)).has(SideId::new(b)))
        },
    )?;
    api.add("name_of(thing: any): string", "A thing's id, for messages of errors only.", |host, thing: V| {
        Ok(host.board.text(thing.0))
    })?;
    Ok(())
}
