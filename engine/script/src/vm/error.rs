//! Why a run stopped short, and the same in one line: where, what, and in which steps.

use crate::host::ChanceWanted;
use crate::watchdog::TOO_LONG;

/// Why a run stopped short. The position of the VM is no longer good: take up another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A rule script failed.
    #[error("{message}")]
    Script {
        /// What is wrong.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps, outermost first, and the card being played, if any.
        within: Vec<String>,
    },
    /// A choice has no row.
    #[error("no row is left for `{side}` to answer in {}", within.join(", "))]
    DeadEnd {
        /// Whose choice it is.
        side: String,
        /// The open steps.
        within: Vec<String>,
    },
    /// Re-running the open steps came out differently.
    #[error("{message}")]
    Diverged {
        /// Where.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
    },
    /// A roll or draw has no outcome, and none may be made up: see [`crate::Vm::forced_only`].
    #[error("{message}")]
    Chance {
        /// Which.
        message: String,
        /// What could come out.
        wanted: Box<ChanceWanted>,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps.
        within: Vec<String>,
    },
    /// An invariant that the rules state does not hold any more.
    #[error("{message}")]
    Invariant {
        /// Which, what it says, and what breaks it.
        message: String,
        /// Where it is stated.
        place: Option<(String, usize)>,
        /// The open steps of the position in which it does not hold.
        within: Vec<String>,
    },
    /// The engine made a position that there cannot be.
    #[error("the engine is at fault, not the rules: {message}; please report it, with the record of this game")]
    Engine {
        /// What does not hold.
        message: String,
        /// The open steps.
        within: Vec<String>,
    },
    /// A limit was passed.
    #[error("stopped: {message}")]
    Limit {
        /// Which.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps.
        within: Vec<String>,
    },
}

impl RunError {
    /// Whether the clock stopped it: what runs on from here is not tried in other ways, each of which would take as long.
    pub fn is_runaway(&self) -> bool {
        matches!(self, RunError::Limit { message, .. } if message == TOO_LONG)
    }

    /// The script's file and line, if they are known.
    pub fn place(&self) -> Option<&(String, usize)> {
        match self {
            RunError::Script { place, .. }
            | RunError::Diverged { place, .. }
            | RunError::Chance { place, .. }
            | RunError::Invariant { place, .. }
            | RunError::Limit { place, .. } => place.as_ref(),
            RunError::DeadEnd { .. } | RunError::Engine { .. } => None,
        }
    }

    /// The open steps with their arguments, outermost first; last the action whose offer was asked.
    pub fn within(&self) -> &[String] {
        match self {
            RunError::Script { within, .. }
            | RunError::DeadEnd { within, .. }
            | RunError::Chance { within, .. }
            | RunError::Invariant { within, .. }
            | RunError::Engine { within, .. }
            | RunError::Limit { within, .. } => within,
            RunError::Diverged { .. } => &[],
        }
    }

    /// `scripts/demo/rules.luau:12: it broke (in red-turn, raise red river)`.
    pub fn with_place(&self) -> String {
        let place = self.place().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
        let within = match self {
            RunError::DeadEnd { .. } => String::new(), // It says so itself.
            _ if self.within().is_empty() => String::new(),
            _ => format!(" (in {})", self.within().join(", ")),
        };
        format!("{place}{self}{within}")
    }
}
