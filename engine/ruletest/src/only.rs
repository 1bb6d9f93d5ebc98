//! `only` in an `expect` line: finds the changes since the set-up that no item of this line or a line above it names.

use crate::items::{Item, in_force_text, outcome_text, pile_text};
use crate::report::Mismatch;
use cardwright_state::board::{Board, SubjectKind};
use cardwright_state::notation::Statement;
use cardwright_state::position::ActiveEffect;
use cardwright_state::{Difference, EffectId, FactId, PileId, Position, SideId, SpaceId, StateId, TrackId, Val, diff};

/// Something that `only` compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChangedThing {
    /// Pieces in a space that have the same type, face and marks. Marks that end with a period do not count.
    Pieces(SpaceId, StateId),
    Track(TrackId, usize),
    Fact(FactId, usize),
    Pile(PileId),
    /// An active effect of a side.
    ActiveEffect(EffectId, SideId),
    End,
}

/// Whether an item names this thing.
fn is_named_by(board: &Board, item: &Item, thing: ChangedThing) -> bool {
    match item {
        Item::Notation(item) => match (&item.statement, thing) {
            (Statement::Pieces { at, state, any_mark, .. }, ChangedThing::Pieces(space, changed)) => {
                let (named_state, changed_state) = (board.plain_state(*state), board.plain_state(changed));
                *at == space
                    && (named_state.piece_type, named_state.face) == (changed_state.piece_type, changed_state.face)
                    && (*any_mark || board.without_temporary_marks(*state) == changed)
            }
            (Statement::Empty(at), ChangedThing::Pieces(space, ..)) => *at == space,
            (Statement::Track { track, subject, .. }, ChangedThing::Track(t, s)) => (*track, *subject) == (t, s),
            (Statement::Fact { fact, subject, .. }, ChangedThing::Fact(f, s)) => (*fact, *subject) == (f, s),
            (Statement::Pile { pile, .. }, ChangedThing::Pile(p)) => *pile == p,
            (Statement::ActiveEffect { effect }, ChangedThing::ActiveEffect(e, s)) => {
                (effect.effect, effect.side) == (e, s)
            }
            (Statement::Ended { .. }, ChangedThing::End) => true,
            _ => false,
        },
        Item::Pile { piles, .. } => matches!(thing, ChangedThing::Pile(p) if piles.contains(&p)),
        Item::Ends { .. } => thing == ChangedThing::End,
        Item::ActiveEffect { effect, side, .. } => {
            matches!(thing, ChangedThing::ActiveEffect(e, s) if e == *effect && side.is_none_or(|side| side == s))
        }
        Item::VisibleTo { item, .. } => is_named_by(board, item, thing),
        Item::Turn { .. }
        | Item::Asks { .. }
        | Item::Decision { .. }
        | Item::Figure { .. }
        | Item::Info(_)
        | Item::Knob { .. }
        | Item::Log { .. }
        | Item::Picked { .. }
        | Item::Default(_)
        | Item::Discouraged { .. }
        | Item::Hidden { .. } => false,
    }
}

/// Returns every change that no item names.
pub(crate) fn changes(board: &Board, before: &Position, now: &Position, items: &[&Item]) -> Vec<Mismatch> {
    let mut things: Vec<ChangedThing> = Vec::new();
    for difference in diff(board, before, now) {
        let Some(thing) = changed_thing(board, &difference) else { continue };
        if !things.contains(&thing) && !items.iter().any(|item| is_named_by(board, item, thing)) {
            things.push(thing);
        }
    }
    things.sort_by_key(|thing| sort_key(*thing));
    let texts = things.into_iter().map(|thing| [before, now].map(|position| state_text(board, position, thing)));
    let different = texts.filter(|[old, new]| old != new);
    different.map(|[expected, found]| Mismatch { expected, found, changed: true }).collect()
}

