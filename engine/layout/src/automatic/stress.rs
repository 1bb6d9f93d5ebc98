//! Places spaces so that their distances match the number of steps between them: stress majorization (Gansner, Koren and
//! North 2004) from a fixed start.
//!
//! It uses only sums, products, quotients and square roots, so the result is the same on every machine.

use cardwright_content::layout_file::Point;

/// The most iterations.
const ROUNDS: usize = 120;
/// The iteration stops when no point moves more than this part of a step.
const MIN_MOVE: f64 = 1e-3;

/// A point for each space, in units of one step.
pub(super) fn place_by_distance(distances: &[Vec<f64>]) -> Vec<Point> {
    let mut at = start(distances);
    let count = at.len();
    for _ in 0..ROUNDS {
        let mut moved: f64 = 0.0;
        for one in 0..count {
            let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
            let [px, py] = at[one];
            for (other, wanted) in distances[one].iter().enumerate() {
                if other == one {
                    continue;
                }
                let [qx, qy] = at[other];
                let (dx, dy) = (px - qx, py - qy);
                let actual = (dx * dx + dy * dy).sqrt().max(1e-6);
                // Near spaces have more weight.
                let own_weight = 1.0 / (wanted * wanted);
                let stretch = wanted / actual;
                x += own_weight * (qx + dx * stretch);
                y += own_weight * (qy + dy * stretch);
                weight += own_weight;
            }
            if weight > 0.0 {
                let new = [x / weight, y / weight];
                moved = moved.max((new[0] - px).abs()).max((new[1] - py).abs());
                at[one] = new;
            }
        }
        if moved < MIN_MOVE {
            break;
        }
    }
    at
}

/// Classical scaling: the two main directions of the distances. The first is horizontal, and the first space is at the
/// left and top.
fn start(distances: &[Vec<f64>]) -> Vec<Point> {
    let count = distances.len();
    let n = count as f64;
    let squares: Vec<Vec<f64>> = distances.iter().map(|row| row.iter().map(|far| far * far).collect()).collect();
    let means: Vec<f64> = squares.iter().map(|row| row.iter().sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / n;
    let product = |one: usize, other: usize| -0.5 * (squares[one][other] - means[one] - means[other] + mean);
    let matrix: Vec<Vec<f64>> = (0..count).map(|one| (0..count).map(|other| product(one, other)).collect()).collect();
    let first = direction(&matrix, None);
    let second = direction(&matrix, Some(&first));
    // A small offset, in case all points lie on one line.
    (0..count).map(|at| [first[at], second[at] + 0.01 * ((at * 7 % 5) as f64 - 2.0)]).collect()
}

/// The dominant eigenvector of a matrix, orthogonal to another vector, scaled by the square root of its eigenvalue.
fn direction(matrix: &[Vec<f64>], square_to: Option<&[f64]>) -> Vec<f64> {
    let count = matrix.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut vector: Vec<f64> = (0..count).map(|at| ((at * 7919 + 13) % 101) as f64 / 101.0 - 0.5).collect();
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
            return vec![0.0; count];
        }
        vector = next.into_iter().map(|v| v / strength).collect();
    }
    let sign = if vector.first().is_some_and(|first| *first > 0.0) { -1.0 } else { 1.0 };
    vector.into_iter().map(|v| sign * v * strength.sqrt()).collect()
}
