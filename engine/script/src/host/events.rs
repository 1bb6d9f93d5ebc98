//! Events of play, and the trace of a choice for `why`. Events and traces are no part of the position.

use crate::figure_value::FigureValue;
use cardwright_state::die_faces::Target;
use cardwright_state::position::{CardLocation, Position, Row, TextLine};
use cardwright_state::{ActionId, CardId, DieId, Difference, PeriodId, PileId, ReasonId, SideId, StepId, Val};
use std::collections::BTreeMap;

/// An event of play. It is no part of the position. A `Vec<Option<PileId>>` in an event says where the cards that the
/// log line names lay at that time. It has one element for each subject: the pile of a card, `None` for anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameEvent {
    /// A script added a log line.
    LogLine(TextLine, Vec<Option<PileId>>),
    /// A log line about a decision that the rules made for a Non-player.
    Decision {
        /// The log line.
        line: TextLine,
        /// The piles of the log line's subjects.
        places: Vec<Option<PileId>>,
        /// The side, if the host knows it.
        side: Option<SideId>,
        /// Whether the log line is a detail of how the rules came to the decision.
        is_detail: bool,
    },
    /// A heading for all events up to the next heading. Only in a structured log: see
    /// [`crate::Vm::set_structured_log`].
    Heading(TextLine, Vec<Option<PileId>>),
    /// A log action that is no answer of a side. All changes up to the next action or heading belong to it. Only in a
    /// structured log.
    Action(LogAction),
    /// The visible changes since the event before it, in board order. Only in a structured log.
    Changed(Box<[Difference]>),
    /// The value of a logged figure changed. Only in a structured log.
    FigureChanged {
        /// The index in [`crate::Program::figures`].
        figure: usize,
        /// The number of the side or space; 0 for the game.
        subject: usize,
        /// The old value.
        old: Box<FigureValue>,
        /// The new value.
        new: Box<FigureValue>,
    },
    /// A roll of dice.
    Rolled {
        /// The die.
        die: DieId,
        /// The faces.
        faces: Vec<i64>,
        /// In a check, the faces that succeed and the number of dice.
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
        /// The side that looked. `None` if only the rules looked.
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
        /// If the picked thing is a card, the pile of the card at that time.
        pile: Option<PileId>,
        /// The label of the pick, if the script gives one.
        label: Option<Box<TextLine>>,
    },
}

/// A log action: something that happened without an answer of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogAction {
    /// An action that rules play for a side, as the row that the side would have chosen.
    Played(SideId, Row),
    /// A log action that a script names, and the piles of its subjects.
    Named(TextLine, Vec<Option<PileId>>),
}

impl GameEvent {
    /// Whether the event is a detail of a decision by rules. By default, players do not see such details.
    pub fn is_decision_detail(&self) -> bool {
        matches!(self, GameEvent::Decision { is_detail: true, .. })
    }
    /// Whether the event is a decision by rules, or a detail of one.
    pub fn is_decision(&self) -> bool {
        matches!(self, GameEvent::Decision { .. })
    }
    /// Returns the approximate size of the event in bytes.
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
            GameEvent::Changed(differences) => {
                size_of_val(&**differences) + differences.iter().map(heap_size).sum::<usize>()
            }
            GameEvent::FigureChanged { old: was, new: is, .. } => was.size() + is.size(),
            GameEvent::Rolled { faces, label, .. } => size_of_val(&**faces) + label_size(label),
            GameEvent::Peeked { cards, .. } => size_of_val(&**cards),
            GameEvent::Picked { label, .. } => label_size(label),
            GameEvent::Action(LogAction::Played(..)) | GameEvent::Drawn { .. } | GameEvent::Shuffled(_) => 0,
        };
        size_of::<GameEvent>() + heap_size
    }
    /// Whether later changes belong to the event in the structured log.
    pub(crate) fn is_head(&self) -> bool {
        matches!(self, GameEvent::Heading(..) | GameEvent::Action(_) | GameEvent::Decision { is_detail: false, .. })
    }
}

/// Returns the approximate size of a difference's heap data in bytes.
fn heap_size(difference: &Difference) -> usize {
    match difference {
        Difference::Fact { old: was, new: is, .. } => size_of_val(was.values()) + size_of_val(is.values()),
        _ => 0,
    }
}

