//! Ending a period (a turn, a season): resets facts, removes marks, deactivates effects.

use crate::board::Board;
use crate::position::Position;
use crate::{PeriodId, SpaceId, StateId};
use std::sync::Arc;

impl Position {
    /// Ends a period: resets its facts, removes its marks, deactivates its effects.
    pub fn end_period(&mut self, board: &Board, period: PeriodId) {
        let period_end = &board.period_ends[period.index()];
        for (slots, reset) in &period_end.values {
            // Nearly always all numbers are reset already. Then a fold is faster than a loop with an early exit.
            if self.numbers()[slots.clone()].iter().fold(0, |bits, number| bits | (number ^ reset)) != 0 {
                for slot in slots.clone() {
                    self.set_value(board, slot, *reset);
                }
            }
        }
        for slot in period_end.lists.iter().cloned().flatten() {
            self.set_list(board, slot, Arc::default());
        }
        for (marked, unmarked) in &period_end.marked {
            if !self.has_marks() {
                break;
            }
            // The first class of a state is that of its piece type.
            for space in self.spaces_with(board.plain_state(*marked).classes[0]).iter() {
                let space = SpaceId::new(space);
                let is_marked = |(state, _): &(StateId, u32)| state.index() == marked.index();
                while let Some((state, n)) = { self.pieces_at(space).find(is_marked) } {
                    self.turn_pieces(board, n, space, state, unmarked.with_values(state.values()));
                }
            }
        }
        for mark in period_end.valued_marks.iter().filter(|_| self.has_marks()).copied().collect::<Vec<_>>() {
            for space in (0..board.spaces.len()).map(SpaceId::new) {
                let has_mark = |(state, _): &(StateId, u32)| board.mark_value(*state, mark).is_some();
                while let Some((state, n)) = { self.pieces_at(space).find(has_mark) } {
                    self.turn_pieces(board, n, space, state, board.without_mark(state, mark));
                }
            }
        }
        self.deactivate(board, |effect| effect.until == Some(period));
    }

    /// Whether ending the period would change anything.
    pub fn is_within(&self, board: &Board, period: PeriodId) -> bool {
        let mut after = self.clone();
        after.end_period(board, period);
        after.journal.len() > self.journal.len()
    }
}
