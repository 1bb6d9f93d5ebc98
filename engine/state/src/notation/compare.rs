//! Comparing a position with what items say of it.

use super::read::{Item, Says};
use super::save::subject_text;
use super::token::plain_text;
use super::value::{option_text, written};
use crate::board::{Board, PileOrder};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Outcome, Position};
use crate::val::Plain;
use std::ops::Range;

/// What of the items does not hold: (span of the item, expected, found).
pub(super) fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    let mut out = Vec::new();
    for item in items {
        let mut differs = |expected: String, found: String| {
            if expected != found {
                out.push((item.span.clone(), expected, found));
            }
        };
        match &item.says {
            Says::Pieces { at, state, n, any_mark } => {
                let def = board.plain(*state);
                let is_alike = |other: StateId| {
                    let plain = board.plain(other);
                    other == *state || (*any_mark && plain.of == def.of && plain.face == def.face)
                };
                let alike = position.pieces_at(*at).filter(|(other, _)| is_alike(*other));
                let (found, text) = (alike.map(|(_, n)| n).sum::<u32>(), board.text_of(*state));
                let place = &board.spaces[at.at()].id;
                differs(format!("{place}: {n} {text}"), format!("{place}: {found} {text}"));
            }
            Says::Empty(at) => {
                let all = position.pieces_at(*at);
                let texts: Vec<String> = all.map(|(state, n)| format!("{n} {}", board.text_of(state))).collect();
                let place = &board.spaces[at.at()].id;
                let found = if texts.is_empty() { "empty".into() } else { texts.join(", ") };
                differs(format!("{place}: empty"), format!("{place}: {found}"));
            }
            Says::Track { track, subject, n } => {
                let def = &board.tracks[track.at()];
                let found = position.track(board, *track, *subject);
                let of = subject_text(board, def.on, *subject);
                differs(format!("{of} {} {n}", def.id), format!("{of} {} {found}", def.id));
            }
            Says::Fact { fact, subject, value } => {
                let def = &board.facts[fact.at()];
                let text = |value: &FactValue| match *value == FactValue::initial(def) {
                    true => format!("{} (default)", def.id),
                    false => written(board, &def.id, value, &|_| false),
                };
                differs(text(value), text(&position.fact(board, *fact, *subject)));
            }
            Says::Pile { pile, segments } => {
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
            Says::Turn(steps) => {
                let text = |list: Vec<(StepId, Vec<Plain>)>| {
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
            Says::Option { option, value } => {
                let def = &board.options[option.at()];
                differs(option_text(&def.of, *value), option_text(&def.of, position.option(*option)));
            }
            Says::InForce { effect } => {
                let there = position.effects_in_force().contains(effect);
                differs("in force".into(), if there { "in force".into() } else { "not in force".into() });
            }
            Says::Ended { outcome } => {
                let winner = |o: Option<&Outcome>| match o {
                    None => "the game goes on".to_owned(),
                    Some(o) => format!("ended {}", o.word(board)),
                };
                differs(winner(Some(outcome)), winner(position.outcome()));
            }
            Says::Seed(seed) => differs(format!("seed {seed}"), format!("seed {}", position.seed())),
            Says::Chance { stream, n } => differs(n.to_string(), position.taken(*stream).to_string()),
        }
    }
    out
}
