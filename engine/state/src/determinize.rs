//! Determinization: draws a random position that a side cannot distinguish from the real one.
//!
//! Cards that the side cannot tell apart ([`CardKnowledge::last_shared_shuffle`]) are exchanged wherever the position
//! mentions them, so the open steps can still be replayed. Hidden facts get random values, and future chance gets
//! another seed. Everything that the side sees or knows stays the same. `docs/decisions/0008-secrets.md` gives the
//! reasons.

use crate::board::{Board, Column, ColumnType, Fact, FactType, Sides, SubjectKind};
use crate::card_knowledge::CardKnowledge;
use crate::card_mentions::is_card_slot;
use crate::change::Change;
use crate::fact::{FactRows, FactValue};
use crate::ids::*;
use crate::position::{ActiveEffect, Position, Row, StepInput};
use crate::set::Set;
use crate::set_bits;
use crate::val::{Kind, PlainValue, Val};
use crate::view;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// The result of [`determinize`].
#[derive(Debug, Clone)]
pub struct Determinized {
    /// The drawn position.
    pub position: Position,
    /// The card that replaces each card, by index.
    pub cards: Vec<CardId>,
    /// How many cards are in another pile or another part of a deck than in the given position.
    pub moved_cards: usize,
    /// How many hidden facts have another value than in the given position.
    pub changed_facts: usize,
}

/// Draws a position that a viewer with these sides cannot distinguish from this one. No sides mean a spectator.
///
/// `seed` decides the result. `card_knowledge` must belong to the position. With [`CardKnowledge::unknown`] every
/// hidden card may be anywhere.
pub fn determinize(
    board: &Board,
    position: &Position,
    card_knowledge: &CardKnowledge,
    sides: impl Into<Sides>,
    seed: u64,
) -> Determinized {
    let sides = sides.into();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let fixed = fixed_cards(board, position).or(&view::cards_in_seen_rows(board, position, sides));
    let cards = exchange_cards(board, card_knowledge, sides, fixed, &mut rng);
    let mut out = with_cards_replaced(board, position, &cards);
    let facts = redraw_hidden_facts(board, &mut out, sides, &mut rng);
    out.reseed(rng.next_u64());
    let locations = |c: &usize| (position.card_location(CardId::new(*c)), out.card_location(CardId::new(*c)));
    let moved = (0..board.cards.len()).map(|c| locations(&c)).filter(|(old, new)| old != new).count();
    Determinized { position: out, cards, moved_cards: moved, changed_facts: facts }
}

