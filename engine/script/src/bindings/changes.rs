//! Changes of pieces, tracks and facts. Each goes to the journal. The host refuses them in offers and other queries.

use super::{Api, LuaPlain, LuaVal, OptionalVal};
use crate::host::{Host, HostResult};
use cardwright_state::board::FactType;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{FactValue, SpaceId, StateId};

/// Moves a track towards `wanted`, as far as it goes. Returns by how much it moved.
fn set_track(host: &mut Host, track: LuaVal, on: OptionalVal, wanted: impl Fn(i64) -> i64) -> HostResult<i64> {
    let id = host.track(track.0)?;
    let def = &host.board.tracks[id.at()];
    let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    let now = host.pos.track(&host.board, id, subject);
    let reached = host.pos.track_target(&host.board, id, subject, wanted(now));
    host.change(|pos, board| pos.set_track(board, id, subject, reached))?;
    Ok(reached - now)
}

fn amount(n: i64) -> HostResult<u32> {
    u32::try_from(n).map_err(|_| format!("{n} is not a number of pieces"))
}

/// The states of a class at a place, with their numbers of pieces.
fn at_place(host: &Host, class: LuaVal, at: SpaceId) -> HostResult<Vec<(StateId, u32)>> {
    if matches!(class.0.kind(), Kind::State | Kind::Stack) {
        let state = host.state(class.0)?;
        return Ok(Some((state, host.pos.count_state(at, state))).filter(|(_, n)| *n > 0).into_iter().collect());
    }
    Ok(host.pos.pieces_of(&host.board, at, host.class(class.0)?).collect())
}

fn stack_of(host: &Host, stack: LuaVal, n: i64) -> HostResult<(SpaceId, StateId, u32)> {
    host.index(stack.0, Kind::Stack)?;
    let (at, state) = stack.0.stack_parts();
    let (n, have) = (amount(n)?, host.pos.count_state(at, state));
    if n > have {
        return Err(format!("{} has {have}, not {n}", host.board.text(stack.0)));
    }
    Ok((at, state, n))
}

fn state_with_face(host: &Host, state: StateId, face: &str) -> HostResult<StateId> {
    let s = &host.board.states[state.at()];
    let of = &host.board.types[s.piece_type.at()];
    let at = of.faces.iter().position(|f| f == face).ok_or_else(|| format!("`{}` has no face `{face}`", of.id))?;
    Ok(host.board.with_face_and_marks(state, at as u8, s.marks))
}

