//! Boxes pushed apart until none lies over another.

use super::GAP;
use super::order::Order;
use cardwright_content::sketch::{Point, Rect};

/// Boxes of these sizes about places of this scale, pushed apart, in the order that the board says.
pub(super) fn apart(places: &[Point], sizes: &[Point], scale: f64, order: &Order) -> Vec<Rect> {
    let mut at: Vec<Point> = places.iter().map(|place| place.map(|part| part * scale)).collect();
    // What meets in a point is told apart by its number.
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
                let away = |distance: f64, by: f64| if distance < 0.0 { -by / 2.0 } else { by / 2.0 };
                let axis = usize::from(high < wide);
                let (is, by) = if axis == 0 { (dx, wide) } else { (dy, high) };
                let way = order.sign(axis, one, other);
                let by = away(if way == 0.0 { is } else { way }, by);
                at[one][axis] -= by;
                at[other][axis] += by;
            }
        }
        if is_free {
            break;
        }
        order.restore(&mut at);
        // Where pushing goes in circles, all make room.
        if round % 60 == 59 {
            at.iter_mut().flatten().for_each(|part| *part *= 1.08);
        }
    }
    at.iter().zip(sizes).map(|([x, y], [w, h])| [x - w / 2.0, y - h / 2.0, *w, *h]).collect()
}
