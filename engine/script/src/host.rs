//! The host: its state while rules run, such as the position, the rows of the current choice, scratch sets, and the
//! stored inputs of a replay. The functions of `bindings` read and change this state for scripts. The host itself never
//! calls Lua.

mod arguments;
mod card_knowledge;
mod chance;
mod changes;
mod choice;
mod error;
mod events;
mod exclusions;
mod limits;
mod picks;
mod read_only;
mod relations;
mod replay;
mod rows;
mod sets;
mod shared_values;
mod standing_actions;
mod steps;
mod trials;

pub(crate) use chance::SuppliedOutcomes;
pub use chance::{ChanceRequest, DiceReading, ForcedOutcome, ManualChance};
pub use choice::{Choice, ChoiceRequest, Driver};
pub(crate) use error::{HostError, HostResult, StopCause};
pub(crate) use events::{ChangeCount, RecordedEvent, Recorder};
pub use events::{Exclusion, GameEvent, LogAction, RowContext, Trace};
pub(crate) use limits::{Counts, MAX_LINE_LENGTH, REGISTER_LIMIT};
pub(crate) use relations::{LinkSelection, Relation, RelationHandle};
pub(crate) use replay::{Replay, Running};
pub(crate) use sets::{EMPTY, Scratch, SetValue};
pub(crate) use shared_values::{CachedValue, RawValue, SharedCache, TextNumbers};
pub(crate) use steps::{StepEnd, StepStart};
pub(crate) use trials::{Trial, TrialDice};

use crate::lua_ffi::shared_flags::SharedFlags;
use crate::vm::StandingRows;
use crate::watchdog::ClockReset;
use cardwright_state::board::Board;
use cardwright_state::chance::{Dice, ShuffleCache};
use cardwright_state::position::{Position, Row, TextLine};
use cardwright_state::val::PlainValue;
use cardwright_state::{ActionId, EffectId, FactId, SideId, StepId};
use std::sync::Arc;

/// The state of the host.
pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    /// The current position.
    pub(crate) pos: Position,
    pub(crate) dice: Dice,
    shuffles: ShuffleCache,
    /// The rows that scripts have added to the current choice so far.
    pub(crate) rows: Vec<Row>,
    /// The number of combinations that the current offer has tried.
    combinations_tried: usize,
    pub(crate) prompt: Option<TextLine>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// The indexes of the discouraged rows.
    pub(crate) discouraged: Vec<usize>,
    /// The standing actions that sides may use before the answer to the pending choice.
    pub(crate) standing: Vec<(SideId, ActionId)>,
    /// The lengths of the journal, of the stack of open steps and of the innermost step log ([`Host::log_position`])
    /// when a script opened the first of the standing actions.
    standing_log_position: (usize, usize, usize),
    /// The rows of the standing actions by side. `None` until the host computes them.
    pub(crate) standing_rows: Option<Vec<StandingRows>>,
    /// The answer to the pending choice, until the script takes it.
    pub(crate) answer: Option<Row>,
    pub(crate) scratch: Scratch,
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    /// The number of nested read-only calls.
    pub(crate) read_only_depth: u32,
    /// The number of nested `suppose` calls.
    pub(crate) suppose_depth: u32,
    /// The open trials, innermost last.
    pub(crate) trials: Vec<Trial>,
    pub(crate) running: Running,
    pub(crate) driver: Option<Driver>,
    pub(crate) stop_cause: Option<StopCause>,
    /// The trace that the host collects while the command `why` runs.
    pub(crate) explain: Option<Trace>,
    /// The action whose offer runs for the command `why`.
    pub(crate) explain_action: Option<ActionId>,
    pub(crate) outcomes: SuppliedOutcomes,
    pub(crate) recorder: Recorder,
    /// Whether chance revealed something since the last call of `Vm::take_barrier`.
    pub(crate) barrier: bool,
    pub(crate) counts: Counts,
    /// Restarts the watchdog's clock for each replayed answer. `None` while scripts load.
    pub(crate) clock_reset: Option<ClockReset>,
    /// The fact `used`, in which the script function `use` records actions. `None` if the game does not declare it.
    pub(crate) used_fact: Option<FactId>,
    /// The flags that the host shares with the prelude. `None` before the prelude is loaded.
    pub(crate) shared_flags: Option<SharedFlags>,
    /// The number of times that the position changed or sets were dropped. A cached value with another age is invalid.
    /// Never 0 after scripts have loaded.
    pub(crate) cache_age: u64,
    /// The handles of actions, by the addresses of their Luau tables. `lua_ffi` reads them.
    pub(crate) action_tables: crate::action_tables::ActionTables,
    /// Whether a driver answers every choice and nobody uses standing actions.
    pub(crate) is_unattended: bool,
    /// The hooks. The index is the number of the hook.
    pub(crate) hooks: Vec<HookEntry>,
    /// The caches of functions that scripts made with `shared`. The index is the number of the function.
    pub(crate) shared: Vec<SharedCache>,
    /// The numbers that stand for strings in the arguments of `shared` functions.
    pub(crate) texts: TextNumbers,
    /// The successors that open steps named with `next`. Each has the number of steps that were open when it was named,
    /// its step and its arguments. A successor starts when the step that named it ends.
    pub(crate) successors: Vec<(usize, StepId, Vec<PlainValue>)>,
    pub(crate) names: Names,
}

/// A hook that active effects may answer.
#[derive(Debug)]
pub(crate) struct HookEntry {
    /// Whether scripts call the hook with `may`. Otherwise they call it with `modify`.
    pub(crate) is_may: bool,
    /// The number of the hook's arguments.
    pub(crate) argument_count: usize,
    /// The index, from 0, of the argument that is the side whose effects answer. `None` if those of all sides answer.
    pub(crate) side_argument: Option<usize>,
    /// The effects that answer the hook.
    pub(crate) effects: Vec<EffectId>,
}

/// Names that the board does not list, for messages.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) hooks: Vec<String>,
    pub(crate) figures: Vec<String>,
    /// The script line of each step, as `path:line`.
    pub(crate) steps: Vec<String>,
}

impl Host {
    pub(crate) fn new(board: Arc<Board>) -> Host {
        let pos = Position::initial(&board, 0);
        let used_fact = board.facts.iter().position(|fact| fact.id == "used").map(FactId::new);
        Host {
            board,
            pos,
            dice: Dice::default(),
            shuffles: ShuffleCache::default(),
            rows: Vec::new(),
            combinations_tried: 0,
            prompt: None,
            asked_side: SideId(0),
            default_row: None,
            discouraged: Vec::new(),
            standing: Vec::new(),
            standing_log_position: (0, 0, 0),
            standing_rows: None,
            answer: None,
            scratch: Scratch::default(),
            action_steps: Vec::new(),
            read_only_depth: 0,
            suppose_depth: 0,
            trials: Vec::new(),
            running: Running::Loading,
            driver: None,
            stop_cause: None,
            explain: None,
            explain_action: None,
            outcomes: SuppliedOutcomes::default(),
            recorder: Recorder::default(),
            barrier: false,
            counts: Counts::default(),
            clock_reset: None,
            used_fact,
            shared_flags: None,
            cache_age: 0,
            action_tables: crate::action_tables::ActionTables::default(),
            is_unattended: false,
            hooks: Vec::new(),
            shared: Vec::new(),
            texts: TextNumbers::default(),
            successors: Vec::new(),
            names: Names::default(),
        }
    }
}
