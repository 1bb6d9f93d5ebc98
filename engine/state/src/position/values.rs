//! Tracks and facts: what they are for a subject, and setting them.
//!
//! A subject is the index of what a track or fact is kept on: a side, space, link or card; 0 for the game.

use super::Position;
use crate::bits;
use crate::board::{Board, FactType, On};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::set::Set;
use crate::val::Val;
use std::sync::Arc;

impl Position {
    /// Where a track is.
    #[inline]
    pub fn track(&self, board: &Board, track: TrackId, subject: usize) -> i64 {
        self.values[board.layout.track(track, subject)]
    }
    /// Puts a track at a number of its own (see [`Position::track_target`]), journalled if it differs.
    #[inline]
    pub fn set_track(&mut self, board: &Board, track: TrackId, subject: usize, new: i64) {
        self.set_value(board, board.layout.track(track, subject), new);
    }
    /// Where a track kept on spaces is, space by space in the board's order.
    #[inline]
    pub fn track_by_subject(&self, board: &Board, track: TrackId) -> &[i64] {
        let first = board.layout.track(track, 0);
        &self.values[first..first + board.subjects(board.tracks[track.at()].on)]
    }

    /// What a fact says.
    pub fn fact(&self, board: &Board, fact: FactId, subject: usize) -> FactValue {
        let at = board.layout.fact(fact).of(subject);
        match board.facts[fact.at()].holds {
            FactType::List(_) => FactValue::List(self.lists[at].clone()),
            FactType::Set(kind) => {
                let numbers = &self.values[at..at + board.layout.fact(fact).width as usize];
                FactValue::Set(bits::members(numbers).map(|m| Val::handle(kind, m as u64)).collect())
            }
            holds => FactValue::of_number(holds, self.values[at]),
        }
    }
    /// Lets a fact say something, journalled where it differs. A value of another type than the fact's says nothing.
    pub fn set_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
        let room = *board.layout.fact(fact);
        let at = room.of(subject);
        match (board.facts[fact.at()].holds, value) {
            (FactType::List(_), FactValue::List(list)) => self.set_list(board, at, list.clone()),
            (FactType::Set(_), FactValue::Set(members)) => {
                let mut numbers = vec![0; room.width as usize];
                for member in members {
                    let (number, bit) = bits::place_of(member.payload() as usize);
                    numbers[number] |= bit;
                }
                for (number, new) in numbers.into_iter().enumerate() {
                    self.set_value(board, at + number, new);
                }
            }
            (FactType::Number | FactType::Truth | FactType::Id(_), value) => {
                if let Some(new) = value.number() {
                    self.set_value(board, at, new);
                }
            }
            (FactType::List(_) | FactType::Set(_), _) => {}
        }
    }
    /// The number that a fact of one is kept as: see [`FactValue::number`].
    #[inline]
    pub fn fact_number(&self, board: &Board, fact: FactId, subject: usize) -> i64 {
        self.values[board.layout.fact(fact).of(subject)]
    }
    /// Whether a set fact holds a member (an index of its kind).
    #[inline]
    pub fn fact_has(&self, board: &Board, fact: FactId, subject: usize, member: usize) -> bool {
        let room = board.layout.fact(fact);
        let (at, bit) = bits::place_of(member);
        at < room.width as usize && self.values[room.of(subject) + at] & bit != 0
    }
    /// Of some subjects, those whose set fact holds a member (an index of its kind).
    pub fn subjects_with(&self, board: &Board, fact: FactId, subjects: Set, member: usize) -> Set {
        let room = board.layout.fact(fact);
        let (at, bit) = bits::place_of(member);
        if at >= room.width as usize {
            return Set::EMPTY;
        }
        subjects.filter(|subject| self.values[room.of(subject) + at] & bit != 0)
    }
    /// Of some subjects, those for which a fact of one number says that.
    pub fn subjects_where(&self, board: &Board, fact: FactId, subjects: Set, number: i64) -> Set {
        let first = board.layout.fact(fact).first as usize;
        subjects.filter(|subject| self.values[first + subject] == number)
    }
    /// Adds a member to a set fact, or takes it out.
    pub fn fact_put(&mut self, board: &Board, fact: FactId, subject: usize, member: usize, on: bool) {
        let room = board.layout.fact(fact);
        let (at, bit) = bits::place_of(member);
        assert!(at < room.width as usize, "a set has room for all things of its kind");
        let slot = room.of(subject) + at;
        let old = self.values[slot];
        self.set_value(board, slot, if on { old | bit } else { old & !bit });
    }
    /// Whether rules play a side, by the fact that the game declares for it.
    #[inline]
    pub fn is_nonplayer(&self, board: &Board, side: SideId) -> bool {
        board.nonplayer.is_some_and(|fact| self.fact_number(board, fact, side.at()) != 0)
    }

    /// Whether a change of the journal has written a fact of this subject.
    pub(crate) fn has_written(&self, board: &Board, fact: FactId, subject: usize) -> bool {
        let room = board.layout.fact(fact);
        let (from, to) = (room.of(subject), room.of(subject + 1));
        let is_list = matches!(board.facts[fact.at()].holds, FactType::List(_));
        self.journal.iter().any(|change| match change {
            Change::Value { slot, .. } => !is_list && (from..to).contains(&(*slot as usize)),
            Change::List { slot, .. } => is_list && (from..to).contains(&(*slot as usize)),
            _ => false,
        })
    }
    /// Lets a fact say something as if it always had: nothing is journalled.
    pub(crate) fn put_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
        let made = self.journal.len();
        self.set_fact(board, fact, subject, value);
        self.journal.truncate(made);
    }
    /// Sets a number where it lies, journalled if it differs.
    #[inline]
    pub(crate) fn set_value(&mut self, board: &Board, slot: usize, new: i64) {
        let old = self.values[slot];
        if old != new {
            self.apply(board, Change::Value { slot: slot as u32, old, new });
        }
    }
    /// Sets a list where it lies, journalled if it differs.
    pub(crate) fn set_list(&mut self, board: &Board, slot: usize, new: Arc<[Val]>) {
        let old = self.lists[slot].clone();
        if *old != *new {
            self.apply(board, Change::List { slot: slot as u32, old, new });
        }
    }

    /// How far a track may rise from where it is: its maximum, and the counters that show its numbers.
    pub fn track_target(&self, board: &Board, track: TrackId, subject: usize, wanted: i64) -> i64 {
        let def = &board.tracks[track.at()];
        let now = self.track(board, track, subject);
        let wanted = wanted.clamp(def.min, def.max);
        if wanted <= now || def.counters.is_empty() {
            return wanted; // A fall is never held up.
        }
        // From the top: a number that no counter shows is reached at once, however wide the track.
        for n in (now + 1..=wanted).rev() {
            let same = |v: i64, c: &crate::board::Counters| c.values.contains(&v);
            let Some(counter) = def.counters.iter().find(|c| same(n, c)) else {
                return n;
            };
            let used = self.counters_used(board, track, counter) - u32::from(same(now, counter));
            if used < counter.count {
                return n;
            }
        }
        now
    }
    /// How many counters of one kind a mark uses.
    pub fn counters_used(&self, board: &Board, track: TrackId, counter: &crate::board::Counters) -> u32 {
        let def = &board.tracks[track.at()];
        let subjects: Set = match def.on {
            On::Game => Set::one(0),
            On::Side => (0..board.sides.len()).collect(),
            On::Spaces(kinds) => board.spaces_of(kinds),
            On::Links(Some(kind)) => board.link_kinds[kind.at()].members,
            On::Links(None) => (0..board.links.len()).collect(),
            On::Card => Set::EMPTY,
        };
        subjects.iter().filter(|s| counter.values.contains(&self.track(board, track, *s))).count() as u32
    }
}
