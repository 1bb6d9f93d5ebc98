//! Computes everything that a board derives from its definitions.

use super::{Board, BoardError, FactType, Keys, ListKey, NumberKey, PeriodEnd, SubjectKind, ValueLayout, key};
use crate::ids::*;
use crate::set::{CAPACITY, Set};
use std::sync::OnceLock;

impl Board {
    /// Computes everything derived: piece states, classes, the layout of tracks and facts, the index of ids.
    ///
    /// `content` calls this once, after it has pushed all definitions. `groups` are the declared classes:
    /// (class id, name, type ids).
    ///
    /// # Errors
    /// Returns all duplicate ids and all exceeded limits.
    pub fn finish(&mut self, groups: &[(String, String, Vec<PieceTypeId>)]) -> Result<(), Vec<BoardError>> {
        let mut errors = Vec::new();
        for (plural, count) in [("spaces", self.spaces.len()), ("links", self.links.len()), ("cards", self.cards.len())]
        {
            if count > CAPACITY {
                errors
                    .push(BoardError { id: plural.into(), problem: format!("{count} {plural}; at most {}", CAPACITY) });
            }
        }
        for (index, space) in self.spaces.iter().enumerate() {
            if index < CAPACITY {
                self.space_kinds[space.kind.index()].members.insert(index);
            }
        }
        self.derive_links();
        self.derive_mark_values();
        self.number_pieces(groups);
        self.complete();
        self.index_ids(&mut errors);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Computes the value layout, the period ends and the hash keys. The loader calls this again after the scripts have
    /// added actions, steps and effects.
    ///
    /// Tracks and single-number facts keep their slots (indices in [`crate::Position::numbers`]). Positions made
    /// earlier do not fit the board any more.
    pub fn complete(&mut self) {
        self.layout =
            ValueLayout::new(&self.tracks, &self.facts, |on| self.subject_count(on), |kind| self.count_of(kind));
        self.period_ends = (0..self.periods.len()).map(|period| self.period_end(PeriodId::new(period))).collect();
        self.keys = OnceLock::new();
    }
    /// Computes the neighbours of spaces and the members of link kinds.
    fn derive_links(&mut self) {
        for space in &mut self.spaces {
            space.adjacent = space.plain.clone();
            space.adjacent_by = vec![Set::EMPTY; self.link_kinds.len()];
        }
        for (index, link) in self.links.iter().enumerate().take(CAPACITY) {
            if let Some(kind) = link.kind {
                self.link_kinds[kind.index()].members.insert(index);
            }
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                let Some(space) = self.spaces.get_mut(from.index()).filter(|_| to.index() < CAPACITY) else {
                    continue;
                };
                space.links.insert(index);
                space.adjacent.insert(to.index());
                if let Some(kind) = link.kind {
                    space.adjacent_by[kind.index()].insert(to.index());
                }
            }
        }
    }
    /// Collects what the end of a period resets. The board must already have its layout and its piece states.
    fn period_end(&self, period: PeriodId) -> PeriodEnd {
        let mut period_end = PeriodEnd::default();
        for (f, fact) in self.facts.iter().enumerate().filter(|(_, f)| f.until == Some(period)) {
            let slots = self.layout.fact(FactId::new(f)).range();
            match fact.fact_type {
                FactType::List(_) | FactType::Rows(_) => period_end.lists.push(slots),
                FactType::Set(_) => period_end.values.push((slots, 0)),
                FactType::Number | FactType::Boolean | FactType::Id(_) => period_end.values.push((slots, fact.default)),
            }
        }
        for (m, mark) in self.marks.iter().enumerate() {
            if mark.until != Some(period) {
                continue;
            }
            if mark.value_type.is_some() {
                period_end.valued_marks.push(MarkId::new(m));
            }
            for (s, state) in self.states.iter().enumerate() {
                let bit = self.piece_types[state.piece_type.index()].marks.iter().position(|own| own.index() == m);
                let Some(bit) = bit.filter(|bit| state.marks >> bit & 1 != 0) else { continue };
                let unmarked = self.with_face_and_marks(StateId::new(s), state.face, state.marks & !(1 << bit));
                period_end.marked.push((StateId::new(s), unmarked));
            }
        }
        period_end
    }
    /// The hash keys of everything on the board, computed on first use.
    pub(crate) fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| self.new_keys())
    }
    fn new_keys(&self) -> Keys {
        let mut keys = Keys {
            spaces: self.spaces.iter().map(|s| key(&["place", &s.id])).collect(),
            states: self.states.iter().map(|s| key(&["pieces", &s.text])).collect(),
            numbers: vec![NumberKey::UNUSED; self.layout.initial.len()],
            lists: vec![ListKey::default(); self.layout.lists],
            cards: self.cards.iter().map(|c| key(&["card", &c.id])).collect(),
            piles: self.piles.iter().map(|p| key(&["pile", &p.id])).collect(),
            streams: Vec::new(),
            shuffled: key(&["shuffled"]),
        };
        keys.streams.extend(self.dice.iter().map(|d| key(&["die", &d.id])));
        keys.streams.extend(self.piles.iter().map(|p| key(&["shuffles", &p.id])));
        keys.streams.push(key(&["picks"]));
        let mut add_subject = |on: SubjectKind, subject: usize, kind_and_id: [&str; 2]| {
            keys.add_subject(&self.layout, self.tracks_on(on), self.facts_on(on), subject, kind_and_id);
        };
        add_subject(SubjectKind::Game, 0, ["game", ""]);
        for (s, side) in self.sides.iter().enumerate() {
            add_subject(SubjectKind::Side, s, ["side", &side.id]);
        }
        for (s, space) in self.spaces.iter().enumerate() {
            add_subject(SubjectKind::spaces(space.kind), s, ["space", &space.id]);
        }
        for (l, link) in self.links.iter().enumerate() {
            add_subject(SubjectKind::Links(link.kind), l, ["link", &link.id]);
        }
        for (c, card) in self.cards.iter().enumerate() {
            add_subject(SubjectKind::Card, c, ["card", &card.id]);
        }
        keys
    }
}
