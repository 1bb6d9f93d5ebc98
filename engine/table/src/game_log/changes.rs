//! The changes of an event in words that tell people which pieces to move: how many, which, from where, to where.

use super::piece_moves::{self, PieceMove};
use crate::{Viewer, label};
use cardwright_state::board::{Board, FactType, SubjectKind};
use cardwright_state::position::ActiveEffect;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Difference, FactId, FactValue, LinkId, PieceTypeId, SideId, SpaceId, StateId, TrackId, view};

/// The lines for pieces, tracks, facts and effects that differ, as far as the viewer may see them.
pub(super) fn change_lines(board: &Board, viewer: Viewer, differences: &[Difference]) -> Vec<String> {
    let parts = change_parts(board, viewer, differences);
    if parts.is_empty() { Vec::new() } else { vec![parts.join(" · ")] }
}

/// The same, one entry for each change.
pub(super) fn change_parts(board: &Board, viewer: Viewer, differences: &[Difference]) -> Vec<String> {
    let mut parts = Vec::new();
    for piece_type in (0..board.types.len()).map(PieceTypeId::new) {
        parts.extend(pieces(board, piece_type, differences));
    }
    parts.extend(differences.iter().filter_map(|difference| other_change(board, viewer, difference)));
    parts
}

/// A number of equal pieces that came to or left a space.
#[derive(Debug, Clone, Copy)]
pub(super) struct EqualPieces {
    pub(super) at: SpaceId,
    pub(super) state: StateId,
    n: i64,
}

