//! Ending a period (a turn, a season): resets facts, removes marks, deactivates effects.

use crate::board::{Board, FactType};
use crate::position::Position;
use crate::{FactId, MarkId, PeriodId, SpaceId, StateId};
use std::ops::Range;
use std::sync::Arc;

/// What the end of one period resets and removes, computed once per board.
#[derive(Debug, Clone, Default)]
pub(crate) struct PeriodEnd {
    /// Slots of the position, with the number to which they are reset.
    values: Vec<(Range<usize>, i64)>,
    /// Lists of the position to empty.
    lists: Vec<Range<usize>>,
    /// Each plain state with a plain mark of this period, and the same state without that mark, in the order of marks.
    marked: Vec<(StateId, StateId)>,
    /// The marks with values that end with this period.
    valued_marks: Vec<MarkId>,
}

impl PeriodEnd {
    /// The board must already have its layout and its piece states.
    pub(crate) fn new(board: &Board, period: PeriodId) -> PeriodEnd {
        let mut ends = PeriodEnd::default();
        for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.until == Some(period)) {
            let slots = board.layout.fact(FactId::new(f)).range();
            match fact.fact_type {
                FactType::List(_) => ends.lists.push(slots),
                FactType::Set(_) => ends.values.push((slots, 0)),
                FactType::Number | FactType::Boolean | FactType::Id(_) => ends.values.push((slots, fact.default)),
            }
        }
        for (m, mark) in board.marks.iter().enumerate() {
            if mark.until != Some(period) {
                continue;
            }
            if mark.value_type.is_some() {
                ends.valued_marks.push(MarkId::new(m));
            }
            for (s, state) in board.states.iter().enumerate() {
                let bit = board.types[state.piece_type.at()].marks.iter().position(|own| own.at() == m);
                let Some(bit) = bit.filter(|bit| state.marks >> bit & 1 != 0) else { continue };
                let without = board.with_face_and_marks(StateId::new(s), state.face, state.marks & !(1 << bit));
                ends.marked.push((StateId::new(s), without));
            }
        }
        ends
    }
}

impl Position {
    /// Ends a period: resets its facts, removes its marks, deactivates its effects.
    pub fn end_period(&mut self, board: &Board, period: PeriodId) {
        let ends = &board.period_ends[period.at()];
        for (slots, reset) in &ends.values {
            // Folds over all numbers without an early exit, which is faster: nearly always none differs.
            if self.numbers()[slots.clone()].iter().fold(0, |all, number| all | (number ^ reset)) != 0 {
                for slot in slots.clone() {
                    self.set_value(board, slot, *reset);
                }
            }
        }
        for slot in ends.lists.iter().cloned().flatten() {
            self.set_list(board, slot, Arc::default());
        }
        for (marked, without) in &ends.marked {
            if !self.has_marks() {
                break;
            }
            for place in self.spaces_with(board.plain_state(*marked).classes[0]).iter() {
                let place = SpaceId::new(place);
                let is_marked = |(state, _): &(StateId, u32)| state.at() == marked.at();
                while let Some((state, n)) = { self.pieces_at(place).find(is_marked) } {
                    self.turn_pieces(board, n, place, state, without.with_values(state.values()));
                }
            }
        }
        for mark in ends.valued_marks.iter().filter(|_| self.has_marks()).copied().collect::<Vec<_>>() {
            for place in (0..board.spaces.len()).map(SpaceId::new) {
                let has_mark = |(state, _): &(StateId, u32)| board.mark_value(*state, mark).is_some();
                while let Some((state, n)) = { self.pieces_at(place).find(has_mark) } {
                    self.turn_pieces(board, n, place, state, board.without_mark(state, mark));
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
