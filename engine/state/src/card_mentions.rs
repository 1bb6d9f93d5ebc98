//! Where a position mentions each card: in facts, active effects, arguments and inputs of open steps, the journal, or
//! the result. [`crate::canonical`] uses the mentions to distinguish cards at the same location.

use crate::board::{Board, Fact, FactType};
use crate::change::Change;
use crate::determinize::facts_and_subjects;
use crate::fact::{FactRows, FactValue};
use crate::ids::*;
use crate::position::{ActiveEffect, Position, StepInput};
use crate::val::{Kind, PlainValue, Val};

/// A mention of a card. The first number is the source: 0 in a fact, 1 in an active effect, 2 in an argument of an open
/// step, 3 in an input of an open step, 4 in the journal, 5 in the result. The other numbers give the exact position,
/// for example the fact and its subject.
pub(crate) type Mention = [usize; 5];

/// Returns all mentions of each card, by card index. Their order does not depend on the ids of cards. `value_of`
/// gives the value in which to search, by fact and subject.
pub(crate) fn mentions_by_card(
    board: &Board,
    position: &Position,
    value_of: &dyn Fn(FactId, usize) -> FactValue,
) -> Vec<Vec<Mention>> {
    let mut collector = MentionCollector { board, by_card: vec![Vec::new(); board.cards.len()] };
    for (fact, subject) in facts_and_subjects(board) {
        let mention = [0, fact.index(), subject, 0, 0];
        match (board.facts[fact.index()].fact_type, value_of(fact, subject)) {
            (FactType::Id(Kind::Card), FactValue::Id(card)) => {
                card.into_iter().for_each(|card| collector.note(card, mention));
            }
            (FactType::Set(Kind::Card), FactValue::Set(cards)) => {
                cards.into_iter().for_each(|card| collector.note(card, mention));
            }
            (_, FactValue::List(things)) => collector.list(&things, mention),
            (_, FactValue::Rows(rows)) => collector.rows(&rows, mention),
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
    collector.journal(position.journal());
    if let Some(outcome) = position.outcome() {
        collector.list(&outcome.text.subjects, [5, 0, 0, 0, 0]);
    }
    collector.by_card.iter_mut().for_each(|mentions| mentions.sort_unstable());
    collector.by_card
}

/// Collects mentions by card index.
struct MentionCollector<'a> {
    board: &'a Board,
    by_card: Vec<Vec<Mention>>,
}

impl MentionCollector<'_> {
    fn note(&mut self, val: Val, mention: Mention) {
        if matches!(val.kind(), Kind::Card | Kind::FactRow) {
            for card in self.board.cards_named_by(val) {
                self.by_card.get_mut(card.index()).into_iter().for_each(|mentions| mentions.push(mention));
            }
        }
    }
    /// Notes the cards in rows, each with its column and with the rank of its row. The rank depends only on the cells
    /// that are no cards, because the order of the rows depends on the ids of cards.
    fn rows(&mut self, rows: &FactRows, [source, a, b, ..]: Mention) {
        let without_cards =
            |row: &[Val]| row.iter().filter(|cell| cell.kind() != Kind::Card).copied().collect::<Vec<_>>();
        let mut ranks: Vec<Vec<Val>> = rows.iter().map(without_cards).collect();
        ranks.sort_unstable();
        for row in rows.iter() {
            let rank = ranks.partition_point(|other| *other < without_cards(row));
            row.iter().enumerate().for_each(|(column, cell)| self.note(*cell, [source, a, b, column, rank]));
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
    fn journal(&mut self, changes: &[Change]) {
        let board = self.board;
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
                Change::List { slot, old, new } => {
                    for (list, which) in [(old, 1), (new, 2)] {
                        match board.rows_in_list(*slot, list) {
                            Some(rows) => self.rows(&rows, [4, n, which, 0, 0]),
                            None => self.list(list, [4, n, which, 0, 0]),
                        }
                    }
                }
                Change::Row { old, new, .. } => {
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
