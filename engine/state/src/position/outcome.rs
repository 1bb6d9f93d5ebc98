//! The result of a game: the winners and the final places of the other sides.

use super::TextLine;
use crate::board::{Board, Sides};
use crate::ids::*;
use std::fmt::Write as _;

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The final places, the winners first. Empty if nobody won. A side has at most one place.
    pub places: Vec<FinalPlace>,
    /// The reason, as a text line for people.
    pub text: TextLine,
}

/// A place in the final ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalPlace {
    /// The sides that share this place.
    pub sides: Sides,
    /// Their final score, if the game counts one.
    pub score: Option<i64>,
}

impl Outcome {
    /// A result with one winner or none.
    pub fn won_by(winner: Option<SideId>, text: TextLine) -> Outcome {
        let places = winner.map(|side| FinalPlace { sides: side.into(), score: None });
        Outcome { places: places.into_iter().collect(), text }
    }
    /// The winning sides. Empty if nobody won.
    pub fn winners(&self) -> Sides {
        self.places.first().map_or(Sides::NONE, |first| first.sides)
    }
    /// Writes the places as one word: `nobody`, `blue`, `red+blue`, `greene:15,hearst:12`.
    pub fn places_text(&self, board: &Board) -> String {
        if self.places.is_empty() {
            return NOBODY.to_owned();
        }
        let mut out = String::new();
        for (n, place) in self.places.iter().enumerate() {
            out.push_str(if n == 0 { "" } else { "," });
            out.push_str(&sides_text(board, place.sides));
            if let Some(score) = place.score {
                let _ = write!(out, ":{score}");
            }
        }
        out
    }
    /// Parses the word that [`Outcome::places_text`] writes.
    ///
    /// # Errors
    /// Fails for an unknown side, a side that occurs twice, or an invalid number.
    pub fn parse_places(board: &Board, word: &str) -> Result<Vec<FinalPlace>, String> {
        if word == NOBODY {
            return Ok(Vec::new());
        }
        let (mut out, mut placed) = (Vec::new(), Sides::NONE);
        for place in word.split(',') {
            let (side_ids, score) = match place.split_once(':') {
                Some((side_ids, number)) => {
                    let score = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
                    (side_ids, Some(score))
                }
                None => (place, None),
            };
            let mut sides = Sides::NONE;
            for id in side_ids.split('+') {
                let side = board.side(id).ok_or_else(|| format!("unknown side `{id}`"))?;
                if placed.has(side) {
                    return Err(format!("`{id}` is named twice"));
                }
                (sides, placed) = (sides.with(side), placed.with(side));
            }
            out.push(FinalPlace { sides, score });
        }
        Ok(out)
    }
}

/// The notation of a result without a winner.
const NOBODY: &str = "nobody";

/// Writes sides as one word: `red+blue`.
pub fn sides_text(board: &Board, sides: Sides) -> String {
    let ids: Vec<&str> = sides.iter().map(|side| board.sides[side.index()].id.as_str()).collect();
    ids.join("+")
}
