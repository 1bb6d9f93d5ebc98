//! The changes of an event in words. A line about pieces says how many move, which pieces, from where and to where.

use super::piece_moves::{self, PieceMove};
use crate::{Viewer, label};
use cardwright_state::board::{Board, FactType, SubjectKind};
use cardwright_state::fact::FactRows;
use cardwright_state::position::ActiveEffect;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Difference, FactId, FactValue, LinkId, PieceTypeId, SideId, SpaceId, StateId, TrackId};

/// Describes all changes of pieces, tracks, facts and effects in one line, as far as the viewer may see them. Returns
/// no line if the viewer sees none.
pub(super) fn change_lines(board: &Board, viewer: Viewer, differences: &[Difference]) -> Vec<String> {
    let parts = change_parts(board, viewer, differences);
    if parts.is_empty() { Vec::new() } else { vec![parts.join(" · ")] }
}

/// Describes the changes as [`change_lines`] does, with one text for each change.
pub(super) fn change_parts(board: &Board, viewer: Viewer, differences: &[Difference]) -> Vec<String> {
    let mut parts = Vec::new();
    for piece_type in (0..board.piece_types.len()).map(PieceTypeId::new) {
        parts.extend(piece_texts(board, piece_type, differences));
    }
    for difference in differences {
        match difference {
            Difference::Fact { fact, subject, old: FactValue::Rows(old), new: FactValue::Rows(new) } => {
                parts.extend(row_texts(board, viewer, (*fact, *subject), [old, new]));
            }
            _ => parts.extend(other_change(board, viewer, difference)),
        }
    }
    parts
}

/// A number of equal pieces that arrived in a space or left it.
#[derive(Debug, Clone, Copy)]
pub(super) struct EqualPieces {
    pub(super) space: SpaceId,
    pub(super) state: StateId,
    n: i64,
}

/// Describes how pieces of one type moved or turned: `2 × Guard: Port → The Hills`. Pairs pieces that left a space with
/// pieces that arrived.
fn piece_texts(board: &Board, piece_type: PieceTypeId, differences: &[Difference]) -> Vec<String> {
    let mut left: Vec<EqualPieces> = Vec::new();
    let mut arrived: Vec<EqualPieces> = Vec::new();
    for difference in differences {
        let Difference::Pieces { at, state, old: was, new: is } = *difference else { continue };
        if board.states[state.index()].piece_type != piece_type {
            continue;
        }
        // States that the log does not tell apart count as one.
        let state = label::logged_state(board, state);
        let remove = |all: &mut Vec<EqualPieces>| {
            all.iter().position(|pieces| pieces.space == at && pieces.state == state).map_or(0, |i| all.remove(i).n)
        };
        let sum = i64::from(is) - i64::from(was) - remove(&mut left) + remove(&mut arrived);
        match sum {
            0 => {}
            sum if sum > 0 => arrived.push(EqualPieces { space: at, state, n: sum }),
            sum => left.push(EqualPieces { space: at, state, n: -sum }),
        }
    }
    let supply = board.piece_types[piece_type.index()].supply;
    let mut out: Vec<PieceMove> = Vec::new();
    // First pair pieces that look the same, because they have moved. Then pair pieces in the same space, because they
    // have turned. Pair all others in any order. If some pieces came from their supply or went there, pair those in the
    // same space first. Otherwise a piece that was removed in one space and a piece that turned in another space could
    // look like a move.
    let on_map = |pieces: &EqualPieces| pieces.space != supply;
    let looks_same = |a: &EqualPieces, b: &EqualPieces| a.state == b.state;
    type Pairing<'a> = &'a dyn Fn(&EqualPieces, &EqualPieces) -> bool;
    let has_moved: Pairing<'_> = &|a, b| on_map(a) && on_map(b) && looks_same(a, b);
    let has_turned: Pairing<'_> = &|a, b| a.space == b.space;
    let all_on_map = left.iter().chain(&arrived).all(on_map);
    let (first, second) = if all_on_map { (has_moved, has_turned) } else { (has_turned, has_moved) };
    for is_pair in [first, second, &|a, b| looks_same(a, b), &|_, _| true] {
        for from in &mut left {
            for to in &mut arrived {
                let n = from.n.min(to.n);
                if n > 0 && is_pair(from, to) {
                    from.n -= n;
                    to.n -= n;
                    out.push(PieceMove::new(board, n, from, to));
                }
            }
        }
    }
    piece_moves::merged_texts(board, out)
}

fn other_change(board: &Board, viewer: Viewer, difference: &Difference) -> Option<String> {
    match difference {
        Difference::Track { track, subject, old: was, new: is } => Some(track_text(board, *track, *subject, *was, *is)),
        Difference::Fact { fact, subject, old: was, new: is } => fact_text(board, viewer, *fact, *subject, was, is),
        Difference::Activated(effect) => Some(format!("in force: {}", effect_text(board, effect))),
        Difference::Deactivated(effect) => Some(format!("no longer in force: {}", effect_text(board, effect))),
        _ => None,
    }
}

/// Describes a change of a track: `Port Unrest 0 → 2`.
fn track_text(board: &Board, track: TrackId, subject: usize, was: i64, is: i64) -> String {
    let track_def = &board.tracks[track.index()];
    let number = |value: i64| match track_def.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value)) {
        Some(zone) => format!("{value} {}", board.zones[zone.zone.index()].replace('-', " ")),
        None => value.to_string(),
    };
    format!("{}{} {} → {}", owner_prefix(board, track_def.on, subject), track_def.name, number(was), number(is))
}

