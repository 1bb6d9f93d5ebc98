//! Positions that one side cannot tell from this one: what it cannot know, drawn anew.
//!
//! Cards change places with cards they may be mistaken for ([`Trails::mixed`]), wherever they are
//! named: in piles, facts, effects in force, arguments, logs and the journal, so that the open steps
//! can still be re-run. Hidden facts take other values, and the future another seed. What a side sees,
//! and cards it could tell apart, stay. `docs/decisions/0011-resampling.md` says why.

use crate::board::{Board, Fact, FactType, On};
use crate::change::Change;
use crate::ids::*;
use crate::position::{Entry, Position, Row};
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

/// Draws a position that a side (or nobody in particular) cannot tell from this one.
///
/// `seed` decides what is drawn. The trails are those of the position's past; with
/// [`Trails::unknown`] all that is hidden is taken to lie anywhere.
pub fn resample(board: &Board, position: &Position, trails: &Trails, side: Option<SideId>, seed: u64) -> Resampled {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let names = exchanged(board, trails, side, pinned(board, position), &mut rng);
    let mut out = renamed(board, position, &names);
    let facts = other_facts(board, &mut out, side, &mut rng);
    out.seed = rng.next_u64();
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
fn exchanged(board: &Board, trails: &Trails, side: Option<SideId>, pinned: Set, rng: &mut ChaCha8Rng) -> Vec<CardId> {
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
                .filter_map(|other| Some((*other, trails.mixed(side, *card, *other)?)))
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

/// Cards in sets that the open steps have written: such a set is journalled a word at a time, and a
/// card under another name may belong to another word.
fn pinned(board: &Board, position: &Position) -> Set {
    let mut out = Set::EMPTY;
    for change in &position.journal {
        let Change::Value { slot, old, new } = change else { continue };
        let of = |f: &&Fact| matches!(f.holds, FactType::Set(Kind::Card)) && owns(f, *slot);
        let Some(fact) = board.facts.iter().find(of) else { continue };
        let word = ((slot - fact.slot) % fact.width) as usize;
        (0..62).filter(|bit| (old | new) >> bit & 1 == 1).for_each(|bit| out.insert(word * 62 + bit));
    }
    out
}

/// A position in which every card is called otherwise, wherever it is named.
pub fn renamed(board: &Board, position: &Position, names: &[CardId]) -> Position {
    let name = |card: CardId| names.get(card.at()).copied().unwrap_or(card);
    let raw = |v: i64| Val(v).index(Kind::Card).map_or(v, |c| Val::card(name(CardId::new(c))).0);
    let val = |v: Val| Val(raw(v.0));
    let plain = |p: &Plain| match p {
        Plain::Val(v) => Plain::Val(val(*v)),
        Plain::List(list) => Plain::List(list.iter().map(|v| val(*v)).collect()),
        other => other.clone(),
    };
    let list = |l: &Arc<[i64]>| -> Arc<[i64]> { l.iter().map(|v| raw(*v)).collect() };
    let mut out = position.clone();
    out.put_cards(names);
    for (fact, subject) in slots(board) {
        rename_fact(&mut out, fact, subject, &name);
    }
    out.lists = out.lists.iter().map(list).collect();
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
            Change::Value { slot, old, new } => {
                if board.facts.iter().any(|f| f.holds == FactType::Id(Kind::Card) && owns(f, *slot)) {
                    (*old, *new) = (renamed_id(*old, &name), renamed_id(*new, &name));
                }
            }
            Change::Pieces { .. } | Change::Chance { .. } | Change::End { .. } => {}
        }
    }
    in_board_order(&position.journal, &mut out.journal);
    if let Some(outcome) = &mut out.outcome {
        let outcome = Arc::make_mut(outcome);
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

fn owns(fact: &Fact, slot: u32) -> bool {
    !matches!(fact.holds, FactType::List(_)) && (fact.slot..fact.slot + fact.subjects * fact.width).contains(&slot)
}

/// Every fact with each of its subjects.
fn slots(board: &Board) -> impl Iterator<Item = (&Fact, usize)> {
    board.facts.iter().flat_map(|f| (0..f.subjects as usize).map(move |s| (f, s)))
}

fn rename_fact(position: &mut Position, fact: &Fact, subject: usize, name: &dyn Fn(CardId) -> CardId) {
    let (slot, width) = (fact.slot as usize + subject * fact.width as usize, fact.width as usize);
    match fact.holds {
        FactType::Id(Kind::Card) => position.values[slot] = renamed_id(position.values[slot], name),
        FactType::Set(Kind::Card) => {
            let has = |m: &usize| position.values[slot + m / 62] >> (m % 62) & 1 == 1;
            let members: Vec<usize> = (0..width * 62).filter(has).map(|m| name(CardId::new(m)).at()).collect();
            position.values[slot..slot + width].fill(0);
            for m in members {
                position.values[slot + m / 62] |= 1 << (m % 62);
            }
        }
        _ => {}
    }
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
fn other_facts(board: &Board, position: &mut Position, side: Option<SideId>, rng: &mut ChaCha8Rng) -> usize {
    let written = |position: &Position, slot: usize, is_list: bool| {
        position.journal.iter().any(|change| match change {
            Change::Value { slot: s, .. } => !is_list && *s as usize == slot,
            Change::List { slot: s, .. } => is_list && *s as usize == slot,
            _ => false,
        })
    };
    let mut differ = 0;
    for (fact, subject) in slots(board) {
        if view::sees_fact(fact, side, subject) || !is_subject(board, fact.on, subject) {
            continue;
        }
        let slot = fact.slot as usize + subject * fact.width as usize;
        if (slot..slot + fact.width as usize).any(|s| written(position, s, matches!(fact.holds, FactType::List(_)))) {
            continue;
        }
        match fact.holds {
            FactType::List(Kind::Number) => {
                let list: Vec<i64> = position.lists[slot].iter().map(|n| other_number(*n, rng)).collect();
                differ += usize::from(*position.lists[slot] != *list);
                position.lists[slot] = Arc::from(list);
            }
            FactType::List(_) => {}
            FactType::Set(Kind::Card) | FactType::Id(Kind::Card) => {}
            holds => {
                for s in slot..slot + fact.width as usize {
                    let old = position.values[s];
                    position.values[s] = other_value(board, holds, fact.default, old, rng);
                    differ += usize::from(position.values[s] != old);
                }
            }
        }
    }
    differ
}

/// Whether a fact is kept for this subject: what is kept for a kind has slots for all.
fn is_subject(board: &Board, on: On, subject: usize) -> bool {
    match on {
        On::Spaces(_) => board.spaces.get(subject).is_some_and(|s| on.is_for(On::spaces(s.kind))),
        On::Links(_) => board.links.get(subject).is_some_and(|l| on.is_for(On::Links(l.kind))),
        On::Game | On::Side | On::Card => true,
    }
}

fn other_value(board: &Board, holds: FactType, default: i64, old: i64, rng: &mut ChaCha8Rng) -> i64 {
    match holds {
        FactType::Truth => pick(rng, 2) as i64,
        FactType::Number => other_number(old.max(default), rng),
        FactType::Id(kind) => pick(rng, members(board, kind) + 1) as i64,
        FactType::Set(kind) => {
            let n = members(board, kind).min(62);
            (0..n).fold(0, |word, bit| word | (pick(rng, 2) as i64) << bit)
        }
        FactType::List(_) => old,
    }
}

/// A number of about the size of this one, 0 or more.
fn other_number(about: i64, rng: &mut ChaCha8Rng) -> i64 {
    pick(rng, (about.clamp(0, 1 << 20) + 3) as usize) as i64
}

/// How many things of a kind there are to choose from.
fn members(board: &Board, kind: Kind) -> usize {
    match kind {
        Kind::Space => board.spaces.len(),
        Kind::Link => board.links.len(),
        Kind::Side => board.sides.len(),
        Kind::Word => board.words.len(),
        Kind::Class => board.classes.len(),
        Kind::Action => board.actions.len(),
        _ => 0,
    }
}
