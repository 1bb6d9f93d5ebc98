//! Invariants of every position in every game. A violation is a bug of the engine.

use crate::board::{Board, FactType};
use crate::slice_diff::slice_diff;
use crate::{CardId, ClassId, FactId, PileId, Position, SpaceId, TrackId, notation};

/// Returns a message about the first violated invariant.
pub fn first_violation(board: &Board, position: &Position) -> Option<String> {
    piece_violation(board, position).or_else(|| violation_except_pieces(board, position))
}

/// Does what [`first_violation`] does, for a position that followed from a valid position of the same board. It is
/// faster because it checks only the pieces that changed.
pub fn first_violation_since(board: &Board, before: &Position, position: &Position) -> Option<String> {
    let is_conserved = pieces_are_conserved_since(board, before, position);
    debug_assert_eq!(
        is_conserved,
        piece_violation(board, position).is_none(),
        "the incremental check agrees with the full check"
    );
    // The message needs the full check.
    let problem = if is_conserved { None } else { piece_violation(board, position) };
    problem.or_else(|| violation_except_pieces(board, position))
}

fn violation_except_pieces(board: &Board, position: &Position) -> Option<String> {
    track_violation(board, position)
        .or_else(|| boolean_violation(board, position))
        .or_else(|| row_violation(board, position))
        .or_else(|| card_violation(board, position))
        .or_else(|| step_violation(board, position))
}

/// Returns a message if a piece type has too many or too few counters. Also if an index of pieces is wrong: the number
/// of pieces by space and class, or the spaces by class.
pub fn piece_violation(board: &Board, position: &Position) -> Option<String> {
    let mut totals = vec![0u32; board.piece_types.len()];
    for space in 0..board.spaces.len() {
        let space = SpaceId::new(space);
        let mut sums = vec![0u32; board.classes.len()];
        for (state, n) in position.pieces_at(space) {
            let state = board.plain_state(state); // The values of marks do not matter here.
            totals[state.piece_type.index()] += n;
            for (held, per_piece) in board.piece_types[state.piece_type.index()].holds.iter().zip(&state.held) {
                totals[held.index()] += n * u32::from(*per_piece);
            }
            state.classes.iter().for_each(|class| sums[class.index()] += n);
        }
        for (c, (class, sum)) in board.classes.iter().zip(sums).enumerate() {
            let c = ClassId::new(c);
            if sum != position.count(board, space, c) || (sum > 0) != position.spaces_with(c).has(space.index()) {
                return Some(format!("the index of `{}` at `{}` is wrong", class.id, board.spaces[space.index()].id));
            }
        }
    }
    let mismatch = board.piece_types.iter().zip(&totals).find(|(piece_type, total)| piece_type.count != **total);
    mismatch.map(|(piece_type, total)| format!("there are {total} `{}`, not {}", piece_type.id, piece_type.count))
}

/// Whether a position that followed from a valid position still has no [`piece_violation`].
pub fn pieces_are_conserved_since(board: &Board, before: &Position, position: &Position) -> bool {
    let mut type_shifts = vec![0i64; board.piece_types.len()];
    // (index into the counts by class, expected change)
    let mut class_shifts: Vec<(usize, i64)> = Vec::new();
    for stack_change in before.counts().changed_counts(position.counts()) {
        let (space, shift) = (stack_change.space.index(), stack_change.shift());
        let state = board.plain_state(stack_change.state);
        type_shifts[state.piece_type.index()] += shift;
        for (held, per_piece) in board.piece_types[state.piece_type.index()].holds.iter().zip(&state.held) {
            type_shifts[held.index()] += shift * i64::from(*per_piece);
        }
        class_shifts.extend(state.classes.iter().map(|class| (space * board.classes.len() + class.index(), shift)));
    }
    class_shifts.sort_unstable();
    let shifts =
        class_shifts.chunk_by(|a, b| a.0 == b.0).map(|chunk| (chunk[0].0, chunk.iter().map(|(_, n)| n).sum::<i64>()));
    let counted = slice_diff(before.counts_by_class(), position.counts_by_class());
    let counted = counted.map(|(index, old, new)| (index, i64::from(new) - i64::from(old)));
    // The position also stores the set of spaces that hold pieces of each class.
    let mut spaces_by_class = before.spaces_by_class().clone();
    for (index, _, new) in slice_diff(before.counts_by_class(), position.counts_by_class()) {
        let (space, class) = (index / board.classes.len(), index % board.classes.len());
        if new > 0 { spaces_by_class.insert(class, space) } else { spaces_by_class.remove(class, space) }
    }
    let is_class_count_right = shifts.filter(|(_, n)| *n != 0).eq(counted);
    type_shifts.iter().all(|n| *n == 0) && is_class_count_right && spaces_by_class == *position.spaces_by_class()
}

