//! What differs between two positions of one board, in words, as one pair of eyes may know it.

mod pieces;

use crate::eyes::Eyes;
use crate::facts::InForce;
use cardwright_state::board::{Board, Fact, FactType, On};
use cardwright_state::position::InForce as Force;
use cardwright_state::{CardId, FactId, TrackId};
use cardwright_table::label;
use serde::Serialize;

/// What differs of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The id of the space, link, side or card it is; none of what belongs to the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What is told before the parts: `The Hills: `.
    pub lead: String,
    /// What came of it.
    pub parts: Vec<Part>,
}

/// One thing that came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// In words: `2 guard come`.
    Text(String),
    /// A track: `Support 0 → 1`.
    Track {
        /// Its name.
        name: String,
        /// Where it stood.
        was: Number,
        /// Where it stands.
        is: Number,
    },
}

/// A number of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The number.
    pub value: i64,
    /// The zone it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

impl Changed {
    fn new(of: Option<&str>, lead: impl Into<String>, parts: Vec<Part>) -> Changed {
        Changed { of: of.map(str::to_owned), lead: lead.into(), parts }
    }
    fn text(of: Option<&str>, text: String) -> Changed {
        Changed::new(of, "", vec![Part::Text(text)])
    }
}

/// All that differs: places first, then what belongs to none.
pub fn changed(before: &Eyes<'_>, after: &Eyes<'_>) -> Vec<Changed> {
    let two = Two { before, after };
    let mut out = two.places();
    out.extend(two.costs());
    out.extend(two.standing());
    out.extend(two.cards());
    out.extend(two.in_force());
    out
}

/// `Government Resources 15 → 11`: tracks of the sides and of the game.
pub fn costs(before: &Eyes<'_>, after: &Eyes<'_>) -> Vec<Changed> {
    Two { before, after }.costs()
}

/// Two positions looked at by the same eyes.
#[derive(Debug, Clone, Copy)]
struct Two<'a> {
    before: &'a Eyes<'a>,
    after: &'a Eyes<'a>,
}

