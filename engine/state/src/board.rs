//! The static side of a game: everything content declares, checked and numbered.
//!
//! Built by `content` (and completed with steps, actions and effects when the scripts load), then
//! shared read-only. A [`crate::Position`] means nothing without its board.

use crate::ids::*;
use crate::layout::Layout;
use crate::period::Ends;
use crate::set::Set;
use crate::val::{Kind, LIMIT, Val};
use std::collections::BTreeMap;

/// One or more kinds of spaces (at most [`Kinds::MOST`] are declared).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u64);

impl Kinds {
    /// How many kinds of spaces a board may have.
    pub const MOST: usize = 64;
    /// One kind alone.
    pub fn one(kind: KindId) -> Kinds {
        Kinds(1u64.checked_shl(u32::from(kind.0)).unwrap_or(0))
    }
    /// These and one more.
    #[must_use]
    pub fn with(self, kind: KindId) -> Kinds {
        Kinds(self.0 | Kinds::one(kind).0)
    }
    /// Whether all of `other` are among these.
    pub fn have(self, other: Kinds) -> bool {
        other.0 & !self.0 == 0
    }
    /// The kinds, in the board's order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..Kinds::MOST).filter(move |k| self.0 >> k & 1 == 1).map(KindId::new)
    }
}

/// What a track, fact or pile is kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// One for the game.
    Game,
    /// One per side.
    Side,
    /// One per space of these kinds.
    Spaces(Kinds),
    /// One per link: of this kind, or of all kinds.
    Links(Option<LinkKindId>),
    /// One per card.
    Card,
}

impl On {
    /// Spaces of one kind.
    pub fn spaces(kind: KindId) -> On {
        On::Spaces(Kinds::one(kind))
    }
    /// Whether what is kept on this is kept for a subject of that kind: what all links have, a link
    /// of a kind has too; what several kinds of spaces have, a space of one of them has.
    pub fn is_for(self, subject: On) -> bool {
        match (self, subject) {
            (On::Links(None), On::Links(_)) => true,
            (On::Spaces(all), On::Spaces(some)) => all.have(some),
            _ => self == subject,
        }
    }
}

/// Who may see something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// The side it belongs to.
    Owner,
    /// Nobody.
    None,
}

/// A side of the rules.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
}

/// A kind of spaces.
#[derive(Debug, Clone)]
pub struct SpaceKind {
    /// Its id.
    pub id: String,
    /// The id of the set of all its spaces.
    pub plural: String,
    /// Its spaces.
    pub members: Set,
}

/// A place of the board.
#[derive(Debug, Clone)]
pub struct Space {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its kind.
    pub kind: KindId,
    /// Where a map drawing puts it, 0..=100 from the top left.
    pub xy: Option<(i32, i32)>,
    /// Other ids people may type.
    pub aka: Vec<String>,
    /// Neighbours, by links of any kind or none.
    pub adjacent: Set,
    /// Neighbours by links of each kind, in the order of [`Board::link_kinds`].
    pub adjacent_by: Vec<Set>,
    /// The links that end here.
    pub links: Set,
}

/// A kind of links.
#[derive(Debug, Clone)]
pub struct LinkKind {
    /// Its id.
    pub id: String,
    /// Its links.
    pub members: Set,
}

/// A connection of two spaces that the rules can name: a road, a rail, a strait.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its id: its own, or its two ends' in order (`hills--port`).
    pub id: String,
    /// Its kind, if it is of any.
    pub kind: Option<LinkKindId>,
    /// One end.
    pub a: SpaceId,
    /// The other end.
    pub b: SpaceId,
}

impl Link {
    /// The end that is not `from`, if `from` is an end at all.
    #[inline]
    pub fn other(&self, from: SpaceId) -> Option<SpaceId> {
        match from {
            _ if from == self.a => Some(self.b),
            _ if from == self.b => Some(self.a),
            _ => None,
        }
    }
}

/// A mark that tells pieces of one type apart.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its id.
    pub id: String,
    /// The period at whose end the host takes it off.
    pub until: Option<PeriodId>,
}

