//! The position: everything that varies in a game, as plain data. It can be cloned, hashed and saved at any moment.
//!
//! [`Position::apply`] also maintains two indexes: the number of pieces by space and class, and the spaces that hold
//! pieces of a class. The storage is private. Each submodule offers queries and changes for one part of the position.

mod active_effect;
mod card_location;
mod cards;
mod compact;
mod counts;
mod frame;
mod outcome;
mod outside_changes;
mod pieces;
mod row;
mod seats;
mod steps;
mod text_line;
mod tracks_and_facts;

pub use active_effect::ActiveEffect;
pub use card_location::CardLocation;
pub use compact::CompactPosition;
pub(crate) use counts::{Counts, StackChange};
pub use frame::{Frame, StepInput};
pub use outcome::{FinalPlace, Outcome, sides_text};
pub use row::{Answer, MAX_COLUMNS, Row};
pub use text_line::TextLine;

use crate::board::Board;
use crate::change::Change;
use crate::ids::*;
use crate::set::Sets;
use crate::val::Val;
use std::sync::Arc;

/// Everything that varies in a game.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// The number of pieces by space and state.
    counts: Counts,
    /// The number of pieces by space and class, at index `space * classes + class`.
    class_counts: Vec<u16>,
    /// By class: the spaces with at least one piece of the class.
    spaces_by_class: Sets,
    /// The number of pieces with a mark.
    marked_count: u32,
    /// The numbers of tracks and facts, in the slots of [`crate::board::ValueLayout`].
    values: Vec<i64>,
    /// The values of facts that are lists or rows. Copies share them until a list changes, because a game may have a
    /// list for each of many cards.
    lists: Arc<Vec<Arc<[Val]>>>,
    /// The active effects, in the order of activation.
    active_effects: Arc<[ActiveEffect]>,
    /// The location of each card.
    cards: Vec<CardLocation>,
    /// The cards of each pile.
    cards_by_pile: Sets,
    /// How many outcomes each chance stream has given. Each die has a stream, then each pile, and all picks share the
    /// last stream.
    chance: Vec<u32>,
    /// The seed of all chance.
    seed: u64,
    /// The stack of open steps, outermost first.
    pub(crate) stack: Vec<Frame>,
    /// Changes since the outermost open step began.
    pub(crate) journal: Vec<Change>,
    /// The result, once the game has ended.
    outcome: Option<Arc<Outcome>>,
    /// The values of the options.
    options: Vec<i64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.copy_with(self.stack.clone(), self.journal.clone())
    }
    // Reuses allocations, because searches clone many positions.
    fn clone_from(&mut self, source: &Self) {
        self.counts.clone_from(&source.counts);
        self.class_counts.clone_from(&source.class_counts);
        self.spaces_by_class.copy_from(&source.spaces_by_class);
        self.marked_count = source.marked_count;
        self.values.clone_from(&source.values);
        self.lists.clone_from(&source.lists);
        self.active_effects.clone_from(&source.active_effects);
        self.cards.clone_from(&source.cards);
        self.cards_by_pile.copy_from(&source.cards_by_pile);
        self.chance.clone_from(&source.chance);
        self.seed = source.seed;
        self.stack.clone_from(&source.stack);
        self.journal.clone_from(&source.journal);
        self.outcome.clone_from(&source.outcome);
        self.options.clone_from(&source.options);
    }
}

impl Position {
    /// Returns a copy without the journal and the inputs of open steps. Use it to display or compare positions. Its
    /// size does not grow with the number of changes.
    pub fn without_history(&self) -> Position {
        let stack = self.stack.iter().map(|frame| Frame::new(frame.step, frame.args.clone(), 0));
        self.copy_with(stack.collect(), Vec::new())
    }

    /// Returns a copy with other open steps and another journal.
    #[inline]
    fn copy_with(&self, stack: Vec<Frame>, journal: Vec<Change>) -> Position {
        Position {
            counts: self.counts.clone(),
            class_counts: self.class_counts.clone(),
            spaces_by_class: self.spaces_by_class.clone(),
            marked_count: self.marked_count,
            values: self.values.clone(),
            lists: self.lists.clone(),
            active_effects: self.active_effects.clone(),
            cards: self.cards.clone(),
            cards_by_pile: self.cards_by_pile.clone(),
            chance: self.chance.clone(),
            seed: self.seed,
            stack,
            journal,
            outcome: self.outcome.clone(),
            options: self.options.clone(),
        }
    }

