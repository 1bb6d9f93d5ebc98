//! Lines between neighbouring spaces, routed around the boxes of other spaces.

use crate::draw::path_node;
use crate::geometry::{area_contains, bounds_of, inset, line_crosses_rect, overlap, path};
use crate::placed_space::PlacedSpace;
use crate::scene::Node;
use crate::styles::layout_style_name;
use cardwright_content::layout_file::{Area, LayoutFile, Point, Rect};
use cardwright_view::Legend;

/// Outlines closer than this count as touching, because shared borders are seldom drawn exactly.
const TOUCH_DISTANCE: f64 = 4.0;
/// The distance that a line keeps from a box on its way around it.
const DETOUR_MARGIN: f64 = 9.0;
/// The most pairs of edges to compare in total. Beyond it, outlines with overlapping bounding rectangles count as
/// touching. No real map reaches this limit.
const MAX_EDGE_PAIRS: usize = 4_000_000;

/// Adds the lines of a layout, one for each pair of neighbours.
pub(crate) fn add_links(layout_file: &LayoutFile, legend: &Legend, places: &[PlacedSpace], nodes: &mut Vec<Node>) {
    if layout_file.links.show == Some(false) {
        return;
    }
    let style = layout_style_name(layout_file.links.style.as_deref().unwrap_or("link"));
    let at = |id: &str| places.iter().position(|place| legend.spaces[place.space].id == id);
    let boxes: Vec<Option<Rect>> = places.iter().map(obstacle).collect();
    let mut pairs = MAX_EDGE_PAIRS;
    for (one, place) in places.iter().enumerate() {
        let next = legend.spaces[place.space].next_to.iter().filter_map(|id| at(id));
        for other in next.filter(|other| place.space < places[*other].space) {
            let needs_no_line = layout_file.links.show.is_none() && touch(place, &places[other], &mut pairs);
            if !needs_no_line {
                let others = boxes.iter().enumerate().filter(|(at, _)| *at != one && *at != other);
                let others: Vec<Rect> = others.filter_map(|(_, rect)| *rect).collect();
                nodes.push(path_node(path(&[route(place.at, places[other].at, &others)], false), &style));
            }
        }
    }
}

/// The rectangle that other lines must avoid: the plate or box of a space. Areas are no obstacles.
fn obstacle(place: &PlacedSpace) -> Option<Rect> {
    match (&place.plate, &place.area) {
        (Some(plate), _) => Some(*plate),
        (None, Some(area @ (Area::Box(_) | Area::Circle(_)))) => Some(bounds_of(area)),
        _ => None,
    }
}

/// Whether the map shows two spaces as neighbours: their outlines touch, or one contains the other.
fn touch(one: &PlacedSpace, other: &PlacedSpace, pairs: &mut usize) -> bool {
    let (Some(a), Some(b)) = (&one.area, &other.area) else { return false };
    let wide = inset(bounds_of(a), -TOUCH_DISTANCE);
    if !overlap(wide, bounds_of(b)) {
        return false;
    }
    if area_contains(a, other.at) || area_contains(b, one.at) {
        return true;
    }
    let (edges, others) = (edges(a), edges(b));
    // Only edges in the common region can touch.
    let near = |all: Vec<(Point, Point)>, rect: Rect| -> Vec<(Point, Point)> {
        all.into_iter().filter(|edge| overlap(around(*edge), rect)).collect()
    };
    let (edges, others) = (near(edges, inset(bounds_of(b), -TOUCH_DISTANCE)), near(others, wide));
    let pair_count = edges.len().saturating_mul(others.len());
    if pair_count > *pairs {
        return true;
    }
    *pairs -= pair_count;
    edges.iter().any(|edge| others.iter().any(|other| edge_distance(*edge, *other) <= TOUCH_DISTANCE))
}

/// The bounding rectangle of an edge, slightly enlarged.
fn around((a, b): (Point, Point)) -> Rect {
    inset([a[0].min(b[0]), a[1].min(b[1]), (a[0] - b[0]).abs(), (a[1] - b[1]).abs()], -TOUCH_DISTANCE)
}

