//! What differs between two positions of one board, in words, as one pair of eyes may know it.

mod pieces;

use crate::eyes::Eyes;
use cardwright_state::board::{Board, Fact, FactType, On};
use cardwright_state::{Difference, FactId, PileId, TrackId, diff};
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
    let two = Two::of(before, after);
    let mut out = two.places();
    out.extend(two.costs());
    out.extend(two.standing());
    out.extend(two.cards());
    out.extend(two.in_force());
    out
}

/// `Government Resources 15 → 11`: tracks of the sides and of the game.
pub fn costs(before: &Eyes<'_>, after: &Eyes<'_>) -> Vec<Changed> {
    Two::of(before, after).costs()
}

/// Two positions looked at by the same eyes, and all that differs.
#[derive(Debug)]
struct Two<'a> {
    before: &'a Eyes<'a>,
    after: &'a Eyes<'a>,
    differences: Vec<Difference>,
}

impl<'a> Two<'a> {
    fn of(before: &'a Eyes<'a>, after: &'a Eyes<'a>) -> Two<'a> {
        Two { before, after, differences: diff(after.board, before.position, after.position) }
    }
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

    /// `Oriente: 2 Guard come · Support 0 → 1`: pieces, tracks and facts, place by place; links after spaces.
    fn places(&self) -> Vec<Changed> {
        let board = self.board();
        let mut out = Vec::new();
        let pieces = pieces::tell_by_place(board, &self.differences);
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

    fn track(&self, of: TrackId, at: usize) -> Option<Part> {
        let (was, is) = self.differences.iter().find_map(|difference| match *difference {
            Difference::Track { track, subject, was, is } if (track, subject) == (of, at) => Some((was, is)),
            _ => None,
        })?;
        let track = &self.board().tracks[of.at()];
        let number = |value: i64| {
            let zone = track.zones.iter().find(|zone| (zone.from..=zone.to).contains(&value));
            Number { value, zone: zone.map(|zone| self.board().zones[zone.zone.at()].replace('-', " ")) }
        };
        Some(Part::Track { name: track.name.clone(), was: number(was), is: number(is) })
    }

    /// Facts that stand on the board as people see it.
    fn facts(&self, on: On, subject: usize) -> Vec<Part> {
        let facts = self.board().facts_on(on).filter(|(_, fact)| fact.shown);
        facts.filter_map(|(f, fact)| self.fact(f, fact, subject)).map(Part::Text).collect()
    }

    fn fact(&self, f: FactId, fact: &Fact, subject: usize) -> Option<String> {
        let differs =
            |it: &Difference| matches!(it, Difference::Fact { fact, subject: s, .. } if (*fact, *s) == (f, subject));
        let (was, is) = (self.before.fact_text(f, subject), self.after.fact_text(f, subject));
        // These eyes may see no more of it than they did.
        if was == is || !self.differences.iter().any(differs) {
            return None;
        }
        let id = self.after.content.called.fact(self.board(), f);
        if fact.holds == FactType::Truth {
            // An empty text is a truth that stands, `no` one that stands where it need not.
            let holds = |text: &Option<String>| text.as_deref().map_or(fact.default != 0, str::is_empty);
            return Some(if holds(&is) { id } else { format!("no longer {id}") });
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
        let mut out = Vec::new();
        let mut more = vec![0i64; board.piles.len()];
        for difference in &self.differences {
            let Difference::Card { card, from, to } = *difference else { continue };
            if self.before.sees_pile(from) || self.after.sees_pile(to) {
                // As the half is called that its holder plays, or whoever is asked.
                let holder = [from, to].into_iter().find_map(|pile| board.piles[pile.at()].owner);
                let reader = holder.or(self.before.asked);
                let audience = reader.map_or(self.after.audience, |side| self.after.audience.reading(side));
                let name = label::card_name(board, card, audience);
                let way = format!("{} → {}", self.pile(from.at()), self.pile(to.at()));
                out.push(Changed::text(Some(&board.cards[card.at()].id), format!("{name}: {way}")));
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
        if board.is_aside(PileId::new(pile)) { "aside" } else { &board.piles[pile].id }
    }

    /// Effects that come into force or are lifted.
    fn in_force(&self) -> Vec<Changed> {
        let told = self.differences.iter().filter_map(|difference| match difference {
            Difference::InForce(effect) => Some(format!("in force: {}", self.after.effect(effect).words())),
            Difference::Lifted(effect) => Some(format!("no longer in force: {}", self.before.effect(effect).words())),
            _ => None,
        });
        told.map(|text| Changed::text(None, text)).collect()
    }
}