    /// The position before set-up: all pieces in supply, tracks at their start, all cards in the home pile. If the
    /// home pile is a deck, the first card is on top.
    pub fn initial(board: &Board, seed: u64) -> Position {
        let (spaces, classes) = (board.spaces.len(), board.classes.len());
        // `board.layout` has nothing to do with a map: it is a `ValueLayout`.
        let mut position = Position {
            counts: Counts::new(spaces),
            class_counts: vec![0; spaces * classes],
            spaces_by_class: Sets::new(classes, spaces),
            marked_count: 0,
            values: board.layout.initial.clone(),
            lists: Arc::new(vec![Arc::default(); board.layout.lists]),
            cards: (0..board.cards.len())
                .map(|card| card_location::initial_location(board, CardId::new(card)))
                .collect(),
            cards_by_pile: Sets::new(board.piles.len(), board.cards.len()),
            chance: vec![0; board.dice.len() + board.piles.len() + 1],
            seed,
            options: board.options.iter().map(|o| o.default).collect(),
            ..Position::default()
        };
        for card in 0..board.cards.len() {
            position.cards_by_pile.insert(board.home.index(), card);
        }
        for (t, piece_type) in board.piece_types.iter().enumerate() {
            let state = board.state_of(PieceTypeId::new(t), 0, 0);
            position.alter_pieces(board, piece_type.supply, state, piece_type.count as i32);
        }
        position
    }

