//! Perft counts, as in chess engines: the number of paths from a position, level by level, with chance enumerated. A
//! rule change that affects the legal moves changes some count.
//!
//! Level `d` counts every path of `d` answers. A path alternates answers and chance results. Answers are rows as
//! players see them, so identical pieces have one row. Standing actions do not count. [`crate::Enumerator`] lists the
//! chance results. An answer to a choice with one row counts like any other answer. A path that ends the game counts on
//! its own level only.
//!
//! If several paths reach positions with the same future ([`crate::future_hash`]), perft continues from only one of
//! these positions. The paths that follow then count once for each path that reached them.

use crate::enumerate::{EnumerateError, Enumerator, Outcome, future_hash};
use cardwright_script::{RunError, Stop, Vm};
use cardwright_state::hash::{Hash, board_hash};
use cardwright_state::position::Row;
use cardwright_state::{Amount, Answer, Position};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

mod named_positions;
pub use named_positions::{NamedPosition, named_positions};

/// The counts of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The number of paths.
    pub nodes: u64,
    /// The number of paths if all dice and faces are distinguished: a check of two six-sided dice counts 36.
    pub ways: u64,
    /// The number of paths whose last answer had a chance event.
    pub chance: u64,
    /// The number of different board hashes at the ends of the paths.
    pub boards: u64,
    /// The number of paths that end the game.
    pub over: u64,
    /// The number of paths that `nodes` does not include, because their last answer leads to a choice without rows.
    #[serde(default)]
    pub dead_ends: u64,
}

/// Why a position cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The position does not reach its first choice.
    #[error("before the first answer: {0}")]
    Start(EnumerateError),
    /// An answer cannot be enumerated.
    #[error("`{row}`: {error}")]
    Answer {
        /// The row of the answer.
        row: String,
        /// The error of the enumeration.
        error: EnumerateError,
    },
    /// The counts do not fit into 64 bits.
    #[error("there are too many paths to count")]
    TooMany,
}

/// Counts the levels `1..=depth` of a position. The run to the first choice does not count as an answer.
///
/// # Errors
/// A rule fails, or there are too many outcomes or paths.
pub fn perft(vm: &mut Vm, position: &Position, depth: usize) -> Result<Vec<Counts>, PerftError> {
    let mut levels = Levels::start(vm, position)?;
    (1..=depth).map(|level| levels.advance(level == depth, |_| true)).collect()
}

/// Counts level `depth` (1 or more) separately for each first answer. The nodes of all first answers add up to those of
/// [`perft`].
///
/// # Errors
/// Fails as [`perft`] does.
pub fn divide(vm: &mut Vm, position: &Position, depth: usize) -> Result<Vec<(String, Counts)>, PerftError> {
    let first_rows = Levels::start(vm, position)?.rows()?;
    let count_after = |row: String| {
        let mut levels = Levels::start(vm, position)?;
        let mut counts = levels.advance(depth <= 1, |text| text == row)?;
        for level in 2..=depth {
            counts = levels.advance(level == depth, |_| true)?;
        }
        Ok((row, counts))
    };
    first_rows.into_iter().map(count_after).collect()
}

/// The positions of the current level.
struct Levels<'v> {
    enumerator: Enumerator<'v>,
    /// The positions by future hash.
    level: BTreeMap<Hash, Reached>,
}

/// A position and the number of paths that lead to it.
struct Reached {
    position: Position,
    nodes: u64,
    ways: u64,
}

