//! Samples a line many times, if it has too many outcomes to enumerate.

use super::{Clock, Course, LineEnd, OddsError, OddsLimits, does_not_fit, forced, successes_with};
use crate::enumerate::{ChanceResult, Weight, outcomes};
use cardwright_bots::RandomBot;
use cardwright_script::ChanceRequest;
use cardwright_state::Position;
use cardwright_state::board::Board;
use cardwright_table::Viewer;
use cardwright_table::{BranchPoint, ExploredLine, Fork, Policy, StepOutcome, Table};
use num_traits::One;

/// A chance event with at most this many outcomes is drawn from the list of its outcomes.
const MAX_LISTED: u64 = 10_000;
/// How many samples share a determinization.
const SHARED: u64 = 8;
/// The resolution of random numbers between 0 and 1.
const RESOLUTION: usize = 1 << 30;

/// Draws samples of a line.
pub(super) struct Sampler<'a> {
    /// The start of each sample, if nothing is hidden.
    pub(super) branch_point: &'a BranchPoint,
    /// Some determinizations: none if nothing is hidden, one if all have the same future.
    pub(super) positions: &'a [Position],
    pub(super) viewer: Viewer,
    pub(super) course: Course,
}

impl Sampler<'_> {
    /// Draws as many samples as the limits allow. If something is hidden, [`SHARED`] samples share a determinization:
    /// they are the ends of one world. Otherwise each sample is a world with one end.
    pub(super) fn worlds(
        &self,
        table: &mut Table,
        line: &ExploredLine,
        limits: &OddsLimits,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<Vec<LineEnd>>, OddsError> {
        let draw_position = if self.positions.len() > 1 { table.determinizations(self.viewer) } else { None };
        let board = table.board().clone();
        let mut worlds: Vec<Vec<LineEnd>> = Vec::new();
        table.try_out(|fork| {
            fork.enumerate_chance(true);
            let result = self.draw_ends(fork, &board, line, limits, clock, draw_position.as_ref(), &mut worlds);
            fork.enumerate_chance(false);
            result
        })?;
        worlds.retain(|ends| !ends.is_empty());
        for ends in &mut worlds {
            let weight = Weight::new(1, ends.len() as u128);
            ends.iter_mut().for_each(|end| end.weight = weight);
        }
        Ok(worlds)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one loop")]
    fn draw_ends(
        &self,
        fork: &mut Fork<'_>,
        board: &Board,
        line: &ExploredLine,
        limits: &OddsLimits,
        clock: &mut Clock<'_>,
        draw_position: Option<&impl Fn(u64) -> Position>,
        worlds: &mut Vec<Vec<LineEnd>>,
    ) -> Result<(), OddsError> {
        // If the game could not have reached a drawn position, there is no start.
        let mut start: Option<BranchPoint> = None;
        for seed in 0..limits.samples {
            match clock() {
                None => return Err(OddsError::Cancelled),
                Some(time) if time > limits.sampling_time => break,
                Some(_) => {}
            }
            match draw_position {
                Some(draw_position) if seed % SHARED == 0 => {
                    let from = fork.branch_point_at(&draw_position(seed / SHARED));
                    start = from.ok().and_then(|from| up_to_chance(fork, line, from).ok());
                    worlds.push(Vec::new());
                }
                None => {
                    if start.is_none() {
                        let from = match self.positions {
                            [position, ..] => fork.branch_point_at(position)?,
                            [] => self.branch_point.clone(),
                        };
                        start = Some(up_to_chance(fork, line, from)?);
                    }
                    worlds.push(Vec::new());
                }
                Some(_) => {}
            }
            let (Some(start), Some(world)) = (&start, worlds.last_mut()) else { continue };
            let (mut chance, policy) = (RandomBot::new(seed), self.course.policy(!seed));
            match sample_from(fork, board, line, start, &mut chance, policy) {
                Err(error) if draw_position.is_none() => return Err(error),
                Ok((end, has_chance))
                    if draw_position.is_none() || has_chance || !does_not_fit(std::slice::from_ref(&end)) =>
                {
                    world.push(end);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Follows a line up to its first chance event, which is the same for all samples.
fn up_to_chance(fork: &mut Fork<'_>, line: &ExploredLine, start: BranchPoint) -> Result<BranchPoint, OddsError> {
    let mut at = start;
    // The policy may answer otherwise in each sample.
    while !at.is_on_the_way(line) && !at.is_left_to_policy() {
        match fork.explore_line(line, &at, Vec::new(), &mut Policy::Defaults)? {
            StepOutcome::Branched(next) => at = *next,
            StepOutcome::NeedsChance(_) | StepOutcome::Ended(_) => break,
        }
    }
    Ok(at)
}

/// Draws one end of the line, and returns whether a chance event occurred.
fn sample_from(
    fork: &mut Fork<'_>,
    board: &Board,
    line: &ExploredLine,
    start: &BranchPoint,
    chance: &mut RandomBot,
    mut policy: Policy,
) -> Result<(LineEnd, bool), OddsError> {
    let (mut branch_point, mut successes_so_far, mut has_chance) = (start.clone(), None, false);
    loop {
        if branch_point.is_on_the_way(line) {
            let seed = u64::from(chance.pick(u32::MAX as usize) as u32) << 32 | chance.pick(u32::MAX as usize) as u64;
            let at = fork.play_on(line, &branch_point, seed, policy)?;
            return Ok((LineEnd { weight: Weight::one(), at, successes: successes_so_far }, true));
        }
        let mut results: Vec<ChanceResult> = Vec::new();
        let next_point = loop {
            match fork.explore_line(line, &branch_point, forced(board, &results), &mut policy)? {
                StepOutcome::NeedsChance(wanted) => {
                    has_chance = true;
                    results.push(draw(board, &wanted, chance));
                }
                StepOutcome::Branched(next_point) => break next_point,
                StepOutcome::Ended(at) => {
                    let successes = successes_with(line, &branch_point, successes_so_far, &results);
                    return Ok((LineEnd { weight: Weight::one(), at, successes }, has_chance));
                }
            }
        };
        successes_so_far = successes_with(line, &branch_point, successes_so_far, &results);
        branch_point = *next_point;
    }
}

/// Draws the result of a chance event.
fn draw(board: &Board, wanted: &ChanceRequest, bot: &mut RandomBot) -> ChanceResult {
    if let Ok(all) = outcomes(board, wanted, MAX_LISTED) {
        let all_ways: u128 = all.iter().map(|(_, ways, _)| ways).sum();
        // Every way to get a result is equally likely. Each result owns as much of the range from 0 to `all_ways` as it
        // has ways, and a random number in this range selects the result.
        let number = (bot.pick(RESOLUTION) as f64 + bot.pick(RESOLUTION) as f64 / RESOLUTION as f64)
            / RESOLUTION as f64
            * all_ways as f64;
        let mut ways_so_far = 0.0;
        let last = all.len().saturating_sub(1);
        for (index, (result, ways, _)) in all.into_iter().enumerate() {
            ways_so_far += ways as f64;
            if number < ways_so_far || index == last {
                return result;
            }
        }
    }
    // There are too many outcomes to list, so draw die by die.
    match wanted {
        ChanceRequest::Dice { die, n, .. } => {
            let faces = &board.dice[die.index()].faces;
            ChanceResult::Faces { die: *die, faces: (0..*n).map(|_| faces[bot.pick(faces.len())]).collect() }
        }
        ChanceRequest::Card { pile, candidates } => {
            ChanceResult::Card { pile: *pile, card: candidates[bot.pick(candidates.len())] }
        }
        ChanceRequest::Pick { candidates } => ChanceResult::Picked { thing: candidates[bot.pick(candidates.len())] },
    }
}
