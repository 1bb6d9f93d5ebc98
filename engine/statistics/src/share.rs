//! A share of cases, with its interval.

use crate::wilson;

/// How many of some cases were hits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// The number of hits.
    pub hits: u64,
    /// The number of cases.
    pub all: u64,
}

impl Share {
    /// So many hits of so many cases.
    pub fn new(hits: u64, all: u64) -> Share {
        Share { hits, all }
    }

    /// Counts a case.
    pub fn add(&mut self, is_hit: bool) {
        self.hits += u64::from(is_hit);
        self.all += 1;
    }

    /// The share, from 0 to 1. It is 0 without cases.
    pub fn value(&self) -> f64 {
        self.hits as f64 / self.all.max(1) as f64
    }

    /// The 95 % confidence interval (Wilson).
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.hits as f64, self.all as f64)
    }

    /// How far the interval reaches from the share, on the wider side.
    pub fn half_width(&self) -> f64 {
        let (low, high) = self.interval();
        (high - self.value()).max(self.value() - low)
    }

    /// The distance from a number to the interval. Negative if the interval contains the number.
    pub fn distance(&self, from: f64) -> f64 {
        let (low, high) = self.interval();
        (low - from).max(from - high)
    }
}