    /// Applies a change and adds it to the journal.
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
            Change::List { slot, new, .. } => Arc::make_mut(&mut self.lists)[*slot as usize] = new.clone(),
            Change::Row { slot, old, new } => self.exchange_row(board, *slot, old, new),
            Change::ActiveEffects { new, .. } => self.active_effects = new.clone(),
            Change::End { outcome } => self.outcome = Some(outcome.clone()),
        }
    }

    /// Undoes the last changes until the journal has `length` entries.
    pub fn undo_to(&mut self, board: &Board, length: usize) {
        while self.journal.len() > length {
            match self.journal.pop() {
                Some(Change::Pieces { at, state, delta }) => self.alter_pieces(board, at, state, -delta),
                Some(Change::Value { slot, old, .. }) => self.values[slot as usize] = old,
                Some(Change::Card { card, old, .. }) => self.put_card(card, old),
                Some(Change::Chance { stream, old, .. }) => self.chance[stream as usize] = old,
                Some(Change::List { slot, old, .. }) => Arc::make_mut(&mut self.lists)[slot as usize] = old,
                Some(Change::Row { slot, old, new }) => self.exchange_row(board, slot, &new, &old),
                Some(Change::ActiveEffects { old, .. }) => self.active_effects = old,
                Some(Change::End { .. }) => self.outcome = None,
                None => {}
            }
        }
    }

    /// Whether undoing the whole journal keeps every number of pieces in range. The journal may be invalid if the
    /// position was read from a text.
    pub(crate) fn can_be_undone(&self) -> bool {
        let mut counts = self.counts.clone();
        self.journal.iter().rev().all(|change| {
            let Change::Pieces { at, state, delta } = change else { return true };
            let before = i32::from(counts.get(*at, *state)).checked_sub(*delta);
            let is_in_range = before.is_some_and(|n| u16::try_from(n).is_ok());
            if is_in_range {
                counts.add(*at, *state, -delta);
            }
            is_in_range
        })
    }

    /// The numbers of all tracks and facts. [`Position::track`] and [`Position::fact`] read one of them.
    #[inline]
    pub fn numbers(&self) -> &[i64] {
        &self.values
    }
    /// The number of pieces by space and state.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
    /// The number of pieces by space and class.
    pub(crate) fn counts_by_class(&self) -> &[u16] {
        &self.class_counts
    }
    /// By class: the spaces with at least one piece of the class.
    pub(crate) fn spaces_by_class(&self) -> &Sets {
        &self.spaces_by_class
    }
    /// The values of all facts that are lists or rows.
    pub(crate) fn lists(&self) -> &[Arc<[Val]>] {
        self.lists.as_slice()
    }
    /// The seed of all chance.
    #[inline]
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Sets the seed of future chance.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
    /// How many outcomes a chance stream has given.
    #[inline]
    pub fn chance_count(&self, stream: u16) -> u32 {
        self.chance[stream as usize]
    }
    /// How many outcomes each chance stream has given: dice, then piles, then picks.
    pub fn chance_counts(&self) -> &[u32] {
        &self.chance
    }
    /// Records that a chance stream has given `n` more outcomes.
    pub fn advance_chance(&mut self, board: &Board, stream: u16, n: u32) {
        self.set_chance_count(board, stream, self.chance_count(stream) + n);
    }
    /// Sets how many outcomes a chance stream has given.
    pub fn set_chance_count(&mut self, board: &Board, stream: u16, new: u32) {
        let old = self.chance_count(stream);
        if old != new {
            self.apply(board, Change::Chance { stream, old, new });
        }
    }
    /// Resets the seed and all chance counters. The position then contains nothing about generated outcomes.
    pub fn forget_chance(&mut self) {
        self.seed = 0;
        self.chance.fill(0);
    }
    /// The value of an option.
    #[inline]
    pub fn option(&self, option: OptionId) -> i64 {
        self.options[option.index()]
    }
    /// Sets an option. Options belong to the start of the game, so the journal does not record the change.
    pub fn set_option(&mut self, option: OptionId, value: i64) {
        self.options[option.index()] = value;
    }
    /// Copies all options from another position.
    pub fn copy_options_from(&mut self, other: &Position) {
        self.options.clone_from(&other.options);
    }
    /// The active effects, in the order of activation.
    #[inline]
    pub fn active_effects(&self) -> &[ActiveEffect] {
        &self.active_effects
    }
    /// Activates an effect.
    pub fn activate(&mut self, board: &Board, effect: ActiveEffect) {
        let new = self.active_effects.iter().copied().chain([effect]).collect();
        self.set_active_effects(board, new);
    }
    /// Deactivates all active effects for which `matches` is true.
    pub fn deactivate(&mut self, board: &Board, matches: impl Fn(&ActiveEffect) -> bool) {
        if self.active_effects.iter().any(&matches) {
            let new = self.active_effects.iter().filter(|e| !matches(e)).copied().collect();
            self.set_active_effects(board, new);
        }
    }
    /// Replaces the active effects without a journal entry.
    pub(crate) fn replace_active_effects(&mut self, effects: Arc<[ActiveEffect]>) {
        self.active_effects = effects;
    }
    fn set_active_effects(&mut self, board: &Board, new: Arc<[ActiveEffect]>) {
        let old = self.active_effects.clone();
        self.apply(board, Change::ActiveEffects { old, new });
    }
    /// The result, once the game has ended.
    #[inline]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_deref()
    }
    /// The result, for callers that replace its subjects.
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
    use crate::Set;
    use crate::board::{PieceType, Space, SpaceKind};
    use crate::invariants::{piece_violation, pieces_are_conserved_since};

    fn board() -> Board {
        let kind = SpaceKind { id: "town".into(), plural: "towns".into(), members: Set::EMPTY };
        let space = |id: &str| Space {
            id: id.into(),
            name: id.into(),
            kind: SpaceKindId(0),
            xy: None,
            aka: vec![],
            adjacent: Set::EMPTY,
            plain: Set::EMPTY,
            adjacent_by: vec![],
            links: Set::EMPTY,
        };
        let piece_type = PieceType {
            id: "foot".into(),
            name: "foot".into(),
            plural: None,
            owner: None,
            count: 5,
            faces: vec!["up".into(), "down".into()],
            named_faces: false,
            supply: SpaceId(0),
            marks: vec![],
            valued_marks: vec![],
            holds: vec![],
        };
        let spaces = ["pool", "one", "two"].map(space).to_vec();
        let mut board = Board::default();
        (board.space_kinds, board.spaces, board.piece_types) = (vec![kind], spaces, vec![piece_type]);
        board.finish(&[]).unwrap();
        board
    }

    /// No change can damage an index, so this test damages the indexes by hand.
    #[test]
    fn the_incremental_check_finds_a_damaged_index() {
        let board = board();
        let before = Position::initial(&board, 0);
        let mut sound = before.clone();
        sound.move_pieces(&board, StateId::new(0), 2, SpaceId(0), SpaceId(1));
        assert!(pieces_are_conserved_since(&board, &before, &sound) && piece_violation(&board, &sound).is_none());
        let damages: [fn(&mut Position); 6] = [
            |position| position.counts.add(SpaceId(0), StateId::new(0), 1),
            |position| position.class_counts[0] += 1,
            |position| position.class_counts[6] += 1,
            |position| position.spaces_by_class.remove(0, 1),
            |position| position.spaces_by_class.insert(0, 2),
            |position| position.spaces_by_class.insert(2, 0),
        ];
        for (n, damage) in damages.iter().enumerate() {
            let mut damaged = sound.clone();
            damage(&mut damaged);
            assert!(piece_violation(&board, &damaged).is_some(), "damage {n}");
            assert!(!pieces_are_conserved_since(&board, &before, &damaged), "damage {n}");
        }
    }
}
