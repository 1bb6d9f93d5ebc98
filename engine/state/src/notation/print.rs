//! Writing a position, in full or as some sides may see it.

use super::fact_and_option_text::{fact_text, option_text};
use super::initial::initial_values;
use super::save::{change_text, input_text};
use super::token::{plain, token};
use crate::board::{Board, PileOrder, Sides, SubjectKind};
use crate::chance::{die_stream, pick_stream, pile_stream};
use crate::ids::*;
use crate::position::Position;
use crate::val::{Kind, Val};
use std::fmt::Write as _;

/// How much of the position the printer writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Everything on the game table, the facts, and the open steps.
    Plain,
    /// Everything that the full hash covers.
    Hash,
    /// Everything that a saved position needs.
    Save,
}

pub(super) struct Printer<'a> {
    pub(super) board: &'a Board,
    pub(super) position: &'a Position,
    pub(super) mode: Mode,
    /// The sides that will read the text. No sides mean a spectator. For `None` the printer hides nothing.
    pub(super) viewer: Option<Sides>,
}

impl Printer<'_> {
    /// Whether a value is a card or row that the viewer may not see.
    fn hides(&self, val: Val) -> bool {
        self.viewer.is_some_and(|sides| crate::view::hides(self.board, self.position, sides, val))
    }
    /// Writes a value as a token, but a hidden card or row as [`crate::view::hidden_text`].
    fn token(&self, val: Val) -> String {
        if self.hides(val) { crate::view::hidden_text(val).to_owned() } else { token(self.board, val) }
    }

    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        if self.mode == Mode::Save {
            initial_values(self.board, self.position, &mut out);
        }
        self.turn(&mut out);
        self.spaces(&mut out);
        self.links(&mut out);
        self.game_sides_and_options(&mut out);
        self.piles(&mut out);
        self.cards(&mut out);
        self.active_effects(&mut out);
        if let Some(outcome) = self.position.outcome() {
            let _ =
                write!(out, "ended {} {}", outcome.places_text(self.board), self.board.labels[outcome.text.text].id);
            for v in &outcome.text.subjects {
                let _ = write!(out, " {}", self.token(*v));
            }
            out.push('\n');
        }
        if self.mode != Mode::Plain {
            self.chance_and_inputs(&mut out);
        }
        out
    }

    /// Writes the open steps, outermost first: `turn STEP`, then `in STEP` for each step inside it.
    fn turn(&self, out: &mut String) {
        let readable = self.viewer.map(|sides| crate::view::readable_steps(self.board, self.position, sides));
        for (depth, frame) in self.position.open_steps().iter().enumerate() {
            let _ = write!(out, "{} {}", if depth == 0 { "turn" } else { "in" }, self.board.labels[frame.step]);
            for arg in &frame.args {
                let _ = match readable.is_none_or(|readable| depth < readable) {
                    true => write!(out, " {}", plain(arg, &|v| self.token(v))),
                    false => write!(out, " {}", crate::view::PRIVATE),
                };
            }
            out.push('\n');
        }
    }

    fn spaces(&self, out: &mut String) {
        let (board, position) = (self.board, self.position);
        for (i, space) in board.spaces.iter().enumerate() {
            let id = SpaceId::new(i);
            let mut parts = Vec::new();
            for (state, n) in position.pieces_at(id) {
                if board.is_in_supply(id, state) {
                    continue; // The supply holds all pieces that are nowhere else.
                }
                let text = board.distinct_id(Kind::State, &board.state_text(state));
                parts.push(if n == 1 { text } else { format!("{n} {text}") });
            }
            self.tracks(SubjectKind::spaces(space.kind), i, &mut parts);
            self.facts(SubjectKind::spaces(space.kind), i, &mut parts);
            if !parts.is_empty() {
                let kind = if board.needs_kind_in_head(Kind::Space, &space.id) { "space " } else { "" };
                let _ = writeln!(out, "{kind}{}: {}", space.id, parts.join(", "));
            }
        }
    }

    fn links(&self, out: &mut String) {
        for (l, link) in self.board.links.iter().enumerate() {
            let mut parts = Vec::new();
            self.tracks(SubjectKind::Links(link.kind), l, &mut parts);
            self.facts(SubjectKind::Links(link.kind), l, &mut parts);
            if !parts.is_empty() {
                let _ = writeln!(out, "link {}: {}", link.id, parts.join(", "));
            }
        }
    }

    fn tracks(&self, on: SubjectKind, subject: usize, parts: &mut Vec<String>) {
        for (id, track) in self.board.tracks_on(on) {
            let value = self.position.track(self.board, id, subject);
            if value != track.start {
                parts.push(format!("{} {value}", self.board.distinct_id(Kind::Track, &track.id)));
            }
        }
    }

    fn facts(&self, on: SubjectKind, subject: usize, parts: &mut Vec<String>) {
        for (id, _) in self.board.facts_on(on) {
            let value = match self.viewer {
                Some(sides) => crate::view::visible_value(self.board, self.position, sides, id, subject),
                None => Some(self.position.fact(self.board, id, subject)),
            };
            parts.extend(value.and_then(|value| fact_text(self.board, id, value, &|v| self.hides(v))));
        }
    }

    fn game_sides_and_options(&self, out: &mut String) {
        let mut parts = Vec::new();
        self.tracks(SubjectKind::Game, 0, &mut parts);
        self.facts(SubjectKind::Game, 0, &mut parts);
        for (s, side) in self.board.sides.iter().enumerate() {
            let mut side_parts = Vec::new();
            self.tracks(SubjectKind::Side, s, &mut side_parts);
            self.facts(SubjectKind::Side, s, &mut side_parts);
            let side = self.board.distinct_id(Kind::Side, &side.id);
            parts.extend(side_parts.into_iter().map(|part| format!("{side} {part}")));
        }
        for (o, option) in self.board.options.iter().enumerate() {
            let value = self.position.option(OptionId::new(o));
            if value != option.default {
                parts.push(format!("option {} {}", option.id, option_text(&option.option_type, value)));
            }
        }
        for part in parts {
            let _ = writeln!(out, "{part}");
        }
    }

    fn piles(&self, out: &mut String) {
        for (p, pile) in self.board.piles.iter().enumerate() {
            let id = PileId::new(p);
            if self.board.is_set_aside(id) || self.position.pile(id).is_empty() {
                continue;
            }
            let text = match self.viewer {
                Some(sides) if !crate::view::sees_pile(self.board, sides, id) => {
                    let n = self.position.pile(id).len();
                    format!("{n} card{}", if n == 1 { "" } else { "s" })
                }
                // A saved position may be read on a board with another order of cards, so it always lists the home
                // deck.
                _ if self.mode != Mode::Save && self.position.is_in_initial_order(self.board, id) => continue,
                _ => self.pile_text(id, pile.order),
            };
            let kind = if self.board.needs_kind_in_head(Kind::Pile, &pile.id) { "pile " } else { "" };
            let _ = writeln!(out, "{kind}{}: {text}", pile.id);
        }
    }

    fn pile_text(&self, pile: PileId, order: PileOrder) -> String {
        let segments = self.position.segments(pile);
        let mut parts = Vec::new();
        for (cards, is_open) in segments {
            let ids: Vec<&str> = cards.iter().map(|c| self.board.cards[c.index()].id.as_str()).collect();
            let mut text = ids.join(" ");
            if is_open {
                text = format!("{{{text}}}");
            }
            let first = self.position.card_location(cards[0]);
            // Hashes ignore the shuffle of a single card, but a saved position keeps it.
            if first.shuffle != 0 && (self.mode == Mode::Save || self.mode == Mode::Hash && cards.len() > 1) {
                let _ = write!(text, "~{}", first.shuffle);
            }
            if self.mode == Mode::Save && order == PileOrder::Deck {
                let _ = write!(text, "@{}", first.rank);
            }
            parts.push(text);
        }
        parts.join(" | ")
    }

    fn cards(&self, out: &mut String) {
        for (c, card) in self.board.cards.iter().enumerate() {
            let mut parts = Vec::new();
            self.tracks(SubjectKind::Card, c, &mut parts);
            self.facts(SubjectKind::Card, c, &mut parts);
            if !parts.is_empty() {
                let _ = writeln!(out, "card {}: {}", card.id, parts.join(", "));
            }
        }
    }

    fn active_effects(&self, out: &mut String) {
        for effect in self.position.active_effects() {
            let _ = writeln!(
                out,
                "in-force {} {} {} {}",
                self.board.text(Val::effect(effect.effect)),
                self.board.text(Val::side(effect.side)),
                effect.until.map_or("game", |period| &self.board.periods[period.index()]),
                self.token(effect.param)
            );
        }
    }

    fn chance_and_inputs(&self, out: &mut String) {
        let (board, position) = (self.board, self.position);
        let _ = writeln!(out, "seed {}", position.seed());
        for (d, die) in board.dice.iter().enumerate() {
            let n = position.chance_count(die_stream(DieId::new(d)));
            if n > 0 {
                let _ = writeln!(out, "chance {} {n}", die.id);
            }
        }
        for (p, pile) in board.piles.iter().enumerate() {
            let n = position.chance_count(pile_stream(board, PileId::new(p)));
            if n > 0 {
                let _ = writeln!(out, "shuffles {n} {}", pile.id);
            }
        }
        let picks = position.chance_count(pick_stream(board));
        if picks > 0 {
            let _ = writeln!(out, "picks {picks}");
        }
        for (depth, frame) in position.open_steps().iter().enumerate() {
            if self.mode == Mode::Save {
                // The step that was called, which `next` may have replaced, and where both began in the journal.
                let called = &board.labels[frame.called];
                let _ = writeln!(out, "began {depth} {} {called} {}", frame.start, frame.call_start);
            }
            for input in &frame.log {
                let _ = writeln!(out, "log {depth} {}", input_text(board, input));
            }
        }
        if self.mode == Mode::Save {
            for change in position.journal() {
                let _ = writeln!(out, "change {}", change_text(board, change));
            }
        }
    }
}
