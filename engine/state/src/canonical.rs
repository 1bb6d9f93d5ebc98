//! The canonical representative of all positions that a side cannot distinguish.
//!
//! Code that works from this representative cannot use hidden information. Cards that the side cannot tell apart
//! ([`CardKnowledge::last_shared_shuffle`]) exchange their places and their mentions in facts, effects and open steps:
//! in board order, each card takes the first place that it could have. Hidden facts get a neutral value. The
//! representative may be a position that no game can reach. [`crate::determinize`] draws positions that a game can
//! reach.

use crate::board::{Board, Fact, FactType, Sides};
use crate::card_knowledge::CardKnowledge;
use crate::card_mentions;
use crate::determinize::{facts_and_subjects, fixed_cards, is_subject, with_cards_replaced};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::Position;
use crate::view;

/// Returns the canonical position for a viewer with these sides, and the card knowledge that fits it. A viewer without
/// sides is a spectator.
pub fn canonical_position(
    board: &Board,
    position: &Position,
    card_knowledge: &CardKnowledge,
    sides: impl Into<Sides>,
) -> (Position, CardKnowledge) {
    let sides = sides.into();
    let (replacements, card_knowledge) = canonical_cards(board, position, card_knowledge, sides);
    let mut out = with_cards_replaced(board, position, &replacements);
    for (id, subject) in facts_and_subjects(board) {
        if let Some(neutral) = neutral_if_hidden(board, &out, sides, id, subject) {
            out.replace_fact(board, id, subject, &neutral);
        }
    }
    out.forget_chance();
    (out, card_knowledge)
}

/// Returns the neutral value of a fact that the sides do not see and the open steps have not written. Returns `None`
/// for other facts.
fn neutral_if_hidden(
    board: &Board,
    position: &Position,
    sides: Sides,
    id: FactId,
    subject: usize,
) -> Option<FactValue> {
    let fact = &board.facts[id.index()];
    let is_hidden = !view::sees_fact(fact, sides, subject) && is_subject(board, fact.on, subject);
    if !is_hidden || position.journal_changes_fact(board, id, subject) {
        return None;
    }
    // Of rows, the neutral value is those that the sides see.
    view::visible_value(board, position, sides, id, subject).or_else(|| neutral_value(fact))
}

/// Returns a value that reveals nothing about a hidden fact. For lists it returns `None`, because a side may know their
/// length.
fn neutral_value(fact: &Fact) -> Option<FactValue> {
    match fact.fact_type {
        FactType::Boolean => Some(FactValue::Boolean(false)),
        FactType::Number => Some(FactValue::Number(fact.default)),
        FactType::Id(_) => Some(FactValue::Id(None)),
        FactType::Set(_) => Some(FactValue::Set(Vec::new())),
        FactType::Rows(_) => Some(FactValue::initial(fact)),
        FactType::List(_) => None,
    }
}

/// Returns the replacement of each card, by index, and the card knowledge after the replacement. In board order, each
/// card takes the first place that it could have.
fn canonical_cards(
    board: &Board,
    position: &Position,
    card_knowledge: &CardKnowledge,
    sides: Sides,
) -> (Vec<CardId>, CardKnowledge) {
    let mut card_knowledge = card_knowledge.clone();
    // Cards in sets that the open steps have written keep their places, and so do those that the sides read in rows.
    let fixed = fixed_cards(board, position).or(&view::cards_in_seen_rows(board, position, sides));
    let cards: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    // By card: the card whose place in the given position this card has taken.
    let mut taken_place = cards.clone();
    let mentions = card_mentions::mentions_by_card(board, position, &|id, subject| {
        neutral_if_hidden(board, position, sides, id, subject).unwrap_or_else(|| position.fact(board, id, subject))
    });
    let key = |original: CardId, shuffles: Vec<u32>| {
        let location = position.card_location(original);
        (location.pile, location.rank, &mentions[original.index()], shuffles)
    };
    for (index, card) in cards.iter().enumerate().filter(|(_, card)| !fixed.has(card.index())) {
        // Each exchange makes the card's key smaller, so the loop ends.
        loop {
            let current_key = key(taken_place[card.index()], card_knowledge.shuffles_of(*card).to_vec());
            let later = cards[index + 1..].iter().copied().filter(|other| !fixed.has(other.index()));
            let possible = later.filter_map(|other| {
                let since = card_knowledge.last_shared_shuffle(sides, *card, other)?;
                Some((
                    key(taken_place[other.index()], card_knowledge.shuffles_after_exchange(*card, other, since)),
                    other,
                    since,
                ))
            });
            let Some((_, other, since)) = possible.filter(|(new_key, ..)| *new_key < current_key).min() else { break };
            card_knowledge.exchange(*card, other, since);
            taken_place.swap(card.index(), other.index());
        }
    }
    let mut replacements = cards;
    for (card, original) in taken_place.iter().enumerate() {
        replacements[original.index()] = CardId::new(card);
    }
    (replacements, card_knowledge)
}
