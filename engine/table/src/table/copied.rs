//! A copy of a game, to be asked about on another thread while the game itself goes on. Scripts stay on their thread: the copy
//! takes up the position with scripts of its own.

use super::{Seat, Table};
use crate::game::Game;
use crate::ledger::Ledger;
use crate::record::Header;
use crate::timeline::Timeline;
use cardwright_script::{Program, RunError, Vm};
use std::sync::Arc;

/// All there is of a game but its scripts and its record.
#[derive(Debug)]
pub struct Copied {
    program: Arc<Program>,
    timeline: Timeline,
    header: Header,
    scenario: String,
    seats: Vec<Seat>,
    open: bool,
}

impl Table {
    /// A copy of the game as it is now. What is done to it is done to nothing else, and recorded nowhere.
    pub fn copied(&self) -> Copied {
        Copied {
            program: self.game.program.clone(),
            timeline: self.timeline.clone(),
            header: self.ledger.header.clone(),
            scenario: self.scenario.clone(),
            seats: self.seats.clone(),
            open: self.open,
        }
    }
}

impl Copied {
    /// The rules it is played by: what the scripts are made of that it takes.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The copy as a game, with scripts of that program.
    ///
    /// # Errors
    /// The open steps cannot be re-run.
    pub fn table(self, vm: Vm) -> Result<Table, RunError> {
        let here = self.timeline.here;
        let mut table = Table {
            game: Game::new(self.program, vm, false),
            timeline: self.timeline,
            ledger: Ledger { header: self.header, contents: Vec::new(), record: None, anew: None },
            scenario: self.scenario,
            seats: self.seats,
            open: self.open,
            resigned: None,
            waiting: None,
            doubts: None,
        };
        table.take_up_event(here)?;
        Ok(table)
    }
}
