//! Marks of pieces: which state bears one, with which value.

use super::{Opt, V};
use crate::host::{Host, HostResult};
use cardwright_state::board::Mark;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, MarkId, StateId, view};

/// A mark argument.
pub(super) fn mark_of(host: &Host, mark: V) -> HostResult<MarkId> {
    Ok(MarkId::new(host.index(mark.0, Kind::Mark)?))
}

/// A mark argument, of pieces that may bear it.
fn own(host: &Host, state: StateId, mark: V) -> HostResult<(MarkId, &Mark)> {
    let mark = mark_of(host, mark)?;
    let of = &host.board.types[host.board.plain(state).of.at()];
    let def = &host.board.marks[mark.at()];
    match of.marks.iter().chain(&of.valued).any(|own| *own == mark) {
        true => Ok((mark, def)),
        false => {
            Err(format!("`{}` bears no mark `{}`: its entry in the board does not name it in `marks`", of.id, def.id))
        }
    }
}

/// The value of a mark, given as a script gives it.
pub(super) fn value(host: &Host, mark: MarkId, value: V) -> HostResult<Val> {
    let def = &host.board.marks[mark.at()];
    let Some(of) = &def.of else {
        return Err(format!("`{}` is a plain mark: it takes no value, but {} came", def.id, host.describe(value.0)));
    };
    if def.place_of(value.0).is_some() {
        return Ok(value.0);
    }
    let kind = of.kind();
    let may = match (value.0.kind() == kind, kind, def.values.first(), def.values.last()) {
        (true, Kind::Number, Some(least), Some(most)) => format!("a number from {} to {}", least.0, most.0),
        (true, Kind::Word, ..) => {
            let words: Vec<String> = def.values.iter().map(|word| host.board.text(*word)).collect();
            format!("one of {}", words.join(", "))
        }
        (true, Kind::Space, ..) => "a space of the kinds that its entry in the board names".to_owned(),
        _ => format!("a {}", kind.word()),
    };
    Err(format!("`{}` bears {may}, not {}", def.id, host.describe(value.0)))
}

/// The state like this one that bears a mark.
pub(super) fn marked(host: &Host, state: StateId, mark: V, given: Opt) -> HostResult<StateId> {
    let (mark, def) = own(host, state, mark)?;
    let Some(of) = &def.of else {
        if let Some(given) = given {
            value(host, mark, given)?;
        }
        let plain = host.board.plain(state);
        let bit = host.board.types[plain.of.at()].marks.iter().position(|own| *own == mark).unwrap_or_default();
        return Ok(host.board.state_like(state, plain.face, plain.marks | 1 << bit));
    };
    let Some(given) = given else {
        return Err(format!("`{}` bears a {}: say which, after the mark", def.id, of.kind().word()));
    };
    let value = value(host, mark, given)?;
    // What a mark says lies open, so it can say nothing that somebody does not see.
    if let Some(card) = value.index(Kind::Card).map(CardId::new)
        && !view::sees_card(&host.board, &host.pos, None, card)
    {
        let pile = &host.board.piles[host.pos.card_at(card).pile.at()].id;
        return Err(format!(
            "`{}` would say openly which card lies in `{pile}`, where not everybody sees it: mark with cards that all see",
            def.id
        ));
    }
    host.board.with_value(state, mark, Some(value)).ok_or_else(|| format!("such pieces cannot bear `{}`", def.id))
}

/// The state like this one without a mark.
pub(super) fn unmarked(host: &Host, state: StateId, mark: V) -> HostResult<StateId> {
    let (mark, _) = own(host, state, mark)?;
    Ok(host.board.without_mark(state, mark))
}

/// A mark argument that bears values.
pub(super) fn valued(host: &Host, mark: V) -> HostResult<MarkId> {
    let mark = mark_of(host, mark)?;
    let def = &host.board.marks[mark.at()];
    match def.of {
        Some(_) => Ok(mark),
        None => Err(format!("`{}` is a plain mark: it bears no value (`marked` tells whether pieces bear it)", def.id)),
    }
}
