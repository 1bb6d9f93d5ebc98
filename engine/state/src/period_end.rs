//! Ending a period (a turn, a season): resets facts, removes marks, deactivates effects.

use crate::board::{Board, FactType};
use crate::position::Position;
use crate::{FactId, MarkId, PeriodId, SpaceId, StateId};
use std::ops::Range;
use std::sync::Arc;

/// What the end of one period resets and removes, computed once per board.
#[derive(Debug, Clone, Default)]
pub(crate) struct PeriodEnd {
    /// Slots of facts, each range with the number to which the end of the period resets it.
    values: Vec<(Range<usize>, i64)>,
    /// Slots of lists that the end of the period empties.
    lists: Vec<Range<usize>>,
    /// Pairs of states without the values of their marks, in the order of marks: a state that has a plain mark of this
    /// period, and the same state without that mark.
    marked: Vec<(StateId, StateId)>,
    /// The marks with values that end with this period.
    valued_marks: Vec<MarkId>,
}

impl PeriodEnd {
    /// Collects what the end of a period resets. The board must already have its layout and its piece states.
    pub(crate) fn new(board: &Board, period: PeriodId) -> PeriodEnd {
        let mut period_end = PeriodEnd::default();
        for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.until == Some(period)) {
            let slots = board.layout.fact(FactId::new(f)).range();
            match fact.fact_type {
                FactType::List(_) => period_end.lists.push(slots),
                FactType::Set(_) => period_end.values.push((slots, 0)),
                FactType::Number | FactType::Boolean | FactType::Id(_) => period_end.values.push((slots, fact.default)),
            }
        }
        for (m, mark) in board.marks.iter().enumerate() {
            if mark.until != Some(period) {
                continue;
            }
            if mark.value_type.is_some() {
                period_end.valued_marks.push(MarkId::new(m));
            }
            for (s, state) in board.states.iter().enumerate() {
                let bit = board.piece_types[state.piece_type.index()].marks.iter().position(|own| own.index() == m);
                let Some(bit) = bit.filter(|bit| state.marks >> bit & 1 != 0) else { continue };
                let unmarked = board.with_face_and_marks(StateId::new(s), state.face, state.marks & !(1 << bit));
                period_end.marked.push((StateId::new(s), unmarked));
            }
        }
        period_end
    }
}

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
