//! Who plays: which sides are in play, and which of them sit together.

use super::Position;
use crate::board::{Board, Seating, Sides};
use crate::fact::FactValue;
use crate::ids::*;

impl Position {
    /// Whether a side is in play, by the fact that the game declares for it: without one all are.
    #[inline]
    pub fn is_in_play(&self, board: &Board, side: SideId) -> bool {
        board.in_play.is_none_or(|fact| self.fact_number(board, fact, side.at()) != 0)
    }
    /// The sides in play.
    pub fn sides_in_play(&self, board: &Board) -> Sides {
        (0..board.sides.len()).map(SideId::new).filter(|side| self.is_in_play(board, *side)).collect()
    }
    /// The seating of the game, if it has any.
    pub fn seating<'a>(&self, board: &'a Board) -> Option<&'a Seating> {
        let players = self.option(board.players?);
        board.seatings.iter().find(|seating| seating.players() as i64 == players)
    }
    /// The sides that one player answers for together with this side, itself among them: those in play.
    pub fn seat_of(&self, board: &Board, side: SideId) -> Sides {
        let seating = self.seating(board);
        let seat = seating.and_then(|seating| seating.seats.iter().find(|seat| seat.has(side)));
        let together = |other: &SideId| *other == side || self.is_in_play(board, *other);
        seat.map_or(Sides::from(side), |seat| seat.iter().filter(together).collect())
    }
    /// The seats, each with its sides in play; without a seating each side has one of its own.
    pub fn seats(&self, board: &Board) -> Vec<Sides> {
        let first = |side: &SideId| self.seat_of(board, *side).first() == Some(*side);
        self.sides_in_play(board).iter().filter(first).map(|side| self.seat_of(board, side)).collect()
    }
    /// Puts the sides in play that the seating names, and no others: it belongs to the start, as options do.
    pub fn take_seats(&mut self, board: &Board) {
        let (Some(fact), Some(seating)) = (board.in_play, self.seating(board)) else { return };
        let named = seating.sides();
        for side in (0..board.sides.len()).map(SideId::new) {
            self.put_fact(board, fact, side.at(), &FactValue::Truth(named.has(side)));
        }
    }
}
