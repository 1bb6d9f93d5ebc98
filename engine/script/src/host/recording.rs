//! Records events, actions by rules and step starts.

use super::{ChangeCount, GameEvent, Host, LogAction, RecordedEvent};
use cardwright_state::position::{MAX_COLUMNS, Row};
use cardwright_state::val::{Kind, PlainValue};
use cardwright_state::{SideId, StepId, Val};

impl Host {
    /// Records an event.
    pub(crate) fn record(&mut self, event: GameEvent) {
        let is_structured = self.recorder.is_structured;
        let is_head = is_structured && event.is_head();
        if self.count_log_line(is_head) {
            // The script has added too many log lines and will be stopped.
            return;
        }
        let changes_before = match is_structured {
            true => ChangeCount {
                all: (self.recorder.outermost_ends, self.pos.journal().len()),
                on_table: (self.recorder.outermost_ends_on_table, self.find_last_change_on_table()),
            },
            false => ChangeCount::default(),
        };
        let is_after_changes = || {
            // Details of decisions stand at the end of their action.
            let last = self.recorder.events.iter().rfind(|last| !last.event.is_decision_detail());
            last.is_none_or(|last| last.changes_before.on_table != changes_before.on_table)
        };
        let position = (is_structured && (is_head || is_after_changes())).then(|| Box::new(self.pos.without_history()));
        if position.as_ref().is_some_and(|position| self.count_kept_position(position.size())) {
            return;
        }
        self.recorder.events.push(RecordedEvent { event, changes_before, position });
    }

    /// Returns the length of the journal up to its last visible change; 0 if there is none.
    pub(super) fn find_last_change_on_table(&mut self) -> usize {
        let journal = self.pos.journal();
        let (searched, last) = self.recorder.last_change_on_table;
        let from = if searched <= journal.len() { searched } else { 0 };
        let new_change = journal[from..].iter().rposition(|change| change.is_public(&self.board));
        let last = new_change.map_or(last.min(from), |index| from + index + 1);
        self.recorder.last_change_on_table = (journal.len(), last);
        last
    }

    /// Drops a roll label whose roll or pick did not happen.
    pub(crate) fn drop_roll_label(&mut self) {
        if !self.is_replaying() && self.depths.suppose == 0 && !self.is_on_trial() {
            self.recorder.roll_label = None;
        }
    }

    /// Records an action that rules play for a side, if the called step is the `play` of an action.
    pub(crate) fn record_action_by_rules(&mut self, step: StepId, args: &[PlainValue]) {
        self.drop_roll_label();
        if !self.has_structured_log() {
            return;
        }
        let Some(action) = self.definitions.action_steps.iter().position(|action_step| *action_step == step) else {
            return;
        };
        let mut values = args.iter().map_while(|arg| match arg {
            PlainValue::Val(val) => Some(*val),
            _ => None,
        });
        let Some(side) = values.next().and_then(|side| side.index(Kind::Side)) else { return };
        let action = Val::handle(Kind::Action, action as u64);
        let columns: Vec<Val> = std::iter::once(action).chain(values).take(MAX_COLUMNS).collect();
        self.record(GameEvent::Action(LogAction::Played(SideId::new(side), Row::new(&columns))));
    }

    /// Records the start of a step with the position, if the recorder records step starts.
    pub(super) fn record_step_start(&mut self, step: StepId) {
        if self.recorder.step_starts.is_none() || self.is_replaying() || self.depths.suppose > 0 || self.is_on_trial() {
            return;
        }
        let position = self.pos.clone();
        self.recorder.step_starts.get_or_insert_default().push((step, position));
    }

    /// Whether events now belong to a structured log. In a replay and in `suppose`, they do not.
    pub(crate) fn has_structured_log(&self) -> bool {
        self.recorder.is_structured && self.recorder.is_recording && !self.is_replaying() && self.depths.suppose == 0
    }
}
