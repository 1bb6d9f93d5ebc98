//! Comparing a position with items of notation.

use super::fact_and_option_text::{fact_value_text, option_text};
use super::read::{Item, SegmentText, Statement};
use super::save::subject_text;
use super::token::plain_text;
use crate::board::{Board, PileOrder};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Outcome, Position};
use crate::val::PlainValue;
use std::ops::Range;

/// Returns the items that do not match: (span of the item, expected text, found text).
pub(super) fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    let compared = items.iter().map(|item| (item, expected_and_found(board, position, &item.statement)));
    compared
        .filter(|(_, (expected, found))| expected != found)
        .map(|(item, (expected, found))| (item.span.clone(), expected, found))
        .collect()
}

fn expected_and_found(board: &Board, position: &Position, statement: &Statement) -> (String, String) {
    match statement {
        // With `any_mark`, pieces with any marks and held counters count. A plain state has no values of marks.
        Statement::Pieces { at, state, n, any_mark } => {
            let def = board.plain_state(*state);
            let is_counted = |other: StateId| {
                let plain = board.plain_state(other);
                other == *state || (*any_mark && plain.piece_type == def.piece_type && plain.face == def.face)
            };
            let counted = position.pieces_at(*at).filter(|(other, _)| is_counted(*other));
            let (found, text) = (counted.map(|(_, n)| n).sum::<u32>(), board.state_text(*state));
            let place = &board.spaces[at.index()].id;
            (format!("{place}: {n} {text}"), format!("{place}: {found} {text}"))
        }
        Statement::Empty(space) => {
            let pieces = position.pieces_at(*space);
            let texts: Vec<String> = pieces.map(|(state, n)| format!("{n} {}", board.state_text(state))).collect();
            let space_id = &board.spaces[space.index()].id;
            let found = if texts.is_empty() { "empty".into() } else { texts.join(", ") };
            (format!("{space_id}: empty"), format!("{space_id}: {found}"))
        }
        Statement::Track { track, subject, n } => {
            let def = &board.tracks[track.index()];
            let found = position.track(board, *track, *subject);
            let subject = subject_text(board, def.on, *subject);
            (format!("{subject} {} {n}", def.id), format!("{subject} {} {found}", def.id))
        }
        Statement::Fact { fact, subject, value } => {
            let def = &board.facts[fact.index()];
            let text = |value: &FactValue| match *value == FactValue::initial(def) {
                true => format!("{} (default)", def.id),
                false => fact_value_text(board, &def.id, value, &|_| false),
            };
            (text(value), text(&position.fact(board, *fact, *subject)))
        }
        Statement::Pile { pile, segments } => compare_pile(board, position, *pile, segments),
        Statement::Turn(steps) => compare_turn(board, position, steps),
        Statement::Option { option, value } => {
            let def = &board.options[option.index()];
            (option_text(&def.option_type, *value), option_text(&def.option_type, position.option(*option)))
        }
        Statement::ActiveEffect { effect } => {
            let is_active = position.active_effects().contains(effect);
            ("active".into(), if is_active { "active".into() } else { "not active".into() })
        }
        Statement::Ended { outcome } => {
            let result_text = |o: Option<&Outcome>| match o {
                None => "the game goes on".to_owned(),
                Some(o) => format!("ended {}", o.places_text(board)),
            };
            (result_text(Some(outcome)), result_text(position.outcome()))
        }
        Statement::Seed(seed) => (format!("seed {seed}"), format!("seed {}", position.seed())),
        Statement::Chance { stream, n } => (n.to_string(), position.chance_count(*stream).to_string()),
    }
}

fn compare_pile(board: &Board, position: &Position, pile: PileId, segments: &[SegmentText]) -> (String, String) {
    let text = |mut cards: Vec<CardId>, is_open: bool, is_unordered: bool| {
        if is_open || is_unordered {
            cards.sort();
        }
        let ids: Vec<&str> = cards.iter().map(|c| board.cards[c.index()].id.as_str()).collect();
        if is_open { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
    };
    let is_deck = board.piles[pile.index()].order == PileOrder::Deck;
    let join = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(" | ") };
    let expected = if is_deck {
        join(
            segments
                .iter()
                .flat_map(|s| {
                    let is_open = s.open && s.cards.len() > 1;
                    if is_open {
                        vec![text(s.cards.clone(), true, true)]
                    } else {
                        s.cards.iter().map(|c| text(vec![*c], false, false)).collect()
                    }
                })
                .collect(),
        )
    } else {
        text(segments.iter().flat_map(|s| s.cards.clone()).collect(), false, true)
    };
    let found = if is_deck {
        let found_segments = position.segments(pile).into_iter();
        join(found_segments.map(|(cards, is_open)| text(cards, is_open, false)).collect())
    } else {
        text(position.pile(pile).iter().map(CardId::new).collect(), false, true)
    };
    let id = &board.piles[pile.index()].id;
    (format!("{id}: {expected}"), format!("{id}: {found}"))
}

fn compare_turn(board: &Board, position: &Position, steps: &[(StepId, Vec<PlainValue>)]) -> (String, String) {
    let text = |list: Vec<(StepId, Vec<PlainValue>)>| {
        list.iter()
            .map(|(s, args)| {
                // The arguments are plain values: see the glossary.
                let args: Vec<String> = args.iter().map(|a| plain_text(board, a)).collect();
                format!("{} {}", board.labels[*s], args.join(" ")).trim_end().to_owned()
            })
            .collect::<Vec<_>>()
            .join("; in ")
    };
    let mut found: Vec<_> = position.open_steps().iter().map(|f| (f.step, f.args.clone())).collect();
    // The item may leave out the inner steps.
    found.truncate(steps.len().max(1));
    (format!("turn {}", text(steps.to_vec())), format!("turn {}", text(found)))
}
