//! What only saved positions hold, written: what open steps have been told, and the journal.

use super::token::{plain_text, token};
use crate::bits;
use crate::board::{Board, FactType, On};
use crate::change::Change;
use crate::ids::*;
use crate::position::{CardAt, Entry, InForce, Row};
use crate::val::{Kind, Val};

fn row_token(board: &Board, row: &Row) -> String {
    let parts: Vec<String> = row.columns().iter().map(|v| token(board, *v)).collect();
    parts.join(" ")
}

pub(super) fn entry_text(board: &Board, entry: &Entry) -> String {
    match entry {
        Entry::Answer(row) => format!("answer {}", row_token(board, row)),
        Entry::Chance(faces) => {
            let parts: Vec<String> = faces.iter().map(|face| token(board, Val(*face))).collect();
            format!("chance {}", parts.join(" "))
        }
        Entry::Drawn(card) => format!("drawn {}", card.map_or("none".to_owned(), |c| board.cards[c.at()].id.clone())),
        Entry::Picked(what) => format!("picked {}", token(board, *what)),
        Entry::Called { step, result, changes } => {
            format!("called {} {changes} {}", board.steps[step.at()], plain_text(board, result))
        }
        Entry::Outside { changes } => format!("outside {changes}"),
    }
}

pub(super) fn change_text(board: &Board, change: &Change) -> String {
    let at = |a: &CardAt| format!("{}@{}~{}", board.piles[a.pile.at()].id.replace(' ', "."), a.rank, a.shuffle);
    match change {
        Change::Pieces { at, state, delta } => {
            format!("pieces {} {} {delta}", board.spaces[at.at()].id, board.text_of(*state))
        }
        Change::Value { slot, old, new } => {
            let (text, kind) = slot_text(board, *slot);
            format!("value {text} {} {}", raw_text(board, kind, *old), raw_text(board, kind, *new))
        }
        Change::Card { card, old, new } => format!("card {} {} {}", board.cards[card.at()].id, at(old), at(new)),
        Change::Chance { stream, old, new } => format!("chance {} {old} {new}", stream_text(board, *stream)),
        Change::List { slot, old, new } => {
            format!("list {} {} {}", list_slot_text(board, *slot), list_text(board, old), list_text(board, new))
        }
        Change::InForce { old, new } => {
            let columns =
                |e: &InForce| [Val::effect(e.effect), Val::side(e.side), e.until.map_or(Val(-1), Val::period), e.param];
            let list = |l: &[InForce]| list_text(board, &l.iter().flat_map(columns).collect::<Vec<_>>());
            format!("list {IN_FORCE} {} {}", list(old), list(new))
        }
        Change::End { outcome } => {
            let subjects: Vec<String> = outcome.text.subjects.iter().map(|v| token(board, *v)).collect();
            format!("end {} {} {}", outcome.word(board), board.texts[outcome.text.text.at()].id, subjects.join(" "))
        }
    }
}

/// The word for the effects in force where a change of them is written, as a list of four columns each.
pub(super) const IN_FORCE: &str = "in-force";

fn list_text(board: &Board, list: &[Val]) -> String {
    let parts: Vec<String> = list.iter().map(|v| token(board, *v)).collect();
    format!("[{}]", parts.join(","))
}

fn stream_text(board: &Board, stream: u16) -> String {
    let pile = || board.piles.get((stream as usize).checked_sub(board.dice.len())?);
    match (board.dice.get(stream as usize), pile()) {
        (Some(die), _) => format!("die.{}", die.id),
        (None, Some(pile)) => format!("pile.{}", pile.id.replace(' ', ".")),
        (None, None) => "picks".to_owned(),
    }
}

/// What the number in a slot stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Raw {
    Number,
    Id(Kind),
    Word(Kind, usize),
}

/// A number of a slot, by id where it stands for ids.
fn raw_text(board: &Board, raw: Raw, value: i64) -> String {
    match raw {
        Raw::Number => value.to_string(),
        Raw::Id(_) if value <= 0 => "none".into(),
        Raw::Id(kind) => board.text(Val::handle(kind, value as u64 - 1)),
        Raw::Word(kind, word) => {
            let members: Vec<String> =
                bits::members_of(word, value).map(|m| board.text(Val::handle(kind, m as u64))).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

pub(super) fn subject_text(board: &Board, on: On, i: usize) -> String {
    match on {
        On::Game => "game".to_owned(),
        On::Side => board.sides[i].id.clone(),
        On::Spaces(_) => board.spaces[i].id.clone(),
        On::Links(_) => board.links[i].id.clone(),
        On::Card => board.cards[i].id.clone(),
    }
}

/// A number of the position by id: `unrest@port`, `used@port`.
pub(super) fn slot_text(board: &Board, slot: u32) -> (String, Raw) {
    let slot = slot as usize;
    for (t, track) in board.tracks.iter().enumerate() {
        let first = board.layout.track(TrackId::new(t), 0);
        if (first..first + board.subjects(track.on)).contains(&slot) {
            let id = board.apart(Kind::Track, &track.id);
            return (format!("{id}@{}", subject_text(board, track.on, slot - first)), Raw::Number);
        }
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| !matches!(f.holds, FactType::List(_))) {
        let room = board.layout.fact(FactId::new(f));
        if room.all().contains(&slot) {
            let (at, width) = (slot - room.first as usize, room.width as usize);
            let raw = match fact.holds {
                FactType::Id(kind) => Raw::Id(kind),
                FactType::Set(kind) => Raw::Word(kind, at % width),
                _ => Raw::Number,
            };
            let id = board.apart(Kind::Fact, &fact.id);
            return (format!("{id}@{}", subject_text(board, fact.on, at / width)), raw);
        }
    }
    ("?".into(), Raw::Number)
}

pub(super) fn list_slot_text(board: &Board, slot: u32) -> String {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| matches!(f.holds, FactType::List(_))) {
        let room = board.layout.fact(FactId::new(f));
        if room.all().contains(&(slot as usize)) {
            let id = board.apart(Kind::Fact, &fact.id);
            return format!("{id}@{}", subject_text(board, fact.on, slot as usize - room.first as usize));
        }
    }
    "?".into()
}
