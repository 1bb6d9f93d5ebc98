//! The probability distribution of a value over the ends of a line.

use super::{LineEnd, Odds};
use crate::enumerate::Weight;
use cardwright_statistics::wilson;
use num_traits::{CheckedAdd, Zero};
use std::collections::BTreeMap;

/// A probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Probability {
    /// The exact probability.
    Exact(Weight),
    /// An estimate from samples, with its 95 % confidence interval (Wilson).
    Estimate {
        /// The mean of the samples.
        mean: f64,
        /// The lower end of the interval.
        low: f64,
        /// The upper end of the interval.
        high: f64,
    },
}

impl Probability {
    /// The probability of something that does not happen.
    pub const NEVER: Probability = Probability::Exact(Weight::new_raw(0, 1));

    /// The probability as a number from 0 to 1.
    pub fn number(&self) -> f64 {
        match self {
            Probability::Exact(weight) => to_float(weight),
            Probability::Estimate { mean, .. } => *mean,
        }
    }
}

fn to_float(weight: &Weight) -> f64 {
    *weight.numer() as f64 / *weight.denom() as f64
}

/// The mean of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mean {
    /// The exact mean.
    Exact(num_rational::Ratio<i128>),
    /// An estimate from samples.
    Estimate(f64),
}

impl Mean {
    /// The mean as a floating-point number.
    pub fn number(&self) -> f64 {
        match self {
            Mean::Exact(ratio) => *ratio.numer() as f64 / *ratio.denom() as f64,
            Mean::Estimate(mean) => *mean,
        }
    }
}

/// The possible values of something, in order, each with its probability.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution<V> {
    /// The values and their probabilities.
    pub values: Vec<(V, Probability)>,
}

impl<V: Ord + Clone> Distribution<V> {
    /// Computes the distribution of `value` over all ends of the line.
    pub fn new(odds: &Odds, mut value: impl FnMut(&LineEnd) -> V) -> Distribution<V> {
        let mut worlds: Vec<BTreeMap<V, Weight>> = Vec::with_capacity(odds.worlds.len());
        for ends in &odds.worlds {
            let mut world: BTreeMap<V, Weight> = BTreeMap::new();
            for end in ends {
                let sum = world.entry(value(end)).or_insert_with(Weight::zero);
                // All probabilities add up to 1, so this sum does not overflow.
                *sum = sum.checked_add(&end.weight).unwrap_or(*sum);
            }
            worlds.push(world);
        }
        match &worlds[..] {
            [first, others @ ..] if odds.is_exact && others.iter().all(|world| world == first) => Distribution {
                values: first.iter().map(|(value, weight)| (value.clone(), Probability::Exact(*weight))).collect(),
            },
            // In a sample each end is a draw.
            _ => average(&worlds, if odds.is_exact { f64::INFINITY } else { odds.ends().count() as f64 }),
        }
    }

    /// Whether only one value is possible.
    pub fn is_certain(&self) -> bool {
        self.values.len() < 2
    }

    /// Whether all probabilities are exact.
    pub fn is_exact(&self) -> bool {
        self.values.iter().all(|(_, probability)| matches!(probability, Probability::Exact(_)))
    }

    /// Computes the mean of a number that each value has. `None` if a value has no number.
    pub fn mean(&self, number: impl Fn(&V) -> Option<i64>) -> Option<Mean> {
        let mut exact = Some(num_rational::Ratio::<i128>::zero());
        let mut estimate = 0.0;
        for (value, probability) in &self.values {
            let number = number(value)?;
            estimate += number as f64 * probability.number();
            exact = exact.and_then(|sum| match probability {
                Probability::Exact(weight) => {
                    let weight = num_rational::Ratio::new(
                        i128::try_from(*weight.numer()).ok()?,
                        i128::try_from(*weight.denom()).ok()?,
                    );
                    let part = num_traits::CheckedMul::checked_mul(&weight, &i128::from(number).into())?;
                    sum.checked_add(&part)
                }
                Probability::Estimate { .. } => None,
            });
        }
        Some(exact.map_or(Mean::Estimate(estimate), Mean::Exact))
    }
}

/// Averages the distributions of the worlds. All worlds have the same weight. A world is a position that the viewer
/// cannot tell from the real one, or one sample: see [`Odds::worlds`]. `draws` is the number of ends that were drawn.
///
/// How much the worlds differ tells how many independent draws they are worth: at least one each, at most `draws`.
fn average<V: Ord + Clone>(worlds: &[BTreeMap<V, Weight>], draws: f64) -> Distribution<V> {
    let mut sums: BTreeMap<V, (f64, f64)> = BTreeMap::new();
    for (value, weight) in worlds.iter().flatten() {
        let (sum, squares) = sums.entry(value.clone()).or_insert((0.0, 0.0));
        let weight = to_float(weight);
        (*sum, *squares) = (*sum + weight, *squares + weight * weight);
    }
    let n = worlds.len() as f64;
    let probability = |(sum, squares): (f64, f64)| {
        let mean = sum / n;
        let variance_of_mean = ((squares / n - mean * mean) / (n - 1.0).max(1.0)).max(f64::MIN_POSITIVE);
        let worth = (mean * (1.0 - mean) / variance_of_mean).clamp(n, draws.clamp(n, MOST_DRAWS));
        let (low, high) = wilson(mean * worth, worth);
        Probability::Estimate { mean, low, high }
    };
    Distribution { values: sums.into_iter().map(|(value, sums)| (value, probability(sums))).collect() }
}

/// The most independent draws that an average can be worth.
const MOST_DRAWS: f64 = 1e6;
