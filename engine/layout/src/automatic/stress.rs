//! Places at which spaces lie as far from each other as there are steps between them, as nearly as a plane allows: stress
//! majorisation (Gansner, Koren and North 2004) from a fixed start, so that a board always comes to the same map.
//!
//! Only sums, products, quotients and square roots: the same on every machine.

use cardwright_content::sketch::Point;

/// How often all places are bettered at most.
const ROUNDS: usize = 120;
/// Less than this share of a step is no betterment.
const STILL: f64 = 1e-3;

/// A place for each, in steps.
pub(super) fn places(hops: &[Vec<f64>]) -> Vec<Point> {
    let mut at = start(hops);
    let many = at.len();
    for _ in 0..ROUNDS {
        let mut moved: f64 = 0.0;
        for one in 0..many {
            let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
            let [px, py] = at[one];
            for (other, far) in hops[one].iter().enumerate() {
                if other == one {
                    continue;
                }
                let [qx, qy] = at[other];
                let (dx, dy) = (px - qx, py - qy);
                let is = (dx * dx + dy * dy).sqrt().max(1e-6);
                // What is near counts more.
                let own = 1.0 / (far * far);
                let stretch = far / is;
                x += own * (qx + dx * stretch);
                y += own * (qy + dy * stretch);
                weight += own;
            }
            if weight > 0.0 {
                let new = [x / weight, y / weight];
                moved = moved.max((new[0] - px).abs()).max((new[1] - py).abs());
                at[one] = new;
            }
        }
        if moved < STILL {
            break;
        }
    }
    at
}

/// Classical scaling: the two directions in which the distances reach farthest. The first lies across, and the first space
/// at its left and upper end.
fn start(hops: &[Vec<f64>]) -> Vec<Point> {
    let many = hops.len();
    let count = many as f64;
    let squares: Vec<Vec<f64>> = hops.iter().map(|row| row.iter().map(|far| far * far).collect()).collect();
    let means: Vec<f64> = squares.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let mean = means.iter().sum::<f64>() / count;
    let product = |one: usize, other: usize| -0.5 * (squares[one][other] - means[one] - means[other] + mean);
    let matrix: Vec<Vec<f64>> = (0..many).map(|one| (0..many).map(|other| product(one, other)).collect()).collect();
    let first = direction(&matrix, None);
    let second = direction(&matrix, Some(&first));
    // A little off a line, where all would lie on one.
    (0..many).map(|at| [first[at], second[at] + 0.01 * ((at * 7 % 5) as f64 - 2.0)]).collect()
}

/// The strongest direction of a matrix, square to another, as long as what it explains.
fn direction(matrix: &[Vec<f64>], square_to: Option<&[f64]>) -> Vec<f64> {
    let many = matrix.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut vector: Vec<f64> = (0..many).map(|at| ((at * 7919 + 13) % 101) as f64 / 101.0 - 0.5).collect();
    let mut strength = 0.0;
    for _ in 0..60 {
        if let Some(other) = square_to {
            let own = dot(other, other);
            let share = if own > 0.0 { dot(&vector, other) / own } else { 0.0 };
            vector.iter_mut().zip(other).for_each(|(v, o)| *v -= share * o);
        }
        let next: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
        strength = dot(&next, &next).sqrt();
        if strength < 1e-9 {
            return vec![0.0; many];
        }
        vector = next.into_iter().map(|v| v / strength).collect();
    }
    let sign = if vector.first().is_some_and(|first| *first > 0.0) { -1.0 } else { 1.0 };
    vector.into_iter().map(|v| sign * v * strength.sqrt()).collect()
}
