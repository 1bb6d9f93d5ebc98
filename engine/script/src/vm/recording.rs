//! What callers set and collect around a run: drivers, recorded events, and supplied outcomes of chance.

use super::Vm;
use crate::host::{BeforeStep, Driver, ForcedOutcome, GameEvent, ManualChance};
use crate::lua_ffi::shared_flags::SharedFlag;
use cardwright_state::position::{CardLocation, TextLine};
use cardwright_state::{CardId, CardKnowledge, PeriodId, Position, SideId, StepId, Val};
use std::sync::Arc;

impl Vm {
    /// Sets the driver, a function that answers choices while the game runs. Without a driver, the game pauses at every
    /// choice.
    pub fn set_driver(&mut self, driver: Option<Driver>) {
        let mut host = self.host.borrow_mut();
        (host.driver, host.is_unattended) = (driver, false);
    }
    /// Sets a driver that answers every choice to the end of the game. Nobody uses standing actions meanwhile, so the
    /// engine opens none.
    pub fn set_unattended_driver(&mut self, driver: Driver) {
        let mut host = self.host.borrow_mut();
        (host.driver, host.is_unattended) = (Some(driver), true);
    }
    /// Sets cards and actions that nobody should play. In every choice, the rows that name one of them count as
    /// discouraged.
    pub fn set_avoided(&mut self, avoided: Vec<Val>) {
        self.host.borrow_mut().avoided = avoided;
    }
    /// Turns the recording of events (log lines, rolls, draws) on or off: see [`Vm::take_events`].
    pub fn record_events(&mut self, on: bool) {
        self.host.borrow_mut().recorder.is_recording = on;
    }
    /// Removes and returns the events since the last call.
    pub fn take_events(&mut self) -> Vec<GameEvent> {
        let mut host = self.host.borrow_mut();
        host.recorder.roll_label = None; // A label that is still here belongs to a roll that did not happen.
        std::mem::take(&mut host.recorder.events).into_iter().map(|recorded| recorded.event).collect()
    }
    /// Removes and returns the sides for which rules answered since the last call, if [`Vm::record_events`] is on.
    pub fn take_sides_played_by_rules(&mut self) -> Vec<SideId> {
        std::mem::take(&mut self.host.borrow_mut().recorder.sides_played_by_rules)
    }
    /// Removes and returns the periods that ended since the last call, or since the position was set. A period occurs as
    /// often as it ended.
    pub fn take_ended_periods(&mut self) -> Vec<PeriodId> {
        std::mem::take(&mut self.host.borrow_mut().recorder.ended_periods)
    }
    /// Turns the recording of step starts on or off: see [`Vm::take_step_starts`]. The engine copies the position at
    /// each start.
    pub fn record_step_starts(&mut self, on: bool) {
        self.host.borrow_mut().recorder.step_starts = on.then(Vec::new);
    }
    /// Whether the VM records step starts.
    pub fn records_step_starts(&self) -> bool {
        self.host.borrow().recorder.step_starts.is_some()
    }
    /// Removes and returns the steps that started since the last call, in order, each with the position at its start.
    pub fn take_step_starts(&mut self) -> Vec<(StepId, Position)> {
        self.host.borrow_mut().recorder.step_starts.as_mut().map(std::mem::take).unwrap_or_default()
    }
    /// Puts back the step starts from [`Vm::take_step_starts`]. `None` turns the recording off.
    pub fn restore_step_starts(&mut self, starts: Option<Vec<(StepId, Position)>>) {
        self.host.borrow_mut().recorder.step_starts = starts;
    }
    /// Removes and returns the moves of cards since the last call, in order, if [`Vm::record_events`] is on.
    pub fn take_card_moves(&mut self) -> Vec<(CardId, CardLocation)> {
        let mut host = self.host.borrow_mut();
        host.read_card_moves();
        std::mem::take(&mut host.recorder.card_moves)
    }
    /// Whether there was a barrier since the last call: a roll, draw or reveal that undo may not cross. Clears the
    /// barrier.
    pub fn take_barrier(&mut self) -> bool {
        std::mem::take(&mut self.host.borrow_mut().chance.barrier)
    }
    /// Adds forced outcomes. The next rolls use the outcomes for rolls in order, the next draws those for draws, and
    /// the next picks those for picks.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = ForcedOutcome>) {
        self.host.borrow_mut().chance.outcomes.forced.extend(outcomes);
    }
    /// Removes and returns the forced outcomes that no roll, draw or pick has used yet.
    pub fn take_forced(&mut self) -> Vec<ForcedOutcome> {
        self.host.borrow_mut().chance.outcomes.forced.drain(..).collect()
    }
    /// Removes and returns the forced outcomes that rolls, draws and picks have used since the last call, in order.
    pub fn take_used_outcomes(&mut self) -> Vec<ForcedOutcome> {
        std::mem::take(&mut self.host.borrow_mut().chance.outcomes.used)
    }
    /// Sets which outcomes people supply from real dice and cards. The engine generates none of these outcomes. If the
    /// run needs such an outcome and none is forced, it stops with [`crate::RunError::Chance`].
    pub fn set_manual_chance(&mut self, manual: ManualChance) {
        self.host.borrow_mut().chance.outcomes.manual = manual;
    }
    /// Removes and returns the outcome that the engine would generate for the roll or draw at which the run stopped.
    pub fn take_generated_outcomes(&mut self) -> Vec<ForcedOutcome> {
        std::mem::take(&mut self.host.borrow_mut().chance.outcomes.generated)
    }
    /// The label of the roll or draw at which the run stopped, if the script gives a label.
    pub fn roll_label(&self) -> Option<TextLine> {
        self.host.borrow().recorder.roll_label.as_deref().cloned()
    }
    /// Sets what the sides know of the cards in the current position. A draw may then give a card of the physical table
    /// ([`ForcedOutcome::TableCard`]) that the program has in another place. The engine exchanges the two cards.
    pub fn set_card_knowledge(&mut self, knowledge: Option<Arc<CardKnowledge>>) {
        let mut host = self.host.borrow_mut();
        let move_count = host.recorder.card_moves.len();
        host.chance.outcomes.card_knowledge = knowledge.map(|knowledge| (knowledge, move_count));
        host.chance.outcomes.has_exchanged_cards = false;
    }
    /// Removes and returns the knowledge of the cards, if the engine has exchanged cards since
    /// [`Vm::set_card_knowledge`]. The number says how many of the moves of [`Vm::take_card_moves`] the knowledge
    /// includes.
    pub fn take_card_knowledge(&mut self) -> Option<(Arc<CardKnowledge>, usize)> {
        let mut host = self.host.borrow_mut();
        let knowledge = host.chance.outcomes.card_knowledge.take();
        knowledge.filter(|_| std::mem::take(&mut host.chance.outcomes.has_exchanged_cards))
    }
    /// Turns the enumeration of chance on or off. While it is on and [`Vm::require_forced_outcomes`] is on too, a roll
    /// whose dice the rules read one by one (`read_dice`) lists all results that the rules can read from it, in
    /// [`crate::ChanceRequest::Dice`].
    pub fn enumerate_chance(&mut self, on: bool) {
        self.host.borrow_mut().set_flag(SharedFlag::EnumeratingChance, u8::from(on));
    }
    /// Sets a function that decides before each outermost step whether the run stops there, with
    /// [`crate::RunError::StepBegins`]. The next run begins with that step. Returns the function that was set before.
    pub fn stop_before_steps(&mut self, stops: Option<BeforeStep>) -> Option<BeforeStep> {
        std::mem::replace(&mut self.host.borrow_mut().limits.before_step, stops)
    }
    /// Decides whether chance needs a forced outcome for every roll, every pick, and every draw whose card is not
    /// certain. If an outcome is missing, the run fails. Rule tests use this.
    pub fn require_forced_outcomes(&mut self, on: bool) {
        self.host.borrow_mut().chance.outcomes.must_be_forced = on;
    }
}
