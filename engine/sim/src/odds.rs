//! The odds of a line: all positions that the line may lead to, with their probabilities. The module enumerates the
//! line outcome by outcome, and merges branches that reach the same position. If there are too many outcomes, it
//! samples the line instead.
//!
//! **Hidden information.** For a viewer who does not see everything, the line is played from determinizations, which
//! are positions that this viewer cannot tell from the real one. The real position is never used, so the odds reveal
//! nothing hidden: see `docs/decisions/0005-previews-trials-and-odds.md`. The positions that a line is played from are
//! called worlds.

mod distribution;
mod sample;

pub use distribution::{Distribution, Mean, Probability};

use crate::enumerate::{ChanceResult, Weight, future_hash, outcomes};
use cardwright_bots::RandomBot;
use cardwright_script::ForcedOutcome;
use cardwright_state::board::Board;
use cardwright_state::hash::Hash;
use cardwright_state::{Position, SideId};
use cardwright_table::{
    BranchPoint, Destination, EndReason, ExploredLine, Fork, LineOutcome, Policy, RuleFailed, Scene, StepOutcome,
    Table, Viewer,
};
use num_traits::{CheckedAdd, CheckedMul, One, Zero};
use std::collections::BTreeMap;
use std::time::Duration;

/// How far to follow a line, and how the questions after its words are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// Where the line ends.
    pub destination: Destination,
    /// Whether questions after the words are answered at random instead of with their defaults. The line is then sampled.
    pub is_random: bool,
}

impl Course {
    /// To the end of the scene that the line begins, with defaults.
    pub const USUAL: Course = Course { destination: Destination::EndOfScene, is_random: false };

    /// The policy of one sample.
    fn policy(self, seed: u64) -> Policy {
        if self.is_random { Policy::Random(Box::new(RandomBot::new(seed))) } else { Policy::Defaults }
    }
}

/// How much work to spend on a line.
#[derive(Debug, Clone, Copy)]
pub struct OddsLimits {
    /// The most runs of a line, or of its rest, from one position. A line that needs more is sampled.
    pub runs: u64,
    /// The time limit for enumeration.
    pub time: Duration,
    /// The number of samples.
    pub samples: u64,
    /// The time limit for enumeration and sampling together.
    pub sampling_time: Duration,
    /// The number of determinizations, if something is hidden.
    pub positions: u64,
}

impl Default for OddsLimits {
    fn default() -> OddsLimits {
        OddsLimits {
            runs: 20_000,
            time: Duration::from_millis(1100),
            samples: 10_000,
            sampling_time: Duration::from_millis(1700),
            positions: 64,
        }
    }
}

/// The least number of determinizations, even if enumerating the line from each takes many runs.
const MIN_POSITIONS: u64 = 16;

/// A position that a line may lead to.
#[derive(Debug, Clone)]
pub struct LineEnd {
    /// The probability of this end within its world.
    pub weight: Weight,
    /// The position and its choice.
    pub at: LineOutcome,
    /// The number of successes in all checks of the line. `None` without checks.
    pub successes: Option<u64>,
}

/// All positions that a line may lead to.
#[derive(Debug, Clone)]
pub struct Odds {
    /// The ends of the line for each world. The probabilities within one world add up to 1. If the position is known,
    /// there is one world, unless the line was sampled. With sampling, each world has one end.
    pub worlds: Vec<Vec<LineEnd>>,
    /// Whether every outcome was enumerated in each world.
    pub is_exact: bool,
    /// Whether the worlds are determinizations, because something is hidden from the viewer.
    pub is_hidden: bool,
    /// Whether the line has chance events.
    pub has_chance: bool,
}

/// Why the odds of a line cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum OddsError {
    /// A rule fails.
    #[error(transparent)]
    Failed(#[from] RuleFailed),
    /// The caller's clock cancelled the computation.
    #[error("stopped before the odds were known")]
    Cancelled,
    /// The time ran out before one end of the line was found.
    #[error("the rules are too slow here: no outcome was found in time")]
    OutOfTime,
    /// None of the determinizations is a position that the game could have reached.
    #[error("too little is known here: no possible position was found that looks like this one")]
    NoPossiblePosition,
}

/// Returns the time since the start, or `None` to cancel.
pub type Clock<'c> = dyn FnMut() -> Option<Duration> + 'c;

