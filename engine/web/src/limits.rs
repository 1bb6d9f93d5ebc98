//! How much one reader may ask for, and how often one address may try keys.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// So many a second, and at once as many as have been saved up.
#[derive(Debug)]
pub(crate) struct Bucket {
    a_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn new(a_second: f64, most: f64) -> Bucket {
        Bucket { a_second, most, left: most, at: Instant::now() }
    }

    /// Takes one, if there is one.
    pub(crate) fn takes(&mut self) -> bool {
        self.takes_at(Instant::now())
    }

    /// How long until there is something again, where nothing is left; none while something is.
    pub(crate) fn waits(&mut self) -> Option<Duration> {
        self.fill(Instant::now());
        (self.left <= 0.0).then(|| Duration::from_secs_f64(-self.left / self.a_second))
    }

    /// Takes what was used since it was asked last, though it be more than there is: nothing was saved up meanwhile.
    pub(crate) fn spend(&mut self, used: f64) {
        self.at = Instant::now();
        self.left -= used;
    }

    fn fill(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + since * self.a_second).min(self.most);
        self.at = now;
    }

    fn takes_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }
}

/// Wrong keys by address.
#[derive(Debug, Default)]
pub(crate) struct Wrong(BTreeMap<IpAddr, (Instant, u32)>);

/// Wrong keys that an address may try within [`Wrong::WHILE`].
const MOST_WRONG: u32 = 10;
/// Addresses remembered at once.
const MOST_ADDRESSES: usize = 4096;

impl Wrong {
    const WHILE: Duration = Duration::from_secs(60);

    /// Notes a wrong key; whether the address has tried too many before it.
    pub(crate) fn note(&mut self, from: IpAddr) -> bool {
        let is_shut = self.is_shut(from);
        let now = Instant::now();
        self.0.retain(|_, (since, _)| now.saturating_duration_since(*since) < Wrong::WHILE);
        if self.0.len() < MOST_ADDRESSES {
            let count = &mut self.0.entry(from).or_insert((now, 0)).1;
            *count = count.saturating_add(1);
        }
        is_shut
    }

    /// Whether an address has tried too many.
    fn is_shut(&self, from: IpAddr) -> bool {
        let now = Instant::now();
        let fresh = |(since, count): &(Instant, u32)| {
            *count >= MOST_WRONG && now.saturating_duration_since(*since) < Wrong::WHILE
        };
        self.0.get(&from).is_some_and(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;
    use std::time::{Duration, Instant};

    #[test]
    fn what_is_saved_up_is_spent_at_once_and_comes_back_by_and_by() {
        let mut bucket = Bucket::new(20.0, 40.0);
        let start = Instant::now();
        assert_eq!((0..100).filter(|_| bucket.takes_at(start)).count(), 40);
        let later = start + Duration::from_millis(500);
        assert_eq!((0..100).filter(|_| bucket.takes_at(later)).count(), 10);
    }
}