/// The edges of an outline; a circle becomes a polygon.
fn edges(area: &Area) -> Vec<(Point, Point)> {
    let around = |ring: &[Point]| -> Vec<(Point, Point)> {
        ring.iter().copied().zip(ring.iter().skip(1).chain(ring.first()).copied()).collect()
    };
    match area {
        Area::Shape(rings) => rings.iter().flat_map(|ring| around(ring)).collect(),
        Area::Box([x, y, w, h]) => around(&[[*x, *y], [x + w, *y], [x + w, y + h], [*x, y + h]]),
        Area::Circle([x, y, r]) => {
            // Sixteen corners. Constants instead of sin and cos give the same result on every machine.
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

/// The distance between two edges.
fn edge_distance(one: (Point, Point), other: (Point, Point)) -> f64 {
    if crate::geometry::lines_cross(one, other) {
        return 0.0;
    }
    let to = |[px, py]: Point, (a, b): (Point, Point)| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length_squared = dx * dx + dy * dy;
        let share = if length_squared > 0.0 {
            (((px - a[0]) * dx + (py - a[1]) * dy) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (x, y) = (a[0] + share * dx - px, a[1] + share * dy - py);
        (x * x + y * y).sqrt()
    };
    to(one.0, other).min(to(one.1, other)).min(to(other.0, one)).min(to(other.1, one))
}

/// The route from one space to another: straight, or bent around boxes if that avoids them.
fn route(from: Point, to: Point, boxes: &[Rect]) -> Vec<Point> {
    let straight = vec![from, to];
    let obstacles_on = |line: &[Point]| {
        boxes
            .iter()
            .filter(|rect| line.windows(2).any(|ends| line_crosses_rect((ends[0], ends[1]), inset(**rect, -2.0))))
            .count()
    };
    let obstacles = obstacles_on(&straight);
    if obstacles == 0 {
        return straight;
    }
    let mut best = (obstacles, 0.0, straight);
    for rect in boxes.iter().filter(|rect| line_crosses_rect((from, to), inset(**rect, -2.0))) {
        let [x, y, w, h] = inset(*rect, -DETOUR_MARGIN);
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        let one = (0..4).map(|at| vec![from, corners[at], to]);
        let two = (0..4).flat_map(|at| {
            let (a, b) = (corners[at], corners[(at + 1) % 4]);
            [vec![from, a, b, to], vec![from, b, a, to]]
        });
        for path in one.chain(two) {
            let found = (obstacles_on(&path), length(&path), path);
            if found.0 < best.0 || found.0 == best.0 && best.1 > 0.0 && found.1 < best.1 - 1e-6 {
                best = found;
            }
        }
    }
    best.2
}

fn length(line: &[Point]) -> f64 {
    let span = |a: Point, b: Point| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    line.windows(2).map(|ends| span(ends[0], ends[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::{edge_distance, edges, route};
    use crate::geometry::line_crosses_rect;
    use cardwright_content::layout_file::Area;

    #[test]
    fn a_line_goes_around_a_box() {
        let boxes = [[40.0, -10.0, 20.0, 20.0]];
        let round = route([0.0, 0.0], [100.0, 0.0], &boxes);
        assert!(
            round.len() > 2 && round.windows(2).all(|ends| !line_crosses_rect((ends[0], ends[1]), boxes[0])),
            "{round:?}"
        );
        assert_eq!(route([0.0, 0.0], [100.0, 0.0], &[[40.0, 10.0, 20.0, 20.0]]).len(), 2);
        // A line that cannot avoid the box is straight.
        assert_eq!(route([50.0, 0.0], [100.0, 0.0], &boxes).len(), 2);
    }

    #[test]
    fn the_distance_of_edges_is_that_of_their_nearest_points() {
        let edge = |a: f64, b: f64, c: f64, d: f64| ([a, b], [c, d]);
        assert_eq!(edge_distance(edge(0.0, 0.0, 9.0, 0.0), edge(4.0, 3.0, 4.0, 9.0)), 3.0);
        assert_eq!(edge_distance(edge(0.0, 0.0, 9.0, 9.0), edge(0.0, 9.0, 9.0, 0.0)), 0.0);
        let circle = edges(&Area::Circle([5.0, 5.0, 2.0]));
        assert_eq!(circle.len(), 16);
        for ([x, y], _) in circle {
            assert!((((x - 5.0) * (x - 5.0) + (y - 5.0) * (y - 5.0)).sqrt() - 2.0).abs() < 1e-6);
        }
    }
}
