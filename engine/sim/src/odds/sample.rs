//! Samples a line many times, if it has too many outcomes to enumerate.

use super::{Clock, Course, LineEnd, OddsError, OddsLimits, does_not_fit, forced, total_successes};
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
/// The resolution of random numbers between 0 and 1.
const RESOLUTION: usize = 1 << 30;

/// Draws samples of a line.
pub(super) struct Sampler<'a> {
    /// The start of each sample, if nothing is hidden.
    pub(super) branch_point: &'a BranchPoint,
    pub(super) viewer: Viewer,
    /// Whether the line may depend on something that the viewer does not see.
    pub(super) is_hidden: bool,
    pub(super) course: Course,
}

impl Sampler<'_> {
    /// Draws as many samples as the limits allow. Each sample is a world with one end of the line. If something is
    /// hidden, each sample has its own determinization.
    pub(super) fn worlds(
        &self,
        table: &mut Table,
        line: &ExploredLine,
        limits: &OddsLimits,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<Vec<LineEnd>>, OddsError> {
        let draw_position = if self.is_hidden { table.determinizations(self.viewer) } else { None };
        let board = table.board().clone();
        table.try_out(|fork| {
            fork.enumerate_chance(true);
            let mut worlds = Vec::new();
            let mut samples = (0..limits.samples).map(|seed| {
                let position = draw_position.as_ref().map(|draw_position| draw_position(seed));
                self.sample(fork, &board, line, position.as_ref(), seed)
            });
            let result = loop {
                match clock() {
                    None => break Err(OddsError::Cancelled),
                    Some(time) if time > limits.sampling_time => break Ok(()),
                    Some(_) => {}
                }
                match samples.next() {
                    None => break Ok(()),
                    Some(Err(error)) => break Err(error),
                    Some(Ok(end)) => worlds.extend(end.map(|end| vec![end])),
                }
            };
            drop(samples);
            fork.enumerate_chance(false);
            result.map(|()| worlds)
        })
    }

    /// Draws one end of the line. `None` if the game could not have reached the position.
    fn sample(
        &self,
        fork: &mut Fork<'_>,
        board: &Board,
        line: &ExploredLine,
        position: Option<&Position>,
        seed: u64,
    ) -> Result<Option<LineEnd>, OddsError> {
        let (mut chance, mut policy) = (RandomBot::new(seed), self.course.policy(!seed));
        let mut draw_from =
            |fork: &mut Fork<'_>, from: &BranchPoint| sample_from(fork, board, line, from, &mut chance, &mut policy);
        let Some(position) = position else {
            return draw_from(fork, self.branch_point).map(|(end, _)| Some(end));
        };
        let Ok(branch_point) = fork.branch_point_at(position) else { return Ok(None) };
        let drawn = draw_from(fork, &branch_point).ok();
        Ok(drawn
            .filter(|(end, has_chance)| *has_chance || !does_not_fit(std::slice::from_ref(end)))
            .map(|(end, _)| end))
    }
}

/// Draws one end of the line, and returns whether a chance event occurred.
fn sample_from(
    fork: &mut Fork<'_>,
    board: &Board,
    line: &ExploredLine,
    branch_point: &BranchPoint,
    chance: &mut RandomBot,
    policy: &mut Policy,
) -> Result<(LineEnd, bool), OddsError> {
    let (mut branch_point, mut successes_so_far, mut has_chance) = (branch_point.clone(), None, false);
    loop {
        let mut results: Vec<ChanceResult> = Vec::new();
        let next_point = loop {
            match fork.explore_line(line, &branch_point, forced(board, &results), policy)? {
                StepOutcome::NeedsChance(wanted) => {
                    has_chance = true;
                    results.push(draw(board, &wanted, chance));
                }
                StepOutcome::Branched(next_point) => break next_point,
                StepOutcome::Ended(at) => {
                    return Ok((
                        LineEnd { weight: Weight::one(), at, successes: total_successes(successes_so_far, &results) },
                        has_chance,
                    ));
                }
            }
        };
        successes_so_far = total_successes(successes_so_far, &results);
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
