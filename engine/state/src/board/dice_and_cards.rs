//! Definitions of dice, piles and cards.

use super::Visibility;
use crate::ids::*;

/// A kind of die.
#[derive(Debug, Clone)]
pub struct Die {
    /// Kebab-case id, unique among dice; also the name of its chance stream.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The faces as scripts receive them: all numbers, or all handles of words.
    pub faces: Vec<i64>,
}

impl Die {
    /// A die with these faces. Its display name is its id.
    pub fn new(id: impl Into<String>, faces: impl IntoIterator<Item = i64>) -> Die {
        let id = id.into();
        Die { name: id.clone(), id, faces: faces.into_iter().collect() }
    }

    /// Each distinct face with its number of occurrences: numbers ascending, words in face order.
    pub fn distinct_faces(&self) -> Vec<(i64, u128)> {
        let mut out: Vec<(i64, u128)> = Vec::new();
        for face in &self.faces {
            match out.iter_mut().find(|(known, _)| known == face) {
                Some((_, n)) => *n += 1,
                None => out.push((*face, 1)),
            }
        }
        if !self.has_words() {
            out.sort_unstable_by_key(|(face, _)| *face);
        }
        out
    }
}

/// Whether the cards of a pile have an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOrder {
    /// No order: a hand, a display.
    Set,
    /// Ordered, of known and shuffled segments: a deck.
    Deck,
}

/// One pile of cards. A definition may produce one pile per side.
#[derive(Debug, Clone)]
pub struct Pile {
    /// The id as notation writes it: `display`, `us hand`.
    pub id: String,
    /// The id of the definition: `hand`.
    pub def: String,
    /// The side that owns it, if any.
    pub owner: Option<SideId>,
    /// Whether it has an order.
    pub order: PileOrder,
    /// Who may see the faces of its cards.
    pub visibility: Visibility,
    /// Whether the displayed board includes the texts of its cards.
    pub shows_card_text: bool,
}

/// A card.
#[derive(Debug, Clone)]
pub struct Card {
    /// The id as notation writes it: `07`.
    pub id: String,
    /// The titles: one for each half, in side order, or only one.
    pub titles: Vec<String>,
}
