//! Choices: what a driver gets when it answers a choice, and the pending choice of a game with its standing actions.

use crate::vm::RunError;
use cardwright_state::position::{Position, Row, TextLine};
use cardwright_state::{ActionId, Answer, PeriodId, SideId, StepId};

/// A choice that a driver should answer at once.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceRequest<'a> {
    /// The side that answers.
    pub side: SideId,
    /// The legal rows.
    pub rows: &'a [Row],
    /// The indexes of the rows that the rules discourage, ascending.
    pub discouraged: &'a [usize],
    /// The likely numbers: see [`Choice::likely`].
    pub likely: &'a [LikelyNumber],
    /// The default row, if the rules name one. A rule may name a row that is not legal.
    pub default_row: Option<Row>,
    /// The position at the choice.
    pub position: &'a Position,
}

/// Decides whether a run stops before an outermost step. Gets the step, and the periods that ended since the run began.
pub type BeforeStep = Box<dyn FnMut(StepId, &[PeriodId]) -> bool>;

/// A function that answers choices at once, for bots, replays and searches. With `None`, the choice stays pending.
pub type Driver = Box<dyn FnMut(&ChoiceRequest<'_>) -> Option<Answer>>;

/// The number of an amount that a rule deems likely. Random players give it half the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LikelyNumber {
    /// The row.
    pub row: Row,
    /// The index of the amount among the row's columns.
    pub column: usize,
    /// The number.
    pub number: i64,
}

/// The pending choice of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// The side that answers.
    pub side: SideId,
    /// The question, if the script gives one.
    pub prompt: Option<TextLine>,
    /// The legal rows.
    pub rows: Vec<Row>,
    /// The index of the default row: the row that Enter takes.
    pub default: Option<usize>,
    /// Whether the default is a suggestion, which no typed line takes by itself.
    pub is_suggestion: bool,
    /// The indexes of the rows that the rules discourage, ascending. Random players avoid them if they can.
    pub discouraged: Vec<usize>,
    /// The likely numbers of amounts, for random players.
    pub likely: Vec<LikelyNumber>,
    /// In a choice of several things one by one, in any order (`choose_some`): how many things the player has named
    /// before. Otherwise `None`.
    pub named_count: Option<u8>,
    /// In a choice that divides a total (`choose_counts`), after its first answer: how much is divided already, and the
    /// most in total. Otherwise `None`.
    pub distributed: Option<(u8, u8)>,
}

impl Choice {
    /// The index of the only row, if it has no amount. Then the choice has one possible answer.
    pub fn only_answer(&self) -> Option<usize> {
        matches!(&self.rows[..], [row] if !row.has_amounts()).then_some(0)
    }
}

/// The choice that scripts prepare, and its answer.
#[derive(Debug, Default)]
pub(crate) struct OpenChoice {
    /// The rows that scripts have added so far.
    pub(crate) rows: Vec<Row>,
    /// The number of combinations that the current offer has tried.
    pub(super) combinations_tried: usize,
    pub(crate) prompt: Option<TextLine>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// Whether the default row is a suggestion: see [`Choice::is_suggestion`].
    pub(crate) is_suggestion: bool,
    /// The indexes of the discouraged rows.
    pub(crate) discouraged: Vec<usize>,
    pub(crate) likely: Vec<LikelyNumber>,
    /// The answer, until the script takes it.
    pub(crate) answer: Option<Row>,
}

/// The rows of a side's standing actions while a choice is pending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingRows {
    /// The side.
    pub side: SideId,
    /// The legal rows.
    pub rows: Vec<Row>,
    /// The actions whose scripts failed, with the errors. `rows` has no rows of these actions.
    pub failed: Vec<(ActionId, RunError)>,
}

/// The standing actions that scripts opened for the pending choice.
#[derive(Debug, Default)]
pub(crate) struct StandingActions {
    /// The standing actions that sides may use before the answer.
    pub(crate) actions: Vec<(SideId, ActionId)>,
    /// The lengths of the journal, of the stack of open steps and of the innermost step log ([`Host::log_position`])
    /// when a script opened the first of the standing actions.
    pub(super) log_position: (usize, usize, usize),
    /// The rows of the standing actions by side. `None` until the host computes them.
    pub(crate) rows: Option<Vec<StandingRows>>,
}
