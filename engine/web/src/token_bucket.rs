//! A token bucket: limits a rate, and allows short bursts.

use std::time::{Duration, Instant};

/// Tokens that refill at a constant rate up to a maximum.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    max: f64,
    /// The tokens left. Negative after [`TokenBucket::spend`] took more than there were.
    tokens: f64,
    updated: Instant,
}

impl TokenBucket {
    /// Creates a full bucket: how many tokens it regains per second, and how many it holds.
    pub(crate) fn new((per_second, max): (f64, f64)) -> TokenBucket {
        TokenBucket { per_second, max, tokens: max, updated: Instant::now() }
    }

    /// Takes tokens. Returns false if there are fewer.
    pub(crate) fn try_take(&mut self, cost: f64) -> bool {
        self.try_take_at(Instant::now(), cost)
    }

    /// Returns the time until there are tokens again, or `None` if there are tokens now.
    pub(crate) fn wait(&mut self) -> Option<Duration> {
        self.refill(Instant::now());
        (self.tokens <= 0.0).then(|| Duration::from_secs_f64(-self.tokens / self.per_second))
    }

    /// Takes the cost of work that has just been done, even if the bucket has fewer tokens. The bucket does not refill
    /// for the time that the work took.
    pub(crate) fn spend(&mut self, cost: f64) {
        self.updated = Instant::now();
        self.tokens -= cost;
    }

    fn refill(&mut self, now: Instant) {
        let seconds = now.saturating_duration_since(self.updated).as_secs_f64();
        self.tokens = (self.tokens + seconds * self.per_second).min(self.max);
        self.updated = now;
    }

    fn try_take_at(&mut self, now: Instant, cost: f64) -> bool {
        self.refill(now);
        let is_enough = self.tokens >= cost;
        if is_enough {
            self.tokens -= cost;
        }
        is_enough
    }
}

#[cfg(test)]
mod tests {
    use super::TokenBucket;
    use std::time::{Duration, Instant};

    #[test]
    fn a_bucket_allows_a_burst_and_refills() {
        let mut bucket = TokenBucket::new((20.0, 40.0));
        let start = Instant::now();
        assert_eq!((0..100).filter(|_| bucket.try_take_at(start, 1.0)).count(), 40);
        let later = start + Duration::from_millis(500);
        assert_eq!((0..100).filter(|_| bucket.try_take_at(later, 1.0)).count(), 10);
    }
}
