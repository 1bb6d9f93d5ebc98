//! Changes that come from outside the rules (`adjust`) while steps are open. They are moved to the time before these
//! steps, so that the steps can run again from the changed position.

use crate::board::{Board, FactType};
use crate::change::Change;
use crate::invariants;
use crate::position::Position;
use crate::{FactId, TrackId};

impl Position {
    /// Returns the position as if the last changes (the journal entries from index `since` on) had been made before the
    /// outermost open step began. Returns `None` if that is impossible, for example because the open steps and these
    /// changes move the same card, or because a number of pieces would be negative.
    pub fn with_changes_before_steps(&self, board: &Board, since: usize) -> Option<Position> {
        let (step_changes, outside_changes) = self.journal.split_at(since);
        let mut position = self.clone();
        position.undo_to(board, 0);
        // (slot, how much the outside changes add to its number)
        let mut shifts: Vec<(u32, i64)> = Vec::new();
        for change in outside_changes {
            let change = match change {
                Change::Value { slot, old, new } => {
                    let shift = new - old;
                    match shifts.iter_mut().find(|(s, _)| s == slot) {
                        Some((_, total)) => *total += shift,
                        None => shifts.push((*slot, shift)),
                    }
                    let old = position.values[*slot as usize];
                    Change::Value { slot: *slot, old, new: old + shift }
                }
                Change::Pieces { .. } => change.clone(),
                other if step_changes.iter().any(|step_change| set_the_same_thing(step_change, other)) => return None,
                other => other.clone(),
            };
            position.apply_if_possible(board, change)?;
        }
        let is_set_by_steps =
            |slot: u32| step_changes.iter().any(|c| matches!(c, Change::Value { slot: s, .. } if *s == slot));
        if shifts.iter().any(|(slot, _)| is_set_by_steps(*slot) && !is_number(board, *slot)) {
            return None;
        }
        let mut fresh = position.clone();
        fresh.clear_history();
        if invariants::first_violation(board, &fresh).is_some() {
            return None; // No game can reach this position, so scripts need not handle it.
        }
        position.journal.clear();
        for change in step_changes {
            let change = match change {
                Change::Value { slot, old, new } => {
                    let shift = shifts.iter().find(|(s, _)| s == slot).map_or(0, |(_, shift)| *shift);
                    Change::Value { slot: *slot, old: old + shift, new: new + shift }
                }
                other => other.clone(),
            };
            position.apply_if_possible(board, change)?;
        }
        Some(position)
    }

    /// Applies a change. Returns `None` if the change would remove more pieces than there are.
    fn apply_if_possible(&mut self, board: &Board, change: Change) -> Option<()> {
        if let Change::Pieces { at, state, delta } = &change {
            let new_count = i64::from(self.count_state(*at, *state)) + i64::from(*delta);
            u16::try_from(new_count).ok()?;
        }
        self.apply(board, change);
        Some(())
    }

    /// Whether everything that these changes alter is the same in another position.
    pub fn agrees_on(&self, changes: &[Change], other: &Position) -> bool {
        changes.iter().all(|change| match change {
            Change::Pieces { at, state, .. } => self.count_state(*at, *state) == other.count_state(*at, *state),
            Change::Value { slot, .. } => self.values[*slot as usize] == other.values[*slot as usize],
            Change::Card { card, .. } => self.card_location(*card) == other.card_location(*card),
            Change::List { slot, .. } | Change::Row { slot, .. } => {
                self.lists[*slot as usize] == other.lists[*slot as usize]
            }
            Change::ActiveEffects { .. } => self.active_effects == other.active_effects,
            Change::Chance { .. } | Change::End { .. } => true,
        })
    }
}

/// Whether two changes set the same thing, so their order matters.
fn set_the_same_thing(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Card { card: a, .. }, Change::Card { card: b, .. }) => a == b,
        (
            Change::List { slot: a, .. } | Change::Row { slot: a, .. },
            Change::List { slot: b, .. } | Change::Row { slot: b, .. },
        ) => a == b,
        (Change::Chance { stream: a, .. }, Change::Chance { stream: b, .. }) => a == b,
        (Change::ActiveEffects { .. }, Change::ActiveEffects { .. }) => true,
        (Change::End { .. }, _) | (_, Change::End { .. }) => true,
        _ => false,
    }
}

/// Whether a slot holds a track or a number fact, so changes to it can be added up.
fn is_number(board: &Board, slot: u32) -> bool {
    let is_in = |from: usize, subjects: usize| (from..from + subjects).contains(&(slot as usize));
    let is_in_track = |(n, track): (usize, &crate::board::Track)| {
        is_in(board.layout.track(TrackId::new(n), 0), board.subject_count(track.on))
    };
    let is_in_fact = |(n, fact): (usize, &crate::board::Fact)| {
        fact.fact_type == FactType::Number && board.layout.fact(FactId::new(n)).range().contains(&(slot as usize))
    };
    board.tracks.iter().enumerate().any(is_in_track) || board.facts.iter().enumerate().any(is_in_fact)
}
