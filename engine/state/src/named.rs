//! Where each card is named: in facts, effects in force, arguments and logs of open steps, the journal, the outcome. Cards that lie
//! alike are told apart by that.

use crate::board::{Board, Fact, FactType};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Entry, InForce, Position};
use crate::resample::facts_of;
use crate::val::{Kind, Plain, Val};

/// A place that names a card: of what sort, and which.
pub(crate) type Place = [usize; 5];

/// Per card, by index, all places that name it, in an order that is the same whatever the cards are called. `counts` says of
/// which facts, with their subjects, it is asked.
pub(crate) fn places(board: &Board, position: &Position, counts: &dyn Fn(FactId, usize) -> bool) -> Vec<Vec<Place>> {
    let mut all = Names { of: vec![Vec::new(); board.cards.len()] };
    for (fact, subject) in facts_of(board).filter(|(fact, subject)| counts(*fact, *subject)) {
        let at = [0, fact.at(), subject, 0, 0];
        match (board.facts[fact.at()].holds, position.fact(board, fact, subject)) {
            (FactType::Id(Kind::Card), FactValue::Id(card)) => card.into_iter().for_each(|card| all.note(card, at)),
            (FactType::Set(Kind::Card), FactValue::Set(cards)) => cards.into_iter().for_each(|card| all.note(card, at)),
            (_, FactValue::List(things)) => all.list(&things, at),
            _ => {}
        }
    }
    all.in_force(position.effects_in_force(), [1, 0, 0, 0, 0]);
    for (depth, frame) in position.stack.iter().enumerate() {
        frame.args.iter().enumerate().for_each(|(n, plain)| all.plain(plain, [2, depth, n, 0, 0]));
        for (n, entry) in frame.log.iter().enumerate() {
            let at = [3, depth, n, 0, 0];
            match entry {
                Entry::Answer(row) => all.list(&row.cols, at),
                Entry::Drawn(card) => card.iter().for_each(|card| all.note(Val::card(*card), at)),
                Entry::Picked(val) => all.note(*val, at),
                Entry::Called { result, .. } => all.plain(result, at),
                Entry::Chance(_) | Entry::Outside { .. } => {}
            }
        }
    }
    all.journal(board, position.journal());
    if let Some(outcome) = position.outcome() {
        all.list(&outcome.text.subjects, [5, 0, 0, 0, 0]);
    }
    all.of.iter_mut().for_each(|places| places.sort_unstable());
    all.of
}

struct Names {
    of: Vec<Vec<Place>>,
}

impl Names {
    fn note(&mut self, val: Val, at: Place) {
        if let Some(places) = val.index(Kind::Card).and_then(|card| self.of.get_mut(card)) {
            places.push(at);
        }
    }
    fn list(&mut self, list: &[Val], [sort, a, b, c, _]: Place) {
        list.iter().enumerate().for_each(|(n, val)| self.note(*val, [sort, a, b, c, n]));
    }
    fn plain(&mut self, plain: &Plain, at: Place) {
        match plain {
            Plain::Val(val) => self.note(*val, at),
            Plain::List(list) => self.list(list, at),
            _ => {}
        }
    }
    fn in_force(&mut self, effects: &[InForce], [sort, a, b, c, _]: Place) {
        effects.iter().enumerate().for_each(|(n, effect)| self.note(effect.param, [sort, a, b, c, n]));
    }
    fn journal(&mut self, board: &Board, changes: &[Change]) {
        // Cards that went to one place together went in board order, so where each of them stands among them says nothing.
        let mut together = 0;
        for (n, change) in changes.iter().enumerate() {
            let goes_along = match (changes[..n].last(), change) {
                (Some(Change::Card { new: before, .. }), Change::Card { new, .. }) => before == new,
                _ => false,
            };
            together = if goes_along { together } else { n };
            match change {
                Change::Card { card, .. } => self.note(Val::card(*card), [4, together, 0, 0, 0]),
                Change::List { old, new, .. } => {
                    self.list(old, [4, n, 1, 0, 0]);
                    self.list(new, [4, n, 2, 0, 0]);
                }
                Change::InForce { old, new } => {
                    self.in_force(old, [4, n, 1, 0, 0]);
                    self.in_force(new, [4, n, 2, 0, 0]);
                }
                Change::Value { slot, old, new } if is_of_card(board, *slot as usize) => {
                    let card = |raw: i64| (raw > 0).then(|| Val::card(CardId::new(raw as usize - 1)));
                    card(*old).into_iter().for_each(|card| self.note(card, [4, n, 1, 0, 0]));
                    card(*new).into_iter().for_each(|card| self.note(card, [4, n, 2, 0, 0]));
                }
                Change::Value { .. } | Change::Pieces { .. } | Change::Chance { .. } | Change::End { .. } => {}
            }
        }
    }
}

/// Whether a slot is of a fact that holds a card.
pub(crate) fn is_of_card(board: &Board, slot: usize) -> bool {
    let is_there = |(at, fact): (usize, &Fact)| {
        fact.holds == FactType::Id(Kind::Card) && board.layout.fact(FactId::new(at)).all().contains(&slot)
    };
    board.facts.iter().enumerate().any(is_there)
}
