//! Everything that varies in a game, as plain data: cloneable, hashable, savable at every moment.
//!
//! Counts per (place, class) and the sets of places that hold a class are indexes kept up to date
//! by [`Position::apply`], so that queries are constant time or whole sets.

use crate::board::{Board, FactType, On, PileOrder};
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;
use crate::val::{Kind, Plain, Val};
use std::sync::Arc;

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardAt {
    /// The pile.
    pub pile: PileId,
    /// Order within a deck: cards of one rank are one segment, the highest rank is the top. 0 in sets.
    pub rank: i32,
    /// The shuffle that left the order of its segment open; 0 for a known place.
    pub shuffle: u32,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; none for a draw.
    pub winner: Option<SideId>,
    /// Why, as a text key with its subjects.
    pub text: Line,
}

/// A log line or prompt: a text key and its subjects, rendered per audience.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The text key.
    pub text: TextId,
    /// Its subjects.
    pub subjects: Vec<Val>,
}

/// The most columns of a row, its head included.
pub const COLUMNS: usize = 5;

/// One thing that may be answered: its columns in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Row {
    /// The columns; only the first `len` count.
    pub cols: [Val; COLUMNS],
    /// How many columns.
    pub len: u8,
}

impl Row {
    /// A row of these columns (at most [`COLUMNS`]).
    pub fn of(cols: &[Val]) -> Row {
        let mut row = Row { len: cols.len().min(COLUMNS) as u8, ..Row::default() };
        for (to, from) in row.cols.iter_mut().zip(cols) {
            *to = *from;
        }
        row
    }
    /// The columns in use.
    #[inline]
    pub fn columns(&self) -> &[Val] {
        &self.cols[..self.len as usize]
    }
    /// The row's text: the ids of its columns.
    pub fn text(&self, board: &Board) -> String {
        let parts: Vec<String> = self.columns().iter().map(|v| board.text(*v)).collect();
        parts.join(" ")
    }
}

/// What an open step has been told so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// An answer to a choice.
    Answer(Row),
    /// Faces of dice, or successes of a check.
    Chance(Vec<i64>),
    /// The card a draw brought, if any.
    Drawn(Option<CardId>),
    /// What came of an even choice.
    Picked(Val),
    /// A finished called step: what it returned and how many changes it made.
    Called {
        /// The step.
        step: StepId,
        /// What it returned.
        result: Plain,
        /// How many entries of the journal are its own.
        changes: u32,
    },
    /// Changes made from outside (adjust) while this step was open.
    Outside {
        /// How many entries of the journal.
        changes: u32,
    },
}

/// One open step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Which step.
    pub step: StepId,
    /// Its arguments.
    pub args: Vec<Plain>,
    /// What it has been told.
    pub log: Vec<Entry>,
    /// Length of the journal when it began.
    pub start: u32,
    /// The step that was called here; differs from `step` once that went on with `next`.
    pub called: StepId,
    /// Length of the journal when `called` began.
    pub call_start: u32,
}

/// Everything that varies in a game.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Pieces per place and state: `place * states + state`.
    counts: Vec<u16>,
    /// Pieces per place and class: `place * classes + class`.
    per_class: Vec<u16>,
    /// Places holding at least one piece of a class.
    holding: Vec<Set>,
    /// Pieces that bear a mark.
    marked: u32,
    /// Numbers of tracks and facts.
    pub values: Vec<i64>,
    /// List facts; the first holds the effects in force.
    pub lists: Vec<Arc<[i64]>>,
    /// Where each card lies.
    cards: Vec<CardAt>,
    /// The cards of each pile.
    in_pile: Vec<Set>,
    /// Outcomes taken from each stream: dice, then piles, then picks.
    pub chance: Vec<u32>,
    /// The seed of all chance.
    pub seed: u64,
    /// The stack of open steps, outermost first.
    pub stack: Vec<Frame>,
    /// Changes since the outermost open step began.
    pub journal: Vec<Change>,
    /// How the game ended, once it has.
    pub outcome: Option<Arc<Outcome>>,
    /// Options of the scenario.
    pub options: Vec<i64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            counts: self.counts.clone(),
            per_class: self.per_class.clone(),
            holding: self.holding.clone(),
            marked: self.marked,
            values: self.values.clone(),
            lists: self.lists.clone(),
            cards: self.cards.clone(),
            in_pile: self.in_pile.clone(),
            chance: self.chance.clone(),
            seed: self.seed,
            stack: self.stack.clone(),
            journal: self.journal.clone(),
            outcome: self.outcome.clone(),
            options: self.options.clone(),
        }
    }
    // Reuses what is allocated: this is the clone that searches use.
    fn clone_from(&mut self, from: &Self) {
        self.counts.clone_from(&from.counts);
        self.per_class.clone_from(&from.per_class);
        self.holding.clone_from(&from.holding);
        self.marked = from.marked;
        self.values.clone_from(&from.values);
        self.lists.clone_from(&from.lists);
        self.cards.clone_from(&from.cards);
        self.in_pile.clone_from(&from.in_pile);
        self.chance.clone_from(&from.chance);
        self.seed = from.seed;
        self.stack.clone_from(&from.stack);
        self.journal.clone_from(&from.journal);
        self.outcome.clone_from(&from.outcome);
        self.options.clone_from(&from.options);
    }
}

