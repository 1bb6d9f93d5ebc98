//! Hashing the parts of a position that have an order: open steps, active effects, the result, lists.

use super::Hash;
use crate::board::{Board, first_128_bits};
use crate::ids::*;
use crate::position::{Position, StepInput};
use crate::val::{Kind, PlainValue, Val};

/// A hasher that writes the length or the kind before each part. So two different sequences of parts never give the
/// same bytes.
pub(super) struct PartHasher(blake3::Hasher);

impl PartHasher {
    pub(super) fn new(tag: &str) -> PartHasher {
        let mut hasher = PartHasher(blake3::Hasher::new());
        hasher.word(tag);
        hasher
    }
    pub(super) fn hash(&self) -> Hash {
        Hash::from_hasher(&self.0)
    }
    pub(super) fn number(&self) -> u128 {
        first_128_bits(&self.0)
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
    fn plain(&mut self, board: &Board, plain: &PlainValue) {
        match plain {
            PlainValue::Nil => self.word("nil"),
            PlainValue::Boolean(is_true) => self.word(if *is_true { "true" } else { "false" }),
            PlainValue::Val(val) => self.value(board, *val),
            PlainValue::List(list) => {
                self.word("list");
                values(board, list, self);
            }
        }
    }
}

/// Hashes values in order.
pub(super) fn values(board: &Board, list: &[Val], hasher: &mut PartHasher) {
    hasher.count(list.len());
    list.iter().for_each(|val| hasher.value(board, *val));
}

/// Adds the ordered parts of the board hash to `hasher`: open steps with arguments, active effects, the result, and the
/// side that must answer (`asked`). The [`super::HashSum`] covers the rest.
pub(super) fn feed_board_parts(board: &Board, position: &Position, asked: &str, hasher: &mut PartHasher) {
    hasher.count(position.open_steps().len());
    for frame in position.open_steps() {
        hasher.word(&board.labels[frame.step]);
        hasher.count(frame.args.len());
        frame.args.iter().for_each(|arg| hasher.plain(board, arg));
    }
    hasher.count(position.active_effects().len());
    for effect in position.active_effects() {
        hasher.value(board, Val::effect(effect.effect));
        hasher.value(board, Val::side(effect.side));
        hasher.word(effect.until.map_or("", |period| &board.periods[period.index()]));
        hasher.value(board, effect.param);
    }
    if let Some(outcome) = position.outcome() {
        hasher.word("ended");
        hasher.word(&if outcome.places.is_empty() { String::new() } else { outcome.places_text(board) });
        hasher.word(&board.labels[outcome.text.text].id);
        values(board, &outcome.text.subjects, hasher);
    }
    hasher.word("asked");
    hasher.word(asked);
}

/// Adds the parts that only the full hash has to `hasher`: the seed and the inputs of the open steps.
pub(super) fn feed_history(board: &Board, position: &Position, hasher: &mut PartHasher) {
    hasher.bytes(&position.seed().to_le_bytes());
    for frame in position.open_steps() {
        hasher.count(frame.log.len());
        frame.log.iter().for_each(|input| feed_input(board, input, hasher));
    }
}

fn feed_input(board: &Board, input: &StepInput, hasher: &mut PartHasher) {
    match input {
        StepInput::Answer(row) => {
            hasher.word("answer");
            values(board, row.columns(), hasher);
        }
        StepInput::Chance(faces) => {
            hasher.word("chance");
            hasher.count(faces.len());
            faces.iter().for_each(|face| match Val(*face).kind() {
                Kind::Number => hasher.integer(*face),
                _ => hasher.value(board, Val(*face)),
            });
        }
        StepInput::Drawn(card) => {
            hasher.word("drawn");
            hasher.word(card.map_or("", |card: CardId| &board.cards[card.index()].id));
        }
        StepInput::Picked(thing) => {
            hasher.word("picked");
            hasher.value(board, *thing);
        }
        StepInput::Called { step, result, changes } => {
            hasher.word("called");
            hasher.word(&board.labels[*step]);
            hasher.plain(board, result);
            hasher.integer(i64::from(*changes));
        }
        StepInput::Outside { changes, uses } => {
            hasher.word("outside");
            hasher.integer(i64::from(*changes));
            uses.iter().for_each(|side| hasher.value(board, Val::side(*side)));
        }
    }
}
