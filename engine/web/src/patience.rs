//! How long the game's thread is at one link's disposal for what brings the game no further: questions, what is typed on, looks back,
//! lines that come to nothing. A seat that asks without end waits for itself, and not the others for it.

use crate::limits::Bucket;
use crate::reader::Role;
use cardwright_script::Took;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The clock of one question, of all the rules that it runs.
pub(crate) const QUESTION: Duration = Duration::from_secs(2);
/// What is said where it stops one.
pub(crate) const TOO_LONG: &str = "the script ran too long for a question (2 seconds)";
/// Of each second so much, and at once so many seconds, of the time that the thread has of a processor.
const SHARE: (f64, f64) = (0.2, 3.0);

/// By what it shows that the rules may go on otherwise: at which event the game is, of how many, and the rules' hash.
pub(crate) type Where = (usize, usize, [u8; 32]);

/// What links have used, and what the clock stopped.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    left: BTreeMap<Role, Bucket>,
    /// What each link asked that was stopped here.
    stopped: (Where, BTreeSet<(Role, String)>),
}

/// Why something is not done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Later {
    /// It has used its time.
    Waits(Duration),
    /// The rules ran too long at it before.
    Stopped,
}

impl Patience {
    /// Whether something is tried for a link.
    pub(crate) fn allows(&mut self, role: Role, what: &str, at: Where) -> Result<(), Later> {
        if self.stopped.0 == at && self.stopped.1.contains(&(role, plain(what))) {
            return Err(Later::Stopped);
        }
        self.of(role).waits().map_or(Ok(()), |wait| Err(Later::Waits(wait)))
    }

    /// Counts what something took that brought the game no further.
    pub(crate) fn count(&mut self, role: Role, what: &str, at: Where, took: Took) {
        self.of(role).spend(took.time.as_secs_f64());
        if took.was_stopped {
            if self.stopped.0 != at {
                self.stopped = (at, BTreeSet::new());
            }
            // How many there are is bounded by the time that each has taken.
            self.stopped.1.insert((role, plain(what)));
        }
    }

    fn of(&mut self, role: Role) -> &mut Bucket {
        self.left.entry(role).or_insert_with(|| Bucket::new(SHARE.0, SHARE.1))
    }
}

/// The same question, however it is spaced.
fn plain(what: &str) -> String {
    what.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

impl Later {
    /// In words.
    pub(crate) fn words(self) -> String {
        match self {
            Later::Waits(wait) => format!(
                "the rules have run long for what was asked here: ask again in {} s",
                wait.as_secs().saturating_add(1)
            ),
            Later::Stopped => "the rules ran too long at this before: it is tried again once something else is \
                               played, or they are mended"
                .into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Later, Patience};
    use crate::reader::Role;
    use cardwright_script::Took;
    use std::time::Duration;

    const HERE: super::Where = (3, 7, [0; 32]);

    fn took(seconds: u64, was_stopped: bool) -> Took {
        Took { time: Duration::from_secs(seconds), was_stopped }
    }

    #[test]
    fn who_has_used_its_time_waits_and_nobody_else_does() {
        let mut patience = Patience::default();
        patience.count(Role::Desk, "why", HERE, took(2, false));
        assert_eq!(patience.allows(Role::Desk, "why", HERE), Ok(()));
        patience.count(Role::Desk, "why", HERE, took(3, false));
        let Err(Later::Waits(wait)) = patience.allows(Role::Desk, "log", HERE) else { panic!("it goes on") };
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        assert_eq!(patience.allows(Role::Watcher, "log", HERE), Ok(()));
    }

    #[test]
    fn what_was_stopped_is_not_tried_again_where_nothing_has_changed() {
        let mut patience = Patience::default();
        patience.count(Role::Desk, "preview  Fail", HERE, took(1, true));
        assert_eq!(patience.allows(Role::Desk, "preview fail", HERE), Err(Later::Stopped));
        for (what, at) in [("preview rest", HERE), ("preview fail", (4, 8, [0; 32])), ("preview fail", (3, 7, [1; 32]))]
        {
            assert_eq!(patience.allows(Role::Desk, what, at), Ok(()), "{what}");
        }
    }
}
