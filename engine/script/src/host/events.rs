//! Events of play, and the trace of a choice for `why`. Neither is part of the position.

use super::Host;
use crate::figure_value::FigureValue;
use cardwright_state::die_faces::Target;
use cardwright_state::position::{CardLocation, MAX_COLUMNS, Position, Row, TextLine};
use cardwright_state::val::{Kind, PlainValue};
use cardwright_state::{ActionId, CardId, DieId, Difference, PeriodId, PileId, ReasonId, SideId, StepId, Val};
use std::collections::BTreeMap;

/// An event of play. It is not part of the position. Where an event has a `Vec<Option<PileId>>`, that is the pile of
/// each subject of the line at that time, for subjects that are cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEvent {
    /// A script added a log line.
    LogLine(TextLine, Vec<Option<PileId>>),
    /// A side that is played by rules logs a decision.
    Decision {
        /// The line.
        line: TextLine,
        /// The piles of the line's subjects.
        places: Vec<Option<PileId>>,
        /// The side, if the host knows it.
        side: Option<SideId>,
        /// Whether it is a detail of the way to the decision.
        is_detail: bool,
    },
    /// A heading for all events up to the next heading. Only in a structured log:
    /// see [`crate::Vm::set_structured_log`].
    Heading(TextLine, Vec<Option<PileId>>),
    /// A log action that is no answer of a side. All changes up to the next action or heading belong to it. Only in a
    /// structured log.
    Action(LogAction),
    /// The changes on the table by the preceding answer, action, heading or decision, in board order. Only in a
    /// structured log.
    Changed(Box<[Difference]>),
    /// The value of a logged figure changed. Only in a structured log.
    FigureChanged {
        /// Index in [`crate::Program::figures`].
        figure: usize,
        /// Number of the side or space; 0 for the game.
        subject: usize,
        /// The old value.
        was: Box<FigureValue>,
        /// The new value.
        is: Box<FigureValue>,
    },
    /// A roll of dice.
    Rolled {
        /// The die.
        die: DieId,
        /// The faces.
        faces: Vec<i64>,
        /// For a check: the faces that succeed, and the number of dice.
        check: Option<(Target, u32)>,
        /// The label of the roll, if the script gives one.
        label: Option<Box<TextLine>>,
    },
    /// A draw of a card.
    Drawn {
        /// The card.
        card: CardId,
        /// The pile that it came from.
        from: PileId,
        /// The pile that it went to.
        to: PileId,
    },
    /// A look at the top cards of a pile.
    Peeked {
        /// The pile.
        pile: PileId,
        /// The cards, top first.
        cards: Vec<CardId>,
        /// The side that looked; none if only the rules did.
        side: Option<SideId>,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
    /// A random pick.
    Picked {
        /// The picked thing.
        picked: Val,
        /// All candidates, in notation.
        candidates: Vec<String>,
        /// For a card: its pile at that time.
        pile: Option<PileId>,
        /// The label of the pick, if the script gives one.
        label: Option<Box<TextLine>>,
    },
}

/// A log action: something done without an answer of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogAction {
    /// An action that rules play for a side, as the row that the side would have chosen.
    Played(SideId, Row),
    /// A log action that a script names, and the piles of its subjects.
    Named(TextLine, Vec<Option<PileId>>),
}

