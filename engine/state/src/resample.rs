//! Positions that one side cannot tell from this one: what it cannot know, drawn anew.
//!
//! Cards change places with cards they may be mistaken for ([`Trails::mixed`]), wherever they are
//! named: in piles, facts, effects in force, arguments, logs and the journal, so that the open steps
//! can still be re-run. Hidden facts take other values, and the future another seed. What a side sees,
//! and cards it could tell apart, stay. `docs/decisions/0008-secrets.md` says why.

use crate::bits;
use crate::board::{Board, Fact, FactType, On, Sides};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::named::is_of_card;
use crate::position::{Entry, InForce, Position, Row};
use crate::set::Set;
use crate::trails::Trails;
use crate::val::{Kind, Plain, Val};
use crate::view;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// A position drawn anew.
#[derive(Debug, Clone)]
pub struct Resampled {
    /// The position.
    pub position: Position,
    /// Which card each card has become, by index.
    pub names: Vec<CardId>,
    /// How many cards lie elsewhere than they did: in another pile or another part of a deck.
    pub moved: usize,
    /// How many numbers of hidden facts differ.
    pub facts: usize,
}

/// Draws a position that some sides who look together (or nobody in particular) cannot tell from this one.
///
/// `seed` decides what is drawn. The trails are those of the position's past; with
/// [`Trails::unknown`] all that is hidden is taken to lie anywhere.
pub fn resample(board: &Board, position: &Position, trails: &Trails, sides: impl Into<Sides>, seed: u64) -> Resampled {
    let sides = sides.into();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let names = exchanged(board, trails, sides, pinned(board, position), &mut rng);
    let mut out = renamed(board, position, &names);
    let facts = other_facts(board, &mut out, sides, &mut rng);
    out.reseed(rng.next_u64());
    let at = |c: &usize| (position.card_at(CardId::new(*c)), out.card_at(CardId::new(*c)));
    let moved = (0..board.cards.len()).map(|c| at(&c)).filter(|(old, new)| old != new).count();
    Resampled { position: out, names, moved, facts }
}

