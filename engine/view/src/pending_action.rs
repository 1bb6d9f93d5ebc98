//! Unfinished actions: the action that a side is in the middle of, and the period that contains it.

use cardwright_state::position::{Frame, StepInput};
use cardwright_state::{PeriodId, Position, SideId};
use cardwright_table::{Event, Table, Viewer, label};
use serde::Serialize;
use std::sync::Arc;

/// An unfinished action, step or period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PendingAction {
    /// The name for messages: the label of the first answer, such as `Levy in River`, or the period: `the operation`.
    pub name: String,
    /// The number of the event before the action, step or period began.
    pub before: usize,
    /// Whether this is a period, such as an operation of several actions. Actions within an unfinished period may be
    /// finished.
    pub is_period: bool,
}

/// Returns the unfinished actions, innermost first. Each action began before the action in front of it in the list.
/// Actions that were unfinished when a position was loaded are left out.
pub fn pending_actions(table: &Table) -> Vec<PendingAction> {
    let Some(side) = table.asked() else { return Vec::new() };
    let mut out = open_steps(table);
    // A player enters and undoes this period as a whole.
    out.extend(table.board().joint_entry_period.and_then(|period| open_period(table, side, period)));
    let mut last = table.shown_event();
    let loaded = load_event(table);
    // `next_towards(from, to)` is `None` if `to` does not follow `from`.
    out.retain(|pending| {
        let began_after_load =
            loaded.is_none_or(|n| n == pending.before || table.next_towards(n, pending.before).is_some());
        let is_earlier = began_after_load && table.next_towards(pending.before, last).is_some();
        if is_earlier {
            last = pending.before;
        }
        is_earlier
    });
    out
}

/// Returns the name of an action or period that was already unfinished when the position was loaded and still is.
pub fn unfinished_when_loaded(table: &Table) -> Option<String> {
    let (board, position, load_event) = (table.board(), table.position(), load_event(table)?);
    let open_steps = position.open_steps().iter().rev().map(|frame| &board.labels[frame.step]);
    let action = open_steps.into_iter().find(|step| board.labels.actions.iter().any(|action| action.id == **step));
    let lasts = |period: &PeriodId| {
        let events_since = table.path().into_iter().rev().take_while(|n| *n != load_event);
        position.is_within(board, *period)
            && events_since.into_iter().all(|n| !table.nodes()[n].ended_periods.contains(period))
    };
    let period = board.joint_entry_period.filter(lasts).map(|period| format!("the {}", board.periods[period.index()]));
    action.map(|id| format!("`{id}`")).or(period)
}

/// Returns the event that loaded the position, if the game continues a loaded position.
fn load_event(table: &Table) -> Option<usize> {
    let is_load = |n: &usize| {
        let node = &table.nodes()[*n];
        matches!(node.event, Some(Event::Content { .. })) && !node.reloaded
    };
    table.path().into_iter().rev().find(is_load)
}

impl PendingAction {
    /// Whether an event belongs to this action.
    pub fn contains_event(&self, table: &Table, event: usize) -> bool {
        self.before == event || table.next_towards(self.before, event).is_some() && table.path().contains(&event)
    }

    /// Returns the event that undo may return to: the event before the action, or the last barrier within the action.
    pub fn undo_target(&self, table: &Table) -> usize {
        if table.open {
            return self.before;
        }
        let path = table.path();
        let mut since = path.iter().rev().take_while(|n| **n != self.before);
        since.find(|n| table.nodes()[**n].barrier).copied().unwrap_or(self.before)
    }

    /// Returns the position before the action, if the rules are the same and no other side has answered since.
    pub fn start(&self, table: &Table) -> Option<Arc<Position>> {
        let (nodes, asked) = (table.nodes(), table.asked());
        let path = table.path();
        let only_own_events = path.iter().skip_while(|n| **n != self.before).skip(1).all(|n| nodes[*n].side == asked);
        let start = &nodes[self.before];
        (only_own_events && Arc::ptr_eq(&start.program, table.program())).then(|| start.position())
    }
}

/// Returns the open actions, innermost first. If no action is open, returns the innermost step.
fn open_steps(table: &Table) -> Vec<PendingAction> {
    let board = table.board();
    let stack = table.position().open_steps();
    let is_action = |frame: &Frame| board.labels.actions.iter().any(|action| action.id == board.labels[frame.step]);
    let actions: Vec<usize> = (0..stack.len()).rev().filter(|depth| is_action(&stack[*depth])).collect();
    if actions.is_empty() {
        // A step counts as begun if it has received an answer since its last call returned.
        let has_answer = |frame: &Frame| {
            let since_last_call = frame.log.iter().rev().take_while(|e| !matches!(e, StepInput::Called { .. }));
            since_last_call.into_iter().any(|e| matches!(e, StepInput::Answer(_)))
        };
        return stack.len().checked_sub(1).and_then(|depth| open_step(table, depth, has_answer)).into_iter().collect();
    }
    actions.into_iter().filter_map(|depth| open_step(table, depth, |_| true)).collect()
}

/// Returns the open step at a depth, with the event before that step began.
fn open_step(table: &Table, depth: usize, is_begun: impl Fn(&Frame) -> bool) -> Option<PendingAction> {
    let frame = &table.position().open_steps()[depth];
    let within = |n: usize| {
        let is_same_step = |f: &Frame| (f.step, &f.args, f.start) == (frame.step, &frame.args, frame.start);
        table.nodes()[n].position().open_steps().get(depth).is_some_and(|f| is_same_step(f) && is_begun(f))
    };
    let before = table.path().into_iter().rev().find(|n| !within(*n))?;
    let first = table.next_towards(before, table.shown_event()).map(|n| &table.nodes()[n]);
    let viewer = table.asked().map_or(Viewer::PUBLIC, |side| table.viewer_of(side));
    let label = first.and_then(|node| Some(label::row_text(&node.event_program.board, viewer, &node.row?)));
    let name = label.filter(|label| !label.is_empty());
    let name = name.unwrap_or_else(|| format!("`{}`", table.board().labels[frame.step]));
    Some(PendingAction { name, before, is_period: false })
}

/// Returns the period that the side is in, with the event before the side entered it. An answer of another side counts
/// as the start of the period.
fn open_period(table: &Table, side: SideId, period: PeriodId) -> Option<PendingAction> {
    let (board, nodes) = (table.board(), table.nodes());
    let is_within = |position: &Position| position.is_within(board, period);
    let goes_on = |n: usize| {
        let node = &nodes[n];
        let is_answer = matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. }));
        is_answer && node.side == Some(side) && !node.ended_periods.contains(&period) && is_within(&node.position())
    };
    let before = table.path().into_iter().rev().find(|n| !goes_on(*n))?;
    Some(PendingAction { name: format!("the {}", board.periods[period.index()]), before, is_period: true })
}
