//! How a game ended: who won, alone or with others, and in which order the others came in.

use super::Line;
use crate::board::{Board, Sides};
use crate::ids::*;
use std::fmt::Write as _;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The places, the first first: who is on it has won. None where nobody has. No side is on two.
    pub places: Vec<Placed>,
    /// Why, as a text key with its subjects.
    pub text: Line,
}

/// A place of the order in which a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Who is on it.
    pub sides: Sides,
    /// What they have come to, where that is counted.
    pub number: Option<i64>,
}

impl Outcome {
    /// An end with one winner, or with none.
    pub fn won_by(winner: Option<SideId>, text: Line) -> Outcome {
        let places = winner.map(|side| Placed { sides: side.into(), number: None });
        Outcome { places: places.into_iter().collect(), text }
    }
    /// Who won: nobody, one side, or several together.
    pub fn winners(&self) -> Sides {
        self.places.first().map_or(Sides::NONE, |first| first.sides)
    }
    /// The places in one word: `nobody`, `blue`, `red+blue`, `greene:15,hearst:12`.
    pub fn word(&self, board: &Board) -> String {
        if self.places.is_empty() {
            return NOBODY.to_owned();
        }
        let mut out = String::new();
        for (n, place) in self.places.iter().enumerate() {
            out.push_str(if n == 0 { "" } else { "," });
            out.push_str(&names(board, place.sides));
            if let Some(number) = place.number {
                let _ = write!(out, ":{number}");
            }
        }
        out
    }
    /// Reads such a word.
    ///
    /// # Errors
    /// A part of it that names no side, one that is named twice, or a number that is none.
    pub fn read_places(board: &Board, word: &str) -> Result<Vec<Placed>, String> {
        if word == NOBODY {
            return Ok(Vec::new());
        }
        let (mut out, mut all) = (Vec::new(), Sides::NONE);
        for place in word.split(',') {
            let (who, number) = match place.split_once(':') {
                Some((who, number)) => {
                    let read = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
                    (who, Some(read))
                }
                None => (place, None),
            };
            let mut sides = Sides::NONE;
            for id in who.split('+') {
                let side = board.side(id).ok_or_else(|| format!("unknown side `{id}`"))?;
                if all.has(side) {
                    return Err(format!("`{id}` is named twice"));
                }
                (sides, all) = (sides.with(side), all.with(side));
            }
            out.push(Placed { sides, number });
        }
        Ok(out)
    }
}

/// How an end without a winner is written.
const NOBODY: &str = "nobody";

/// Sides in one word: `red+blue`.
pub fn names(board: &Board, sides: Sides) -> String {
    let ids: Vec<&str> = sides.iter().map(|side| board.sides[side.at()].id.as_str()).collect();
    ids.join("+")
}
