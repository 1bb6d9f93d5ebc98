//! Compact positions for the history: a position is stored as the difference to a full position.

use super::{ActiveEffect, CardLocation, Frame, Outcome, Position};
use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::slice_diff::slice_diff;
use crate::val::Val;
use std::mem::size_of;
use std::sync::Arc;

/// A stored position. Several positions share one full position and store only their differences to it.
#[derive(Debug, Clone)]
pub struct CompactPosition {
    full: Arc<Position>,
    delta: Option<Box<PositionDelta>>,
}

/// The difference of a position to the full position. Both are of the same board.
#[derive(Debug, Clone, Default)]
struct PositionDelta {
    /// The new numbers of pieces.
    counts: Box<[(SpaceId, StateId, u16)]>,
    /// Slots of tracks and facts, with their new numbers.
    values: Box<[(u32, i64)]>,
    /// Slots of facts that are lists, with their new lists.
    lists: Box<[(u32, Arc<[Val]>)]>,
    cards: Box<[(CardId, CardLocation)]>,
    /// Streams of chance, with their new counters.
    chance: Box<[(u16, u32)]>,
    /// All options, or none if they are the same in the full position.
    options: Box<[i64]>,
    active_effects: Arc<[ActiveEffect]>,
    outcome: Option<Arc<Outcome>>,
    seed: u64,
    /// How many open steps, from the outermost, are the same in the full position. `stack` holds the other steps.
    same_steps: usize,
    stack: Box<[Frame]>,
    /// How many journal entries, from the first, are the same in the full position. `journal` holds the other entries.
    same_changes: usize,
    journal: Box<[Change]>,
}

impl CompactPosition {
    /// A delta larger than 1/4 of the position saves too little. The position is then stored in full.
    const MIN_SIZE_RATIO: usize = 4;

    /// Stores a full position.
    pub fn full(position: Arc<Position>) -> CompactPosition {
        CompactPosition { full: position, delta: None }
    }
    /// Stores another position of the same board. It shares the full position of `self` if the difference is small.
    pub fn compact_next(&self, board: &Board, position: &Arc<Position>) -> CompactPosition {
        let delta = PositionDelta::new(&self.full, position);
        if delta.size() * CompactPosition::MIN_SIZE_RATIO > position.size() {
            return CompactPosition::full(position.clone());
        }
        let compact = CompactPosition { full: self.full.clone(), delta: Some(Box::new(delta)) };
        debug_assert_eq!(compact.position(board), *position, "a stored position is restored unchanged");
        compact
    }
    /// Restores the stored position. `board` must be the board with which the position was stored.
    pub fn position(&self, board: &Board) -> Arc<Position> {
        match &self.delta {
            None => self.full.clone(),
            Some(delta) => {
                let mut position = Position::clone(&self.full);
                delta.apply_to(board, &mut position);
                Arc::new(position)
            }
        }
    }
    /// Restores the stored position as [`CompactPosition::position`] does. Reuses the memory of `spare` if `spare` has
    /// no other owner.
    pub fn position_reusing(&self, board: &Board, mut spare: Arc<Position>) -> Arc<Position> {
        match (&self.delta, Arc::get_mut(&mut spare)) {
            (Some(delta), Some(position)) => {
                position.clone_from(&self.full);
                delta.apply_to(board, position);
                spare
            }
            _ => self.position(board),
        }
    }
}

impl CompactPosition {
    /// The approximate size in bytes, including lists. Leaves out the full position if `before` shares it.
    pub fn size(&self, before: Option<&CompactPosition>) -> usize {
        let lists = |position: &Position| position.lists.iter().map(|list| size_of_val(&**list)).sum::<usize>();
        let is_shared = before.is_some_and(|other| Arc::ptr_eq(&other.full, &self.full));
        let full = if is_shared { 0 } else { self.full.size() + lists(&self.full) };
        let delta = self
            .delta
            .as_ref()
            .map_or(0, |delta| delta.size() + delta.lists.iter().map(|(_, list)| size_of_val(&**list)).sum::<usize>());
        full + delta
    }
}