/// Names the owner of a track or fact, followed by a blank. Empty for the game itself.
pub(super) fn owner_prefix(board: &Board, on: SubjectKind, subject: usize) -> String {
    match on {
        SubjectKind::Game => String::new(),
        SubjectKind::Side => format!("{} ", board.sides[subject].name),
        SubjectKind::Spaces(_) => format!("{} ", board.spaces[subject].name),
        SubjectKind::Links(_) => format!("{} ", label::link_name(board, LinkId::new(subject).index())),
        SubjectKind::Card => format!("card {} ", board.cards[subject].id),
    }
}

/// Describes the rows of a fact that come, go or change: `+ Greene iou c24 12 2`. Omits rows that the viewer may not see.
fn row_texts(board: &Board, viewer: Viewer, (fact, subject): (FactId, usize), rows: [&FactRows; 2]) -> Vec<String> {
    let def = &board.facts[fact.index()];
    let [old, new] = rows.map(|rows| rows.only(|row| viewer.sees_row(def, subject, row)));
    let name = |cell: Val| match cell.kind() {
        Kind::Card => board.text(cell),
        _ => thing_name(board, cell),
    };
    let lead = format!("{}{}", owner_prefix(board, def.on, subject), def.id.replace('-', " "));
    def.columns.change_texts(&lead, &old, &new, name)
}

/// Describes a change of a fact: `Port sabotaged`, `The Hills no longer sabotaged`, `Red plan none → west`. Omits facts
/// with cards, because it is unknown here who saw a card at that time.
fn fact_text(
    board: &Board,
    viewer: Viewer,
    fact: FactId,
    subject: usize,
    was: &FactValue,
    is: &FactValue,
) -> Option<String> {
    let fact_def = &board.facts[fact.index()];
    let sees = viewer.sees_fact(fact_def, subject);
    let holds_cards =
        matches!(fact_def.fact_type, FactType::Id(Kind::Card) | FactType::Set(Kind::Card) | FactType::List(Kind::Card));
    if !sees || holds_cards || fact_def.on == SubjectKind::Card {
        return None;
    }
    let (owner, id) = (owner_prefix(board, fact_def.on, subject), fact_def.id.replace('-', " "));
    if let FactValue::Boolean(holds) = is {
        return Some(format!("{owner}{}{id}", if *holds { "" } else { "no longer " }));
    }
    let words = |value: &FactValue| match value.text(|val| thing_name(board, val), ", ") {
        text if text.is_empty() => "none".to_owned(),
        text => text,
    };
    Some(format!("{owner}{id} {} → {}", words(was), words(is)))
}

fn effect_text(board: &Board, effect: &ActiveEffect) -> String {
    let parameter = match effect.param {
        Val(0) => String::new(),
        card if card.index(Kind::Card).is_some() => String::new(),
        param => format!(" {}", thing_name(board, param)),
    };
    format!("{}{parameter} ({})", label::effect(board, effect.effect), board.sides[SideId::index(effect.side)].name)
}

fn thing_name(board: &Board, val: Val) -> String {
    let index = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[index].name.clone(),
        Kind::Side => board.sides[index].name.clone(),
        Kind::Card => "a card".into(),
        _ => board.text(val),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;
    use cardwright_content::PackSource;
    use std::path::Path;

    /// Returns the texts for guards. Each difference has a space, a face, the old count and the new count.
    fn guard_lines(differences: [(&str, u8, u32, u32); 4]) -> Vec<String> {
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
        let library = Library::open(vec![PackSource::Folder(pack)]).expect("the demo opens");
        let (program, _, _) = library.load("demo").expect("it loads");
        let board = &program.board;
        let guard = board
            .piece_types
            .iter()
            .position(|piece_type| piece_type.id == "guard")
            .map(PieceTypeId::new)
            .expect("there are guards");
        let differences = differences.map(|(place, face, was, is)| {
            let at = board.spaces.iter().position(|space| space.id == place).map(SpaceId::new).expect(place);
            Difference::Pieces { at, state: board.state_of(guard, face, 0), old: was, new: is }
        });
        piece_texts(board, guard, &differences)
    }

    #[test]
    fn a_removed_piece_and_a_turned_piece_are_not_shown_as_a_move() {
        let change_lines = guard_lines([("hills", 1, 1, 0), ("port", 0, 1, 0), ("port", 1, 0, 1), ("pool", 0, 0, 1)]);
        assert_eq!(change_lines, ["Guard in Port → Guard (worn)", "Guard (worn): The Hills → Pool"]);
    }

    #[test]
    fn equal_moves_are_merged() {
        let out = guard_lines([("pool", 0, 6, 1), ("hills", 0, 0, 1), ("port", 0, 0, 3), ("river", 0, 0, 1)]);
        assert_eq!(out, ["Guard: Pool → The Hills, Port ×3, River"]);
        let back = guard_lines([("pool", 0, 1, 6), ("hills", 0, 1, 0), ("port", 0, 3, 0), ("river", 0, 1, 0)]);
        assert_eq!(back, ["Guard: The Hills, Port ×3, River → Pool"]);
        let lines = guard_lines([("pool", 0, 6, 2), ("hills", 0, 0, 1), ("port", 0, 0, 3), ("river", 0, 1, 1)]);
        assert_eq!(lines, ["Guard: Pool → The Hills", "3 × Guard: Pool → Port"]);
    }

    #[test]
    fn if_no_piece_entered_or_left_the_map_pieces_that_look_the_same_have_moved() {
        let change_lines = guard_lines([("hills", 1, 1, 0), ("port", 0, 1, 0), ("port", 1, 0, 1), ("river", 0, 0, 1)]);
        assert_eq!(change_lines, ["Guard (worn): The Hills → Port", "Guard: Port → River"]);
    }
}
