//! Pieces: counting, moving and turning them.

use super::Position;
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;
use crate::val::Val;

impl Position {
    /// Adds `delta` to the number of pieces of a state at a space, and updates the counts by class.
    #[inline]
    pub(super) fn alter_pieces(&mut self, board: &Board, space: SpaceId, state: StateId, delta: i32) {
        self.counts.add(space, state, delta);
        let plain = board.plain_state(state);
        if plain.marks != 0 || state.values() != 0 {
            self.marked_count = self.marked_count.wrapping_add_signed(delta);
        }
        for class in &plain.classes {
            let sum = &mut self.class_counts[space.index() * board.classes.len() + class.index()];
            *sum = sum.wrapping_add_signed(delta as i16);
            if *sum == 0 {
                self.spaces_by_class.remove(class.index(), space.index());
            } else {
                self.spaces_by_class.insert(class.index(), space.index());
            }
        }
    }

    /// The number of pieces of exactly this state at a space.
    #[inline]
    pub fn count_state(&self, space: SpaceId, state: StateId) -> u32 {
        u32::from(self.counts.get(space, state))
    }
    /// The pieces at a space, by state: (state, number), in the order of states.
    #[inline]
    pub fn pieces_at(&self, space: SpaceId) -> impl DoubleEndedIterator<Item = (StateId, u32)> + ExactSizeIterator {
        self.counts.stacks_at(space).iter().map(|stack| (stack.state, u32::from(stack.n)))
    }
    /// The pieces of one class at a space, as [`Position::pieces_at`] gives them.
    #[inline]
    pub fn pieces_of(&self, board: &Board, space: SpaceId, class: ClassId) -> impl Iterator<Item = (StateId, u32)> {
        self.pieces_at(space).filter(move |(state, _)| board.plain_state(*state).classes.contains(&class))
    }
    /// The number of pieces of a class at a space.
    #[inline]
    pub fn count(&self, board: &Board, space: SpaceId, class: ClassId) -> u32 {
        u32::from(self.class_counts[space.index() * board.classes.len() + class.index()])
    }
    /// The spaces with at least one piece of a class.
    #[inline]
    pub fn spaces_with(&self, class: ClassId) -> Set {
        self.spaces_by_class.get(class.index())
    }
    /// Whether any piece has a mark.
    #[inline]
    pub(crate) fn has_marks(&self) -> bool {
        self.marked_count != 0
    }
    /// Appends the stacks of a class at some spaces to `out`, in the order of space and state.
    pub fn stacks(&self, board: &Board, spaces: &Set, class: ClassId, out: &mut Vec<Val>) {
        for space in spaces.and(&self.spaces_with(class)).iter() {
            let space = SpaceId::new(space);
            out.extend(self.pieces_of(board, space, class).map(|(state, _)| Val::stack(space, state)));
        }
    }

    /// Moves pieces. The caller must check that there are enough.
    pub fn move_pieces(&mut self, board: &Board, state: StateId, n: u32, from: SpaceId, to: SpaceId) {
        if n > 0 && from != to {
            self.apply(board, Change::Pieces { at: from, state, delta: -(n as i32) });
            self.apply(board, Change::Pieces { at: to, state, delta: n as i32 });
        }
    }
    /// Turns pieces at a space into another state of the same type. Held counters come from their supply or go back to
    /// it. The supply must have enough: see [`Position::supply_count`].
    pub fn turn_pieces(&mut self, board: &Board, n: u32, space: SpaceId, from: StateId, to: StateId) {
        if n == 0 || from == to {
            return;
        }
        self.apply(board, Change::Pieces { at: space, state: from, delta: -(n as i32) });
        self.apply(board, Change::Pieces { at: space, state: to, delta: n as i32 });
        let holds = &board.piece_types[board.states[from.index()].piece_type.index()].holds;
        for (held, held_index) in holds.iter().zip(0..) {
            let before: u16 = board.states[from.index()].held[held_index];
            let from_supply = (i32::from(board.states[to.index()].held[held_index]) - i32::from(before)) * n as i32;
            if from_supply != 0 {
                // Held counters in the supply have their first face and no marks.
                let (supply, bare) = (board.piece_types[held.index()].supply, board.state_of(*held, 0, 0));
                self.apply(board, Change::Pieces { at: supply, state: bare, delta: -from_supply });
            }
        }
    }
    /// The number of pieces of a type in its supply.
    pub fn supply_count(&self, board: &Board, piece_type: PieceTypeId) -> u32 {
        self.count_state(board.piece_types[piece_type.index()].supply, board.state_of(piece_type, 0, 0))
    }
}
