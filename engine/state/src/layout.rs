//! Where in a position's numbers and lists each track and fact is kept. Nothing outside this crate
//! knows, but for who copies the numbers as they lie ([`crate::Position::numbers`]).
//!
//! First come the tracks and all facts that are one number for each subject; then sets, whose room
//! depends on how many members there may be. So sets of actions can be given their room when the
//! scripts have said how many actions there are, and all before them stays where it was.

use crate::bits;
use crate::board::{Board, Fact, FactType};
use crate::ids::*;
use crate::val::Kind;
use std::ops::Range;

/// Where one fact lies.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Room {
    /// Its first number, or its first list.
    pub(crate) first: u32,
    /// Numbers or lists for each subject.
    pub(crate) width: u32,
    /// The number of subjects.
    pub(crate) subjects: u32,
}

impl Room {
    /// Where a subject's numbers (or its list) begin.
    #[inline]
    pub(crate) fn of(&self, subject: usize) -> usize {
        self.first as usize + subject * self.width as usize
    }
    /// Where all of it lies.
    pub(crate) fn all(&self) -> Range<usize> {
        self.first as usize..(self.first + self.subjects * self.width) as usize
    }
}

/// Where all tracks and facts of a board lie.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    tracks: Vec<u32>,
    facts: Vec<Room>,
    /// Numbers before the sets.
    pub(crate) plain: usize,
    /// What every number is at first.
    pub(crate) initial: Vec<i64>,
    /// How many lists there are.
    pub(crate) lists: usize,
}

impl Layout {
    /// Gives every track and fact of a board its room.
    pub(crate) fn of(board: &Board) -> Layout {
        let mut layout = Layout::default();
        for track in &board.tracks {
            layout.tracks.push(layout.initial.len() as u32);
            layout.initial.extend(std::iter::repeat_n(track.start, board.subjects(track.on)));
        }
        for fact in &board.facts {
            let subjects = board.subjects(fact.on);
            let mut room = Room { first: 0, width: 1, subjects: subjects as u32 };
            match fact.holds {
                FactType::List(_) => {
                    room.first = layout.lists as u32;
                    layout.lists += subjects;
                }
                FactType::Set(kind) => room.width = bits::numbers_for(board.many(kind)) as u32,
                FactType::Number | FactType::Truth | FactType::Id(_) => {
                    room.first = layout.initial.len() as u32;
                    layout.initial.extend(std::iter::repeat_n(fact.default, subjects));
                }
            }
            layout.facts.push(room);
        }
        layout.plain = layout.initial.len();
        for (fact, room) in board.facts.iter().zip(&mut layout.facts) {
            if let FactType::Set(_) = fact.holds {
                room.first = layout.initial.len() as u32;
                layout.initial.extend(std::iter::repeat_n(0, room.all().len()));
            }
        }
        layout
    }
    /// The number of a track for a subject.
    #[inline]
    pub(crate) fn track(&self, track: TrackId, subject: usize) -> usize {
        self.tracks[track.at()] as usize + subject
    }
    /// The room of a fact.
    #[inline]
    pub(crate) fn fact(&self, fact: FactId) -> &Room {
        &self.facts[fact.at()]
    }
}

impl Board {
    /// Where the numbers of the track or fact of this id lie; nowhere for a fact of lists, or none.
    /// With `track:` or `fact:` before it where both have it, if neither is the elder.
    pub(crate) fn numbers_of(&self, id: &str) -> Range<usize> {
        let kind = [Kind::Track, Kind::Fact].into_iter().find(|kind| id.starts_with(&self.of_kind(*kind, "")));
        let id = id.split_once(':').map_or(id, |(_, id)| id);
        let is_fact = kind.or(self.elders.get(id).copied()) == Some(Kind::Fact);
        let track = || {
            let at = self.tracks.iter().position(|track| track.id == id)?;
            let first = self.layout.track(TrackId::new(at), 0);
            Some(first..first + self.subjects(self.tracks[at].on))
        };
        let fact = || {
            let is_it = |fact: &Fact| fact.id == id && !matches!(fact.holds, FactType::List(_));
            self.facts.iter().position(is_it).map(|at| self.layout.fact(FactId::new(at)).all())
        };
        let track = if is_fact { None } else { track() };
        track.or_else(fact).unwrap_or_default()
    }
    /// Where in [`crate::Position::numbers`] a track's numbers begin; one follows for each subject.
    pub fn first_of_track(&self, track: TrackId) -> usize {
        self.layout.track(track, 0)
    }
    /// Where in [`crate::Position::numbers`] a fact's numbers begin, one for each subject; none of sets and lists.
    pub fn first_of_fact(&self, fact: FactId) -> Option<usize> {
        let is_plain = !matches!(self.facts[fact.at()].holds, FactType::Set(_) | FactType::List(_));
        is_plain.then(|| self.layout.fact(fact).first as usize)
    }
    /// How many of [`crate::Position::numbers`] are one for each subject; after them come sets.
    pub fn plain_numbers(&self) -> usize {
        self.layout.plain
    }
    /// The most numbers a position may have, so that it stays small enough to be kept at every step.
    pub const MOST_NUMBERS: usize = 1 << 18;
    /// How many numbers a position of this board has in all.
    pub fn all_numbers(&self) -> usize {
        self.layout.initial.len()
    }
}
