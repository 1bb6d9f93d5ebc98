//! Writing the lines that only saved positions have: the inputs of open steps and the journal.

use super::token::{plain_text, token};
use crate::board::{Board, FactType, SubjectKind};
use crate::change::Change;
use crate::ids::*;
use crate::position::{ActiveEffect, CardLocation, Row, StepInput};
use crate::set_bits;
use crate::val::{Kind, Val};

fn row_token(board: &Board, row: &Row) -> String {
    let parts: Vec<String> = row.columns().iter().map(|v| token(board, *v)).collect();
    parts.join(" ")
}

pub(super) fn input_text(board: &Board, input: &StepInput) -> String {
    match input {
        StepInput::Answer(row) => format!("answer {}", row_token(board, row)),
        StepInput::Chance(faces) => {
            let parts: Vec<String> = faces.iter().map(|face| token(board, Val(*face))).collect();
            format!("chance {}", parts.join(" "))
        }
        StepInput::Drawn(card) => {
            format!("drawn {}", card.map_or("none".to_owned(), |c| board.cards[c.index()].id.clone()))
        }
        StepInput::Picked(thing) => format!("picked {}", token(board, *thing)),
        StepInput::Called { step, result, changes } => {
            format!("called {} {changes} {}", board.labels[*step], plain_text(board, result))
        }
        StepInput::Outside { changes, uses } => {
            let sides = uses.iter().map(|side| format!(" {}", board.sides[side.index()].id));
            format!("outside {changes}{}", sides.collect::<String>())
        }
    }
}

pub(super) fn change_text(board: &Board, change: &Change) -> String {
    // The pile of a card, its rank, and the shuffle that decides the order of its segment: `deck@3~2`.
    let location_text = |location: &CardLocation| {
        let pile = board.piles[location.pile.index()].id.replace(' ', ".");
        format!("{pile}@{}~{}", location.rank, location.shuffle)
    };
    match change {
        Change::Pieces { at, state, delta } => {
            format!("pieces {} {} {delta}", board.spaces[at.index()].id, board.state_text(*state))
        }
        Change::Value { slot, old, new } => {
            let (text, kind) = slot_text(board, *slot);
            format!("value {text} {} {}", slot_number_text(board, kind, *old), slot_number_text(board, kind, *new))
        }
        Change::Card { card, old, new } => {
            format!("card {} {} {}", board.cards[card.index()].id, location_text(old), location_text(new))
        }
        Change::Chance { stream, old, new } => format!("chance {} {old} {new}", stream_text(board, *stream)),
        Change::List { slot, old, new } => {
            format!("list {} {} {}", list_slot_text(board, *slot), list_text(board, old), list_text(board, new))
        }
        Change::Row { slot, old, new } => {
            format!("row {} {} {}", list_slot_text(board, *slot), list_text(board, old), list_text(board, new))
        }
        Change::ActiveEffects { old, new } => {
            let columns = |e: &ActiveEffect| {
                [Val::effect(e.effect), Val::side(e.side), e.until.map_or(Val(-1), Val::period), e.param]
            };
            let list = |l: &[ActiveEffect]| list_text(board, &l.iter().flat_map(columns).collect::<Vec<_>>());
            format!("list {IN_FORCE} {} {}", list(old), list(new))
        }
        Change::End { outcome } => {
            let subjects: Vec<String> = outcome.text.subjects.iter().map(|v| token(board, *v)).collect();
            format!("end {} {} {}", outcome.places_text(board), board.labels[outcome.text.text].id, subjects.join(" "))
        }
    }
}

/// The word that marks a change of the active effects. Such a change is written as lists with four columns per effect.
pub(super) const IN_FORCE: &str = "in-force";

fn list_text(board: &Board, list: &[Val]) -> String {
    let parts: Vec<String> = list.iter().map(|v| token(board, *v)).collect();
    format!("[{}]", parts.join(","))
}

/// Writes a stream of chance: the rolls of a die, the shuffles of a pile, or all picks.
fn stream_text(board: &Board, stream: u16) -> String {
    let pile = || board.piles.get((stream as usize).checked_sub(board.dice.len())?);
    match (board.dice.get(stream as usize), pile()) {
        (Some(die), _) => format!("die.{}", die.id),
        (None, Some(pile)) => format!("pile.{}", pile.id.replace(' ', ".")),
        (None, None) => "picks".to_owned(),
    }
}

/// The meaning of the number in a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotType {
    Number,
    /// A thing of this kind, or none.
    Id(Kind),
    /// One of the numbers that store a set of things of this kind. The index says which of them.
    SetPart(Kind, usize),
}

/// Writes the number in a slot, with ids instead of indices.
fn slot_number_text(board: &Board, slot_type: SlotType, value: i64) -> String {
    match slot_type {
        SlotType::Number => value.to_string(),
        SlotType::Id(_) if value <= 0 => "none".into(),
        SlotType::Id(kind) => board.text(Val::handle(kind, value as u64 - 1)),
        SlotType::SetPart(kind, part) => {
            let members: Vec<String> =
                set_bits::members_of(part, value).map(|m| board.text(Val::handle(kind, m as u64))).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

pub(super) fn subject_text(board: &Board, on: SubjectKind, subject: usize) -> String {
    match on {
        SubjectKind::Game => "game".to_owned(),
        SubjectKind::Side => board.sides[subject].id.clone(),
        SubjectKind::Spaces(_) => board.spaces[subject].id.clone(),
        SubjectKind::Links(_) => board.links[subject].id.clone(),
        SubjectKind::Card => board.cards[subject].id.clone(),
    }
}

/// Writes a slot (an index in [`crate::Position::numbers`]) as its track or fact and its subject: `unrest@port`,
/// `used@port`. Also returns the meaning of the number in the slot.
pub(super) fn slot_text(board: &Board, slot: u32) -> (String, SlotType) {
    let slot = slot as usize;
    for (t, track) in board.tracks.iter().enumerate() {
        let first = board.layout.track(TrackId::new(t), 0);
        if (first..first + board.subject_count(track.on)).contains(&slot) {
            let id = board.distinct_id(Kind::Track, &track.id);
            return (format!("{id}@{}", subject_text(board, track.on, slot - first)), SlotType::Number);
        }
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| !f.fact_type.is_stored_as_list()) {
        let slots = board.layout.fact(FactId::new(f));
        if slots.range().contains(&slot) {
            let (offset, width) = (slot - slots.first as usize, slots.width as usize);
            let slot_type = match fact.fact_type {
                FactType::Id(kind) => SlotType::Id(kind),
                FactType::Set(kind) => SlotType::SetPart(kind, offset % width),
                _ => SlotType::Number,
            };
            let id = board.distinct_id(Kind::Fact, &fact.id);
            return (format!("{id}@{}", subject_text(board, fact.on, offset / width)), slot_type);
        }
    }
    ("?".into(), SlotType::Number)
}

pub(super) fn list_slot_text(board: &Board, slot: u32) -> String {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.fact_type.is_stored_as_list()) {
        let slots = board.layout.fact(FactId::new(f));
        if slots.range().contains(&(slot as usize)) {
            let id = board.distinct_id(Kind::Fact, &fact.id);
            return format!("{id}@{}", subject_text(board, fact.on, slot as usize - slots.first as usize));
        }
    }
    "?".into()
}
