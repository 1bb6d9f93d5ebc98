//! What only saved positions hold, read: what open steps have been told, and the journal.

use super::lex::{NotationError, Result, Word, items};
use super::read::{MOST_COUNTED, Reader, Says, read_rank};
use super::save::{IN_FORCE, Raw, list_slot_text, slot_text};
use crate::bits;
use crate::board::Board;
use crate::chance::{pick_stream, pile_stream};
use crate::change::Change;
use crate::ids::*;
use crate::position::{CardAt, Entry, InForce, Position, Row};
use crate::val::{Kind, Plain, Val};
use std::sync::Arc;

/// More pieces of a state than this lie nowhere.
const MOST_PIECES: i32 = u16::MAX as i32;

/// Reads the `began`, `log` and `change` lines that `print_save` adds.
pub(super) fn load_tail(
    board: &Board,
    position: &mut Position,
    text: &str,
) -> std::result::Result<(), Vec<NotationError>> {
    let reader = Reader { board };
    let mut errors = Vec::new();
    for part in items(text) {
        let words = part.words();
        let done = match words[0].text {
            "began" => reader.began(&words, position),
            "log" => reader.log(&words, position),
            "change" => reader.change(&words).map(|c| position.journal.push(c)),
            _ => Ok(()),
        };
        if let Err(error) = done {
            errors.push(error);
        }
    }
    if errors.is_empty() && !position.can_be_taken_back() {
        let message = "the changes do not lead to this position".to_owned();
        errors.push(NotationError { span: 0..text.len(), message, candidates: vec![] });
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// What a number or list is kept for, without the kind before it: `unrest@port` of `track:unrest@port`.
fn of_no_kind(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, text)| text)
}

