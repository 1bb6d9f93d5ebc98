//! Geometry of points, rectangles and outlines.

use crate::number_format::format_number;
use cardwright_content::layout_file::{Area, Point, Rect};
use std::fmt::Write as _;

/// Shrinks a rectangle by `by` on each side. A negative value enlarges the rectangle.
pub(crate) fn inset([x, y, w, h]: Rect, by: f64) -> Rect {
    [x + by, y + by, (w - 2.0 * by).max(1.0), (h - 2.0 * by).max(1.0)]
}

/// Whether two rectangles overlap. Rectangles that only touch do not overlap.
pub(crate) fn overlap(a: Rect, b: Rect) -> bool {
    let are_apart = |low_a: f64, size_a: f64, low_b: f64, size_b: f64| {
        low_a + size_a <= low_b + 0.01 || low_b + size_b <= low_a + 0.01
    };
    !are_apart(a[0], a[2], b[0], b[2]) && !are_apart(a[1], a[3], b[1], b[3])
}

/// Whether a rectangle contains a point. The edges belong to the rectangle.
pub(crate) fn rect_contains([x, y, w, h]: Rect, [px, py]: Point) -> bool {
    px >= x && px <= x + w && py >= y && py <= y + h
}

/// Returns the centre of a rectangle.
pub(crate) fn middle([x, y, w, h]: Rect) -> Point {
    [x + w / 2.0, y + h / 2.0]
}

/// Returns the bounding rectangle of points.
pub(crate) fn bounds<'a>(points: impl IntoIterator<Item = &'a Point>) -> Rect {
    let [mut left, mut top, mut right, mut bottom] = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for [x, y] in points {
        (left, right) = (left.min(*x), right.max(*x));
        (top, bottom) = (top.min(*y), bottom.max(*y));
    }
    if left > right { [0.0; 4] } else { [left, top, right - left, bottom - top] }
}

/// Returns the bounding rectangle of an outline.
pub(crate) fn bounds_of(area: &Area) -> Rect {
    match area {
        Area::Shape(rings) => bounds(rings.iter().flatten()),
        Area::Circle([x, y, r]) => [x - r, y - r, 2.0 * r, 2.0 * r],
        Area::Box(rect) => *rect,
    }
}

/// Returns a point near the centre of an outline.
pub(crate) fn inner_point(area: &Area) -> Point {
    match area {
        Area::Shape(rings) => {
            let largest = rings.iter().max_by(|a, b| double_area(a).total_cmp(&double_area(b)));
            largest.map_or([0.0; 2], |ring| centroid(ring))
        }
        Area::Circle([x, y, _]) => [*x, *y],
        Area::Box(rect) => middle(*rect),
    }
}

/// Twice the area of a ring.
fn double_area(ring: &[Point]) -> f64 {
    edges(ring).map(|([x, y], [u, v])| x * v - u * y).sum::<f64>().abs()
}

fn centroid(ring: &[Point]) -> Point {
    let (mut double_area, mut x, mut y) = (0.0, 0.0, 0.0);
    for ([a, b], [c, d]) in edges(ring) {
        let cross = a * d - c * b;
        double_area += cross;
        x += (a + c) * cross;
        y += (b + d) * cross;
    }
    if double_area.abs() < 1e-9 { middle(bounds(ring)) } else { [x / (3.0 * double_area), y / (3.0 * double_area)] }
}

/// The edges of a closed ring.
fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().copied().zip(next.copied())
}

/// Whether rings contain a point. A ring inside another ring is a hole.
pub(crate) fn rings_contain(rings: &[Vec<Point>], point: Point) -> bool {
    rings.iter().filter(|ring| crosses_odd_times(ring, point)).count() % 2 == 1
}

/// Whether an outline contains a point.
pub(crate) fn area_contains(area: &Area, point: Point) -> bool {
    match area {
        Area::Shape(rings) => rings_contain(rings, point),
        Area::Circle([x, y, r]) => (point[0] - x) * (point[0] - x) + (point[1] - y) * (point[1] - y) <= r * r,
        Area::Box(rect) => rect_contains(*rect, point),
    }
}

/// Whether a ray from the point to the right crosses the ring an odd number of times, so that the ring contains the
/// point.
fn crosses_odd_times(ring: &[Point], [x, y]: Point) -> bool {
    let crosses = |([a, b], [c, d]): &(Point, Point)| (*b > y) != (*d > y) && x < (c - a) * (y - b) / (d - b) + a;
    edges(ring).filter(crosses).count() % 2 == 1
}

/// Writes rings, or open lines, as an SVG path.
pub(crate) fn path(parts: &[Vec<Point>], is_closed: bool) -> String {
    let mut out = String::new();
    for part in parts {
        for (index, [x, y]) in part.iter().enumerate() {
            let _ = write!(out, "{}{},{}", if index == 0 { 'M' } else { 'L' }, format_number(*x), format_number(*y));
        }
        if is_closed {
            out.push('Z');
        }
    }
    out
}

