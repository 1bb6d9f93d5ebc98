//! What differs between two positions of one board, in words, as one pair of eyes may know it.

mod pieces;

use super::display::paint::Page;
use cardwright_state::board::{Board, Fact, FactType, On, Track};
use cardwright_state::{CardId, PileId, TrackId, Val, position};
use cardwright_table::label;
use cardwright_view::{Eyes, InForce};

/// Two positions looked at by the same eyes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Two<'a> {
    pub(crate) before: Eyes<'a>,
    pub(crate) after: Eyes<'a>,
    pub(crate) page: Page,
}

impl Two<'_> {
    fn board(&self) -> &Board {
        self.after.board
    }

    /// All that differs: places first, then what belongs to none.
    pub(crate) fn all(&self) -> Vec<String> {
        let mut out = self.places();
        out.extend(self.costs());
        out.extend(self.standing());
        out.extend(self.cards());
        out.extend(self.in_force());
        out
    }

    /// `Government Resources 15 → 11`: tracks of the sides and of the game.
    pub(crate) fn costs(&self) -> Vec<String> {
        let board = self.board();
        let mut out = Vec::new();
        for (id, track) in board.tracks_on(On::Side) {
            for (s, side) in board.sides.iter().enumerate() {
                out.extend(self.track(id, track, s).map(|text| format!("{} {text}", side.name)));
            }
        }
        out.extend(self.tracks(On::Game, 0));
        out
    }

    /// `Oriente: 2 guard come · Support 0 → 1`: pieces, tracks and facts, place by place; links after spaces.
    fn places(&self) -> Vec<String> {
        let board = self.board();
        let mut out = Vec::new();
        let pieces = pieces::told(self);
        for ((s, space), mut parts) in board.spaces.iter().enumerate().zip(pieces) {
            parts.extend(self.kept(On::spaces(space.kind), s));
            if !parts.is_empty() {
                out.push(format!("{}: {}", space.name, parts.join(" · ")));
            }
        }
        for (l, link) in board.links.iter().enumerate() {
            let parts = self.kept(On::Links(link.kind), l);
            if !parts.is_empty() {
                let link = Val::link(cardwright_state::LinkId::new(l));
                let name = self.after.name(link);
                out.push(format!("{name}: {}", parts.join(" · ")));
            }
        }
        out
    }

    /// Facts of the game, the sides and the cards.
    fn standing(&self) -> Vec<String> {
        let board = self.board();
        let mut out = self.facts(On::Game, 0);
        for (s, side) in board.sides.iter().enumerate() {
            out.extend(self.facts(On::Side, s).into_iter().map(|f| format!("{}: {f}", side.name)));
        }
        for (c, card) in board.cards.iter().enumerate() {
            out.extend(self.facts(On::Card, c).into_iter().map(|f| format!("card {}: {f}", card.id)));
        }
        out
    }

    /// The tracks and facts of a space or link.
    fn kept(&self, on: On, subject: usize) -> Vec<String> {
        let mut out = self.tracks(on, subject);
        out.extend(self.facts(on, subject));
        out
    }

    fn tracks(&self, on: On, subject: usize) -> Vec<String> {
        self.board().tracks_on(on).filter_map(|(id, track)| self.track(id, track, subject)).collect()
    }

    fn track(&self, id: TrackId, track: &Track, subject: usize) -> Option<String> {
        let value = |eyes: &Eyes<'_>| eyes.position.track(self.board(), id, subject);
        let (was, is) = (value(&self.before), value(&self.after));
        let zone = |value| track.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value));
        let number = |value: i64| match zone(value).map(|zone| &self.board().zones[zone.zone.at()]) {
            Some(zone) => self.page.named(zone, &format!("{value} {zone}")),
            None => value.to_string(),
        };
        (was != is).then(|| format!("{} {} → {}", track.name, number(was), number(is)))
    }

    /// Facts that stand on the board as people see it.
    fn facts(&self, on: On, subject: usize) -> Vec<String> {
        let facts = self.board().facts.iter().enumerate().filter(|(_, fact)| fact.shown && fact.on.is_for(on));
        facts.filter_map(|(f, fact)| self.fact(f, fact, subject)).collect()
    }

    fn fact(&self, f: usize, fact: &Fact, subject: usize) -> Option<String> {
        let (was, is) = (self.before.fact_text(f, subject), self.after.fact_text(f, subject));
        if was == is {
            return None;
        }
        let id = &fact.id;
        if fact.holds == FactType::Truth {
            // An empty text is a truth that stands, `no` one that stands where it need not.
            let holds = |text: &Option<String>| text.as_deref().map_or(fact.default != 0, str::is_empty);
            return Some(if holds(&is) { id.clone() } else { format!("no longer {id}") });
        }
        if let (None, Some(is), false) = (&was, &is, fact.holds == FactType::Number) {
            return Some(format!("{id} {is}"));
        }
        let text = |value: Option<String>| match (value, fact.holds) {
            (Some(value), _) => value,
            (None, FactType::Number) => fact.default.to_string(),
            (None, _) => "none".into(),
        };
        Some(format!("{id} {} → {}", text(was), text(is)))
    }

    /// Where cards go: by name where these eyes see them at either end, by number where they do not.
    fn cards(&self) -> Vec<String> {
        let board = self.board();
        let place = |eyes: &Eyes<'_>, card: usize| eyes.position.card_at(CardId::new(card)).pile;
        let sees = |eyes: &Eyes<'_>, card: usize| eyes.audience.sees(board, eyes.position, CardId::new(card));
        let pile = |pile: PileId| if pile == board.home { "aside" } else { board.piles[pile.at()].id.as_str() };
        let mut out = Vec::new();
        let mut unseen: Vec<(PileId, PileId, usize)> = Vec::new();
        for card in 0..board.cards.len() {
            let (from, to) = (place(&self.before, card), place(&self.after, card));
            if from == to {
                continue;
            }
            if sees(&self.before, card) || sees(&self.after, card) {
                let name = label::card_name(board, CardId::new(card), self.after.audience);
                out.push(format!("{name}: {} → {}", pile(from), pile(to)));
            } else if let Some(same) = unseen.iter_mut().find(|(f, t, _)| (*f, *t) == (from, to)) {
                same.2 += 1;
            } else {
                unseen.push((from, to, 1));
            }
        }
        let told = |(from, to, n): (PileId, PileId, usize)| {
            let cards = super::display::paint::counted(n, "card");
            format!("{cards}: {} → {}", pile(from), pile(to))
        };
        out.extend(unseen.into_iter().map(told));
        out
    }

    /// Effects that come into force or are lifted.
    fn in_force(&self) -> Vec<String> {
        let effects = |eyes: &Eyes<'_>| -> Vec<(position::InForce, String)> {
            let effects = eyes.position.effects_in_force().iter().copied();
            effects.zip(eyes.in_force().iter().map(InForce::words)).collect()
        };
        let (was, is) = (effects(&self.before), effects(&self.after));
        let lacks =
            |all: &[(position::InForce, String)], one: &position::InForce| all.iter().all(|(other, _)| other != one);
        let new = is.iter().filter(|(effect, _)| lacks(&was, effect)).map(|(_, text)| format!("in force: {text}"));
        let gone =
            was.iter().filter(|(effect, _)| lacks(&is, effect)).map(|(_, text)| format!("no longer in force: {text}"));
        new.chain(gone).collect()
    }
}
