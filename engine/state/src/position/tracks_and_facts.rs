//! Reading and setting tracks and facts.
//!
//! A subject is the index of the side, space, link or card that has the track or fact; 0 for the game. All setters
//! add to the journal, and only if the value changes.

use super::Position;
use crate::board::{Board, FactType, SubjectKind};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::set::Set;
use crate::set_bits;
use crate::val::Val;
use std::sync::Arc;

impl Position {
    /// The number of a track.
    #[inline]
    pub fn track(&self, board: &Board, track: TrackId, subject: usize) -> i64 {
        self.values[board.layout.track(track, subject)]
    }
    /// Sets a track. The number must be in its range; see [`Position::track_target`].
    #[inline]
    pub fn set_track(&mut self, board: &Board, track: TrackId, subject: usize, new: i64) {
        self.set_value(board, board.layout.track(track, subject), new);
    }
    /// The numbers of a track, by subject.
    #[inline]
    pub fn track_by_subject(&self, board: &Board, track: TrackId) -> &[i64] {
        let first = board.layout.track(track, 0);
        &self.values[first..first + board.subject_count(board.tracks[track.at()].on)]
    }

    /// The value of a fact.
    pub fn fact(&self, board: &Board, fact: FactId, subject: usize) -> FactValue {
        let at = board.layout.fact(fact).start_of(subject);
        match board.facts[fact.at()].fact_type {
            FactType::List(_) => FactValue::List(self.lists[at].clone()),
            FactType::Set(kind) => {
                let numbers = &self.values[at..at + board.layout.fact(fact).width as usize];
                FactValue::Set(set_bits::members(numbers).map(|m| Val::handle(kind, m as u64)).collect())
            }
            holds => FactValue::from_number(holds, self.values[at]),
        }
    }
    /// Sets a fact. A value of the wrong type is ignored.
    pub fn set_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
        let slots = *board.layout.fact(fact);
        let at = slots.start_of(subject);
        match (board.facts[fact.at()].fact_type, value) {
            (FactType::List(_), FactValue::List(list)) => self.set_list(board, at, list.clone()),
            (FactType::Set(_), FactValue::Set(members)) => {
                let mut numbers = vec![0; slots.width as usize];
                for member in members {
                    let (number, bit) = set_bits::bit_of(member.payload() as usize);
                    numbers[number] |= bit;
                }
                for (number, new) in numbers.into_iter().enumerate() {
                    self.set_value(board, at + number, new);
                }
            }
            (FactType::Number | FactType::Boolean | FactType::Id(_), value) => {
                if let Some(new) = value.number() {
                    self.set_value(board, at, new);
                }
            }
            (FactType::List(_) | FactType::Set(_), _) => {}
        }
    }
    /// The stored number of a fact that is no set or list: see [`FactValue::number`].
    #[inline]
    pub fn fact_number(&self, board: &Board, fact: FactId, subject: usize) -> i64 {
        self.values[board.layout.fact(fact).start_of(subject)]
    }
    /// Whether a set fact contains a member (an index of its kind).
    #[inline]
    pub fn has_member(&self, board: &Board, fact: FactId, subject: usize, member: usize) -> bool {
        let slots = board.layout.fact(fact);
        let (at, bit) = set_bits::bit_of(member);
        at < slots.width as usize && self.values[slots.start_of(subject) + at] & bit != 0
    }
    /// Those of the subjects whose set fact contains a member (an index of its kind).
    pub fn subjects_with_member(&self, board: &Board, fact: FactId, subjects: Set, member: usize) -> Set {
        let slots = board.layout.fact(fact);
        let (at, bit) = set_bits::bit_of(member);
        if at >= slots.width as usize {
            return Set::EMPTY;
        }
        subjects.filter(|subject| self.values[slots.start_of(subject) + at] & bit != 0)
    }
    /// Those of the subjects for which a fact, no set or list, has this stored number.
    pub fn subjects_with_number(&self, board: &Board, fact: FactId, subjects: Set, number: i64) -> Set {
        let first = board.layout.fact(fact).first as usize;
        subjects.filter(|subject| self.values[first + subject] == number)
    }
    /// Adds a member to a set fact, or removes it if `on` is false.
    pub fn set_member(&mut self, board: &Board, fact: FactId, subject: usize, member: usize, on: bool) {
        let slots = board.layout.fact(fact);
        let (at, bit) = set_bits::bit_of(member);
        assert!(at < slots.width as usize, "a set fact has a bit for every thing of its kind");
        let slot = slots.start_of(subject) + at;
        let old = self.values[slot];
        self.set_value(board, slot, if on { old | bit } else { old & !bit });
    }
    /// Whether rules play a side (Non-player), according to the fact [`Board::nonplayer`].
    #[inline]
    pub fn is_nonplayer(&self, board: &Board, side: SideId) -> bool {
        board.nonplayer.is_some_and(|fact| self.fact_number(board, fact, side.at()) != 0)
    }

    /// Whether the journal has a change of this fact and subject.
    pub(crate) fn journal_changes_fact(&self, board: &Board, fact: FactId, subject: usize) -> bool {
        let slots = board.layout.fact(fact);
        let (from, to) = (slots.start_of(subject), slots.start_of(subject + 1));
        let is_list = matches!(board.facts[fact.at()].fact_type, FactType::List(_));
        self.journal.iter().any(|change| match change {
            Change::Value { slot, .. } => !is_list && (from..to).contains(&(*slot as usize)),
            Change::List { slot, .. } => is_list && (from..to).contains(&(*slot as usize)),
            _ => false,
        })
    }
    /// Sets a fact without a journal entry.
    pub(crate) fn replace_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
        let length = self.journal.len();
        self.set_fact(board, fact, subject, value);
        self.journal.truncate(length);
    }
    /// Sets the number in a slot.
    #[inline]
    pub(crate) fn set_value(&mut self, board: &Board, slot: usize, new: i64) {
        let old = self.values[slot];
        if old != new {
            self.apply(board, Change::Value { slot: slot as u32, old, new });
        }
    }
    /// Sets the list in a slot.
    pub(crate) fn set_list(&mut self, board: &Board, slot: usize, new: Arc<[Val]>) {
        let old = self.lists[slot].clone();
        if *old != *new {
            self.apply(board, Change::List { slot: slot as u32, old, new });
        }
    }

    /// The number that a track can reach on the way to `wanted`. Its range and the supply of printed counters limit it.
    pub fn track_target(&self, board: &Board, track: TrackId, subject: usize, wanted: i64) -> i64 {
        let def = &board.tracks[track.at()];
        let now = self.track(board, track, subject);
        let wanted = wanted.clamp(def.min, def.max);
        if wanted <= now || def.counters.is_empty() {
            return wanted; // Counters limit only increases.
        }
        // From the top, so a number without a counter is found at once on any track.
        for n in (now + 1..=wanted).rev() {
            let shows = |counter: &crate::board::Counters, n: i64| counter.values.contains(&n);
            let Some(counter) = def.counters.iter().find(|counter| shows(counter, n)) else {
                return n;
            };
            let used = self.counters_used(board, track, counter) - u32::from(shows(counter, now));
            if used < counter.count {
                return n;
            }
        }
        now
    }
    /// How many of these counters a track uses now, over all subjects.
    pub fn counters_used(&self, board: &Board, track: TrackId, counter: &crate::board::Counters) -> u32 {
        let def = &board.tracks[track.at()];
        let subjects: Set = match def.on {
            SubjectKind::Game => Set::one(0),
            SubjectKind::Side => (0..board.sides.len()).collect(),
            SubjectKind::Spaces(kinds) => board.spaces_of(kinds),
            SubjectKind::Links(Some(kind)) => board.link_kinds[kind.at()].members,
            SubjectKind::Links(None) => (0..board.links.len()).collect(),
            SubjectKind::Card => Set::EMPTY,
        };
        subjects.iter().filter(|s| counter.values.contains(&self.track(board, track, *s))).count() as u32
    }
}