impl GameEvent {
    /// Whether it is a detail of a decision by rules. Viewers hide these by default.
    pub fn is_decision_detail(&self) -> bool {
        matches!(self, GameEvent::Decision { is_detail: true, .. })
    }
    /// Whether it logs a decision by rules.
    pub fn is_decision(&self) -> bool {
        matches!(self, GameEvent::Decision { .. })
    }
    /// Its approximate size in bytes.
    pub fn size(&self) -> usize {
        let line_size = |line: &TextLine| size_of_val(&*line.subjects);
        let places_size = |places: &Vec<Option<PileId>>| size_of_val(&**places);
        let label_size =
            |label: &Option<Box<TextLine>>| label.as_deref().map_or(0, |line| size_of::<TextLine>() + line_size(line));
        let heap_size = match self {
            GameEvent::LogLine(line, places)
            | GameEvent::Decision { line, places, .. }
            | GameEvent::Heading(line, places)
            | GameEvent::Action(LogAction::Named(line, places)) => line_size(line) + places_size(places),
            GameEvent::Changed(all) => size_of_val(&**all) + all.iter().map(heap_size).sum::<usize>(),
            GameEvent::FigureChanged { was, is, .. } => was.size() + is.size(),
            GameEvent::Rolled { faces, label, .. } => size_of_val(&**faces) + label_size(label),
            GameEvent::Peeked { cards, .. } => size_of_val(&**cards),
            GameEvent::Picked { label, .. } => label_size(label),
            GameEvent::Action(LogAction::Played(..)) | GameEvent::Drawn { .. } | GameEvent::Shuffled(_) => 0,
        };
        size_of::<GameEvent>() + heap_size
    }
    /// Whether later changes belong to it in the structured log.
    fn is_head(&self) -> bool {
        matches!(self, GameEvent::Heading(..) | GameEvent::Action(_) | GameEvent::Decision { is_detail: false, .. })
    }
}

/// The approximate size of a difference's heap data in bytes.
fn heap_size(difference: &Difference) -> usize {
    match difference {
        Difference::Fact { was, is, .. } => size_of_val(was.values()) + size_of_val(is.values()),
        _ => 0,
    }
}

/// Why scripts excluded things from the rows of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The action whose offer ran, if any.
    pub action: Option<ActionId>,
    /// The reason.
    pub why: ReasonId,
    /// The excluded things; empty if the script closed the whole action.
    pub excluded: Vec<Val>,
    /// The script line: `path:line`.
    pub at: String,
    /// The rows that lack the things. Empty if there was no offer: the things may then belong to any row.
    pub rows: Vec<RowContext>,
    /// Whether it closed the action.
    pub closes: bool,
    /// Whether the action is closed for another reason that names things, and this exclusion is of no row. It then does
    /// not explain why the action is closed.
    pub is_aside: bool,
}

/// The columns around an excluded thing in one row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowContext {
    /// The columns before it, the action included.
    pub before: Vec<Val>,
    /// The columns after it, up to the first that has several things.
    pub after: Vec<Val>,
}

/// How a choice came about: see [`crate::Vm::explain`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// The exclusions, in order.
    pub exclusions: Vec<Exclusion>,
    /// The actions that made offers.
    pub asked: Vec<ActionId>,
    /// The discouraged rows, each with its reason and script line.
    pub discouraged: Vec<(Row, ReasonId, String)>,
    /// In a choice that distributes a number: the things that have their share and cannot be named again.
    pub named: Vec<Val>,
    /// Saved exclusions for choices of several things one by one.
    pub(crate) saved: Vec<Vec<Exclusion>>,
    /// For each set that scripts narrowed: the indexes of its exclusions.
    pub(crate) sets: BTreeMap<Val, Vec<usize>>,
    /// The number of rows in all exclusions.
    pub(crate) row_count: usize,
}

/// Records events, card moves and step starts while scripts run.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    /// Whether it records events.
    pub(crate) is_recording: bool,
    /// Whether it records a structured log: with headings, log actions and their changes.
    pub(crate) is_structured: bool,
    pub(crate) events: Vec<RecordedEvent>,
    /// The label of the next chance event.
    pub(crate) roll_label: Option<Box<TextLine>>,
    /// The number of outermost steps that ended.
    pub(crate) outermost_ends: u64,
    /// For a structured log: the number of these that changed something on the table.
    pub(crate) outermost_ends_on_table: u64,
    /// The moves of cards.
    pub(crate) card_moves: Vec<(CardId, CardLocation)>,
    /// The length of the journal up to which `card_moves` has all moves.
    pub(crate) journal_read: usize,
    /// The sides for which rules answered.
    pub(crate) sides_played_by_rules: Vec<SideId>,
    /// The periods that ended.
    pub(crate) ended_periods: Vec<PeriodId>,
    /// The searched length of the journal, and the length up to its last change on the table.
    pub(crate) last_change_on_table: (usize, usize),
    /// The steps that started, each with the position at its start; none if it does not record them.
    pub(crate) step_starts: Option<Vec<(StepId, Position)>>,
}

