//! Changes of pieces, tracks and facts. The host adds each change to the journal, and refuses changes in offers and
//! other queries.

use super::{Api, LuaPlain, LuaVal, OptionalVal};
use crate::host::{Host, HostResult};
use cardwright_state::board::FactType;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{FactValue, SpaceId, StateId};

/// Moves a track to the number that `new_number` computes from the current number, or as near as the track goes.
/// Returns the new number minus the old one.
fn set_track(host: &mut Host, track: LuaVal, on: OptionalVal, new_number: impl Fn(i64) -> i64) -> HostResult<i64> {
    let id = host.track(track.0)?;
    let def = &host.board.tracks[id.index()];
    let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    let current = host.pos.track(&host.board, id, subject);
    let reached = host.pos.track_target(&host.board, id, subject, new_number(current));
    host.change(|pos, board| pos.set_track(board, id, subject, reached))?;
    Ok(reached - current)
}

/// Checks a number of pieces.
fn checked_piece_count(n: i64) -> HostResult<u32> {
    u32::try_from(n).map_err(|_| format!("{n} is not a number of pieces").into())
}

/// Returns the states of a class at a place, each with its number of pieces. `class` may also be a state or a stack.
fn states_at(host: &Host, class: LuaVal, place: SpaceId) -> HostResult<Vec<(StateId, u32)>> {
    if matches!(class.0.kind(), Kind::State | Kind::Stack) {
        let state = host.state(class.0)?;
        return Ok(Some((state, host.pos.count_state(place, state))).filter(|(_, n)| *n > 0).into_iter().collect());
    }
    Ok(host.pos.pieces_of(&host.board, place, host.class(class.0)?).collect())
}

/// Reads a stack argument: its place, its state, and `n`. Fails if the stack has fewer than `n` pieces.
fn read_stack(host: &Host, stack: LuaVal, n: i64) -> HostResult<(SpaceId, StateId, u32)> {
    host.index(stack.0, Kind::Stack)?;
    let (place, state) = stack.0.stack_parts();
    let (n, available) = (checked_piece_count(n)?, host.pos.count_state(place, state));
    if n > available {
        return Err(format!("{} has {available}, not {n}", host.board.text(stack.0)).into());
    }
    Ok((place, state, n))
}

/// Returns a state with another face.
fn state_with_face(host: &Host, state: StateId, face: &str) -> HostResult<StateId> {
    let state_def = &host.board.states[state.index()];
    let piece_type = &host.board.piece_types[state_def.piece_type.index()];
    let face_index = piece_type
        .faces
        .iter()
        .position(|own_face| own_face == face)
        .ok_or_else(|| format!("`{}` has no face `{face}`", piece_type.id))?;
    Ok(host.board.with_face_and_marks(state, face_index as u8, state_def.marks))
}

