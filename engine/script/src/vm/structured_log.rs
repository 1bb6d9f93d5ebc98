//! The structured log of an answer: its headings and log actions, each with the changes that it caused.
//!
//! Scripts name headings and log actions. An action that rules play for a side is a log action too. The engine finds the
//! changes itself: it compares the position at each heading or action with the position at the next one.

use super::Vm;
use crate::figure_value::FigureValue;
use crate::host::{ChangeCount, GameEvent, RecordedEvent};
use crate::program::LogTiming;
use crate::watchdog;
use cardwright_state::board::Board;
use cardwright_state::{Difference, Position, diff};

/// A part of the log: a heading, log action or decision, with its events.
struct LogPart {
    /// The heading, log action or decision; none before the first.
    head: Option<GameEvent>,
    /// Dice, cards, picks and log lines, each with the count of changes before it.
    notes: Vec<(GameEvent, ChangeCount)>,
    /// The reasons: decision logs of sides played by rules.
    decisions: Vec<GameEvent>,
    /// The position at its start, if it is known.
    from: Option<Box<Position>>,
}

impl Vm {
    /// Turns the structured log on or off: events with headings, log actions and their changes. It needs
    /// [`Vm::record_events`], and costs a copy of the position for each log action.
    pub fn set_structured_log(&mut self, on: bool) {
        self.host.borrow_mut().recorder.is_structured = on;
    }

    /// Whether the structured log is on.
    pub fn has_structured_log(&self) -> bool {
        self.host.borrow().recorder.is_structured
    }

    /// The events since the last call, as a structured log if it is on. `before`: the position before the answer; with
    /// none, changes before the first log action are left out.
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
        self.figures_until = Some(watchdog::now() + self.watchdog.limit());
        let log = self.assemble(parts, end);
        self.figures_until = None;
        log
    }

    /// Joins the parts, and adds the changes after each.
    fn assemble(&mut self, parts: Vec<LogPart>, end: Position) -> Vec<GameEvent> {
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
                // No named action followed the decision: log its changes first, then the decision.
                Some(why @ GameEvent::Decision { .. }) => (None, Some(why)),
                head => (head, None),
            };
            out.extend(head);
            out.extend(notes.into_iter().map(|(note, _)| note));
            if let (Some(from), Some(to)) = (from, to) {
                let changes = logged_changes(&board, from, to);
                if !changes.is_empty() {
                    out.push(GameEvent::Changed(changes.into_boxed_slice()));
                }
            }
            action_figures.start(self, LogTiming::WithAction, from);
            heading_figures.start(self, LogTiming::WithHeading, from);
            out.extend(action_figures.changes(self, LogTiming::WithAction, to));
            out.extend(decision);
            out.extend(decisions);
        }
        out.extend(heading_figures.changes(self, LogTiming::WithHeading, Some(&end)));
        out.shrink_to_fit(); // A game keeps very many events.
        out
    }

    /// The values of the figures with this log timing in a position.
    fn logged_figures_at(&mut self, timing: LogTiming, position: &Position) -> Vec<(usize, Vec<FigureValue>)> {
        let figures = self.program.figures.iter().enumerate().filter(|(_, figure)| figure.log_timing == Some(timing));
        let numbers: Vec<usize> = figures.map(|(n, _)| n).collect();
        self.figures_in_position(numbers, position)
    }

    /// The values of all figures in another position: see [`Vm::figures`].
    pub fn figures_at(&mut self, position: &Position) -> Vec<Vec<FigureValue>> {
        let all = (0..self.program.figures.len()).collect();
        self.figures_in_position(all, position).into_iter().map(|(_, figured)| figured).collect()
    }

    /// The logged figures whose value differs between two positions.
    pub fn changed_figures(&mut self, from: &Position, to: &Position) -> Vec<GameEvent> {
        let mut out = Vec::new();
        for timing in [LogTiming::WithAction, LogTiming::WithHeading] {
            let mut figures = FigureTracker::default();
            figures.start(self, timing, Some(from));
            out.extend(figures.changes(self, timing, Some(to)));
        }
        out
    }

    /// The values of some figures, by their numbers, in another position.
    fn figures_in_position(&mut self, numbers: Vec<usize>, position: &Position) -> Vec<(usize, Vec<FigureValue>)> {
        if numbers.is_empty() || self.figures_until.is_some_and(|until| watchdog::now() > until) {
            return Vec::new();
        }
        let program = self.program.clone();
        let was_live = self.is_live;
        let own_position = {
            let mut host = self.host.borrow_mut();
            host.forget_shared();
            std::mem::replace(&mut host.pos, position.clone())
        };
        let out = numbers.into_iter().map(|n| (n, self.figure_values(n, &program.figures[n]))).collect();
        {
            let mut host = self.host.borrow_mut();
            host.pos = own_position;
            host.forget_shared();
        }
        if was_live && !self.is_live {
            let _ = self.restart(false, false); // A figure failed, and the coroutine with the pending choice is gone.
        }
        out
    }
}

