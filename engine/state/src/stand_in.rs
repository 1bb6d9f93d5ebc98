//! One position for all that a side cannot tell apart: whoever works from it cannot tell more than the side knows.
//!
//! Cards that may be mistaken for each other ([`Trails::mixed`]) are put in board order, by where they lie and where they are named
//! ([`crate::named`]), as far as exchanging two of them after each other leads; hidden facts say nothing. It need not be a position that the game could have come to: [`crate::resample`] draws
//! those from it.

use crate::board::{Board, Fact, FactType, Sides};
use crate::fact::FactValue;
use crate::ids::*;
use crate::named;
use crate::position::Position;
use crate::resample::{facts_of, is_subject, pinned, renamed};
use crate::trails::Trails;
use crate::view;

/// The position that stands for all which some sides who look together (or nobody in particular) cannot tell from this one, and what can be known of
/// its cards.
pub fn stand_in(board: &Board, position: &Position, trails: &Trails, sides: impl Into<Sides>) -> (Position, Trails) {
    let sides = sides.into();
    let (names, trails) = in_order(board, position, trails, sides);
    let mut out = renamed(board, position, &names);
    for (id, subject) in facts_of(board) {
        if let Some(nothing) = silenced(board, position, sides, id, subject) {
            out.put_fact(board, id, subject, &nothing);
        }
    }
    out.forget_chance();
    (out, trails)
}

/// What a fact says that the sides do not see and that the open steps have not written; none of others.
fn silenced(board: &Board, position: &Position, sides: Sides, id: FactId, subject: usize) -> Option<FactValue> {
    let fact = &board.facts[id.at()];
    let is_hidden = !view::sees_fact(fact, sides, subject) && is_subject(board, fact.on, subject);
    (is_hidden && !position.has_written(board, id, subject)).then(|| nothing(fact)).flatten()
}

/// What a hidden fact says that says nothing; none of lists, whose length may be known.
fn nothing(fact: &Fact) -> Option<FactValue> {
    match fact.holds {
        FactType::Truth => Some(FactValue::Truth(false)),
        FactType::Number => Some(FactValue::Number(fact.default)),
        FactType::Id(_) => Some(FactValue::Id(None)),
        FactType::Set(_) => Some(FactValue::Set(Vec::new())),
        FactType::List(_) => None,
    }
}

/// Which card each card becomes. One after the other, in board order, takes the first place that it may have.
fn in_order(board: &Board, position: &Position, trails: &Trails, sides: Sides) -> (Vec<CardId>, Trails) {
    let mut trails = trails.clone();
    let pinned = pinned(board, position);
    let all: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    // Whose place in the given position each card has taken.
    let mut place = all.clone();
    let named = named::places(board, position, &|id, subject| silenced(board, position, sides, id, subject).is_none());
    let key = |was: CardId, passed: Vec<u32>| {
        let lies = position.card_at(was);
        (lies.pile, lies.rank, &named[was.at()], passed)
    };
    for (at, card) in all.iter().enumerate().filter(|(_, card)| !pinned.has(card.at())) {
        // Each exchange makes the card's own key smaller, so there is a last one.
        loop {
            let here = key(place[card.at()], trails.passed(*card).to_vec());
            let later = all[at + 1..].iter().copied().filter(|other| !pinned.has(other.at()));
            let may = later.filter_map(|other| {
                let since = trails.mixed(sides, *card, other)?;
                Some((key(place[other.at()], trails.passed_in_place_of(*card, other, since)), other, since))
            });
            let Some((_, other, since)) = may.filter(|(there, ..)| *there < here).min() else { break };
            trails.exchange(*card, other, since);
            place.swap(card.at(), other.at());
        }
    }
    let mut names = all;
    for (card, was) in place.iter().enumerate() {
        names[was.at()] = CardId::new(card);
    }
    (names, trails)
}