impl Position {
    /// The position before set-up: all pieces in supply, tracks at their start, all cards home.
    pub fn initial(board: &Board, seed: u64) -> Position {
        let (spaces, states, classes) = (board.spaces.len(), board.states.len(), board.classes.len());
        let empty: Arc<[i64]> = Arc::from(Vec::new());
        let mut position = Position {
            counts: vec![0; spaces * states],
            per_class: vec![0; spaces * classes],
            holding: vec![Set::EMPTY; classes],
            marked: 0,
            values: board.initial.clone(),
            lists: vec![empty; board.list_slots as usize],
            cards: vec![CardAt { pile: board.home, rank: 0, shuffle: 0 }; board.cards.len()],
            in_pile: vec![Set::EMPTY; board.piles.len()],
            chance: vec![0; board.dice.len() + board.piles.len() + 1],
            seed,
            options: board.options.iter().map(|o| o.default).collect(),
            ..Position::default()
        };
        if let Some(home) = position.in_pile.get_mut(board.home.at()) {
            *home = (0..board.cards.len()).collect();
        }
        for (t, of) in board.types.iter().enumerate() {
            position.alter_pieces(board, of.supply, board.state_of(TypeId::new(t), 0, 0), of.count as i32);
        }
        position
    }

    #[inline]
    fn alter_pieces(&mut self, board: &Board, at: SpaceId, state: StateId, delta: i32) {
        let (states, classes) = (board.states.len(), board.classes.len());
        let count = &mut self.counts[at.at() * states + state.at()];
        *count = (*count as i32 + delta) as u16;
        if board.states[state.at()].marks != 0 {
            self.marked = self.marked.wrapping_add_signed(delta);
        }
        for class in &board.states[state.at()].classes {
            let sum = &mut self.per_class[at.at() * classes + class.at()];
            *sum = (*sum as i32 + delta) as u16;
            if *sum == 0 {
                self.holding[class.at()].remove(at.at());
            } else {
                self.holding[class.at()].insert(at.at());
            }
        }
    }

    #[inline]
    fn put_card(&mut self, card: CardId, at: CardAt) {
        let old = self.cards[card.at()];
        self.in_pile[old.pile.at()].remove(card.at());
        self.in_pile[at.pile.at()].insert(card.at());
        self.cards[card.at()] = at;
    }

    /// Lets every card take the place of another: the one at each index gives its place to the one named there.
    pub(crate) fn put_cards(&mut self, names: &[CardId]) {
        let old = self.cards.clone();
        self.in_pile.fill(Set::EMPTY);
        for (at, name) in old.into_iter().zip(names) {
            self.in_pile[at.pile.at()].insert(name.at());
            self.cards[name.at()] = at;
        }
    }

    /// Applies a change and journals it.
    #[inline]
    pub fn apply(&mut self, board: &Board, change: Change) {
        self.do_change(board, &change);
        self.journal.push(change);
    }

    fn do_change(&mut self, board: &Board, change: &Change) {
        match change {
            Change::Pieces { at, state, delta } => self.alter_pieces(board, *at, *state, *delta),
            Change::Value { slot, new, .. } => self.values[*slot as usize] = *new,
            Change::Card { card, new, .. } => self.put_card(*card, *new),
            Change::Chance { stream, new, .. } => self.chance[*stream as usize] = *new,
            Change::List { slot, new, .. } => self.lists[*slot as usize] = new.clone(),
            Change::End { outcome } => self.outcome = Some(outcome.clone()),
        }
    }

