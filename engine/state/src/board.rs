//! The static part of a game: everything that content declares, checked and numbered.
//!
//! The `content` crate builds a board. Loading the scripts adds steps, actions and effects. From then on the board is
//! shared and read-only. A [`crate::Position`] has meaning only together with its board.

mod attributes;
mod columns;
mod dice_and_cards;
mod hash_keys;
mod id_lookup;
mod labels;
mod mark_values;
mod period_end;
mod pieces;
mod rename;
mod seatings;
mod spaces;
mod subjects;
mod value_layout;

pub use attributes::{Counters, Fact, FactType, Track, TrackZone};
pub use columns::{Column, ColumnType, Columns, RowKey};
pub use dice_and_cards::{Card, Die, Pile, PileOrder};
pub(crate) use hash_keys::{Keys, ListKey, first_128_bits, key};
pub use id_lookup::IdLookup;
pub use labels::{GameOption, Label, Labels, OptionType, Reason, Text};
pub use mark_values::MarkValueType;
pub(crate) use period_end::PeriodEnd;
pub use pieces::{Class, Mark, PieceState, PieceType};
pub use rename::Rename;
pub use seatings::{Players, Seating, Sides};
pub use spaces::{Link, LinkKind, Side, Space, SpaceKind};
pub use subjects::{SpaceKinds, SubjectKind, Visibility};
pub(crate) use value_layout::ValueLayout;

use crate::ids::*;
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

impl Board {
    /// Computes everything derived: piece states, classes, the layout of tracks and facts, the index of ids.
    ///
    /// `content` calls this once, after it has pushed all definitions. `groups` are the declared classes:
    /// (class id, name, type ids).
    ///
    /// # Errors
    /// Returns all duplicate ids and all exceeded limits.
    pub fn finish(&mut self, groups: &[(String, String, Vec<PieceTypeId>)]) -> Result<(), Vec<BoardError>> {
        let mut errors = Vec::new();
        for (plural, count) in [("spaces", self.spaces.len()), ("links", self.links.len()), ("cards", self.cards.len())]
        {
            if count > crate::set::CAPACITY {
                errors.push(BoardError {
                    id: plural.into(),
                    problem: format!("{count} {plural}; at most {}", crate::set::CAPACITY),
                });
            }
        }
        for (index, space) in self.spaces.iter().enumerate() {
            if index < crate::set::CAPACITY {
                self.space_kinds[space.kind.index()].members.insert(index);
            }
        }
        self.derive_links();
        self.derive_mark_values();
        self.number_pieces(groups);
        self.compute_layout();
        self.index_ids(&mut errors);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Computes the value layout, the period ends and the hash keys from the definitions.
    fn compute_layout(&mut self) {
        self.layout = ValueLayout::new(self);
        self.period_ends = (0..self.periods.len()).map(|period| PeriodEnd::new(self, PeriodId::new(period))).collect();
        self.keys = OnceLock::new();
    }
    pub(crate) fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| Keys::new(self))
    }
    /// Recomputes the layout after the scripts have added actions, steps and effects.
    ///
    /// Tracks and single-number facts keep their slots (indices in [`crate::Position::numbers`]). Positions made
    /// earlier do not fit the board any more.
    pub fn complete(&mut self) {
        self.compute_layout();
    }
}
