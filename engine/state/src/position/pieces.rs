//! Where pieces lie: counts by state and by class, moving and turning.

use super::Position;
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;
use crate::val::Val;

impl Position {
    #[inline]
    pub(super) fn alter_pieces(&mut self, board: &Board, at: SpaceId, state: StateId, delta: i32) {
        let (states, classes) = (board.states.len(), board.classes.len());
        let count = &mut self.counts[at.at() * states + state.at()];
        *count = (*count as i32 + delta) as u16;
        if board.states[state.at()].marks != 0 {
            self.marked = self.marked.wrapping_add_signed(delta);
        }
        for class in &board.states[state.at()].classes {
            let sum = &mut self.per_class[at.at() * classes + class.at()];
            *sum = sum.wrapping_add_signed(delta);
            if *sum == 0 {
                self.holding[class.at()].remove(at.at());
            } else {
                self.holding[class.at()].insert(at.at());
            }
        }
    }

    /// Pieces of exactly this state at a place.
    #[inline]
    pub fn count_state(&self, board: &Board, at: SpaceId, state: StateId) -> u32 {
        self.counts[at.at() * board.states.len() + state.at()] as u32
    }
    /// Pieces of a class at a place.
    #[inline]
    pub fn count(&self, board: &Board, at: SpaceId, class: ClassId) -> u32 {
        self.per_class[at.at() * board.classes.len() + class.at()]
    }
    /// The places that hold at least one piece of a class.
    #[inline]
    pub fn holding(&self, class: ClassId) -> Set {
        self.holding[class.at()]
    }
    /// Whether any piece bears a mark.
    #[inline]
    pub(crate) fn has_marks(&self) -> bool {
        self.marked != 0
    }
    /// The stacks of a class in some places, in order of place and state.
    pub fn stacks(&self, board: &Board, places: Set, class: ClassId, out: &mut Vec<Val>) {
        for place in places.and(self.holding(class)).iter() {
            let place = SpaceId::new(place);
            let mut left = self.count(board, place, class);
            for state in &board.classes[class.at()].states {
                let here = self.count_state(board, place, *state);
                if here > 0 {
                    out.push(Val::stack(place, *state));
                    left = left.saturating_sub(here);
                    if left == 0 {
                        break; // Most states are of pieces with marks, and few pieces have any.
                    }
                }
            }
        }
    }

    /// Moves pieces; the caller has checked that they are there.
    pub fn move_pieces(&mut self, board: &Board, state: StateId, n: u32, from: SpaceId, to: SpaceId) {
        if n > 0 && from != to {
            self.apply(board, Change::Pieces { at: from, state, delta: -(n as i32) });
            self.apply(board, Change::Pieces { at: to, state, delta: n as i32 });
        }
    }
    /// Turns pieces at a place into another state of the same type. What they then hold more or less of
    /// comes from, or goes to, its supply (which must have it: see [`Position::spare`]).
    pub fn turn_pieces(&mut self, board: &Board, n: u32, at: SpaceId, from: StateId, to: StateId) {
        if n == 0 || from == to {
            return;
        }
        self.apply(board, Change::Pieces { at, state: from, delta: -(n as i32) });
        self.apply(board, Change::Pieces { at, state: to, delta: n as i32 });
        let holds = &board.types[board.states[from.at()].of.at()].holds;
        for (held, which) in holds.iter().zip(0..) {
            let before: u16 = board.states[from.at()].held[which];
            let more = (i32::from(board.states[to.at()].held[which]) - i32::from(before)) * n as i32;
            if more != 0 {
                let (supply, bare) = (board.types[held.at()].supply, board.state_of(*held, 0, 0));
                self.apply(board, Change::Pieces { at: supply, state: bare, delta: -more });
            }
        }
    }
    /// How many pieces (or counters) of a type lie in its supply.
    pub fn spare(&self, board: &Board, of: TypeId) -> u32 {
        self.count_state(board, board.types[of.at()].supply, board.state_of(of, 0, 0))
    }
}
