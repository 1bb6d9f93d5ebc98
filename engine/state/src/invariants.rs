//! What must hold in every position, whatever the game: if it does not, the engine is at fault.

use crate::board::{Board, FactType};
use crate::differing::differing;
use crate::{CardId, ClassId, FactId, PileId, Position, SpaceId, TrackId, notation};

/// The first thing that does not hold in a position, in words.
pub fn broken(board: &Board, position: &Position) -> Option<String> {
    conserved(board, position).or_else(|| broken_but_pieces(board, position))
}

/// The same of a position that came of another of the same board in which all holds: of the pieces only what differs is looked at.
pub fn broken_since(board: &Board, before: &Position, position: &Position) -> Option<String> {
    let is_conserved = conserved_since(board, before, position);
    debug_assert_eq!(is_conserved, conserved(board, position).is_none(), "what differs tells what all tells");
    // What is wrong is found by looking at all.
    let wrong = if is_conserved { None } else { conserved(board, position) };
    wrong.or_else(|| broken_but_pieces(board, position))
}

fn broken_but_pieces(board: &Board, position: &Position) -> Option<String> {
    tracks(board, position)
        .or_else(|| truths(board, position))
        .or_else(|| cards(board, position))
        .or_else(|| steps(board, position))
}

/// Every piece type has exactly as many counters as it should, and the indexes agree.
pub fn conserved(board: &Board, position: &Position) -> Option<String> {
    let mut totals = vec![0u32; board.types.len()];
    for place in 0..board.spaces.len() {
        let place = SpaceId::new(place);
        let mut sums = vec![0u32; board.classes.len()];
        for (state, n) in position.pieces_at(place) {
            let state = board.plain(state);
            totals[state.of.at()] += n;
            for (held, each) in board.types[state.of.at()].holds.iter().zip(&state.held) {
                totals[held.at()] += n * u32::from(*each);
            }
            state.classes.iter().for_each(|class| sums[class.at()] += n);
        }
        for (c, (class, sum)) in board.classes.iter().zip(sums).enumerate() {
            let c = ClassId::new(c);
            if sum != position.count(board, place, c) || (sum > 0) != position.holding(c).has(place.at()) {
                return Some(format!("the index of `{}` at `{}` is wrong", class.id, board.spaces[place.at()].id));
            }
        }
    }
    let wrong = board.types.iter().zip(&totals).find(|(of, total)| of.count != **total);
    wrong.map(|(of, total)| format!("there are {total} `{}`, not {}", of.id, of.count))
}

/// Whether [`conserved`] holds still, as it did before.
pub fn conserved_since(board: &Board, before: &Position, position: &Position) -> bool {
    let mut more = vec![0i64; board.types.len()];
    // Of each class at each place, by how much its pieces should differ.
    let mut of_class: Vec<(usize, i64)> = Vec::new();
    for recounted in before.counts().differing(position.counts()) {
        let (place, state, shift) = (recounted.at.at(), board.plain(recounted.state), recounted.shift());
        more[state.of.at()] += shift;
        for (held, each) in board.types[state.of.at()].holds.iter().zip(&state.held) {
            more[held.at()] += shift * i64::from(*each);
        }
        of_class.extend(state.classes.iter().map(|class| (place * board.classes.len() + class.at(), shift)));
    }
    of_class.sort_unstable();
    let shifts = of_class.chunk_by(|a, b| a.0 == b.0).map(|all| (all[0].0, all.iter().map(|(_, n)| n).sum::<i64>()));
    let counted = differing(before.counts_by_class(), position.counts_by_class());
    let counted = counted.map(|(at, old, new)| (at, i64::from(new) - i64::from(old)));
    // Where pieces of a class lie is kept a third time, as sets.
    let mut holding = before.all_holding().to_vec();
    for (at, _, new) in differing(before.counts_by_class(), position.counts_by_class()) {
        let (place, class) = (at / board.classes.len(), at % board.classes.len());
        if new > 0 { holding[class].insert(place) } else { holding[class].remove(place) }
    }
    more.iter().all(|n| *n == 0) && shifts.filter(|(_, n)| *n != 0).eq(counted) && holding == position.all_holding()
}

fn tracks(board: &Board, position: &Position) -> Option<String> {
    for (t, track) in board.tracks.iter().enumerate() {
        for n in position.track_by_subject(board, TrackId::new(t)).iter().copied() {
            if n < track.min || n > track.max {
                return Some(format!("`{}` is at {n}, outside {} to {}", track.id, track.min, track.max));
            }
        }
    }
    None
}

fn truths(board: &Board, position: &Position) -> Option<String> {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.holds == FactType::Truth) {
        let mut values = (0..board.subjects(fact.on)).map(|s| position.fact_number(board, FactId::new(f), s));
        if let Some(n) = values.find(|n| !matches!(n, 0 | 1)) {
            return Some(format!("`{}` is neither true nor false but {n}", fact.id));
        }
    }
    None
}

fn cards(board: &Board, position: &Position) -> Option<String> {
    let mut seen = 0;
    for pile in 0..board.piles.len() {
        let pile = PileId::new(pile);
        for card in position.pile(pile).iter().map(CardId::new) {
            seen += 1;
            if position.card_at(card).pile != pile {
                return Some(format!("card `{}` is in two places", board.cards[card.at()].id));
            }
        }
    }
    (seen != board.cards.len()).then(|| format!("{seen} cards lie in piles, not {}", board.cards.len()))
}

/// Open steps lie within each other, and within the journal.
fn steps(board: &Board, position: &Position) -> Option<String> {
    if position.stack.is_empty() && position.outcome().is_none() {
        return Some("no step is open, and the game is not over".into());
    }
    let mut from = 0;
    for frame in &position.stack {
        if frame.call_start < from || frame.start < frame.call_start || frame.start as usize > position.journal.len() {
            return Some(format!("the step `{}` lies outside its journal", board.steps[frame.step.at()]));
        }
        from = frame.start;
    }
    None
}

/// Whether the position comes back as it was when it is written and read; else what is wrong with it.
pub fn survives_writing(board: &Board, position: &Position) -> Option<String> {
    let saved = notation::print_save(board, position);
    match notation::load(board, &saved) {
        Ok(back) if back == *position => None,
        Ok(_) => Some("the position reads back as another".into()),
        Err(errors) => {
            let first = errors.first().map(|e| e.message.as_str()).unwrap_or_default();
            Some(format!("the position cannot be read back: {first}"))
        }
    }
}