/// Writes a straight line as an SVG path.
pub(crate) fn line(from: Point, to: Point) -> String {
    path(&[vec![from, to]], false)
}

/// Returns the point on the edge of a rectangle that is nearest to a point outside it, but not too close to a corner.
pub(crate) fn nearest_edge_point([x, y, w, h]: Rect, [px, py]: Point) -> Point {
    let (margin_x, margin_y) = ((w * 0.15).min(14.0), (h * 0.15).min(14.0));
    let away_from_corners =
        |low: f64, size: f64, value: f64, margin: f64| value.clamp(low + margin, low + size - margin);
    // Choose the side that faces the point.
    let (distance_x, distance_y) = ((x - px).max(px - x - w), (y - py).max(py - y - h));
    match distance_x > distance_y {
        true => [px.clamp(x, x + w), away_from_corners(y, h, py, margin_y)],
        false => [away_from_corners(x, w, px, margin_x), py.clamp(y, y + h)],
    }
}

/// Whether two lines cross. Lines that only share an end point do not cross.
pub(crate) fn lines_cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    // Positive if the way from p over q to r turns to one side, negative if it turns to the other side.
    let turn = |p: Point, q: Point, r: Point| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let (abc, abd, cda, cdb) = (turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b));
    const TOLERANCE: f64 = 1e-9;
    abc * abd < -TOLERANCE && cda * cdb < -TOLERANCE
}

/// Whether a line crosses the inside of a rectangle.
pub(crate) fn line_crosses_rect((a, b): (Point, Point), [x, y, w, h]: Rect) -> bool {
    // The part of the line that remains after clipping at each edge, as shares of its length.
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, end, low, high) in [(a[0], b[0], x, x + w), (a[1], b[1], y, y + h)] {
        let length = end - start;
        if length.abs() < 1e-9 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (near, far) = ((low - start) / length, (high - start) / length);
        from = from.max(near.min(far));
        to = to.min(near.max(far));
    }
    from < to - 1e-9
}

#[cfg(test)]
mod tests {
    use super::{area_contains, inner_point, line_crosses_rect, lines_cross, nearest_edge_point, overlap, path};
    use cardwright_content::layout_file::Area;

    #[test]
    fn shapes_contain_their_centre_but_not_their_holes() {
        let square = |from: f64, to: f64| vec![[from, from], [to, from], [to, to], [from, to]];
        let ring = Area::Shape(vec![square(0.0, 10.0), square(4.0, 6.0)]);
        assert!(
            area_contains(&ring, [1.0, 1.0]) && !area_contains(&ring, [5.0, 5.0]) && !area_contains(&ring, [11.0, 5.0])
        );
        assert_eq!(inner_point(&ring), [5.0, 5.0]);
        assert!(area_contains(&Area::Circle([0.0, 0.0, 2.0]), [1.0, 1.0]));
        assert_eq!(path(&[square(0.0, 1.5)], true), "M0,0L1.5,0L1.5,1.5L0,1.5Z");
    }

    #[test]
    fn touching_is_not_overlapping_or_crossing() {
        let rect = [10.0, 10.0, 10.0, 10.0];
        assert!(
            line_crosses_rect(([0.0, 15.0], [30.0, 15.0]), rect) && line_crosses_rect(([12.0, 0.0], [9.0, 30.0]), rect)
        );
        assert!(
            line_crosses_rect(([15.0, 15.0], [16.0, 16.0]), rect)
                && line_crosses_rect(([15.0, 15.0], [99.0, 0.0]), rect)
        );
        assert!(
            !line_crosses_rect(([0.0, 15.0], [9.0, 15.0]), rect)
                && !line_crosses_rect(([0.0, 10.0], [30.0, 10.0]), rect)
        );
        assert!(!line_crosses_rect(([0.0, 12.0], [12.0, 0.0]), rect));
        assert!(!overlap([0.0, 0.0, 10.0, 10.0], [10.0, 0.0, 10.0, 10.0]));
        assert!(overlap([0.0, 0.0, 10.0, 10.0], [9.0, 9.0, 10.0, 10.0]));
        assert!(lines_cross(([0.0, 0.0], [2.0, 2.0]), ([0.0, 2.0], [2.0, 0.0])));
        assert!(!lines_cross(([0.0, 0.0], [2.0, 2.0]), ([2.0, 2.0], [4.0, 0.0])));
        assert_eq!(nearest_edge_point([0.0, 0.0, 100.0, 40.0], [50.0, 90.0]), [50.0, 40.0]);
        assert_eq!(nearest_edge_point([0.0, 0.0, 100.0, 40.0], [-5.0, 1.0]), [0.0, 6.0]);
    }
}
