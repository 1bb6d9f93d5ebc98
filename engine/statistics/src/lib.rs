//! Statistics of simulations: confidence intervals, quantiles and correlation. This crate has no dependencies.

mod sequence;
mod share;

pub use sequence::{LEVEL, Sequence, holm};
pub use share::Share;

/// The 97.5 % quantile of the standard normal distribution, for 95 % confidence intervals.
const Z_95: f64 = 1.959_963_984_540_054;

/// Computes the 95 % confidence interval (Wilson) of a probability, after `hits` hits in `n` samples. Without samples
/// it is 0 to 1. If each sample has a probability of its own, `hits` is the sum of these probabilities. Probabilities
/// vary less than samples of 0 or 1, so the interval is wide enough.
pub fn wilson(hits: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (mean, square) = (hits / n, Z_95 * Z_95);
    let middle = (mean + square / (2.0 * n)) / (1.0 + square / n);
    let half = Z_95 / (1.0 + square / n) * (mean * (1.0 - mean) / n + square / (4.0 * n * n)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Returns the quantile at `share` (0 to 1) of numbers in ascending order. Interpolates linearly between two numbers,
/// as R and NumPy do by default. `None` without numbers.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// Pearson's correlation of two numbers, computed one pair at a time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Correlation {
    pairs: f64,
    mean_x: f64,
    mean_y: f64,
    squares_x: f64,
    squares_y: f64,
    products: f64,
}

impl Correlation {
    /// Adds a pair of numbers.
    pub fn add(&mut self, x: f64, y: f64) {
        self.pairs += 1.0;
        let (from_x, from_y) = (x - self.mean_x, y - self.mean_y);
        self.mean_x += from_x / self.pairs;
        self.mean_y += from_y / self.pairs;
        self.squares_x += from_x * (x - self.mean_x);
        self.squares_y += from_y * (y - self.mean_y);
        self.products += from_x * (y - self.mean_y);
    }

    /// The coefficient, from −1 to 1. `None` if one of the numbers never varied.
    pub fn coefficient(&self) -> Option<f64> {
        let scale = (self.squares_x * self.squares_y).sqrt();
        (scale > 0.0).then(|| (self.products / scale).clamp(-1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Correlation, Z_95, quantile, wilson};

    #[test]
    fn the_interval_is_the_wilson_interval() {
        let (low, high) = wilson(10.0, 100.0);
        assert!((low - 0.055_229).abs() < 1e-6 && (high - 0.174_366).abs() < 1e-6, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0).0, 0.0);
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
        let (_, most) = wilson(0.0, 1.0);
        assert!((most - Z_95 * Z_95 / (1.0 + Z_95 * Z_95)).abs() < 1e-9);
    }

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.05), Some(7.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[0.0, 10.0, 20.0, 30.0, 40.0], 0.95), Some(38.0));
    }

    #[test]
    fn the_correlation_is_that_of_pearson() {
        let mut correlation = Correlation::default();
        assert_eq!(correlation.coefficient(), None);
        [(1.0, 1.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)].iter().for_each(|(x, y)| correlation.add(*x, *y));
        // Sums of squares: 5 and 0.75; sum of products: 0.5.
        assert!(correlation.coefficient().is_some_and(|r| (r - 0.5 / 3.75f64.sqrt()).abs() < 1e-12));
    }
}
