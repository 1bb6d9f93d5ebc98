//! Seatings: how many play, and which sides each of them answers for.

use crate::ids::*;

/// Some sides: who looks together at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sides(u64);

impl Sides {
    /// How many sides a board may have.
    pub const MOST: usize = 64;
    /// No side: nobody in particular.
    pub const NONE: Sides = Sides(0);
    /// These and one more.
    #[must_use]
    pub fn with(self, side: SideId) -> Sides {
        Sides(self.0 | 1u64.checked_shl(u32::from(side.0)).unwrap_or(0))
    }
    /// Whether a side is among them.
    pub fn has(self, side: SideId) -> bool {
        self.0.checked_shr(u32::from(side.0)).unwrap_or(0) & 1 == 1
    }
    /// How many they are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether it is nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The sides, in the board's order.
    pub fn iter(self) -> impl Iterator<Item = SideId> {
        (0..Sides::MOST).map(SideId::new).filter(move |side| self.has(*side))
    }
    /// The first of them, in the board's order.
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

/// One way in which players part the sides among themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating {
    /// The sides of each seat; as many seats as players.
    pub seats: Vec<Sides>,
}

impl Seating {
    /// How many play.
    pub fn players(&self) -> usize {
        self.seats.len()
    }
    /// All sides that somebody answers for.
    pub fn sides(&self) -> Sides {
        self.seats.iter().flat_map(|seat| seat.iter()).collect()
    }
}
