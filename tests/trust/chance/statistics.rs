//! Tests of randomness: each returns the probability that fair chance gives counts at least this uneven.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Below this probability chance counts as unfair: it happens once in a million tests.
pub const DOUBTFUL: f64 = 1e-6;

/// The probability of a chi-square value at least this large.
pub fn tail(chi_square: f64, freedom: usize) -> f64 {
    ChiSquared::new(freedom as f64).unwrap().sf(chi_square)
}

/// The probability of counts at least this uneven, if all are equally likely.
pub fn even(counts: &[u64]) -> f64 {
    tail(unevenness(counts), counts.len() - 1)
}

fn unevenness(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    assert!(expected >= 5.0, "too few outcomes to tell");
    counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum()
}

/// Tests faces, pairs of successive faces, and pairs of faces two apart of a die with `faces` faces. The pairs share no
/// outcome, so they are independent.
pub fn die(faces: usize, outcomes: usize, mut face: impl FnMut(usize) -> usize) -> [f64; 3] {
    let (mut one, mut next, mut after) = (vec![0; faces], vec![0; faces * faces], vec![0; faces * faces]);
    for i in (0..outcomes - 3).step_by(4) {
        let [a, b, c, d] = [face(i), face(i + 1), face(i + 2), face(i + 3)];
        for f in [a, b, c, d] {
            one[f] += 1;
        }
        next[a * faces + b] += 1;
        next[c * faces + d] += 1;
        after[a * faces + c] += 1;
        after[b * faces + d] += 1;
    }
    [even(&one), even(&next), even(&after)]
}

/// Tests where each card ends up, which is first, the order of neighbours, and the order of the first four. `order`
/// gives the cards of shuffle `n`, top first.
pub fn shuffle(cards: usize, shuffles: usize, mut order: impl FnMut(usize) -> Vec<usize>) -> [f64; 4] {
    let (mut places, mut orders) = (vec![0u64; cards * cards], [0; 24]);
    let mut above = vec![0u64; cards / 2];
    for n in 0..shuffles {
        let order = order(n);
        let mut place = vec![usize::MAX; cards];
        for (at, card) in order.iter().enumerate() {
            place[*card] = at;
            places[card * cards + at] += 1;
        }
        assert!(!place.contains(&usize::MAX), "a shuffle lost a card");
        for (pair, above) in above.iter_mut().enumerate() {
            *above += u64::from(place[2 * pair] < place[2 * pair + 1]);
        }
        // The index of the order of the first four: for each, how many later ones are above it.
        let below = |card: usize| (card + 1..4).filter(|other| place[*other] < place[card]).count();
        orders[below(0) * 6 + below(1) * 2 + below(2)] += 1;
    }
    let k = cards as f64;
    // A card has one place and a place one card: rows and columns add up, hence the factor.
    let lie = tail(unevenness(&places) * (k - 1.0) / k, (cards - 1) * (cards - 1));
    let first: Vec<u64> = (0..cards).map(|card| places[card * cards]).collect();
    let n = shuffles as f64;
    let pairs: f64 = above.iter().map(|a| (2.0 * *a as f64 - n).powi(2) / n).sum();
    [lie, even(&first), tail(pairs, above.len()), even(&orders)]
}

/// Whether two sequences of outcomes (each `0..of`) are independent and even.
pub fn joint(of: (usize, usize), outcomes: impl Iterator<Item = (usize, usize)>) -> f64 {
    let mut counts = vec![0; of.0 * of.1];
    for (a, b) in outcomes {
        counts[a * of.1 + b] += 1;
    }
    even(&counts)
}
