//! Dice, piles and cards.

use super::Visibility;
use crate::ids::*;

/// A kind of die.
#[derive(Debug, Clone)]
pub struct Die {
    /// Its id; also the name of its chance stream.
    pub id: String,
    /// The number on each face.
    pub faces: Vec<i64>,
}

impl Die {
    /// A die with numbers on its faces.
    pub fn new(id: impl Into<String>, faces: impl IntoIterator<Item = i64>) -> Die {
        Die { id: id.into(), faces: faces.into_iter().collect() }
    }

    /// The different faces, ascending, with how often it has each.
    pub fn kinds(&self) -> Vec<(i64, u128)> {
        let mut out: Vec<(i64, u128)> = Vec::new();
        let mut faces = self.faces.clone();
        faces.sort_unstable();
        for face in faces {
            match out.last_mut() {
                Some((known, n)) if *known == face => *n += 1,
                _ => out.push((face, 1)),
            }
        }
        out
    }
}

/// Whether a pile has an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOrder {
    /// No order: a hand, a display.
    Set,
    /// Ordered, of known and shuffled segments: a deck.
    Deck,
}

/// A pile of cards: one instance.
#[derive(Debug, Clone)]
pub struct Pile {
    /// As written: `display`, `us hand`.
    pub id: String,
    /// The definition's id: `hand`.
    pub def: String,
    /// The side whose it is.
    pub owner: Option<SideId>,
    /// Ordered or not.
    pub order: PileOrder,
    /// Who sees the faces.
    pub visibility: Visibility,
    /// Whether what its cards say stands on the board as people see it.
    pub read: bool,
}

/// A card.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its id, as written: `07`.
    pub id: String,
    /// Titles, one per half in side order (or just one).
    pub titles: Vec<String>,
}
