//! The static part of a game: everything that content declares, checked and numbered.
//!
//! The `content` crate builds a board. Loading the scripts adds steps, actions and effects. From then on the board is
//! shared and read-only. A [`crate::Position`] has meaning only together with its board.

mod attributes;
mod columns;
mod dice_and_cards;
mod finish;
mod hash_keys;
mod id_lookup;
mod labels;
mod mark_values;
mod piece_types;
mod pieces;
mod rename;
mod row_handles;
mod seatings;
mod spaces;
mod subjects;
mod value_layout;

pub use attributes::{Counters, Fact, FactType, Track, TrackZone};
pub use columns::{Column, ColumnType, Columns, RowShape};
pub use dice_and_cards::{Card, Die, Pile, PileOrder};
pub(crate) use hash_keys::{Keys, ListKey, NumberKey, first_128_bits, key};
pub use labels::{GameOption, Label, Labels, OptionType, Reason, Text};
pub use piece_types::{Class, Mark, MarkValueType, PieceState, PieceType};
pub use row_handles::RowKey;
pub use seatings::{Players, Seating, Sides};
pub use spaces::{Link, LinkKind, Side, Space, SpaceKind};
pub use subjects::{SpaceKinds, SubjectKind, Visibility};
pub(crate) use value_layout::ValueLayout;

use crate::ids::*;
use crate::set::Set;
use crate::val::{Kind, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

/// Everything that content declares.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Board {
    pub game: String,
    pub name: String,
    pub sides: Vec<Side>,
    pub space_kinds: Vec<SpaceKind>,
    pub spaces: Vec<Space>,
    pub link_kinds: Vec<LinkKind>,
    pub links: Vec<Link>,
    pub marks: Vec<Mark>,
    pub piece_types: Vec<PieceType>,
    /// Every plain state. States that differ only in the values of marks share one entry: see [`StateId`].
    pub states: Vec<PieceState>,
    pub classes: Vec<Class>,
    pub zones: Vec<String>,
    pub tracks: Vec<Track>,
    pub facts: Vec<Fact>,
    pub periods: Vec<String>,
    /// The period (`entered_whole` in content) in which all answers of a side form one unit, which the player enters
    /// and undoes as a whole. `None` if the game has no such period.
    pub joint_entry_period: Option<PeriodId>,
    pub dice: Vec<Die>,
    pub piles: Vec<Pile>,
    pub cards: Vec<Card>,
    pub options: Vec<GameOption>,
    pub labels: Labels,
    /// The pile that holds all cards before set-up.
    pub home: PileId,
    /// The notation of the position that rule tests call `blank`.
    pub blank: String,
    /// The ids of the tracks and piece classes that the command `ledger` shows if the player names nothing.
    pub ledger: Vec<String>,
    pub players: Players,
    /// What the end of each period resets.
    pub(crate) period_ends: Vec<PeriodEnd>,
    /// Where a position stores each track and fact.
    pub(crate) layout: ValueLayout,
    /// The entries that had other ids in earlier versions.
    pub renames: Vec<Rename>,
    pub lookup: IdLookup,
    /// The hash keys of everything on the board, computed on first use.
    keys: OnceLock<Keys>,
}

/// A problem that [`Board::finish`] finds: a duplicate id, or too many things of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardError {
    /// The id, or the plural of the kind that exceeds its limit.
    pub id: String,
    /// The message, without the id.
    pub problem: String,
}

/// What the ids of a board mean.
#[derive(Debug, Clone, Default)]
pub struct IdLookup {
    /// The things that have an id, by the id. Things of different kinds may share an id.
    index: BTreeMap<String, Vec<Val>>,
    /// Things that the bare id does not identify, because another kind shares the id.
    shared: BTreeSet<Val>,
    /// The kind that the bare id means, by each id that several kinds share: the kind that the earliest pack declared.
    pub default_kinds: BTreeMap<String, Kind>,
    /// Whether notation always writes the kind before an id: see [`Board::always_qualify_ids`].
    qualifies_all_ids: bool,
    /// Finds a piece state without marks and held counters by its text. Notation accepts several texts for some states.
    faces_by_text: BTreeMap<String, StateId>,
}

/// An entry that had another id in an earlier version of its pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// The name of its TOML table: `space`, `card`…
    pub kind: String,
    /// The earlier id.
    pub old: String,
    /// The current id.
    pub new: String,
}

/// What the end of one period resets and removes, computed once per board.
#[derive(Debug, Clone, Default)]
pub(crate) struct PeriodEnd {
    /// Slots of facts, each range with the number to which the end of the period resets it.
    pub(crate) values: Vec<(Range<usize>, i64)>,
    /// Slots of lists and rows that the end of the period empties.
    pub(crate) lists: Vec<Range<usize>>,
    /// Pairs of states without the values of their marks, in the order of marks: a state that has a plain mark of this
    /// period, and the same state without that mark.
    pub(crate) marked: Vec<(StateId, StateId)>,
    /// The marks with values that end with this period.
    pub(crate) valued_marks: Vec<MarkId>,
}

impl Board {
    /// The tracks of a subject of this kind.
    pub fn tracks_on(&self, on: SubjectKind) -> impl Iterator<Item = (TrackId, &Track)> {
        let tracks = self.tracks.iter().enumerate().filter(move |(_, track)| track.on.includes(on));
        tracks.map(|(t, track)| (TrackId::new(t), track))
    }
    /// The facts of a subject of this kind.
    pub fn facts_on(&self, on: SubjectKind) -> impl Iterator<Item = (FactId, &Fact)> {
        let facts = self.facts.iter().enumerate().filter(move |(_, fact)| fact.on.includes(on));
        facts.map(|(f, fact)| (FactId::new(f), fact))
    }
    /// For how many subjects a position stores values of a track or fact. For a kind of spaces or links, these are all
    /// spaces or links, whatever their kind.
    pub fn subject_count(&self, on: SubjectKind) -> usize {
        match on {
            SubjectKind::Game => 1,
            SubjectKind::Side => self.sides.len(),
            SubjectKind::Spaces(_) => self.spaces.len(),
            SubjectKind::Links(_) => self.links.len(),
            SubjectKind::Card => self.cards.len(),
        }
    }
    /// The spaces of these kinds.
    pub fn spaces_of(&self, kinds: SpaceKinds) -> Set {
        kinds.iter().fold(Set::EMPTY, |union, kind| union.or(&self.space_kinds[kind.index()].members))
    }
    /// The subject kind of a link, for its tracks and facts.
    pub fn on_link(&self, link: LinkId) -> SubjectKind {
        SubjectKind::Links(self.links[link.index()].kind)
    }
    /// The most numbers that a position may have. The history stores many positions, so they must be small.
    pub const MAX_NUMBERS: usize = 1 << 18;
    /// How many numbers a position of this board has.
    pub fn number_count(&self) -> usize {
        self.layout.initial.len()
    }
}
