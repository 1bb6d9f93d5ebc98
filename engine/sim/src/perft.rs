//! Perft-like counts: how many ways there are to go on from a position, answer by answer, with chance
//! gone through rather than rolled. A changed rule that touches what can be done changes some count.
//!
//! Level `d` counts every path of `d` answers from the position. A path is a sequence of *answer, what
//! came out, answer, what came out …*: rows as players see them (alike pieces are one row, standing actions are no
//! rows of the choice), and what came out as rules see it (of a check the successes, of a roll the faces in order,
//! of a draw the card, whoever may see it; see [`crate::Enumerator`]). Answers among one row count as any other.
//! Where the game is over a path ends: it counts on its level and on no further one.
//!
//! Paths that meet are followed once: positions with one future ([`crate::future_hash`]) carry the number of paths
//! that lead there. The counts are those of following each path by itself.

use crate::enumerate::{EnumerateError, Enumerator, Outcome, future_hash};
use cardwright_script::{RunError, Stop, Vm};
use cardwright_state::Position;
use cardwright_state::hash::{Hash, board_hash};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

mod named;
pub use named::{NamedPosition, named_positions};

/// What was counted on one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Paths of so many answers.
    pub nodes: u64,
    /// The same with every die told apart: a check of two dice with six faces counts 36.
    pub ways: u64,
    /// Of the nodes, those whose last answer asked something of chance.
    pub chance: u64,
    /// Different boards at their ends, by board hash.
    pub boards: u64,
    /// Of the nodes, those at which the game is over.
    pub over: u64,
    /// Paths left out, as their last answer leads where nobody has a row: it would be taken back.
    #[serde(default)]
    pub dead_ends: u64,
}

/// Why positions cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The start cannot be run to its first choice.
    #[error("before the first answer: {0}")]
    Start(EnumerateError),
    /// An answer cannot be gone through.
    #[error("`{row}`: {error}")]
    Answer {
        /// The answer.
        row: String,
        /// Why.
        error: EnumerateError,
    },
    /// The counts do not fit.
    #[error("there are too many paths to count")]
    TooMany,
}

/// Counts the levels `1..=depth` of a position. What it takes to come to its first choice is no answer.
///
/// # Errors
/// A rule fails, or there are more outcomes or paths than can be counted.
pub fn perft(vm: &mut Vm, position: &Position, depth: usize) -> Result<Vec<Counts>, PerftError> {
    let mut levels = Levels::start(vm, position)?;
    (1..=depth).map(|level| levels.go_on(level == depth, |_| true)).collect()
}

/// Counts level `depth` (1 or more) by first row: the nodes of all rows add up to those of [`perft`].
///
/// # Errors
/// As [`perft`].
pub fn divide(vm: &mut Vm, position: &Position, depth: usize) -> Result<Vec<(String, Counts)>, PerftError> {
    let first = Levels::start(vm, position)?.rows()?;
    let one = |row: String| {
        let mut levels = Levels::start(vm, position)?;
        let mut counts = levels.go_on(depth <= 1, |text| text == row)?;
        for level in 2..=depth {
            counts = levels.go_on(level == depth, |_| true)?;
        }
        Ok((row, counts))
    };
    first.into_iter().map(one).collect()
}

/// The positions of one level, from which to go on.
struct Levels<'v> {
    chance: Enumerator<'v>,
    level: BTreeMap<Hash, Reached>,
}

/// A position, and how many paths lead there.
struct Reached {
    position: Position,
    nodes: u64,
    ways: u64,
}

impl<'v> Levels<'v> {
    fn start(vm: &'v mut Vm, position: &Position) -> Result<Levels<'v>, PerftError> {
        let mut chance = Enumerator::new(vm);
        let mut next = Next::default();
        chance.start(position, |outcome| next.add(&outcome, (1, 1), true)).map_err(PerftError::Start)?;
        Ok(Levels { chance, level: next.done()?.1 })
    }

    /// The texts of the rows that can be answered now, of all positions of the level.
    fn rows(&mut self) -> Result<Vec<String>, PerftError> {
        let mut texts = Vec::new();
        for reached in self.level.values() {
            let choice = self.chance.choice(&reached.position).map_err(PerftError::Start)?;
            for row in choice.iter().flat_map(|c| &c.rows) {
                let text = row.text(self.chance.board());
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        Ok(texts)
    }

    /// Goes one answer further, by the rows wanted; the last level keeps nothing to go on from.
    fn go_on(&mut self, is_last: bool, is_wanted: impl Fn(&str) -> bool) -> Result<Counts, PerftError> {
        let mut next = Next::default();
        for from in std::mem::take(&mut self.level).into_values() {
            let Some(choice) = self.chance.choice(&from.position).map_err(PerftError::Start)? else { continue };
            for (n, row) in choice.rows.iter().enumerate() {
                let row = row.text(self.chance.board());
                if !is_wanted(&row) {
                    continue;
                }
                let paths = (from.nodes, from.ways);
                match self.chance.answer(&from.position, n, |outcome| next.add(&outcome, paths, !is_last)) {
                    Ok(()) => {}
                    Err(EnumerateError::Run { error, came })
                        if came.is_empty() && matches!(*error, RunError::DeadEnd { .. }) =>
                    {
                        next.count(|c| &mut c.dead_ends, Some(from.nodes));
                    }
                    Err(error) => return Err(PerftError::Answer { row, error }),
                }
            }
        }
        let (counts, level) = next.done()?;
        self.level = level;
        Ok(counts)
    }
}

/// A level being counted.
#[derive(Default)]
struct Next {
    counts: Counts,
    boards: BTreeSet<Hash>,
    level: BTreeMap<Hash, Reached>,
    overflow: bool,
}

impl Next {
    fn add(&mut self, outcome: &Outcome<'_>, (nodes, ways): (u64, u64), keep: bool) {
        let ways = u64::try_from(outcome.ways).ok().and_then(|w| w.checked_mul(ways));
        self.count(|c| &mut c.nodes, Some(nodes));
        self.count(|c| &mut c.ways, ways);
        if !outcome.came.is_empty() {
            self.count(|c| &mut c.chance, Some(nodes));
        }
        let is_over = outcome.stop == Stop::Over;
        if is_over {
            self.count(|c| &mut c.over, Some(nodes));
        }
        let board = outcome.vm.board();
        let asked = if is_over { "" } else { board.sides[outcome.vm.asked().at()].id.as_str() };
        self.boards.insert(outcome.vm.look(|p| board_hash(board, p, asked)));
        if keep && !is_over {
            let key = outcome.vm.look(|p| future_hash(board, p, asked));
            let reached =
                self.level.entry(key).or_insert_with(|| Reached { position: outcome.vm.position(), nodes: 0, ways: 0 });
            // Sums of one level: they overflow no sooner than its counts.
            reached.nodes = reached.nodes.saturating_add(nodes);
            reached.ways = reached.ways.saturating_add(ways.unwrap_or(u64::MAX));
        }
    }

    fn count(&mut self, of: impl Fn(&mut Counts) -> &mut u64, more: Option<u64>) {
        let count = of(&mut self.counts);
        match more.and_then(|more| count.checked_add(more)) {
            Some(sum) => *count = sum,
            None => self.overflow = true,
        }
    }

    fn done(mut self) -> Result<(Counts, BTreeMap<Hash, Reached>), PerftError> {
        self.counts.boards = self.boards.len() as u64;
        if self.overflow { Err(PerftError::TooMany) } else { Ok((self.counts, self.level)) }
    }
}
