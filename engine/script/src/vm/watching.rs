//! What whoever watches a run is told, and the outcomes it is given.

use super::Vm;
use crate::host::{Driver, Forced, Happening};
use cardwright_state::position::CardAt;
use cardwright_state::{CardId, PeriodId, Position, SideId, StepId};

impl Vm {
    /// Who answers choices inline; `None` pauses the game at every choice.
    pub fn set_driver(&mut self, driver: Option<Driver>) {
        let mut host = self.host.borrow_mut();
        (host.driver, host.alone) = (driver, false);
    }
    /// A driver that answers every choice there is, on to the end of the game: nobody looks at what stands open beside one, so
    /// nothing is opened.
    pub fn play_alone(&mut self, driver: Driver) {
        let mut host = self.host.borrow_mut();
        (host.driver, host.alone) = (Some(driver), true);
    }
    /// Keeps what happens (log lines, rolls, draws) for [`Vm::take_happenings`].
    pub fn watch(&mut self, on: bool) {
        self.host.borrow_mut().witness.watching = on;
    }
    /// What has happened since it was last taken.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        let mut host = self.host.borrow_mut();
        host.witness.purpose = None; // What it was for was never rolled.
        std::mem::take(&mut host.witness.happenings).into_iter().map(|told| told.what).collect()
    }
    /// The sides for which rules answered since it was last taken, while [`Vm::watch`] was on.
    pub fn take_ruled(&mut self) -> Vec<SideId> {
        std::mem::take(&mut self.host.borrow_mut().witness.ruled_for)
    }
    /// The periods that ended since it was last taken, while [`Vm::watch`] was on.
    pub fn take_ended(&mut self) -> Vec<PeriodId> {
        std::mem::take(&mut self.host.borrow_mut().witness.ended)
    }
    /// Keeps the position in which each step begins, or none: for [`Vm::take_openings`]. It costs a copy of the position each time.
    pub fn keep_openings(&mut self, on: bool) {
        self.host.borrow_mut().witness.openings = on.then(Vec::new);
    }
    /// Whether they are kept.
    pub fn keeps_openings(&self) -> bool {
        self.host.borrow().witness.openings.is_some()
    }
    /// The steps that began since it was last taken, each with the position then, in their order.
    pub fn take_openings(&mut self) -> Vec<(StepId, Position)> {
        self.host.borrow_mut().witness.openings.as_mut().map(std::mem::take).unwrap_or_default()
    }
    /// What was taken, as if it had not been; none where none are kept.
    pub fn put_back_openings(&mut self, openings: Option<Vec<(StepId, Position)>>) {
        self.host.borrow_mut().witness.openings = openings;
    }
    /// Which cards went where since it was last taken, in order; of what happened while [`Vm::watch`] was on.
    pub fn take_moves(&mut self) -> Vec<(CardId, CardAt)> {
        let mut host = self.host.borrow_mut();
        host.tell_moves();
        std::mem::take(&mut host.witness.moves)
    }
    /// Whether chance has revealed something since this was last asked.
    pub fn take_barrier(&mut self) -> bool {
        std::mem::take(&mut self.host.borrow_mut().barrier)
    }
    /// Outcomes that the next rolls and draws use first: faces and cards each in their order.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = Forced>) {
        self.host.borrow_mut().given.forced.extend(outcomes);
    }
    /// Forced outcomes not yet used; they are dropped.
    pub fn take_forced(&mut self) -> Vec<Forced> {
        self.host.borrow_mut().given.forced.drain(..).collect()
    }
    /// Forced outcomes used since this was last asked, in their order.
    pub fn take_consumed(&mut self) -> Vec<Forced> {
        std::mem::take(&mut self.host.borrow_mut().given.used)
    }
    /// Whether every outcome must be given (tests): a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.host.borrow_mut().given.only = on;
    }
}
