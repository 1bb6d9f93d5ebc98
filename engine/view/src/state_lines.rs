//! A text summary of every item that differs from its default, with one text line for each item. The difference between
//! two summaries is a list of changes.
//!
//! Each text line is rendered for one viewer, so hidden items cannot leak. The lines are stored as text, so a reload of
//! the rules does not change old lines.

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
    pub item: String,
    /// The current line: `hills: 2 open, unrest 2`.
    pub line: String,
    /// The line to show when the item is back at its default: `hills: empty`.
    pub default_line: String,
    /// Whether the item is a space, a link or a pile.
    pub is_place: bool,
}

/// Describes every item that differs from its default and that the viewer may see, in the order of notation.
pub fn state_lines(context: &ViewContext<'_>) -> Vec<StateLine> {
    let mut out = spaces(context);
    out.extend(links(context));
    out.extend(other_lines(context));
    out.extend(piles(context));
    out.extend(cards(context));
    out.extend(active_effects(context));
    out
}

/// Returns the lines of `after` that are not in `before`. An item that is back at its default gets its default line.
pub fn changed_lines(before: &[StateLine], after: &[StateLine]) -> Vec<String> {
    let is_new = |new: &&StateLine| before.iter().all(|old| old.line != new.line);
    let mut out: Vec<String> = after.iter().filter(is_new).map(|new| new.line.clone()).collect();
    let is_gone = |old: &&StateLine| after.iter().all(|new| new.item != old.item);
    for is_place in [true, false] {
        let gone = before.iter().filter(|old| old.is_place == is_place).filter(is_gone);
        out.extend(gone.map(|old| old.default_line.clone()));
    }
    out
}

impl StateLine {
    /// Builds the line of an item from its parts. Returns `None` if there are no parts.
    fn new(item: String, parts: &[String], default_text: &str, is_place: bool) -> Option<StateLine> {
        let line = format!("{item}: {}", parts.join(", "));
        (!parts.is_empty()).then(|| StateLine { line, default_line: format!("{item}: {default_text}"), item, is_place })
    }
}

fn spaces(context: &ViewContext<'_>) -> Vec<StateLine> {
    let (board, position) = (context.board, context.position);
    let state_line = |(index, space): (usize, &cardwright_state::board::Space)| {
        let mut parts = Vec::new();
        // Pieces in the supply are not listed.
        let space_id = SpaceId::new(index);
        for (state, n) in position.pieces_at(space_id).filter(|(state, _)| !board.is_in_supply(space_id, *state)) {
            let text = board.state_text(state);
            parts.push(if n == 1 { text.into_owned() } else { format!("{n} {text}") });
        }
        let attributes = attribute_lines(context, SubjectKind::spaces(space.kind), index);
        let mut default_texts = vec!["empty".to_owned(); usize::from(!parts.is_empty() || attributes.is_empty())];
        default_texts.extend(attributes.iter().map(|(_, _, default)| default.clone()));
        parts.extend(attributes.into_iter().map(|(_, text, _)| text));
        StateLine::new(space.id.clone(), &parts, &default_texts.join(", "), true)
    };
    board.spaces.iter().enumerate().filter_map(state_line).collect()
}

fn links(context: &ViewContext<'_>) -> Vec<StateLine> {
    let links = context.board.links.iter().enumerate();
    let state_line = |(l, link): (usize, &cardwright_state::board::Link)| {
        StateLine::new(
            format!("link {}", link.id),
            &attribute_texts(context, SubjectKind::Links(link.kind), l),
            "at rest",
            true,
        )
    };
    links.filter_map(state_line).collect()
}

