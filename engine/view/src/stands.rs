//! How things stand, one by one, in the words of notation: what is compared to tell what is new on the table.
//!
//! Kept as its reader saw it, so that what he may not know can neither differ nor be told, and what other rules
//! called otherwise is told as it was.

use crate::eyes::Eyes;
use cardwright_state::board::{Fact, FactType, On};
use cardwright_state::notation::{option_text, token};
use cardwright_state::view::A_CARD;
use cardwright_state::{CardId, OptionId, PileId, SpaceId, Val};
use serde::Serialize;

/// How one thing stands that is not as it was at first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stands {
    /// What it is: `hills`, `link hills--port`, `red gold`, `card 01`.
    pub what: String,
    /// How it stands: `hills: 2 open, unrest 2`.
    pub now: String,
    /// How that is told once it is as it was at first: `hills: empty`.
    pub rest: String,
    /// Whether it is a space, a link or a pile.
    pub is_place: bool,
}

/// Everything that these eyes see stand otherwise than at first, in the order of notation.
pub fn stands(eyes: &Eyes<'_>) -> Vec<Stands> {
    let mut out = spaces(eyes);
    out.extend(links(eyes));
    out.extend(loose(eyes));
    out.extend(piles(eyes));
    out.extend(cards(eyes));
    out.extend(in_force(eyes));
    out
}

/// What is new since things stood otherwise: each thing that differs as it stands now.
pub fn news(before: &[Stands], after: &[Stands]) -> Vec<String> {
    let mut out: Vec<String> =
        after.iter().filter(|it| before.iter().all(|other| other.now != it.now)).map(|it| it.now.clone()).collect();
    let is_gone = |it: &&Stands| after.iter().all(|other| other.what != it.what);
    for place in [true, false] {
        out.extend(before.iter().filter(|it| it.is_place == place).filter(is_gone).map(|it| it.rest.clone()));
    }
    out
}

impl Stands {
    /// A thing with parts; none that has no part.
    fn of(what: String, parts: &[String], rest: &str, is_place: bool) -> Option<Stands> {
        let now = format!("{what}: {}", parts.join(", "));
        (!parts.is_empty()).then(|| Stands { now, rest: format!("{what}: {rest}"), what, is_place })
    }
}

fn spaces(eyes: &Eyes<'_>) -> Vec<Stands> {
    let (board, position) = (eyes.board, eyes.position);
    let one = |(at, space): (usize, &cardwright_state::board::Space)| {
        let mut parts = Vec::new();
        // What the supply holds is the remainder.
        let place = SpaceId::new(at);
        for (state, n) in position.pieces_at(place).filter(|(state, _)| !board.is_spare(place, *state)) {
            let text = board.text_of(state);
            parts.push(if n == 1 { text.into_owned() } else { format!("{n} {text}") });
        }
        let kept = one_by_one(eyes, On::spaces(space.kind), at);
        let mut rest = vec!["empty".to_owned(); usize::from(!parts.is_empty() || kept.is_empty())];
        rest.extend(kept.iter().map(|(_, _, rest)| rest.clone()));
        parts.extend(kept.into_iter().map(|(_, now, _)| now));
        Stands::of(space.id.clone(), &parts, &rest.join(", "), true)
    };
    board.spaces.iter().enumerate().filter_map(one).collect()
}

fn links(eyes: &Eyes<'_>) -> Vec<Stands> {
    let links = eyes.board.links.iter().enumerate();
    let one = |(l, link): (usize, &cardwright_state::board::Link)| {
        Stands::of(format!("link {}", link.id), &kept(eyes, On::Links(link.kind), l), "at rest", true)
    };
    links.filter_map(one).collect()
}

