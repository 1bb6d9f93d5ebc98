//! Limits how long each link may keep the game's thread busy with queries: questions, completions, views of earlier
//! events, and refused lines. A player who sends queries without end delays only that player's own queries.
//!
//! Many people share the spectators' link. Each socket of a spectator has a limit, and all spectators together have
//! another.

use crate::role::Role;
use crate::token_bucket::TokenBucket;
use cardwright_script::TimeUsed;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The time limit of one query, for all rules that it runs.
pub(crate) const QUERY_TIME_LIMIT: Duration = Duration::from_secs(2);
/// How many seconds of processor time a link may use: per second, and at once.
const LINK: (f64, f64) = (0.2, 3.0);
/// How many seconds one spectator may use: per second, and at once.
const SPECTATOR: (f64, f64) = (0.05, 1.0);
/// How many seconds all spectators together may use: per second, and at once.
const ALL_SPECTATORS: (f64, f64) = (0.3, 6.0);

/// The current event, the number of events, and the hash of the rules. While they are the same, a query has the same
/// answer.
pub(crate) type StateKey = (usize, usize, [u8; 32]);

/// The time that links have left, and the queries that ran too long.
#[derive(Debug, Default)]
pub(crate) struct RateLimit {
    by_link: BTreeMap<Role, TokenBucket>,
    /// The time that each spectator has left, by the number of the socket.
    spectators: BTreeMap<u64, TokenBucket>,
    /// The queries of each link that ran too long in this state of the game.
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
    /// Checks whether a query may run now.
    pub(crate) fn check(&mut self, requester: Requester, query: &str, state: StateKey) -> Result<(), Refusal> {
        if self.stopped.0 == state && self.stopped.1.contains(&(requester.role, normalized(query))) {
            return Err(Refusal::RanTooLong);
        }
        let wait = self.buckets(requester).filter_map(TokenBucket::wait).max();
        wait.map_or(Ok(()), |wait| Err(Refusal::Wait(wait)))
    }

    /// Charges the time that a query used.
    pub(crate) fn charge(&mut self, requester: Requester, query: &str, state: StateKey, used: TimeUsed) {
        self.buckets(requester).for_each(|bucket| bucket.spend(used.time.as_secs_f64()));
        if used.was_stopped {
            if self.stopped.0 != state {
                self.stopped = (state, BTreeSet::new());
            }
            // The set stays small, because each entry has cost its link the whole time limit of a query.
            self.stopped.1.insert((requester.role, normalized(query)));
        }
    }

    /// Forgets a socket that was closed.
    pub(crate) fn forget(&mut self, socket: u64) {
        self.spectators.remove(&socket);
    }

    /// Returns the buckets from which the time of a query is taken.
    fn buckets(&mut self, Requester { role, socket }: Requester) -> impl Iterator<Item = &mut TokenBucket> {
        let is_spectator = role == Role::Spectator;
        let limit = if is_spectator { ALL_SPECTATORS } else { LINK };
        let link = self.by_link.entry(role).or_insert_with(|| TokenBucket::new(limit));
        let spectator =
            is_spectator.then(|| self.spectators.entry(socket).or_insert_with(|| TokenBucket::new(SPECTATOR)));
        [link].into_iter().chain(spectator)
    }
}

/// Converts a query to lower case with single spaces, so that spelling variants count as one query.
fn normalized(query: &str) -> String {
    query.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

impl Refusal {
    /// Returns the message for the page.
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

    const STATE: super::StateKey = (3, 7, [0; 32]);
    const HOST: Requester = Requester { role: Role::Host, socket: 1 };

    fn spectator(socket: u64) -> Requester {
        Requester { role: Role::Spectator, socket }
    }

    fn used(milliseconds: u64, was_stopped: bool) -> TimeUsed {
        TimeUsed { time: Duration::from_millis(milliseconds), was_stopped }
    }

    #[test]
    fn only_a_link_that_has_used_up_its_time_must_wait() {
        let mut limits = RateLimit::default();
        limits.charge(HOST, "why", STATE, used(2000, false));
        assert_eq!(limits.check(HOST, "why", STATE), Ok(()));
        limits.charge(HOST, "why", STATE, used(3000, false));
        let other = Requester { socket: 2, ..HOST };
        let Err(Refusal::Wait(wait)) = limits.check(other, "log", STATE) else {
            panic!("sockets of a link share its time")
        };
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        assert_eq!(limits.check(spectator(3), "log", STATE), Ok(()));
    }

    #[test]
    fn each_spectator_has_a_limit_and_all_spectators_share_another() {
        let mut limits = RateLimit::default();
        limits.charge(spectator(1), "look", STATE, used(1500, false));
        assert!(matches!(limits.check(spectator(1), "look", STATE), Err(Refusal::Wait(_))));
        assert_eq!(limits.check(spectator(2), "look", STATE), Ok(()));
        // All spectators together use up the time of their link, but not the time of other links.
        for socket in 1..=200 {
            if limits.check(spectator(socket), "look", STATE).is_ok() {
                limits.charge(spectator(socket), "look", STATE, used(500, false));
            }
        }
        let Err(Refusal::Wait(wait)) = limits.check(spectator(300), "look", STATE) else {
            panic!("the common limit holds")
        };
        assert!(wait < Duration::from_secs(2), "{wait:?}");
        assert_eq!(limits.check(HOST, "look", STATE), Ok(()));
        assert_eq!(limits.spectators.len(), 201);
        (1..=300).for_each(|socket| limits.forget(socket));
        assert!(limits.spectators.is_empty());
    }

    #[test]
    fn a_query_that_ran_too_long_is_refused_in_the_same_state() {
        let mut limits = RateLimit::default();
        limits.charge(HOST, "preview  Fail", STATE, used(1000, true));
        assert_eq!(limits.check(HOST, "preview fail", STATE), Err(Refusal::RanTooLong));
        for (query, state) in
            [("preview rest", STATE), ("preview fail", (4, 8, [0; 32])), ("preview fail", (3, 7, [1; 32]))]
        {
            assert_eq!(limits.check(HOST, query, state), Ok(()), "{query}");
        }
    }
}