/// A type of pieces.
#[derive(Debug, Clone)]
pub struct PieceType {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Whose it is.
    pub owner: Option<SideId>,
    /// How many counters there are.
    pub count: u32,
    /// Face ids, the default first; a single empty one if it has no faces.
    pub faces: Vec<String>,
    /// Whether a face is written by itself (`rebel`), without the type.
    pub named_faces: bool,
    /// Where those not in play lie.
    pub supply: SpaceId,
    /// The marks it may bear.
    pub marks: Vec<MarkId>,
    /// Types of counters that may lie beneath a piece of it, any number of each.
    pub holds: Vec<TypeId>,
}

/// One combination of type, face, marks and what is held.
#[derive(Debug, Clone)]
pub struct PieceState {
    /// As written in notation: `usmc/damaged+moved`, `guerrilla(2-cash)`.
    pub text: String,
    /// Its type.
    pub of: TypeId,
    /// Index into the type's faces.
    pub face: u8,
    /// Bits over the type's marks.
    pub marks: u8,
    /// How many it holds of each of the type's [`PieceType::holds`].
    pub held: Vec<u16>,
    /// Every class it belongs to.
    pub classes: Vec<ClassId>,
}

/// A named selection of piece states.
#[derive(Debug, Clone)]
pub struct Class {
    /// As written: `usa`, `rebel`, `us-unit`, `usa/damaged`, or a side's id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its states, in order.
    pub states: Vec<StateId>,
    /// The type, if all its states are of one.
    pub of: Option<TypeId>,
    /// The face, if all its states show one.
    pub face: Option<u8>,
}

/// A named range of a track.
#[derive(Debug, Clone)]
pub struct TrackZone {
    /// Its name.
    pub zone: ZoneId,
    /// Lowest number in it.
    pub from: i64,
    /// Highest number in it.
    pub to: i64,
}

/// Counters that show some numbers of a mark, and how many there are.
#[derive(Debug, Clone)]
pub struct Counters {
    /// The numbers this counter shows.
    pub values: Vec<i64>,
    /// How many counters there are.
    pub count: u32,
}

/// A bounded number on the game, a side or a space.
#[derive(Debug, Clone)]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// What it is kept for.
    pub on: On,
    /// Lowest number.
    pub min: i64,
    /// Highest number.
    pub max: i64,
    /// Where it starts.
    pub start: i64,
    /// Its zones.
    pub zones: Vec<TrackZone>,
    /// Counters that limit it, for a mark.
    pub counters: Vec<Counters>,
}

/// What a fact holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactType {
    /// A number.
    Number,
    /// A truth.
    Truth,
    /// An id of a kind, or none.
    Id(Kind),
    /// A set of ids of a kind.
    Set(Kind),
    /// An ordered list of ids of a kind, or of numbers.
    List(Kind),
}

/// A declared, typed value.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its id.
    pub id: String,
    /// What it is kept for.
    pub on: On,
    /// What it holds.
    pub holds: FactType,
    /// The value it starts with and returns to (number or truth).
    pub default: i64,
    /// The period at whose end it is reset.
    pub until: Option<PeriodId>,
    /// Who sees it.
    pub audience: Audience,
    /// Whether it stands on the board as people see it; what only the rules need may stay off.
    pub shown: bool,
}

/// A kind of die.
#[derive(Debug, Clone)]
pub struct Die {
    /// Its id; also the name of its chance stream.
    pub id: String,
    /// The number on each face.
    pub faces: Vec<i64>,
}

/// Whether a pile has an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOrder {
    /// No order: a hand, a display.
    Set,
    /// Ordered, of known and shuffled segments: a deck.
    Deck,
}

/// A pile of cards: one instance.
#[derive(Debug, Clone)]
pub struct Pile {
    /// As written: `display`, `us hand`.
    pub id: String,
    /// The definition's id: `hand`.
    pub def: String,
    /// The side whose it is.
    pub owner: Option<SideId>,
    /// Ordered or not.
    pub order: PileOrder,
    /// Who sees the faces.
    pub audience: Audience,
    /// Whether what its cards say stands on the board as people see it.
    pub read: bool,
}

/// A card.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its id, as written: `07`.
    pub id: String,
    /// Titles, one per half in side order (or just one).
    pub titles: Vec<String>,
}

/// An option's type and default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionType {
    /// On or off.
    Truth,
    /// A number in a range.
    Number {
        /// Lowest.
        min: i64,
        /// Highest.
        max: i64,
    },
    /// One of some words.
    Word(Vec<String>),
}

