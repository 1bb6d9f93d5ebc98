//! A share of cases, with its interval.

use cardwright_statistics::wilson;

/// How many of some cases were hits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Share {
    pub(crate) hits: u64,
    pub(crate) all: u64,
}

impl Share {
    pub(crate) fn new(hits: u64, all: u64) -> Share {
        Share { hits, all }
    }

    /// Counts a case.
    pub(crate) fn add(&mut self, is_hit: bool) {
        self.hits += u64::from(is_hit);
        self.all += 1;
    }

    /// The share, from 0 to 1. It is 0 without cases.
    pub(crate) fn value(&self) -> f64 {
        self.hits as f64 / self.all.max(1) as f64
    }

    /// The 95 % confidence interval.
    pub(crate) fn interval(&self) -> (f64, f64) {
        wilson(self.hits as f64, self.all as f64)
    }

    /// The distance from a number to the interval. Negative if the interval contains the number.
    pub(crate) fn distance(&self, from: f64) -> f64 {
        let (low, high) = self.interval();
        (low - from).max(from - high)
    }
}
