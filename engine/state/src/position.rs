//! Everything that varies in a game, as plain data: cloneable, hashable, savable at every moment.
//!
//! Counts per (place, class) and the sets of places that hold a class are indexes kept up to date
//! by [`Position::apply`], so that queries are constant time or whole sets. How all this is laid out
//! stays within: each part has its file, which says what may be asked and how it is altered.

mod cards;
mod counts;
mod in_force;
mod kept;
mod outcome;
mod outside;
mod pieces;
mod seats;
mod steps;
mod values;

pub use cards::CardAt;
pub(crate) use counts::{Counts, Recounted};
pub use in_force::InForce;
pub use kept::Kept;
pub use outcome::{Outcome, Placed, names};
pub use steps::{COLUMNS, Entry, Frame, Row};

use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::set::Set;
use crate::val::Val;
use std::sync::Arc;

/// A log line or prompt: a text key and its subjects, rendered per audience.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The text key.
    pub text: TextId,
    /// Its subjects.
    pub subjects: Vec<Val>,
}

/// Everything that varies in a game.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Alike pieces, place by place.
    counts: Counts,
    /// Pieces per place and class: `place * classes + class`.
    per_class: Vec<u16>,
    /// Places holding at least one piece of a class.
    holding: Vec<Set>,
    /// Pieces that bear a mark.
    marked: u32,
    /// Numbers of tracks and facts, as [`crate::layout`] lays them out.
    values: Vec<i64>,
    /// List facts.
    lists: Vec<Arc<[Val]>>,
    /// The effects in force, in the order in which they came.
    in_force: Arc<[InForce]>,
    /// Where each card lies.
    cards: Vec<CardAt>,
    /// The cards of each pile.
    in_pile: Vec<Set>,
    /// Outcomes taken from each stream: dice, then piles, then picks.
    chance: Vec<u32>,
    /// The seed of all chance.
    seed: u64,
    /// The stack of open steps, outermost first.
    pub(crate) stack: Vec<Frame>,
    /// Changes since the outermost open step began.
    pub(crate) journal: Vec<Change>,
    /// How the game ended, once it has.
    outcome: Option<Arc<Outcome>>,
    /// Options of the scenario.
    options: Vec<i64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.copy_with(self.stack.clone(), self.journal.clone())
    }
    // Reuses what is allocated: this is the clone that searches use.
    fn clone_from(&mut self, from: &Self) {
        self.counts.clone_from(&from.counts);
        self.per_class.clone_from(&from.per_class);
        self.holding.clone_from(&from.holding);
        self.marked = from.marked;
        self.values.clone_from(&from.values);
        self.lists.clone_from(&from.lists);
        self.in_force.clone_from(&from.in_force);
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
    /// A copy of what lies on the table, to be looked at and compared: without the journal, and without what open steps were
    /// told. It takes as much however much has changed.
    pub fn on_table(&self) -> Position {
        let stack = self.stack.iter().map(|frame| Frame::begun(frame.step, frame.args.clone(), 0));
        self.copy_with(stack.collect(), Vec::new())
    }

    /// A copy with other open steps and another journal.
    #[inline]
    fn copy_with(&self, stack: Vec<Frame>, journal: Vec<Change>) -> Position {
        Position {
            counts: self.counts.clone(),
            per_class: self.per_class.clone(),
            holding: self.holding.clone(),
            marked: self.marked,
            values: self.values.clone(),
            lists: self.lists.clone(),
            in_force: self.in_force.clone(),
            cards: self.cards.clone(),
            in_pile: self.in_pile.clone(),
            chance: self.chance.clone(),
            seed: self.seed,
            stack,
            journal,
            outcome: self.outcome.clone(),
            options: self.options.clone(),
        }
    }

    /// The position before set-up: all pieces in supply, tracks at their start, all cards home, in a deck the first on top.
    pub fn initial(board: &Board, seed: u64) -> Position {
        let (spaces, classes) = (board.spaces.len(), board.classes.len());
        let mut position = Position {
            counts: Counts::of(spaces),
            per_class: vec![0; spaces * classes],
            holding: vec![Set::EMPTY; classes],
            marked: 0,
            values: board.layout.initial.clone(),
            lists: vec![Arc::default(); board.layout.lists],
            cards: (0..board.cards.len()).map(|card| cards::before_set_up(board, CardId::new(card))).collect(),
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
            Change::InForce { new, .. } => self.in_force = new.clone(),
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
                Some(Change::InForce { old, .. }) => self.in_force = old,
                Some(Change::End { .. }) => self.outcome = None,
                None => {}
            }
        }
    }

    /// Whether taking back the journal leaves at every place as many pieces as there can be: that of a
    /// position read from a text may be anything.
    pub(crate) fn can_be_taken_back(&self) -> bool {
        let mut counts = self.counts.clone();
        self.journal.iter().rev().all(|change| {
            let Change::Pieces { at, state, delta } = change else { return true };
            let before = i32::from(counts.get(*at, *state)).checked_sub(*delta);
            let can = before.is_some_and(|n| u16::try_from(n).is_ok());
            if can {
                counts.add(*at, *state, -delta);
            }
            can
        })
    }

    /// Numbers of tracks and facts as they lie: [`Board::first_of_track`] and [`Board::first_of_fact`] say what is
    /// where. For who keeps a copy of them all; rules ask [`Position::track`] and [`Position::fact`].
    #[inline]
    pub fn numbers(&self) -> &[i64] {
        &self.values
    }
    /// Pieces as they lie, of each state at each place.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
    /// Pieces of each class at each place.
    pub(crate) fn counts_by_class(&self) -> &[u16] {
        &self.per_class
    }
    /// The places that hold pieces of each class.
    pub(crate) fn all_holding(&self) -> &[Set] {
        &self.holding
    }
    /// Lists as they lie.
    pub(crate) fn lists(&self) -> &[Arc<[Val]>] {
        &self.lists
    }
    /// Where the cards lie, one after the other.
    pub(crate) fn all_cards(&self) -> &[CardAt] {
        &self.cards
    }
    /// The seed of all chance.
    #[inline]
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Lets all chance that is still to come be of another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
    /// How many outcomes were taken from a chance stream.
    #[inline]
    pub fn taken(&self, stream: u16) -> u32 {
        self.chance[stream as usize]
    }
    /// How many outcomes were taken from each chance stream: dice, then piles, then picks.
    pub fn all_taken(&self) -> &[u32] {
        &self.chance
    }
    /// Notes that so many more outcomes were taken from a chance stream, journalled.
    pub fn take(&mut self, board: &Board, stream: u16, n: u32) {
        self.set_taken(board, stream, self.taken(stream) + n);
    }
    /// Sets how many outcomes were taken from a chance stream, journalled if it differs.
    pub fn set_taken(&mut self, board: &Board, stream: u16, new: u32) {
        let old = self.taken(stream);
        if old != new {
            self.apply(board, Change::Chance { stream, old, new });
        }
    }
    /// Forgets all chance that was taken, and the seed: what is left hangs on no outcome that was generated.
    pub fn forget_chance(&mut self) {
        self.seed = 0;
        self.chance.fill(0);
    }
    /// The value of an option of the scenario.
    #[inline]
    pub fn option(&self, option: OptionId) -> i64 {
        self.options[option.at()]
    }
    /// Sets an option of the scenario: it belongs to the start, and is not journalled.
    pub fn set_option(&mut self, option: OptionId, value: i64) {
        self.options[option.at()] = value;
    }
    /// Sets all options as another position has them.
    pub fn take_options_of(&mut self, other: &Position) {
        self.options.clone_from(&other.options);
    }
    /// How the game ended, once it has.
    #[inline]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_deref()
    }
    /// How the game ended, to name its subjects otherwise.
    pub(crate) fn outcome_mut(&mut self) -> Option<&mut Outcome> {
        self.outcome.as_mut().map(Arc::make_mut)
    }
    /// Ends the game.
    pub fn end(&mut self, board: &Board, outcome: Outcome) {
        self.apply(board, Change::End { outcome: Arc::new(outcome) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PieceType, Space, SpaceKind};
    use crate::invariants::{conserved, conserved_since};

    fn board() -> Board {
        let kind = SpaceKind { id: "town".into(), plural: "towns".into(), members: Set::EMPTY };
        let space = |id: &str| Space {
            id: id.into(),
            name: id.into(),
            kind: KindId(0),
            xy: None,
            aka: vec![],
            adjacent: Set::EMPTY,
            adjacent_by: vec![],
            links: Set::EMPTY,
        };
        let of = PieceType {
            id: "foot".into(),
            name: "foot".into(),
            plural: None,
            owner: None,
            count: 5,
            faces: vec!["up".into(), "down".into()],
            named_faces: false,
            supply: SpaceId(0),
            marks: vec![],
            valued: vec![],
            holds: vec![],
        };
        let spaces = ["pool", "one", "two"].map(space).to_vec();
        let mut board = Board::default();
        (board.kinds, board.spaces, board.types) = (vec![kind], spaces, vec![of]);
        board.finish(&[]).unwrap();
        board
    }

    /// What no change can bring about: it is told by looking at what differs as by looking at all.
    #[test]
    fn an_index_that_is_wrong_is_told_by_what_differs() {
        let board = board();
        let before = Position::initial(&board, 0);
        let mut sound = before.clone();
        sound.move_pieces(&board, StateId::new(0), 2, SpaceId(0), SpaceId(1));
        assert!(conserved_since(&board, &before, &sound) && conserved(&board, &sound).is_none());
        let harms: [fn(&mut Position); 6] = [
            |position| position.counts.add(SpaceId(0), StateId::new(0), 1),
            |position| position.per_class[0] += 1,
            |position| position.per_class[6] += 1,
            |position| position.holding[0].remove(1),
            |position| position.holding[0].insert(2),
            |position| position.holding[2].insert(0),
        ];
        for (n, harm) in harms.iter().enumerate() {
            let mut harmed = sound.clone();
            harm(&mut harmed);
            assert!(conserved(&board, &harmed).is_some(), "harm {n}");
            assert!(!conserved_since(&board, &before, &harmed), "harm {n}");
        }
    }
}