/// Adds a thing to a set fact, or removes it if `is_member` is false.
fn set_membership(host: &mut Host, fact: LuaVal, thing: LuaVal, on: OptionalVal, is_member: bool) -> HostResult<()> {
    let id = host.fact(fact.0)?;
    let def = &host.board.facts[id.index()];
    let FactType::Set(kind) = def.fact_type else { return Err(format!("`{}` is not a set", def.id).into()) };
    let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    let member = host.index(thing.0, kind)?;
    host.change(|pos, board| pos.set_member(board, id, subject, member, is_member))
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Changes");
    api.add(
        "place(piece: Class, n: number, at: Space): number",
        "Places up to `n` pieces of a type (and face) from supply. Returns how many.",
        |host, (piece, n, place): (LuaVal, i64, LuaVal)| {
            let (state, place, n) = (host.state(piece.0)?, host.space(place.0)?, checked_piece_count(n)?);
            let piece_type = host.board.states[state.index()].piece_type;
            let supply_state = host.board.state_of(piece_type, 0, 0);
            let supply = host.board.piece_types[piece_type.index()].supply;
            let n = n.min(host.pos.count_state(supply, supply_state));
            host.change(|pos, board| {
                pos.move_pieces(board, supply_state, n, supply, place);
                pos.turn_pieces(board, n, place, supply_state, state);
            })?;
            Ok(n)
        },
    )?;
    api.add(
        "remove(piece: Class | Stack, n: number, at: Space?): number",
        "Returns up to `n` pieces of a class or a stack from a place to supply, with the default face and no \
         marks. Counters that they hold return to their own supply. Returns how many.",
        |host, (piece, n, place): (LuaVal, i64, OptionalVal)| {
            let place = match place {
                Some(place) => host.space(place.0)?,
                None if host.index(piece.0, Kind::Stack).is_ok() => piece.0.stack_parts().0,
                None => return Err("`remove` of a class needs the place as its third value".into()),
            };
            let mut remaining = checked_piece_count(n)?;
            let states = states_at(host, piece, place)?;
            host.change(|pos, board| {
                let mut removed = 0;
                for (state, available) in states {
                    let count = available.min(remaining);
                    let piece_type = board.states[state.index()].piece_type;
                    let supply_state = board.state_of(piece_type, 0, 0);
                    pos.turn_pieces(board, count, place, state, supply_state);
                    pos.move_pieces(board, supply_state, count, place, board.piece_types[piece_type.index()].supply);
                    remaining -= count;
                    removed += count;
                }
                removed
            })
        },
    )?;
    api.add(
        "move(stack: Stack, n: number, to: Space): Stack",
        "Moves `n` pieces of a stack to a place. Returns the stack there.",
        |host, (stack, n, place): (LuaVal, i64, LuaVal)| {
            let (from, state, n) = read_stack(host, stack, n)?;
            let place = host.space(place.0)?;
            host.change(|pos, board| pos.move_pieces(board, state, n, from, place))?;
            Ok(LuaVal(Val::stack(place, state)))
        },
    )?;
    api.add(
        "flip(stack: Stack, n: number, face: string): Stack",
        "Turns `n` pieces of a stack to a face. Returns the stack with that face.",
        |host, (stack, n, face): (LuaVal, i64, String)| {
            let (place, state, n) = read_stack(host, stack, n)?;
            let turned_state = state_with_face(host, state, &face)?;
            host.change(|pos, board| pos.turn_pieces(board, n, place, state, turned_state))?;
            Ok(LuaVal(Val::stack(place, turned_state)))
        },
    )?;
    api.add(
        "flip_at(piece: Class, n: number, at: Space, face: string): number",
        "Turns up to `n` pieces of a class at a place to another face. Returns how many.",
        |host, (piece, n, place, face): (LuaVal, i64, LuaVal, String)| {
            let place = host.space(place.0)?;
            let mut remaining = checked_piece_count(n)?;
            let mut turned = 0;
            for (state, available) in states_at(host, piece, place)? {
                let turned_state = state_with_face(host, state, &face)?;
                let count = available.min(remaining);
                host.change(|pos, board| pos.turn_pieces(board, count, place, state, turned_state))?;
                remaining -= count;
                turned += count;
            }
            Ok(turned)
        },
    )?;
    api.add(
        "mark(stack: Stack, n: number, mark: Mark, value: any?): Stack",
        "Puts a mark on `n` pieces of a stack. Returns the marked stack. A mark with values (`of` in the \
         board) takes one, and replaces the old value: `mark(stack, 1, ATTACKS, SEATTLE)`.",
        |host, (stack, n, mark, value): (LuaVal, i64, LuaVal, OptionalVal)| {
            let (place, state, n) = read_stack(host, stack, n)?;
            let marked_state = super::marks::state_with_mark(host, state, mark, value)?;
            host.change(|pos, board| pos.turn_pieces(board, n, place, state, marked_state))?;
            Ok(LuaVal(Val::stack(place, marked_state)))
        },
    )?;
    api.add(
        "unmark(stack: Stack, n: number, mark: Mark): Stack",
        "Takes a mark and its value off `n` pieces of a stack. Returns the stack without it.",
        |host, (stack, n, mark): (LuaVal, i64, LuaVal)| {
            let (place, state, n) = read_stack(host, stack, n)?;
            let unmarked_state = super::marks::state_without_mark(host, state, mark)?;
            host.change(|pos, board| pos.turn_pieces(board, n, place, state, unmarked_state))?;
            Ok(LuaVal(Val::stack(place, unmarked_state)))
        },
    )?;
    api.add(
        "hold(stack: Stack, n: number, what: Class): Stack",
        "Sets the number of counters of a type under one piece of the stack to `n`, or to as many as supply \
         allows. They come from supply and return to it. Returns the stack that the piece is then in.",
        |host, (stack, n, counter): (LuaVal, i64, LuaVal)| {
            let (place, state, _) = read_stack(host, stack, 1)?;
            let index = host.held_index(state, counter.0)?;
            let def = &host.board.states[state.index()];
            let held_type = host.board.piece_types[def.piece_type.index()].holds[index];
            let most = u32::from(def.held[index]) + host.pos.supply_count(&host.board, held_type);
            let n = checked_piece_count(n)?.min(most).min(host.board.piece_types[held_type.index()].count) as u16;
            let new_state = host.board.with_held(state, index, n);
            host.change(|pos, board| pos.turn_pieces(board, 1, place, state, new_state))?;
            Ok(LuaVal(Val::stack(place, new_state)))
        },
    )?;
    api.add(
        "raise(track: Track, n: number, on: any?): number",
        "Raises a track by `n`, as far as it goes. Returns by how much.",
        |host, (track, n, on): (LuaVal, i64, OptionalVal)| set_track(host, track, on, |now| now.saturating_add(n)),
    )?;
    api.add(
        "lower(track: Track, n: number, on: any?): number",
        "Lowers a track by `n`, as far as it goes. Returns by how much.",
        |host, (track, n, on): (LuaVal, i64, OptionalVal)| {
            Ok(-set_track(host, track, on, |now| now.saturating_sub(n))?)
        },
    )?;
    api.add(
        "set_track(track: Track, n: number, on: any?)",
        "Sets a track to `n`, or as near as it goes.",
        |host, (track, n, on): (LuaVal, i64, OptionalVal)| set_track(host, track, on, |_| n).map(|_| ()),
    )?;
    api.add(
        "set(fact: Fact, value: any, on: any?)",
        "Sets a fact to a number, a boolean, an id or nil. A list fact takes an array.",
        |host, (fact, value, on): (LuaVal, LuaPlain, OptionalVal)| {
            let id = host.fact(fact.0)?;
            let def = &host.board.facts[id.index()];
            let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            match (def.fact_type, &value.0) {
                (FactType::List(_), cardwright_state::val::PlainValue::List(list)) => {
                    host.check_storable_all(std::slice::from_ref(&value.0))?;
                    let list = FactValue::List(list.as_slice().into());
                    host.change(|pos, board| pos.set_fact(board, id, subject, &list))
                }
                (FactType::List(_), _) => Err(format!("`{}` is a list: set it to an array", def.id).into()),
                (FactType::Rows(_), _) => Err(format!("`{}` has rows: use `add_row` and `set_row`", def.id).into()),
                (FactType::Set(_), _) => {
                    Err(format!("`{}` holds many values: use `add` and `remove_from`", def.id).into())
                }
                (fact_type, value) => {
                    let value = host.fact_value(fact_type, value, &def.id)?;
                    host.change(|pos, board| pos.set_fact(board, id, subject, &value))
                }
            }
        },
    )?;
    api.add(
        "add(fact: Fact, thing: any, on: any?)",
        "Adds a thing to a set fact.",
        |host, (fact, thing, on): (LuaVal, LuaVal, OptionalVal)| set_membership(host, fact, thing, on, true),
    )?;
    api.add(
        "remove_from(fact: Fact, thing: any, on: any?)",
        "Removes a thing from a set fact.",
        |host, (fact, thing, on): (LuaVal, LuaVal, OptionalVal)| set_membership(host, fact, thing, on, false),
    )?;
    api.add(
        "use(action: Action, on: any?)",
        "Records in the fact `used` that an action was used here.",
        |host, (action, on): (LuaVal, OptionalVal)| {
            let fact = host.definitions.used_fact.ok_or("this game declares no fact `used`")?;
            set_membership(host, LuaVal(Val::handle(Kind::Fact, u64::from(fact.0))), action, on, true)
        },
    )?;
    Ok(())
}