    /// Takes back the journal down to `length` entries.
    pub fn take_back(&mut self, board: &Board, length: usize) {
        while self.journal.len() > length {
            match self.journal.pop() {
                Some(Change::Pieces { at, state, delta }) => self.alter_pieces(board, at, state, -delta),
                Some(Change::Value { slot, old, .. }) => self.values[slot as usize] = old,
                Some(Change::Card { card, old, .. }) => self.put_card(card, old),
                Some(Change::Chance { stream, old, .. }) => self.chance[stream as usize] = old,
                Some(Change::List { slot, old, .. }) => self.lists[slot as usize] = old,
                Some(Change::End { .. }) => self.outcome = None,
                None => {}
            }
        }
    }

    /// Whether taking back the journal leaves at every place as many pieces as there can be: that of a
    /// position read from a text may be anything.
    pub(crate) fn can_be_taken_back(&self, board: &Board) -> bool {
        let mut counts = self.counts.clone();
        self.journal.iter().rev().all(|change| {
            let Change::Pieces { at, state, delta } = change else { return true };
            let count = &mut counts[at.at() * board.states.len() + state.at()];
            let before = i32::from(*count).checked_sub(*delta).and_then(|n| u16::try_from(n).ok());
            before.map(|n| *count = n).is_some()
        })
    }

    /// Pieces of exactly this state at a place.
    #[inline]
    pub fn count_state(&self, board: &Board, at: SpaceId, state: StateId) -> u32 {
        self.counts[at.at() * board.states.len() + state.at()] as u32
    }
    /// Pieces of a class at a place.
    #[inline]
    pub fn count(&self, board: &Board, at: SpaceId, class: ClassId) -> u32 {
        self.per_class[at.at() * board.classes.len() + class.at()] as u32
    }
    /// The places that hold at least one piece of a class.
    #[inline]
    pub fn holding(&self, class: ClassId) -> Set {
        self.holding[class.at()]
    }
    /// Whether any piece bears a mark.
    #[inline]
    pub(crate) fn has_marks(&self) -> bool {
        self.marked != 0
    }
    /// The stacks of a class in some places, in order of place and state.
    pub fn stacks(&self, board: &Board, places: Set, class: ClassId, out: &mut Vec<Val>) {
        for place in places.and(self.holding(class)).iter() {
            for state in &board.classes[class.at()].states {
                if self.counts[place * board.states.len() + state.at()] > 0 {
                    out.push(Val::stack(SpaceId::new(place), *state));
                }
            }
        }
    }
    /// Where a card lies.
    #[inline]
    pub fn card_at(&self, card: CardId) -> CardAt {
        self.cards[card.at()]
    }
    /// The cards of a pile.
    #[inline]
    pub fn pile(&self, pile: PileId) -> Set {
        self.in_pile[pile.at()]
    }
    /// The segments of a pile from the top, each with its cards in id order and whether its order is open.
    pub fn segments(&self, pile: PileId) -> Vec<(Vec<CardId>, bool)> {
        let mut cards: Vec<(i32, CardId)> =
            self.pile(pile).iter().map(|c| (self.cards[c].rank, CardId::new(c))).collect();
        cards.sort_by_key(|(rank, card)| (-rank, *card));
        let mut out: Vec<(i32, Vec<CardId>, bool)> = Vec::new();
        for (rank, card) in cards {
            match out.last_mut() {
                Some((r, list, _)) if *r == rank => list.push(card),
                _ => out.push((rank, vec![card], self.cards[card.at()].shuffle != 0)),
            }
        }
        out.into_iter()
            .map(|(_, list, open)| {
                let open = open && list.len() > 1;
                (list, open)
            })
            .collect()
    }
    /// The highest and lowest rank of a pile, if it holds any card.
    pub fn ranks(&self, pile: PileId) -> Option<(i32, i32)> {
        let mut range = None;
        for card in self.pile(pile).iter() {
            let rank = self.cards[card].rank;
            let (low, high) = range.unwrap_or((rank, rank));
            range = Some((rank.min(low), rank.max(high)));
        }
        range
    }