fn track_violation(board: &Board, position: &Position) -> Option<String> {
    for (t, track) in board.tracks.iter().enumerate() {
        for n in position.track_by_subject(board, TrackId::new(t)).iter().copied() {
            if n < track.min || n > track.max {
                return Some(format!("`{}` is at {n}, outside {} to {}", track.id, track.min, track.max));
            }
        }
    }
    None
}

fn boolean_violation(board: &Board, position: &Position) -> Option<String> {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.fact_type == FactType::Boolean) {
        let mut values = (0..board.subject_count(fact.on)).map(|s| position.fact_number(board, FactId::new(f), s));
        if let Some(n) = values.find(|n| !matches!(n, 0 | 1)) {
            return Some(format!("`{}` is {n}, not true or false", fact.id));
        }
    }
    None
}

/// Checks that rows are complete and ordered by key, and that no two rows of a subject have the same key.
fn row_violation(board: &Board, position: &Position) -> Option<String> {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, fact)| !fact.columns.list.is_empty()) {
        for subject in 0..board.subject_count(fact.on) {
            let rows = position.rows(board, FactId::new(f), subject);
            if fact.columns.sorted(rows.cells()) != rows || fact.columns.has_doubled_key(&rows) {
                return Some(format!("the rows of `{}` are incomplete, out of order, or have the same key", fact.id));
            }
        }
    }
    None
}

fn card_violation(board: &Board, position: &Position) -> Option<String> {
    let mut count = 0;
    for pile in 0..board.piles.len() {
        let pile = PileId::new(pile);
        for card in position.pile(pile).iter().map(CardId::new) {
            count += 1;
            if position.card_location(card).pile != pile {
                return Some(format!("card `{}` is in two places", board.cards[card.index()].id));
            }
        }
    }
    (count != board.cards.len()).then(|| format!("{count} cards are in piles, not {}", board.cards.len()))
}

/// Checks that a step is open unless the game is over, and that each step began no earlier in the journal than the step
/// that called it.
fn step_violation(board: &Board, position: &Position) -> Option<String> {
    if position.stack.is_empty() && position.outcome().is_none() {
        return Some("no step is open, and the game is not over".into());
    }
    let mut outer_start = 0;
    for frame in &position.stack {
        let is_in_order = outer_start <= frame.call_start && frame.call_start <= frame.start;
        if !is_in_order || frame.start as usize > position.journal.len() {
            return Some(format!("the step `{}` is outside of its journal", board.labels[frame.step]));
        }
        outer_start = frame.start;
    }
    None
}

/// Returns a message if writing and reading the position does not give the same position.
pub fn round_trip_problem(board: &Board, position: &Position) -> Option<String> {
    let saved = notation::print_save(board, position);
    match notation::load(board, &saved) {
        Ok(reloaded) if reloaded == *position => None,
        Ok(_) => Some("the position changes when it is written and read".into()),
        Err(errors) => {
            let first = errors.first().map(|e| e.message.as_str()).unwrap_or_default();
            Some(format!("the position cannot be read back: {first}"))
        }
    }
}
