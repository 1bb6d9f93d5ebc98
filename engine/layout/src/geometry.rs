//! Points, rectangles and shapes.

use crate::number::written;
use cardwright_content::sketch::{Area, Point, Rect};
use std::fmt::Write as _;

/// A rectangle with so much less on each side.
pub(crate) fn inset([x, y, w, h]: Rect, by: f64) -> Rect {
    [x + by, y + by, (w - 2.0 * by).max(1.0), (h - 2.0 * by).max(1.0)]
}

/// Whether two rectangles have more than their edges in common.
pub(crate) fn overlap(a: Rect, b: Rect) -> bool {
    let apart = |low: f64, size: f64, other: f64, its: f64| low + size <= other + 0.01 || other + its <= low + 0.01;
    !apart(a[0], a[2], b[0], b[2]) && !apart(a[1], a[3], b[1], b[3])
}

/// Whether a point is in a rectangle, its edges included.
pub(crate) fn is_in([x, y, w, h]: Rect, [px, py]: Point) -> bool {
    px >= x && px <= x + w && py >= y && py <= y + h
}

/// The middle of a rectangle.
pub(crate) fn middle([x, y, w, h]: Rect) -> Point {
    [x + w / 2.0, y + h / 2.0]
}

/// The smallest rectangle around points.
pub(crate) fn bounds<'a>(points: impl IntoIterator<Item = &'a Point>) -> Rect {
    let [mut left, mut top, mut right, mut bottom] = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for [x, y] in points {
        (left, right) = (left.min(*x), right.max(*x));
        (top, bottom) = (top.min(*y), bottom.max(*y));
    }
    if left > right { [0.0; 4] } else { [left, top, right - left, bottom - top] }
}

/// The smallest rectangle around an outline.
pub(crate) fn bounds_of(area: &Area) -> Rect {
    match area {
        Area::Shape(rings) => bounds(rings.iter().flatten()),
        Area::Circle([x, y, r]) => [x - r, y - r, 2.0 * r, 2.0 * r],
        Area::Box(rect) => *rect,
    }
}

/// A point within an outline, near its middle.
pub(crate) fn heart(area: &Area) -> Point {
    match area {
        Area::Shape(rings) => {
            let largest = rings.iter().max_by(|a, b| extent(a).total_cmp(&extent(b)));
            largest.map_or([0.0; 2], |ring| centroid(ring))
        }
        Area::Circle([x, y, _]) => [*x, *y],
        Area::Box(rect) => middle(*rect),
    }
}

/// Twice what a ring goes around, whichever way.
fn extent(ring: &[Point]) -> f64 {
    pairs(ring).map(|([x, y], [u, v])| x * v - u * y).sum::<f64>().abs()
}

fn centroid(ring: &[Point]) -> Point {
    let (mut twice, mut x, mut y) = (0.0, 0.0, 0.0);
    for ([a, b], [c, d]) in pairs(ring) {
        let cross = a * d - c * b;
        twice += cross;
        x += (a + c) * cross;
        y += (b + d) * cross;
    }
    if twice.abs() < 1e-9 { middle(bounds(ring)) } else { [x / (3.0 * twice), y / (3.0 * twice)] }
}

/// The edges of a ring.
fn pairs(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().copied().zip(next.copied())
}

/// Whether a point is within rings: a ring within another is a hole.
pub(crate) fn is_within(rings: &[Vec<Point>], point: Point) -> bool {
    rings.iter().filter(|ring| winds(ring, point)).count() % 2 == 1
}

/// Whether a point is within an outline.
pub(crate) fn holds(area: &Area, point: Point) -> bool {
    match area {
        Area::Shape(rings) => is_within(rings, point),
        Area::Circle([x, y, r]) => (point[0] - x) * (point[0] - x) + (point[1] - y) * (point[1] - y) <= r * r,
        Area::Box(rect) => is_in(*rect, point),
    }
}

fn winds(ring: &[Point], [x, y]: Point) -> bool {
    let crosses = |([a, b], [c, d]): &(Point, Point)| (*b > y) != (*d > y) && x < (c - a) * (y - b) / (d - b) + a;
    pairs(ring).filter(crosses).count() % 2 == 1
}