    /// Moves pieces; the caller has checked that they are there.
    pub fn move_pieces(&mut self, board: &Board, state: StateId, n: u32, from: SpaceId, to: SpaceId) {
        if n > 0 && from != to {
            self.apply(board, Change::Pieces { at: from, state, delta: -(n as i32) });
            self.apply(board, Change::Pieces { at: to, state, delta: n as i32 });
        }
    }
    /// Turns pieces at a place into another state of the same type. What they then hold more or less of
    /// comes from, or goes to, its supply (which must have it: see [`Position::spare`]).
    pub fn turn_pieces(&mut self, board: &Board, n: u32, at: SpaceId, from: StateId, to: StateId) {
        if n == 0 || from == to {
            return;
        }
        self.apply(board, Change::Pieces { at, state: from, delta: -(n as i32) });
        self.apply(board, Change::Pieces { at, state: to, delta: n as i32 });
        let holds = &board.types[board.states[from.at()].of.at()].holds;
        for (held, which) in holds.iter().zip(0..) {
            let before: u16 = board.states[from.at()].held[which];
            let more = (i32::from(board.states[to.at()].held[which]) - i32::from(before)) * n as i32;
            if more != 0 {
                let (supply, bare) = (board.types[held.at()].supply, board.state_of(*held, 0, 0));
                self.apply(board, Change::Pieces { at: supply, state: bare, delta: -more });
            }
        }
    }
    /// How many pieces (or counters) of a type lie in its supply.
    pub fn spare(&self, board: &Board, of: TypeId) -> u32 {
        self.count_state(board, board.types[of.at()].supply, board.state_of(of, 0, 0))
    }
    /// Sets a slot, journalled if it differs.
    #[inline]
    pub fn set_value(&mut self, board: &Board, slot: usize, new: i64) {
        let old = self.values[slot];
        if old != new {
            self.apply(board, Change::Value { slot: slot as u32, old, new });
        }
    }
    /// Moves a card, journalled if it differs.
    pub fn move_card(&mut self, board: &Board, card: CardId, new: CardAt) {
        let old = self.cards[card.at()];
        if old != new {
            self.apply(board, Change::Card { card, old, new });
        }
    }
    /// The place of a card put on the top (or bottom) of a pile.
    pub fn slot_in(&self, board: &Board, pile: PileId, top: bool) -> CardAt {
        let rank = match (board.piles[pile.at()].order, self.ranks(pile)) {
            (PileOrder::Set, _) | (_, None) => 0,
            (PileOrder::Deck, Some((_, high))) if top => high + 1,
            (PileOrder::Deck, Some((low, _))) => low - 1,
        };
        CardAt { pile, rank, shuffle: 0 }
    }
    /// Numbers a new shuffle of a pile.
    pub(crate) fn next_shuffle(&mut self, board: &Board, pile: PileId) -> u32 {
        let stream = crate::chance::pile_stream(board, pile);
        let old = self.chance[stream as usize];
        self.apply(board, Change::Chance { stream, old, new: old + 1 });
        old + 1
    }
    /// Shuffles a pile: a deck becomes one segment whose order is open. A set has no order to open: from
    /// now on it is drawn from by another shuffle.
    pub fn shuffle(&mut self, board: &Board, pile: PileId) {
        let shuffle = self.next_shuffle(board, pile);
        if board.piles[pile.at()].order == PileOrder::Deck {
            for card in self.pile(pile).iter().map(CardId::new) {
                self.move_card(board, card, CardAt { pile, rank: 0, shuffle });
            }
        }
    }
    /// The shuffle by which it is looked up which card of a segment is on top: in a set, the last one.
    pub fn shuffle_of(&self, board: &Board, pile: PileId, segment: &[CardId]) -> u32 {
        match (board.piles[pile.at()].order, segment.first()) {
            (PileOrder::Deck, Some(card)) => self.cards[card.at()].shuffle,
            _ => self.chance[crate::chance::pile_stream(board, pile) as usize],
        }
    }
    /// Lays a deck on top of another as it lies: known cards stay known, open segments open.
    pub fn lay_on(&mut self, board: &Board, from: PileId, to: PileId) {
        for (cards, open) in self.segments(from).into_iter().rev() {
            let mut slot = self.slot_in(board, to, true);
            if open {
                slot.shuffle = self.next_shuffle(board, to);
            }
            for card in cards {
                self.move_card(board, card, slot);
            }
        }
    }
    /// Tells a card of an open segment of a deck from the rest: it lies right above them, at a known
    /// place. A last one left is known with it. What lies above, all of it known, makes room.
    pub fn make_known(&mut self, board: &Board, card: CardId) {
        let CardAt { pile, rank, .. } = self.cards[card.at()];
        let mut above: Vec<CardId> = self.pile(pile).iter().map(CardId::new).collect();
        above.retain(|c| self.cards[c.at()].rank > rank);
        above.sort_by_key(|c| self.cards[c.at()].rank);
        self.move_card(board, card, CardAt { pile, rank: rank + 1, shuffle: 0 });
        let rest: Vec<usize> = self.pile(pile).iter().filter(|c| self.cards[*c].rank == rank).collect();
        if let [last] = rest[..] {
            self.move_card(board, CardId::new(last), CardAt { pile, rank, shuffle: 0 });
        }
        let mut free = rank + 2;
        for card in above {
            let old = self.cards[card.at()];
            let new = CardAt { rank: old.rank.max(free), ..old };
            self.move_card(board, card, new);
            free = new.rank + 1;
        }
    }
    /// Sets a list fact, journalled if it differs.
    pub fn set_list(&mut self, board: &Board, slot: usize, new: Vec<i64>) {
        let old = self.lists[slot].clone();
        if *old != *new {
            self.apply(board, Change::List { slot: slot as u32, old, new: Arc::from(new) });
        }
    }

