//! Places spaces so that their distances match the number of steps between them: stress majorization (Gansner, Koren
//! and North 2004) from a fixed start.
//!
//! The algorithm uses only sums, products, quotients and square roots, so the result is the same on every machine.

use cardwright_content::layout_file::Point;

/// The most iterations.
const ROUNDS: usize = 120;
/// The iteration stops when no point moves more than this far. One step between neighbours is 1.
const MIN_MOVE: f64 = 1e-3;

/// Returns a point for each space. The unit is the distance between two neighbours. `distances[a][b]` is the number of
/// steps from space a to space b.
pub(super) fn place_by_distance(distances: &[Vec<f64>]) -> Vec<Point> {
    let mut points = start(distances);
    let count = points.len();
    for _ in 0..ROUNDS {
        let mut largest_move: f64 = 0.0;
        for space in 0..count {
            let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
            let [px, py] = points[space];
            for (other, wanted) in distances[space].iter().enumerate() {
                if other == space {
                    continue;
                }
                let [qx, qy] = points[other];
                let (dx, dy) = (px - qx, py - qy);
                let actual = (dx * dx + dy * dy).sqrt().max(1e-6);
                // Near spaces have more weight.
                let pair_weight = 1.0 / (wanted * wanted);
                let stretch = wanted / actual;
                x += pair_weight * (qx + dx * stretch);
                y += pair_weight * (qy + dy * stretch);
                weight += pair_weight;
            }
            if weight > 0.0 {
                let new = [x / weight, y / weight];
                largest_move = largest_move.max((new[0] - px).abs()).max((new[1] - py).abs());
                points[space] = new;
            }
        }
        if largest_move < MIN_MOVE {
            break;
        }
    }
    points
}

/// Returns start points from classical multidimensional scaling: the two main directions of the distances become x and
/// y. The first space is at the left and top.
fn start(distances: &[Vec<f64>]) -> Vec<Point> {
    let count = distances.len();
    let n = count as f64;
    let squares: Vec<Vec<f64>> = distances.iter().map(|row| row.iter().map(|steps| steps * steps).collect()).collect();
    let means: Vec<f64> = squares.iter().map(|row| row.iter().sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / n;
    let product = |a: usize, b: usize| -0.5 * (squares[a][b] - means[a] - means[b] + mean);
    let matrix: Vec<Vec<f64>> = (0..count).map(|a| (0..count).map(|b| product(a, b)).collect()).collect();
    let first = direction(&matrix, None);
    let second = direction(&matrix, Some(&first));
    // A small offset, in case all points lie on one line.
    (0..count).map(|space| [first[space], second[space] + 0.01 * ((space * 7 % 5) as f64 - 2.0)]).collect()
}

/// Returns the dominant eigenvector of a matrix, scaled by the square root of its eigenvalue. If `orthogonal_to` is
/// given, returns the dominant eigenvector among those orthogonal to it.
fn direction(matrix: &[Vec<f64>], orthogonal_to: Option<&[f64]>) -> Vec<f64> {
    let count = matrix.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // The start is arbitrary but fixed.
    let mut vector: Vec<f64> = (0..count).map(|index| ((index * 7919 + 13) % 101) as f64 / 101.0 - 0.5).collect();
    let mut eigenvalue = 0.0;
    for _ in 0..60 {
        if let Some(other) = orthogonal_to {
            let length_squared = dot(other, other);
            let share = if length_squared > 0.0 { dot(&vector, other) / length_squared } else { 0.0 };
            vector.iter_mut().zip(other).for_each(|(v, o)| *v -= share * o);
        }
        let next: Vec<f64> = matrix.iter().map(|row| dot(row, &vector)).collect();
        eigenvalue = dot(&next, &next).sqrt();
        if eigenvalue < 1e-9 {
            return vec![0.0; count];
        }
        vector = next.into_iter().map(|v| v / eigenvalue).collect();
    }
    let sign = if vector.first().is_some_and(|first| *first > 0.0) { -1.0 } else { 1.0 };
    vector.into_iter().map(|v| sign * v * eigenvalue.sqrt()).collect()
}
