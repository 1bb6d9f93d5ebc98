//! The structured log of an answer: its headings and log actions, each with the changes that follow it.
//!
//! Scripts write headings and log actions. If rules play an action for a side, this action is a log action too. To find
//! the changes, the engine compares the position at each heading or log action with the position at the next. If a roll
//! or log line comes between changes, the changes before it stand before it in the log.

use super::Vm;
use crate::figure_value::FigureValue;
use crate::host::{GameEvent, RecordedEvent};
use crate::program::LogTiming;
use crate::watchdog;
use cardwright_state::board::Board;
use cardwright_state::val::PlainValue;
use cardwright_state::{Difference, Position, diff};

/// A part of the log: a heading, log action or decision, with the events that belong to it.
struct LogPart {
    /// The heading, log action or decision. `None` for the events before the first of these.
    head: Option<GameEvent>,
    /// Rolls, draws, picks and log lines.
    notes: Vec<RecordedEvent>,
    /// The decision logs of the sides that rules play. They say why the rules chose the action.
    decisions: Vec<GameEvent>,
    /// The position at the start of the part, if the recorder has it.
    from: Option<Box<Position>>,
}

impl Vm {
    /// Turns the structured log on or off. The structured log groups events under headings and log actions, with the
    /// changes of each. It needs [`Vm::record_events`], and the engine copies the position for each log action.
    pub fn set_structured_log(&mut self, on: bool) {
        self.host.borrow_mut().recorder.is_structured = on;
    }

    /// Whether the structured log is on.
    pub fn has_structured_log(&self) -> bool {
        self.host.borrow().recorder.is_structured
    }

    /// Removes and returns the events since the last call, as a structured log if the structured log is on. `before` is
    /// the position before the answer. Without it, the log leaves out the changes before the first log action.
    pub fn take_structured_log(&mut self, before: Option<&Position>) -> Vec<GameEvent> {
        if !self.has_structured_log() {
            return self.take_events();
        }
        let recorded = {
            let mut host = self.host.borrow_mut();
            host.recorder.roll_label = None;
            std::mem::take(&mut host.recorder.events)
        };
        let parts = split_into_parts(self.board(), recorded, before);
        let end = self.with_position(Position::without_history);
        self.figures_deadline = Some(watchdog::thread_time() + self.watchdog.limit());
        let log = self.join_parts(parts, end);
        self.figures_deadline = None;
        log
    }

    /// Joins the parts, and adds the changes of each part. `end` is the position after the last part.
    fn join_parts(&mut self, parts: Vec<LogPart>, end: Position) -> Vec<GameEvent> {
        let board = self.board().clone();
        let mut out = Vec::new();
        let mut action_figures = FigureTracker::default();
        let mut heading_figures = FigureTracker::default();
        let mut parts = parts.into_iter().peekable();
        while let Some(LogPart { head, notes, decisions, from, .. }) = parts.next() {
            let (from, to) = (from.as_deref(), parts.peek().map_or(Some(&end), |next| next.from.as_deref()));
            if matches!(head, Some(GameEvent::Heading(..))) {
                out.extend(heading_figures.changes(self, LogTiming::WithHeading, from));
            }
            let (head, decision) = match head {
                // No log action followed the decision. Log the changes first, then the decision.
                Some(decision @ GameEvent::Decision { .. }) => (None, Some(decision)),
                head => (head, None),
            };
            out.extend(head);
            let mut last_position = from;
            let mut changes_up_to = |position| {
                let changes = logged_changes(&board, last_position?, position);
                last_position = Some(position);
                (!changes.is_empty()).then(|| GameEvent::Changed(changes.into_boxed_slice()))
            };
            for note in &notes {
                out.extend(note.position.as_deref().and_then(&mut changes_up_to));
                out.push(note.event.clone());
            }
            out.extend(to.and_then(changes_up_to));
            action_figures.start(self, LogTiming::WithAction, from);
            heading_figures.start(self, LogTiming::WithHeading, from);
            out.extend(action_figures.changes(self, LogTiming::WithAction, to));
            out.extend(decision);
            out.extend(decisions);
        }
        out.extend(heading_figures.changes(self, LogTiming::WithHeading, Some(&end)));
        out.shrink_to_fit(); // The game keeps all events, so spare memory adds up.
        out
    }

