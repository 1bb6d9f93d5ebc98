//! Pushes boxes apart until none overlap.

use super::GAP;
use super::board_order::BoardOrder;
use cardwright_content::layout_file::{Point, Rect};

/// Places boxes of these sizes at the scaled points and pushes them apart, keeping the order of the board.
pub(super) fn push_apart(places: &[Point], sizes: &[Point], scale: f64, order: &BoardOrder) -> Vec<Rect> {
    let mut at: Vec<Point> = places.iter().map(|place| place.map(|part| part * scale)).collect();
    // A tiny offset separates boxes at the same point.
    at.iter_mut().enumerate().for_each(|(number, [x, y])| {
        *x += 0.003 * number as f64;
        *y += 0.001 * number as f64;
    });
    for round in 0..600 {
        let mut is_free = true;
        for one in 0..at.len() {
            for other in one + 1..at.len() {
                let (dx, dy) = (at[other][0] - at[one][0], at[other][1] - at[one][1]);
                let wide = (sizes[one][0] + sizes[other][0]) / 2.0 + GAP - dx.abs();
                let high = (sizes[one][1] + sizes[other][1]) / 2.0 + GAP - dy.abs();
                if wide <= 0.01 || high <= 0.01 {
                    continue;
                }
                is_free = false;
                let signed_half = |sign: f64, by: f64| if sign < 0.0 { -by / 2.0 } else { by / 2.0 };
                let axis = usize::from(high < wide);
                let (distance, by) = if axis == 0 { (dx, wide) } else { (dy, high) };
                let direction = order.direction(axis, one, other);
                let by = signed_half(if direction == 0.0 { distance } else { direction }, by);
                at[one][axis] -= by;
                at[other][axis] += by;
            }
        }
        if is_free {
            break;
        }
        order.restore(&mut at);
        // If pushing does not converge, spread everything a little.
        if round % 60 == 59 {
            at.iter_mut().flatten().for_each(|part| *part *= 1.08);
        }
    }
    at.iter().zip(sizes).map(|([x, y], [w, h])| [x - w / 2.0, y - h / 2.0, *w, *h]).collect()
}
