//! What of a position is hashed as it stands: short, and with an order of its own.

use super::{Hash, keys};
use crate::board::Board;
use crate::ids::*;
use crate::position::{Entry, Position};
use crate::val::{Kind, Plain, Val};

/// What is fed into a hash, each part with its length or its kind before it, so that no two ways of parting it are alike.
pub(super) struct Fed(blake3::Hasher);

impl Fed {
    pub(super) fn new(tag: &str) -> Fed {
        let mut fed = Fed(blake3::Hasher::new());
        fed.word(tag);
        fed
    }
    pub(super) fn hash(&self) -> Hash {
        Hash::taken_from(&self.0)
    }
    pub(super) fn number(&self) -> u128 {
        keys::number(&self.0)
    }
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    fn word(&mut self, word: &str) {
        self.count(word.len());
        self.bytes(word.as_bytes());
    }
    fn count(&mut self, n: usize) {
        self.integer(n as i64);
    }
    fn integer(&mut self, n: i64) {
        self.bytes(&n.to_le_bytes());
    }
    fn value(&mut self, board: &Board, val: Val) {
        self.word(val.kind().word());
        match val.kind() {
            Kind::Number => self.integer(val.0),
            _ => self.word(&board.id_of(val)),
        }
    }
    fn plain(&mut self, board: &Board, plain: &Plain) {
        match plain {
            Plain::Nil => self.word("nil"),
            Plain::Truth(truth) => self.word(if *truth { "true" } else { "false" }),
            Plain::Val(val) => self.value(board, *val),
            Plain::List(list) => {
                self.word("list");
                values(board, list, self);
            }
        }
    }
}

/// Values in order.
pub(super) fn values(board: &Board, list: &[Val], fed: &mut Fed) {
    fed.count(list.len());
    list.iter().for_each(|val| fed.value(board, *val));
}

/// What the board hash knows beside the sum: the open steps with their arguments, the effects in force, the end, who is asked.
pub(super) fn of_board(board: &Board, position: &Position, asked: &str, fed: &mut Fed) {
    fed.count(position.open_steps().len());
    for frame in position.open_steps() {
        fed.word(&board.steps[frame.step.at()]);
        fed.count(frame.args.len());
        frame.args.iter().for_each(|arg| fed.plain(board, arg));
    }
    fed.count(position.effects_in_force().len());
    for effect in position.effects_in_force() {
        fed.value(board, Val::effect(effect.effect));
        fed.value(board, Val::side(effect.side));
        fed.word(effect.until.map_or("", |period| &board.periods[period.at()]));
        fed.value(board, effect.param);
    }
    if let Some(outcome) = position.outcome() {
        fed.word("ended");
        fed.word(&if outcome.places.is_empty() { String::new() } else { outcome.word(board) });
        fed.word(&board.texts[outcome.text.text.at()].id);
        values(board, &outcome.text.subjects, fed);
    }
    fed.word("asked");
    fed.word(asked);
}

/// What only the full hash knows beside the sum: the seed, and what the open steps have been told.
pub(super) fn of_past(board: &Board, position: &Position, fed: &mut Fed) {
    fed.bytes(&position.seed().to_le_bytes());
    for frame in position.open_steps() {
        fed.count(frame.log.len());
        frame.log.iter().for_each(|entry| feed_entry(board, entry, fed));
    }
}

fn feed_entry(board: &Board, entry: &Entry, fed: &mut Fed) {
    match entry {
        Entry::Answer(row) => {
            fed.word("answer");
            values(board, row.columns(), fed);
        }
        Entry::Chance(faces) => {
            fed.word("chance");
            fed.count(faces.len());
            // A number as it is, a word by its id.
            faces.iter().for_each(|face| match Val(*face).kind() {
                Kind::Number => fed.integer(*face),
                _ => fed.value(board, Val(*face)),
            });
        }
        Entry::Drawn(card) => {
            fed.word("drawn");
            fed.word(card.map_or("", |card: CardId| &board.cards[card.at()].id));
        }
        Entry::Picked(what) => {
            fed.word("picked");
            fed.value(board, *what);
        }
        Entry::Called { step, result, changes } => {
            fed.word("called");
            fed.word(&board.steps[step.at()]);
            fed.plain(board, result);
            fed.integer(i64::from(*changes));
        }
        Entry::Outside { changes } => {
            fed.word("outside");
            fed.integer(i64::from(*changes));
        }
    }
}