    /// Computes the figures with this log timing in a position.
    fn logged_figures_at(&mut self, timing: LogTiming, position: &Position) -> Vec<(usize, Vec<FigureValue>)> {
        let figures = self.program.figures.iter().enumerate().filter(|(_, figure)| figure.log_timing == Some(timing));
        let numbers: Vec<usize> = figures.map(|(number, _)| number).collect();
        self.figures_in_position(numbers, position)
    }

    /// Computes the values of all figures in another position: see [`Vm::figures`].
    pub fn figures_at(&mut self, position: &Position) -> Vec<Vec<FigureValue>> {
        let numbers = (0..self.program.figures.len()).collect();
        self.figures_in_position(numbers, position).into_iter().map(|(_, values)| values).collect()
    }

    /// Returns an event for each logged figure whose value differs between two positions.
    pub fn changed_figures(&mut self, from: &Position, to: &Position) -> Vec<GameEvent> {
        let mut out = Vec::new();
        for timing in [LogTiming::WithAction, LogTiming::WithHeading] {
            let mut tracker = FigureTracker::default();
            tracker.start(self, timing, Some(from));
            out.extend(tracker.changes(self, timing, Some(to)));
        }
        out
    }

    /// Computes some figures in another position. The result has the number of each figure with its values.
    fn figures_in_position(&mut self, numbers: Vec<usize>, position: &Position) -> Vec<(usize, Vec<FigureValue>)> {
        if numbers.is_empty() || self.figures_deadline.is_some_and(|deadline| watchdog::thread_time() > deadline) {
            return Vec::new();
        }
        let program = self.program.clone();
        self.in_position(position, |vm| {
            numbers.into_iter().map(|number| (number, vm.figure_values(number, &program.figures[number]))).collect()
        })
    }

    /// Computes the value of one figure in another position, with these arguments for its function. `number` is the index
    /// of the figure in the program.
    ///
    /// # Errors
    /// The function fails, or returns something that no figure returns. The text says what, and where.
    pub fn figure_value_at(
        &mut self,
        number: usize,
        args: &[PlainValue],
        position: &Position,
    ) -> Result<FigureValue, String> {
        self.in_position(position, |vm| vm.figure_value(number, args))
    }

    /// Reads something in another position, without running the game there.
    fn in_position<T>(&mut self, position: &Position, read: impl FnOnce(&mut Vm) -> T) -> T {
        let was_live = self.is_live;
        let own_position = {
            let mut host = self.host.borrow_mut();
            host.forget_shared();
            std::mem::replace(&mut host.pos, position.clone())
        };
        let result = read(self);
        {
            let mut host = self.host.borrow_mut();
            host.pos = own_position;
            host.forget_shared();
        }
        if was_live && !self.is_live {
            // A figure failed, so the VM has dropped the coroutine with the pending choice. Restore the coroutine.
            let _ = self.restart(false, false);
        }
        result
    }
}

/// Stores the values of figures, so that the log can show which values change.
#[derive(Default)]
struct FigureTracker {
    /// The number and the stored values of each figure.
    last: Option<Vec<(usize, Vec<FigureValue>)>>,
}

impl FigureTracker {
    /// Stores the values in a position, unless the tracker already has values.
    fn start(&mut self, vm: &mut Vm, timing: LogTiming, position: Option<&Position>) {
        if let (None, Some(position)) = (&self.last, position) {
            self.last = Some(vm.logged_figures_at(timing, position));
        }
    }

