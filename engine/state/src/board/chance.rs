//! Dice, piles and cards.

use super::Visibility;
use crate::ids::*;

/// A kind of die.
#[derive(Debug, Clone)]
pub struct Die {
    /// Its id; also the name of its chance stream.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What stands on each face, as the rules are given it: a number, or the handle of a word. All are the one or the other.
    pub faces: Vec<i64>,
}

impl Die {
    /// A die with these faces, called by its id.
    pub fn new(id: impl Into<String>, faces: impl IntoIterator<Item = i64>) -> Die {
        let id = id.into();
        Die { name: id.clone(), id, faces: faces.into_iter().collect() }
    }

    /// The different faces, with how often it has each: numbers ascending, words in the order of the faces.
    pub fn kinds(&self) -> Vec<(i64, u128)> {
        let mut out: Vec<(i64, u128)> = Vec::new();
        for face in &self.faces {
            match out.iter_mut().find(|(known, _)| known == face) {
                Some((_, n)) => *n += 1,
                None => out.push((*face, 1)),
            }
        }
        if !self.is_of_words() {
            out.sort_unstable_by_key(|(face, _)| *face);
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