/// Remembers the values of figures to log their changes.
#[derive(Default)]
struct FigureTracker {
    last: Option<Vec<(usize, Vec<FigureValue>)>>,
}

impl FigureTracker {
    /// Stores the values in a position, unless it has values already.
    fn start(&mut self, vm: &mut Vm, timing: LogTiming, at: Option<&Position>) {
        if let (None, Some(at)) = (&self.last, at) {
            self.last = Some(vm.logged_figures_at(timing, at));
        }
    }

    /// The figures whose values differ from the stored ones. Stores the new values.
    fn changes(&mut self, vm: &mut Vm, timing: LogTiming, at: Option<&Position>) -> Vec<GameEvent> {
        let (Some(last), Some(at)) = (self.last.take(), at) else { return Vec::new() };
        let current = vm.logged_figures_at(timing, at);
        let mut out = Vec::new();
        for ((figure, last), (_, current)) in last.iter().zip(&current) {
            for (subject, (was, is)) in last.iter().zip(current).enumerate() {
                let failed = |it: &FigureValue| matches!(it, FigureValue::Failed(_));
                if was != is && !failed(was) && !failed(is) {
                    out.push(GameEvent::FigureChanged {
                        figure: *figure,
                        subject,
                        was: Box::new(was.clone()),
                        is: Box::new(is.clone()),
                    });
                }
            }
        }
        self.last = Some(current);
        out
    }
}

/// Groups events by heading, log action or decision.
fn split_into_parts(board: &Board, recorded: Vec<RecordedEvent>, before: Option<&Position>) -> Vec<LogPart> {
    let from = before.map(|position| Box::new(position.without_history()));
    let mut parts = vec![LogPart { head: None, notes: Vec::new(), decisions: Vec::new(), from }];
    for RecordedEvent { event, changes_before, position } in recorded {
        let Some(last) = parts.last_mut() else { break };
        match (event, position) {
            (event @ GameEvent::Decision { .. }, None) => last.decisions.push(event),
            (event, None) => last.notes.push((event, changes_before)),
            (event, Some(position)) => {
                let mut part = LogPart { head: None, notes: Vec::new(), decisions: Vec::new(), from: Some(position) };
                // Between decision and action, rules may change hidden facts and pick among equals by chance.
                let is_decided_action = matches!(last.head, Some(GameEvent::Decision { .. }))
                    && last
                        .from
                        .as_ref()
                        .zip(part.from.as_ref())
                        .is_some_and(|(from, to)| !has_logged_change(board, from, to));
                match event {
                    // The action that was decided: decision and action become one part.
                    event @ GameEvent::Action(_) if is_decided_action => {
                        part.notes = std::mem::take(&mut last.notes);
                        part.decisions =
                            last.head.take().into_iter().chain(std::mem::take(&mut last.decisions)).collect();
                        part.head = Some(event);
                    }
                    event => {
                        let is_heading = matches!(event, GameEvent::Heading(..));
                        part.head = Some(event);
                        // Chance events since the last change belong to this part. For a pick, only changes on the table
                        // count: rules may store the pick in a fact first. For a roll, any change counts.
                        let leads_here = |(note, at): &(GameEvent, ChangeCount)| match note {
                            GameEvent::Picked { .. } => at.on_table == changes_before.on_table && !is_heading,
                            GameEvent::Rolled { .. } => at.all == changes_before.all && !is_heading,
                            _ => false,
                        };
                        let first = last.notes.iter().rposition(|note| !leads_here(note)).map_or(0, |at| at + 1);
                        part.notes = last.notes.split_off(first);
                    }
                }
                parts.push(part);
            }
        }
    }
    parts
}

/// The logged differences between two positions.
fn logged_changes(board: &Board, from: &Position, to: &Position) -> Vec<Difference> {
    diff(board, from, to).into_iter().filter(|d| is_logged(board, d)).collect()
}

fn has_logged_change(board: &Board, from: &Position, to: &Position) -> bool {
    !logged_changes(board, from, to).is_empty()
}

/// Whether the log shows a difference: everything on the table, but not the rules' own bookkeeping.
pub fn is_logged(board: &Board, difference: &Difference) -> bool {
    match difference {
        Difference::Pieces { .. }
        | Difference::Track { .. }
        | Difference::Activated(_)
        | Difference::Deactivated(_) => true,
        // A fact that a period resets is a counter of the rules.
        Difference::Fact { fact, .. } => board.facts[fact.at()].is_shown && board.facts[fact.at()].until.is_none(),
        _ => false,
    }
}
