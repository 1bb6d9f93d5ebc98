//! What the host keeps while rules run: the position, the rows being offered, scratch sets, the
//! log being re-run. Bindings are thin functions over this; it never calls Lua.

mod arguments;
mod aside;
mod changes;
mod choice;
mod happenings;
mod known;
mod limits;
mod outcomes;
mod picks;
mod reasons;
mod relations;
mod replay;
mod rows;
mod sets;
mod shared;
mod standing;
mod steps;
mod trials;

pub use choice::{Ask, Choice, Driver};
pub use happenings::{Around, Deed, Happening, Narrowed, Trace};
pub(crate) use happenings::{Told, When, Witness};
pub(crate) use limits::{Counts, LONGEST_LINE, REGISTER_LIMIT};
pub(crate) use outcomes::Given;
pub use outcomes::{Asks, ChanceWanted, Forced, Reading};
pub(crate) use relations::{Over, Related, Relation};
pub(crate) use replay::{Replay, Running};
pub(crate) use sets::{EMPTY, Scratch, SetValue};
pub(crate) use shared::{Held, Kept, Shared, Texts};
pub(crate) use steps::{Begun, Ended};
pub(crate) use trials::{Faces, Trial};

use crate::signals::Signals;
use crate::vm::Standing;
use crate::watchdog::Rewind;
use cardwright_state::board::Board;
use cardwright_state::chance::{Dice, Shuffles};
use cardwright_state::position::{Line, Position, Row};
use cardwright_state::val::Plain;
use cardwright_state::{ActionId, EffectId, FactId, SideId, StepId};
use std::sync::Arc;

/// Something that stopped a step other than an ordinary script error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    DeadEnd(SideId),
    Diverged(String),
    Limit(String),
    Chance(String, ChanceWanted),
    /// A change, roll or question while a rule is only asked.
    OnlyAsked,
}

pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    pub(crate) pos: Position,
    pub(crate) dice: Dice,
    shuffles: Shuffles,
    pub(crate) rows: Vec<Row>,
    /// Combinations that the offer being made has tried.
    tried: usize,
    pub(crate) prompt: Option<Line>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// Which of the rows are unwise.
    pub(crate) unwise: Vec<usize>,
    /// Actions that other sides may use before the pending answer.
    pub(crate) standing: Vec<(SideId, ActionId)>,
    /// Where the game was when the first of them was opened: journal, open steps, log.
    standing_at: (usize, usize, usize),
    /// Their rows by side, once somebody has looked.
    pub(crate) standing_rows: Option<Vec<Standing>>,
    pub(crate) answer: Option<Row>,
    pub(crate) scratch: Scratch,
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    pub(crate) probing: u32,
    pub(crate) supposing: u32,
    /// What is on trial, innermost last.
    pub(crate) trials: Vec<Trial>,
    pub(crate) running: Running,
    pub(crate) driver: Option<Driver>,
    pub(crate) fault: Option<Fault>,
    pub(crate) explain: Option<Trace>,
    pub(crate) explain_action: Option<ActionId>,
    pub(crate) given: Given,
    pub(crate) witness: Witness,
    pub(crate) barrier: bool,
    pub(crate) counts: Counts,
    /// Starts the clock anew for the next answer that is re-run; none while scripts load.
    pub(crate) rewind: Option<Rewind>,
    pub(crate) used_fact: Option<FactId>,
    /// What it tells the prelude and is told without a call; none before there is one.
    pub(crate) signals: Option<Signals>,
    /// How often anything changed, or sets went: what was worked out is of one age. None is 0 once scripts have loaded.
    pub(crate) age: u64,
    /// Handles of actions by the addresses of their tables: see `raw`.
    pub(crate) action_tables: crate::action_tables::ActionTables,
    /// Whether a driver answers whatever comes, and nobody uses what stands open beside.
    pub(crate) alone: bool,
    /// The points at which effects in force are asked.
    pub(crate) points: Vec<Asked>,
    /// What is kept of each shared value, by its number.
    pub(crate) shared: Vec<Shared>,
    /// The texts they were asked for with.
    pub(crate) texts: Texts,
    /// What the open steps named with `next`, by how many steps were open then: it begins when that step ends.
    pub(crate) successors: Vec<(usize, StepId, Vec<Plain>)>,
    pub(crate) names: Names,
}

/// A point, as it is asked.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Whether with `may`, not with `ask`.
    pub(crate) may: bool,
    /// How many arguments it takes.
    pub(crate) many: usize,
    /// Which of them, from 0, is the side whose effects answer.
    pub(crate) who: Option<usize>,
    /// The effects that answer.
    pub(crate) answered: Vec<EffectId>,
}

/// Names that the board does not hold, for whoever names what there is not.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) points: Vec<String>,
    pub(crate) figures: Vec<String>,
    /// `path:line` of what each step runs.
    pub(crate) steps: Vec<String>,
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
            tried: 0,
            prompt: None,
            asked_side: SideId(0),
            default_row: None,
            unwise: Vec::new(),
            standing: Vec::new(),
            standing_at: (0, 0, 0),
            standing_rows: None,
            answer: None,
            scratch: Scratch::default(),
            action_steps: Vec::new(),
            probing: 0,
            supposing: 0,
            trials: Vec::new(),
            running: Running::Loading,
            driver: None,
            fault: None,
            explain: None,
            explain_action: None,
            given: Given::default(),
            witness: Witness::default(),
            barrier: false,
            counts: Counts::default(),
            rewind: None,
            used_fact,
            signals: None,
            age: 0,
            action_tables: crate::action_tables::ActionTables::default(),
            alone: false,
            points: Vec::new(),
            shared: Vec::new(),
            texts: Texts::default(),
            successors: Vec::new(),
            names: Names::default(),
        }
    }
}