/// Draws a random number below `n`, which must be at least 1.
fn pick(rng: &mut ChaCha8Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

/// Exchanges cards in pairs. Both cards of a pair passed the same shuffle, and the side has seen neither of them since.
/// So the course of the game with the cards exchanged is as likely as without the exchange.
fn exchange_cards(
    board: &Board,
    card_knowledge: &CardKnowledge,
    sides: Sides,
    fixed: Set,
    rng: &mut ChaCha8Rng,
) -> Vec<CardId> {
    let (mut exchanged, mut candidates) = (card_knowledge.clone(), Vec::new());
    let all_cards: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    // Each card with the number of shuffles when the sides last saw it. Exchanges do not change that.
    let with_last_seen = |card: CardId| (card, card_knowledge.last_seen(sides, card));
    let free: Vec<(CardId, u32)> =
        all_cards.iter().copied().filter(|c| !fixed.has(c.index())).map(with_last_seen).collect();
    // By card: the card whose place in the given position this card has taken.
    let mut taken_place = all_cards.clone();
    // One exchange may make others possible, so a second round mixes the cards better.
    for _ in 0..2 {
        for (card, seen) in &free {
            candidates.clear();
            candidates.extend(free.iter().filter(|(other, _)| other != card).filter_map(|(other, other_seen)| {
                Some((*other, exchanged.last_shared_shuffle_after(*seen.max(other_seen), *card, *other)?))
            }));
            // The card stays with the same probability as it is exchanged with any one candidate.
            let Some((other, since)) = candidates.get(pick(rng, candidates.len() + 1)).copied() else { continue };
            exchanged.exchange(*card, other, since);
            taken_place.swap(card.index(), other.index());
        }
    }
    let mut replacements = all_cards;
    for (card, original) in taken_place.iter().enumerate() {
        replacements[original.index()] = CardId::new(card);
    }
    replacements
}

/// Returns the position with two cards exchanged wherever it mentions them. Its open steps can still be replayed.
/// Returns `None` if the open steps wrote a set that contains one of the cards.
pub fn with_cards_exchanged(board: &Board, position: &Position, a: CardId, b: CardId) -> Option<Position> {
    let fixed = fixed_cards(board, position);
    if fixed.has(a.index()) || fixed.has(b.index()) {
        return None;
    }
    let mut cards: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
    cards.swap(a.index(), b.index());
    Some(with_cards_replaced(board, position, &cards))
}

/// Returns the cards in sets that the open steps have written. They must not be replaced: the journal stores such a set
/// as numbers of up to 62 bits (see [`set_bits`]), and the replacement's bit could belong to another of these numbers.
pub(crate) fn fixed_cards(board: &Board, position: &Position) -> Set {
    let mut out = Set::EMPTY;
    for change in position.journal() {
        let Change::Value { slot, old, new } = change else { continue };
        let slot = *slot as usize;
        let holds_slot = |(f, fact): &(FactId, &Fact)| {
            matches!(fact.fact_type, FactType::Set(Kind::Card)) && board.layout.fact(*f).range().contains(&slot)
        };
        let Some((f, _)) = facts(board).find(holds_slot) else { continue };
        let slots = board.layout.fact(f);
        let number_index = (slot - slots.first as usize) % slots.width as usize;
        set_bits::members_of(number_index, old | new).for_each(|card| out.insert(card));
    }
    out
}

/// Returns the position with every card replaced wherever the position mentions it. `cards` gives the replacement of
/// each card, by index.
pub fn with_cards_replaced(board: &Board, position: &Position, cards: &[CardId]) -> Position {
    let replacement = |card: CardId| cards.get(card.index()).copied().unwrap_or(card);
    let replace_val = |v: Val| val_with_cards_replaced(board, v, cards);
    let replace_plain = |p: &PlainValue| match p {
        PlainValue::Val(v) => PlainValue::Val(replace_val(*v)),
        PlainValue::List(list) => PlainValue::List(list.iter().map(|v| replace_val(*v)).collect()),
        other => other.clone(),
    };
    let replace_list = |l: &Arc<[Val]>| -> Arc<[Val]> { l.iter().map(|v| replace_val(*v)).collect() };
    let replace_effects = |l: &[ActiveEffect]| -> Arc<[ActiveEffect]> {
        l.iter().map(|effect| ActiveEffect { param: replace_val(effect.param), ..*effect }).collect()
    };
    let mut out = position.clone();
    out.permute_cards(cards);
    for (fact, subject) in facts_and_subjects(board) {
        match (board.facts[fact.index()].fact_type, out.fact(board, fact, subject)) {
            (FactType::Id(Kind::Card), FactValue::Id(card)) => {
                out.replace_fact(board, fact, subject, &FactValue::Id(card.map(replace_val)));
            }
            (FactType::Set(Kind::Card), FactValue::Set(cards)) => {
                out.replace_fact(board, fact, subject, &FactValue::Set(cards.into_iter().map(replace_val).collect()));
            }
            (_, FactValue::List(things)) => {
                out.replace_fact(board, fact, subject, &FactValue::List(replace_list(&things)));
            }
            (_, FactValue::Rows(rows)) => {
                let rows = board.facts[fact.index()].columns.sorted(&replace_list(rows.cells()));
                out.replace_fact(board, fact, subject, &FactValue::Rows(rows));
            }
            _ => {}
        }
    }
    let effects = replace_effects(out.active_effects());
    out.replace_active_effects(effects);
    for frame in &mut out.stack {
        frame.args = frame.args.iter().map(replace_plain).collect();
        for input in &mut frame.log {
            match input {
                StepInput::Answer(row) => *row = row_with_cards_replaced(board, row, cards),
                StepInput::Drawn(card) => *card = card.map(replacement),
                StepInput::Picked(v) => *v = replace_val(*v),
                StepInput::Called { result, .. } => *result = replace_plain(result),
                StepInput::Chance(_) | StepInput::Outside { .. } => {}
            }
        }
    }
    for change in &mut out.journal {
        match change {
            Change::Card { card, .. } => *card = replacement(*card),
            Change::List { slot, old, new } => {
                for list in [old, new] {
                    let replaced = board.ordered_list(*slot, list.iter().map(|v| replace_val(*v)).collect());
                    *list = replaced.unwrap_or_else(|| list.clone());
                }
            }
            Change::Row { old, new, .. } => (*old, *new) = (replace_list(old), replace_list(new)),
            Change::ActiveEffects { old, new } => (*old, *new) = (replace_effects(old), replace_effects(new)),
            Change::Value { slot, old, new } => {
                if is_card_slot(board, *slot as usize) {
                    (*old, *new) =
                        (number_with_card_replaced(*old, &replacement), number_with_card_replaced(*new, &replacement));
                }
            }
            Change::Pieces { .. } | Change::Chance { .. } | Change::End { .. } => {}
        }
    }
    sort_joint_moves(position.journal(), &mut out.journal);
    if let Some(outcome) = out.outcome_mut() {
        outcome.text.subjects.iter_mut().for_each(|v| *v = replace_val(*v));
    }
    out
}

/// Returns the row with every card replaced, also in the keys of rows of facts.
pub fn row_with_cards_replaced(board: &Board, row: &Row, cards: &[CardId]) -> Row {
    Row { cols: row.cols.map(|val| val_with_cards_replaced(board, val, cards)), ..*row }
}

fn val_with_cards_replaced(board: &Board, val: Val, cards: &[CardId]) -> Val {
    let replace =
        |val: Val| val.index(Kind::Card).and_then(|card| cards.get(card)).map_or(val, |card| Val::card(*card));
    if val.kind() == Kind::FactRow { board.row_with_cards(val, &replace) } else { replace(val) }
}

fn facts(board: &Board) -> impl Iterator<Item = (FactId, &Fact)> {
    board.facts.iter().enumerate().map(|(f, fact)| (FactId::new(f), fact))
}

/// Every fact with each of its subjects.
pub(crate) fn facts_and_subjects(board: &Board) -> impl Iterator<Item = (FactId, usize)> {
    facts(board).flat_map(|(f, fact)| (0..board.subject_count(fact.on)).map(move |s| (f, s)))
}

/// Replaces the card in the number that a position stores for a fact: the index of the card plus 1, or 0 for no card.
fn number_with_card_replaced(raw: i64, replacement: &dyn Fn(CardId) -> CardId) -> i64 {
    if raw > 0 { replacement(CardId::new(raw as usize - 1)).index() as i64 + 1 } else { raw }
}

/// Restores the board order of cards that moved to one location together, after cards were replaced. A replay moves
/// such cards in board order, so the journal must have this order too.
fn sort_joint_moves(before: &[Change], after: &mut [Change]) {
    let are_joint = |a: &Change, b: &Change| match (a, b) {
        (Change::Card { card: a, new: to, .. }, Change::Card { card: b, new, .. }) => to == new && a < b,
        _ => false,
    };
    let mut from = 0;
    while from < after.len() {
        let length = 1 + before[from..].windows(2).take_while(|pair| are_joint(&pair[0], &pair[1])).count();
        after[from..from + length].sort_by_key(|change| match change {
            Change::Card { card, .. } => Some(*card),
            _ => None,
        });
        from += length;
    }
}

/// Gives random values to the facts that the side does not see. Facts that the open steps have written stay, because a
/// replay would write them again. Returns how many facts changed.
fn redraw_hidden_facts(board: &Board, position: &mut Position, sides: Sides, rng: &mut ChaCha8Rng) -> usize {
    let mut changed = 0;
    for (id, subject) in facts_and_subjects(board) {
        let fact = &board.facts[id.index()];
        if view::sees_fact(fact, sides, subject)
            || !is_subject(board, fact.on, subject)
            || position.journal_changes_fact(board, id, subject)
        {
            continue;
        }
        let old = position.fact(board, id, subject);
        let new = match (fact.fact_type, &old) {
            (_, FactValue::Boolean(_)) => FactValue::Boolean(pick(rng, 2) == 1),
            (_, FactValue::Number(n)) => FactValue::Number(random_number_near(*n.max(&fact.default), rng)),
            (FactType::List(Kind::Number), FactValue::List(list)) => {
                FactValue::List(list.iter().map(|n| Val(random_number_near(n.0, rng))).collect())
            }
            (_, FactValue::Rows(rows)) => FactValue::Rows(redraw_hidden_rows(board, (id, subject), rows, sides, rng)),
            (FactType::Set(Kind::Card) | FactType::Id(Kind::Card), _) | (_, FactValue::List(_)) => continue,
            // The number 0 stands for no thing.
            (FactType::Id(kind), _) => {
                FactValue::from_number(fact.fact_type, pick(rng, board.count_of(kind) + 1) as i64)
            }
            (FactType::Set(kind), _) => {
                let things = (0..board.count_of(kind)).map(|m| Val::handle(kind, m as u64));
                FactValue::Set(things.filter(|_| pick(rng, 2) == 1).collect())
            }
            (FactType::Boolean | FactType::Number | FactType::List(_) | FactType::Rows(_), _) => continue,
        };
        changed += usize::from(new != old);
        position.replace_fact(board, id, subject, &new);
    }
    changed
}

/// Gives random values to the rows that the sides do not see. Cards stay, because they have been exchanged already, and
/// so do numbers in the key, because they mostly count the rows. A row is dropped if another row has its new key, or if
/// the sides would see it.
fn redraw_hidden_rows(
    board: &Board,
    (fact, subject): (FactId, usize),
    rows: &FactRows,
    sides: Sides,
    rng: &mut ChaCha8Rng,
) -> FactRows {
    let def = &board.facts[fact.index()];
    let columns = &def.columns;
    let sees = |row: &[Val]| view::sees_row(def, sides, subject, row);
    let mut redrawn: Vec<Vec<Val>> = rows.iter().filter(|row| sees(row)).map(<[_]>::to_vec).collect();
    for row in rows.iter().filter(|row| !sees(row)) {
        let cell = |((index, column), cell): ((usize, &Column), &Val)| match column.column_type {
            ColumnType::Number if columns.key.contains(&index) => *cell,
            ColumnType::Number => Val(random_number_near(cell.0, rng)),
            ColumnType::Boolean => Val(pick(rng, 2) as i64),
            ColumnType::Id(Kind::Card) => *cell,
            ColumnType::Id(kind) => Val::handle(kind, pick(rng, board.count_of(kind)) as u64),
        };
        let row: Vec<Val> = columns.list.iter().enumerate().zip(row).map(cell).collect();
        let has_key = |other: &Vec<Val>| columns.key_of(other) == columns.key_of(&row);
        if !sees(&row) && !redrawn.iter().any(has_key) {
            redrawn.push(row);
        }
    }
    columns.sorted(&redrawn.concat())
}

/// Whether a fact of the subjects `on` exists for this subject. A fact of one kind of spaces or links has slots for the
/// spaces or links of all kinds.
pub(crate) fn is_subject(board: &Board, on: SubjectKind, subject: usize) -> bool {
    match on {
        SubjectKind::Spaces(_) => board.spaces.get(subject).is_some_and(|s| on.includes(SubjectKind::spaces(s.kind))),
        SubjectKind::Links(_) => board.links.get(subject).is_some_and(|l| on.includes(SubjectKind::Links(l.kind))),
        SubjectKind::Game | SubjectKind::Side | SubjectKind::Card => true,
    }
}

/// Draws a random number from 0 to `about` + 2. A negative `about` counts as 0, and a huge one as 2^20.
fn random_number_near(about: i64, rng: &mut ChaCha8Rng) -> i64 {
    pick(rng, (about.clamp(0, 1 << 20) + 3) as usize) as i64
}