impl<'v> Levels<'v> {
    fn start(vm: &'v mut Vm, position: &Position) -> Result<Levels<'v>, PerftError> {
        let mut enumerator = Enumerator::new(vm);
        let mut next = NextLevel::default();
        enumerator.start(position, |outcome| next.add(&outcome, (1, 1), true)).map_err(PerftError::Start)?;
        Ok(Levels { enumerator, level: next.finish()?.1 })
    }

    /// Lists the different rows of all positions of the level, as texts.
    fn rows(&mut self) -> Result<Vec<String>, PerftError> {
        let mut texts = Vec::new();
        for reached in self.level.values() {
            let choice = self.enumerator.choice(&reached.position).map_err(PerftError::Start)?;
            for (_, row) in choice.iter().flat_map(|choice| all_answers(&choice.rows)) {
                let text = row.text(self.enumerator.board());
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        Ok(texts)
    }

    /// Counts the next level, for the wanted rows only. The last level keeps no positions.
    fn advance(&mut self, is_last: bool, is_wanted: impl Fn(&str) -> bool) -> Result<Counts, PerftError> {
        let mut next = NextLevel::default();
        for from in std::mem::take(&mut self.level).into_values() {
            let Some(choice) = self.enumerator.choice(&from.position).map_err(PerftError::Start)? else { continue };
            for (answer, row) in all_answers(&choice.rows) {
                let row = row.text(self.enumerator.board());
                if !is_wanted(&row) {
                    continue;
                }
                let paths = (from.nodes, from.ways);
                match self.enumerator.answer(&from.position, answer, |outcome| next.add(&outcome, paths, !is_last)) {
                    Ok(()) => {}
                    Err(EnumerateError::Run { error, results })
                        if results.is_empty() && matches!(*error, RunError::DeadEnd { .. }) =>
                    {
                        next.count(|counts| &mut counts.dead_ends, Some(from.nodes));
                    }
                    Err(error) => return Err(PerftError::Answer { row, error }),
                }
            }
        }
        let (counts, level) = next.finish()?;
        self.level = level;
        Ok(counts)
    }
}

/// Lists every answer to a choice, with its row: one for each number of an amount.
fn all_answers(rows: &[Row]) -> impl Iterator<Item = (Answer, Row)> {
    rows.iter().enumerate().flat_map(|(index, row)| {
        let amounts: Vec<Amount> = row.amounts().collect();
        let count = amounts.iter().fold(1, |count: usize, amount| count.saturating_mul(amount.count()));
        (0..count).filter_map(move |mut rest| {
            let mut numbers = Vec::new();
            for amount in amounts.iter().rev() {
                numbers.insert(0, amount.min + (rest % amount.count()) as i64 * amount.step);
                rest /= amount.count();
            }
            Some((Answer::new(index, numbers.iter().copied()), row.filled(&numbers)?))
        })
    })
}

/// The level that is being counted.
#[derive(Default)]
struct NextLevel {
    counts: Counts,
    boards: BTreeSet<Hash>,
    level: BTreeMap<Hash, Reached>,
    has_overflow: bool,
}

impl NextLevel {
    fn add(&mut self, outcome: &Outcome<'_>, (nodes, ways): (u64, u64), keep_position: bool) {
        let ways = u64::try_from(outcome.ways).ok().and_then(|outcome_ways| outcome_ways.checked_mul(ways));
        self.count(|counts| &mut counts.nodes, Some(nodes));
        self.count(|counts| &mut counts.ways, ways);
        if !outcome.results.is_empty() {
            self.count(|counts| &mut counts.chance, Some(nodes));
        }
        let is_over = outcome.stop == Stop::Over;
        if is_over {
            self.count(|counts| &mut counts.over, Some(nodes));
        }
        let board = outcome.vm.board();
        let asked = if is_over { "" } else { board.sides[outcome.vm.asked_side().index()].id.as_str() };
        self.boards.insert(outcome.vm.with_position(|position| board_hash(board, position, asked)));
        if keep_position && !is_over {
            let key = outcome.vm.with_position(|position| future_hash(board, position, asked));
            let reached =
                self.level.entry(key).or_insert_with(|| Reached { position: outcome.vm.position(), nodes: 0, ways: 0 });
            // These sums overflow only if the counts of the level overflow too, which makes `finish` fail.
            reached.nodes = reached.nodes.saturating_add(nodes);
            reached.ways = reached.ways.saturating_add(ways.unwrap_or(u64::MAX));
        }
    }

    /// Adds paths to one of the counts. `None` stands for a number that does not fit into 64 bits.
    fn count(&mut self, select: impl Fn(&mut Counts) -> &mut u64, paths: Option<u64>) {
        let count = select(&mut self.counts);
        match paths.and_then(|paths| count.checked_add(paths)) {
            Some(sum) => *count = sum,
            None => self.has_overflow = true,
        }
    }

    fn finish(mut self) -> Result<(Counts, BTreeMap<Hash, Reached>), PerftError> {
        self.counts.boards = self.boards.len() as u64;
        if self.has_overflow { Err(PerftError::TooMany) } else { Ok((self.counts, self.level)) }
    }
}