/// The reason why scripts excluded things from the rows of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The action whose offer ran. `None` if no offer ran.
    pub action: Option<ActionId>,
    /// The reason.
    pub reason: ReasonId,
    /// The excluded things. Empty if the script closed the whole action.
    pub excluded: Vec<Val>,
    /// The script line: `path:line`.
    pub script_line: String,
    /// The rows that lack the things. Empty if no offer used the set. The things may then belong to any row.
    pub rows: Vec<RowContext>,
    /// Whether the exclusion closed the action.
    pub closes: bool,
    /// Whether the exclusion belongs to no row and a later `need` with a set of things closed the action. The exclusion
    /// then does not explain why the action is closed.
    pub is_superseded: bool,
}

/// The columns around an excluded thing in one row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowContext {
    /// The columns before the thing, including the action.
    pub before: Vec<Val>,
    /// The columns after the thing, up to the first column with several things.
    pub after: Vec<Val>,
}

/// What the host does for the command `why`.
#[derive(Debug, Default)]
pub(crate) struct Explaining {
    /// The trace that the host collects while the command runs.
    pub(crate) trace: Option<Trace>,
    /// The action whose offer runs for the command.
    pub(crate) action: Option<ActionId>,
}

/// What scripts did to make the rows of a choice: see [`crate::Vm::explain`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// The exclusions, in order.
    pub exclusions: Vec<Exclusion>,
    /// The actions whose offers ran.
    pub offering_actions: Vec<ActionId>,
    /// The discouraged rows, each with its reason and script line.
    pub discouraged: Vec<(Row, ReasonId, String)>,
    /// In a choice that divides a total (`choose_counts`), the things that have their share and cannot be named again.
    pub finished_things: Vec<Val>,
    /// The exclusions that were saved for the next choices, when a player names several things one by one.
    pub(crate) saved: Vec<Vec<Exclusion>>,
    /// For each set that scripts narrowed, the indexes of its exclusions.
    pub(crate) sets: BTreeMap<Val, Vec<usize>>,
    /// The number of rows in all exclusions.
    pub(crate) row_count: usize,
}

/// Records events, card moves and step starts while scripts run.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    /// Whether the recorder records events.
    pub(crate) is_recording: bool,
    /// Whether the recorder records a structured log, with headings, log actions and their changes.
    pub(crate) is_structured: bool,
    pub(crate) events: Vec<RecordedEvent>,
    /// The label of the next chance event.
    pub(crate) roll_label: Option<Box<TextLine>>,
    /// The number of outermost steps that ended.
    pub(crate) outermost_ends: u64,
    /// In a structured log, the number of outermost steps that ended and had made visible changes.
    pub(crate) outermost_ends_on_table: u64,
    /// The moves of cards, each with the new location.
    pub(crate) card_moves: Vec<(CardId, CardLocation)>,
    /// The number of changes in the journal whose card moves are already in `card_moves`.
    pub(crate) journal_read: usize,
    /// The sides for which rules answered.
    pub(crate) sides_played_by_rules: Vec<SideId>,
    /// The periods that ended, one entry for each end. The host always records them.
    pub(crate) ended_periods: Vec<PeriodId>,
    /// The length of the journal at the last search for visible changes, and its length up to the last visible change.
    pub(crate) last_change_on_table: (usize, usize),
    /// The steps that started, each with the position at its start. `None` if the recorder does not record them.
    pub(crate) step_starts: Option<Vec<(StepId, Position)>>,
}

/// An event, with the number of changes before the event.
#[derive(Debug)]
pub(crate) struct RecordedEvent {
    pub(crate) event: GameEvent,
    pub(crate) changes_before: ChangeCount,
    /// In a structured log, the position at the event, if the event is a heading, log action or decision, or if there
    /// may be visible changes since the event before it.
    pub(crate) position: Option<Box<Position>>,
}

/// Counts of changes, to compare the times of two events. All counts are 0 unless the log is structured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ChangeCount {
    /// Counts all changes: the number of outermost steps that ended, and the length of the journal since then.
    pub(crate) all: (u64, usize),
    /// Counts visible changes: the number of ended outermost steps with visible changes, and the length of the journal
    /// up to the last visible change.
    pub(crate) on_table: (u64, usize),
}