/// One of `n` (at least 1).
fn pick(rng: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// Exchanges cards two by two. Each exchange leads to a past as likely as the one before: the two lay
/// in one shuffle, and the side has seen neither since.
fn exchanged(board: &Board, trails: &Trails, sides: Sides, pinned: Set, rng: &mut ChaCha8Rng) -> Vec<CardId> {
    let mut trails = trails.clone();
    let all: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    let free: Vec<CardId> = all.iter().copied().filter(|c| !pinned.has(c.at())).collect();
    // Whose place in the given position each card has taken.
    let mut place = all.clone();
    for _ in 0..2 {
        for card in &free {
            let like: Vec<(CardId, u32)> = free
                .iter()
                .filter(|other| *other != card)
                .filter_map(|other| Some((*other, trails.mixed(sides, *card, *other)?)))
                .collect();
            // As likely to stay as to change with any one of the others.
            let Some((other, since)) = like.get(pick(rng, like.len() + 1)).copied() else { continue };
            trails.exchange(*card, other, since);
            place.swap(card.at(), other.at());
        }
    }
    let mut names = all;
    for (card, was) in place.iter().enumerate() {
        names[was.at()] = CardId::new(card);
    }
    names
}

/// A position in which two cards have changed places, wherever they are named, so that its open steps can still be re-run. None
/// where a set that the open steps have written holds one of them.
pub fn exchanged_two(board: &Board, position: &Position, a: CardId, b: CardId) -> Option<Position> {
    let pinned = pinned(board, position);
    if pinned.has(a.at()) || pinned.has(b.at()) {
        return None;
    }
    let mut names: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    names.swap(a.at(), b.at());
    Some(renamed(board, position, &names))
}

/// Cards in sets that the open steps have written: such a set is journalled a word at a time, and a
/// card under another name may belong to another word.
pub(crate) fn pinned(board: &Board, position: &Position) -> Set {
    let mut out = Set::EMPTY;
    for change in position.journal() {
        let Change::Value { slot, old, new } = change else { continue };
        let slot = *slot as usize;
        let is_there = |(f, fact): &(FactId, &Fact)| {
            matches!(fact.holds, FactType::Set(Kind::Card)) && board.layout.fact(*f).all().contains(&slot)
        };
        let Some((f, _)) = facts(board).find(is_there) else { continue };
        let room = board.layout.fact(f);
        let at = (slot - room.first as usize) % room.width as usize;
        bits::members_of(at, old | new).for_each(|card| out.insert(card));
    }
    out
}

/// A position in which every card is called otherwise, wherever it is named.
pub fn renamed(board: &Board, position: &Position, names: &[CardId]) -> Position {
    let name = |card: CardId| names.get(card.at()).copied().unwrap_or(card);
    let val = |v: Val| v.index(Kind::Card).map_or(v, |c| Val::card(name(CardId::new(c))));
    let plain = |p: &Plain| match p {
        Plain::Val(v) => Plain::Val(val(*v)),
        Plain::List(list) => Plain::List(list.iter().map(|v| val(*v)).collect()),
        other => other.clone(),
    };
    let list = |l: &Arc<[Val]>| -> Arc<[Val]> { l.iter().map(|v| val(*v)).collect() };
    let in_force = |l: &[InForce]| -> Arc<[InForce]> {
        l.iter().map(|effect| InForce { param: val(effect.param), ..*effect }).collect()
    };
    let mut out = position.clone();
    out.put_cards(names);
    for (fact, subject) in facts_of(board) {
        match (board.facts[fact.at()].holds, out.fact(board, fact, subject)) {
            (FactType::Id(Kind::Card), FactValue::Id(card)) => {
                out.put_fact(board, fact, subject, &FactValue::Id(card.map(val)));
            }
            (FactType::Set(Kind::Card), FactValue::Set(cards)) => {
                out.put_fact(board, fact, subject, &FactValue::Set(cards.into_iter().map(val).collect()));
            }
            (_, FactValue::List(things)) => out.put_fact(board, fact, subject, &FactValue::List(list(&things))),
            _ => {}
        }
    }
    let effects = in_force(out.effects_in_force());
    out.replace_in_force(effects);
    for frame in &mut out.stack {
        frame.args = frame.args.iter().map(plain).collect();
        for entry in &mut frame.log {
            match entry {
                Entry::Answer(row) => *row = renamed_row(row, names),
                Entry::Drawn(card) => *card = card.map(name),
                Entry::Picked(v) => *v = val(*v),
                Entry::Called { result, .. } => *result = plain(result),
                Entry::Chance(_) | Entry::Outside { .. } => {}
            }
        }
    }
    for change in &mut out.journal {
        match change {
            Change::Card { card, .. } => *card = name(*card),
            Change::List { old, new, .. } => (*old, *new) = (list(old), list(new)),
            Change::InForce { old, new } => (*old, *new) = (in_force(old), in_force(new)),
            Change::Value { slot, old, new } => {
                if is_of_card(board, *slot as usize) {
                    (*old, *new) = (renamed_id(*old, &name), renamed_id(*new, &name));
                }
            }
            Change::Pieces { .. } | Change::Chance { .. } | Change::End { .. } => {}
        }
    }
    in_board_order(position.journal(), &mut out.journal);
    if let Some(outcome) = out.outcome_mut() {
        outcome.text.subjects.iter_mut().for_each(|v| *v = val(*v));
    }
    out
}

/// A row in which every card is called otherwise.
pub fn renamed_row(row: &Row, names: &[CardId]) -> Row {
    let mut out = *row;
    for v in &mut out.cols {
        if let Some(card) = v.index(Kind::Card).and_then(|c| names.get(c)) {
            *v = Val::card(*card);
        }
    }
    out
}

fn facts(board: &Board) -> impl Iterator<Item = (FactId, &Fact)> {
    board.facts.iter().enumerate().map(|(f, fact)| (FactId::new(f), fact))
}

/// Every fact with each of its subjects.
pub(crate) fn facts_of(board: &Board) -> impl Iterator<Item = (FactId, usize)> {
    facts(board).flat_map(|(f, fact)| (0..board.subjects(fact.on)).map(move |s| (f, s)))
}

/// The number of a fact that holds a card, or none.
fn renamed_id(raw: i64, name: &dyn Fn(CardId) -> CardId) -> i64 {
    if raw > 0 { name(CardId::new(raw as usize - 1)).at() as i64 + 1 } else { raw }
}

/// Cards that went to one place together went in board order; under their new names they do so too.
fn in_board_order(was: &[Change], now: &mut [Change]) {
    let together = |a: &Change, b: &Change| match (a, b) {
        (Change::Card { card: a, new: to, .. }, Change::Card { card: b, new, .. }) => to == new && a < b,
        _ => false,
    };
    let mut from = 0;
    while from < now.len() {
        let length = 1 + was[from..].windows(2).take_while(|w| together(&w[0], &w[1])).count();
        now[from..from + length].sort_by_key(|change| match change {
            Change::Card { card, .. } => Some(*card),
            _ => None,
        });
        from += length;
    }
}

/// Gives facts that the side does not see other values of their type. Those that the open steps have
/// written stay, for re-running would write them again; cards among them go by their new names.
fn other_facts(board: &Board, position: &mut Position, sides: Sides, rng: &mut ChaCha8Rng) -> usize {
    let mut differ = 0;
    for (id, subject) in facts_of(board) {
        let fact = &board.facts[id.at()];
        if view::sees_fact(fact, sides, subject)
            || !is_subject(board, fact.on, subject)
            || position.has_written(board, id, subject)
        {
            continue;
        }
        let old = position.fact(board, id, subject);
        let new = match (fact.holds, &old) {
            (_, FactValue::Truth(_)) => FactValue::Truth(pick(rng, 2) == 1),
            (_, FactValue::Number(n)) => FactValue::Number(other_number(*n.max(&fact.default), rng)),
            (FactType::List(Kind::Number), FactValue::List(list)) => {
                FactValue::List(list.iter().map(|n| Val(other_number(n.0, rng))).collect())
            }
            (FactType::Set(Kind::Card) | FactType::Id(Kind::Card), _) | (_, FactValue::List(_)) => continue,
            (FactType::Id(kind), _) => FactValue::of_number(fact.holds, pick(rng, board.many(kind) + 1) as i64),
            (FactType::Set(kind), _) => {
                let all = (0..board.many(kind)).map(|m| Val::handle(kind, m as u64));
                FactValue::Set(all.filter(|_| pick(rng, 2) == 1).collect())
            }
            (FactType::Truth | FactType::Number | FactType::List(_), _) => continue,
        };
        differ += usize::from(new != old);
        position.put_fact(board, id, subject, &new);
    }
    differ
}

/// Whether a fact is kept for this subject: what is kept for a kind has slots for all.
pub(crate) fn is_subject(board: &Board, on: On, subject: usize) -> bool {
    match on {
        On::Spaces(_) => board.spaces.get(subject).is_some_and(|s| on.is_for(On::spaces(s.kind))),
        On::Links(_) => board.links.get(subject).is_some_and(|l| on.is_for(On::Links(l.kind))),
        On::Game | On::Side | On::Card => true,
    }
}

/// A number of about the size of this one, 0 or more.
fn other_number(about: i64, rng: &mut ChaCha8Rng) -> i64 {
    pick(rng, (about.clamp(0, 1 << 20) + 3) as usize) as i64
}
