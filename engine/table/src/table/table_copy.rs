//! A copy of a game for another thread. Scripts cannot leave their thread, so the copy needs a VM of its own.

use super::Table;
use crate::former_ids::FormerIds;
use crate::game::Game;
use crate::record::Header;
use crate::record_keeper::RecordKeeper;
use crate::seat::Seat;
use crate::timeline::Timeline;
use cardwright_script::{Program, RunError, Vm};
use std::sync::Arc;

/// A game without its scripts and its record.
#[derive(Debug)]
pub struct TableCopy {
    program: Arc<Program>,
    timeline: Timeline,
    header: Header,
    scenario: String,
    seats: Vec<Seat>,
    open: bool,
}

impl Table {
    /// Copies the current game. The copy is independent and has no record.
    pub fn copy(&self) -> TableCopy {
        TableCopy {
            program: self.game.program.clone(),
            timeline: self.timeline.clone(),
            header: self.record_keeper.header.clone(),
            scenario: self.scenario.clone(),
            seats: self.seats.clone(),
            open: self.open,
        }
    }
}

impl TableCopy {
    /// The program, to load the copy's VM.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Turns the copy into a game in this VM.
    ///
    /// # Errors
    /// The open steps cannot be re-run.
    pub fn table(self, vm: Vm) -> Result<Table, RunError> {
        let here = self.timeline.here;
        let mut table = Table {
            game: Game::new(self.program, vm, false),
            timeline: self.timeline,
            record_keeper: RecordKeeper { header: self.header, contents: Vec::new(), record: None },
            scenario: self.scenario,
            seats: self.seats,
            open: self.open,
            resigned: None,
            former_ids: FormerIds::default(),
            waiting: None,
        };
        table.try_go_to_event(here)?;
        Ok(table)
    }
}