/// Returns the tracks and facts of a subject that differ from their default, in notation.
fn attribute_texts(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<String> {
    attribute_lines(context, on, subject).into_iter().map(|(_, text, _)| text).collect()
}

/// Returns the tracks and facts of a subject that differ from their default, each as its id, current text and default
/// text.
fn attribute_lines(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<(String, String, String)> {
    let board = context.board;
    let mut out = Vec::new();
    for (t, track) in board.tracks_on(on) {
        let (id, value) = (&track.id, context.position.track(board, t, subject));
        if value != track.start {
            out.push((id.clone(), format!("{id} {value}"), format!("{id} {}", track.start)));
        }
    }
    for (f, fact) in board.facts_on(on).filter(|(_, fact)| fact.is_shown) {
        out.extend(context.fact_notation(f, subject).map(|text| (fact.id.clone(), text, default_text(fact))));
    }
    out
}

/// Returns a fact at its default, in notation: `turns 0`, `no envoy`.
fn default_text(fact: &Fact) -> String {
    let id = &fact.id;
    match fact.fact_type {
        FactType::Number => format!("{id} {}", fact.default),
        FactType::Boolean if fact.default != 0 => id.clone(),
        FactType::Boolean => format!("no {id}"),
        _ => format!("{id} none"),
    }
}

/// Describes the tracks and facts of the game and of the sides, and the options.
fn other_lines(context: &ViewContext<'_>) -> Vec<StateLine> {
    let board = context.board;
    let state_line = |owner: &str, (id, text, default): (String, String, String)| StateLine {
        item: format!("{owner}{id}"),
        line: format!("{owner}{text}"),
        default_line: format!("{owner}{default}"),
        is_place: false,
    };
    let mut out: Vec<StateLine> =
        attribute_lines(context, SubjectKind::Game, 0).into_iter().map(|attribute| state_line("", attribute)).collect();
    for (s, side) in board.sides.iter().enumerate() {
        let owner = format!("{} ", side.id);
        let attributes = attribute_lines(context, SubjectKind::Side, s);
        out.extend(attributes.into_iter().map(|attribute| state_line(&owner, attribute)));
    }
    for (o, option) in board.options.iter().enumerate() {
        let value = context.position.option(OptionId::new(o));
        let text = |value: i64| format!("{} {}", option.id, option_text(&option.option_type, value));
        if value != option.default {
            out.push(state_line("option ", (option.id.clone(), text(value), text(option.default))));
        }
    }
    out
}

fn piles(context: &ViewContext<'_>) -> Vec<StateLine> {
    let board = context.board;
    let state_line = |(p, pile): (usize, &cardwright_state::board::Pile)| {
        let pile_id = PileId::new(p);
        let count = context.position.pile(pile_id).len();
        let segment = |(cards, is_shuffled): (Vec<CardId>, bool)| {
            let ids: Vec<&str> = cards.iter().map(|card| board.cards[card.index()].id.as_str()).collect();
            if is_shuffled { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
        };
        let text = match (context.sees_pile(pile_id), count) {
            (_, 0) => return None,
            (true, _) => context.position.segments(pile_id).into_iter().map(segment).collect::<Vec<_>>().join(" | "),
            (false, 1) => "1 card".into(),
            (false, n) => format!("{n} cards"),
        };
        (!board.is_set_aside(pile_id)).then(|| StateLine::new(pile.id.clone(), &[text], "empty", true)).flatten()
    };
    board.piles.iter().enumerate().filter_map(state_line).collect()
}

fn cards(context: &ViewContext<'_>) -> Vec<StateLine> {
    let cards = context.board.cards.iter().enumerate();
    cards
        .filter_map(|(c, card)| {
            StateLine::new(
                format!("card {}", card.id),
                &attribute_texts(context, SubjectKind::Card, c),
                "nothing",
                false,
            )
        })
        .collect()
}

fn active_effects(context: &ViewContext<'_>) -> Vec<StateLine> {
    let state_line = |effect: &cardwright_state::position::ActiveEffect| {
        let period = effect.until.map_or("game".to_owned(), |period| context.board.text(Val::period(period)));
        let effect_and_side =
            [Val::effect(effect.effect), Val::side(effect.side)].map(|val| context.board.text(val)).join(" ");
        let about =
            if context.hides(effect.param) { HIDDEN_CARD.to_owned() } else { token(context.board, effect.param) };
        let words = format!("{effect_and_side} {period} {about}");
        let line = format!("in-force {words}");
        StateLine { item: line.clone(), line, default_line: format!("no longer in force: {words}"), is_place: false }
    };
    context.position.active_effects().iter().map(state_line).collect()
}
