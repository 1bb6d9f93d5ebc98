//! Where a position stores each track and fact: the slots in [`crate::Position::numbers`] and in its lists.
//!
//! First come the tracks and the facts that need one number for each subject. Then come the sets, whose width depends
//! on the number of possible members. So a set of actions can grow when the scripts load, and no earlier slot moves.

use super::{Board, Fact, FactType};
use crate::ids::*;
use crate::set_bits;
use crate::val::Kind;
use std::ops::Range;

/// The slots of one fact.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Slots {
    /// The index of the first number, or of the first list.
    pub(crate) first: u32,
    /// How many numbers or lists each subject has.
    pub(crate) width: u32,
    /// The number of subjects.
    pub(crate) subjects: u32,
}

impl Slots {
    /// The index of a subject's first number, or of its list.
    #[inline]
    pub(crate) fn start_of(&self, subject: usize) -> usize {
        self.first as usize + subject * self.width as usize
    }
    /// All slots of the fact.
    pub(crate) fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.subjects * self.width) as usize
    }
}

/// The slots of all tracks and facts of a board.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueLayout {
    tracks: Vec<u32>,
    facts: Vec<Slots>,
    /// How many numbers come before the numbers of sets.
    single_numbers: usize,
    /// The initial value of every number.
    pub(crate) initial: Vec<i64>,
    /// The number of lists.
    pub(crate) lists: usize,
}

impl ValueLayout {
    /// Assigns slots to every track and fact of a board.
    pub(crate) fn new(board: &Board) -> ValueLayout {
        let mut layout = ValueLayout::default();
        for track in &board.tracks {
            layout.tracks.push(layout.initial.len() as u32);
            layout.initial.extend(std::iter::repeat_n(track.start, board.subject_count(track.on)));
        }
        for fact in &board.facts {
            let subjects = board.subject_count(fact.on);
            let mut slots = Slots { first: 0, width: 1, subjects: subjects as u32 };
            match fact.fact_type {
                FactType::List(_) | FactType::Rows(_) => {
                    slots.first = layout.lists as u32;
                    layout.lists += subjects;
                }
                FactType::Set(kind) => slots.width = set_bits::numbers_needed(board.count_of(kind)) as u32,
                FactType::Number | FactType::Boolean | FactType::Id(_) => {
                    slots.first = layout.initial.len() as u32;
                    layout.initial.extend(std::iter::repeat_n(fact.default, subjects));
                }
            }
            layout.facts.push(slots);
        }
        layout.single_numbers = layout.initial.len();
        for (fact, slots) in board.facts.iter().zip(&mut layout.facts) {
            if let FactType::Set(_) = fact.fact_type {
                slots.first = layout.initial.len() as u32;
                layout.initial.extend(std::iter::repeat_n(0, slots.range().len()));
            }
        }
        layout
    }
    /// The slot of a track for a subject.
    #[inline]
    pub(crate) fn track(&self, track: TrackId, subject: usize) -> usize {
        self.tracks[track.index()] as usize + subject
    }
    /// The slots of a fact.
    #[inline]
    pub(crate) fn fact(&self, fact: FactId) -> &Slots {
        &self.facts[fact.index()]
    }
}

impl Board {
    /// Returns the slots of the track or fact with this id, which may have `track:` or `fact:` before it. Returns an
    /// empty range for a fact that holds a list or rows and for an unknown id.
    pub(crate) fn slots_of_id(&self, id: &str) -> Range<usize> {
        let kind = [Kind::Track, Kind::Fact].into_iter().find(|kind| id.starts_with(&self.id_with_kind(*kind, "")));
        let id = id.split_once(':').map_or(id, |(_, id)| id);
        let is_fact = kind.or(self.lookup.default_kinds.get(id).copied()) == Some(Kind::Fact);
        let track = || {
            let index = self.tracks.iter().position(|track| track.id == id)?;
            let first = self.layout.track(TrackId::new(index), 0);
            Some(first..first + self.subject_count(self.tracks[index].on))
        };
        let fact = || {
            let is_number_fact = |fact: &Fact| fact.id == id && !fact.fact_type.is_stored_as_list();
            self.facts.iter().position(is_number_fact).map(|index| self.layout.fact(FactId::new(index)).range())
        };
        let track = if is_fact { None } else { track() };
        track.or_else(fact).unwrap_or_default()
    }
    /// The index in [`crate::Position::numbers`] of a track's first number. There is one number for each subject.
    pub fn first_track_slot(&self, track: TrackId) -> usize {
        self.layout.track(track, 0)
    }
    /// The index in [`crate::Position::numbers`] of a fact's first number. There is one number for each subject.
    /// `None` for sets, lists and rows.
    pub fn first_fact_slot(&self, fact: FactId) -> Option<usize> {
        let is_plain = !self.facts[fact.index()].fact_type.holds_many();
        is_plain.then(|| self.layout.fact(fact).first as usize)
    }
    /// How many of [`crate::Position::numbers`] hold a track, or a fact that is one number. The numbers of sets follow.
    pub fn single_number_count(&self) -> usize {
        self.layout.single_numbers
    }
    /// The most numbers that a position may have. The history stores many positions, so they must be small.
    pub const MAX_NUMBERS: usize = 1 << 18;
    /// How many numbers a position of this board has.
    pub fn number_count(&self) -> usize {
        self.layout.initial.len()
    }
}
