//! The host: its state while rules run, such as the position, the rows of the current choice, scratch sets, and the
//! stored inputs of a replay. The functions of `bindings` read and change this state for scripts. The host itself never
//! calls Lua.

mod arguments;
mod card_knowledge;
mod chance;
mod chance_outcomes;
mod changes;
mod choice;
mod counts;
mod definitions;
mod error;
mod events;
mod exclusions;
mod limits;
mod picks;
mod read_only;
mod recording;
mod relations;
mod replay;
mod rows;
mod scratch;
mod sets;
mod shared_values;
mod standing_actions;
mod steps;
mod trials;

pub(crate) use chance_outcomes::ChanceState;
pub use chance_outcomes::{ChanceRequest, DiceReading, ForcedOutcome, ManualChance};
pub use choice::{BeforeStep, Choice, ChoiceRequest, Driver, LikelyNumber, StandingRows};
pub(crate) use choice::{OpenChoice, StandingActions};
pub(crate) use counts::{Counts, Limits};
pub(crate) use definitions::{Definitions, HookEntry};
pub(crate) use error::{HostError, HostResult, StopCause};
pub(crate) use events::{ChangeCount, Explaining, RecordedEvent, Recorder};
pub use events::{Exclusion, GameEvent, LogAction, RowContext, Trace};
pub(crate) use limits::{MAX_LINE_LENGTH, REGISTER_LIMIT, STANDING_USE_LIMIT};
pub(crate) use scratch::{EMPTY, LinkSelection, PLAIN, Relation, RelationHandle, Scratch, SetValue};
pub(crate) use shared_values::{CachedValue, RawValue, SharedValues};
pub(crate) use steps::{StepEnd, StepStart};

use crate::lua_ffi::shared_flags::{SharedFlag, SharedFlags};
use cardwright_state::board::Board;
use cardwright_state::position::{Frame, Position, Row, TextLine};
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{Change, SideId, StepId};
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
    /// Cards and actions that nobody should play: rows that name one are discouraged.
    pub(crate) avoided: Vec<Val>,
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
            avoided: Vec::new(),
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

/// The stored inputs and changes that a replay repeats.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// The open steps with their stored inputs.
    pub(crate) stack: Vec<Frame>,
    /// The journal of changes.
    pub(crate) journal: Vec<Change>,
    /// Whether each stored answer must still be among the rows. True after a reload, because the rules may have
    /// changed.
    pub(crate) checks_rows: bool,
}

/// The reason why scripts run.
#[derive(Debug)]
pub(crate) enum Running {
    /// The scripts load. There is no position yet.
    Loading,
    /// The game goes on.
    Live,
    /// The open steps run again with their stored inputs, until no input is left.
    Replaying(Replay),
    /// A standing action is played outside the stack of open steps, while a choice is pending.
    StandingAction,
}

/// The numbers of nested calls that may change nothing, or only for a while.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Depths {
    /// The number of nested read-only calls.
    pub(crate) read_only: u32,
    /// The number of nested `suppose` calls.
    pub(crate) suppose: u32,
}

/// The faces that dice show in a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrialDice {
    /// The lowest face. On a die of words, the first declared face.
    Least,
    /// The highest face. On a die of words, the last declared face.
    Greatest,
}

/// An open trial: the state of the host before the trial, and the settings of the trial.
pub(crate) struct Trial {
    position_before: Position,
    dice: Option<TrialDice>,
    /// Whether the play has ended. Scripts then read the outcome, and may change nothing.
    is_played: bool,
    running: Running,
    is_recording: bool,
    barrier: bool,
    /// Whether the trial revealed a hidden card. A reveal cannot be taken back.
    has_revealed_card: bool,
    /// Whether a card was needed that is not known yet, which ends the play.
    needs_unknown_card: bool,
    counts: Counts,
    /// `Scratch::list_values`.
    list_values: usize,
    depths: Depths,
    explaining: Explaining,
    /// The prompt, the asked side, the default row and the answer.
    choice: (Option<TextLine>, SideId, Option<Row>, Option<Row>),
    /// The values of all flags that the host shares with the prelude.
    flags: Vec<(SharedFlag, u8)>,
    /// `Host::successors`.
    successors: Vec<(usize, StepId, Vec<PlainValue>)>,
}
