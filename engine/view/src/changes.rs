//! The differences between two positions of one board, as text that the viewer may read.

mod pieces;

use crate::view_context::ViewContext;
use cardwright_state::board::{Board, Fact, FactType, SubjectKind};
use cardwright_state::fact::FactRows;
use cardwright_state::{Difference, FactId, FactValue, PileId, TrackId, diff};
use cardwright_table::label;
use serde::Serialize;

/// The differences of one space, link, side or card, or of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubjectChanges {
    /// The id of the space, link, side or card; `None` for the game.
    #[serde(rename = "of", skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The text before the parts: `The Hills: `.
    pub lead: String,
    /// The differences.
    pub parts: Vec<ChangePart>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangePart {
    /// A difference as text: `2 guard come`.
    Text(String),
    /// A track with its old and new number: `Support 0 → 1`.
    Track {
        /// The name of the track.
        name: String,
        /// The number before.
        was: TrackNumber,
        /// The number after.
        is: TrackNumber,
    },
}

/// A number of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrackNumber {
    /// The number.
    pub value: i64,
    /// The zone that contains the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

impl SubjectChanges {
    fn new(subject: Option<&str>, lead: impl Into<String>, parts: Vec<ChangePart>) -> SubjectChanges {
        SubjectChanges { subject: subject.map(str::to_owned), lead: lead.into(), parts }
    }
    fn text(subject: Option<&str>, text: String) -> SubjectChanges {
        SubjectChanges::new(subject, "", vec![ChangePart::Text(text)])
    }
}

/// Lists all differences: spaces and links first, then tracks of sides and the game, facts, cards and effects.
pub fn changes(before: &ViewContext<'_>, after: &ViewContext<'_>) -> Vec<SubjectChanges> {
    let comparison = Comparison::new(before, after);
    let mut out = comparison.places();
    out.extend(comparison.side_and_game_tracks());
    out.extend(comparison.loose_facts());
    out.extend(comparison.cards());
    out.extend(comparison.active_effects());
    out
}

/// Lists the tracks of the sides and of the game that differ: `Government Resources 15 → 11`.
pub fn track_changes(before: &ViewContext<'_>, after: &ViewContext<'_>) -> Vec<SubjectChanges> {
    Comparison::new(before, after).side_and_game_tracks()
}

/// Two positions for one viewer, and everything that differs between them.
#[derive(Debug)]
struct Comparison<'a> {
    before: &'a ViewContext<'a>,
    after: &'a ViewContext<'a>,
    differences: Vec<Difference>,
}