impl Odds {
    /// Computes the odds of a line that a side would play now, from what a viewer may know. Without a side, the line
    /// answers for every side that is asked. Ignores forced outcomes.
    ///
    /// Try the line with [`Table::preview`] first, because a line that does not fit gives odds and no error.
    ///
    /// # Errors
    /// See [`OddsError`].
    pub fn compute(
        table: &mut Table,
        (side, text): (Option<SideId>, &str),
        viewer: Viewer,
        course: Course,
        limits: &OddsLimits,
        clock: &mut Clock<'_>,
    ) -> Result<Odds, OddsError> {
        let line = table.explored_line(side, text, viewer, course.destination);
        let branch_point = table.branch_point();
        let positions = determinizations(table, viewer, limits.positions);
        let board = table.board().clone();
        let enumerated = table.try_out(|fork| {
            if course.is_random {
                return Ok((None, true));
            }
            fork.enumerate_chance(true);
            let mut enumeration =
                LineEnumeration { fork, line: &line, board: &board, limits, clock, runs: 0, has_chance: false };
            let worlds = match &positions[..] {
                [] => enumeration.enumerate_known_position(&branch_point),
                positions => enumeration.enumerate_determinizations(positions),
            };
            let has_chance = enumeration.has_chance;
            fork.enumerate_chance(false);
            worlds.map(|worlds| (worlds, has_chance))
        });
        let is_hidden = !positions.is_empty();
        let sampler = match enumerated? {
            (Some(worlds), has_chance) => return Ok(Odds { worlds, is_exact: true, is_hidden, has_chance }),
            (None, _) => sample::Sampler { branch_point: &branch_point, positions: &positions, viewer, course },
        };
        let worlds = sampler.worlds(table, &line, limits, clock)?;
        match worlds.is_empty() {
            true => Err(nothing_found(clock, limits.sampling_time)),
            false => Ok(Odds { worlds, is_exact: false, is_hidden, has_chance: true }),
        }
    }

    /// The ends of all worlds.
    pub fn ends(&self) -> impl Iterator<Item = &LineEnd> {
        self.worlds.iter().flatten()
    }
}

/// Returns why there is no end of the line.
fn nothing_found(clock: &mut Clock<'_>, limit: Duration) -> OddsError {
    match clock() {
        None => OddsError::Cancelled,
        Some(time) if time > limit => OddsError::OutOfTime,
        Some(_) => OddsError::NoPossiblePosition,
    }
}

/// Draws positions that the viewer cannot tell from the real one. Returns only one if they all have the same future,
/// and none if the viewer sees everything.
fn determinizations(table: &Table, viewer: Viewer, count: u64) -> Vec<Position> {
    let mut positions: Vec<Position> =
        table.determinizations(viewer).map(|draw_position| (0..count).map(draw_position).collect()).unwrap_or_default();
    let future = |position: &Position| future_hash(table.board(), position, "");
    let first = positions.first().map(&future);
    if positions.iter().map(future).all(|other| Some(other) == first) {
        positions.truncate(1);
    }
    positions
}

/// The enumeration of a line.
struct LineEnumeration<'a, 'f, 'c> {
    fork: &'a mut Fork<'f>,
    line: &'a ExploredLine,
    board: &'a Board,
    limits: &'a OddsLimits,
    clock: &'a mut Clock<'c>,
    runs: u64,
    has_chance: bool,
}

/// A branch of the line that is still to be explored.
struct OpenBranch {
    branch_point: BranchPoint,
    weight: Weight,
    successes: Option<u64>,
}

/// Branches with the same key are merged: the number of answers given, the position, the rest of the line, the number of
/// successes, and the scene.
type MergeKey = (usize, Hash, String, Option<u64>, Option<SceneKey>);
type SceneKey = (usize, Hash);

