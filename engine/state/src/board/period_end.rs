//! What the end of each period (a turn, a season) resets and removes.

use super::{Board, FactType};
use crate::ids::*;
use std::ops::Range;

/// What the end of one period resets and removes, computed once per board.
#[derive(Debug, Clone, Default)]
pub(crate) struct PeriodEnd {
    /// Slots of facts, each range with the number to which the end of the period resets it.
    pub(crate) values: Vec<(Range<usize>, i64)>,
    /// Slots of lists and rows that the end of the period empties.
    pub(crate) lists: Vec<Range<usize>>,
    /// Pairs of states without the values of their marks, in the order of marks: a state that has a plain mark of this
    /// period, and the same state without that mark.
    pub(crate) marked: Vec<(StateId, StateId)>,
    /// The marks with values that end with this period.
    pub(crate) valued_marks: Vec<MarkId>,
}

impl PeriodEnd {
    /// Collects what the end of a period resets. The board must already have its layout and its piece states.
    pub(super) fn new(board: &Board, period: PeriodId) -> PeriodEnd {
        let mut period_end = PeriodEnd::default();
        for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.until == Some(period)) {
            let slots = board.layout.fact(FactId::new(f)).range();
            match fact.fact_type {
                FactType::List(_) | FactType::Rows(_) => period_end.lists.push(slots),
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