impl PositionDelta {
    fn new(full: &Position, position: &Position) -> PositionDelta {
        let same_steps = full.stack.iter().zip(&position.stack).take_while(|(a, b)| a == b).count();
        let same_changes = full.journal.iter().zip(&position.journal).take_while(|(a, b)| a == b).count();
        let counts = full.counts.changed_counts(&position.counts);
        let lists = full.lists.iter().zip(position.lists.iter()).zip(0..).filter(|((old, new), _)| old != new);
        let options = if full.options == position.options { &[][..] } else { &position.options };
        PositionDelta {
            counts: counts.iter().map(|stack| (stack.space, stack.state, stack.new)).collect(),
            values: slice_diff(&full.values, &position.values).map(|(slot, _, new)| (slot as u32, new)).collect(),
            lists: lists.map(|((_, new), slot)| (slot, new.clone())).collect(),
            cards: slice_diff(&full.cards, &position.cards).map(|(card, _, new)| (CardId::new(card), new)).collect(),
            chance: slice_diff(&full.chance, &position.chance).map(|(stream, _, new)| (stream as u16, new)).collect(),
            options: options.into(),
            active_effects: if full.active_effects == position.active_effects {
                full.active_effects.clone()
            } else {
                position.active_effects.clone()
            },
            outcome: position.outcome.clone(),
            seed: position.seed,
            same_steps,
            stack: position.stack[same_steps..].into(),
            same_changes,
            journal: position.journal[same_changes..].into(),
        }
    }

    fn apply_to(&self, board: &Board, position: &mut Position) {
        for (space, state, new) in &self.counts {
            let delta = i32::from(*new) - i32::from(position.counts.get(*space, *state));
            position.alter_pieces(board, *space, *state, delta);
        }
        self.values.iter().for_each(|(slot, new)| position.values[*slot as usize] = *new);
        for (slot, new) in &self.lists {
            Arc::make_mut(&mut position.lists)[*slot as usize] = new.clone();
        }
        self.cards.iter().for_each(|(card, location)| position.put_card(*card, *location));
        self.chance.iter().for_each(|(stream, new)| position.chance[*stream as usize] = *new);
        if !self.options.is_empty() {
            position.options.copy_from_slice(&self.options);
        }
        position.active_effects = self.active_effects.clone();
        position.outcome = self.outcome.clone();
        position.seed = self.seed;
        position.stack.truncate(self.same_steps);
        position.stack.extend_from_slice(&self.stack);
        position.journal.truncate(self.same_changes);
        position.journal.extend_from_slice(&self.journal);
    }

    /// The approximate size in bytes, without the contents of lists.
    fn size(&self) -> usize {
        size_of::<PositionDelta>()
            + size_of_val(&*self.counts)
            + size_of_val(&*self.values)
            + size_of_val(&*self.lists)
            + size_of_val(&*self.cards)
            + size_of_val(&*self.chance)
            + size_of_val(&*self.options)
            + self.stack.iter().map(Frame::size).sum::<usize>()
            + size_of_val(&*self.journal)
    }
}

impl Position {
    /// The approximate size in bytes, without the contents of lists, which clones share.
    pub fn size(&self) -> usize {
        self.counts.size()
            + size_of_val(&*self.class_counts)
            + self.spaces_by_class.bytes()
            + size_of_val(&*self.values)
            + size_of_val(self.lists.as_slice())
            + size_of_val(&*self.cards)
            + self.cards_by_pile.bytes()
            + self.stack.iter().map(Frame::size).sum::<usize>()
            + size_of_val(&*self.journal)
    }
}

impl Frame {
    fn size(&self) -> usize {
        size_of::<Frame>() + size_of_val(&*self.args) + size_of_val(&*self.log)
    }
}
