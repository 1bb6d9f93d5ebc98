//! `only`: what has changed since the set-up, but for what items name.

use crate::items::{Item, in_force_text, outcome_text, pile_text};
use crate::report::Mismatch;
use cardwright_state::board::{Board, On};
use cardwright_state::notation::Says;
use cardwright_state::position::InForce;
use cardwright_state::{Difference, EffectId, FactId, PileId, Position, SideId, SpaceId, StateId, TrackId, Val, diff};

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

/// Whether an item names a thing.
fn names(board: &Board, item: &Item, thing: Thing) -> bool {
    match item {
        Item::Told(told) => match (&told.says, thing) {
            (Says::Pieces { at, state, any_mark, .. }, Thing::Pieces(place, changed)) => {
                let (def, other) = (board.plain(*state), board.plain(changed));
                *at == place
                    && (def.of, def.face) == (other.of, other.face)
                    && (*any_mark || board.lasting(*state) == changed)
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
        Item::View { item, .. } => names(board, item, thing),
        Item::Turn { .. }
        | Item::Asks { .. }
        | Item::Decision { .. }
        | Item::Figure { .. }
        | Item::Info(_)
        | Item::Log { .. }
        | Item::Picked { .. }
        | Item::Default(_)
        | Item::Wise { .. }
        | Item::Hidden { .. } => false,
    }
}

/// Every change no item names.
pub(crate) fn changes(board: &Board, before: &Position, now: &Position, items: &[&Item]) -> Vec<Mismatch> {
    let mut things: Vec<Thing> = Vec::new();
    for difference in diff(board, before, now) {
        let Some(thing) = thing(board, &difference) else { continue };
        if !things.contains(&thing) && !items.iter().any(|item| names(board, item, thing)) {
            things.push(thing);
        }
    }
    things.sort_by_key(|thing| order(*thing));
    let changed = things.into_iter().map(|thing| [before, now].map(|position| text(board, position, thing)));
    let changed = changed.filter(|[was, is]| was != is);
    changed.map(|[expected, found]| Mismatch { expected, found, changed: true }).collect()
}

/// What a difference is of; nothing if it is no change that `only` speaks of, such as what ends with a period.
fn thing(board: &Board, difference: &Difference) -> Option<Thing> {
    match difference {
        Difference::Pieces { at, state, .. } => {
            let state = board.lasting(*state);
            (!board.is_spare(*at, state)).then_some(Thing::Pieces(*at, state))
        }
        Difference::Track { track, subject, .. } => Some(Thing::Track(*track, *subject)),
        Difference::Fact { fact, subject, .. } => {
            board.facts[fact.at()].until.is_none().then_some(Thing::Fact(*fact, *subject))
        }
        Difference::Pile(pile) => Some(Thing::Pile(*pile)),
        Difference::InForce(of) | Difference::Lifted(of) => {
            of.until.is_none().then_some(Thing::InForce(of.effect, of.side))
        }
        Difference::Outcome { .. } => Some(Thing::End),
        Difference::Card { .. }
        | Difference::Option { .. }
        | Difference::Steps { .. }
        | Difference::Chance { .. }
        | Difference::Seed { .. } => None,
    }
}

/// Effects in force are told by effect and side, pieces by place and state; all else as it differs.
fn order(thing: Thing) -> (u8, usize, usize) {
    match thing {
        Thing::Pieces(at, state) => (0, at.at(), Val::state(state).payload() as usize),
        Thing::Track(track, subject) => (1, track.at(), subject),
        Thing::Fact(fact, subject) => (2, fact.at(), subject),
        Thing::Pile(pile) => (3, pile.at(), 0),
        Thing::InForce(effect, side) => (4, effect.at(), side.at()),
        Thing::End => (5, 0, 0),
    }
}

/// A thing as it is in a position, as a test would say it.
fn text(board: &Board, position: &Position, thing: Thing) -> String {
    match thing {
        Thing::Pieces(at, state) => {
            let alike = position.pieces_at(at).filter(|(other, _)| board.lasting(*other) == state);
            let n: u32 = alike.map(|(_, n)| n).sum();
            format!("{}: {n} {}", board.spaces[at.at()].id, board.text_of(state))
        }
        Thing::Track(track, on) => {
            let def = &board.tracks[track.at()];
            format!("{}{} {}", subject(board, def.on, on), def.id, position.track(board, track, on))
        }
        Thing::Fact(fact, on) => {
            let def = &board.facts[fact.at()];
            let value = position.fact(board, fact, on).text(|val| board.text(val), " ");
            format!("{}{} {value}", subject(board, def.on, on), def.id)
        }
        Thing::Pile(pile) => format!("{}: {}", board.piles[pile.at()].id, pile_text(board, position, pile)),
        Thing::InForce(effect, side) => in_force(board, position, effect, side),
        Thing::End => outcome_text(board, position),
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
