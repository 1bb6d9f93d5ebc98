//! The error of a run, and its text with the script line and the open steps.

use crate::host::ChanceRequest;
use crate::watchdog::TimeLimit;

/// Why a run failed. The position of the VM is no longer valid, so the caller must set another position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A rule script failed.
    #[error("{message}")]
    Script {
        /// The error.
        message: String,
        /// The script's file and line, if the engine knows them.
        place: Option<(String, usize)>,
        /// The open steps, outermost first. If an offer failed, its action comes last.
        open_steps: Vec<String>,
    },
    /// A choice has no row.
    #[error("no row is left for `{side}` to answer in {}", open_steps.join(", "))]
    DeadEnd {
        /// The side that should answer.
        side: String,
        /// The open steps.
        open_steps: Vec<String>,
    },
    /// Running the open steps again gave another result: a rule depends on something outside the position.
    #[error("{message}")]
    Diverged {
        /// The difference.
        message: String,
        /// The script's file and line, if the engine knows them.
        place: Option<(String, usize)>,
    },
    /// A roll or draw needs an outcome that the caller has not supplied: see [`crate::Vm::require_forced_outcomes`].
    #[error("{message}")]
    Chance {
        /// The missing outcome, as text.
        message: String,
        /// The missing outcome, and its possible values.
        request: Box<ChanceRequest>,
        /// The script's file and line, if the engine knows them.
        place: Option<(String, usize)>,
        /// The open steps.
        open_steps: Vec<String>,
    },
    /// An outermost step is about to begin: see [`crate::Vm::stop_before_steps`]. The position is the one in which it
    /// begins.
    #[error("a step is about to begin")]
    StepBegins,
    /// The engine refuses a standing action. The position and the pending choice are as before.
    #[error("{message}")]
    Refused {
        /// Why, and when the side may use standing actions again.
        message: String,
    },
    /// An invariant of the rules does not hold.
    #[error("{message}")]
    Invariant {
        /// The invariant, its reason, and the things that break it.
        message: String,
        /// The script line of the invariant.
        place: Option<(String, usize)>,
        /// The open steps of the position that breaks it.
        open_steps: Vec<String>,
    },
    /// The engine made an impossible position, because the engine has a bug.
    #[error("the engine is at fault, not the rules: {message}; please report it, with the record of this game")]
    Engine {
        /// What is impossible in the position.
        message: String,
        /// The open steps.
        open_steps: Vec<String>,
    },
    /// A script ran longer than the time limit.
    #[error("stopped: {limit}")]
    TimeLimit {
        /// The time limit.
        limit: TimeLimit,
        /// The script's file and line, if the engine knows them.
        place: Option<(String, usize)>,
        /// The open steps.
        open_steps: Vec<String>,
    },
    /// A script passed another limit, such as the limit of host calls, rows or memory.
    #[error("stopped: {message}")]
    Limit {
        /// The text about the limit.
        message: String,
        /// The script's file and line, if the engine knows them.
        place: Option<(String, usize)>,
        /// The open steps.
        open_steps: Vec<String>,
    },
}

impl RunError {
    /// Whether the script ran too long. Do not run it again, because each run may take as long.
    pub fn is_time_limit(&self) -> bool {
        matches!(self, RunError::TimeLimit { .. })
    }

    /// The script's file and line, if the engine knows them.
    pub fn place(&self) -> Option<&(String, usize)> {
        match self {
            RunError::Script { place, .. }
            | RunError::Diverged { place, .. }
            | RunError::Chance { place, .. }
            | RunError::Invariant { place, .. }
            | RunError::TimeLimit { place, .. }
            | RunError::Limit { place, .. } => place.as_ref(),
            RunError::DeadEnd { .. } | RunError::Engine { .. } | RunError::Refused { .. } | RunError::StepBegins => {
                None
            }
        }
    }

    /// The open steps with their arguments, outermost first. If an offer failed, its action comes last.
    pub fn open_steps(&self) -> &[String] {
        match self {
            RunError::Script { open_steps, .. }
            | RunError::DeadEnd { open_steps, .. }
            | RunError::Chance { open_steps, .. }
            | RunError::Invariant { open_steps, .. }
            | RunError::Engine { open_steps, .. }
            | RunError::TimeLimit { open_steps, .. }
            | RunError::Limit { open_steps, .. } => open_steps,
            RunError::Diverged { .. } | RunError::Refused { .. } | RunError::StepBegins => &[],
        }
    }

    /// Returns the message with the script line and the open steps: `rules.luau:12: it broke (in red-turn, raise red)`.
    pub fn with_place(&self) -> String {
        let place = self.place().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
        let open_steps = match self {
            RunError::DeadEnd { .. } => String::new(), // The message already names the open steps.
            _ if self.open_steps().is_empty() => String::new(),
            _ => format!(" (in {})", self.open_steps().join(", ")),
        };
        format!("{place}{self}{open_steps}")
    }
}
