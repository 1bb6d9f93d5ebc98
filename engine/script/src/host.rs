//! What the host keeps while rules run: the position, the rows being offered, scratch sets, the
//! log being re-run. Bindings are thin functions over this; it never calls Lua.

mod arguments;
mod changes;
mod outcomes;
mod replay;
mod rows;
mod sets;
mod standing;
mod steps;

pub(crate) use steps::Begun;

use crate::mirror::Mirror;
use cardwright_state::board::{Board, FactType, On, PileOrder};
use cardwright_state::chance::{self, Dice, Shuffles};
use cardwright_state::position::{Entry, Frame, Line, Outcome, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// A set as scripts hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SetValue {
    /// Spaces, links, cards or sides.
    Dense(Kind, Set),
    /// Anything else, in order: a range of the list arena.
    List(u32, u32),
}

/// What a choice is asked with.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Who answers.
    pub side: SideId,
    /// The rows.
    pub rows: &'a [Row],
    /// The position in which it is asked.
    pub position: &'a Position,
}

/// Answers choices at once: bots, replays, searches. `None` pauses the game there.
pub type Driver = Box<dyn FnMut(&Ask<'_>) -> Option<usize>>;

/// A choice the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Who answers.
    pub side: SideId,
    /// What is asked, if the script says.
    pub prompt: Option<TextId>,
    /// What may be answered.
    pub rows: Vec<Row>,
    /// The row taken when a typed line ends before this choice.
    pub default: Option<usize>,
}

/// Dice that the game waits for, when a person rolls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiceWanted {
    /// Which die.
    pub die: DieId,
    /// How many.
    pub n: u32,
}

/// Something that happened, for whoever watches. Not part of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A log line.
    Said(Line),
    /// Dice were rolled.
    Rolled {
        /// Which die.
        die: DieId,
        /// The faces, or for a check the number of successes.
        faces: Vec<i64>,
        /// For a check: what counted as a success, and of how many dice.
        check: Option<(i64, u32)>,
    },
    /// A card was drawn.
    Drawn {
        /// The card.
        card: CardId,
        /// From where.
        from: PileId,
        /// To where.
        to: PileId,
    },
    /// Cards on top of a pile were looked at.
    Peeked {
        /// The pile.
        pile: PileId,
        /// How many.
        n: usize,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
}

/// Why something fell out of the rows, as `why` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowed {
    /// The action being asked, if any.
    pub action: Option<ActionId>,
    /// The reason.
    pub why: ReasonId,
    /// Who fell out; empty if the whole action was closed.
    pub fell: Vec<Val>,
    /// Where in the scripts.
    pub at: String,
}

/// Something that stopped a step other than an ordinary script error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    DeadEnd(SideId),
    Diverged(String),
    Limit(String),
    Chance(String),
}

/// A log being re-run.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    pub(crate) stack: Vec<Frame>,
    pub(crate) journal: Vec<Change>,
}

/// Outcomes to use instead of the generator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forced {
    /// A face of a die.
    Face(i64),
    /// A card to be drawn.
    Card(CardId),
}

/// The empty set, of whatever kind.
pub(crate) const EMPTY: Val = Val::handle(Kind::Set, 0);

/// Host calls one answer may cost before the step is stopped.
const CALL_LIMIT: u64 = 200_000;
const ROW_LIMIT: usize = 20_000;
/// A change, roll or draw while a rule is only asked.
pub(crate) const ONLY_ASKED: &str = "an offer is only asked: it may change nothing (`suppose` takes its changes back)";
/// A `standing` that is not directly before its choice.
const BETWEEN: &str = "between `standing` and the choice it is open beside nothing may change, and no step open or end";

pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    pub(crate) pos: Position,
    pub(crate) dice: Dice,
    shuffles: Shuffles,
    pub(crate) rows: Vec<Row>,
    pub(crate) prompt: Option<TextId>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// Actions that other sides may use before the pending answer.
    pub(crate) standing: Vec<(SideId, ActionId)>,
    /// Where the game was when the first of them was opened: journal, open steps, log.
    standing_at: (usize, usize, usize),
    /// Their rows by side, once somebody has looked.
    pub(crate) standing_rows: Option<Vec<(SideId, Vec<Row>)>>,
    /// While a standing action is played, outside the stack.
    pub(crate) outside: bool,
    pub(crate) answer: Option<Row>,
    pub(crate) wanted: Option<DiceWanted>,
    pub(crate) given: Option<Vec<i64>>,
    sets: Vec<SetValue>,
    lists: Vec<Val>,
    fixed_sets: usize,
    fixed_lists: usize,
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    pub(crate) probing: u32,
    pub(crate) supposing: u32,
    pub(crate) loading: bool,
    pub(crate) replay: Option<Replay>,
    pub(crate) check_rows: bool,
    pub(crate) driver: Option<Driver>,
    pub(crate) fault: Option<Fault>,
    pub(crate) explain: Option<Vec<Narrowed>>,
    pub(crate) explain_action: Option<ActionId>,
    pub(crate) forced: VecDeque<Forced>,
    pub(crate) forced_only: bool,
    pub(crate) manual_dice: bool,
    pub(crate) watching: bool,
    pub(crate) happenings: Vec<Happening>,
    pub(crate) barrier: bool,
    pub(crate) calls: u64,
    pub(crate) calls_at_answer: u64,
    pub(crate) decisions: u64,
    pub(crate) answers: u64,
    pub(crate) used_fact: Option<FactId>,
    pub(crate) mirror: Option<Mirror>,
    /// Pairs of filters that `either` joins.
    pub(crate) pairs: Vec<(Val, Val)>,
}

pub(crate) type HostResult<T> = Result<T, String>;

impl Host {
    pub(crate) fn new(board: Arc<Board>) -> Host {
        let pos = Position::initial(&board, 0);
        let used_fact = board.facts.iter().position(|f| f.id == "used").map(FactId::new);
        Host {
            board,
            pos,
            dice: Dice::default(),
            shuffles: Shuffles::default(),
            rows: Vec::new(),
            prompt: None,
            asked_side: SideId(0),
            default_row: None,
            standing: Vec::new(),
            standing_at: (0, 0, 0),
            standing_rows: None,
            outside: false,
            answer: None,
            wanted: None,
            given: None,
            sets: vec![SetValue::List(0, 0)],
            lists: Vec::new(),
            fixed_sets: 0,
            fixed_lists: 0,
            action_steps: Vec::new(),
            probing: 0,
            supposing: 0,
            loading: true,
            replay: None,
            check_rows: false,
            driver: None,
            fault: None,
            explain: None,
            explain_action: None,
            forced: VecDeque::new(),
            forced_only: false,
            manual_dice: false,
            watching: false,
            happenings: Vec::new(),
            barrier: false,
            calls: 0,
            calls_at_answer: 0,
            decisions: 0,
            answers: 0,
            used_fact,
            mirror: None,
            pairs: Vec::new(),
        }
    }

    /// Counts a host call; the limit that rules can feel.
    #[inline]
    pub(crate) fn count_call(&mut self) -> HostResult<()> {
        self.calls += 1;
        if self.calls - self.calls_at_answer > CALL_LIMIT {
            let message = format!("more than {CALL_LIMIT} host calls for one answer");
            self.fault = Some(Fault::Limit(message.clone()));
            return Err(message);
        }
        Ok(())
    }
}
