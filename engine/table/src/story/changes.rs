//! What changed, in words by which somebody can move the pieces: how many, of which kind, from where, to where.

use super::ways::{self, Way};
use crate::label::{self, Audience};
use cardwright_state::board::{Board, FactType, On};
use cardwright_state::position::InForce;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Difference, FactId, FactValue, LinkId, SideId, SpaceId, StateId, TrackId, TypeId, view};

/// A line for the pieces, tracks, facts and effects that differ; none where these eyes may see nothing of it.
pub(super) fn told(board: &Board, audience: Audience, differences: &[Difference]) -> Vec<String> {
    let parts = parts(board, audience, differences);
    if parts.is_empty() { Vec::new() } else { vec![parts.join(" · ")] }
}

/// The same, each by itself.
pub(super) fn parts(board: &Board, audience: Audience, differences: &[Difference]) -> Vec<String> {
    let mut parts = Vec::new();
    for of in (0..board.types.len()).map(TypeId::new) {
        parts.extend(pieces(board, of, differences));
    }
    parts.extend(differences.iter().filter_map(|difference| other(board, audience, difference)));
    parts
}

/// So many pieces that look alike, at a place, came or went.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alike {
    pub(super) at: SpaceId,
    pub(super) state: StateId,
    n: i64,
}

/// `2 × Guard: Port → The Hills`: the pieces of a type, each where it came from as far as that can be told.
fn pieces(board: &Board, of: TypeId, differences: &[Difference]) -> Vec<String> {
    let mut less: Vec<Alike> = Vec::new();
    let mut more: Vec<Alike> = Vec::new();
    for difference in differences {
        let Difference::Pieces { at, state, was, is } = *difference else { continue };
        if board.states[state.at()].of != of {
            continue;
        }
        let n = i64::from(is) - i64::from(was);
        let looks = label::told_looks(board, state);
        let both = [&mut less, &mut more].map(|all| all.iter().position(|it| it.at == at && it.state == looks));
        let sum = n - both[0].map_or(0, |i| less.remove(i).n) + both[1].map_or(0, |i| more.remove(i).n);
        match sum {
            0 => {}
            sum if sum > 0 => more.push(Alike { at, state: looks, n: sum }),
            sum => less.push(Alike { at, state: looks, n: -sum }),
        }
    }
    let supply = board.types[of.at()].supply;
    let mut out: Vec<Way> = Vec::new();
    // Who looks as before has moved; who stays has turned; of the others nothing better is known. Where pieces leave the map or
    // come to it, those that stay have turned first: one that is removed in one place and one that turns in another are no move.
    let on_map = |it: &Alike| it.at != supply;
    let same = |a: &Alike, b: &Alike| a.state == b.state;
    type Fits<'a> = &'a dyn Fn(&Alike, &Alike) -> bool;
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
                    out.push(Way::of(board, n, from, to));
                }
            }
        }
    }
    ways::gathered(board, out)
}

fn other(board: &Board, audience: Audience, difference: &Difference) -> Option<String> {
    match difference {
        Difference::Track { track, subject, was, is } => Some(tracked(board, *track, *subject, *was, *is)),
        Difference::Fact { fact, subject, was, is } => stated(board, audience, *fact, *subject, was, is),
        Difference::InForce(effect) => Some(format!("in force: {}", in_force(board, effect))),
        Difference::Lifted(effect) => Some(format!("no longer in force: {}", in_force(board, effect))),
        _ => None,
    }
}

/// `Port Unrest 0 → 2`.
fn tracked(board: &Board, track: TrackId, subject: usize, was: i64, is: i64) -> String {
    let def = &board.tracks[track.at()];
    let number = |value: i64| match def.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value)) {
        Some(zone) => format!("{value} {}", board.zones[zone.zone.at()].replace('-', " ")),
        None => value.to_string(),
    };
    format!("{}{} {} → {}", whose(board, def.on, subject), def.name, number(was), number(is))
}

/// Whose a track or fact is, before its name.
pub(super) fn whose(board: &Board, on: On, subject: usize) -> String {
    match on {
        On::Game => String::new(),
        On::Side => format!("{} ", board.sides[subject].name),
        On::Spaces(_) => format!("{} ", board.spaces[subject].name),
        On::Links(_) => format!("{} ", label::link_name(board, LinkId::new(subject).at())),
        On::Card => format!("card {} ", board.cards[subject].id),
    }
}

