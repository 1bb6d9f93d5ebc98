//! Tracks and facts: what is kept of the game, a side, a space, a link or a card.

use super::{Board, On, Visibility};
use crate::ids::*;
use crate::val::Kind;

/// A named range of a track.
#[derive(Debug, Clone)]
pub struct TrackZone {
    /// Its name.
    pub zone: ZoneId,
    /// Lowest number in it.
    pub from: i64,
    /// Highest number in it.
    pub to: i64,
}

/// Counters that show some numbers of a mark, and how many there are.
#[derive(Debug, Clone)]
pub struct Counters {
    /// The numbers this counter shows.
    pub values: Vec<i64>,
    /// How many counters there are.
    pub count: u32,
}

/// A bounded number on the game, a side or a space.
#[derive(Debug, Clone)]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// What it is kept for.
    pub on: On,
    /// Lowest number.
    pub min: i64,
    /// Highest number.
    pub max: i64,
    /// Where it starts.
    pub start: i64,
    /// Its zones.
    pub zones: Vec<TrackZone>,
    /// Counters that limit it, for a mark.
    pub counters: Vec<Counters>,
}

/// What a fact holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactType {
    /// A number.
    Number,
    /// A truth.
    Truth,
    /// An id of a kind, or none.
    Id(Kind),
    /// A set of ids of a kind.
    Set(Kind),
    /// An ordered list of ids of a kind, or of numbers.
    List(Kind),
}

/// A declared, typed value.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its id.
    pub id: String,
    /// What it is kept for.
    pub on: On,
    /// What it holds.
    pub holds: FactType,
    /// The value it starts with and returns to (number or truth).
    pub default: i64,
    /// The period at whose end it is reset.
    pub until: Option<PeriodId>,
    /// Who sees it.
    pub visibility: Visibility,
    /// Whether it stands on the board as people see it; what only the rules need may stay off.
    pub shown: bool,
}

impl Board {
    /// The tracks kept for such a subject.
    pub fn tracks_on(&self, on: On) -> impl Iterator<Item = (TrackId, &Track)> {
        let tracks = self.tracks.iter().enumerate().filter(move |(_, track)| track.on.is_for(on));
        tracks.map(|(t, track)| (TrackId::new(t), track))
    }
    /// The facts kept for such a subject.
    pub fn facts_on(&self, on: On) -> impl Iterator<Item = (FactId, &Fact)> {
        let facts = self.facts.iter().enumerate().filter(move |(_, fact)| fact.on.is_for(on));
        facts.map(|(f, fact)| (FactId::new(f), fact))
    }
    /// How many subjects something kept `on` this has room for: all of them, whatever their kind.
    pub fn subjects(&self, on: On) -> usize {
        match on {
            On::Game => 1,
            On::Side => self.sides.len(),
            On::Spaces(_) => self.spaces.len(),
            On::Links(_) => self.links.len(),
            On::Card => self.cards.len(),
        }
    }
}
