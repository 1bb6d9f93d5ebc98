//! Reading the lines that only saved positions have: the inputs of open steps and the journal.

use super::lex::{Fragment, NotationError, Result, items};
use super::read::{FormerBoard, MAX_COUNTER, Reader, Statement, read_rank};
use super::save::{IN_FORCE, SlotType, list_slot_text, slot_text};
use crate::board::Board;
use crate::chance::{pick_stream, pile_stream};
use crate::change::Change;
use crate::ids::*;
use crate::position::{ActiveEffect, CardLocation, Frame, Position, Row, StepInput};
use crate::set_bits;
use crate::val::{Kind, PlainValue, Val};
use std::sync::Arc;

/// The most pieces of one state at one space.
const MAX_PIECES: i32 = u16::MAX as i32;

/// Reads the lines that `print_save` adds: where the open steps began in the journal (`began`), their inputs (`log`),
/// and the journal (`change`).
pub(super) fn load_tail(
    board: &Board,
    position: &mut Position,
    text: &str,
) -> std::result::Result<(), Vec<NotationError>> {
    let former = FormerBoard::new(board, text);
    let mut errors = Vec::new();
    for item in items(text) {
        let words = item.words();
        let result = match words[0].text {
            "began" => former
                .read(|reader| reader.step_start(&words, position))
                .map(|(depth, frame)| position.stack[depth] = frame),
            "log" => former
                .read(|reader| reader.input(&words, position))
                .map(|(depth, input)| position.stack[depth].log.push(input)),
            "change" => former.read(|reader| reader.read_change(&words)).map(|change| position.journal.push(change)),
            _ => Ok(()),
        };
        if let Err(error) = result {
            errors.push(error);
        }
    }
    if errors.is_empty() && !position.can_be_undone() {
        let message = "the changes do not lead to this position".to_owned();
        errors.push(NotationError { span: 0..text.len(), message, candidates: vec![] });
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Removes the kind from the text of a slot: `unrest@port` for `track:unrest@port`.
fn without_kind(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, text)| text)
}

