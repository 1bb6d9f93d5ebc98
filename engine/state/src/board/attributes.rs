//! Definitions of tracks and facts: the values of the game, a side, a space, a link or a card.

use super::{Columns, RowShape, SubjectKind, Visibility};
use crate::ids::*;
use crate::val::Kind;

/// A named range of a track's numbers.
#[derive(Debug, Clone)]
pub struct TrackZone {
    /// The zone. Several tracks may share one.
    pub zone: ZoneId,
    /// The lowest number in the zone.
    pub from: i64,
    /// The highest number in the zone.
    pub to: i64,
}

/// Printed counters that limit how often some numbers of a track can appear.
#[derive(Debug, Clone)]
pub struct Counters {
    /// The numbers that one counter can show.
    pub values: Vec<i64>,
    /// How many counters there are.
    pub count: u32,
}

/// A bounded number that each of its subjects has.
#[derive(Debug, Clone)]
pub struct Track {
    /// Kebab-case id, unique among tracks.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The subjects of the track: the game, or all sides, spaces, links or cards.
    pub on: SubjectKind,
    /// Lowest number.
    pub min: i64,
    /// Highest number.
    pub max: i64,
    /// The number before set-up.
    pub start: i64,
    /// Named ranges, in the order of content.
    pub zones: Vec<TrackZone>,
    /// The printed counters that limit the numbers. Empty if no counters limit them.
    pub counters: Vec<Counters>,
}

/// The type of a fact's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactType {
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A thing of this kind, or none.
    Id(Kind),
    /// A set of things of this kind.
    Set(Kind),
    /// An ordered list of things of this kind, or of numbers.
    List(Kind),
    /// Rows with the columns of the fact, ordered by key.
    Rows(RowShape),
}

impl FactType {
    /// Whether the value consists of any number of things: a set, a list or rows.
    pub fn holds_many(self) -> bool {
        matches!(self, FactType::Set(_) | FactType::List(_) | FactType::Rows(_))
    }
    /// Whether a position stores the value as a list: a list, or rows, whose cells follow each other.
    pub(crate) fn is_stored_as_list(self) -> bool {
        matches!(self, FactType::List(_) | FactType::Rows(_))
    }
}

/// A declared, typed variable that each of its subjects has.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Kebab-case id, unique among facts.
    pub id: String,
    /// The subjects of the fact: the game, or all sides, spaces, links or cards.
    pub on: SubjectKind,
    /// The type of its value.
    pub fact_type: FactType,
    /// The columns of its rows. Empty unless the type is [`FactType::Rows`].
    pub columns: Columns,
    /// The initial value, also after a reset: a number, or 0 or 1 for a boolean. See [`crate::FactValue::number`].
    pub default: i64,
    /// The period whose end resets the fact.
    pub until: Option<PeriodId>,
    /// Who may see the value.
    pub visibility: Visibility,
    /// Whether the displayed board includes it. Facts that only the rules need may be left out.
    pub is_shown: bool,
}