/// The path of rings, or of open lines.
pub(crate) fn path(parts: &[Vec<Point>], is_closed: bool) -> String {
    let mut out = String::new();
    for part in parts {
        for (at, [x, y]) in part.iter().enumerate() {
            let _ = write!(out, "{}{},{}", if at == 0 { 'M' } else { 'L' }, written(*x), written(*y));
        }
        if is_closed {
            out.push('Z');
        }
    }
    out
}

/// The path of a line.
pub(crate) fn line(from: Point, to: Point) -> String {
    path(&[vec![from, to]], false)
}

/// Where on the edge of a rectangle a line from a point outside ends best: the nearest point, kept off its corners.
pub(crate) fn nearest([x, y, w, h]: Rect, [px, py]: Point) -> Point {
    let (dx, dy) = ((w * 0.15).min(14.0), (h * 0.15).min(14.0));
    let within = |low: f64, size: f64, at: f64, off: f64| at.clamp(low + off, low + size - off);
    // The edge that faces it more.
    let (left, up) = ((x - px).max(px - x - w), (y - py).max(py - y - h));
    match left > up {
        true => [px.clamp(x, x + w), within(y, h, py, dy)],
        false => [within(x, w, px, dx), py.clamp(y, y + h)],
    }
}

/// Whether two lines cross, ends that meet left out.
pub(crate) fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let turn = |p: Point, q: Point, r: Point| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let (abc, abd, cda, cdb) = (turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b));
    const NEAR: f64 = 1e-9;
    abc * abd < -NEAR && cda * cdb < -NEAR
}

/// Whether a line and the inside of a rectangle have anything in common.
pub(crate) fn runs_through((a, b): (Point, Point), [x, y, w, h]: Rect) -> bool {
    // What is left of the line after each edge has cut it off.
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, end, low, high) in [(a[0], b[0], x, x + w), (a[1], b[1], y, y + h)] {
        let by = end - start;
        if by.abs() < 1e-9 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (near, far) = ((low - start) / by, (high - start) / by);
        from = from.max(near.min(far));
        to = to.min(near.max(far));
    }
    from < to - 1e-9
}

#[cfg(test)]
mod tests {
    use super::{cross, heart, holds, nearest, overlap, path, runs_through};
    use cardwright_content::sketch::Area;

    #[test]
    fn shapes_hold_their_hearts_and_not_their_holes() {
        let square = |from: f64, to: f64| vec![[from, from], [to, from], [to, to], [from, to]];
        let ring = Area::Shape(vec![square(0.0, 10.0), square(4.0, 6.0)]);
        assert!(holds(&ring, [1.0, 1.0]) && !holds(&ring, [5.0, 5.0]) && !holds(&ring, [11.0, 5.0]));
        assert_eq!(heart(&ring), [5.0, 5.0]);
        assert!(holds(&Area::Circle([0.0, 0.0, 2.0]), [1.0, 1.0]));
        assert_eq!(path(&[square(0.0, 1.5)], true), "M0,0L1.5,0L1.5,1.5L0,1.5Z");
    }

    #[test]
    fn what_only_touches_does_not_overlap_or_cross() {
        let rect = [10.0, 10.0, 10.0, 10.0];
        assert!(runs_through(([0.0, 15.0], [30.0, 15.0]), rect) && runs_through(([12.0, 0.0], [9.0, 30.0]), rect));
        assert!(runs_through(([15.0, 15.0], [16.0, 16.0]), rect) && runs_through(([15.0, 15.0], [99.0, 0.0]), rect));
        assert!(!runs_through(([0.0, 15.0], [9.0, 15.0]), rect) && !runs_through(([0.0, 10.0], [30.0, 10.0]), rect));
        assert!(!runs_through(([0.0, 12.0], [12.0, 0.0]), rect));
        assert!(!overlap([0.0, 0.0, 10.0, 10.0], [10.0, 0.0, 10.0, 10.0]));
        assert!(overlap([0.0, 0.0, 10.0, 10.0], [9.0, 9.0, 10.0, 10.0]));
        assert!(cross(([0.0, 0.0], [2.0, 2.0]), ([0.0, 2.0], [2.0, 0.0])));
        assert!(!cross(([0.0, 0.0], [2.0, 2.0]), ([2.0, 2.0], [4.0, 0.0])));
        assert_eq!(nearest([0.0, 0.0, 100.0, 40.0], [50.0, 90.0]), [50.0, 40.0]);
        assert_eq!(nearest([0.0, 0.0, 100.0, 40.0], [-5.0, 1.0]), [0.0, 6.0]);
    }
}
