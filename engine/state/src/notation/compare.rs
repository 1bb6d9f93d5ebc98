//! Comparing a position with items of notation.

use super::fact_and_option_text::{fact_value_text, option_text};
use super::read::{Item, Statement};
use super::save::subject_text;
use super::token::plain_text;
use crate::board::{Board, PileOrder};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Outcome, Position};
use crate::val::PlainValue;
use std::ops::Range;

/// The items that do not match: (span of the item, expected text, found text).
pub(super) fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    let mut out = Vec::new();
    for item in items {
        let mut differs = |expected: String, found: String| {
            if expected != found {
                out.push((item.span.clone(), expected, found));
            }
        };
        match &item.statement {
            Statement::Pieces { at, state, n, any_mark } => {
                let def = board.plain_state(*state);
                let counts = |other: StateId| {
                    let plain = board.plain_state(other);
                    other == *state || (*any_mark && plain.piece_type == def.piece_type && plain.face == def.face)
                };
                let counted = position.pieces_at(*at).filter(|(other, _)| counts(*other));
                let (found, text) = (counted.map(|(_, n)| n).sum::<u32>(), board.state_text(*state));
                let place = &board.spaces[at.at()].id;
                differs(format!("{place}: {n} {text}"), format!("{place}: {found} {text}"));
            }
            Statement::Empty(at) => {
                let all = position.pieces_at(*at);
                let texts: Vec<String> = all.map(|(state, n)| format!("{n} {}", board.state_text(state))).collect();
                let place = &board.spaces[at.at()].id;
                let found = if texts.is_empty() { "empty".into() } else { texts.join(", ") };
                differs(format!("{place}: empty"), format!("{place}: {found}"));
            }
            Statement::Track { track, subject, n } => {
                let def = &board.tracks[track.at()];
                let found = position.track(board, *track, *subject);
                let subject = subject_text(board, def.on, *subject);
                differs(format!("{subject} {} {n}", def.id), format!("{subject} {} {found}", def.id));
            }
            Statement::Fact { fact, subject, value } => {
                let def = &board.facts[fact.at()];
                let text = |value: &FactValue| match *value == FactValue::initial(def) {
                    true => format!("{} (default)", def.id),
                    false => fact_value_text(board, &def.id, value, &|_| false),
                };
                differs(text(value), text(&position.fact(board, *fact, *subject)));
            }
            Statement::Pile { pile, segments } => {
                let text = |mut ids: Vec<CardId>, open: bool, sort: bool| {
                    if open || sort {
                        ids.sort();
                    }
                    let ids: Vec<&str> = ids.iter().map(|c| board.cards[c.at()].id.as_str()).collect();
                    if open { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
                };
                let deck = board.piles[pile.at()].order == PileOrder::Deck;
                let join = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(" | ") };
                let expected = if deck {
                    join(
                        segments
                            .iter()
                            .flat_map(|s| {
                                let open = s.open && s.cards.len() > 1;
                                if open {
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
                let found = if deck {
                    join(position.segments(*pile).into_iter().map(|(cards, open)| text(cards, open, false)).collect())
                } else {
                    text(position.pile(*pile).iter().map(CardId::new).collect(), false, true)
                };
                let id = &board.piles[pile.at()].id;
                differs(format!("{id}: {expected}"), format!("{id}: {found}"));
            }
            Statement::Turn(steps) => {
                let text = |list: Vec<(StepId, Vec<PlainValue>)>| {
                    list.iter()
                        .map(|(s, args)| {
                            let args: Vec<String> = args.iter().map(|a| plain_text(board, a)).collect();
                            format!("{} {}", board.steps[s.at()], args.join(" ")).trim_end().to_owned()
                        })
                        .collect::<Vec<_>>()
                        .join("; in ")
                };
                let mut found: Vec<_> = position.open_steps().iter().map(|f| (f.step, f.args.clone())).collect();
                found.truncate(steps.len().max(1));
                differs(format!("turn {}", text(steps.clone())), format!("turn {}", text(found)));
            }
            Statement::Option { option, value } => {
                let def = &board.options[option.at()];
                differs(option_text(&def.option_type, *value), option_text(&def.option_type, position.option(*option)));
            }
            Statement::ActiveEffect { effect } => {
                let there = position.active_effects().contains(effect);
                differs("active".into(), if there { "active".into() } else { "not active".into() });
            }
            Statement::Ended { outcome } => {
                let winner = |o: Option<&Outcome>| match o {
                    None => "the game goes on".to_owned(),
                    Some(o) => format!("ended {}", o.places_text(board)),
                };
                differs(winner(Some(outcome)), winner(position.outcome()));
            }
            Statement::Seed(seed) => differs(format!("seed {seed}"), format!("seed {}", position.seed())),
            Statement::Chance { stream, n } => differs(n.to_string(), position.chance_count(*stream).to_string()),
        }
    }
    out
}
