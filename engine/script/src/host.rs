//! The host: its state while rules run, such as the position, the rows of the current choice, scratch sets, and the
//! stored inputs of a replay. The functions of `bindings` read and change this state for scripts. The host itself never
//! calls Lua.

mod arguments;
mod card_knowledge;
mod chance;
mod changes;
mod choice;
mod definitions;
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

pub(crate) use chance::ChanceState;
pub use chance::{ChanceRequest, DiceReading, ForcedOutcome, ManualChance};
pub(crate) use choice::OpenChoice;
pub use choice::{Choice, ChoiceRequest, Driver, LikelyNumber};
pub(crate) use definitions::{Definitions, HookEntry};
pub(crate) use error::{HostError, HostResult, StopCause};
pub(crate) use events::{ChangeCount, Explaining, RecordedEvent, Recorder};
pub use events::{Exclusion, GameEvent, LogAction, RowContext, Trace};
pub(crate) use limits::{Counts, Limits, MAX_LINE_LENGTH, REGISTER_LIMIT, STANDING_USE_LIMIT};
pub(crate) use read_only::Depths;
pub(crate) use relations::{LinkSelection, Relation, RelationHandle};
pub(crate) use replay::{Replay, Running};
pub(crate) use sets::{EMPTY, Scratch, SetValue};
pub(crate) use shared_values::{CachedValue, RawValue, SharedValues};
pub(crate) use standing_actions::StandingActions;
pub(crate) use steps::{StepEnd, StepStart};
pub(crate) use trials::{Trial, TrialDice};

use crate::lua_ffi::shared_flags::SharedFlags;
use cardwright_state::StepId;
use cardwright_state::board::Board;
use cardwright_state::position::Position;
use cardwright_state::val::PlainValue;
use std::sync::Arc;

/// The state of the host.
pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    /// The current position.
    pub(crate) pos: Position,
    pub(crate) choice: OpenChoice,
    pub(crate) standing: StandingActions,
    pub(crate) chance: ChanceState,
    pub(crate) scratch: Scratch,
    pub(crate) depths: Depths,
    /// The open trials, innermost last.
    pub(crate) trials: Vec<Trial>,
    pub(crate) running: Running,
    pub(crate) driver: Option<Driver>,
    /// Whether a driver answers every choice and nobody uses standing actions.
    pub(crate) is_unattended: bool,
    pub(crate) explaining: Explaining,
    pub(crate) recorder: Recorder,
    pub(crate) limits: Limits,
    /// The flags that the host shares with the prelude. `None` before the prelude is loaded.
    pub(crate) shared_flags: Option<SharedFlags>,
    pub(crate) shared: SharedValues,
    /// The successors that open steps named with `next`. Each has the number of steps that were open when it was named,
    /// its step and its arguments. A successor starts when the step that named it ends.
    pub(crate) successors: Vec<(usize, StepId, Vec<PlainValue>)>,
    pub(crate) definitions: Definitions,
}

impl Host {
    pub(crate) fn new(board: Arc<Board>) -> Host {
        Host {
            pos: Position::initial(&board, 0),
            choice: OpenChoice::default(),
            standing: StandingActions::default(),
            chance: ChanceState::default(),
            scratch: Scratch::default(),
            depths: Depths::default(),
            trials: Vec::new(),
            running: Running::Loading,
            driver: None,
            is_unattended: false,
            explaining: Explaining::default(),
            recorder: Recorder::default(),
            limits: Limits::default(),
            shared_flags: None,
            shared: SharedValues::default(),
            successors: Vec::new(),
            definitions: Definitions::new(&board),
            board,
        }
    }
}
