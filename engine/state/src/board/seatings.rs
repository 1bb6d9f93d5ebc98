//! Seatings: how many people play, and which sides each of them plays.

use crate::ids::*;

/// A set of sides, for example those of one seat or of one viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sides(u64);

impl Sides {
    /// The most sides that a board may have.
    pub const MAX: usize = 64;
    /// No side: a spectator.
    pub const NONE: Sides = Sides(0);
    /// Returns the set with one more side.
    #[must_use]
    pub fn with(self, side: SideId) -> Sides {
        Sides(self.0 | 1u64.checked_shl(u32::from(side.0)).unwrap_or(0))
    }
    /// Whether the set contains a side.
    pub fn has(self, side: SideId) -> bool {
        self.0.checked_shr(u32::from(side.0)).unwrap_or(0) & 1 == 1
    }
    /// The number of sides.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The sides, in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = SideId> {
        (0..Sides::MAX).map(SideId::new).filter(move |side| self.has(*side))
    }
    /// The first side, in the order of the board.
    pub fn first(self) -> Option<SideId> {
        self.iter().next()
    }
}

impl From<SideId> for Sides {
    fn from(side: SideId) -> Sides {
        Sides::NONE.with(side)
    }
}

impl From<Option<SideId>> for Sides {
    fn from(side: Option<SideId>) -> Sides {
        side.map_or(Sides::NONE, Sides::from)
    }
}

impl FromIterator<SideId> for Sides {
    fn from_iter<T: IntoIterator<Item = SideId>>(sides: T) -> Sides {
        sides.into_iter().fold(Sides::NONE, Sides::with)
    }
}

/// One way to divide the sides among the players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating {
    /// The sides of each seat. There is one seat per player.
    pub seats: Vec<Sides>,
}

impl Seating {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.seats.len()
    }
    /// All sides that have a player.
    pub fn sides(&self) -> Sides {
        self.seats.iter().flat_map(|seat| seat.iter()).collect()
    }
}

/// Who plays the sides.
#[derive(Debug, Clone, Default)]
pub struct Players {
    /// How the sides are divided among the players, the fewest players first.
    pub seatings: Vec<Seating>,
    /// The option that holds the number of players, if there are seatings.
    pub option: Option<OptionId>,
    /// The boolean fact of a side that is true while the side is in play, if the game has one.
    pub in_play: Option<FactId>,
    /// The boolean fact of a side that is true while rules play the side (Non-player), if the game has one.
    pub nonplayer: Option<FactId>,
}
