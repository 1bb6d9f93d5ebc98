//! Programs outside that fill seats: starts and asks them, and replaces a program that cannot go on.

use crate::bots::{Bots, Progress};
use cardwright_bots::{BotKind, RANDOM};
use cardwright_protocol::Step;
use cardwright_table::{PlayError, Seat, Table};

/// What happens to the side of a program that cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFailure {
    /// A person takes the seat.
    #[default]
    Stop,
    /// A bot that answers at random takes the seat.
    Random,
    /// The side resigns.
    Forfeit,
}

impl OnFailure {
    /// Reads `stop`, `random` or `forfeit`.
    pub fn named(name: &str) -> Option<OnFailure> {
        let named = [("stop", OnFailure::Stop), ("random", OnFailure::Random), ("forfeit", OnFailure::Forfeit)];
        named.into_iter().find(|(known, _)| *known == name).map(|(_, found)| found)
    }
}

impl Bots {
    /// Asks the program of the side to move, or looks whether its answer is there.
    pub(crate) fn ask_program(&mut self, table: &mut Table, kind: BotKind) -> Result<Progress, PlayError> {
        Ok(match self.programs.look(table, kind)? {
            Step::Answered => Progress::Answered,
            Step::Thinking => Progress::Thinking,
            Step::Failed(why) => Progress::Failed(why),
        })
    }

    /// Replaces the program of the side to move, as `on_failure` says. Returns a report. `why` is from
    /// [`Progress::Failed`].
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn replace_program(&mut self, table: &mut Table, why: &str) -> Result<String, PlayError> {
        let Some(side) = table.asked() else { return Err(PlayError::GameOver) };
        let name = table.board().sides[side.index()].name.clone();
        let then = match self.on_failure {
            OnFailure::Stop => {
                table.seat(side, Seat::Human)?;
                "a person takes the seat".to_owned()
            }
            OnFailure::Random => {
                table.seat(side, Seat::Bot(RANDOM))?;
                "`random` plays on".to_owned()
            }
            OnFailure::Forfeit => {
                table.resign(side)?;
                format!("{name} resigns")
            }
        };
        Ok(format!("the program of {name} {why}: {then}"))
    }

    /// Ends the programs that have lost their seat. At the end of the game, tells all programs about it and ends them.
    pub fn dismiss_programs(&mut self, table: &Table) {
        if !table.is_looking_back() {
            self.programs.dismiss(table);
        }
    }
}
