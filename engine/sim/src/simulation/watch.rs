//! Watches a game: counts decisions, adds up dice, keeps positions for the leads, and notes the use of cards.

use super::result::{CardUse, DiceTally};
use cardwright_state::board::Board;
use cardwright_state::chance::{Dice, die_stream};
use cardwright_state::position::Row;
use cardwright_state::val::Kind;
use cardwright_state::{CardId, DieId, Position, SideId};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The most positions that are kept of a game. Each is so many decisions after the one before it.
const MOST_SAMPLES: usize = 16;

/// Counts of a running game, some of its positions, and the use of its cards.
#[derive(Debug)]
pub(super) struct Watch {
    board: Arc<Board>,
    pub(super) answers: u64,
    /// The number of decisions by side.
    pub(super) decisions: Vec<u64>,
    /// The number of rows of all decisions.
    pub(super) rows: u64,
    /// The answers: the side and the row, one a line.
    pub(super) answer_text: String,
    /// Dice by the side that answered last.
    pub(super) dice: Vec<DiceTally>,
    last_side: Option<SideId>,
    /// How often each die was rolled so far.
    rolled: Vec<u32>,
    generator: Dice,
    /// Positions during the game, each with the number of decisions before it. Empty if nothing evaluates them.
    samples: Option<Vec<(u64, Position)>>,
    /// Positions whose memory is used again.
    spare: Vec<Position>,
    /// The distance of samples, in decisions.
    stride: u64,
    /// The side that owns the pile of each card.
    owners: Vec<Option<SideId>>,
    cards: BTreeMap<(CardId, SideId), CardUse>,
}

impl Watch {
    /// Watches games. With `samples`, positions during a game are kept.
    pub(super) fn new(board: &Arc<Board>, samples: bool) -> Watch {
        Watch {
            board: board.clone(),
            answers: 0,
            decisions: Vec::new(),
            rows: 0,
            answer_text: String::new(),
            dice: Vec::new(),
            last_side: None,
            rolled: Vec::new(),
            generator: Dice::default(),
            samples: samples.then(Vec::new),
            spare: Vec::new(),
            stride: 1,
            owners: Vec::new(),
            cards: BTreeMap::new(),
        }
    }

    /// Forgets the last game.
    pub(super) fn begin(&mut self) {
        let sides = self.board.sides.len();
        (self.answers, self.rows, self.last_side, self.stride) = (0, 0, None, 1);
        self.answer_text.clear();
        self.cards.clear();
        self.decisions = vec![0; sides];
        self.dice = vec![DiceTally::default(); sides];
        self.rolled = vec![0; self.board.dice.len()];
        self.owners = vec![None; self.board.cards.len()];
        if let Some(samples) = &mut self.samples {
            self.spare.extend(samples.drain(..).map(|(_, position)| position));
        }
    }

    /// Notes an answer: the position at the choice, the side, the number of rows, and the row with its numbers.
    pub(super) fn note(&mut self, position: &Position, side: SideId, rows: usize, row: &Row) {
        self.note_dice(position);
        let before = self.decisions.iter().sum();
        self.note_owners(position, before);
        if rows > 1 || row.has_amounts() {
            self.keep_sample(position, before);
            self.decisions[side.index()] += 1;
            self.rows += rows as u64;
        }
        self.answers += 1;
        self.last_side = Some(side);
        let _ = write!(self.answer_text, "{} ", self.board.sides[side.index()].id);
        row.write(&self.board, &mut self.answer_text);
        self.answer_text.push('\n');
        for card in row.columns().iter().filter_map(|column| column.index(Kind::Card)).map(CardId::new) {
            let board = &self.board;
            let card_use = self.cards.entry((card, side)).or_default();
            if card_use.played_at.is_none() {
                card_use.played_at = Some(before);
                card_use.how = match row.cols[0].kind() {
                    Kind::Action | Kind::Word => board.text(row.cols[0]),
                    _ => position.open_steps().last().map_or_else(String::new, |step| board.labels[step.step].clone()),
                };
            }
        }
    }

    /// Adds the dice rolled since the last answer to those of the side that gave it.
    pub(super) fn note_dice(&mut self, position: &Position) {
        for (index, die) in self.board.dice.iter().enumerate() {
            let id = DieId::new(index);
            let count = position.chance_count(die_stream(id));
            let rolled = std::mem::replace(&mut self.rolled[index], count);
            let Some(side) = self.last_side.filter(|_| count > rolled && !die.has_words()) else { continue };
            let mean = die.faces.iter().sum::<i64>() as f64 / die.faces.len() as f64;
            for n in rolled..count {
                let face = die.faces[self.generator.face(&self.board, position.seed(), id, n)];
                let tally = &mut self.dice[side.index()];
                tally.count += 1;
                tally.luck += face as f64 - mean;
            }
        }
    }

    /// Notes the cards that have come to sides.
    fn note_owners(&mut self, position: &Position, decision: u64) {
        for (index, last_owner) in self.owners.iter_mut().enumerate() {
            let card = CardId::new(index);
            let owner = self.board.piles[position.card_location(card).pile.index()].owner;
            if let Some(side) = owner.filter(|_| owner != *last_owner) {
                self.cards.entry((card, side)).or_default().drawn_at.get_or_insert(decision);
            }
            *last_owner = owner;
        }
    }

    /// Keeps the position if its turn has come. If there are too many, keeps every second one.
    fn keep_sample(&mut self, position: &Position, decision: u64) {
        let Some(samples) = &mut self.samples else { return };
        if !decision.is_multiple_of(self.stride) {
            return;
        }
        if samples.len() == MOST_SAMPLES {
            self.stride *= 2;
            let (kept, dropped) = samples.drain(..).partition(|(at, _)| at.is_multiple_of(self.stride));
            *samples = kept;
            let dropped: Vec<(u64, Position)> = dropped;
            self.spare.extend(dropped.into_iter().map(|(_, position)| position));
            if !decision.is_multiple_of(self.stride) {
                return;
            }
        }
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clone_from(position);
        samples.push((decision, copy));
    }

    /// The kept position nearest to a share of the decisions.
    pub(super) fn sample(&self, share: f64) -> Option<&Position> {
        let wanted = self.decisions.iter().sum::<u64>() as f64 * share;
        let distance = |at: u64| (at as f64 - wanted).abs();
        let nearest = self.samples.as_ref()?.iter().min_by(|(a, _), (b, _)| distance(*a).total_cmp(&distance(*b)));
        nearest.map(|(_, position)| position)
    }

    /// The cards that sides had or played.
    pub(super) fn take_cards(&mut self) -> Vec<CardUse> {
        let cards = std::mem::take(&mut self.cards);
        cards.into_iter().map(|((card, side), card_use)| CardUse { card, side, ..card_use }).collect()
    }
}
