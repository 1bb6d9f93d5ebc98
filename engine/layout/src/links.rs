//! Lines between places that are next to each other: which are drawn, and how they go round what is neither's.

use crate::draw::path_node;
use crate::geometry::{bounds_of, holds, inset, overlap, path, runs_through};
use crate::place::Place;
use crate::scene::Node;
use crate::styles::named;
use cardwright_content::sketch::{Area, Point, Rect, Sketch};
use cardwright_view::Legend;

/// Outlines no farther from each other than this touch: coasts of two places are seldom drawn to the point.
const NEAR: f64 = 4.0;
/// How far from a box a line goes round it.
const ROUND: f64 = 9.0;
/// Pairs of edges that are looked at to tell whether outlines touch. Beyond it they do where the rectangles around them do:
/// no map that somebody drew comes near.
const MOST_PAIRS: usize = 4_000_000;

/// The lines of a layout, each once.
pub(crate) fn links(sketch: &Sketch, legend: &Legend, places: &[Place], nodes: &mut Vec<Node>) {
    if sketch.links.show == Some(false) {
        return;
    }
    let style = named(sketch.links.style.as_deref().unwrap_or("link"));
    let at = |id: &str| places.iter().position(|place| legend.spaces[place.space].id == id);
    let boxes: Vec<Option<Rect>> = places.iter().map(obstacle).collect();
    let mut pairs = MOST_PAIRS;
    for (one, place) in places.iter().enumerate() {
        let next = legend.spaces[place.space].next_to.iter().filter_map(|id| at(id));
        for other in next.filter(|other| place.space < places[*other].space) {
            let goes_without = sketch.links.show.is_none() && touch(place, &places[other], &mut pairs);
            if !goes_without {
                let others = boxes.iter().enumerate().filter(|(at, _)| *at != one && *at != other);
                let others: Vec<Rect> = others.filter_map(|(_, of)| *of).collect();
                nodes.push(path_node(path(&[way(place.at, places[other].at, &others)], false), &style));
            }
        }
    }
}

/// What a line between others would seem to end at: a box or a plate. Of areas there is always one below a line.
fn obstacle(place: &Place) -> Option<Rect> {
    match (&place.plate, &place.area) {
        (Some(plate), _) => Some(*plate),
        (None, Some(area @ (Area::Box(_) | Area::Circle(_)))) => Some(bounds_of(area)),
        _ => None,
    }
}

/// Whether two places are seen to be neighbours, as their outlines touch or one lies within the other.
fn touch(one: &Place, other: &Place, pairs: &mut usize) -> bool {
    let (Some(a), Some(b)) = (&one.area, &other.area) else { return false };
    let wide = inset(bounds_of(a), -NEAR);
    if !overlap(wide, bounds_of(b)) {
        return false;
    }
    if holds(a, other.at) || holds(b, one.at) {
        return true;
    }
    let (edges, others) = (edges(a), edges(b));
    // Only what lies where both are may touch.
    let near = |all: Vec<(Point, Point)>, rect: Rect| -> Vec<(Point, Point)> {
        all.into_iter().filter(|edge| overlap(around(*edge), rect)).collect()
    };
    let (edges, others) = (near(edges, inset(bounds_of(b), -NEAR)), near(others, wide));
    let many = edges.len().saturating_mul(others.len());
    if many > *pairs {
        return true;
    }
    *pairs -= many;
    edges.iter().any(|edge| others.iter().any(|other| far(*edge, *other) <= NEAR))
}

/// The rectangle around an edge, a little larger.
fn around((a, b): (Point, Point)) -> Rect {
    inset([a[0].min(b[0]), a[1].min(b[1]), (a[0] - b[0]).abs(), (a[1] - b[1]).abs()], -NEAR)
}

