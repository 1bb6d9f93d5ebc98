//! Limits the time of the game's thread that each link may use for queries: questions, completion, looking back, and
//! refused lines. A seat that asks without end delays only itself.
//!
//! Many people share the spectators' link, so each of its sockets has a limit, and all together have another.

use crate::role::Role;
use crate::token_bucket::TokenBucket;
use cardwright_script::TimeUsed;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The time limit of one query, for all rules that it runs.
pub(crate) const QUERY_TIME_LIMIT: Duration = Duration::from_secs(2);
/// The message if the time limit stops a query.
pub(crate) const TOO_LONG: &str = "the script ran too long for a question (2 seconds)";
/// Seconds of processor time that a link may use: per second, and at once.
const LINK: (f64, f64) = (0.2, 3.0);
/// The same for one spectator.
const SPECTATOR: (f64, f64) = (0.05, 1.0);
/// The same for all spectators together.
const ALL_SPECTATORS: (f64, f64) = (0.3, 6.0);

/// Changes when a query may have another answer: the current event, the number of events, and the hash of the rules.
pub(crate) type StateKey = (usize, usize, [u8; 32]);

/// The time that links have left, and the queries that ran too long.
#[derive(Debug, Default)]
pub(crate) struct RateLimit {
    by_link: BTreeMap<Role, TokenBucket>,
    /// By the number of the socket.
    spectators: BTreeMap<u64, TokenBucket>,
    /// The queries of each link that ran too long in this state.
    stopped: (StateKey, BTreeSet<(Role, String)>),
}

/// Why a query is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The link has used its time, and must wait this long.
    Wait(Duration),
    /// The same query ran too long before.
    RanTooLong,
}

/// The link and the socket that send a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Requester {
    pub(crate) role: Role,
    pub(crate) socket: u64,
}

impl RateLimit {
    /// Whether a query may run now.
    pub(crate) fn check(&mut self, requester: Requester, query: &str, state: StateKey) -> Result<(), Refusal> {
        if self.stopped.0 == state && self.stopped.1.contains(&(requester.role, normalized(query))) {
            return Err(Refusal::RanTooLong);
        }
        let wait = self.buckets(requester).filter_map(TokenBucket::wait).max();
        wait.map_or(Ok(()), |wait| Err(Refusal::Wait(wait)))
    }

    /// Charges the time of a query.
    pub(crate) fn charge(&mut self, requester: Requester, query: &str, state: StateKey, used: TimeUsed) {
        self.buckets(requester).for_each(|bucket| bucket.spend(used.time.as_secs_f64()));
        if used.was_stopped {
            if self.stopped.0 != state {
                self.stopped = (state, BTreeSet::new());
            }
            // The set stays small, because every entry has used up the time limit.
            self.stopped.1.insert((requester.role, normalized(query)));
        }
    }

    /// Forgets a socket that was closed.
    pub(crate) fn forget(&mut self, socket: u64) {
        self.spectators.remove(&socket);
    }

    /// The buckets that a query is charged to.
    fn buckets(&mut self, Requester { role, socket }: Requester) -> impl Iterator<Item = &mut TokenBucket> {
        let new = |(per_second, max): (f64, f64)| TokenBucket::new(per_second, max);
        let is_spectator = role == Role::Spectator;
        let link = self.by_link.entry(role).or_insert_with(|| new(if is_spectator { ALL_SPECTATORS } else { LINK }));
        let spectator = is_spectator.then(|| self.spectators.entry(socket).or_insert_with(|| new(SPECTATOR)));
        [link].into_iter().chain(spectator)
    }
}

/// A query without differences of spacing and case.
fn normalized(query: &str) -> String {
    query.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

impl Refusal {
    /// The message for the page.
    pub(crate) fn text(self) -> String {
        match self {
            Refusal::Wait(wait) => {
                format!("your queries have used up their time: ask again in {} s", wait.as_secs().saturating_add(1))
            }
            Refusal::RanTooLong => {
                "the rules ran too long for this before: try it again after the next answer, or once the rules are repaired"
                    .into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RateLimit, Refusal, Requester};
    use crate::role::Role;
    use cardwright_script::TimeUsed;
    use std::time::Duration;

    const HERE: super::StateKey = (3, 7, [0; 32]);
    const HOST: Requester = Requester { role: Role::Host, socket: 1 };

    fn spectator(socket: u64) -> Requester {
        Requester { role: Role::Spectator, socket }
    }

    fn used(milliseconds: u64, was_stopped: bool) -> TimeUsed {
        TimeUsed { time: Duration::from_millis(milliseconds), was_stopped }
    }

    #[test]
    fn a_link_that_has_used_its_time_waits_alone() {
        let mut limits = RateLimit::default();
        limits.charge(HOST, "why", HERE, used(2000, false));
        assert_eq!(limits.check(HOST, "why", HERE), Ok(()));
        limits.charge(HOST, "why", HERE, used(3000, false));
        let other = Requester { socket: 2, ..HOST };
        let Err(Refusal::Wait(wait)) = limits.check(other, "log", HERE) else {
            panic!("sockets of a link share its time")
        };
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        assert_eq!(limits.check(spectator(3), "log", HERE), Ok(()));
    }

    #[test]
    fn spectators_have_a_limit_each_and_one_together() {
        let mut limits = RateLimit::default();
        limits.charge(spectator(1), "look", HERE, used(1500, false));
        assert!(matches!(limits.check(spectator(1), "look", HERE), Err(Refusal::Wait(_))));
        assert_eq!(limits.check(spectator(2), "look", HERE), Ok(()));
        // All spectators together use up their time, but not that of other links.
        for socket in 1..=200 {
            if limits.check(spectator(socket), "look", HERE).is_ok() {
                limits.charge(spectator(socket), "look", HERE, used(500, false));
            }
        }
        let Err(Refusal::Wait(wait)) = limits.check(spectator(300), "look", HERE) else {
            panic!("the common limit holds")
        };
        assert!(wait < Duration::from_secs(2), "{wait:?}");
        assert_eq!(limits.check(HOST, "look", HERE), Ok(()));
        assert_eq!(limits.spectators.len(), 201);
        (1..=300).for_each(|socket| limits.forget(socket));
        assert!(limits.spectators.is_empty());
    }

    #[test]
    fn a_query_that_ran_too_long_is_refused_in_the_same_state() {
        let mut limits = RateLimit::default();
        limits.charge(HOST, "preview  Fail", HERE, used(1000, true));
        assert_eq!(limits.check(HOST, "preview fail", HERE), Err(Refusal::RanTooLong));
        for (query, state) in
            [("preview rest", HERE), ("preview fail", (4, 8, [0; 32])), ("preview fail", (3, 7, [1; 32]))]
        {
            assert_eq!(limits.check(HOST, query, state), Ok(()), "{query}");
        }
    }
}