/// A rule knob.
#[derive(Debug, Clone)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its type.
    pub of: OptionType,
    /// Its default: a number, 0/1, or the index of a word.
    pub default: i64,
    /// What it does.
    pub doc: String,
}

/// A word or action as shown to people.
#[derive(Debug, Clone, Default)]
pub struct Label {
    /// Its id.
    pub id: String,
    /// Plain language with `{1}` placeholders for the row's columns.
    pub label: String,
    /// One line of help.
    pub doc: String,
    /// Of an action: the reason given where the rules do not ask for it at all.
    pub not_asked: Option<ReasonId>,
}

/// A reason of legality.
#[derive(Debug, Clone)]
pub struct Reason {
    /// Its id.
    pub id: String,
    /// What it says.
    pub say: String,
    /// The rule it cites.
    pub rule: String,
}

/// A text: prompt or log line.
#[derive(Debug, Clone)]
pub struct Text {
    /// Its id.
    pub id: String,
    /// What it says, with `{1}` placeholders.
    pub say: String,
}

/// Everything content declares. See the module's page.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Board {
    pub game: String,
    pub name: String,
    pub sides: Vec<Side>,
    pub kinds: Vec<SpaceKind>,
    pub spaces: Vec<Space>,
    pub link_kinds: Vec<LinkKind>,
    pub links: Vec<Link>,
    pub marks: Vec<Mark>,
    pub types: Vec<PieceType>,
    pub states: Vec<PieceState>,
    pub classes: Vec<Class>,
    pub zones: Vec<String>,
    pub tracks: Vec<Track>,
    pub facts: Vec<Fact>,
    pub periods: Vec<String>,
    /// The period within which all that a side answers is one thing to it, if the game has one.
    pub entered_whole: Option<PeriodId>,
    pub dice: Vec<Die>,
    pub piles: Vec<Pile>,
    pub cards: Vec<Card>,
    pub options: Vec<GameOption>,
    pub words: Vec<Label>,
    pub texts: Vec<Text>,
    pub reasons: Vec<Reason>,
    /// Filled when scripts load.
    pub actions: Vec<Label>,
    /// Filled when scripts load.
    pub steps: Vec<String>,
    /// Filled when scripts load.
    pub effects: Vec<String>,
    /// Index of the pile where cards are before set-up.
    pub home: PileId,
    /// Notation applied for the position tests call `blank`.
    pub blank: String,
    /// The truth fact of a side that says that rules play it, if the game has one.
    pub nonplayer: Option<FactId>,
    /// What ends with each period.
    pub(crate) ends: Vec<Ends>,
    /// Where in a position what is kept.
    pub(crate) layout: Layout,
    index: BTreeMap<String, Val>,
}