/// `2 × Guard: Port → The Hills`: the moves of one type of piece, as far as they can be told.
fn pieces(board: &Board, piece_type: PieceTypeId, differences: &[Difference]) -> Vec<String> {
    let mut less: Vec<EqualPieces> = Vec::new();
    let mut more: Vec<EqualPieces> = Vec::new();
    for difference in differences {
        let Difference::Pieces { at, state, was, is } = *difference else { continue };
        if board.states[state.at()].piece_type != piece_type {
            continue;
        }
        let n = i64::from(is) - i64::from(was);
        let state_shown = label::logged_state(board, state);
        let both = [&mut less, &mut more].map(|all| all.iter().position(|it| it.at == at && it.state == state_shown));
        let sum = n - both[0].map_or(0, |i| less.remove(i).n) + both[1].map_or(0, |i| more.remove(i).n);
        match sum {
            0 => {}
            sum if sum > 0 => more.push(EqualPieces { at, state: state_shown, n: sum }),
            sum => less.push(EqualPieces { at, state: state_shown, n: -sum }),
        }
    }
    let supply = board.types[piece_type.at()].supply;
    let mut out: Vec<PieceMove> = Vec::new();
    // Pieces that look the same have moved; pieces that stay have turned; the rest are paired in any order. If pieces
    // leave or enter the map, the turns come first: a piece removed in one space and a piece turned in another are no
    // move.
    let on_map = |it: &EqualPieces| it.at != supply;
    let same = |a: &EqualPieces, b: &EqualPieces| a.state == b.state;
    type Fits<'a> = &'a dyn Fn(&EqualPieces, &EqualPieces) -> bool;
    let moves: Fits<'_> = &|a, b| on_map(a) && on_map(b) && same(a, b);
    let turns: Fits<'_> = &|a, b| a.at == b.at;
    let is_among_themselves = less.iter().chain(&more).all(on_map);
    let (first, second) = if is_among_themselves { (moves, turns) } else { (turns, moves) };
    for fits in [first, second, &|a, b| same(a, b), &|_, _| true] {
        for from in &mut less {
            for to in &mut more {
                let n = from.n.min(to.n);
                if n > 0 && fits(from, to) {
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
        Difference::Track { track, subject, was, is } => Some(track_text(board, *track, *subject, *was, *is)),
        Difference::Fact { fact, subject, was, is } => fact_text(board, viewer, *fact, *subject, was, is),
        Difference::Activated(effect) => Some(format!("in force: {}", effect_text(board, effect))),
        Difference::Deactivated(effect) => Some(format!("no longer in force: {}", effect_text(board, effect))),
        _ => None,
    }
}

/// `Port Unrest 0 → 2`.
fn track_text(board: &Board, track: TrackId, subject: usize, was: i64, is: i64) -> String {
    let def = &board.tracks[track.at()];
    let number = |value: i64| match def.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value)) {
        Some(zone) => format!("{value} {}", board.zones[zone.zone.at()].replace('-', " ")),
        None => value.to_string(),
    };
    format!("{}{} {} → {}", owner_prefix(board, def.on, subject), def.name, number(was), number(is))
}

/// The owner of a track or fact, before its name.
pub(super) fn owner_prefix(board: &Board, on: SubjectKind, subject: usize) -> String {
    match on {
        SubjectKind::Game => String::new(),
        SubjectKind::Side => format!("{} ", board.sides[subject].name),
        SubjectKind::Spaces(_) => format!("{} ", board.spaces[subject].name),
        SubjectKind::Links(_) => format!("{} ", label::link_name(board, LinkId::new(subject).at())),
        SubjectKind::Card => format!("card {} ", board.cards[subject].id),
    }
}

/// `Port sabotaged`, `The Hills no longer sabotaged`, `Red plan none → west`. Cards in a fact stay unnamed, because
/// their location at that time is unknown here.
fn fact_text(
    board: &Board,
    viewer: Viewer,
    fact: FactId,
    subject: usize,
    was: &FactValue,
    is: &FactValue,
) -> Option<String> {
    let def = &board.facts[fact.at()];
    let sees = viewer.sees_all() || view::sees_fact(def, viewer.sides(), subject);
    let of_cards =
        matches!(def.fact_type, FactType::Id(Kind::Card) | FactType::Set(Kind::Card) | FactType::List(Kind::Card));
    if !sees || of_cards || def.on == SubjectKind::Card {
        return None;
    }
    let (owner, id) = (owner_prefix(board, def.on, subject), def.id.replace('-', " "));
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
    let about = match effect.param {
        Val(0) => String::new(),
        card if card.index(Kind::Card).is_some() => String::new(),
        param => format!(" {}", thing_name(board, param)),
    };
    format!("{}{about} ({})", label::effect(board, effect.effect), board.sides[SideId::at(effect.side)].name)
}

fn thing_name(board: &Board, val: Val) -> String {
    let at = val.payload() as usize;
    match val.kind() {
        Kind::Space => board.spaces[at].name.clone(),
        Kind::Side => board.sides[at].name.clone(),
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

    /// The text for guards, given as place, face, old count and new count.
    fn guard_lines(differences: [(&str, u8, u32, u32); 4]) -> Vec<String> {
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
        let library = Library::open(vec![PackSource::Folder(pack)]).expect("the demo opens");
        let (program, _, _) = library.load("demo").expect("it loads");
        let board = &program.board;
        let guard = board
            .types
            .iter()
            .position(|piece_type| piece_type.id == "guard")
            .map(PieceTypeId::new)
            .expect("there are guards");
        let differences = differences.map(|(place, face, was, is)| {
            let at = board.spaces.iter().position(|space| space.id == place).map(SpaceId::new).expect(place);
            Difference::Pieces { at, state: board.state_of(guard, face, 0), was, is }
        });
        pieces(board, guard, &differences)
    }

    #[test]
    fn a_removed_piece_and_a_turned_piece_are_no_move() {
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
    fn without_arrivals_equal_pieces_have_moved() {
        let change_lines = guard_lines([("hills", 1, 1, 0), ("port", 0, 1, 0), ("port", 1, 0, 1), ("river", 0, 0, 1)]);
        assert_eq!(change_lines, ["Guard (worn): The Hills → Port", "Guard: Port → River"]);
    }
}
