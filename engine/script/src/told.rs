//! A failure of the rules in one line: where, what, and in which steps.

use crate::vm::RunError;

impl RunError {
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
    pub fn told(&self) -> String {
        let place = self.place().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
        let within = match self {
            RunError::DeadEnd { .. } => String::new(), // It says so itself.
            _ if self.within().is_empty() => String::new(),
            _ => format!(" (in {})", self.within().join(", ")),
        };
        format!("{place}{self}{within}")
    }
}
