//! A text summary of every item that differs from its default, one line an item. Two summaries are compared to list
//! changes.
//!
//! Lines are rendered for one viewer, so hidden items cannot leak. They are kept as text, so a reload of the rules
//! does not change old lines.

use crate::view_context::ViewContext;
use cardwright_state::board::{Fact, FactType, SubjectKind};
use cardwright_state::notation::{option_text, token};
use cardwright_state::view::HIDDEN_CARD;
use cardwright_state::{CardId, OptionId, PileId, SpaceId, Val};
use serde::Serialize;

/// An item that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateLine {
    /// The item: `hills`, `link hills--port`, `red gold`, `card 01`.
    pub what: String,
    /// The current line: `hills: 2 open, unrest 2`.
    pub now: String,
    /// The line once the item is back at its default: `hills: empty`.
    pub rest: String,
    /// Whether the item is a space, a link or a pile.
    pub is_place: bool,
}

/// Every item that differs from its default and that the viewer may see, in the order of notation.
pub fn state_lines(context: &ViewContext<'_>) -> Vec<StateLine> {
    let mut out = spaces(context);
    out.extend(links(context));
    out.extend(loose(context));
    out.extend(piles(context));
    out.extend(cards(context));
    out.extend(active_effects(context));
    out
}

/// The lines that differ. An item that is back at its default shows its default line.
pub fn changed_lines(before: &[StateLine], after: &[StateLine]) -> Vec<String> {
    let mut out: Vec<String> =
        after.iter().filter(|it| before.iter().all(|other| other.now != it.now)).map(|it| it.now.clone()).collect();
    let is_gone = |it: &&StateLine| after.iter().all(|other| other.what != it.what);
    for place in [true, false] {
        out.extend(before.iter().filter(|it| it.is_place == place).filter(is_gone).map(|it| it.rest.clone()));
    }
    out
}

impl StateLine {
    /// An item with its parts; `None` if there are none.
    fn new(what: String, parts: &[String], rest: &str, is_place: bool) -> Option<StateLine> {
        let now = format!("{what}: {}", parts.join(", "));
        (!parts.is_empty()).then(|| StateLine { now, rest: format!("{what}: {rest}"), what, is_place })
    }
}

fn spaces(context: &ViewContext<'_>) -> Vec<StateLine> {
    let (board, position) = (context.board, context.position);
    let one = |(at, space): (usize, &cardwright_state::board::Space)| {
        let mut parts = Vec::new();
        // Pieces in the supply are not listed.
        let place = SpaceId::new(at);
        for (state, n) in position.pieces_at(place).filter(|(state, _)| !board.is_in_supply(place, *state)) {
            let text = board.state_text(state);
            parts.push(if n == 1 { text.into_owned() } else { format!("{n} {text}") });
        }
        let kept = one_by_one(context, SubjectKind::spaces(space.kind), at);
        let mut rest = vec!["empty".to_owned(); usize::from(!parts.is_empty() || kept.is_empty())];
        rest.extend(kept.iter().map(|(_, _, rest)| rest.clone()));
        parts.extend(kept.into_iter().map(|(_, now, _)| now));
        StateLine::new(space.id.clone(), &parts, &rest.join(", "), true)
    };
    board.spaces.iter().enumerate().filter_map(one).collect()
}

fn links(context: &ViewContext<'_>) -> Vec<StateLine> {
    let links = context.board.links.iter().enumerate();
    let one = |(l, link): (usize, &cardwright_state::board::Link)| {
        StateLine::new(format!("link {}", link.id), &kept(context, SubjectKind::Links(link.kind), l), "at rest", true)
    };
    links.filter_map(one).collect()
}

