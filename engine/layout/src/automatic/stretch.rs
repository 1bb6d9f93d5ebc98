//! Stretches a map with coordinates until no boxes overlap.

use super::spacing::GAP;
use cardwright_content::layout_file::{Point, Rect};

/// Places boxes of these sizes at the scaled points, and stretches the map between boxes that overlap. The order of the
/// points is kept on both axes, equal coordinates stay equal, and no distance becomes shorter.
pub(super) fn stretch_apart(places: &[Point], sizes: &[Point], scale: f64) -> Vec<Rect> {
    let mut centres: Vec<Point> = places.iter().map(|place| place.map(|part| part * scale)).collect();
    // A tiny offset separates boxes at the same point.
    for (index, place) in places.iter().enumerate() {
        centres[index][0] += 0.003 * places[..index].iter().filter(|earlier| *earlier == place).count() as f64;
    }
    for first in 0..centres.len() {
        for second in first + 1..centres.len() {
            separate(&mut centres, sizes, first, second);
        }
    }
    centres.iter().zip(sizes).map(|([x, y], [w, h])| [x - w / 2.0, y - h / 2.0, *w, *h]).collect()
}

/// If two boxes overlap, moves everything beyond them away, and what lies between them in proportion.
fn separate(centres: &mut [Point], sizes: &[Point], first: usize, second: usize) {
    let [a, b] = [centres[first], centres[second]];
    // By how much the boxes overlap on each axis, gap included.
    let overlap = [0, 1].map(|axis| (sizes[first][axis] + sizes[second][axis]) / 2.0 + GAP - (a[axis] - b[axis]).abs());
    if overlap.iter().any(|overlap| *overlap <= 0.01) {
        return;
    }
    let is_equal = [0, 1].map(|axis| a[axis] == b[axis]);
    let axis = usize::from(is_equal[0] || !is_equal[1] && overlap[1] < overlap[0]);
    let (from, to) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
    for centre in centres {
        centre[axis] += overlap[axis] * ((centre[axis] - from) / (to - from)).clamp(0.0, 1.0);
    }
}