impl<'a> Comparison<'a> {
    fn new(before: &'a ViewContext<'a>, after: &'a ViewContext<'a>) -> Comparison<'a> {
        Comparison { before, after, differences: diff(after.board, before.position, after.position) }
    }
    fn board(&self) -> &'a Board {
        self.after.board
    }

    fn side_and_game_tracks(&self) -> Vec<SubjectChanges> {
        let board = self.board();
        let mut out = Vec::new();
        for (track, _) in board.tracks_on(SubjectKind::Side) {
            for (s, side) in board.sides.iter().enumerate() {
                let part = self.track(track, s);
                out.extend(part.map(|part| SubjectChanges::new(Some(&side.id), format!("{} ", side.name), vec![part])));
            }
        }
        let game_tracks = board.tracks_on(SubjectKind::Game).filter_map(|(track, _)| self.track(track, 0));
        out.extend(game_tracks.map(|part| SubjectChanges::new(None, "", vec![part])));
        out
    }

    /// Lists pieces, tracks and facts by space, then by link: `Oriente: 2 Guard come · Support 0 → 1`.
    fn places(&self) -> Vec<SubjectChanges> {
        let board = self.board();
        let mut out = Vec::new();
        let pieces = pieces::texts_by_space(board, &self.differences);
        for ((s, space), pieces) in board.spaces.iter().enumerate().zip(pieces) {
            let mut parts: Vec<ChangePart> = pieces.into_iter().map(ChangePart::Text).collect();
            parts.extend(self.attributes(SubjectKind::spaces(space.kind), s));
            if !parts.is_empty() {
                out.push(SubjectChanges::new(Some(&space.id), format!("{}: ", space.name), parts));
            }
        }
        for (l, link) in board.links.iter().enumerate() {
            let parts = self.attributes(SubjectKind::Links(link.kind), l);
            if !parts.is_empty() {
                out.push(SubjectChanges::new(Some(&link.id), format!("{}: ", label::link_name(board, l)), parts));
            }
        }
        out
    }

    /// Lists the facts of the game and the sides, and the tracks and facts of the cards, each as an entry of its own.
    fn loose_facts(&self) -> Vec<SubjectChanges> {
        let board = self.board();
        let entries = |subject: Option<&str>, lead: String, parts: Vec<ChangePart>| -> Vec<SubjectChanges> {
            parts.into_iter().map(|part| SubjectChanges::new(subject, lead.clone(), vec![part])).collect()
        };
        let mut out = entries(None, String::new(), self.facts(SubjectKind::Game, 0));
        for (s, side) in board.sides.iter().enumerate() {
            out.extend(entries(Some(&side.id), format!("{}: ", side.name), self.facts(SubjectKind::Side, s)));
        }
        for (c, card) in board.cards.iter().enumerate() {
            out.extend(entries(Some(&card.id), format!("card {}: ", card.id), self.attributes(SubjectKind::Card, c)));
        }
        out
    }

    /// Lists the tracks and facts of a space or link that differ.
    fn attributes(&self, on: SubjectKind, subject: usize) -> Vec<ChangePart> {
        let tracks = self.board().tracks_on(on);
        let mut out: Vec<ChangePart> = tracks.filter_map(|(track, _)| self.track(track, subject)).collect();
        out.extend(self.facts(on, subject));
        out
    }

    fn track(&self, track_id: TrackId, subject_index: usize) -> Option<ChangePart> {
        let (was, is) = self.differences.iter().find_map(|difference| match *difference {
            Difference::Track { track, subject, old: was, new: is }
                if (track, subject) == (track_id, subject_index) =>
            {
                Some((was, is))
            }
            _ => None,
        })?;
        let track = &self.board().tracks[track_id.index()];
        let number = |value: i64| {
            let zone = track.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value));
            TrackNumber { value, zone: zone.map(|zone| self.board().zones[zone.zone.index()].replace('-', " ")) }
        };
        Some(ChangePart::Track { name: track.name.clone(), was: number(was), is: number(is) })
    }

    /// Lists the facts that differ and that the game displays on the board.
    fn facts(&self, on: SubjectKind, subject: usize) -> Vec<ChangePart> {
        let facts = self.board().facts_on(on).filter(|(_, fact)| fact.is_shown);
        let texts = |(f, fact): (FactId, &Fact)| match fact.fact_type {
            FactType::Rows(_) => self.rows(f, fact, subject),
            _ => self.fact(f, fact, subject).into_iter().collect(),
        };
        facts.flat_map(texts).map(ChangePart::Text).collect()
    }

    /// Lists the rows that come, go or change, as far as the viewer sees them.
    fn rows(&self, f: FactId, fact: &Fact, subject: usize) -> Vec<String> {
        let rows = |context: &ViewContext<'_>| match context.fact(f, subject) {
            Some(FactValue::Rows(rows)) => rows,
            _ => FactRows::default(),
        };
        let lead = self.after.content.display_names.fact(self.board(), f);
        fact.columns.change_texts(&lead, &rows(self.before), &rows(self.after), |cell| self.board().text(cell))
    }

    fn fact(&self, f: FactId, fact: &Fact, subject: usize) -> Option<String> {
        let differs = |difference: &Difference| match difference {
            Difference::Fact { fact, subject: s, .. } => (*fact, *s) == (f, subject),
            _ => false,
        };
        let (was, is) = (self.before.fact_text(f, subject), self.after.fact_text(f, subject));
        // Report only a fact that changed and whose change the viewer sees.
        if was == is || !self.differences.iter().any(differs) {
            return None;
        }
        let id = self.after.content.display_names.fact(self.board(), f);
        if fact.fact_type == FactType::Boolean {
            // `fact_text` is empty for a boolean that became true and `no` for one that became false.
            let holds = |text: &Option<String>| text.as_deref().map_or(fact.default != 0, str::is_empty);
            return Some(if holds(&is) { id } else { format!("no longer {id}") });
        }
        if let (None, Some(is), false) = (&was, &is, fact.fact_type == FactType::Number) {
            return Some(format!("{id} {is}"));
        }
        let text = |value: Option<String>| match (value, fact.fact_type) {
            (Some(value), _) => value,
            (None, FactType::Number) => fact.default.to_string(),
            (None, _) => "none".into(),
        };
        Some(format!("{id} {} → {}", text(was), text(is)))
    }

    /// Lists the cards that moved. A card that the viewer sees before or after gets its name. Other cards are only
    /// counted.
    fn cards(&self) -> Vec<SubjectChanges> {
        let board = self.board();
        let mut out = Vec::new();
        let mut unseen_by_pile = vec![0i64; board.piles.len()];
        for difference in &self.differences {
            let Difference::Card { card, from, to } = *difference else { continue };
            if self.before.sees_pile(from) || self.after.sees_pile(to) {
                // The name shows the card's half for the owner of the pile, or else for the side that is asked.
                let holder = [from, to].into_iter().find_map(|pile| board.piles[pile.index()].owner);
                let reader = holder.or(self.before.asked);
                let viewer = reader.map_or(self.after.viewer, |side| self.after.viewer.as_reader(side));
                let name = label::card_name(board, card, viewer);
                let move_text = format!("{} → {}", self.pile(from.index()), self.pile(to.index()));
                out.push(SubjectChanges::text(Some(&board.cards[card.index()].id), format!("{name}: {move_text}")));
            } else {
                unseen_by_pile[from.index()] -= 1;
                unseen_by_pile[to.index()] += 1;
            }
        }
        out.extend(self.unseen_cards(&unseen_by_pile).into_iter().map(|text| SubjectChanges::text(None, text)));
        out
    }

    /// Describes moves of cards that the viewer does not see, from how many cards each pile gained or lost. The text
    /// does not tell which card moved, or in which order, because that could reveal hidden cards.
    fn unseen_cards(&self, gained: &[i64]) -> Vec<String> {
        let piles_with_sign = |sign: i64| (0..gained.len()).filter(|pile| gained[*pile] * sign > 0).collect::<Vec<_>>();
        let (losing, gaining) = (piles_with_sign(-1), piles_with_sign(1));
        let cards = |n: i64| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
        let names = |piles: &[usize]| piles.iter().map(|pile| self.pile(*pile)).collect::<Vec<_>>().join(", ");
        match (&losing[..], &gaining[..]) {
            ([from], targets) => targets
                .iter()
                .map(|to| format!("{}: {} → {}", cards(gained[*to]), self.pile(*from), self.pile(*to)))
                .collect(),
            (sources, [to]) => sources
                .iter()
                .map(|from| format!("{}: {} → {}", cards(-gained[*from]), self.pile(*from), self.pile(*to)))
                .collect(),
            ([], []) => Vec::new(),
            (from, to) => {
                let n = to.iter().map(|pile| gained[*pile]).sum();
                vec![format!("{}: {} → {}", cards(n), names(from), names(to))]
            }
        }
    }

    /// The id of a pile, or `aside` for a pile of cards that no set-up put into play.
    fn pile(&self, pile: usize) -> &'a str {
        let board = self.board();
        if board.is_set_aside(PileId::new(pile)) { "aside" } else { &board.piles[pile].id }
    }

    /// Lists the effects that became active or ended.
    fn active_effects(&self) -> Vec<SubjectChanges> {
        let texts = self.differences.iter().filter_map(|difference| match difference {
            Difference::Activated(effect) => Some(format!("in force: {}", self.after.effect(effect).words())),
            Difference::Deactivated(effect) => {
                Some(format!("no longer in force: {}", self.before.effect(effect).words()))
            }
            _ => None,
        });
        texts.map(|text| SubjectChanges::text(None, text)).collect()
    }
}
