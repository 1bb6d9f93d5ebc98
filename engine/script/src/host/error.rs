//! Why host calls fail, and why scripts are stopped.

use super::ChanceRequest;
use cardwright_state::SideId;
use std::borrow::Cow;

/// The result of a host call.
pub(crate) type HostResult<T> = Result<T, HostError>;

/// Why a host call failed. The text is the message for the script.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HostError {
    /// Another host call has borrowed the host.
    #[error("the host is busy")]
    Busy,
    /// The host panicked. The panic goes on when the `Vm` has control again.
    #[error("the host failed")]
    Panicked,
    /// An argument has the wrong type: its position and the cause.
    #[error("bad argument #{}: {}", .0.0, .0.1)]
    Argument(Box<(i32, String)>),
    /// The call or its values are not allowed.
    #[error("{0}")]
    Refused(Cow<'static, str>),
    /// The call stops the script.
    #[error(transparent)]
    Stopped(Box<StopCause>),
}

impl From<String> for HostError {
    fn from(message: String) -> HostError {
        HostError::Refused(message.into())
    }
}

impl From<&'static str> for HostError {
    fn from(message: &'static str) -> HostError {
        HostError::Refused(message.into())
    }
}

/// Why a script was stopped, if the reason is no ordinary script error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StopCause {
    /// This side was asked and had no row. The text is the message.
    #[error("{1}")]
    DeadEnd(SideId, String),
    /// A replay differed from the stored inputs or the journal. The text is the message.
    #[error("{0}")]
    Diverged(String),
    /// The script passed a limit. The text is the message.
    #[error("{0}")]
    Limit(String),
    /// An outcome of chance is missing: the message and the request.
    #[error("{0}")]
    Chance(String, ChanceRequest),
    /// An outermost step is about to begin, and the caller wants to know: see [`crate::Vm::stop_before_steps`].
    #[error("a step is about to begin")]
    StepBegins,
    /// The script tried to change something, roll or ask in a read-only call. The text is the message.
    #[error("{0}")]
    ReadOnly(&'static str),
}
