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
    /// Creates a full bucket.
    pub(crate) fn new(per_second: f64, max: f64) -> TokenBucket {
        TokenBucket { per_second, max, tokens: max, updated: Instant::now() }
    }

    /// Takes one token. Returns false if there is none.
    pub(crate) fn try_take(&mut self) -> bool {
        self.try_take_at(Instant::now())
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

    fn try_take_at(&mut self, now: Instant) -> bool {
        self.refill(now);
        let has_token = self.tokens >= 1.0;
        if has_token {
            self.tokens -= 1.0;
        }
        has_token
    }
}

#[cfg(test)]
mod tests {
    use super::TokenBucket;
    use std::time::{Duration, Instant};

    #[test]
    fn a_bucket_allows_a_burst_and_refills() {
        let mut bucket = TokenBucket::new(20.0, 40.0);
        let start = Instant::now();
        assert_eq!((0..100).filter(|_| bucket.try_take_at(start)).count(), 40);
        let later = start + Duration::from_millis(500);
        assert_eq!((0..100).filter(|_| bucket.try_take_at(later)).count(), 10);
    }
}
