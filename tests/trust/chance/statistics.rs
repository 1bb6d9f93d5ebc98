//! Tests of randomness. Each returns the probability that fair chance gives counts at least as uneven as the tested
//! counts.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A probability below this counts as unfair chance. Fair chance has such a result once in a million tests.
pub const DOUBTFUL: f64 = 1e-6;

/// Returns the probability of a chi-square value at least this large. `freedom` is the degrees of freedom.
pub fn tail(chi_square: f64, freedom: usize) -> f64 {
    ChiSquared::new(freedom as f64).unwrap().sf(chi_square)
}

/// Returns the probability of counts at least this uneven, if all outcomes are equally likely.
pub fn even(counts: &[u64]) -> f64 {
    tail(unevenness(counts), counts.len() - 1)
}

/// Returns Pearson's chi-square statistic against equal counts.
fn unevenness(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    assert!(expected >= 5.0, "too few outcomes to tell");
    counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum()
}

/// Tests single faces, pairs of successive faces, and pairs of faces two apart. The pairs of one test share no outcome,
/// so they are independent.
pub fn die(faces: usize, outcomes: usize, mut face: impl FnMut(usize) -> usize) -> [f64; 3] {
    let (mut single_faces, mut successive_pairs, mut pairs_two_apart) =
        (vec![0; faces], vec![0; faces * faces], vec![0; faces * faces]);
    for i in (0..outcomes - 3).step_by(4) {
        let [a, b, c, d] = [face(i), face(i + 1), face(i + 2), face(i + 3)];
        for f in [a, b, c, d] {
            single_faces[f] += 1;
        }
        successive_pairs[a * faces + b] += 1;
        successive_pairs[c * faces + d] += 1;
        pairs_two_apart[a * faces + c] += 1;
        pairs_two_apart[b * faces + d] += 1;
    }
    [even(&single_faces), even(&successive_pairs), even(&pairs_two_apart)]
}

/// Tests the place of each card, the first card, the order of pairs of cards, and the order of cards 0 to 3. `order`
/// returns the cards of shuffle `n`, top first.
pub fn shuffle(cards: usize, shuffles: usize, mut order: impl FnMut(usize) -> Vec<usize>) -> [f64; 4] {
    let (mut places, mut orders) = (vec![0u64; cards * cards], [0; 24]);
    let mut above = vec![0u64; cards / 2];
    for n in 0..shuffles {
        let order = order(n);
        let mut card_places = vec![usize::MAX; cards];
        for (index, card) in order.iter().enumerate() {
            card_places[*card] = index;
            places[card * cards + index] += 1;
        }
        assert!(!card_places.contains(&usize::MAX), "a shuffle lost a card");
        for (pair, above) in above.iter_mut().enumerate() {
            *above += u64::from(card_places[2 * pair] < card_places[2 * pair + 1]);
        }
        // The index of the order of cards 0 to 3, from the number of later cards above each card.
        let cards_above = |card: usize| (card + 1..4).filter(|other| card_places[*other] < card_places[card]).count();
        orders[cards_above(0) * 6 + cards_above(1) * 2 + cards_above(2)] += 1;
    }
    let k = cards as f64;
    // The factor is needed because rows and columns of the matrix have fixed sums: each card has one place, and each
    // place has one card.
    let place_probability = tail(unevenness(&places) * (k - 1.0) / k, (cards - 1) * (cards - 1));
    let first: Vec<u64> = (0..cards).map(|card| places[card * cards]).collect();
    let n = shuffles as f64;
    let pairs: f64 = above.iter().map(|a| (2.0 * *a as f64 - n).powi(2) / n).sum();
    [place_probability, even(&first), tail(pairs, above.len()), even(&orders)]
}

/// Tests whether two sequences of outcomes are independent and even. The outcomes are `0..sizes.0` and `0..sizes.1`.
pub fn joint(sizes: (usize, usize), outcomes: impl Iterator<Item = (usize, usize)>) -> f64 {
    let mut counts = vec![0; sizes.0 * sizes.1];
    for (a, b) in outcomes {
        counts[a * sizes.1 + b] += 1;
    }
    even(&counts)
}
