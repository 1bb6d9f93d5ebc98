//! What whoever watches a run is told, and the outcomes it is given.

use super::Vm;
use crate::host::{Asks, Driver, Forced, Happening};
use crate::signals::Signal;
use cardwright_state::position::{CardAt, Line};
use cardwright_state::{CardId, PeriodId, Position, SideId, StepId, Trails};
use std::sync::Arc;

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
    /// Which outcomes are asked for from now on: beyond what is forced, the generator makes none of them up, and the run stops
    /// ([`crate::RunError::Chance`]).
    pub fn ask(&mut self, asks: Asks) {
        self.host.borrow_mut().given.asks = asks;
    }
    /// What the generator would have for the outcome that the run stopped for.
    pub fn take_own(&mut self) -> Vec<Forced> {
        std::mem::take(&mut self.host.borrow_mut().given.own)
    }
    /// What that outcome is for, if the script says so.
    pub fn purpose(&self) -> Option<Line> {
        self.host.borrow().witness.purpose.as_deref().cloned()
    }
    /// Tells what can be known of the cards in the position it has taken up: by that a card off the table
    /// ([`Forced::Drawn`]) may lie where the program has another.
    pub fn know(&mut self, trails: Option<Arc<Trails>>) {
        let mut host = self.host.borrow_mut();
        let told = host.witness.moves.len();
        host.given.known = trails.map(|trails| (trails, told));
        host.given.has_exchanged = false;
    }
    /// What can be known of the cards, if one off the table has changed places with another since [`Vm::know`], and how many of
    /// the moves ([`Vm::take_moves`]) are in it.
    pub fn take_known(&mut self) -> Option<(Arc<Trails>, usize)> {
        let mut host = self.host.borrow_mut();
        let known = host.given.known.take();
        known.filter(|_| std::mem::take(&mut host.given.has_exchanged))
    }
    /// Whether chance is gone through: a roll that is read die by die then tells all that it can be read into
    /// ([`crate::ChanceWanted::Dice`]), where every outcome must be given.
    pub fn go_through(&mut self, on: bool) {
        self.host.borrow_mut().set_signal(Signal::GoingThrough, u8::from(on));
    }
    /// Whether every outcome must be given (tests): a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.host.borrow_mut().given.only = on;
    }
}
