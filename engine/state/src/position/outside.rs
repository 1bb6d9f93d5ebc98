//! Changes from outside, put before the beginning of the open steps.

use crate::board::{Board, FactType};
use crate::change::Change;
use crate::invariants;
use crate::position::Position;
use crate::{FactId, TrackId};

impl Position {
    /// The position in which the last changes of the journal, from this length on, had been made before the outermost open step
    /// began. None where that makes no sense: a card was moved before and after, or fewer pieces than none would have been
    /// somewhere.
    pub fn put_before(&self, board: &Board, since: usize) -> Option<Position> {
        let (inner, changes) = self.journal.split_at(since);
        let mut position = self.clone();
        position.take_back(board, 0);
        let mut shifts: Vec<(u32, i64)> = Vec::new();
        for change in changes {
            let change = match change {
                Change::Value { slot, old, new } => {
                    let shift = new - old;
                    match shifts.iter_mut().find(|(s, _)| s == slot) {
                        Some((_, all)) => *all += shift,
                        None => shifts.push((*slot, shift)),
                    }
                    let old = position.values[*slot as usize];
                    Change::Value { slot: *slot, old, new: old + shift }
                }
                Change::Pieces { .. } => change.clone(),
                other if inner.iter().any(|inner| is_of_the_same(inner, other)) => return None,
                other => other.clone(),
            };
            position.apply_if_there(board, change)?;
        }
        let is_set_within = |slot: u32| inner.iter().any(|c| matches!(c, Change::Value { slot: s, .. } if *s == slot));
        if shifts.iter().any(|(slot, _)| is_set_within(*slot) && !is_number(board, *slot)) {
            return None;
        }
        let mut bare = position.clone();
        bare.settle();
        if invariants::broken(board, &bare).is_some() {
            return None; // No game could have been there, so no rule need cope with it.
        }
        position.journal.clear();
        for change in inner {
            let change = match change {
                Change::Value { slot, old, new } => {
                    let shift = shifts.iter().find(|(s, _)| s == slot).map_or(0, |(_, shift)| *shift);
                    Change::Value { slot: *slot, old: old + shift, new: new + shift }
                }
                other => other.clone(),
            };
            position.apply_if_there(board, change)?;
        }
        Some(position)
    }

    /// Applies a change, if there are the pieces for it.
    fn apply_if_there(&mut self, board: &Board, change: Change) -> Option<()> {
        if let Change::Pieces { at, state, delta } = &change {
            let there = i64::from(self.count_state(*at, *state)) + i64::from(*delta);
            u16::try_from(there).ok()?;
        }
        self.apply(board, change);
        Some(())
    }

    /// Whether all that these changes touch is as it is in another position.
    pub fn agrees_on(&self, changes: &[Change], other: &Position) -> bool {
        changes.iter().all(|change| match change {
            Change::Pieces { at, state, .. } => self.count_state(*at, *state) == other.count_state(*at, *state),
            Change::Value { slot, .. } => self.values[*slot as usize] == other.values[*slot as usize],
            Change::Card { card, .. } => self.card_at(*card) == other.card_at(*card),
            Change::List { slot, .. } => self.lists[*slot as usize] == other.lists[*slot as usize],
            Change::InForce { .. } => self.in_force == other.in_force,
            Change::Chance { .. } | Change::End { .. } => true,
        })
    }
}

/// Whether two changes set the same thing, so that one of them depends on the other.
fn is_of_the_same(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Card { card: a, .. }, Change::Card { card: b, .. }) => a == b,
        (Change::List { slot: a, .. }, Change::List { slot: b, .. }) => a == b,
        (Change::Chance { stream: a, .. }, Change::Chance { stream: b, .. }) => a == b,
        (Change::InForce { .. }, Change::InForce { .. }) => true,
        (Change::End { .. }, _) | (_, Change::End { .. }) => true,
        _ => false,
    }
}

/// Whether a slot holds a number, of which more and less can be said.
fn is_number(board: &Board, slot: u32) -> bool {
    let is_in = |from: usize, subjects: usize| (from..from + subjects).contains(&(slot as usize));
    let of_track = |(n, track): (usize, &crate::board::Track)| {
        is_in(board.layout.track(TrackId::new(n), 0), board.subjects(track.on))
    };
    let of_fact = |(n, fact): (usize, &crate::board::Fact)| {
        fact.holds == FactType::Number && board.layout.fact(FactId::new(n)).all().contains(&(slot as usize))
    };
    board.tracks.iter().enumerate().any(of_track) || board.facts.iter().enumerate().any(of_fact)
}
