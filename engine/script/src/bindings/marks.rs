//! Marks of pieces and their values.

use super::{LuaVal, OptionalVal};
use crate::host::{Host, HostResult};
use cardwright_state::board::Mark;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, MarkId, StateId, view};

/// Reads a mark argument.
pub(super) fn read_mark(host: &Host, mark: LuaVal) -> HostResult<MarkId> {
    Ok(MarkId::new(host.index(mark.0, Kind::Mark)?))
}

/// Reads a mark argument. Fails if pieces of this state cannot have the mark.
fn possible_mark(host: &Host, state: StateId, mark: LuaVal) -> HostResult<(MarkId, &Mark)> {
    let mark = read_mark(host, mark)?;
    let piece_type = &host.board.piece_types[host.board.plain_state(state).piece_type.index()];
    let def = &host.board.marks[mark.index()];
    match piece_type.marks.iter().chain(&piece_type.valued_marks).any(|allowed| *allowed == mark) {
        true => Ok((mark, def)),
        false => Err(format!(
            "`{}` cannot have the mark `{}`: add it to `marks` of its entry in the board",
            piece_type.id, def.id
        )
        .into()),
    }
}

/// Checks a value for a mark and returns it.
pub(super) fn checked_value(host: &Host, mark: MarkId, value: LuaVal) -> HostResult<Val> {
    let def = &host.board.marks[mark.index()];
    let Some(value_type) = &def.value_type else {
        return Err(
            format!("`{}` is a plain mark and takes no value, but got {}", def.id, host.describe(value.0)).into()
        );
    };
    if def.value_index(value.0).is_some() {
        return Ok(value.0);
    }
    let kind = value_type.kind();
    let expected = match (value.0.kind() == kind, kind, def.values.first(), def.values.last()) {
        (true, Kind::Number, Some(least), Some(most)) => format!("a number from {} to {}", least.0, most.0),
        (true, Kind::Word, ..) => {
            let words: Vec<String> = def.values.iter().map(|word| host.board.text(*word)).collect();
            format!("one of {}", words.join(", "))
        }
        (true, Kind::Space, ..) => "a space of the kinds in its entry in the board".to_owned(),
        _ => format!("a {}", kind.word()),
    };
    Err(format!("`{}` takes {expected}, not {}", def.id, host.describe(value.0)).into())
}

/// Returns the state that differs from `state` only by having a mark. `given_value` is the value for the mark.
pub(super) fn state_with_mark(
    host: &Host,
    state: StateId,
    mark: LuaVal,
    given_value: OptionalVal,
) -> HostResult<StateId> {
    let (mark, def) = possible_mark(host, state, mark)?;
    let Some(value_type) = &def.value_type else {
        if let Some(given_value) = given_value {
            checked_value(host, mark, given_value)?;
        }
        // A mark without values is a bit. The plain state has these bits, but no values of marks.
        let plain = host.board.plain_state(state);
        let bit = host.board.piece_types[plain.piece_type.index()]
            .marks
            .iter()
            .position(|allowed| *allowed == mark)
            .unwrap_or_default();
        return Ok(host.board.with_face_and_marks(state, plain.face, plain.marks | 1 << bit));
    };
    let Some(given_value) = given_value else {
        return Err(format!("`{}` needs a value: give a {} after the mark", def.id, value_type.kind().word()).into());
    };
    let value = checked_value(host, mark, given_value)?;
    // Everybody sees marks, so a mark may not reveal a hidden card.
    if let Some(card) = value.index(Kind::Card).map(CardId::new)
        && !view::sees_card(&host.board, &host.pos, None, card)
    {
        let pile = &host.board.piles[host.pos.card_location(card).pile.index()].id;
        return Err(format!(
            "`{}` would reveal a card in `{pile}` to everybody: use only cards that all sides see",
            def.id
        )
        .into());
    }
    host.board
        .with_mark_value(state, mark, Some(value))
        .ok_or_else(|| format!("such pieces cannot have `{}`", def.id).into())
}

/// Returns the state that differs from `state` only by lacking a mark.
pub(super) fn state_without_mark(host: &Host, state: StateId, mark: LuaVal) -> HostResult<StateId> {
    let (mark, _) = possible_mark(host, state, mark)?;
    Ok(host.board.without_mark(state, mark))
}

/// Reads a mark argument. Fails for a plain mark.
pub(super) fn mark_with_values(host: &Host, mark: LuaVal) -> HostResult<MarkId> {
    let mark = read_mark(host, mark)?;
    let def = &host.board.marks[mark.index()];
    match def.value_type {
        Some(_) => Ok(mark),
        None => Err(format!("`{}` is a plain mark without a value: `marked` finds pieces that have it", def.id).into()),
    }
}
