//! Finding things by id, and writing the ids of things.

use super::{Board, BoardError, Fact, PileOrder};
use crate::amount::Amount;
use crate::ids::*;
use crate::val::{Kind, LIMIT, Val};
use std::borrow::Cow;
use std::ops::Range;

impl Board {
    /// Fills the index of things by id. Reports each id that two things of the same kind have.
    pub(super) fn index_ids(&mut self, errors: &mut Vec<BoardError>) {
        let mut things: Vec<(String, Val)> = Vec::new();
        let add = |things: &mut Vec<(String, Val)>, kind: Kind, ids: Vec<String>| {
            things.extend(ids.into_iter().enumerate().map(|(i, id)| (id, Val::handle(kind, i as u64))));
        };
        add(&mut things, Kind::Side, self.sides.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Space, self.spaces.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Link, self.links.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::LinkKind, self.link_kinds.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Class, self.classes.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Track, self.tracks.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Fact, self.facts.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Die, self.dice.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::Period, self.periods.clone());
        add(&mut things, Kind::Mark, self.marks.iter().map(|x| x.id.clone()).collect());
        add(&mut things, Kind::SpaceKind, self.space_kinds.iter().map(|x| x.plural.clone()).collect());
        // A pile that each side has is indexed once, by the id of its definition: `hand` for `us hand`.
        let mut piles = Vec::new();
        for (i, pile) in self.piles.iter().enumerate() {
            if !piles.iter().any(|(id, _): &(String, Val)| *id == pile.def) {
                piles.push((pile.def.clone(), Val::handle(Kind::Pile, i as u64)));
            }
        }
        things.extend(piles);
        self.lookup.index.clear();
        for (id, val) in things {
            let with_id = self.lookup.index.entry(id.clone()).or_default();
            if with_id.iter().any(|other| other.kind() == val.kind()) {
                errors.push(BoardError { problem: format!("is a {} twice", val.kind().word()), id });
                continue;
            }
            // The last classes are those of the sides' pieces. If such a class has the id of its side, the id means the
            // side, so the index leaves out the class.
            let first_side_class = self.classes.len() - self.sides.len();
            let is_side_class = val.index(Kind::Class).is_some_and(|class| class >= first_side_class);
            if !(is_side_class && with_id.iter().any(|other| other.kind() == Kind::Side)) {
                with_id.push(val);
            }
        }
        let is_default = |id: &String, val: &Val| self.lookup.default_kinds.get(id) == Some(&val.kind());
        let ambiguous = self.lookup.index.iter().filter(|(_, with_id)| with_id.len() > 1);
        let not_default = ambiguous.flat_map(|(id, with_id)| with_id.iter().filter(move |val| !is_default(id, val)));
        self.lookup.shared = not_default.copied().collect();
    }
    /// The thing that a bare id means: a side, space, link, kind of links, piece class, track, fact, die, period, mark,
    /// kind of spaces (by its plural), or pile. If several kinds share the id, it means the thing of the kind in
    /// [`super::IdLookup::default_kinds`]. The result is `None` if there is no entry for the id.
    pub fn find(&self, id: &str) -> Option<Val> {
        match self.all_with_id(id) {
            [thing] => Some(*thing),
            several => {
                let kind = self.lookup.default_kinds.get(id)?;
                several.iter().copied().find(|val| val.kind() == *kind)
            }
        }
    }
    /// All things with this id, at most one of each kind.
    pub fn all_with_id(&self, id: &str) -> &[Val] {
        self.lookup.index.get(id).map_or(&[], Vec::as_slice)
    }
    /// The thing of this kind with this id.
    pub fn find_of_kind(&self, kind: Kind, id: &str) -> Option<Val> {
        self.all_with_id(id).iter().copied().find(|val| val.kind() == kind)
    }
    /// Every pair of an id and a thing that has the id, in the order of the ids.
    pub fn ids(&self) -> impl Iterator<Item = (&str, Val)> {
        self.lookup.index.iter().flat_map(|(id, things)| things.iter().map(move |val| (id.as_str(), *val)))
    }
    /// Whether the bare id of a thing means something else or is ambiguous, because another kind shares it.
    pub fn is_shared(&self, val: Val) -> bool {
        match val.kind() {
            _ if self.lookup.shared.is_empty() => false,
            // The index has no piece states, but it has the piece class with the same id.
            Kind::State => Some(val.state_part()).filter(|state| self.is_valid_state(*state)).is_some_and(|state| {
                let plain = self.plain_state(state); // without the values of its marks
                self.all_with_id(&plain.text).len() > 1
                    && self.lookup.default_kinds.get(&plain.text) != Some(&Kind::Class)
            }),
            // The id of a pile that a side owns contains the side, for example `us hand`, so no other kind shares it.
            Kind::Pile if self.piles.get(val.payload() as usize).is_some_and(|pile| pile.owner.is_some()) => false,
            _ => self.lookup.shared.contains(&val),
        }
    }
    /// The id of a side, track, fact or piece, for a place in the notation where things of several of these kinds may
    /// stand. The kind comes before the id if the bare id would be read as another kind.
    pub(crate) fn distinct_id(&self, kind: Kind, id: &str) -> String {
        let others: &[Kind] = match kind {
            Kind::Side => &[Kind::Track, Kind::Fact],
            Kind::Track => &[Kind::Side, Kind::Class, Kind::Fact],
            Kind::Fact => &[Kind::Side, Kind::Class, Kind::Track],
            _ => &[Kind::Track, Kind::Fact],
        };
        // The index has classes but no pieces. So an id that means a piece by default has the default kind `Class`.
        let is_default = || {
            self.lookup
                .default_kinds
                .get(id)
                .is_some_and(|default| *default == kind || (*default, kind) == (Kind::Class, Kind::State))
        };
        let is_other = |other: &Val| others.contains(&other.kind());
        let needs_kind = self.lookup.qualifies_all_ids || self.all_with_id(id).iter().any(is_other) && !is_default();
        if needs_kind { self.id_with_kind(kind, id) } else { id.to_owned() }
    }
    /// The id of a fact with rows, for the head of an item: `iou` in `greene iou: c24 12 2`. The kind comes before the id
    /// if the bare id would be read as something else.
    pub(crate) fn id_before_rows(&self, id: &str) -> String {
        let is_place = self.space(id).is_some() || self.find_of_kind(Kind::Pile, id).is_some();
        if is_place { self.id_with_kind(Kind::Fact, id) } else { self.distinct_id(Kind::Fact, id) }
    }
    /// Whether notation must write `space` or `pile` before an id at the start of a text line, because a space and a
    /// pile have the same id.
    pub(crate) fn needs_kind_in_head(&self, kind: Kind, id: &str) -> bool {
        let both_have_id = || self.find_of_kind(Kind::Space, id).is_some() && self.pile(id).is_some();
        self.lookup.qualifies_all_ids || both_have_id() && self.lookup.default_kinds.get(id) != Some(&kind)
    }
    /// Makes notation write the kind before every id, and the face of every piece that has several. Such a text can be
    /// read on another board, where things of other kinds share these ids and the faces have another order.
    pub fn always_qualify_ids(&mut self) {
        self.lookup.qualifies_all_ids = true;
        self.rebuild_texts();
    }
    /// Whether notation always writes the kind before an id: see [`Board::always_qualify_ids`].
    pub(super) fn qualifies_all_ids(&self) -> bool {
        self.lookup.qualifies_all_ids
    }
    /// Whether notation reads the bare id as this thing.
    pub(crate) fn bare_id_means(&self, id: &str, val: Val) -> bool {
        !self.lookup.qualifies_all_ids && self.find(id) == Some(val)
    }
    /// The id of a thing in rows, with its kind before it if the bare id means something else (`space:pearson`).
    pub fn qualified_id(&self, val: Val) -> Cow<'_, str> {
        let id = self.id_of(val);
        if self.is_shared(val) { self.id_with_kind(val.kind(), &id).into() } else { id }
    }
    /// The id with its kind before it: `space:pearson`, `piece-class:guard`.
    pub fn id_with_kind(&self, kind: Kind, id: &str) -> String {
        format!("{}:{id}", kind.word().replace(' ', "-"))
    }
    /// The space with this id or alias.
    pub fn space(&self, id: &str) -> Option<SpaceId> {
        match self.find_of_kind(Kind::Space, id) {
            Some(val) => val.index(Kind::Space).map(SpaceId::new),
            None => self.spaces.iter().position(|s| s.aka.iter().any(|a| a == id)).map(SpaceId::new),
        }
    }
    /// The link with this id.
    pub fn link(&self, id: &str) -> Option<LinkId> {
        self.find_of_kind(Kind::Link, id).and_then(|val| val.index(Kind::Link)).map(LinkId::new)
    }
    /// The side with this id.
    pub fn side(&self, id: &str) -> Option<SideId> {
        self.sides.iter().position(|s| s.id == id).map(SideId::new)
    }
    /// The card with this id.
    pub fn card(&self, id: &str) -> Option<CardId> {
        self.cards.iter().position(|c| c.id == id).map(CardId::new)
    }
    /// The pile with this full id (`us hand`).
    pub fn pile(&self, id: &str) -> Option<PileId> {
        self.piles.iter().position(|p| p.id == id).map(PileId::new)
    }
    /// Whether a pile only holds the cards that are not in the game: the home pile, if it has no order. Notation and
    /// hashes omit this pile, because its cards are those in no other pile.
    pub fn is_set_aside(&self, pile: PileId) -> bool {
        pile == self.home && self.piles.get(pile.index()).is_some_and(|home| home.order == PileOrder::Set)
    }
    /// Whether a value is a number within [`LIMIT`], or a handle of something on this board. Scripts can build invalid
    /// handles. Sets, filters and relations are never valid: they are not part of a board.
    pub fn is_valid(&self, val: Val) -> bool {
        match val.kind() {
            Kind::Number => val.0.unsigned_abs() < crate::val::LIMIT as u64,
            Kind::Stack => {
                let (place, state) = val.stack_parts();
                place.index() < self.spaces.len() && self.is_valid_state(state)
            }
            Kind::FactRow => self.row_key(val).is_some(),
            Kind::State => val.payload() >> 32 == 0 && self.is_valid_state(val.state_part()),
            kind => val.payload() < self.count_of(kind) as u64,
        }
    }
    /// The number of things of a kind on the board. It is 0 for numbers, pieces, stacks, rows, sets, filters and
    /// relations.
    #[inline]
    pub fn count_of(&self, kind: Kind) -> usize {
        match kind {
            Kind::Side => self.sides.len(),
            Kind::Space => self.spaces.len(),
            Kind::Class => self.classes.len(),
            Kind::Card => self.cards.len(),
            Kind::Pile => self.piles.len(),
            Kind::Track => self.tracks.len(),
            Kind::Fact => self.facts.len(),
            Kind::Die => self.dice.len(),
            Kind::Word => self.labels.words.len(),
            Kind::Action => self.labels.actions.len(),
            Kind::Step => self.labels.steps.len(),
            Kind::Reason => self.labels.reasons.len(),
            Kind::Text => self.labels.texts.len(),
            Kind::Zone => self.zones.len(),
            Kind::Period => self.periods.len(),
            Kind::Mark => self.marks.len(),
            Kind::Effect => self.labels.effects.len(),
            Kind::SpaceKind => self.space_kinds.len(),
            Kind::Link => self.links.len(),
            Kind::LinkKind => self.link_kinds.len(),
            Kind::Number
            | Kind::State
            | Kind::Stack
            | Kind::FactRow
            | Kind::Set
            | Kind::Filter
            | Kind::Relation
            | Kind::Amount => 0,
        }
    }
    /// Writes a handle or number as rows, notation and records do. An invalid handle becomes `?`.
    pub fn text(&self, val: Val) -> String {
        self.id_of(val).into_owned()
    }
    /// Returns the same text as [`Board::text`], borrowed from the board where possible.
    pub fn id_of(&self, val: Val) -> Cow<'_, str> {
        if !self.is_valid(val)
            && !matches!(val.kind(), Kind::Number | Kind::Set | Kind::Filter | Kind::Relation | Kind::Amount)
        {
            return "?".into();
        }
        let index = val.payload() as usize;
        let id = match val.kind() {
            Kind::Number => return val.0.to_string().into(),
            Kind::Stack => {
                let (place, state) = val.stack_parts();
                return [&*self.state_text(state), " ", &self.spaces[place.index()].id].concat().into();
            }
            Kind::State => return self.state_text(val.state_part()),
            Kind::Amount => return Amount::of(val).map_or_else(String::new, |amount| amount.to_string()).into(),
            Kind::FactRow => return self.row_key(val).map_or(String::new(), |row| self.row_text(&row)).into(),
            Kind::Set | Kind::Filter | Kind::Relation => return format!("<{}>", val.kind().word()).into(),
            Kind::Side => &self.sides[index].id,
            Kind::Space => &self.spaces[index].id,
            Kind::Class => &self.classes[index].id,
            Kind::Card => &self.cards[index].id,
            Kind::Pile => &self.piles[index].id,
            Kind::Track => &self.tracks[index].id,
            Kind::Fact => &self.facts[index].id,
            Kind::Die => &self.dice[index].id,
            Kind::Word => &self.labels.words[index].id,
            Kind::Action => &self.labels.actions[index].id,
            Kind::Step => &self.labels.steps[index],
            Kind::Reason => &self.labels.reasons[index].id,
            Kind::Text => &self.labels.texts[index].id,
            Kind::Zone => &self.zones[index],
            Kind::Period => &self.periods[index],
            Kind::Mark => &self.marks[index].id,
            Kind::Effect => &self.labels.effects[index],
            Kind::SpaceKind => &self.space_kinds[index].plural,
            Kind::Link => &self.links[index].id,
            Kind::LinkKind => &self.link_kinds[index].id,
        };
        id.as_str().into()
    }
    /// Parses what [`Board::text`] wrote for a value of this kind.
    pub fn parse(&self, kind: Kind, text: &str) -> Option<Val> {
        let handle = |n: Option<usize>| n.map(|i| Val::handle(kind, i as u64));
        match kind {
            Kind::Number => text.parse().ok().filter(|n| (1 - LIMIT..LIMIT).contains(n)).map(Val),
            Kind::Word => handle(self.labels.words.iter().position(|w| w.id == text)),
            Kind::Action => handle(self.labels.actions.iter().position(|w| w.id == text)),
            Kind::Step => handle(self.labels.steps.iter().position(|w| w == text)),
            Kind::Effect => handle(self.labels.effects.iter().position(|w| w == text)),
            Kind::Card => handle(self.card(text).map(CardId::index)),
            Kind::Pile => handle(self.pile(text).map(PileId::index)),
            Kind::State => self.state(text).map(Val::state),
            Kind::Text => handle(self.labels.texts.iter().position(|t| t.id == text)),
            Kind::Reason => handle(self.labels.reasons.iter().position(|t| t.id == text)),
            Kind::Zone => handle(self.zones.iter().position(|t| t == text)),
            Kind::Class => handle(self.classes.iter().position(|c| c.id == text)),
            Kind::Space => handle(self.space(text).map(SpaceId::index)),
            Kind::Stack => {
                let (state, place) = text.split_once(' ')?;
                Some(Val::stack(self.space(place)?, self.state(state)?))
            }
            Kind::FactRow => self.parse_row(text),
            Kind::Set | Kind::Filter | Kind::Relation | Kind::Amount => None,
            _ => self.find_of_kind(kind, text),
        }
    }
    /// Returns the slots of the track or fact with this id, which may have `track:` or `fact:` before it. Returns an
    /// empty range for a fact that holds a list or rows and for an unknown id.
    pub(crate) fn slots_of_id(&self, id: &str) -> Range<usize> {
        let kind = [Kind::Track, Kind::Fact].into_iter().find(|kind| id.starts_with(&self.id_with_kind(*kind, "")));
        let id = id.split_once(':').map_or(id, |(_, id)| id);
        let is_fact = kind.or(self.lookup.default_kinds.get(id).copied()) == Some(Kind::Fact);
        let track = || {
            let index = self.tracks.iter().position(|track| track.id == id)?;
            let first = self.layout.track(TrackId::new(index), 0);
            Some(first..first + self.subject_count(self.tracks[index].on))
        };
        let fact = || {
            let is_number_fact = |fact: &Fact| fact.id == id && !fact.fact_type.is_stored_as_list();
            self.facts.iter().position(is_number_fact).map(|index| self.layout.fact(FactId::new(index)).range())
        };
        let track = if is_fact { None } else { track() };
        track.or_else(fact).unwrap_or_default()
    }
}
