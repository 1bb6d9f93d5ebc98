//! Where a position stores each track and fact: the slots in [`crate::Position::numbers`] and in its lists.
//!
//! First come the tracks and the facts that need one number for each subject. Then come the sets, whose width depends
//! on the number of possible members. So a set of actions can grow when the scripts load, and no earlier slot moves.

use super::{Fact, FactType, SubjectKind, Track};
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
    /// The initial value of every number.
    pub(crate) initial: Vec<i64>,
    /// The number of lists.
    pub(crate) lists: usize,
}

impl ValueLayout {
    /// Assigns slots to every track and fact of a board. `subjects` says how many subjects of a kind the board has, and
    /// `members` how many things of a kind.
    pub(super) fn new(
        tracks: &[Track],
        facts: &[Fact],
        subjects: impl Fn(SubjectKind) -> usize,
        members: impl Fn(Kind) -> usize,
    ) -> ValueLayout {
        let mut layout = ValueLayout::default();
        for track in tracks {
            layout.tracks.push(layout.initial.len() as u32);
            layout.initial.extend(std::iter::repeat_n(track.start, subjects(track.on)));
        }
        for fact in facts {
            let subjects = subjects(fact.on);
            let mut slots = Slots { first: 0, width: 1, subjects: subjects as u32 };
            match fact.fact_type {
                FactType::List(_) | FactType::Rows(_) => {
                    slots.first = layout.lists as u32;
                    layout.lists += subjects;
                }
                FactType::Set(kind) => slots.width = set_bits::numbers_needed(members(kind)) as u32,
                FactType::Number | FactType::Boolean | FactType::Id(_) => {
                    slots.first = layout.initial.len() as u32;
                    layout.initial.extend(std::iter::repeat_n(fact.default, subjects));
                }
            }
            layout.facts.push(slots);
        }
        for (fact, slots) in facts.iter().zip(&mut layout.facts) {
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
