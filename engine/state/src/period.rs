//! What ends with a period, worked out once for a board, and its ending.

use crate::board::{Board, FactType};
use crate::position::Position;
use crate::{FactId, MarkId, PeriodId, SpaceId, StateId};
use std::ops::Range;
use std::sync::Arc;

/// What a period's end resets and takes off.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ends {
    /// Numbers of the position, by where they lie, with what each goes back to.
    values: Vec<(Range<usize>, i64)>,
    /// Lists of the position to be emptied.
    lists: Vec<Range<usize>>,
    /// Each plain state that carries one of its plain marks, with the same state without it, in order of marks.
    marked: Vec<(StateId, StateId)>,
    /// Its marks that bear values.
    valued: Vec<MarkId>,
}

impl Ends {
    /// What ends with a period, on a board whose slots and states are numbered.
    pub(crate) fn of(board: &Board, period: PeriodId) -> Ends {
        let mut ends = Ends::default();
        for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.until == Some(period)) {
            let room = board.layout.fact(FactId::new(f)).all();
            match fact.holds {
                FactType::List(_) => ends.lists.push(room),
                FactType::Set(_) => ends.values.push((room, 0)),
                FactType::Number | FactType::Truth | FactType::Id(_) => ends.values.push((room, fact.default)),
            }
        }
        for (m, mark) in board.marks.iter().enumerate() {
            if mark.until != Some(period) {
                continue;
            }
            if mark.of.is_some() {
                ends.valued.push(MarkId::new(m));
            }
            for (s, state) in board.states.iter().enumerate() {
                let bit = board.types[state.of.at()].marks.iter().position(|own| own.at() == m);
                let Some(bit) = bit.filter(|bit| state.marks >> bit & 1 != 0) else { continue };
                let bare = board.state_like(StateId::new(s), state.face, state.marks & !(1 << bit));
                ends.marked.push((StateId::new(s), bare));
            }
        }
        ends
    }
}

impl Position {
    /// Ends a period: resets its facts, takes off its marks, lifts its effects in force.
    pub fn end_period(&mut self, board: &Board, period: PeriodId) {
        let ends = &board.ends[period.at()];
        for (slots, reset) in &ends.values {
            // Taken together, not until one differs: nearly always none does.
            if self.numbers()[slots.clone()].iter().fold(0, |all, number| all | (number ^ reset)) != 0 {
                for slot in slots.clone() {
                    self.set_value(board, slot, *reset);
                }
            }
        }
        for slot in ends.lists.iter().cloned().flatten() {
            self.set_list(board, slot, Arc::default());
        }
        for (marked, bare) in &ends.marked {
            if !self.has_marks() {
                break;
            }
            for place in self.holding(board.plain(*marked).classes[0]).iter() {
                let place = SpaceId::new(place);
                let alike = |(state, _): &(StateId, u32)| state.at() == marked.at();
                while let Some((state, n)) = { self.pieces_at(place).find(alike) } {
                    self.turn_pieces(board, n, place, state, bare.bearing(state.values()));
                }
            }
        }
        for mark in ends.valued.iter().filter(|_| self.has_marks()).copied().collect::<Vec<_>>() {
            for place in (0..board.spaces.len()).map(SpaceId::new) {
                let bears = |(state, _): &(StateId, u32)| board.value(*state, mark).is_some();
                while let Some((state, n)) = { self.pieces_at(place).find(bears) } {
                    self.turn_pieces(board, n, place, state, board.without_mark(state, mark));
                }
            }
        }
        self.lift(board, |effect| effect.until == Some(period));
    }

    /// Whether anything holds that ends with a period.
    pub fn is_within(&self, board: &Board, period: PeriodId) -> bool {
        let mut after = self.clone();
        after.end_period(board, period);
        after.journal.len() > self.journal.len()
    }
}
