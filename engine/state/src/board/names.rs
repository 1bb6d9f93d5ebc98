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
            let of_id = self.index.entry(id.clone()).or_default();
            if of_id.iter().any(|old| old.kind() == val.kind()) {
                clashes.push(Clash { problem: format!("is a {} twice", val.kind().word()), id });
                continue;
            }
            // A side's id also names the class of all its pieces: that goes without saying.
            let is_of_side = val.index(Kind::Class).is_some_and(|at| at >= self.classes.len() - self.sides.len());
            if !(is_of_side && of_id.iter().any(|old| old.kind() == Kind::Side)) {
                of_id.push(val);
            }
        }
        let is_elder = |id: &String, val: &Val| self.elders.get(id) == Some(&val.kind());
        let several = self.index.iter().filter(|(_, of_id)| of_id.len() > 1);
        let younger = several.flat_map(|(id, of_id)| of_id.iter().filter(move |val| !is_elder(id, val)));
        self.shared = younger.copied().collect();
    }
    /// The thing of this id among sides, spaces, links, kinds of links, piece classes, tracks, facts, dice, periods,
    /// marks, plurals and piles. Where several kinds share it: the elder's, if there is one.
    pub fn find(&self, id: &str) -> Option<Val> {
        match self.called(id) {
            [one] => Some(*one),
            several => {
                let elder = self.elders.get(id)?;
                several.iter().copied().find(|val| val.kind() == *elder)
            }
        }
    }
    /// All things of this id, of a kind one at most.
    pub fn called(&self, id: &str) -> &[Val] {
        self.index.get(id).map_or(&[], Vec::as_slice)
    }
    /// The thing of this kind and id.
    pub fn find_as(&self, kind: Kind, id: &str) -> Option<Val> {
        self.called(id).iter().copied().find(|val| val.kind() == kind)
    }
    /// Every id with all that it names, in order.
    pub fn ids(&self) -> impl Iterator<Item = (&str, Val)> {
        self.index.iter().flat_map(|(id, all)| all.iter().map(move |val| (id.as_str(), *val)))
    }
    /// Whether its id alone does not say which thing is meant: one of another kind has it, and is not the younger.
    pub fn is_shared(&self, val: Val) -> bool {
        match val.kind() {
            _ if self.shared.is_empty() => false,
            // A piece as it is drawn is no entry of its own: its class is.
            Kind::State => Some(val.state_part()).filter(|state| self.knows_state(*state)).is_some_and(|state| {
                let state = self.plain(state);
                self.called(&state.text).len() > 1 && self.elders.get(&state.text) != Some(&Kind::Class)
            }),
            // Each side's own is told apart by the side.
            Kind::Pile if self.piles.get(val.payload() as usize).is_some_and(|pile| pile.owner.is_some()) => false,
            _ => self.shared.contains(&val),
        }
    }
    /// The id of a side, track, fact or piece as notation writes it where the others of these could stand too: with
    /// its kind before it if one of them has it, and is not the younger.
    pub(crate) fn apart(&self, kind: Kind, id: &str) -> String {
        let others: &[Kind] = match kind {
            Kind::Side => &[Kind::Track, Kind::Fact],
            Kind::Track => &[Kind::Side, Kind::Class, Kind::Fact],
            Kind::Fact => &[Kind::Side, Kind::Class, Kind::Track],
            _ => &[Kind::Track, Kind::Fact],
        };
        let is_elder =
            || self.elders.get(id).is_some_and(|elder| *elder == kind || (*elder, kind) == (Kind::Class, Kind::State));
        let is_other = |other: &Val| others.contains(&other.kind());
        let is_apart = self.is_spelled_out || self.called(id).iter().any(is_other) && !is_elder();
        if is_apart { self.of_kind(kind, id) } else { id.to_owned() }
    }
    /// Whether the head of what is at a space, or in a pile, says which of them it is: both have this id.
    pub(crate) fn is_headed(&self, kind: Kind, id: &str) -> bool {
        let is_both = || self.find_as(Kind::Space, id).is_some() && self.pile(id).is_some();
        self.is_spelled_out || is_both() && self.elders.get(id) != Some(&kind)
    }
    /// From here on, positions are written with the kind before each id where it may stand, to be read on another board,
    /// where other things may have these ids too.
    pub fn spell_out(&mut self) {
        self.is_spelled_out = true;
    }
    /// Whether the id alone is read as this thing, on any board that has it.
    pub(crate) fn is_plain(&self, id: &str, val: Val) -> bool {
        !self.is_spelled_out && self.find(id) == Some(val)
    }
    /// The id of a thing as rows write it: with its kind before it where the id alone does not say which is meant
    /// (`space:pearson`).
    pub fn named(&self, val: Val) -> Cow<'_, str> {
        let id = self.id_of(val);
        if self.is_shared(val) { self.of_kind(val.kind(), &id).into() } else { id }
    }
    /// An id with its kind before it: `space:pearson`, `piece-class:guard`.
    pub fn of_kind(&self, kind: Kind, id: &str) -> String {
        format!("{}:{id}", kind.word().replace(' ', "-"))
    }
    /// A space by id or by another name of it.
    pub fn space(&self, id: &str) -> Option<SpaceId> {
        match self.find_as(Kind::Space, id) {
            Some(val) => val.index(Kind::Space).map(SpaceId::new),
            None => self.spaces.iter().position(|s| s.aka.iter().any(|a| a == id)).map(SpaceId::new),
        }
    }
    /// A link by id.
    pub fn link(&self, id: &str) -> Option<LinkId> {
        self.find_as(Kind::Link, id).and_then(|val| val.index(Kind::Link)).map(LinkId::new)
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
                let (place, state) = val.stack_parts();
                place.at() < self.spaces.len() && self.knows_state(state)
            }
            Kind::State => val.payload() >> 32 == 0 && self.knows_state(val.state_part()),
            kind => val.payload() < self.many(kind) as u64,
        }
    }
    /// How many things of a kind there are; none of numbers, pieces, stacks and what only scripts hold.
    #[inline]
    pub fn many(&self, kind: Kind) -> usize {
        match kind {
            Kind::Side => self.sides.len(),
            Kind::Space => self.spaces.len(),
            Kind::Class => self.classes.len(),
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
            Kind::Number | Kind::State | Kind::Stack | Kind::Set | Kind::Filter | Kind::Relation => 0,
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
                return [&*self.text_of(state), " ", &self.spaces[place.at()].id].concat().into();
            }
            Kind::State => return self.text_of(val.state_part()),
            Kind::Set | Kind::Filter | Kind::Relation => return format!("<{}>", val.kind().word()).into(),
            Kind::Side => &self.sides[at].id,
            Kind::Space => &self.spaces[at].id,
            Kind::Class => &self.classes[at].id,
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
            Kind::State => self.state(text).map(Val::state),
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
            _ => self.find_as(kind, text),
        }
    }
}