impl<'a> Reader<'a> {
    /// Reads where an open step began. Returns its depth and the step.
    fn step_start(&self, words: &[Fragment<'a>], position: &Position) -> Result<(usize, Frame)> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let start = self.parsed(words, 2, "a length")?;
        let frame = position.stack.get(depth).ok_or_else(|| words[1].error("no such open step", vec![]))?;
        let mut frame = Frame { start, ..frame.clone() };
        if words.len() > 4 {
            frame.called = self.step(&words[2..4])?.0;
            frame.call_start = self.parsed(words, 4, "a length")?;
        }
        Ok((depth, frame))
    }

    /// Reads an input of an open step. Returns the depth of the step, and the input.
    fn input(&self, words: &[Fragment<'a>], position: &Position) -> Result<(usize, StepInput)> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let kind = words.get(2).ok_or_else(|| words[0].error("the kind of input is missing", vec![]))?;
        let arguments = &words[3..];
        let input = match kind.text {
            "answer" => {
                let cols = arguments.iter().map(|w| self.val(*w)).collect::<Result<Vec<_>>>()?;
                StepInput::Answer(Row::new(&cols))
            }
            "chance" => StepInput::Chance(arguments.iter().map(|w| self.parse_face_value(w)).collect::<Result<_>>()?),
            "drawn" => {
                let word = arguments.first().ok_or_else(|| kind.error("a card is missing", vec![]))?;
                StepInput::Drawn(match word.text {
                    "none" => None,
                    id => Some(self.board.card(id).ok_or_else(|| word.error(format!("unknown card `{id}`"), vec![]))?),
                })
            }
            "picked" => {
                let word = arguments.first().ok_or_else(|| kind.error("the picked thing is missing", vec![]))?;
                StepInput::Picked(self.val(*word)?)
            }
            "called" => {
                let (step, _) =
                    self.step(&[*kind, *arguments.first().ok_or_else(|| kind.error("a step is missing", vec![]))?])?;
                let changes = self.parsed(words, 4, "a number")?;
                let result = arguments.get(2).map_or(Ok(PlainValue::Nil), |w| self.plain(*w))?;
                StepInput::Called { step, result, changes }
            }
            "outside" => {
                let side = |word: &Fragment<'a>| {
                    self.board
                        .side(word.text)
                        .ok_or_else(|| word.error(format!("unknown side `{}`", word.text), vec![]))
                };
                let uses = arguments.iter().skip(1).map(side).collect::<Result<_>>()?;
                StepInput::Outside { changes: self.parsed(words, 3, "a number")?, uses }
            }
            other => return Err(kind.error(format!("unknown input `{other}`"), vec![])),
        };
        match position.stack.get(depth) {
            Some(_) => Ok((depth, input)),
            None => Err(words[1].error("no such open step", vec![])),
        }
    }

    /// Parses a face of a die (a number or a word), or a number of successes.
    fn parse_face_value(&self, word: &Fragment<'a>) -> Result<i64> {
        match self.val(*word)? {
            face if matches!(face.kind(), Kind::Number | Kind::Word) => Ok(face.0),
            _ => Err(word.error(format!("`{}` is no face of a die", word.text), vec![])),
        }
    }

    fn read_change(&self, words: &[Fragment<'a>]) -> Result<Change> {
        let board = self.board;
        let unknown = |w: &Fragment<'a>| w.error(format!("unknown `{}`", w.text), vec![]);
        let word = |i: usize| words.get(i).copied().ok_or_else(|| words[0].error("a change is cut short", vec![]));
        Ok(match word(1)?.text {
            "pieces" => Change::Pieces {
                at: board.space(word(2)?.text).ok_or_else(|| unknown(&words[2]))?,
                state: board.state(word(3)?.text).ok_or_else(|| unknown(&words[3]))?,
                delta: match self.parsed(words, 4, "a number")? {
                    n if (-MAX_PIECES..=MAX_PIECES).contains(&n) => n,
                    n => return Err(words[4].error(format!("`{n}` is too large a number"), vec![])),
                },
            },
            "value" => {
                let (old, new) = (word(3)?, word(4)?);
                let (slot, slot_type) = self.slot(word(2)?, [old, new])?;
                Change::Value { slot, old: self.slot_number(slot_type, old)?, new: self.slot_number(slot_type, new)? }
            }
            "card" => Change::Card {
                card: board.card(word(2)?.text).ok_or_else(|| unknown(&words[2]))?,
                old: self.card_location(word(3)?)?,
                new: self.card_location(word(4)?)?,
            },
            "chance" => {
                let stream = word(2)?;
                let stream_index = match stream.text.split_once('.') {
                    Some(("die", id)) => {
                        board.find_of_kind(Kind::Die, id).and_then(|v| v.index(Kind::Die)).map(|d| d as u16)
                    }
                    Some(("pile", id)) => board.pile(&id.replace('.', " ")).map(|p| pile_stream(board, p)),
                    _ if stream.text == "picks" => Some(pick_stream(board)),
                    _ => None,
                };
                Change::Chance {
                    stream: stream_index.ok_or_else(|| unknown(&stream))?,
                    old: self.counter(words, 3)?,
                    new: self.counter(words, 4)?,
                }
            }
            kind @ ("list" | "row") => {
                let list = |w: Fragment<'a>| match self.plain(w)? {
                    PlainValue::List(vals) => Ok(vals),
                    _ => Err(unknown(&w)),
                };
                let (old, new) = (word(3)?, word(4)?);
                if word(2)?.text == IN_FORCE {
                    let effects = |w: Fragment<'a>| self.effects_from_columns(&list(w)?).ok_or_else(|| unknown(&w));
                    return Ok(Change::ActiveEffects { old: effects(old)?, new: effects(new)? });
                }
                let slot = self.list_slot(word(2)?)?;
                let list = |word| self.board.ordered_list(slot, list(word)?).ok_or_else(|| unknown(&word));
                let (old_list, new_list) = (list(old)?, list(new)?);
                match kind {
                    "list" => Change::List { slot, old: old_list, new: new_list },
                    _ if !self.board.is_row_change(slot, &old_list, &new_list) => return Err(unknown(&new)),
                    _ => Change::Row { slot, old: old_list, new: new_list },
                }
            }
            "end" => match self.ended(&words[1..])? {
                Statement::Ended { outcome } => Change::End { outcome: Arc::new(outcome) },
                _ => return Err(unknown(&words[1])),
            },
            _ => return Err(unknown(&words[1])),
        })
    }

    /// Finds the slot that a change alters, from the text of its track or fact and its subject, for example
    /// `unrest@port`. A set may have several slots. Then the slot is the one that contains the members in `values`,
    /// which are the old and the new value.
    fn slot(&self, word: Fragment<'a>, values: [Fragment<'a>; 2]) -> Result<(u32, SlotType)> {
        let unknown = || word.error(format!("unknown `{}`", word.text), vec![]);
        let id = word.text.split('@').next().unwrap_or_default();
        let mut slots = self.board.slots_of_id(id).map(|slot| slot as u32);
        let is_named = |text: &str| without_kind(text) == without_kind(word.text);
        let found =
            slots.find_map(|slot| Some((slot, slot_text(self.board, slot))).filter(|(_, (text, _))| is_named(text)));
        let (slot, (_, slot_type)) = found.ok_or_else(unknown)?;
        let SlotType::SetPart(kind, first_part) = slot_type else { return Ok((slot, slot_type)) };
        for word in values {
            if let Some(member) = self.members(kind, word)?.first() {
                let offset = set_bits::bit_of(*member).0 - first_part;
                return Ok((slot + offset as u32, SlotType::SetPart(kind, first_part + offset)));
            }
        }
        Ok((slot, slot_type))
    }

