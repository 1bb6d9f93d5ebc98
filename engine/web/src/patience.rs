//! How long the game's thread is at one link's disposal for what brings the game no further: questions, what is typed on, looks back,
//! lines that come to nothing. A seat that asks without end waits for itself, and not the others for it. The link of who watches is many
//! people's: each of its sockets waits for itself, and all of them have a bound together.

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
/// The same of one socket of who watches. The log runs no rules, a look back those of figures; both cost what they take.
const WATCHER: (f64, f64) = (0.05, 1.0);
/// The same of all who watch.
const WATCHERS: (f64, f64) = (0.3, 6.0);

/// By what it shows that the rules may go on otherwise: at which event the game is, of how many, and the rules' hash.
pub(crate) type Where = (usize, usize, [u8; 32]);

/// What links have used, and what the clock stopped.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    left: BTreeMap<Role, Bucket>,
    /// Of each socket of who watches.
    watchers: BTreeMap<u64, Bucket>,
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

/// Who asks: a link, and at which of its sockets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) role: Role,
    pub(crate) socket: u64,
}

impl Patience {
    /// Whether something is tried for somebody.
    pub(crate) fn allows(&mut self, asker: Asker, what: &str, at: Where) -> Result<(), Later> {
        if self.stopped.0 == at && self.stopped.1.contains(&(asker.role, plain(what))) {
            return Err(Later::Stopped);
        }
        let wait = self.of(asker).filter_map(Bucket::waits).max();
        wait.map_or(Ok(()), |wait| Err(Later::Waits(wait)))
    }

    /// Counts what something took that brought the game no further.
    pub(crate) fn count(&mut self, asker: Asker, what: &str, at: Where, took: Took) {
        self.of(asker).for_each(|bucket| bucket.spend(took.time.as_secs_f64()));
        if took.was_stopped {
            if self.stopped.0 != at {
                self.stopped = (at, BTreeSet::new());
            }
            // How many there are is bounded by the time that each has taken.
            self.stopped.1.insert((asker.role, plain(what)));
        }
    }

    /// A socket is gone.
    pub(crate) fn forget(&mut self, socket: u64) {
        self.watchers.remove(&socket);
    }

    /// All that somebody spends from.
    fn of(&mut self, Asker { role, socket }: Asker) -> impl Iterator<Item = &mut Bucket> {
        let new = |(a_second, most): (f64, f64)| Bucket::new(a_second, most);
        let is_watcher = role == Role::Watcher;
        let of_link = self.left.entry(role).or_insert_with(|| new(if is_watcher { WATCHERS } else { SHARE }));
        let own = is_watcher.then(|| self.watchers.entry(socket).or_insert_with(|| new(WATCHER)));
        [of_link].into_iter().chain(own)
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
            Later::Waits(wait) => {
                format!("what was asked here has taken long: ask again in {} s", wait.as_secs().saturating_add(1))
            }
            Later::Stopped => "the rules ran too long at this before: it is tried again once something else is \
                               played, or they are mended"
                .into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asker, Later, Patience};
    use crate::reader::Role;
    use cardwright_script::Took;
    use std::time::Duration;

    const HERE: super::Where = (3, 7, [0; 32]);
    const DESK: Asker = Asker { role: Role::Desk, socket: 1 };

    fn watcher(socket: u64) -> Asker {
        Asker { role: Role::Watcher, socket }
    }

    fn took(milliseconds: u64, was_stopped: bool) -> Took {
        Took { time: Duration::from_millis(milliseconds), was_stopped }
    }

    #[test]
    fn who_has_used_its_time_waits_and_nobody_else_does() {
        let mut patience = Patience::default();
        patience.count(DESK, "why", HERE, took(2000, false));
        assert_eq!(patience.allows(DESK, "why", HERE), Ok(()));
        patience.count(DESK, "why", HERE, took(3000, false));
        let other = Asker { socket: 2, ..DESK };
        let Err(Later::Waits(wait)) = patience.allows(other, "log", HERE) else { panic!("a link is one") };
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        assert_eq!(patience.allows(watcher(3), "log", HERE), Ok(()));
    }

    #[test]
    fn each_who_watches_waits_for_itself_and_all_together_have_a_bound() {
        let mut patience = Patience::default();
        patience.count(watcher(1), "look", HERE, took(1500, false));
        assert!(matches!(patience.allows(watcher(1), "look", HERE), Err(Later::Waits(_))));
        assert_eq!(patience.allows(watcher(2), "look", HERE), Ok(()));
        // As often as it may, it leaves the others what they need.
        for socket in 1..=200 {
            if patience.allows(watcher(socket), "look", HERE).is_ok() {
                patience.count(watcher(socket), "look", HERE, took(500, false));
            }
        }
        let Err(Later::Waits(wait)) = patience.allows(watcher(300), "look", HERE) else { panic!("200 are no bound") };
        assert!(wait < Duration::from_secs(2), "{wait:?}");
        assert_eq!(patience.allows(DESK, "look", HERE), Ok(()));
        assert_eq!(patience.watchers.len(), 201);
        (1..=300).for_each(|socket| patience.forget(socket));
        assert!(patience.watchers.is_empty());
    }

    #[test]
    fn what_was_stopped_is_not_tried_again_where_nothing_has_changed() {
        let mut patience = Patience::default();
        patience.count(DESK, "preview  Fail", HERE, took(1000, true));
        assert_eq!(patience.allows(DESK, "preview fail", HERE), Err(Later::Stopped));
        for (what, at) in [("preview rest", HERE), ("preview fail", (4, 8, [0; 32])), ("preview fail", (3, 7, [1; 32]))]
        {
            assert_eq!(patience.allows(DESK, what, at), Ok(()), "{what}");
        }
    }
}
