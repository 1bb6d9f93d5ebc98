//! Definitions of dice, piles and cards.

use super::Visibility;
use crate::ids::*;

/// A kind of die.
#[derive(Debug, Clone)]
pub struct Die {
    /// Kebab-case id, unique among dice. It also determines the outcomes of the die: see [`crate::chance`].
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

    /// Counts how often each face occurs on the die. Numbers are in ascending order, words in face order.
    pub fn distinct_faces(&self) -> Vec<(i64, u128)> {
        let mut counts: Vec<(i64, u128)> = Vec::new();
        for face in &self.faces {
            match counts.iter_mut().find(|(counted, _)| counted == face) {
                Some((_, count)) => *count += 1,
                None => counts.push((*face, 1)),
            }
        }
        if !self.has_words() {
            counts.sort_unstable_by_key(|(face, _)| *face);
        }
        counts
    }
}

/// Whether the cards of a pile have an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOrder {
    /// No order: a hand, a display.
    Set,
    /// An order: a deck. It consists of segments, each a card at a known place or a group of shuffled cards whose order
    /// is not yet determined.
    Deck,
}

/// One pile of cards. A definition may produce one pile per side.
#[derive(Debug, Clone)]
pub struct Pile {
    /// The id as notation writes it: `display`, `us hand`.
    pub id: String,
    /// The id of the definition: `hand`.
    pub def: String,
    /// The side that owns the pile. `None` if no side does.
    pub owner: Option<SideId>,
    /// Whether its cards have an order.
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
    /// The titles of the card's halves, in the order of the sides. A card without halves has one title.
    pub titles: Vec<String>,
}
