//! Reading and setting tracks and facts.
//!
//! A subject is the index of the side, space, link or card that has the track or fact. It is 0 for the game. All
//! setters except `replace_fact` add to the journal, but only if the value changes.
//!
//! `board.layout` is the value layout. It says at which index (slot) a position stores each number and each list. A set
//! is stored as the bits of one or more numbers.

use super::Position;
use crate::board::{Board, FactType, RowKey, SubjectKind};
use crate::change::Change;
use crate::fact::{FactRows, FactValue};
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
    /// Sets a track. The number must be in the range of the track: see [`Position::track_target`].
    #[inline]
    pub fn set_track(&mut self, board: &Board, track: TrackId, subject: usize, new: i64) {
        self.set_value(board, board.layout.track(track, subject), new);
    }
    /// The numbers of a track, by subject.
    #[inline]
    pub fn track_by_subject(&self, board: &Board, track: TrackId) -> &[i64] {
        let first = board.layout.track(track, 0);
        &self.values[first..first + board.subject_count(board.tracks[track.index()].on)]
    }

    /// The value of a fact.
    pub fn fact(&self, board: &Board, fact: FactId, subject: usize) -> FactValue {
        let slot = board.layout.fact(fact).start_of(subject);
        match board.facts[fact.index()].fact_type {
            FactType::List(_) => FactValue::List(self.lists[slot].clone()),
            FactType::Rows(_) => FactValue::Rows(self.rows(board, fact, subject)),
            FactType::Set(kind) => {
                let numbers = &self.values[slot..slot + board.layout.fact(fact).width as usize];
                FactValue::Set(set_bits::members(numbers).map(|m| Val::handle(kind, m as u64)).collect())
            }
            other => FactValue::from_number(other, self.values[slot]),
        }
    }
    /// Sets a fact. A value of the wrong type is ignored. Rows must fit the columns of the fact.
    pub fn set_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
        let slots = *board.layout.fact(fact);
        let slot = slots.start_of(subject);
        match (board.facts[fact.index()].fact_type, value) {
            (FactType::List(_), FactValue::List(list)) => self.set_list(board, slot, list.clone()),
            (FactType::Rows(_), FactValue::Rows(rows)) => self.set_list(board, slot, rows.cells().clone()),
            (FactType::Set(_), FactValue::Set(members)) => {
                let mut numbers = vec![0; slots.width as usize];
                for member in members {
                    let (index, bit) = set_bits::bit_of(member.payload() as usize);
                    numbers[index] |= bit;
                }
                for (index, new) in numbers.into_iter().enumerate() {
                    self.set_value(board, slot + index, new);
                }
            }
            (FactType::Number | FactType::Boolean | FactType::Id(_), value) => {
                if let Some(new) = value.number() {
                    self.set_value(board, slot, new);
                }
            }
            (FactType::List(_) | FactType::Set(_) | FactType::Rows(_), _) => {}
        }
    }
    /// Takes the row `old` out and puts the row `new` in. Either may be empty. No other row may have the key of `new`.
    pub fn change_row(&mut self, board: &Board, fact: FactId, subject: usize, old: &[Val], new: &[Val]) {
        if old != new {
            let slot = board.layout.fact(fact).start_of(subject) as u32;
            self.apply(board, Change::Row { slot, old: old.into(), new: new.into() });
        }
    }
    /// Does what [`Change::Row`] says, without a journal entry.
    pub(crate) fn exchange_row(&mut self, board: &Board, slot: u32, old: &[Val], new: &[Val]) {
        if let Some(fact) = board.fact_of_rows(slot) {
            let list = &mut Arc::make_mut(&mut self.lists)[slot as usize];
            *list = fact.columns.exchange(list, old, new);
        }
    }
    /// The list that stores the value of a fact that is a list or rows.
    pub(crate) fn list_of(&self, board: &Board, fact: FactId, subject: usize) -> &Arc<[Val]> {
        &self.lists[board.layout.fact(fact).start_of(subject)]
    }
    /// The rows of a subject. The fact must have rows.
    pub fn rows(&self, board: &Board, fact: FactId, subject: usize) -> FactRows {
        let cells = self.list_of(board, fact, subject);
        FactRows::new(board.facts[fact.index()].columns.shape(), cells.clone())
    }
    /// The cells of a row. `None` if there is no such row in this position.
    pub fn row(&self, board: &Board, row: &RowKey) -> Option<&[Val]> {
        let (columns, cells) = (&board.facts[row.fact.index()].columns, self.list_of(board, row.fact, row.subject));
        columns.find(cells, &row.key)
    }
    /// The stored number of a fact that is neither a set, a list nor rows: see [`FactValue::number`].
    #[inline]
    pub fn fact_number(&self, board: &Board, fact: FactId, subject: usize) -> i64 {
        self.values[board.layout.fact(fact).start_of(subject)]
    }
    /// Whether a set fact contains a member (an index of its kind).
    #[inline]
    pub fn has_member(&self, board: &Board, fact: FactId, subject: usize, member: usize) -> bool {
        let slots = board.layout.fact(fact);
        let (number_index, bit) = set_bits::bit_of(member);
        number_index < slots.width as usize && self.values[slots.start_of(subject) + number_index] & bit != 0
    }
    /// Returns the subjects for which a set fact contains a member (an index of its kind).
    pub fn subjects_with_member(&self, board: &Board, fact: FactId, subjects: &Set, member: usize) -> Set {
        let slots = board.layout.fact(fact);
        let (number_index, bit) = set_bits::bit_of(member);
        if number_index >= slots.width as usize {
            return Set::EMPTY;
        }
        subjects.filter(|subject| self.values[slots.start_of(subject) + number_index] & bit != 0)
    }
    /// Returns the subjects for which a fact has this stored number. The fact must be neither a set nor a list.
    pub fn subjects_with_number(&self, board: &Board, fact: FactId, subjects: &Set, number: i64) -> Set {
        let first = board.layout.fact(fact).first as usize;
        subjects.filter(|subject| self.values[first + subject] == number)
    }
    /// Adds a member to a set fact, or removes it if `is_member` is false.
    pub fn set_member(&mut self, board: &Board, fact: FactId, subject: usize, member: usize, is_member: bool) {
        let slots = board.layout.fact(fact);
        let (number_index, bit) = set_bits::bit_of(member);
        assert!(number_index < slots.width as usize, "a set fact has a bit for every thing of its kind");
        let slot = slots.start_of(subject) + number_index;
        let old = self.values[slot];
        self.set_value(board, slot, if is_member { old | bit } else { old & !bit });
    }
    /// Whether rules play a side (Non-player), according to the fact [`crate::board::Players::nonplayer`].
    #[inline]
    pub fn is_nonplayer(&self, board: &Board, side: SideId) -> bool {
        board.players.nonplayer.is_some_and(|fact| self.fact_number(board, fact, side.index()) != 0)
    }

    /// Whether the journal has a change of this fact and subject.
    pub(crate) fn journal_changes_fact(&self, board: &Board, fact: FactId, subject: usize) -> bool {
        let slots = board.layout.fact(fact);
        let (from, to) = (slots.start_of(subject), slots.start_of(subject + 1));
        let is_list = board.facts[fact.index()].fact_type.is_stored_as_list();
        self.journal.iter().any(|change| match change {
            Change::Value { slot, .. } => !is_list && (from..to).contains(&(*slot as usize)),
            Change::List { slot, .. } | Change::Row { slot, .. } => is_list && (from..to).contains(&(*slot as usize)),
            _ => false,
        })
    }
    /// Sets a fact without a journal entry.
    pub fn replace_fact(&mut self, board: &Board, fact: FactId, subject: usize, value: &FactValue) {
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

    /// Returns the number that a track can reach on the way to `wanted`. The range of the track and the supply of
    /// printed counters limit the number.
    pub fn track_target(&self, board: &Board, track: TrackId, subject: usize, wanted: i64) -> i64 {
        let def = &board.tracks[track.index()];
        let current = self.track(board, track, subject);
        let wanted = wanted.clamp(def.min, def.max);
        if wanted <= current || def.counters.is_empty() {
            return wanted; // Counters limit only increases.
        }
        // Tries the highest number first. A number that no counter shows is always possible.
        for n in (current + 1..=wanted).rev() {
            let shows = |counter: &crate::board::Counters, n: i64| counter.values.contains(&n);
            let Some(counter) = def.counters.iter().find(|counter| shows(counter, n)) else {
                return n;
            };
            let used = self.counters_used(board, track, counter) - u32::from(shows(counter, current));
            if used < counter.count {
                return n;
            }
        }
        current
    }
    /// How many of these counters a track uses now, over all subjects.
    pub fn counters_used(&self, board: &Board, track: TrackId, counter: &crate::board::Counters) -> u32 {
        let def = &board.tracks[track.index()];
        let subjects: Set = match def.on {
            SubjectKind::Game => Set::one(0),
            SubjectKind::Side => (0..board.sides.len()).collect(),
            SubjectKind::Spaces(kinds) => board.spaces_of(kinds),
            SubjectKind::Links(Some(kind)) => board.link_kinds[kind.index()].members.clone(),
            SubjectKind::Links(None) => (0..board.links.len()).collect(),
            SubjectKind::Card => (0..board.cards.len()).collect(),
        };
        subjects.iter().filter(|s| counter.values.contains(&self.track(board, track, *s))).count() as u32
    }
}