impl<'a> Reader<'a> {
    fn began(&self, words: &[Word<'a>], position: &mut Position) -> Result<()> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let start = self.parsed(words, 2, "a length")?;
        let frame = position.stack.get_mut(depth).ok_or_else(|| words[1].error("no such open step", vec![]))?;
        frame.start = start;
        if words.len() > 4 {
            frame.called = self.step(&words[2..4])?.0;
            frame.call_start = self.parsed(words, 4, "a length")?;
        }
        Ok(())
    }

    fn log(&self, words: &[Word<'a>], position: &mut Position) -> Result<()> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let kind = words.get(2).ok_or_else(|| words[0].error("what is logged is missing", vec![]))?;
        let rest = &words[3..];
        let entry = match kind.text {
            "answer" => {
                let cols = rest.iter().map(|w| self.val(*w)).collect::<Result<Vec<_>>>()?;
                Entry::Answer(Row::of(&cols))
            }
            "chance" => Entry::Chance(rest.iter().map(|w| self.came_out(w)).collect::<Result<_>>()?),
            "drawn" => {
                let word = rest.first().ok_or_else(|| kind.error("a card is missing", vec![]))?;
                Entry::Drawn(match word.text {
                    "none" => None,
                    id => Some(self.board.card(id).ok_or_else(|| word.error(format!("unknown card `{id}`"), vec![]))?),
                })
            }
            "picked" => {
                let word = rest.first().ok_or_else(|| kind.error("what was picked is missing", vec![]))?;
                Entry::Picked(self.val(*word)?)
            }
            "called" => {
                let (step, _) =
                    self.step(&[*kind, *rest.first().ok_or_else(|| kind.error("a step is missing", vec![]))?])?;
                let changes = self.parsed(words, 4, "a number")?;
                let result = rest.get(2).map_or(Ok(Plain::Nil), |w| self.plain(*w))?;
                Entry::Called { step, result, changes }
            }
            "outside" => Entry::Outside { changes: self.parsed(words, 3, "a number")? },
            other => return Err(kind.error(format!("unknown log entry `{other}`"), vec![])),
        };
        let frame = position.stack.get_mut(depth).ok_or_else(|| words[1].error("no such open step", vec![]))?;
        frame.log.push(entry);
        Ok(())
    }

    /// What a die came to: a number, or a word; the successes of a check.
    fn came_out(&self, word: &Word<'a>) -> Result<i64> {
        match self.val(*word)? {
            face if matches!(face.kind(), Kind::Number | Kind::Word) => Ok(face.0),
            _ => Err(word.error(format!("`{}` stands on no die", word.text), vec![])),
        }
    }

    fn change(&self, words: &[Word<'a>]) -> Result<Change> {
        let board = self.board;
        let bad = |w: &Word<'a>| w.error(format!("unknown `{}`", w.text), vec![]);
        let word = |i: usize| words.get(i).copied().ok_or_else(|| words[0].error("a change is cut short", vec![]));
        Ok(match word(1)?.text {
            "pieces" => Change::Pieces {
                at: board.space(word(2)?.text).ok_or_else(|| bad(&words[2]))?,
                state: board.state(word(3)?.text).ok_or_else(|| bad(&words[3]))?,
                delta: match self.parsed(words, 4, "a number")? {
                    n if (-MOST_PIECES..=MOST_PIECES).contains(&n) => n,
                    n => return Err(words[4].error(format!("`{n}` is too large a number"), vec![])),
                },
            },
            "value" => {
                let (old, new) = (word(3)?, word(4)?);
                let (slot, raw) = self.slot(word(2)?, [old, new])?;
                Change::Value { slot, old: self.raw(raw, old)?, new: self.raw(raw, new)? }
            }
            "card" => Change::Card {
                card: board.card(word(2)?.text).ok_or_else(|| bad(&words[2]))?,
                old: self.card_at(word(3)?)?,
                new: self.card_at(word(4)?)?,
            },
            "chance" => {
                let stream = word(2)?;
                let found = match stream.text.split_once('.') {
                    Some(("die", id)) => {
                        board.find_as(Kind::Die, id).and_then(|v| v.index(Kind::Die)).map(|d| d as u16)
                    }
                    Some(("pile", id)) => board.pile(&id.replace('.', " ")).map(|p| pile_stream(board, p)),
                    _ if stream.text == "picks" => Some(pick_stream(board)),
                    _ => None,
                };
                Change::Chance {
                    stream: found.ok_or_else(|| bad(&stream))?,
                    old: self.counter(words, 3)?,
                    new: self.counter(words, 4)?,
                }
            }
            "list" => {
                let list = |w: Word<'a>| match self.plain(w)? {
                    Plain::List(vals) => Ok(vals),
                    _ => Err(bad(&w)),
                };
                let (old, new) = (word(3)?, word(4)?);
                if word(2)?.text == IN_FORCE {
                    let effects = |w: Word<'a>| self.in_force(&list(w)?).ok_or_else(|| bad(&w));
                    Change::InForce { old: effects(old)?, new: effects(new)? }
                } else {
                    Change::List { slot: self.list_slot(word(2)?)?, old: list(old)?.into(), new: list(new)?.into() }
                }
            }
            "end" => match self.ended(&words[1..])? {
                Says::Ended { outcome } => Change::End { outcome: Arc::new(outcome) },
                _ => return Err(bad(&words[1])),
            },
            _ => return Err(bad(&words[1])),
        })
    }

    /// The number that a change alters, by the fact or track and its subject; of a set that takes several numbers,
    /// the one in which the members lie that it had or has.
    fn slot(&self, word: Word<'a>, of: [Word<'a>; 2]) -> Result<(u32, Raw)> {
        let unknown = || word.error(format!("unknown `{}`", word.text), vec![]);
        let id = word.text.split('@').next().unwrap_or_default();
        let mut own = self.board.numbers_of(id).map(|slot| slot as u32);
        let found = own.find_map(|s| {
            Some((s, slot_text(self.board, s))).filter(|(_, (text, _))| of_no_kind(text) == of_no_kind(word.text))
        });
        let (slot, (_, raw)) = found.ok_or_else(unknown)?;
        let Raw::Word(kind, at) = raw else { return Ok((slot, raw)) };
        for word in of {
            if let Some(member) = self.members(kind, word)?.first() {
                let further = bits::place_of(*member).0 - at;
                return Ok((slot + further as u32, Raw::Word(kind, at + further)));
            }
        }
        Ok((slot, raw))
    }

    fn list_slot(&self, word: Word<'a>) -> Result<u32> {
        (0..self.board.layout.lists as u32)
            .find(|s| of_no_kind(&list_slot_text(self.board, *s)) == of_no_kind(word.text))
            .ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    /// Effects in force from their columns.
    fn in_force(&self, columns: &[Val]) -> Option<Arc<[InForce]>> {
        let effect = |row: &[Val]| {
            let [effect, side, until, param] = *row else { return None };
            Some(InForce {
                effect: EffectId::new(effect.index(Kind::Effect)?),
                side: SideId::new(side.index(Kind::Side)?),
                until: if until == Val(-1) { None } else { Some(PeriodId::new(until.index(Kind::Period)?)) },
                param,
            })
        };
        columns.chunks(4).map(effect).collect()
    }

    /// The members that a number of a set stands for, as their indices.
    fn members(&self, kind: Kind, word: Word<'a>) -> Result<Vec<usize>> {
        let ids = word.text.trim_start_matches('{').trim_end_matches('}').split(',').filter(|t| !t.is_empty());
        let read = |id: &str| self.board.read(kind, id).map(|val| val.payload() as usize);
        ids.map(read).collect::<Option<_>>().ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    fn raw(&self, raw: Raw, word: Word<'a>) -> Result<i64> {
        let bad = || word.error(format!("unknown `{}`", word.text), vec![]);
        Ok(match raw {
            Raw::Number => self.whole_number(&word)?,
            Raw::Id(_) if word.text == "none" => 0,
            Raw::Id(kind) => self.board.read(kind, word.text).ok_or_else(bad)?.payload() as i64 + 1,
            Raw::Word(kind, at) => {
                let mut number = 0;
                for member in self.members(kind, word)? {
                    let (there, bit) = bits::place_of(member);
                    if there != at {
                        return Err(bad());
                    }
                    number |= bit;
                }
                number
            }
        })
    }

    fn card_at(&self, word: Word<'a>) -> Result<CardAt> {
        let bad = || word.error(format!("`{}` is no card's place", word.text), vec![]);
        let (pile, rest) = word.text.rsplit_once('@').ok_or_else(bad)?;
        let (rank, shuffle) = rest.split_once('~').ok_or_else(bad)?;
        Ok(CardAt {
            pile: self.board.pile(&pile.replace('.', " ")).ok_or_else(bad)?,
            rank: read_rank(rank).ok_or_else(bad)?,
            shuffle: shuffle.parse().ok().filter(|s| *s <= MOST_COUNTED).ok_or_else(bad)?,
        })
    }
}
