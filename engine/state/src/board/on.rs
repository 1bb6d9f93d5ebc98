//! What something is kept on, and who may see it.

use super::Sides;
use crate::ids::*;

/// One or more kinds of spaces (at most [`Kinds::MOST`] are declared).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u64);

impl Kinds {
    /// How many kinds of spaces a board may have.
    pub const MOST: usize = 64;
    /// One kind alone.
    pub fn one(kind: KindId) -> Kinds {
        Kinds(1u64.checked_shl(u32::from(kind.0)).unwrap_or(0))
    }
    /// These and one more.
    #[must_use]
    pub fn with(self, kind: KindId) -> Kinds {
        Kinds(self.0 | Kinds::one(kind).0)
    }
    /// Whether all of `other` are among these.
    pub fn have(self, other: Kinds) -> bool {
        other.0 & !self.0 == 0
    }
    /// The kinds, in the board's order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..Kinds::MOST).filter(move |k| self.0 >> k & 1 == 1).map(KindId::new)
    }
}

/// What a track, fact or pile is kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// One for the game.
    Game,
    /// One per side.
    Side,
    /// One per space of these kinds.
    Spaces(Kinds),
    /// One per link: of this kind, or of all kinds.
    Links(Option<LinkKindId>),
    /// One per card.
    Card,
}

impl On {
    /// Spaces of one kind.
    pub fn spaces(kind: KindId) -> On {
        On::Spaces(Kinds::one(kind))
    }
    /// What there is one for each of; `None` where there is one for the game.
    pub fn word(self) -> Option<&'static str> {
        match self {
            On::Game => None,
            On::Side => Some("side"),
            On::Spaces(_) => Some("space"),
            On::Links(_) => Some("link"),
            On::Card => Some("card"),
        }
    }
    /// Whether what is kept on this is kept for a subject of that kind: what all links have, a link
    /// of a kind has too; what several kinds of spaces have, a space of one of them has.
    pub fn is_for(self, subject: On) -> bool {
        match (self, subject) {
            (On::Links(None), On::Links(_)) => true,
            (On::Spaces(all), On::Spaces(some)) => all.have(some),
            _ => self == subject,
        }
    }
    /// Whose it is of a subject, by its number: only what is kept per side has an owner.
    pub fn owner(self, subject: usize) -> Option<SideId> {
        (self == On::Side).then(|| SideId::new(subject))
    }
}

/// Who may see something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    All,
    /// The side it belongs to.
    Owner,
    /// Nobody.
    None,
}

impl Visibility {
    /// Whether some sides (none: somebody without a side) may see it, if it belongs to `owner`.
    pub fn is_for(self, sides: impl Into<Sides>, owner: Option<SideId>) -> bool {
        match self {
            Visibility::All => true,
            Visibility::Owner => owner.is_some_and(|owner| sides.into().has(owner)),
            Visibility::None => false,
        }
    }
}
