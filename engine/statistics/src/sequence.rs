//! A confidence sequence: intervals for the mean of a growing list of numbers that hold at every length together.
//!
//! An ordinary 95 % interval contains the mean 95 times in 100, if the length of the list was fixed beforehand. A
//! reader who looks after every game and stops when 0 is outside is wrong far more often. This is the normal-mixture
//! sequence (Robbins 1970, with the variance estimated: Waudby-Smith and others 2021). It is 1.1 to 1.5 times as wide
//! as the interval of a fixed length.

/// How often an interval may be wrong.
pub const LEVEL: f64 = 0.05;
/// The sequence is narrowest, compared with intervals of a fixed length, at about this many numbers.
const NARROWEST_AT: f64 = 200.0;
/// The most numbers that [`Sequence::more_for`] looks ahead.
const FARTHEST: u64 = 1 << 40;

/// A list of numbers, as its mean and its variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sequence {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean. It begins with one distance, so that some equal numbers do not look
    /// like certainty.
    squares: f64,
    chance_alone: f64,
}

impl Sequence {
    /// A list without numbers. `scale` is a distance between numbers that would surprise nobody, or 0.
    pub fn new(scale: f64) -> Sequence {
        Sequence { count: 0, mean: 0.0, squares: scale * scale, chance_alone: 1.0 }
    }
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let distance = number - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (number - self.mean);
        self.chance_alone = self.chance_alone.min(self.chance_now());
    }
    /// How many numbers there are.
    pub fn count(self) -> u64 {
        self.count
    }
    /// Their mean.
    pub fn mean(self) -> f64 {
        self.mean
    }
    /// The interval for the mean.
    pub fn interval(self) -> (f64, f64) {
        let half = self.half_width(self.count);
        (self.mean - half, self.mean + half)
    }
    /// How probable it is at most that a mean of 0 leads to a list like this one at any length so far.
    pub fn chance_alone(self) -> f64 {
        self.chance_alone
    }
    /// How many more numbers make the interval reach no farther than this from the mean, if the variance stays.
    pub fn more_for(self, half_width: f64) -> Option<u64> {
        let (mut low, mut high) = (0, FARTHEST);
        while low < high {
            let middle = (low + high) / 2;
            if self.half_width(self.count + middle) <= half_width { high = middle } else { low = middle + 1 }
        }
        (high < FARTHEST).then_some(high)
    }

    fn variance(self) -> f64 {
        self.squares / self.count as f64
    }

    fn half_width(self, count: u64) -> f64 {
        if self.count == 0 {
            return f64::INFINITY;
        }
        let (n, rho) = (count as f64, rho());
        let spread = n * rho + 1.0;
        (self.variance() * 2.0 * spread / (n * n * rho) * (spread.sqrt() / LEVEL).ln()).sqrt()
    }

    fn chance_now(self) -> f64 {
        let (n, rho) = (self.count as f64, rho());
        if self.squares == 0.0 {
            return if self.mean == 0.0 { 1.0 } else { 0.0 };
        }
        let spread = n * rho + 1.0;
        let exponent = n * n * self.mean * self.mean * rho / (2.0 * self.variance() * spread);
        (spread.sqrt() * (-exponent).exp()).min(1.0)
    }
}

/// The variance of the mixture, for which the sequence is narrowest at [`NARROWEST_AT`].
fn rho() -> f64 {
    let twice = -2.0 * LEVEL.ln();
    (twice + twice.ln() + 1.0) / NARROWEST_AT
}

/// Which of several findings are certain together, by their probabilities of coming from chance alone (Holm 1979).
pub fn holm(chances: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut certain = vec![false; chances.len()];
    for (rank, index) in order.into_iter().enumerate() {
        if chances[index] > LEVEL / (chances.len() - rank) as f64 {
            break;
        }
        certain[index] = true;
    }
    certain
}

#[cfg(test)]
mod tests {
    use super::{Sequence, holm};

    /// Differences of pairs with equal chances: -1, 0 or 1.
    fn random_walk(seed: u64, drift: u64) -> impl Iterator<Item = f64> {
        // SplitMix64, a small generator.
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) % 100
        };
        std::iter::repeat_with(move || match next() {
            n if n < 20 + drift => 1.0,
            n if n < 40 => -1.0,
            _ => 0.0,
        })
    }

    #[test]
    fn whoever_stops_when_0_is_outside_is_wrong_less_than_5_times_in_100() {
        let is_wrong = |seed| {
            let mut sequence = Sequence::new(1.0);
            random_walk(seed, 0).take(1000).any(|difference| {
                sequence.add(difference);
                let (low, high) = sequence.interval();
                sequence.count() >= 20 && (low > 0.0 || high < 0.0)
            })
        };
        let wrong = (0..1000).filter(|seed| is_wrong(*seed)).count();
        assert!(wrong < 50, "{wrong} of 1000");
    }

    #[test]
    fn the_interval_has_the_mean_and_shrinks() {
        let mut sequence = Sequence::new(1.0);
        let mut widths = Vec::new();
        for difference in random_walk(3, 10).take(4000) {
            sequence.add(difference);
            if [100, 1000, 4000].contains(&sequence.count()) {
                let (low, high) = sequence.interval();
                assert!(low < 0.2 && 0.2 < high, "{low} {high}");
                widths.push(high - low);
            }
        }
        assert!(widths.windows(2).all(|pair| pair[1] < pair[0] / 1.7), "{widths:?}");
        // The interval of a fixed length is 1.96 standard errors: about 0.0385 wide to each side here.
        let ratio = widths[1] / 2.0 / (1.96 * (0.5 - 0.04_f64).sqrt() / 1000_f64.sqrt());
        assert!((1.2..1.7).contains(&ratio), "{ratio}");
    }

    #[test]
    fn the_number_of_games_that_would_settle_two_points_is_about_right() {
        let mut sequence = Sequence::new(1.0);
        random_walk(5, 0).take(300).for_each(|difference| sequence.add(difference));
        let more = sequence.more_for(0.02).unwrap();
        random_walk(6, 0).take(more as usize).for_each(|difference| sequence.add(difference));
        let (low, high) = sequence.interval();
        assert!(((high - low) / 2.0 - 0.02).abs() < 0.003, "{more}: {low} to {high}");
        assert_eq!(sequence.more_for(0.5), Some(0));
    }

    #[test]
    fn numbers_that_never_differ_are_certain_or_no_difference() {
        let mut sequence = Sequence::new(0.0);
        (0..30).for_each(|_| sequence.add(0.0));
        assert_eq!((sequence.interval(), sequence.chance_alone()), ((0.0, 0.0), 1.0));
        let mut sequence = Sequence::new(0.0);
        (0..30).for_each(|_| sequence.add(2.0));
        assert_eq!((sequence.interval(), sequence.chance_alone()), ((2.0, 2.0), 0.0));
        let mut shares = Sequence::new(1.0);
        (0..3).for_each(|_| shares.add(1.0));
        assert!(shares.interval().0 < 0.0, "three pairs settle no share");
    }

    #[test]
    fn findings_of_many_comparisons_must_be_more_certain() {
        assert_eq!(holm(&[0.04]), [true]);
        assert_eq!(holm(&[0.04, 0.9]), [false, false]);
        assert_eq!(holm(&[0.3, 0.01, 0.02]), [false, true, true]);
        assert_eq!(holm(&[]), [false; 0]);
    }
}
