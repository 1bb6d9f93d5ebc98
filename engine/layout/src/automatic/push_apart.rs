//! Pushes boxes apart until none overlap, on a map without coordinates.

use super::spacing::GAP;
use cardwright_content::layout_file::{Point, Rect};

/// The most comparisons of two boxes, so that a map of a thousand spaces takes seconds, not minutes.
const MAX_COMPARISONS: usize = 20_000_000;
/// The most rounds of a small map, and the fewest of a large map.
const ROUNDS: (usize, usize) = (600, 40);

/// Places boxes of these sizes at the scaled points, and pushes the boxes apart.
pub(super) fn push_apart(places: &[Point], sizes: &[Point], scale: f64) -> Vec<Rect> {
    let mut centres: Vec<Point> = places.iter().map(|place| place.map(|part| part * scale)).collect();
    // A tiny offset separates boxes at the same point.
    centres.iter_mut().enumerate().for_each(|(index, [x, y])| {
        *x += 0.003 * index as f64;
        *y += 0.001 * index as f64;
    });
    let pairs = (places.len() * places.len() / 2).max(1);
    let rounds = (MAX_COMPARISONS / pairs).clamp(ROUNDS.1, ROUNDS.0);
    for round in 0..rounds {
        let mut no_overlap = true;
        for first in 0..centres.len() {
            for second in first + 1..centres.len() {
                let (dx, dy) = (centres[second][0] - centres[first][0], centres[second][1] - centres[first][1]);
                // By how much the boxes overlap on each axis, gap included.
                let overlap_x = (sizes[first][0] + sizes[second][0]) / 2.0 + GAP - dx.abs();
                let overlap_y = (sizes[first][1] + sizes[second][1]) / 2.0 + GAP - dy.abs();
                if overlap_x <= 0.01 || overlap_y <= 0.01 {
                    continue;
                }
                no_overlap = false;
                let signed_half = |sign: f64, size: f64| if sign < 0.0 { -size / 2.0 } else { size / 2.0 };
                let axis = usize::from(overlap_y < overlap_x);
                let (distance, overlap) = if axis == 0 { (dx, overlap_x) } else { (dy, overlap_y) };
                let shift = signed_half(distance, overlap);
                centres[first][axis] -= shift;
                centres[second][axis] += shift;
            }
        }
        if no_overlap {
            break;
        }
        // If pushing does not converge, spread everything a little.
        if (round + 1).is_multiple_of(rounds / 10) {
            centres.iter_mut().flatten().for_each(|part| *part *= 1.08);
        }
    }
    centres.iter().zip(sizes).map(|([x, y], [w, h])| [x - w / 2.0, y - h / 2.0, *w, *h]).collect()
}