/// The edges of an outline; of a circle those of a figure of many corners.
fn edges(area: &Area) -> Vec<(Point, Point)> {
    let around = |ring: &[Point]| -> Vec<(Point, Point)> {
        ring.iter().copied().zip(ring.iter().skip(1).chain(ring.first()).copied()).collect()
    };
    match area {
        Area::Shape(rings) => rings.iter().flat_map(|ring| around(ring)).collect(),
        Area::Box([x, y, w, h]) => around(&[[*x, *y], [x + w, *y], [x + w, y + h], [*x, y + h]]),
        Area::Circle([x, y, r]) => {
            // Eight corners and the points between them, with roots alone.
            let d = r * 0.5_f64.sqrt();
            let (c, s) = (r * 0.923_879_532_5, r * 0.382_683_432_4);
            let quarter = [[*r, 0.0], [c, s], [d, d], [s, c]];
            let turned = |times: usize, [u, v]: Point| (0..times).fold([u, v], |[u, v], _| [-v, u]);
            let ring: Vec<Point> = (0..4)
                .flat_map(|times| quarter.map(|point| turned(times, point)))
                .map(|[u, v]| [x + u, y + v])
                .collect();
            around(&ring)
        }
    }
}

/// How far two edges are from each other.
fn far(one: (Point, Point), other: (Point, Point)) -> f64 {
    if crate::geometry::cross(one, other) {
        return 0.0;
    }
    let to = |[px, py]: Point, (a, b): (Point, Point)| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let long = dx * dx + dy * dy;
        let share = if long > 0.0 { (((px - a[0]) * dx + (py - a[1]) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
        let (x, y) = (a[0] + share * dx - px, a[1] + share * dy - py);
        (x * x + y * y).sqrt()
    };
    to(one.0, other).min(to(one.1, other)).min(to(other.0, one)).min(to(other.1, one))
}

/// The way from one place to another: straight, or bent round the boxes between them where that is possible.
fn way(from: Point, to: Point, boxes: &[Rect]) -> Vec<Point> {
    let straight = vec![from, to];
    let in_the_way = |line: &[Point]| {
        boxes
            .iter()
            .filter(|rect| line.windows(2).any(|ends| runs_through((ends[0], ends[1]), inset(**rect, -2.0))))
            .count()
    };
    let knots = in_the_way(&straight);
    if knots == 0 {
        return straight;
    }
    let mut best = (knots, 0.0, straight);
    for rect in boxes.iter().filter(|rect| runs_through((from, to), inset(**rect, -2.0))) {
        let [x, y, w, h] = inset(*rect, -ROUND);
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        let one = (0..4).map(|at| vec![from, corners[at], to]);
        let two = (0..4).flat_map(|at| {
            let (a, b) = (corners[at], corners[(at + 1) % 4]);
            [vec![from, a, b, to], vec![from, b, a, to]]
        });
        for way in one.chain(two) {
            let found = (in_the_way(&way), long(&way), way);
            if found.0 < best.0 || found.0 == best.0 && best.1 > 0.0 && found.1 < best.1 - 1e-6 {
                best = found;
            }
        }
    }
    best.2
}

fn long(line: &[Point]) -> f64 {
    let span = |a: Point, b: Point| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    line.windows(2).map(|ends| span(ends[0], ends[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::{edges, far, way};
    use crate::geometry::runs_through;
    use cardwright_content::sketch::Area;

    #[test]
    fn a_line_goes_round_what_lies_between() {
        let boxes = [[40.0, -10.0, 20.0, 20.0]];
        let round = way([0.0, 0.0], [100.0, 0.0], &boxes);
        assert!(
            round.len() > 2 && round.windows(2).all(|ends| !runs_through((ends[0], ends[1]), boxes[0])),
            "{round:?}"
        );
        assert_eq!(way([0.0, 0.0], [100.0, 0.0], &[[40.0, 10.0, 20.0, 20.0]]).len(), 2);
        // Where there is no way round it is straight.
        assert_eq!(way([50.0, 0.0], [100.0, 0.0], &boxes).len(), 2);
    }

    #[test]
    fn edges_are_as_far_from_each_other_as_their_nearest_points() {
        let edge = |a: f64, b: f64, c: f64, d: f64| ([a, b], [c, d]);
        assert_eq!(far(edge(0.0, 0.0, 9.0, 0.0), edge(4.0, 3.0, 4.0, 9.0)), 3.0);
        assert_eq!(far(edge(0.0, 0.0, 9.0, 9.0), edge(0.0, 9.0, 9.0, 0.0)), 0.0);
        let circle = edges(&Area::Circle([5.0, 5.0, 2.0]));
        assert_eq!(circle.len(), 16);
        for ([x, y], _) in circle {
            assert!((((x - 5.0) * (x - 5.0) + (y - 5.0) * (y - 5.0)).sqrt() - 2.0).abs() < 1e-6);
        }
    }
}