/// The tracks and facts of something that are not as at first.
fn kept(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<String> {
    one_by_one(eyes, on, subject).into_iter().map(|(_, now, _)| now).collect()
}

/// Each track and fact of something that is not as at first: its id, how it stands, and how it would at first.
fn one_by_one(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<(String, String, String)> {
    let board = eyes.board;
    let mut out = Vec::new();
    for (t, track) in board.tracks_on(on) {
        let (id, value) = (&track.id, eyes.position.track(board, t, subject));
        if value != track.start {
            out.push((id.clone(), format!("{id} {value}"), format!("{id} {}", track.start)));
        }
    }
    for (f, fact) in board.facts_on(on).filter(|(_, fact)| fact.shown) {
        out.extend(eyes.fact_typed(f, subject).map(|now| (fact.id.clone(), now, at_first(fact))));
    }
    out
}

/// `turns 0`, `no envoy`: a fact at its default.
fn at_first(fact: &Fact) -> String {
    let id = &fact.id;
    match fact.holds {
        FactType::Number => format!("{id} {}", fact.default),
        FactType::Truth if fact.default != 0 => id.clone(),
        FactType::Truth => format!("no {id}"),
        _ => format!("{id} none"),
    }
}

/// What belongs to no place: of the game, the sides, and the options.
fn loose(eyes: &Eyes<'_>) -> Vec<Stands> {
    let board = eyes.board;
    let alone = |whose: &str, (id, now, rest): (String, String, String)| Stands {
        what: format!("{whose}{id}"),
        now: format!("{whose}{now}"),
        rest: format!("{whose}{rest}"),
        is_place: false,
    };
    let mut out: Vec<Stands> = one_by_one(eyes, On::Game, 0).into_iter().map(|it| alone("", it)).collect();
    for (s, side) in board.sides.iter().enumerate() {
        let whose = format!("{} ", side.id);
        out.extend(one_by_one(eyes, On::Side, s).into_iter().map(|it| alone(&whose, it)));
    }
    for (o, option) in board.options.iter().enumerate() {
        let value = eyes.position.option(OptionId::new(o));
        let told = |value: i64| format!("{} {}", option.id, option_text(&option.of, value));
        if value != option.default {
            out.push(alone("option ", (option.id.clone(), told(value), told(option.default))));
        }
    }
    out
}

fn piles(eyes: &Eyes<'_>) -> Vec<Stands> {
    let board = eyes.board;
    let one = |(p, pile): (usize, &cardwright_state::board::Pile)| {
        let at = PileId::new(p);
        let count = eyes.position.pile(at).len();
        let run = |(cards, open): (Vec<CardId>, bool)| {
            let ids: Vec<&str> = cards.iter().map(|card| board.cards[card.at()].id.as_str()).collect();
            if open { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
        };
        let text = match (eyes.sees_pile(at), count) {
            (_, 0) => return None,
            (true, _) => eyes.position.segments(at).into_iter().map(run).collect::<Vec<_>>().join(" | "),
            (false, 1) => "1 card".into(),
            (false, n) => format!("{n} cards"),
        };
        (!board.is_aside(at)).then(|| Stands::of(pile.id.clone(), &[text], "empty", true)).flatten()
    };
    board.piles.iter().enumerate().filter_map(one).collect()
}

fn cards(eyes: &Eyes<'_>) -> Vec<Stands> {
    let cards = eyes.board.cards.iter().enumerate();
    cards
        .filter_map(|(c, card)| Stands::of(format!("card {}", card.id), &kept(eyes, On::Card, c), "nothing", false))
        .collect()
}

fn in_force(eyes: &Eyes<'_>) -> Vec<Stands> {
    let one = |it: &cardwright_state::position::InForce| {
        let period = it.until.map_or("game".to_owned(), |period| eyes.board.text(Val::period(period)));
        let of = [Val::effect(it.effect), Val::side(it.side)].map(|val| eyes.board.text(val)).join(" ");
        let about = if eyes.hides(it.param) { A_CARD.to_owned() } else { token(eyes.board, it.param) };
        let words = format!("{of} {period} {about}");
        let now = format!("in-force {words}");
        Stands { what: now.clone(), now, rest: format!("no longer in force: {words}"), is_place: false }
    };
    eyes.position.effects_in_force().iter().map(one).collect()
}
