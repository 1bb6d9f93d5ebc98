//! A line drawn many times: where there is too much of it to go through.

use super::{Clock, End, Limits, OddsError, forced, is_refused, met};
use crate::enumerate::{Came as Outcome, Weight, outcomes};
use cardwright_bots::RandomPlayer;
use cardwright_script::ChanceWanted;
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
        let positions = if self.is_hidden { table.drawn(self.eyes, limits.draws) } else { Vec::new() };
        let board = table.board().clone();
        table.try_out(|fork| {
            fork.go_through(true);
            let mut worlds = Vec::new();
            for draw in 0..limits.draws {
                if clock().ok_or(OddsError::Left)? > limits.time_drawing {
                    break;
                }
                let mut by = RandomPlayer::new(draw);
                let drawn = positions.get(draw as usize).map(|position| fork.ground_at(position));
                let end = match drawn {
                    None => Some(one(fork, &board, line, self.ground, &mut by)?),
                    // A position that the game could not have come to.
                    Some(Err(_)) => None,
                    Some(Ok(ground)) => one(fork, &board, line, &ground, &mut by).ok(),
                };
                worlds.extend(end.map(|end| vec![end]).filter(|end| !self.is_hidden || !is_refused(end)));
            }
            fork.go_through(false);
            Ok(worlds)
        })
    }
}

/// One end of a line.
fn one(
    fork: &mut Fork<'_>,
    board: &Board,
    line: &Line,
    ground: &Ground,
    by: &mut RandomPlayer,
) -> Result<End, OddsError> {
    let (mut ground, mut so_far) = (ground.clone(), None);
    loop {
        let mut came: Vec<Outcome> = Vec::new();
        let onward = loop {
            match fork.venture(line, &ground, forced(board, &came))? {
                Came::Wanted(wanted) => came.push(draw(board, &wanted, by)),
                Came::Onward(onward) => break onward,
                Came::Ended(position, asked, ending) => {
                    return Ok(End { weight: Weight::one(), position, asked, met: met(so_far, &came), ending });
                }
            }
        };
        so_far = met(so_far, &came);
        ground = onward;
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
