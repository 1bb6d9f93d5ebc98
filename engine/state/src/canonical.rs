//! The canonical representative of all positions that a side cannot distinguish.
//!
//! Code that works from it cannot use hidden information. Interchangeable cards
//! ([`CardKnowledge::last_shared_shuffle`]) are put into board order, by location and by `card_mentions`.
//! Hidden facts get a neutral value. The result may be impossible in a game; [`crate::determinize`] draws possible
//! ones from it.

use crate::board::{Board, Fact, FactType, Sides};
use crate::card_knowledge::CardKnowledge;
use crate::card_mentions;
use crate::determinize::{facts_and_subjects, fixed_cards, is_subject, with_cards_replaced};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::Position;
use crate::view;

/// The canonical position for a viewer with these sides (none: a spectator), with the card knowledge that fits it.
pub fn canonical_position(
    board: &Board,
    position: &Position,
    card_knowledge: &CardKnowledge,
    sides: impl Into<Sides>,
) -> (Position, CardKnowledge) {
    let sides = sides.into();
    let (names, card_knowledge) = canonical_cards(board, position, card_knowledge, sides);
    let mut out = with_cards_replaced(board, position, &names);
    for (id, subject) in facts_and_subjects(board) {
        if let Some(neutral) = hidden_fact_default(board, position, sides, id, subject) {
            out.replace_fact(board, id, subject, &neutral);
        }
    }
    out.forget_chance();
    (out, card_knowledge)
}

/// The neutral value of a fact that the sides do not see and the open steps have not written. `None` for other facts.
fn hidden_fact_default(
    board: &Board,
    position: &Position,
    sides: Sides,
    id: FactId,
    subject: usize,
) -> Option<FactValue> {
    let fact = &board.facts[id.at()];
    let is_hidden = !view::sees_fact(fact, sides, subject) && is_subject(board, fact.on, subject);
    (is_hidden && !position.journal_changes_fact(board, id, subject)).then(|| neutral_value(fact)).flatten()
}

/// The value that reveals nothing about a hidden fact. `None` for lists, whose length may be known.
fn neutral_value(fact: &Fact) -> Option<FactValue> {
    match fact.fact_type {
        FactType::Boolean => Some(FactValue::Boolean(false)),
        FactType::Number => Some(FactValue::Number(fact.default)),
        FactType::Id(_) => Some(FactValue::Id(None)),
        FactType::Set(_) => Some(FactValue::Set(Vec::new())),
        FactType::List(_) => None,
    }
}

/// The replacement of each card. In board order, each card takes the first place that it could have.
fn canonical_cards(
    board: &Board,
    position: &Position,
    card_knowledge: &CardKnowledge,
    sides: Sides,
) -> (Vec<CardId>, CardKnowledge) {
    let mut card_knowledge = card_knowledge.clone();
    let fixed = fixed_cards(board, position);
    let all: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    // For each card: the card whose place in the given position it has taken.
    let mut place = all.clone();
    let mentions = card_mentions::mentions_by_card(board, position, &|id, subject| {
        hidden_fact_default(board, position, sides, id, subject).is_none()
    });
    let key = |was: CardId, passed: Vec<u32>| {
        let location = position.card_location(was);
        (location.pile, location.rank, &mentions[was.at()], passed)
    };
    for (at, card) in all.iter().enumerate().filter(|(_, card)| !fixed.has(card.at())) {
        // Each exchange makes the card's key smaller, so the loop ends.
        loop {
            let here = key(place[card.at()], card_knowledge.shuffles_of(*card).to_vec());
            let later = all[at + 1..].iter().copied().filter(|other| !fixed.has(other.at()));
            let possible = later.filter_map(|other| {
                let since = card_knowledge.last_shared_shuffle(sides, *card, other)?;
                Some((
                    key(place[other.at()], card_knowledge.shuffles_after_exchange(*card, other, since)),
                    other,
                    since,
                ))
            });
            let Some((_, other, since)) = possible.filter(|(there, ..)| *there < here).min() else { break };
            card_knowledge.exchange(*card, other, since);
            place.swap(card.at(), other.at());
        }
    }
    let mut names = all;
    for (card, was) in place.iter().enumerate() {
        names[was.at()] = CardId::new(card);
    }
    (names, card_knowledge)
}