/// A problem while a board is put together: two ids that meet, or a limit passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The id.
    pub id: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Board {
    /// Numbers everything derived: piece states, classes, the room of what varies, the index of ids.
    ///
    /// Called once by `content` after all definitions are pushed. Facts and tracks get their
    /// room here; classes declared as groups keep their ids and get their states from
    /// `groups`: (class id, name, type ids).
    ///
    /// # Errors
    /// All clashes of ids and all limits passed.
    pub fn finish(&mut self, groups: &[(String, String, Vec<TypeId>)]) -> Result<(), Vec<Clash>> {
        let mut clashes = Vec::new();
        for (what, number) in [("spaces", self.spaces.len()), ("links", self.links.len()), ("cards", self.cards.len())]
        {
            if number > crate::set::CAPACITY {
                clashes.push(Clash {
                    id: what.into(),
                    problem: format!("{number} {what}; at most {}", crate::set::CAPACITY),
                });
            }
        }
        for (index, space) in self.spaces.iter().enumerate() {
            if index < crate::set::CAPACITY {
                self.kinds[space.kind.at()].members.insert(index);
            }
        }
        self.derive_links();
        self.number_pieces(groups);
        self.lay_out();
        self.index_ids(&mut clashes);
        if clashes.is_empty() { Ok(()) } else { Err(clashes) }
    }

    /// What spaces and kinds know of the links.
    fn derive_links(&mut self) {
        for space in &mut self.spaces {
            space.adjacent_by = vec![Set::EMPTY; self.link_kinds.len()];
        }
        for (index, link) in self.links.iter().enumerate().take(crate::set::CAPACITY) {
            if let Some(kind) = link.kind {
                self.link_kinds[kind.at()].members.insert(index);
            }
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                let Some(space) = self.spaces.get_mut(from.at()).filter(|_| to.at() < crate::set::CAPACITY) else {
                    continue;
                };
                space.links.insert(index);
                space.adjacent.insert(to.at());
                if let Some(kind) = link.kind {
                    space.adjacent_by[kind.at()].insert(to.at());
                }
            }
        }
    }

    fn number_pieces(&mut self, groups: &[(String, String, Vec<TypeId>)]) {
        let mut states = Vec::new();
        self.classes.clear();
        for (t, of) in self.types.iter().enumerate() {
            for (held, holding) in self.holdings(of) {
                for marks in 0..(1u16 << of.marks.len()) {
                    for (f, face) in of.faces.iter().enumerate() {
                        let mut text = match (of.named_faces, f) {
                            (true, _) => face.clone(),
                            (false, 0) => of.id.clone(),
                            (false, _) => format!("{}/{face}", of.id),
                        };
                        for (m, mark) in of.marks.iter().enumerate() {
                            if marks >> m & 1 == 1 {
                                text.push('+');
                                text.push_str(&self.marks[mark.at()].id);
                            }
                        }
                        text.push_str(&holding);
                        states.push(PieceState {
                            text,
                            of: TypeId::new(t),
                            face: f as u8,
                            marks: marks as u8,
                            held: held.clone(),
                            classes: Vec::new(),
                        });
                    }
                }
            }
        }
        self.states = states;
        let states = self.states.clone();
        let held: Vec<TypeId> = self.types.iter().flat_map(|of| of.holds.iter().copied()).collect();
        let mut add =
            |id: String, name: String, of: Option<TypeId>, face: Option<u8>, test: &dyn Fn(&PieceState) -> bool| {
                let class = ClassId::new(self.classes.len());
                let mut members = Vec::new();
                for (s, state) in states.iter().enumerate() {
                    if test(state) {
                        members.push(StateId::new(s));
                        self.states[s].classes.push(class);
                    }
                }
                self.classes.push(Class { id, name, states: members, of, face });
            };
        for (t, of) in self.types.iter().enumerate() {
            let t = TypeId::new(t);
            add(of.id.clone(), of.name.clone(), Some(t), None, &|s| s.of == t);
            if of.faces.len() > 1 {
                for (f, face) in of.faces.iter().enumerate() {
                    let f = f as u8;
                    let (id, name) = if of.named_faces {
                        (face.clone(), face.clone())
                    } else {
                        (format!("{}/{face}", of.id), format!("{} ({face})", of.name))
                    };
                    add(id, name, Some(t), Some(f), &|s| s.of == t && s.face == f);
                }
            }
        }
        for (id, name, types) in groups {
            add(id.clone(), name.clone(), None, None, &|s| types.contains(&s.of));
        }
        for (t, of) in self.types.iter().enumerate().filter(|(t, _)| held.contains(&TypeId::new(*t))) {
            let t = TypeId::new(t);
            let holds =
                |s: &PieceState| self.types[s.of.at()].holds.iter().zip(&s.held).any(|(h, n)| *h == t && *n > 0);
            add(format!("{}-holder", of.id), format!("{} holder", of.name), None, None, &holds);
        }
        for (i, side) in self.sides.iter().enumerate() {
            let owner = Some(SideId::new(i));
            add(side.id.clone(), side.name.clone(), None, None, &|s| self.types[s.of.at()].owner == owner);
        }
    }

    /// What pieces of a type may hold, each as its numbers and as written: nothing first.
    fn holdings(&self, of: &PieceType) -> Vec<(Vec<u16>, String)> {
        let mut all = vec![vec![]];
        for (i, held) in of.holds.iter().enumerate() {
            let most = self.types[held.at()].count as u16;
            let with = |n: u16, rest: &Vec<u16>| rest.iter().copied().chain([n]).collect::<Vec<u16>>();
            debug_assert!(all.iter().all(|h: &Vec<u16>| h.len() == i));
            all = (0..=most).flat_map(|n| all.iter().map(move |rest| with(n, rest))).collect();
        }
        let text = |held: &[u16]| {
            let parts = of.holds.iter().zip(held).filter(|(_, n)| **n > 0);
            let parts: Vec<String> = parts
                .map(|(of, n)| match n {
                    1 => self.types[of.at()].id.clone(),
                    n => format!("{n}-{}", self.types[of.at()].id),
                })
                .collect();
            if parts.is_empty() { String::new() } else { format!("({})", parts.join("&")) }
        };
        all.into_iter().map(|held| (held.clone(), text(&held))).collect()
    }
    /// Whether pieces of some type may hold this.
    pub fn is_held(&self, held: TypeId) -> bool {
        self.types.iter().any(|of| of.holds.contains(&held))
    }

    /// Gives what varies its room, once it is known how much there is of everything.
    fn lay_out(&mut self) {
        self.layout = Layout::of(self);
        self.ends = (0..self.periods.len()).map(|period| Ends::of(self, PeriodId::new(period))).collect();
    }
    /// Numbers what hangs on how many actions, steps and effects there are: called once more when the scripts
    /// have been loaded. Where a track or a fact of one number lies stays; a position made before is of another board.
    pub fn complete(&mut self) {
        self.lay_out();
    }

    fn index_ids(&mut self, clashes: &mut Vec<Clash>) {
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
    /// The spaces of some kinds.
    pub fn spaces_of(&self, kinds: Kinds) -> Set {
        kinds.iter().fold(Set::EMPTY, |all, kind| all.or(self.kinds[kind.at()].members))
    }
    /// The tracks kept for such a subject.
    pub fn tracks_on(&self, on: On) -> impl Iterator<Item = (TrackId, &Track)> {
        let tracks = self.tracks.iter().enumerate().filter(move |(_, track)| track.on.is_for(on));
        tracks.map(|(t, track)| (TrackId::new(t), track))
    }
    /// The facts kept for such a subject.
    pub fn facts_on(&self, on: On) -> impl Iterator<Item = (FactId, &Fact)> {
        let facts = self.facts.iter().enumerate().filter(move |(_, fact)| fact.on.is_for(on));
        facts.map(|(f, fact)| (FactId::new(f), fact))
    }
    /// How many subjects something kept `on` this has room for: all of them, whatever their kind.
    pub fn subjects(&self, on: On) -> usize {
        match on {
            On::Game => 1,
            On::Side => self.sides.len(),
            On::Spaces(_) => self.spaces.len(),
            On::Links(_) => self.links.len(),
            On::Card => self.cards.len(),
        }
    }
    /// The class of all pieces of a side.
    pub fn class_of_side(&self, side: SideId) -> ClassId {
        ClassId::new(self.classes.len() - self.sides.len() + side.at())
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
    /// What facts and tracks of a link are kept on.
    pub fn on_link(&self, link: LinkId) -> On {
        On::Links(self.links[link.at()].kind)
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
    /// A piece state by its text; named faces and default faces as notation writes them; what it holds as
    /// `(2 cash)` or `(2-cash)`.
    pub fn state(&self, text: &str) -> Option<StateId> {
        let (text, held) = match text.split_once('(') {
            Some((text, held)) => (text, held.strip_suffix(')')?),
            None => (text, ""),
        };
        let bare = self.bare_state(text)?;
        let of = &self.types[self.states[bare.at()].of.at()];
        let mut numbers = vec![0u16; of.holds.len()];
        for part in held.split(['&', ',']).map(str::trim).filter(|p| !p.is_empty()) {
            let (n, id) = match part.split_once([' ', '-']).and_then(|(n, id)| Some((n.parse().ok()?, id.trim()))) {
                Some(counted) => counted,
                None => (1, part),
            };
            let which = of.holds.iter().position(|h| self.types[h.at()].id == id)?;
            if numbers[which] > 0 || u32::from(n) > self.types[of.holds[which].at()].count {
                return None;
            }
            numbers[which] = n;
        }
        Some(numbers.iter().enumerate().fold(bare, |state, (which, n)| self.state_holding(state, which, *n)))
    }
    /// The state like this one that holds `n` of the type's `which`-th counter.
    pub fn state_holding(&self, state: StateId, which: usize, n: u16) -> StateId {
        let def = &self.states[state.at()];
        let of = &self.types[def.of.at()];
        let stride = of.holds[..which]
            .iter()
            .fold(of.faces.len() << of.marks.len(), |stride, held| stride * (self.types[held.at()].count as usize + 1));
        StateId::new(state.at() - usize::from(def.held[which]) * stride + usize::from(n) * stride)
    }
    /// A state that holds nothing.
    fn bare_state(&self, text: &str) -> Option<StateId> {
        let (head, marks) = text.split_once('+').map_or((text, ""), |(h, m)| (h, m));
        let mut wanted: Vec<&str> = marks.split('+').filter(|m| !m.is_empty()).collect();
        wanted.sort_unstable();
        self.states
            .iter()
            .position(|s| {
                let (h, m) = s.text.split_once('+').map_or((s.text.as_str(), ""), |(h, m)| (h, m));
                let full = format!("{}/{}", self.types[s.of.at()].id, self.types[s.of.at()].faces[s.face as usize]);
                if h != head && full != head || s.held.iter().any(|n| *n > 0) {
                    return false;
                }
                let mut have: Vec<&str> = m.split('+').filter(|m| !m.is_empty()).collect();
                have.sort_unstable();
                have == wanted
            })
            .map(StateId::new)
    }
    /// The state like this one with another face and other marks; it holds the same.
    pub fn state_like(&self, state: StateId, face: u8, marks: u8) -> StateId {
        let def = &self.states[state.at()];
        let faces = self.types[def.of.at()].faces.len();
        let index = |face: u8, marks: u8| marks as usize * faces + face as usize;
        StateId::new(state.at() - index(def.face, def.marks) + index(face, marks))
    }
    /// The state of a type with this face and these marks, holding nothing.
    pub fn state_of(&self, of: TypeId, face: u8, marks: u8) -> StateId {
        let first = self.states.iter().position(|s| s.of == of).unwrap_or(0);
        StateId::new(first + marks as usize * self.types[of.at()].faces.len() + face as usize)
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
            Kind::Number | Kind::Stack | Kind::Set | Kind::Filter | Kind::Apart => 0,
        }
    }
    /// The text of a handle or number as rows, notation and records write it; `?` for a handle of nothing.
    pub fn text(&self, val: Val) -> String {
        if !self.knows(val) && !matches!(val.kind(), Kind::Number | Kind::Set | Kind::Filter | Kind::Apart) {
            return "?".into();
        }
        let at = val.payload() as usize;
        match val.kind() {
            Kind::Number => val.0.to_string(),
            Kind::Side => self.sides[at].id.clone(),
            Kind::Space => self.spaces[at].id.clone(),
            Kind::Class => self.classes[at].id.clone(),
            Kind::State => self.states[at].text.clone(),
            Kind::Stack => {
                let (place, state) = val.stack_parts();
                format!("{} {}", self.states[state.at()].text, self.spaces[place.at()].id)
            }
            Kind::Card => self.cards[at].id.clone(),
            Kind::Pile => self.piles[at].id.clone(),
            Kind::Track => self.tracks[at].id.clone(),
            Kind::Fact => self.facts[at].id.clone(),
            Kind::Die => self.dice[at].id.clone(),
            Kind::Word => self.words[at].id.clone(),
            Kind::Action => self.actions[at].id.clone(),
            Kind::Step => self.steps[at].clone(),
            Kind::Reason => self.reasons[at].id.clone(),
            Kind::Text => self.texts[at].id.clone(),
            Kind::Zone => self.zones[at].clone(),
            Kind::Period => self.periods[at].clone(),
            Kind::Mark => self.marks[at].id.clone(),
            Kind::Effect => self.effects[at].clone(),
            Kind::SpaceKind => self.kinds[at].plural.clone(),
            Kind::Link => self.links[at].id.clone(),
            Kind::LinkKind => self.link_kinds[at].id.clone(),
            Kind::Set | Kind::Filter | Kind::Apart => format!("<{}>", val.kind().word()),
        }
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
            Kind::Set | Kind::Filter | Kind::Apart => None,
            _ => self.find(text).filter(|v| v.kind() == kind),
        }
    }
}