    fn list_slot(&self, word: Fragment<'a>) -> Result<u32> {
        (0..self.board.layout.lists as u32)
            .find(|s| without_kind(&list_slot_text(self.board, *s)) == without_kind(word.text))
            .ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    /// Makes active effects from a list of their columns. Each effect has four columns.
    fn effects_from_columns(&self, columns: &[Val]) -> Option<Arc<[ActiveEffect]>> {
        let effect = |group: &[Val]| {
            let [effect, side, until, param] = *group else { return None };
            Some(ActiveEffect {
                effect: EffectId::new(effect.index(Kind::Effect)?),
                side: SideId::new(side.index(Kind::Side)?),
                until: if until == Val(-1) { None } else { Some(PeriodId::new(until.index(Kind::Period)?)) },
                param,
            })
        };
        columns.chunks(4).map(effect).collect()
    }

    /// Parses the members that one number of a stored set holds, as indices.
    fn members(&self, kind: Kind, word: Fragment<'a>) -> Result<Vec<usize>> {
        let ids = word.text.trim_start_matches('{').trim_end_matches('}').split(',').filter(|t| !t.is_empty());
        let read = |id: &str| self.board.parse(kind, id).map(|val| val.payload() as usize);
        ids.map(read).collect::<Option<_>>().ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    fn slot_number(&self, slot_type: SlotType, word: Fragment<'a>) -> Result<i64> {
        let unknown = || word.error(format!("unknown `{}`", word.text), vec![]);
        Ok(match slot_type {
            SlotType::Number => self.whole_number(&word)?,
            SlotType::Id(_) if word.text == "none" => 0,
            SlotType::Id(kind) => self.board.parse(kind, word.text).ok_or_else(unknown)?.payload() as i64 + 1,
            SlotType::SetPart(kind, slot_part) => {
                let mut number = 0;
                for member in self.members(kind, word)? {
                    let (part, bit) = set_bits::bit_of(member);
                    if part != slot_part {
                        return Err(unknown());
                    }
                    number |= bit;
                }
                number
            }
        })
    }

    fn card_location(&self, word: Fragment<'a>) -> Result<CardLocation> {
        let unknown =
            || word.error(format!("`{}` is not a card location: write `PILE@RANK~SHUFFLE`", word.text), vec![]);
        let (pile, rest) = word.text.rsplit_once('@').ok_or_else(unknown)?;
        let (rank, shuffle) = rest.split_once('~').ok_or_else(unknown)?;
        Ok(CardLocation {
            pile: self.board.pile(&pile.replace('.', " ")).ok_or_else(unknown)?,
            rank: read_rank(rank).ok_or_else(unknown)?,
            shuffle: shuffle.parse().ok().filter(|s| *s <= MAX_COUNTER).ok_or_else(unknown)?,
        })
    }
}