impl LineEnumeration<'_, '_, '_> {
    /// Enumerates the line from the known position. `None` if there are too many outcomes.
    fn enumerate_known_position(&mut self, branch_point: &BranchPoint) -> Result<Option<Vec<Vec<LineEnd>>>, OddsError> {
        Ok(self.ends(branch_point)?.map(|ends| vec![ends]))
    }

    /// Enumerates the line from each determinization. `None` if there are too many outcomes.
    fn enumerate_determinizations(&mut self, positions: &[Position]) -> Result<Option<Vec<Vec<LineEnd>>>, OddsError> {
        let mut worlds = Vec::new();
        for position in positions {
            if let Ok(branch_point) = self.fork.branch_point_at(position) {
                let runs_before = self.runs;
                match self.ends(&branch_point) {
                    Ok(Some(ends)) if self.has_chance || !does_not_fit(&ends) => worlds.push(ends),
                    // The time ran out, but there are enough worlds.
                    Ok(None) if worlds.len() as u64 >= MIN_POSITIONS => break,
                    Ok(None) => return Ok(None),
                    // The game could not have reached this position, so it does not count as a world.
                    Ok(Some(_)) | Err(OddsError::Failed(_)) => {}
                    Err(error) => return Err(error),
                }
                let is_too_slow = (self.clock)().is_some_and(|time| time * 4 > self.limits.time);
                if worlds.len() == 1 && is_too_slow {
                    return Ok(None); // The other worlds would take as long.
                }
                // Unless the time runs out, the number of worlds depends only on the line, so the same line always uses
                // the same positions.
                let runs_of_world = (self.runs - runs_before).max(1);
                let wanted_worlds = (self.limits.runs / runs_of_world).clamp(MIN_POSITIONS, self.limits.positions);
                if worlds.len() as u64 >= wanted_worlds {
                    break;
                }
            }
        }
        if worlds.is_empty() { Err(nothing_found(self.clock, self.limits.time)) } else { Ok(Some(worlds)) }
    }

    /// Enumerates the ends of the line from one position, and merges ends with the same future. `None` if there are too
    /// many outcomes.
    fn ends(&mut self, branch_point: &BranchPoint) -> Result<Option<Vec<LineEnd>>, OddsError> {
        let max_runs = self.runs + self.limits.runs;
        let mut open_branches: BTreeMap<MergeKey, OpenBranch> = BTreeMap::new();
        let mut ends: BTreeMap<(Hash, Option<u64>, EndReason, Option<SceneKey>), LineEnd> = BTreeMap::new();
        let start = OpenBranch { branch_point: branch_point.clone(), weight: Weight::one(), successes: None };
        open_branches.insert(self.merge_key(&start), start);
        while let Some((_, branch)) = open_branches.pop_first() {
            // The runs of this branch that remain: the chance results so far, with their probability.
            let mut pending = vec![(Vec::<ChanceResult>::new(), branch.weight)];
            while let Some((results, weight)) = pending.pop() {
                self.runs += 1;
                let time = (self.clock)().ok_or(OddsError::Cancelled)?;
                if self.runs > max_runs || time > self.limits.time {
                    return Ok(None);
                }
                let given = forced(self.board, &results);
                match self.fork.explore_line(self.line, &branch.branch_point, given, &mut Policy::Defaults)? {
                    StepOutcome::NeedsChance(wanted) => {
                        self.has_chance = true;
                        let Ok(all) = outcomes(self.board, &wanted, self.limits.runs) else { return Ok(None) };
                        for (result, ways, all_ways) in all.into_iter().rev() {
                            let Some(weight) = weight.checked_mul(&Weight::new(ways, all_ways)) else {
                                return Ok(None);
                            };
                            pending.push(([&results[..], &[result]].concat(), weight));
                        }
                    }
                    StepOutcome::Branched(branch_point) => {
                        let next = OpenBranch {
                            branch_point: *branch_point,
                            weight,
                            successes: successes_with(self.line, &branch.branch_point, branch.successes, &results),
                        };
                        let merged = open_branches
                            .entry(self.merge_key(&next))
                            .or_insert(OpenBranch { weight: Weight::zero(), ..next });
                        let Some(sum) = merged.weight.checked_add(&weight) else { return Ok(None) };
                        merged.weight = sum;
                    }
                    StepOutcome::Ended(at) => {
                        let successes = successes_with(self.line, &branch.branch_point, branch.successes, &results);
                        let scene = at.scene.as_ref().map(|scene| self.scene_key(scene));
                        let key = (self.future(&at.position, at.asked), successes, at.end_reason, scene);
                        let end = LineEnd { weight: Weight::zero(), at, successes };
                        let merged = ends.entry(key).or_insert(end);
                        let Some(sum) = merged.weight.checked_add(&weight) else { return Ok(None) };
                        merged.weight = sum;
                    }
                }
            }
        }
        Ok(Some(ends.into_values().collect()))
    }

    fn future(&self, position: &Position, asked: Option<SideId>) -> Hash {
        future_hash(self.board, position, asked.map_or("", |side| &self.board.sides[side.index()].id))
    }

    fn merge_key(&self, branch: &OpenBranch) -> MergeKey {
        let remaining = branch.branch_point.remaining_line();
        let answered = remaining.map_or(0, |remaining| remaining.answered());
        (
            answered,
            self.future(branch.branch_point.position(), branch.branch_point.asked()),
            format!("{remaining:?}"),
            branch.successes,
            branch.branch_point.scene().map(|scene| self.scene_key(scene)),
        )
    }

    /// Tells scenes apart by their figure and the position in which they began.
    fn scene_key(&self, scene: &Scene) -> SceneKey {
        (scene.figure, self.future(&scene.start, None))
    }
}

/// Whether the line ends at once because it does not fit the position.
fn does_not_fit(ends: &[LineEnd]) -> bool {
    matches!(ends, [end] if matches!(end.at.end_reason, EndReason::Mismatch | EndReason::OtherSideAsked | EndReason::DeadEnd))
}

/// Returns the outcomes that force these chance results.
fn forced(board: &Board, results: &[ChanceResult]) -> Vec<ForcedOutcome> {
    let mut outcomes = Vec::new();
    results.iter().for_each(|result| result.force(board, &mut outcomes));
    outcomes
}

/// Adds the successes of chance results after a branch point to the number so far. Those on the way to a destination do
/// not count. `None` if no chance result is a check.
fn successes_with(
    line: &ExploredLine,
    from: &BranchPoint,
    so_far: Option<u64>,
    results: &[ChanceResult],
) -> Option<u64> {
    if from.is_on_the_way(line) {
        return so_far;
    }
    let new_successes = results.iter().filter_map(ChanceResult::successes).map(u64::from);
    new_successes.fold(so_far, |sum, n| Some(sum.unwrap_or(0) + n))
}