fn put_in_set(host: &mut Host, fact: LuaVal, thing: LuaVal, on: OptionalVal, present: bool) -> HostResult<()> {
    let id = host.fact(fact.0)?;
    let def = &host.board.facts[id.at()];
    let FactType::Set(kind) = def.fact_type else { return Err(format!("`{}` is not a set", def.id)) };
    let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
    let member = host.index(thing.0, kind)?;
    host.change(|pos, board| pos.set_member(board, id, subject, member, present))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Changes");
    api.add(
        "place(piece: Class, n: number, at: Space): number",
        "Places up to `n` pieces of a type (and face) from supply. Returns how many.",
        |host, (piece, n, at): (LuaVal, i64, LuaVal)| {
            let (state, at, n) = (host.state(piece.0)?, host.space(at.0)?, amount(n)?);
            let of = host.board.states[state.at()].piece_type;
            let bare = host.board.state_of(of, 0, 0);
            let supply = host.board.types[of.at()].supply;
            let n = n.min(host.pos.count_state(supply, bare));
            host.change(|pos, board| {
                pos.move_pieces(board, bare, n, supply, at);
                pos.turn_pieces(board, n, at, bare, state);
            })?;
            Ok(n)
        },
    )?;
    api.add(
        "remove(piece: Class | Stack, n: number, at: Space?): number",
        "Returns up to `n` pieces of a class or a stack from a place to supply, with the default face and no \
         marks. Counters that they hold return to their own supply. Returns how many.",
        |host, (piece, n, at): (LuaVal, i64, OptionalVal)| {
            let at = match at {
                Some(at) => host.space(at.0)?,
                None if host.index(piece.0, Kind::Stack).is_ok() => piece.0.stack_parts().0,
                None => return Err("`remove` of a class needs the place as its third value".into()),
            };
            let mut left = amount(n)?;
            let states = at_place(host, piece, at)?;
            host.change(|pos, board| {
                let mut removed = 0;
                for (state, have) in states {
                    let take = have.min(left);
                    let of = board.states[state.at()].piece_type;
                    let bare = board.state_of(of, 0, 0);
                    pos.turn_pieces(board, take, at, state, bare);
                    pos.move_pieces(board, bare, take, at, board.types[of.at()].supply);
                    left -= take;
                    removed += take;
                }
                removed
            })
        },
    )?;
    api.add(
        "move(stack: Stack, n: number, to: Space): Stack",
        "Moves `n` pieces of a stack to a place. Returns the stack there.",
        |host, (stack, n, to): (LuaVal, i64, LuaVal)| {
            let (from, state, n) = stack_of(host, stack, n)?;
            let to = host.space(to.0)?;
            host.change(|pos, board| pos.move_pieces(board, state, n, from, to))?;
            Ok(LuaVal(Val::stack(to, state)))
        },
    )?;
    api.add(
        "flip(stack: Stack, n: number, face: string): Stack",
        "Turns `n` pieces of a stack to a face. Returns the stack with that face.",
        |host, (stack, n, face): (LuaVal, i64, String)| {
            let (at, state, n) = stack_of(host, stack, n)?;
            let to = state_with_face(host, state, &face)?;
            host.change(|pos, board| pos.turn_pieces(board, n, at, state, to))?;
            Ok(LuaVal(Val::stack(at, to)))
        },
    )?;
    api.add(
        "flip_at(piece: Class, n: number, at: Space, face: string): number",
        "Turns up to `n` pieces of a class at a place to another face. Returns how many.",
        |host, (piece, n, at, face): (LuaVal, i64, LuaVal, String)| {
            let at = host.space(at.0)?;
            let mut left = amount(n)?;
            let mut turned = 0;
            for (state, have) in at_place(host, piece, at)? {
                let to = state_with_face(host, state, &face)?;
                let take = have.min(left);
                host.change(|pos, board| pos.turn_pieces(board, take, at, state, to))?;
                left -= take;
                turned += take;
            }
            Ok(turned)
        },
    )?;
    api.add(
        "mark(stack: Stack, n: number, mark: Mark, value: any?): Stack",
        "Puts a mark on `n` pieces of a stack. Returns the marked stack. A mark with values (`of` in the \
         board) takes one, and replaces the old value: `mark(stack, 1, ATTACKS, SEATTLE)`.",
        |host, (stack, n, mark, value): (LuaVal, i64, LuaVal, OptionalVal)| {
            let (at, state, n) = stack_of(host, stack, n)?;
            let to = super::marks::marked(host, state, mark, value)?;
            host.change(|pos, board| pos.turn_pieces(board, n, at, state, to))?;
            Ok(LuaVal(Val::stack(at, to)))
        },
    )?;
    api.add(
        "unmark(stack: Stack, n: number, mark: Mark): Stack",
        "Takes a mark and its value off `n` pieces of a stack. Returns the stack without it.",
        |host, (stack, n, mark): (LuaVal, i64, LuaVal)| {
            let (at, state, n) = stack_of(host, stack, n)?;
            let to = super::marks::unmarked(host, state, mark)?;
            host.change(|pos, board| pos.turn_pieces(board, n, at, state, to))?;
            Ok(LuaVal(Val::stack(at, to)))
        },
    )?;
    api.add(
        "hold(stack: Stack, n: number, what: Class): Stack",
        "Sets the number of counters of a type under one piece of the stack to `n`, or to as many as supply \
         allows. They come from supply and return to it. Returns the stack that the piece is then in.",
        |host, (stack, n, what): (LuaVal, i64, LuaVal)| {
            let (at, state, _) = stack_of(host, stack, 1)?;
            let which = host.holds(state, what.0)?;
            let def = &host.board.states[state.at()];
            let of = host.board.types[def.piece_type.at()].holds[which];
            let most = u32::from(def.held[which]) + host.pos.supply_count(&host.board, of);
            let n = amount(n)?.min(most).min(host.board.types[of.at()].count) as u16;
            let to = host.board.with_held(state, which, n);
            host.change(|pos, board| pos.turn_pieces(board, 1, at, state, to))?;
            Ok(LuaVal(Val::stack(at, to)))
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
            let def = &host.board.facts[id.at()];
            let subject = host.subject_to_change(def.on, on.map_or(Val(0), |v| v.0), &def.id)?;
            match (def.fact_type, &value.0) {
                (FactType::List(_), cardwright_state::val::PlainValue::List(list)) => {
                    host.check_storable_all(std::slice::from_ref(&value.0))?;
                    let list = FactValue::List(list.as_slice().into());
                    host.change(|pos, board| pos.set_fact(board, id, subject, &list))
                }
                (FactType::List(_), _) => Err(format!("`{}` is a list: set it to an array", def.id)),
                (FactType::Set(_), _) => Err(format!("`{}` holds many values: use `add` and `remove_from`", def.id)),
                (holds, value) => {
                    let value = host.fact_value(holds, value, &def.id)?;
                    host.change(|pos, board| pos.set_fact(board, id, subject, &value))
                }
            }
        },
    )?;
    api.add(
        "add(fact: Fact, thing: any, on: any?)",
        "Adds a thing to a set fact.",
        |host, (fact, thing, on): (LuaVal, LuaVal, OptionalVal)| put_in_set(host, fact, thing, on, true),
    )?;
    api.add(
        "remove_from(fact: Fact, thing: any, on: any?)",
        "Removes a thing from a set fact.",
        |host, (fact, thing, on): (LuaVal, LuaVal, OptionalVal)| put_in_set(host, fact, thing, on, false),
    )?;
    api.add(
        "use(action: Action, on: any?)",
        "Records in the fact `used` that an action was used here.",
        |host, (action, on): (LuaVal, OptionalVal)| {
            let fact = host.used_fact.ok_or("this game declares no fact `used`")?;
            put_in_set(host, LuaVal(Val::handle(Kind::Fact, u64::from(fact.0))), action, on, true)
        },
    )?;
    Ok(())
}
