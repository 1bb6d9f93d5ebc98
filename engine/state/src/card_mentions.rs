//! Where a position mentions each card: in facts, active effects, arguments and inputs of open steps, the journal, or
//! the result. [`crate::canonical`] uses the mentions to distinguish cards at the same location.

use crate::board::{Board, Fact, FactType};
use crate::change::Change;
use crate::determinize::facts_and_subjects;
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{ActiveEffect, Position, StepInput};
use crate::val::{Kind, PlainValue, Val};

/// A mention of a card. The first number is the source: 0 in a fact, 1 in an active effect, 2 in an argument of an open
/// step, 3 in an input of an open step, 4 in the journal, 5 in the result. The other numbers give the exact position,
/// for example the fact and its subject.
pub(crate) type Mention = [usize; 5];

/// Returns all mentions of each card, by card index. Their order does not depend on the ids of cards. `is_included`
/// selects the facts to search, by fact and subject.
pub(crate) fn mentions_by_card(
    board: &Board,
    position: &Position,
    is_included: &dyn Fn(FactId, usize) -> bool,
) -> Vec<Vec<Mention>> {
    let mut collector = MentionCollector { by_card: vec![Vec::new(); board.cards.len()] };
    for (fact, subject) in facts_and_subjects(board).filter(|(fact, subject)| is_included(*fact, *subject)) {
        let mention = [0, fact.index(), subject, 0, 0];
        match (board.facts[fact.index()].fact_type, position.fact(board, fact, subject)) {
            (FactType::Id(Kind::Card), FactValue::Id(card)) => {
                card.into_iter().for_each(|card| collector.note(card, mention));
            }
            (FactType::Set(Kind::Card), FactValue::Set(cards)) => {
                cards.into_iter().for_each(|card| collector.note(card, mention));
            }
            (_, FactValue::List(things)) => collector.list(&things, mention),
            _ => {}
        }
    }
    collector.active_effects(position.active_effects(), [1, 0, 0, 0, 0]);
    for (depth, frame) in position.stack.iter().enumerate() {
        frame.args.iter().enumerate().for_each(|(n, plain)| collector.plain(plain, [2, depth, n, 0, 0]));
        for (n, input) in frame.log.iter().enumerate() {
            let mention = [3, depth, n, 0, 0];
            match input {
                StepInput::Answer(row) => collector.list(&row.cols, mention),
                StepInput::Drawn(card) => card.iter().for_each(|card| collector.note(Val::card(*card), mention)),
                StepInput::Picked(val) => collector.note(*val, mention),
                StepInput::Called { result, .. } => collector.plain(result, mention),
                StepInput::Chance(_) | StepInput::Outside { .. } => {}
            }
        }
    }
    collector.journal(board, position.journal());
    if let Some(outcome) = position.outcome() {
        collector.list(&outcome.text.subjects, [5, 0, 0, 0, 0]);
    }
    collector.by_card.iter_mut().for_each(|mentions| mentions.sort_unstable());
    collector.by_card
}

/// Collects mentions by card index.
struct MentionCollector {
    by_card: Vec<Vec<Mention>>,
}

impl MentionCollector {
    fn note(&mut self, val: Val, mention: Mention) {
        if let Some(mentions) = val.index(Kind::Card).and_then(|card| self.by_card.get_mut(card)) {
            mentions.push(mention);
        }
    }
    fn list(&mut self, list: &[Val], [source, a, b, c, _]: Mention) {
        list.iter().enumerate().for_each(|(n, val)| self.note(*val, [source, a, b, c, n]));
    }
    fn plain(&mut self, plain: &PlainValue, mention: Mention) {
        match plain {
            PlainValue::Val(val) => self.note(*val, mention),
            PlainValue::List(list) => self.list(list, mention),
            _ => {}
        }
    }
    fn active_effects(&mut self, effects: &[ActiveEffect], [source, a, b, c, _]: Mention) {
        effects.iter().enumerate().for_each(|(n, effect)| self.note(effect.param, [source, a, b, c, n]));
    }
    fn journal(&mut self, board: &Board, changes: &[Change]) {
        // Cards that move to one location together move in board order, so all of them get the same mention.
        let mut group_start = 0;
        for (n, change) in changes.iter().enumerate() {
            let moves_together = match (changes[..n].last(), change) {
                (Some(Change::Card { new: before, .. }), Change::Card { new, .. }) => before == new,
                _ => false,
            };
            group_start = if moves_together { group_start } else { n };
            match change {
                Change::Card { card, .. } => self.note(Val::card(*card), [4, group_start, 0, 0, 0]),
                Change::List { old, new, .. } => {
                    self.list(old, [4, n, 1, 0, 0]);
                    self.list(new, [4, n, 2, 0, 0]);
                }
                Change::ActiveEffects { old, new } => {
                    self.active_effects(old, [4, n, 1, 0, 0]);
                    self.active_effects(new, [4, n, 2, 0, 0]);
                }
                Change::Value { slot, old, new } if is_card_slot(board, *slot as usize) => {
                    let card = |raw: i64| (raw > 0).then(|| Val::card(CardId::new(raw as usize - 1)));
                    card(*old).into_iter().for_each(|card| self.note(card, [4, n, 1, 0, 0]));
                    card(*new).into_iter().for_each(|card| self.note(card, [4, n, 2, 0, 0]));
                }
                Change::Value { .. } | Change::Pieces { .. } | Change::Chance { .. } | Change::End { .. } => {}
            }
        }
    }
}

/// Whether a slot belongs to a fact whose value is a card.
pub(crate) fn is_card_slot(board: &Board, slot: usize) -> bool {
    let holds_slot = |(index, fact): (usize, &Fact)| {
        fact.fact_type == FactType::Id(Kind::Card) && board.layout.fact(FactId::new(index)).range().contains(&slot)
    };
    board.facts.iter().enumerate().any(holds_slot)
}