    /// Returns an event for each figure whose value differs from the stored value. Stores the new values.
    fn changes(&mut self, vm: &mut Vm, timing: LogTiming, position: Option<&Position>) -> Vec<GameEvent> {
        let (Some(last), Some(position)) = (self.last.take(), position) else { return Vec::new() };
        let current = vm.logged_figures_at(timing, position);
        let mut out = Vec::new();
        for ((figure, last), (_, current)) in last.iter().zip(&current) {
            for (subject, (was, is)) in last.iter().zip(current).enumerate() {
                let has_failed = |value: &FigureValue| matches!(value, FigureValue::Failed(_));
                if was != is && !has_failed(was) && !has_failed(is) {
                    out.push(GameEvent::FigureChanged {
                        figure: *figure,
                        subject,
                        old: Box::new(was.clone()),
                        new: Box::new(is.clone()),
                    });
                }
            }
        }
        self.last = Some(current);
        out
    }
}

/// Groups events into parts. A part starts at each heading, log action or decision whose position the recorder has.
fn split_into_parts(board: &Board, recorded: Vec<RecordedEvent>, before: Option<&Position>) -> Vec<LogPart> {
    let from = before.map(|position| Box::new(position.without_history()));
    let mut parts = vec![LogPart { head: None, notes: Vec::new(), decisions: Vec::new(), from }];
    for recorded_event in recorded {
        let Some(last) = parts.last_mut() else { break };
        if recorded_event.event.is_decision_detail() {
            last.decisions.push(recorded_event.event);
            continue;
        }
        if !recorded_event.event.is_head() {
            last.notes.push(recorded_event);
            continue;
        }
        let RecordedEvent { event, changes_before, position: from } = recorded_event;
        let mut part = LogPart { head: None, notes: Vec::new(), decisions: Vec::new(), from };
        // The last decision led to this action if the log would show no change between them. Rules may change hidden
        // facts in between, and pick among equal candidates by chance.
        let is_decided_action = matches!(last.head, Some(GameEvent::Decision { .. }))
            && last.from.as_ref().zip(part.from.as_ref()).is_some_and(|(from, to)| !has_logged_change(board, from, to));
        match event {
            // Decision and action become one part.
            event @ GameEvent::Action(_) if is_decided_action => {
                part.notes = std::mem::take(&mut last.notes);
                part.decisions = last.head.take().into_iter().chain(std::mem::take(&mut last.decisions)).collect();
                part.head = Some(event);
            }
            event => {
                let is_heading = matches!(event, GameEvent::Heading(..));
                part.head = Some(event);
                // Rolls and picks since the last change belong to this part. After a pick, rules may first store the
                // result in a fact, so only changes that players see on the table count. After a roll, any change
                // counts.
                let belongs_to_part = |note: &RecordedEvent| match note.event {
                    GameEvent::Picked { .. } => note.changes_before.on_table == changes_before.on_table && !is_heading,
                    GameEvent::Rolled { .. } => note.changes_before.all == changes_before.all && !is_heading,
                    _ => false,
                };
                let first = last.notes.iter().rposition(|note| !belongs_to_part(note)).map_or(0, |index| index + 1);
                part.notes = last.notes.split_off(first);
            }
        }
        parts.push(part);
    }
    parts
}

/// Returns the differences between two positions that the log shows.
fn logged_changes(board: &Board, from: &Position, to: &Position) -> Vec<Difference> {
    diff(board, from, to).into_iter().filter(|difference| is_logged(board, difference)).collect()
}

fn has_logged_change(board: &Board, from: &Position, to: &Position) -> bool {
    !logged_changes(board, from, to).is_empty()
}

/// Whether the log shows a difference. The log shows what players see on the board, and leaves out facts that only the
/// rules use.
pub fn is_logged(board: &Board, difference: &Difference) -> bool {
    match difference {
        Difference::Pieces { .. }
        | Difference::Track { .. }
        | Difference::Activated(_)
        | Difference::Deactivated(_) => true,
        // A fact with `until` only serves the rules, so the log leaves it out.
        Difference::Fact { fact, .. } => {
            board.facts[fact.index()].is_shown && board.facts[fact.index()].until.is_none()
        }
        _ => false,
    }
}