/// `Port sabotaged`, `The Hills no longer sabotaged`, `Red plan none → west`. A card in it is named to nobody: where it lay then
/// is not known here.
fn stated(
    board: &Board,
    audience: Audience,
    fact: FactId,
    subject: usize,
    was: &FactValue,
    is: &FactValue,
) -> Option<String> {
    let def = &board.facts[fact.at()];
    let sees = match audience {
        Audience::Open => true,
        closed => view::sees_fact(def, closed.sides(), subject),
    };
    let of_cards =
        matches!(def.holds, FactType::Id(Kind::Card) | FactType::Set(Kind::Card) | FactType::List(Kind::Card));
    if !sees || of_cards || def.on == On::Card {
        return None;
    }
    let (whose, id) = (whose(board, def.on, subject), def.id.replace('-', " "));
    if let FactValue::Truth(holds) = is {
        return Some(format!("{whose}{}{id}", if *holds { "" } else { "no longer " }));
    }
    let words = |value: &FactValue| match value.text(|val| thing(board, val), ", ") {
        text if text.is_empty() => "none".to_owned(),
        text => text,
    };
    Some(format!("{whose}{id} {} → {}", words(was), words(is)))
}

fn in_force(board: &Board, effect: &InForce) -> String {
    let about = match effect.param {
        Val(0) => String::new(),
        card if card.index(Kind::Card).is_some() => String::new(),
        of => format!(" {}", thing(board, of)),
    };
    format!("{}{about} ({})", label::effect(board, effect.effect), board.sides[SideId::at(effect.side)].name)
}

fn thing(board: &Board, val: Val) -> String {
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

    /// Of guards (in order: place, face, how many lay and lie there), what is told.
    fn told_of_guards(differences: [(&str, u8, u32, u32); 4]) -> Vec<String> {
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
        let library = Library::open(vec![PackSource::Folder(pack)]).expect("the demo opens");
        let (program, _, _) = library.load("demo").expect("it loads");
        let board = &program.board;
        let guard = board.types.iter().position(|of| of.id == "guard").map(TypeId::new).expect("there are guards");
        let differences = differences.map(|(place, face, was, is)| {
            let at = board.spaces.iter().position(|space| space.id == place).map(SpaceId::new).expect(place);
            Difference::Pieces { at, state: board.state_of(guard, face, 0), was, is }
        });
        pieces(board, guard, &differences)
    }

    #[test]
    fn one_removed_here_and_one_that_turned_there_are_no_move() {
        let told = told_of_guards([("hills", 1, 1, 0), ("port", 0, 1, 0), ("port", 1, 0, 1), ("pool", 0, 0, 1)]);
        assert_eq!(told, ["Guard in Port → Guard (worn)", "Guard (worn): The Hills → Pool"]);
    }

    #[test]
    fn what_goes_alike_to_or_from_many_places_is_told_at_once() {
        let out = told_of_guards([("pool", 0, 6, 1), ("hills", 0, 0, 1), ("port", 0, 0, 3), ("river", 0, 0, 1)]);
        assert_eq!(out, ["Guard: Pool → The Hills, Port ×3, River"]);
        let back = told_of_guards([("pool", 0, 1, 6), ("hills", 0, 1, 0), ("port", 0, 3, 0), ("river", 0, 1, 0)]);
        assert_eq!(back, ["Guard: The Hills, Port ×3, River → Pool"]);
        let few = told_of_guards([("pool", 0, 6, 2), ("hills", 0, 0, 1), ("port", 0, 0, 3), ("river", 0, 1, 1)]);
        assert_eq!(few, ["Guard: Pool → The Hills", "3 × Guard: Pool → Port"]);
    }

    #[test]
    fn where_none_comes_or_goes_who_looks_as_before_has_moved() {
        let told = told_of_guards([("hills", 1, 1, 0), ("port", 0, 1, 0), ("port", 1, 0, 1), ("river", 0, 0, 1)]);
        assert_eq!(told, ["Guard (worn): The Hills → Port", "Guard: Port → River"]);
    }
}