    /// How far a track may rise from where it is: its maximum, and the counters that show its numbers.
    pub fn track_target(&self, board: &Board, track: TrackId, subject: usize, wanted: i64) -> i64 {
        let def = &board.tracks[track.at()];
        let now = self.values[def.slot as usize + subject];
        let wanted = wanted.clamp(def.min, def.max);
        if wanted <= now || def.counters.is_empty() {
            return wanted; // A fall is never held up.
        }
        // From the top: a number that no counter shows is reached at once, however wide the track.
        for n in (now + 1..=wanted).rev() {
            let same = |v: i64, c: &crate::board::Counters| c.values.contains(&v);
            let Some(counter) = def.counters.iter().find(|c| same(n, c)) else {
                return n;
            };
            let used = self.counters_used(board, track, counter) - u32::from(same(now, counter));
            if used < counter.count {
                return n;
            }
        }
        now
    }
    /// How many counters of one kind a mark uses.
    pub fn counters_used(&self, board: &Board, track: TrackId, counter: &crate::board::Counters) -> u32 {
        let def = &board.tracks[track.at()];
        let subjects: Set = match def.on {
            On::Game => Set::one(0),
            On::Side => (0..board.sides.len()).collect(),
            On::Spaces(kinds) => board.spaces_of(kinds),
            On::Links(Some(kind)) => board.link_kinds[kind.at()].members,
            On::Links(None) => (0..board.links.len()).collect(),
            On::Card => Set::EMPTY,
        };
        subjects.iter().filter(|s| counter.values.contains(&self.values[def.slot as usize + s])).count() as u32
    }

    /// Whether rules play a side, by the fact that the game declares for it.
    #[inline]
    pub fn is_nonplayer(&self, board: &Board, side: SideId) -> bool {
        board.nonplayer.is_some_and(|fact| self.values[board.facts[fact.at()].slot as usize + side.at()] != 0)
    }
    /// Whether a set fact holds a member (an index of its kind).
    #[inline]
    pub fn fact_has(&self, board: &Board, fact: FactId, subject: usize, member: usize) -> bool {
        let def = &board.facts[fact.at()];
        let slot = def.slot as usize + subject * def.width as usize + member / 62;
        member / 62 < def.width as usize && self.values[slot] >> (member % 62) & 1 == 1
    }
    /// Adds a member to a set fact, or takes it out.
    pub fn fact_put(&mut self, board: &Board, fact: FactId, subject: usize, member: usize, on: bool) {
        let def = &board.facts[fact.at()];
        if member / 62 >= def.width as usize {
            return;
        }
        let slot = def.slot as usize + subject * def.width as usize + member / 62;
        let bit = 1i64 << (member % 62);
        let old = self.values[slot];
        self.set_value(board, slot, if on { old | bit } else { old & !bit });
    }

    /// Makes a position that was set from outside a start: no journal, the open steps begin here.
    pub fn settle(&mut self) {
        self.journal.clear();
        for frame in &mut self.stack {
            frame.start = 0;
            frame.call_start = 0;
            frame.log.clear();
        }
    }
    /// The step in which the game now is: the innermost open one.
    pub fn here(&self) -> Option<&Frame> {
        self.stack.last()
    }
    /// Opens the outermost step: the journal starts anew.
    pub fn open_outermost(&mut self, step: StepId, args: Vec<Plain>) {
        self.journal.clear();
        self.stack.clear();
        self.stack.push(Frame { step, args, log: Vec::new(), start: 0, called: step, call_start: 0 });
    }
}

/// Columns of an effect in force in list 0, as values: effect, side, period (-1: the game), parameter.
pub const IN_FORCE: usize = 4;

/// What a number of a fact means as a value for rules.
pub fn fact_value(holds: FactType, raw: i64) -> Plain {
    match holds {
        FactType::Number => Plain::Val(Val(raw)),
        FactType::Truth => Plain::Truth(raw != 0),
        FactType::Id(kind) if raw > 0 && kind != Kind::Number => Plain::Val(Val::handle(kind, raw as u64 - 1)),
        _ => Plain::Nil,
    }
}
