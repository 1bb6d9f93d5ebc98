//! The subjects of tracks, facts and figures, and who may see their values.

use super::Sides;
use crate::ids::*;

/// A set of kinds of spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpaceKinds(u64);

impl SpaceKinds {
    /// The most kinds of spaces that a board may have.
    pub const MAX: usize = 64;
    /// A set of one kind.
    pub fn one(kind: SpaceKindId) -> SpaceKinds {
        SpaceKinds(1u64.checked_shl(u32::from(kind.0)).unwrap_or(0))
    }
    /// Returns the set with one more kind.
    #[must_use]
    pub fn with(self, kind: SpaceKindId) -> SpaceKinds {
        SpaceKinds(self.0 | SpaceKinds::one(kind).0)
    }
    /// Whether the set contains every kind of `other`.
    pub fn contains_all(self, other: SpaceKinds) -> bool {
        other.0 & !self.0 == 0
    }
    /// The kinds, in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = SpaceKindId> {
        (0..SpaceKinds::MAX).filter(move |k| self.0 >> k & 1 == 1).map(SpaceKindId::new)
    }
}

/// The kind of subjects of a track, fact, figure or pile. Each subject has its own value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectKind {
    /// One value for the game.
    Game,
    /// One value for each side.
    Side,
    /// One value for each space of these kinds.
    Spaces(SpaceKinds),
    /// One value for each link of this kind, or of all kinds.
    Links(Option<LinkKindId>),
    /// One value for each card.
    Card,
}

impl SubjectKind {
    /// Spaces of one kind.
    pub fn spaces(kind: SpaceKindId) -> SubjectKind {
        SubjectKind::Spaces(SpaceKinds::one(kind))
    }
    /// The word for one subject: `side`, `space`, `link`, `card`. `None` for the game.
    pub fn subject_word(self) -> Option<&'static str> {
        match self {
            SubjectKind::Game => None,
            SubjectKind::Side => Some("side"),
            SubjectKind::Spaces(_) => Some("space"),
            SubjectKind::Links(_) => Some("link"),
            SubjectKind::Card => Some("card"),
        }
    }
    /// Whether a value declared for `self` exists for a subject of the kind `subject`. A value of all links exists for
    /// links of every kind. A value of several kinds of spaces exists for spaces of each of these kinds.
    pub fn includes(self, subject: SubjectKind) -> bool {
        match (self, subject) {
            (SubjectKind::Links(None), SubjectKind::Links(_)) => true,
            (SubjectKind::Spaces(declared), SubjectKind::Spaces(kinds)) => declared.contains_all(kinds),
            _ => self == subject,
        }
    }
    /// The side that owns the value of a subject. Only values of sides have an owner.
    pub fn owner(self, subject: usize) -> Option<SideId> {
        (self == SubjectKind::Side).then(|| SideId::new(subject))
    }
}

/// Who may see a value, a figure or a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    All,
    /// The side that owns the value, figure or pile.
    Owner,
    /// Of a fact with rows: the side that owns the row, and the sides that its columns name.
    Parties,
    /// Nobody.
    None,
}

impl Visibility {
    /// Whether a viewer with these sides may see something of `owner`. No sides means a spectator. With
    /// [`Visibility::Parties`], other sides may see a part: see [`crate::view::visible_value`].
    pub fn allows(self, sides: impl Into<Sides>, owner: Option<SideId>) -> bool {
        match self {
            Visibility::All => true,
            Visibility::Owner | Visibility::Parties => owner.is_some_and(|owner| sides.into().has(owner)),
            Visibility::None => false,
        }
    }
}
