//! `only`: what has changed since the set-up, but for what items name.

use crate::items::{Item, in_force_text, outcome_text, pile_text};
use crate::report::Mismatch;
use cardwright_state::board::{Board, On, PileOrder};
use cardwright_state::notation::Says;
use cardwright_state::position::InForce;
use cardwright_state::{EffectId, FactId, FactValue, PileId, Position, SideId, SpaceId, StateId, TrackId};

/// Something that may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    /// Pieces of a state, but for the marks that end with a period.
    Pieces(SpaceId, StateId),
    Track(TrackId, usize),
    Fact(FactId, usize),
    Pile(PileId),
    /// An effect of a side, as the list of those in force has them.
    InForce(EffectId, SideId),
    End,
}

/// The state without the marks that a period ends.
fn lasting(board: &Board, state: StateId) -> StateId {
    let def = &board.states[state.at()];
    let marks = board.types[def.of.at()].marks.iter().enumerate();
    let bits = marks.filter(|(_, m)| board.marks[m.at()].until.is_none()).fold(0, |bits, (i, _)| bits | 1 << i);
    board.state_like(state, def.face, def.marks & bits)
}

/// Whether an item names a thing.
fn names(board: &Board, item: &Item, thing: Thing) -> bool {
    match item {
        Item::Told(told) => match (&told.says, thing) {
            (Says::Pieces { at, state, any_mark, .. }, Thing::Pieces(place, changed)) => {
                let (def, other) = (&board.states[state.at()], &board.states[changed.at()]);
                *at == place
                    && (def.of, def.face) == (other.of, other.face)
                    && (*any_mark || lasting(board, *state) == changed)
            }
            (Says::Empty(at), Thing::Pieces(place, ..)) => *at == place,
            (Says::Track { track, subject, .. }, Thing::Track(t, s)) => (*track, *subject) == (t, s),
            (Says::Fact { fact, subject, .. }, Thing::Fact(f, s)) => (*fact, *subject) == (f, s),
            (Says::Pile { pile, .. }, Thing::Pile(p)) => *pile == p,
            (Says::InForce { effect }, Thing::InForce(e, s)) => (effect.effect, effect.side) == (e, s),
            (Says::Ended { .. }, Thing::End) => true,
            _ => false,
        },
        Item::Pile { piles, .. } => matches!(thing, Thing::Pile(p) if piles.contains(&p)),
        Item::Ends { .. } => thing == Thing::End,
        Item::InForce { effect, side, .. } => {
            matches!(thing, Thing::InForce(e, s) if e == *effect && side.is_none_or(|side| side == s))
        }
        Item::Turn { .. } | Item::Asks(_) | Item::Decision { .. } => false,
    }
}

/// Every change no item names.
pub(crate) fn changes(board: &Board, before: &Position, now: &Position, items: &[&Item]) -> Vec<Mismatch> {
    let mut out = Vec::new();
    let mut add = |thing: Thing, was: String, is: String| {
        if was != is && !items.iter().any(|item| names(board, item, thing)) {
            out.push(Mismatch { expected: was, found: is, changed: true });
        }
    };
    for s in 0..board.spaces.len() {
        pieces(board, before, now, SpaceId::new(s), &mut add);
    }
    for (t, track) in board.tracks.iter().enumerate() {
        for s in 0..board.subjects(track.on) {
            let id = TrackId::new(t);
            let text = |p: &Position| format!("{}{} {}", subject(board, track.on, s), track.id, p.track(board, id, s));
            add(Thing::Track(id, s), text(before), text(now));
        }
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.until.is_none()) {
        for s in 0..board.subjects(fact.on) {
            let text = |p: &Position| {
                format!(
                    "{}{} {}",
                    subject(board, fact.on, s),
                    fact.id,
                    fact_text(board, &p.fact(board, FactId::new(f), s))
                )
            };
            add(Thing::Fact(FactId::new(f), s), text(before), text(now));
        }
    }
    for (p, pile) in board.piles.iter().enumerate() {
        let id = PileId::new(p);
        let same = match pile.order {
            PileOrder::Set => before.pile(id) == now.pile(id),
            PileOrder::Deck => before.segments(id) == now.segments(id),
        };
        if !same {
            let text = |p: &Position| format!("{}: {}", pile.id, pile_text(board, p, id));
            add(Thing::Pile(id), text(before), text(now));
        }
    }
    for (effect, side) in effects(before, now) {
        let text = |p: &Position| in_force(board, p, effect, side);
        add(Thing::InForce(effect, side), text(before), text(now));
    }
    let end = |p: &Position| outcome_text(board, p);
    add(Thing::End, end(before), end(now));
    out
}

fn pieces(
    board: &Board,
    before: &Position,
    now: &Position,
    place: SpaceId,
    add: &mut impl FnMut(Thing, String, String),
) {
    let mut groups: Vec<(StateId, u32, u32)> = Vec::new();
    for (s, def) in board.states.iter().enumerate() {
        let id = StateId::new(s);
        let state = lasting(board, id);
        if board.types[def.of.at()].supply == place && state == board.state_of(def.of, 0, 0) {
            continue; // The remainder.
        }
        let (was, is) = (before.count_state(board, place, id), now.count_state(board, place, id));
        match groups.iter_mut().find(|g| g.0 == state) {
            Some(group) => {
                group.1 += was;
                group.2 += is;
            }
            None => groups.push((state, was, is)),
        }
    }
    for (state, was, is) in groups {
        let text = |n: u32| format!("{}: {n} {}", board.spaces[place.at()].id, board.states[state.at()].text);
        add(Thing::Pieces(place, state), text(was), text(is));
    }
}

fn subject(board: &Board, on: On, at: usize) -> String {
    match on {
        On::Game => String::new(),
        On::Side => format!("{} ", board.sides[at].id),
        On::Spaces(_) => format!("{}: ", board.spaces[at].id),
        On::Links(_) => format!("link {}: ", board.links[at].id),
        On::Card => format!("card {}: ", board.cards[at].id),
    }
}

fn fact_text(board: &Board, value: &FactValue) -> String {
    match value {
        FactValue::Number(n) => n.to_string(),
        FactValue::Truth(truth) => truth.to_string(),
        FactValue::Id(_) | FactValue::Set(_) | FactValue::List(_) => match value.things() {
            [] => "none".to_owned(),
            things => things.iter().map(|v| board.text(*v)).collect::<Vec<_>>().join(" "),
        },
    }
}

/// Every effect of a side that is in force before or now, but for those that a period ends.
fn effects(before: &Position, now: &Position) -> Vec<(EffectId, SideId)> {
    let lasting = [before, now].into_iter().flat_map(lasting_effects);
    let mut out: Vec<(EffectId, SideId)> = lasting.map(|f| (f.effect, f.side)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

fn lasting_effects(position: &Position) -> impl Iterator<Item = &InForce> {
    position.effects_in_force().iter().filter(|f| f.until.is_none())
}

/// An effect of a side as it is in force, or that it is not.
fn in_force(board: &Board, position: &Position, effect: EffectId, side: SideId) -> String {
    let those = lasting_effects(position).filter(|f| (f.effect, f.side) == (effect, side));
    let texts: Vec<String> = those.map(|f| in_force_text(board, f)).collect();
    if texts.is_empty() {
        return format!("no in-force {} {}", board.effects[effect.at()], board.sides[side.at()].id);
    }
    texts.join(", ")
}
