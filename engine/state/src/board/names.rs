//! Things by their ids, and ids of things.

use super::{Board, Clash, PileOrder};
use crate::ids::*;
use crate::val::{Kind, LIMIT, Val};
use std::borrow::Cow;

impl Board {
    pub(super) fn index_ids(&mut self, clashes: &mut Vec<Clash>) {
        let mut all: Vec<(String, Val)> = Vec::new();
        let list = |all: &mut Vec<(String, Val)>, kind: Kind, ids: Vec<String>| {
            all.extend(ids.into_iter().enumerate().map(|(i, id)| (id, Val::handle(kind, i as u64))));
        };
        list(&mut all, Kind::Side, self.sides.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Space, self.spaces.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Link, self.links.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::LinkKind, self.link_kinds.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Class, self.classes.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Track, self.tracks.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Fact, self.facts.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Die, self.dice.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::Period, self.periods.clone());
        list(&mut all, Kind::Mark, self.marks.iter().map(|x| x.id.clone()).collect());
        list(&mut all, Kind::SpaceKind, self.kinds.iter().map(|x| x.plural.clone()).collect());
        let mut piles = Vec::new();
        for (i, pile) in self.piles.iter().enumerate() {
            if !piles.iter().any(|(id, _): &(String, Val)| *id == pile.def) {
                piles.push((pile.def.clone(), Val::handle(Kind::Pile, i as u64)));
            }
        }
        all.extend(piles);
        self.index.clear();
        for (id, val) in all {
            // A side's id also names the class of all its pieces; the side wins.
            if let Some(old) = self.index.get(&id) {
                if !(old.kind() == Kind::Side && val.kind() == Kind::Class) {
                    clashes.push(Clash {
                        problem: format!("is both a {} and a {}", old.kind().word(), val.kind().word()),
                        id,
                    });
                }
                continue;
            }
            self.index.insert(id, val);
        }
    }
    /// Looks an id up among sides, spaces, links, kinds of links, piece classes, tracks, facts, dice, periods, marks,
    /// plurals and piles.
    pub fn find(&self, id: &str) -> Option<Val> {
        self.index.get(id).copied()
    }
    /// Every id [`Board::find`] knows, in order.
    pub fn ids(&self) -> impl Iterator<Item = (&str, Val)> {
        self.index.iter().map(|(id, val)| (id.as_str(), *val))
    }
    /// A space by id or by another name of it.
    pub fn space(&self, id: &str) -> Option<SpaceId> {
        match self.find(id) {
            Some(val) => val.index(Kind::Space).map(SpaceId::new),
            None => self.spaces.iter().position(|s| s.aka.iter().any(|a| a == id)).map(SpaceId::new),
        }
    }
    /// A link by id.
    pub fn link(&self, id: &str) -> Option<LinkId> {
        self.find(id).and_then(|val| val.index(Kind::Link)).map(LinkId::new)
    }
    /// A side by id.
    pub fn side(&self, id: &str) -> Option<SideId> {
        self.sides.iter().position(|s| s.id == id).map(SideId::new)
    }
    /// A card by id.
    pub fn card(&self, id: &str) -> Option<CardId> {
        self.cards.iter().position(|c| c.id == id).map(CardId::new)
    }
    /// A pile by its written id (`us hand`).
    pub fn pile(&self, id: &str) -> Option<PileId> {
        self.piles.iter().position(|p| p.id == id).map(PileId::new)
    }
    /// Whether a pile is only where cards are that are not in the game: the home of all cards, if it has no order. What lies there
    /// is what lies nowhere else, and goes without saying.
    pub fn is_aside(&self, pile: PileId) -> bool {
        pile == self.home && self.piles.get(pile.at()).is_some_and(|home| home.order == PileOrder::Set)
    }
    /// Whether a number is what it says: a plain number, or a handle of something of this board.
    /// Sets, filters and row filters are no part of a board. Rules may make up any number.
    pub fn knows(&self, val: Val) -> bool {
        match val.kind() {
            Kind::Number => val.0.unsigned_abs() < crate::val::LIMIT as u64,
            Kind::Stack => {
                let (place, state) = (val.payload() >> 16, val.payload() & 0xffff);
                place < self.spaces.len() as u64 && state < self.states.len() as u64
            }
            kind => val.payload() < self.many(kind) as u64,
        }
    }
    /// How many things of a kind there are; none of numbers, stacks and what only scripts hold.
    #[inline]
    pub fn many(&self, kind: Kind) -> usize {
        match kind {
            Kind::Side => self.sides.len(),
            Kind::Space => self.spaces.len(),
            Kind::Class => self.classes.len(),
            Kind::State => self.states.len(),
            Kind::Card => self.cards.len(),
            Kind::Pile => self.piles.len(),
            Kind::Track => self.tracks.len(),
            Kind::Fact => self.facts.len(),
            Kind::Die => self.dice.len(),
            Kind::Word => self.words.len(),
            Kind::Action => self.actions.len(),
            Kind::Step => self.steps.len(),
            Kind::Reason => self.reasons.len(),
            Kind::Text => self.texts.len(),
            Kind::Zone => self.zones.len(),
            Kind::Period => self.periods.len(),
            Kind::Mark => self.marks.len(),
            Kind::Effect => self.effects.len(),
            Kind::SpaceKind => self.kinds.len(),
            Kind::Link => self.links.len(),
            Kind::LinkKind => self.link_kinds.len(),
            Kind::Number | Kind::Stack | Kind::Set | Kind::Filter | Kind::Relation => 0,
        }
    }
    /// The text of a handle or number as rows, notation and records write it; `?` for a handle of nothing.
    pub fn text(&self, val: Val) -> String {
        self.id_of(val).into_owned()
    }
    /// The same without a copy, where it stands on the board as it is.
    pub fn id_of(&self, val: Val) -> Cow<'_, str> {
        if !self.knows(val) && !matches!(val.kind(), Kind::Number | Kind::Set | Kind::Filter | Kind::Relation) {
            return "?".into();
        }
        let at = val.payload() as usize;
        let id = match val.kind() {
            Kind::Number => return val.0.to_string().into(),
            Kind::Stack => {
                let (place, state) = val.stack_parts();
                return [&self.states[state.at()].text, " ", &self.spaces[place.at()].id].concat().into();
            }
            Kind::Set | Kind::Filter | Kind::Relation => return format!("<{}>", val.kind().word()).into(),
            Kind::Side => &self.sides[at].id,
            Kind::Space => &self.spaces[at].id,
            Kind::Class => &self.classes[at].id,
            Kind::State => &self.states[at].text,
            Kind::Card => &self.cards[at].id,
            Kind::Pile => &self.piles[at].id,
            Kind::Track => &self.tracks[at].id,
            Kind::Fact => &self.facts[at].id,
            Kind::Die => &self.dice[at].id,
            Kind::Word => &self.words[at].id,
            Kind::Action => &self.actions[at].id,
            Kind::Step => &self.steps[at],
            Kind::Reason => &self.reasons[at].id,
            Kind::Text => &self.texts[at].id,
            Kind::Zone => &self.zones[at],
            Kind::Period => &self.periods[at],
            Kind::Mark => &self.marks[at].id,
            Kind::Effect => &self.effects[at],
            Kind::SpaceKind => &self.kinds[at].plural,
            Kind::Link => &self.links[at].id,
            Kind::LinkKind => &self.link_kinds[at].id,
        };
        id.as_str().into()
    }
    /// Reads what [`Board::text`] wrote, for a value known to be of `kind`.
    pub fn read(&self, kind: Kind, text: &str) -> Option<Val> {
        let by = |n: Option<usize>| n.map(|i| Val::handle(kind, i as u64));
        match kind {
            Kind::Number => text.parse().ok().filter(|n| (1 - LIMIT..LIMIT).contains(n)).map(Val),
            Kind::Word => by(self.words.iter().position(|w| w.id == text)),
            Kind::Action => by(self.actions.iter().position(|w| w.id == text)),
            Kind::Step => by(self.steps.iter().position(|w| w == text)),
            Kind::Effect => by(self.effects.iter().position(|w| w == text)),
            Kind::Card => by(self.card(text).map(CardId::at)),
            Kind::Pile => by(self.pile(text).map(PileId::at)),
            Kind::State => by(self.state(text).map(StateId::at)),
            Kind::Text => by(self.texts.iter().position(|t| t.id == text)),
            Kind::Reason => by(self.reasons.iter().position(|t| t.id == text)),
            Kind::Zone => by(self.zones.iter().position(|t| t == text)),
            Kind::Class => by(self.classes.iter().position(|c| c.id == text)),
            Kind::Space => by(self.space(text).map(SpaceId::at)),
            Kind::Stack => {
                let (state, place) = text.split_once(' ')?;
                Some(Val::stack(self.space(place)?, self.state(state)?))
            }
            Kind::Set | Kind::Filter | Kind::Relation => None,
            _ => self.find(text).filter(|v| v.kind() == kind),
        }
    }
}
