//! Which sides are in play, and which sides share a seat.

use super::Position;
use crate::board::{Board, Seating, Sides};
use crate::fact::FactValue;
use crate::ids::*;

impl Position {
    /// Whether a side is in play, according to the fact [`crate::board::Players::in_play`]. Without that fact all sides are in play.
    #[inline]
    pub fn is_in_play(&self, board: &Board, side: SideId) -> bool {
        board.players.in_play.is_none_or(|fact| self.fact_number(board, fact, side.index()) != 0)
    }
    /// The sides in play.
    pub fn sides_in_play(&self, board: &Board) -> Sides {
        (0..board.sides.len()).map(SideId::new).filter(|side| self.is_in_play(board, *side)).collect()
    }
    /// The current seating, if the game has seatings.
    pub fn seating<'a>(&self, board: &'a Board) -> Option<&'a Seating> {
        let players = self.option(board.players.option?);
        board.players.seatings.iter().find(|seating| seating.players() as i64 == players)
    }
    /// The sides in play that share the seat of this side. The side itself is always included.
    pub fn seat_of(&self, board: &Board, side: SideId) -> Sides {
        let seating = self.seating(board);
        let seat = seating.and_then(|seating| seating.seats.iter().find(|seat| seat.has(side)));
        let is_included = |other: &SideId| *other == side || self.is_in_play(board, *other);
        seat.map_or(Sides::from(side), |seat| seat.iter().filter(is_included).collect())
    }
    /// The seats, each as its sides in play. Without a seating each side has its own seat.
    pub fn seats(&self, board: &Board) -> Vec<Sides> {
        let is_first_of_seat = |side: &SideId| self.seat_of(board, *side).first() == Some(*side);
        self.sides_in_play(board).iter().filter(is_first_of_seat).map(|side| self.seat_of(board, side)).collect()
    }
    /// Puts exactly the sides of the seating in play. This belongs to the start of the game, so the journal does not
    /// record the change.
    pub fn apply_seating(&mut self, board: &Board) {
        let (Some(fact), Some(seating)) = (board.players.in_play, self.seating(board)) else { return };
        let seated = seating.sides();
        for side in (0..board.sides.len()).map(SideId::new) {
            self.replace_fact(board, fact, side.index(), &FactValue::Boolean(seated.has(side)));
        }
    }
}