/// An event, with the number of changes before it.
#[derive(Debug)]
pub(crate) struct RecordedEvent {
    pub(crate) event: GameEvent,
    pub(crate) changes_before: ChangeCount,
    /// The position on the table, for events that start a part of the structured log.
    pub(crate) position: Option<Box<Position>>,
}

/// Counts changes to compare the times of two events. Only in a structured log; otherwise all zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ChangeCount {
    /// All changes: the number of outermost steps that ended, and the length of the journal since.
    pub(crate) all: (u64, usize),
    /// Changes on the table: the number of outermost steps with such changes, and the length of the journal up to the
    /// last such change.
    pub(crate) on_table: (u64, usize),
}

impl Host {
    /// Records an event.
    pub(crate) fn record(&mut self, event: GameEvent) {
        let is_structured = self.recorder.is_structured;
        let is_head = is_structured && event.is_head();
        if self.count_log_line(is_head) {
            return;
        }
        let changes_before = match is_structured {
            true => ChangeCount {
                all: (self.recorder.outermost_ends, self.pos.journal().len()),
                on_table: (self.recorder.outermost_ends_on_table, self.find_last_change_on_table()),
            },
            false => ChangeCount::default(),
        };
        let position = is_head.then(|| Box::new(self.pos.without_history()));
        if position.as_ref().is_some_and(|position| self.count_kept_position(position.size())) {
            return;
        }
        self.recorder.events.push(RecordedEvent { event, changes_before, position });
    }

    /// The length of the journal up to its last change on the table; 0 if there is none.
    pub(super) fn find_last_change_on_table(&mut self) -> usize {
        let journal = self.pos.journal();
        let (read, last) = self.recorder.last_change_on_table;
        let from = if read <= journal.len() { read } else { 0 };
        let since = journal[from..].iter().rposition(|change| change.is_public(&self.board));
        let last = since.map_or(last.min(from), |at| from + at + 1);
        self.recorder.last_change_on_table = (journal.len(), last);
        last
    }

    /// Records an action that rules play for a side, if the called step is the `play` of an action.
    pub(crate) fn record_action_by_rules(&mut self, step: StepId, args: &[PlainValue]) {
        if !self.has_structured_log() {
            return;
        }
        let Some(action) = self.action_steps.iter().position(|of| *of == step) else { return };
        let mut values = args.iter().map_while(|arg| match arg {
            PlainValue::Val(val) => Some(*val),
            _ => None,
        });
        let Some(side) = values.next().and_then(|side| side.index(Kind::Side)) else { return };
        let action = Val::handle(Kind::Action, action as u64);
        let columns: Vec<Val> = std::iter::once(action).chain(values).take(MAX_COLUMNS).collect();
        self.record(GameEvent::Action(LogAction::Played(SideId::new(side), Row::new(&columns))));
    }

    /// Records the start of a step with the position, if the recorder wants it.
    pub(super) fn record_step_start(&mut self, step: StepId) {
        if self.recorder.step_starts.is_none() || self.is_replaying() || self.suppose_depth > 0 || self.is_on_trial() {
            return;
        }
        let position = self.pos.clone();
        self.recorder.step_starts.get_or_insert_default().push((step, position));
    }

    /// Whether events now belong to a structured log: not while a log is replayed, and not in a `suppose`.
    pub(crate) fn has_structured_log(&self) -> bool {
        self.recorder.is_structured && self.recorder.is_recording && !self.is_replaying() && self.suppose_depth == 0
    }
}
