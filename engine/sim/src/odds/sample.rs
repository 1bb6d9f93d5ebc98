//! A line drawn many times: where there is too much of it to go through.

use super::{Clock, End, Limits, OddsError, forced, is_refused, met};
use crate::enumerate::{Came as Outcome, Weight, outcomes};
use cardwright_bots::RandomPlayer;
use cardwright_script::ChanceWanted;
use cardwright_state::Position;
use cardwright_state::board::Board;
use cardwright_table::label::Audience;
use cardwright_table::{Came, Fork, Ground, Line, Table};
use num_traits::One;

/// Ways of one roll or draw that are told apart to draw one of them.
const MOST_WAYS: u64 = 10_000;
/// Draws of a chance between 0 and 1 are so fine.
const FINE: usize = 1 << 30;

/// From where a line is drawn.
pub(super) struct Drawing<'a> {
    /// Where nothing is hidden.
    pub(super) ground: &'a Ground,
    pub(super) eyes: Audience,
    pub(super) is_hidden: bool,
}

impl Drawing<'_> {
    /// As many worlds as there is time for, each with the one end that was drawn; where something is hidden, each from a position
    /// of its own.
    pub(super) fn worlds(
        &self,
        table: &mut Table,
        line: &Line,
        limits: &Limits,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<Vec<End>>, OddsError> {
        let positions = if self.is_hidden { table.drawn(self.eyes) } else { None };
        let board = table.board().clone();
        table.try_out(|fork| {
            fork.go_through(true);
            let mut worlds = Vec::new();
            let mut draws = (0..limits.draws)
                .map(|draw| self.draw(fork, &board, line, positions.as_ref().map(|at| at(draw)).as_ref(), draw));
            let done = loop {
                match clock() {
                    None => break Err(OddsError::Left),
                    Some(time) if time > limits.time_drawing => break Ok(()),
                    Some(_) => {}
                }
                match draws.next() {
                    None => break Ok(()),
                    Some(Err(error)) => break Err(error),
                    Some(Ok(end)) => worlds.extend(end.map(|end| vec![end])),
                }
            };
            drop(draws);
            fork.go_through(false);
            done.map(|()| worlds)
        })
    }

    /// One end; none from a position that the game could not have come to.
    fn draw(
        &self,
        fork: &mut Fork<'_>,
        board: &Board,
        line: &Line,
        position: Option<&Position>,
        seed: u64,
    ) -> Result<Option<End>, OddsError> {
        let mut by = RandomPlayer::new(seed);
        let Some(position) = position else {
            return one(fork, board, line, self.ground, &mut by).map(|(end, _)| Some(end));
        };
        let Ok(ground) = fork.ground_at(position) else { return Ok(None) };
        let drawn = one(fork, board, line, &ground, &mut by).ok();
        Ok(drawn.filter(|(end, by_chance)| *by_chance || !is_refused(std::slice::from_ref(end))).map(|(end, _)| end))
    }
}

/// One end of a line, and whether chance came into it.
fn one(
    fork: &mut Fork<'_>,
    board: &Board,
    line: &Line,
    ground: &Ground,
    by: &mut RandomPlayer,
) -> Result<(End, bool), OddsError> {
    let (mut ground, mut so_far, mut by_chance) = (ground.clone(), None, false);
    loop {
        let mut came: Vec<Outcome> = Vec::new();
        let onward = loop {
            match fork.venture(line, &ground, forced(board, &came))? {
                Came::Wanted(wanted) => {
                    by_chance = true;
                    came.push(draw(board, &wanted, by));
                }
                Came::Onward(onward) => break onward,
                Came::Ended(at) => {
                    return Ok((End { weight: Weight::one(), at, met: met(so_far, &came) }, by_chance));
                }
            }
        };
        so_far = met(so_far, &came);
        ground = *onward;
    }
}

/// What comes out.
fn draw(board: &Board, wanted: &ChanceWanted, by: &mut RandomPlayer) -> Outcome {
    if let Ok(all) = outcomes(board, wanted, MOST_WAYS) {
        let of: u128 = all.iter().map(|(_, n, _)| n).sum();
        let at = (by.pick(FINE) as f64 + by.pick(FINE) as f64 / FINE as f64) / FINE as f64 * of as f64;
        let mut before = 0.0;
        let last = all.len().saturating_sub(1);
        for (n, (one, ways, _)) in all.into_iter().enumerate() {
            before += ways as f64;
            if at < before || n == last {
                return one;
            }
        }
    }
    // Many dice: one by one.
    match wanted {
        ChanceWanted::Dice { die, n, .. } => {
            let faces = &board.dice[die.at()].faces;
            Outcome::Faces { die: *die, faces: (0..*n).map(|_| faces[by.pick(faces.len())]).collect() }
        }
        ChanceWanted::Card { pile, open } => Outcome::Card { pile: *pile, card: open[by.pick(open.len())] },
        ChanceWanted::Pick { of } => Outcome::Picked { what: of[by.pick(of.len())] },
    }
}
