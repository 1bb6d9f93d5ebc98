//! How likely each value of something is that is looked at where a line may lead.

use super::{End, Odds};
use crate::enumerate::Weight;
use num_traits::{CheckedAdd, Zero};
use std::collections::BTreeMap;

/// Of a standard normal variable, how far from 0 it is in 95 cases of a hundred at most.
const Z: f64 = 1.959_963_984_540_054;

/// How likely something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Share {
    /// So likely.
    Exact(Weight),
    /// About so likely: the mean of what was drawn, and the ends of the interval in which it lies in 95 cases of a hundred (Wilson).
    About {
        /// The mean.
        mean: f64,
        /// It is hardly less than this.
        low: f64,
        /// And hardly more.
        high: f64,
    },
}

impl Share {
    /// As a number from 0 to 1.
    pub fn number(&self) -> f64 {
        match self {
            Share::Exact(weight) => float(weight),
            Share::About { mean, .. } => *mean,
        }
    }
}

fn float(weight: &Weight) -> f64 {
    *weight.numer() as f64 / *weight.denom() as f64
}

/// What is expected of a number on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Level {
    /// Exactly so much.
    Exact(num_rational::Ratio<i128>),
    /// About so much.
    About(f64),
}

impl Level {
    /// As a number.
    pub fn number(&self) -> f64 {
        match self {
            Level::Exact(ratio) => *ratio.numer() as f64 / *ratio.denom() as f64,
            Level::About(mean) => *mean,
        }
    }
}

/// The values that something may come to, in their order, with how likely each is.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread<V> {
    /// Each value.
    pub shares: Vec<(V, Share)>,
}

impl<V: Ord + Clone> Spread<V> {
    /// Of something that is looked at where a line may lead.
    pub fn of(odds: &Odds, mut value: impl FnMut(&End) -> V) -> Spread<V> {
        let mut worlds: Vec<BTreeMap<V, Weight>> = Vec::with_capacity(odds.worlds.len());
        for ends in &odds.worlds {
            let mut world: BTreeMap<V, Weight> = BTreeMap::new();
            for end in ends {
                let sum = world.entry(value(end)).or_insert_with(Weight::zero);
                // They add up to 1 with what is not merged, so they fit.
                *sum = sum.checked_add(&end.weight).unwrap_or(*sum);
            }
            worlds.push(world);
        }
        match &worlds[..] {
            [first, others @ ..] if odds.is_exact && others.iter().all(|world| world == first) => {
                Spread { shares: first.iter().map(|(value, weight)| (value.clone(), Share::Exact(*weight))).collect() }
            }
            _ => about(&worlds),
        }
    }

    /// Whether it comes to the same whatever happens.
    pub fn is_certain(&self) -> bool {
        self.shares.len() < 2
    }

    /// Whether it is exact.
    pub fn is_exact(&self) -> bool {
        self.shares.iter().all(|(_, share)| matches!(share, Share::Exact(_)))
    }

    /// What is expected on average of a number that belongs to each value; none where one has no number.
    pub fn mean(&self, number: impl Fn(&V) -> Option<i64>) -> Option<Level> {
        let mut exact = Some(num_rational::Ratio::<i128>::zero());
        let mut about = 0.0;
        for (value, share) in &self.shares {
            let number = number(value)?;
            about += number as f64 * share.number();
            exact = exact.and_then(|sum| match share {
                Share::Exact(weight) => {
                    let weight = num_rational::Ratio::new(
                        i128::try_from(*weight.numer()).ok()?,
                        i128::try_from(*weight.denom()).ok()?,
                    );
                    let part = num_traits::CheckedMul::checked_mul(&weight, &i128::from(number).into())?;
                    sum.checked_add(&part)
                }
                Share::About { .. } => None,
            });
        }
        Some(exact.map_or(Level::About(about), Level::Exact))
    }
}

/// Averaged over worlds that differ.
fn about<V: Ord + Clone>(worlds: &[BTreeMap<V, Weight>]) -> Spread<V> {
    let mut sums: BTreeMap<V, f64> = BTreeMap::new();
    for (value, weight) in worlds.iter().flatten() {
        *sums.entry(value.clone()).or_insert(0.0) += float(weight);
    }
    let n = worlds.len() as f64;
    let share = |sum: f64| {
        let (low, high) = wilson(sum, n);
        Share::About { mean: sum / n, low, high }
    };
    Spread { shares: sums.into_iter().map(|(value, sum)| (value, share(sum))).collect() }
}

/// The interval of Wilson in which a share lies in 95 cases of a hundred, if so many of `n` draws came to it. Of worlds that have
/// shares themselves, `came` is their sum: these differ less than draws that come to all or nothing, so it is wide enough.
pub fn wilson(came: f64, n: f64) -> (f64, f64) {
    let (mean, square) = (came / n, Z * Z);
    let middle = (mean + square / (2.0 * n)) / (1.0 + square / n);
    let half = Z / (1.0 + square / n) * (mean * (1.0 - mean) / n + square / (4.0 * n * n)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}