impl<'a> Two<'a> {
    fn board(&self) -> &'a Board {
        self.after.board
    }

    fn costs(&self) -> Vec<Changed> {
        let board = self.board();
        let mut out = Vec::new();
        for (track, _) in board.tracks_on(On::Side) {
            for (s, side) in board.sides.iter().enumerate() {
                let part = self.track(track, s);
                out.extend(part.map(|part| Changed::new(Some(&side.id), format!("{} ", side.name), vec![part])));
            }
        }
        let of_game = board.tracks_on(On::Game).filter_map(|(track, _)| self.track(track, 0));
        out.extend(of_game.map(|part| Changed::new(None, "", vec![part])));
        out
    }

    /// `Oriente: 2 guard come · Support 0 → 1`: pieces, tracks and facts, place by place; links after spaces.
    fn places(&self) -> Vec<Changed> {
        let board = self.board();
        let mut out = Vec::new();
        let pieces = pieces::told(self.before, self.after);
        for ((s, space), pieces) in board.spaces.iter().enumerate().zip(pieces) {
            let mut parts: Vec<Part> = pieces.into_iter().map(Part::Text).collect();
            parts.extend(self.kept(On::spaces(space.kind), s));
            if !parts.is_empty() {
                out.push(Changed::new(Some(&space.id), format!("{}: ", space.name), parts));
            }
        }
        for (l, link) in board.links.iter().enumerate() {
            let parts = self.kept(On::Links(link.kind), l);
            if !parts.is_empty() {
                out.push(Changed::new(Some(&link.id), format!("{}: ", label::link_name(board, l)), parts));
            }
        }
        out
    }

    /// Facts of the game, the sides and the cards: one by one.
    fn standing(&self) -> Vec<Changed> {
        let board = self.board();
        let one = |of: Option<&str>, lead: String, parts: Vec<Part>| -> Vec<Changed> {
            parts.into_iter().map(|part| Changed::new(of, lead.clone(), vec![part])).collect()
        };
        let mut out = one(None, String::new(), self.facts(On::Game, 0));
        for (s, side) in board.sides.iter().enumerate() {
            out.extend(one(Some(&side.id), format!("{}: ", side.name), self.facts(On::Side, s)));
        }
        for (c, card) in board.cards.iter().enumerate() {
            out.extend(one(Some(&card.id), format!("card {}: ", card.id), self.facts(On::Card, c)));
        }
        out
    }

    /// The tracks and facts of a space or link.
    fn kept(&self, on: On, subject: usize) -> Vec<Part> {
        let tracks = self.board().tracks_on(on);
        let mut out: Vec<Part> = tracks.filter_map(|(track, _)| self.track(track, subject)).collect();
        out.extend(self.facts(on, subject));
        out
    }

    fn track(&self, track: TrackId, subject: usize) -> Option<Part> {
        let value = |eyes: &Eyes<'_>| eyes.position.track(eyes.board, track, subject);
        let track = &self.board().tracks[track.at()];
        let (was, is) = (value(self.before), value(self.after));
        let number = |value: i64| {
            let zone = track.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value));
            Number { value, zone: zone.map(|zone| self.board().zones[zone.zone.at()].clone()) }
        };
        (was != is).then(|| Part::Track { name: track.name.clone(), was: number(was), is: number(is) })
    }

    /// Facts that stand on the board as people see it.
    fn facts(&self, on: On, subject: usize) -> Vec<Part> {
        let facts = self.board().facts_on(on).filter(|(_, fact)| fact.shown);
        facts.filter_map(|(f, fact)| self.fact(f, fact, subject)).map(Part::Text).collect()
    }

    fn fact(&self, f: FactId, fact: &Fact, subject: usize) -> Option<String> {
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

    /// Where cards go: by name where these eyes see them at either end, else by number.
    fn cards(&self) -> Vec<Changed> {
        let board = self.board();
        let place = |eyes: &Eyes<'_>, card: usize| eyes.position.card_at(CardId::new(card)).pile;
        let mut out = Vec::new();
        let mut more = vec![0i64; board.piles.len()];
        for (card, def) in board.cards.iter().enumerate() {
            let (from, to) = (place(self.before, card), place(self.after, card));
            if from == to {
                continue;
            }
            if self.before.sees_pile(from) || self.after.sees_pile(to) {
                let name = label::card_name(board, CardId::new(card), self.after.audience);
                let way = format!("{} → {}", self.pile(from.at()), self.pile(to.at()));
                out.push(Changed::text(Some(&def.id), format!("{name}: {way}")));
            } else {
                more[from.at()] -= 1;
                more[to.at()] += 1;
            }
        }
        out.extend(self.unseen(&more).into_iter().map(|text| Changed::text(None, text)));
        out
    }

    /// Where cards go that are never seen: only by how many more lie in each pile. Which of them went on from where it
    /// came to, or in which order, would tell of the cards.
    fn unseen(&self, more: &[i64]) -> Vec<String> {
        let those = |sign: i64| (0..more.len()).filter(|pile| more[*pile] * sign > 0).collect::<Vec<_>>();
        let (losing, gaining) = (those(-1), those(1));
        let cards = |n: i64| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
        let names = |piles: &[usize]| piles.iter().map(|pile| self.pile(*pile)).collect::<Vec<_>>().join(", ");
        match (&losing[..], &gaining[..]) {
            ([from], all) => all
                .iter()
                .map(|to| format!("{}: {} → {}", cards(more[*to]), self.pile(*from), self.pile(*to)))
                .collect(),
            (all, [to]) => all
                .iter()
                .map(|from| format!("{}: {} → {}", cards(-more[*from]), self.pile(*from), self.pile(*to)))
                .collect(),
            ([], []) => Vec::new(),
            (from, to) => {
                let n = to.iter().map(|pile| more[*pile]).sum();
                vec![format!("{}: {} → {}", cards(n), names(from), names(to))]
            }
        }
    }

    /// What a pile is called; where cards lie that no set-up took is aside.
    fn pile(&self, pile: usize) -> &'a str {
        let board = self.board();
        if pile == board.home.at() { "aside" } else { &board.piles[pile].id }
    }

    /// Effects that come into force or are lifted.
    fn in_force(&self) -> Vec<Changed> {
        let effects = |eyes: &Eyes<'_>| -> Vec<(Force, String)> {
            let all = eyes.position.effects_in_force().iter().copied();
            all.zip(eyes.in_force().iter().map(InForce::words)).collect()
        };
        let (was, is) = (effects(self.before), effects(self.after));
        let lacks = |all: &[(Force, String)], effect: &Force| all.iter().all(|(other, _)| other != effect);
        let new = is.iter().filter(|(it, _)| lacks(&was, it)).map(|(_, text)| format!("in force: {text}"));
        let gone = was.iter().filter(|(it, _)| lacks(&is, it)).map(|(_, text)| format!("no longer in force: {text}"));
        new.chain(gone).map(|text| Changed::text(None, text)).collect()
    }
}