/// The tracks and facts of a subject that differ from their default, in notation.
fn kept(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<String> {
    one_by_one(context, on, subject).into_iter().map(|(_, now, _)| now).collect()
}

/// The tracks and facts of a subject that differ from their default: id, current text, default text.
fn one_by_one(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<(String, String, String)> {
    let board = context.board;
    let mut out = Vec::new();
    for (t, track) in board.tracks_on(on) {
        let (id, value) = (&track.id, context.position.track(board, t, subject));
        if value != track.start {
            out.push((id.clone(), format!("{id} {value}"), format!("{id} {}", track.start)));
        }
    }
    for (f, fact) in board.facts_on(on).filter(|(_, fact)| fact.is_shown) {
        out.extend(context.fact_typed(f, subject).map(|now| (fact.id.clone(), now, at_first(fact))));
    }
    out
}

/// `turns 0`, `no envoy`: a fact at its default.
fn at_first(fact: &Fact) -> String {
    let id = &fact.id;
    match fact.fact_type {
        FactType::Number => format!("{id} {}", fact.default),
        FactType::Boolean if fact.default != 0 => id.clone(),
        FactType::Boolean => format!("no {id}"),
        _ => format!("{id} none"),
    }
}

/// The values of the game and the sides, and the options.
fn loose(context: &ViewContext<'_>) -> Vec<StateLine> {
    let board = context.board;
    let alone = |whose: &str, (id, now, rest): (String, String, String)| StateLine {
        what: format!("{whose}{id}"),
        now: format!("{whose}{now}"),
        rest: format!("{whose}{rest}"),
        is_place: false,
    };
    let mut out: Vec<StateLine> =
        one_by_one(context, SubjectKind::Game, 0).into_iter().map(|it| alone("", it)).collect();
    for (s, side) in board.sides.iter().enumerate() {
        let whose = format!("{} ", side.id);
        out.extend(one_by_one(context, SubjectKind::Side, s).into_iter().map(|it| alone(&whose, it)));
    }
    for (o, option) in board.options.iter().enumerate() {
        let value = context.position.option(OptionId::new(o));
        let told = |value: i64| format!("{} {}", option.id, option_text(&option.option_type, value));
        if value != option.default {
            out.push(alone("option ", (option.id.clone(), told(value), told(option.default))));
        }
    }
    out
}

fn piles(context: &ViewContext<'_>) -> Vec<StateLine> {
    let board = context.board;
    let one = |(p, pile): (usize, &cardwright_state::board::Pile)| {
        let at = PileId::new(p);
        let count = context.position.pile(at).len();
        let run = |(cards, open): (Vec<CardId>, bool)| {
            let ids: Vec<&str> = cards.iter().map(|card| board.cards[card.at()].id.as_str()).collect();
            if open { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
        };
        let text = match (context.sees_pile(at), count) {
            (_, 0) => return None,
            (true, _) => context.position.segments(at).into_iter().map(run).collect::<Vec<_>>().join(" | "),
            (false, 1) => "1 card".into(),
            (false, n) => format!("{n} cards"),
        };
        (!board.is_set_aside(at)).then(|| StateLine::new(pile.id.clone(), &[text], "empty", true)).flatten()
    };
    board.piles.iter().enumerate().filter_map(one).collect()
}

fn cards(context: &ViewContext<'_>) -> Vec<StateLine> {
    let cards = context.board.cards.iter().enumerate();
    cards
        .filter_map(|(c, card)| {
            StateLine::new(format!("card {}", card.id), &kept(context, SubjectKind::Card, c), "nothing", false)
        })
        .collect()
}

fn active_effects(context: &ViewContext<'_>) -> Vec<StateLine> {
    let one = |it: &cardwright_state::position::ActiveEffect| {
        let period = it.until.map_or("game".to_owned(), |period| context.board.text(Val::period(period)));
        let of = [Val::effect(it.effect), Val::side(it.side)].map(|val| context.board.text(val)).join(" ");
        let about = if context.hides(it.param) { HIDDEN_CARD.to_owned() } else { token(context.board, it.param) };
        let words = format!("{of} {period} {about}");
        let now = format!("in-force {words}");
        StateLine { what: now.clone(), now, rest: format!("no longer in force: {words}"), is_place: false }
    };
    context.position.active_effects().iter().map(one).collect()
}