/// The thing that a difference is about. `None` for everything that `only` ignores, such as facts that end with a
/// period.
fn changed_thing(board: &Board, difference: &Difference) -> Option<ChangedThing> {
    match difference {
        Difference::Pieces { at, state, .. } => {
            let state = board.without_temporary_marks(*state);
            (!board.is_in_supply(*at, state)).then_some(ChangedThing::Pieces(*at, state))
        }
        Difference::Track { track, subject, .. } => Some(ChangedThing::Track(*track, *subject)),
        Difference::Fact { fact, subject, .. } => {
            board.facts[fact.index()].until.is_none().then_some(ChangedThing::Fact(*fact, *subject))
        }
        Difference::Pile(pile) => Some(ChangedThing::Pile(*pile)),
        Difference::Activated(effect) | Difference::Deactivated(effect) => {
            effect.until.is_none().then_some(ChangedThing::ActiveEffect(effect.effect, effect.side))
        }
        Difference::Outcome { .. } => Some(ChangedThing::End),
        Difference::Card { .. }
        | Difference::Option { .. }
        | Difference::Steps { .. }
        | Difference::Chance { .. }
        | Difference::Seed { .. } => None,
    }
}

/// The sort key of a thing in the report.
fn sort_key(thing: ChangedThing) -> (u8, usize, usize) {
    match thing {
        ChangedThing::Pieces(at, state) => (0, at.index(), Val::state(state).payload() as usize),
        ChangedThing::Track(track, subject) => (1, track.index(), subject),
        ChangedThing::Fact(fact, subject) => (2, fact.index(), subject),
        ChangedThing::Pile(pile) => (3, pile.index(), 0),
        ChangedThing::ActiveEffect(effect, side) => (4, effect.index(), side.index()),
        ChangedThing::End => (5, 0, 0),
    }
}

/// Writes the state of a thing in a position as a test would.
fn state_text(board: &Board, position: &Position, thing: ChangedThing) -> String {
    match thing {
        ChangedThing::Pieces(space, state) => {
            let is_alike = |(other, _): &(StateId, u32)| board.without_temporary_marks(*other) == state;
            let n: u32 = position.pieces_at(space).filter(is_alike).map(|(_, n)| n).sum();
            format!("{}: {n} {}", board.spaces[space.index()].id, board.state_text(state))
        }
        ChangedThing::Track(track, subject) => {
            let def = &board.tracks[track.index()];
            format!("{}{} {}", subject_prefix(board, def.on, subject), def.id, position.track(board, track, subject))
        }
        ChangedThing::Fact(fact, subject) => {
            let def = &board.facts[fact.index()];
            let value = position.fact(board, fact, subject).text(|val| board.text(val), " ");
            let colon = if def.columns.list.is_empty() { "" } else { ":" };
            format!("{}{}{colon} {value}", subject_prefix(board, def.on, subject), def.id)
        }
        ChangedThing::Pile(pile) => format!("{}: {}", board.piles[pile.index()].id, pile_text(board, position, pile)),
        ChangedThing::ActiveEffect(effect, side) => active_effects_text(board, position, effect, side),
        ChangedThing::End => outcome_text(board, position),
    }
}

fn subject_prefix(board: &Board, on: SubjectKind, subject: usize) -> String {
    match on {
        SubjectKind::Game => String::new(),
        SubjectKind::Side => format!("{} ", board.sides[subject].id),
        SubjectKind::Spaces(_) => format!("{}: ", board.spaces[subject].id),
        SubjectKind::Links(_) => format!("link {}: ", board.links[subject].id),
        SubjectKind::Card => format!("card {}: ", board.cards[subject].id),
    }
}

fn permanent_effects(position: &Position) -> impl Iterator<Item = &ActiveEffect> {
    position.active_effects().iter().filter(|f| f.until.is_none())
}

/// Writes the permanent active effects of this kind for a side as a test would, or says that there are none.
fn active_effects_text(board: &Board, position: &Position, effect: EffectId, side: SideId) -> String {
    let matching = permanent_effects(position).filter(|f| (f.effect, f.side) == (effect, side));
    let texts: Vec<String> = matching.map(|f| in_force_text(board, f)).collect();
    if texts.is_empty() {
        return format!("no in-force {} {}", board.labels[effect], board.sides[side.index()].id);
    }
    texts.join(", ")
}
