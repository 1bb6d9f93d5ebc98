//! Positions kept in great numbers: most of them as what differs from one that is kept whole.

use super::{CardAt, Frame, InForce, Outcome, Position};
use crate::board::Board;
use crate::change::Change;
use crate::differing::differing;
use crate::ids::*;
use crate::val::Val;
use std::mem::size_of;
use std::sync::Arc;

/// A position of the past. Those that lie near each other share one that is whole.
#[derive(Debug, Clone)]
pub struct Kept {
    whole: Arc<Position>,
    differs: Option<Box<Differs>>,
}

/// What of a position is otherwise than in another of the same board.
#[derive(Debug, Clone, Default)]
struct Differs {
    counts: Box<[(SpaceId, StateId, u16)]>,
    values: Box<[(u32, i64)]>,
    lists: Box<[(u32, Arc<[Val]>)]>,
    cards: Box<[(CardId, CardAt)]>,
    chance: Box<[(u16, u32)]>,
    options: Box<[i64]>,
    in_force: Arc<[InForce]>,
    outcome: Option<Arc<Outcome>>,
    seed: u64,
    /// How many of the open steps, from the outermost, are the same; the others.
    same_steps: usize,
    stack: Box<[Frame]>,
    /// How many changes of the journal, from the first, are the same; the others.
    same_changes: usize,
    journal: Box<[Change]>,
}

impl Kept {
    /// What differs may take this part of what the whole takes, so that there are few whole ones and little differs from them.
    const PART: usize = 4;

    /// A position kept whole.
    pub fn whole(position: Arc<Position>) -> Kept {
        Kept { whole: position, differs: None }
    }
    /// A position of the same board as one that is kept, beside it: as what differs, unless that is much.
    pub fn beside(&self, board: &Board, position: &Arc<Position>) -> Kept {
        let differs = Differs::of(&self.whole, position);
        if differs.size() * Kept::PART > position.size() {
            return Kept::whole(position.clone());
        }
        let kept = Kept { whole: self.whole.clone(), differs: Some(Box::new(differs)) };
        debug_assert_eq!(kept.position(board), *position, "what is kept is had back");
        kept
    }
    /// The position, on its board.
    pub fn position(&self, board: &Board) -> Arc<Position> {
        match &self.differs {
            None => self.whole.clone(),
            Some(differs) => {
                let mut position = Position::clone(&self.whole);
                differs.put_into(board, &mut position);
                Arc::new(position)
            }
        }
    }
    /// The same, in the memory of a position that is wanted no more, if nobody else has it.
    pub fn position_in(&self, board: &Board, mut spare: Arc<Position>) -> Arc<Position> {
        match (&self.differs, Arc::get_mut(&mut spare)) {
            (Some(differs), Some(position)) => {
                position.clone_from(&self.whole);
                differs.put_into(board, position);
                spare
            }
            _ => self.position(board),
        }
    }
}

impl Kept {
    /// About how many bytes it takes, what lists hold among them; without what it shares with one that is kept already.
    pub fn takes(&self, beside: Option<&Kept>) -> usize {
        let lists = |position: &Position| position.lists.iter().map(|list| size_of_val(&**list)).sum::<usize>();
        let is_shared = beside.is_some_and(|other| Arc::ptr_eq(&other.whole, &self.whole));
        let whole = if is_shared { 0 } else { self.whole.size() + lists(&self.whole) };
        let differs = self.differs.as_ref().map_or(0, |differs| {
            differs.size() + differs.lists.iter().map(|(_, list)| size_of_val(&**list)).sum::<usize>()
        });
        whole + differs
    }
}

impl Differs {
    fn of(whole: &Position, position: &Position) -> Differs {
        let same_steps = whole.stack.iter().zip(&position.stack).take_while(|(a, b)| a == b).count();
        let same_changes = whole.journal.iter().zip(&position.journal).take_while(|(a, b)| a == b).count();
        let lists = whole.lists.iter().zip(&position.lists).zip(0..).filter(|((old, new), _)| old != new);
        let options = if whole.options == position.options { &[][..] } else { &position.options };
        Differs {
            counts: whole.counts.differing(&position.counts).iter().map(|it| (it.at, it.state, it.is)).collect(),
            values: differing(&whole.values, &position.values).map(|(at, _, new)| (at as u32, new)).collect(),
            lists: lists.map(|((_, new), at)| (at, new.clone())).collect(),
            cards: differing(&whole.cards, &position.cards).map(|(at, _, new)| (CardId::new(at), new)).collect(),
            chance: differing(&whole.chance, &position.chance).map(|(at, _, new)| (at as u16, new)).collect(),
            options: options.into(),
            in_force: if whole.in_force == position.in_force {
                whole.in_force.clone()
            } else {
                position.in_force.clone()
            },
            outcome: position.outcome.clone(),
            seed: position.seed,
            same_steps,
            stack: position.stack[same_steps..].into(),
            same_changes,
            journal: position.journal[same_changes..].into(),
        }
    }

    fn put_into(&self, board: &Board, position: &mut Position) {
        for (place, state, new) in &self.counts {
            let delta = i32::from(*new) - i32::from(position.counts.get(*place, *state));
            position.alter_pieces(board, *place, *state, delta);
        }
        self.values.iter().for_each(|(at, new)| position.values[*at as usize] = *new);
        self.lists.iter().for_each(|(at, new)| position.lists[*at as usize] = new.clone());
        self.cards.iter().for_each(|(card, at)| position.put_card(*card, *at));
        self.chance.iter().for_each(|(at, new)| position.chance[*at as usize] = *new);
        if !self.options.is_empty() {
            position.options.copy_from_slice(&self.options);
        }
        position.in_force = self.in_force.clone();
        position.outcome = self.outcome.clone();
        position.seed = self.seed;
        position.stack.truncate(self.same_steps);
        position.stack.extend_from_slice(&self.stack);
        position.journal.truncate(self.same_changes);
        position.journal.extend_from_slice(&self.journal);
    }

    /// About how many bytes it takes.
    fn size(&self) -> usize {
        size_of::<Differs>()
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
    /// About how many bytes it takes, but for the lists, which it shares with those it was cloned from.
    pub fn size(&self) -> usize {
        self.counts.size()
            + size_of_val(&*self.per_class)
            + size_of_val(&*self.holding)
            + size_of_val(&*self.values)
            + size_of_val(&*self.lists)
            + size_of_val(&*self.cards)
            + size_of_val(&*self.in_pile)
            + self.stack.iter().map(Frame::size).sum::<usize>()
            + size_of_val(&*self.journal)
    }
}

impl Frame {
    fn size(&self) -> usize {
        size_of::<Frame>() + size_of_val(&*self.args) + size_of_val(&*self.log)
    }
}
