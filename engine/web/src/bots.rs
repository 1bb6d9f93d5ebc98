//! Random players: one answer at a time, so that each is seen.

use crate::keeper::Keeper;
use cardwright_bots::RandomPlayer;
use cardwright_script::TOO_LONG;
use cardwright_table::{PlayError, Seat, Table};

/// Failures in a row after which a person takes the seat.
const TRIES: u32 = 30;

/// The random players of a game.
#[derive(Debug)]
pub(crate) struct Bots {
    player: RandomPlayer,
    failed: u32,
}

/// What came of letting one answer.
#[derive(Debug)]
pub(crate) enum Went {
    /// It is no bot's turn.
    Nobody,
    /// One answered.
    On,
    /// Its answer did not go through; it tries another.
    Again,
    /// The record cannot be written: it goes on once it can.
    Stuck(PlayError),
    /// It cannot go on: a person takes the seat of this side; and why, where a rule stopped it.
    GaveUp(String, Option<String>),
}

impl Bots {
    pub(crate) fn new(seed: u64) -> Bots {
        Bots { player: RandomPlayer::new(seed), failed: 0 }
    }

    /// Whether a bot is asked.
    pub(crate) fn is_asked(table: &Table) -> bool {
        table.asked().is_some_and(|side| table.seats[side.at()] == Seat::Random)
    }

    /// One answer.
    pub(crate) fn answer(&mut self, keeper: &mut dyn Keeper) -> Went {
        let table = keeper.table();
        let Some(side) = table.asked().filter(|_| Bots::is_asked(table)) else { return Went::Nobody };
        match table.let_answer(&mut self.player) {
            Ok(_) => self.failed = 0,
            Err(PlayError::Barred { .. }) => {}
            Err(error @ PlayError::Record(_)) => return Went::Stuck(error),
            // What was stopped once is not tried again in other ways: each would take as long.
            Err(error) if self.failed + 1 < TRIES && !is_runaway(&error) => {
                self.failed += 1;
                return Went::Again;
            }
            Err(error) => {
                self.failed = 0;
                let why = match &error {
                    PlayError::Rule { error, .. } => Some(error.with_place()),
                    _ => None,
                };
                let name = table.board().sides[side.at()].name.clone();
                return match table.seat(side, Seat::Human) {
                    Ok(()) => Went::GaveUp(name, why),
                    Err(error) => Went::Stuck(error),
                };
            }
        }
        Went::On
    }
}

/// Whether a rule ran without end.
fn is_runaway(error: &PlayError) -> bool {
    matches!(error, PlayError::Rule { error, .. } if error.to_string().contains(TOO_LONG))
}
