//! Lines between neighbouring spaces, routed around the boxes of other spaces.

use crate::geometry::{area_contains, bounds_of, inset, line_crosses_rect, overlap, path};
use crate::placed_space::PlacedSpace;
use crate::scene::{Node, layout_style_name, path_node};
use cardwright_content::layout_file::{Area, LayoutFile, Point, Rect};
use cardwright_view::Legend;

/// Outlines closer than this count as touching, because shared borders are seldom drawn exactly.
const TOUCH_DISTANCE: f64 = 4.0;
/// The distance that a line keeps from a box on its way around it.
const DETOUR_MARGIN: f64 = 9.0;
/// The most pairs of edges to compare in total. Beyond this limit, outlines with overlapping bounding rectangles count
/// as touching. No real map reaches the limit.
const MAX_EDGE_PAIRS: usize = 4_000_000;

/// Adds the lines of a layout, one for each pair of neighbours.
pub(crate) fn add_links(layout_file: &LayoutFile, legend: &Legend, places: &[PlacedSpace], nodes: &mut Vec<Node>) {
    if layout_file.links.show == Some(false) {
        return;
    }
    let style = layout_style_name(layout_file.links.style.as_deref().unwrap_or("link"));
    let place_of = |id: &str| places.iter().position(|place| legend.spaces[place.space].id == id);
    let boxes: Vec<Option<Rect>> = places.iter().map(obstacle).collect();
    let mut pairs_left = MAX_EDGE_PAIRS;
    for (index, place) in places.iter().enumerate() {
        let neighbours = legend.spaces[place.space].next_to.iter().filter_map(|id| place_of(id));
        // Each pair has one line, so skip the neighbours with a lower index.
        for other in neighbours.filter(|other| place.space < places[*other].space) {
            let needs_no_line = layout_file.links.show.is_none() && touch(place, &places[other], &mut pairs_left);
            if !needs_no_line {
                let foreign = boxes.iter().enumerate().filter(|(owner, _)| *owner != index && *owner != other);
                let foreign: Vec<Rect> = foreign.filter_map(|(_, rect)| *rect).collect();
                nodes.push(path_node(path(&[route(place.at, places[other].at, &foreign)], false), &style));
            }
        }
    }
}

/// Returns the rectangle that lines between other spaces must avoid: the plate (a box for the name and the pieces), box
/// or circle of a space. A shape is no obstacle.
fn obstacle(place: &PlacedSpace) -> Option<Rect> {
    match (&place.plate, &place.area) {
        (Some(plate), _) => Some(*plate),
        (None, Some(area @ (Area::Box(_) | Area::Circle(_)))) => Some(bounds_of(area)),
        _ => None,
    }
}

/// Whether the map shows two spaces as neighbours, because their outlines touch or one outline contains the other
/// space. `pairs_left` is the number of pairs of edges that may still be compared.
fn touch(first: &PlacedSpace, second: &PlacedSpace, pairs_left: &mut usize) -> bool {
    let (Some(a), Some(b)) = (&first.area, &second.area) else { return false };
    let region_a = inset(bounds_of(a), -TOUCH_DISTANCE);
    if !overlap(region_a, bounds_of(b)) {
        return false;
    }
    if area_contains(a, second.at) || area_contains(b, first.at) {
        return true;
    }
    // Only edges in the common region can touch.
    let edges_in = |edges: Vec<(Point, Point)>, rect: Rect| -> Vec<(Point, Point)> {
        edges.into_iter().filter(|edge| overlap(edge_bounds(*edge), rect)).collect()
    };
    let region_b = inset(bounds_of(b), -TOUCH_DISTANCE);
    let (edges_a, edges_b) = (edges_in(edges(a), region_b), edges_in(edges(b), region_a));
    let pair_count = edges_a.len().saturating_mul(edges_b.len());
    if pair_count > *pairs_left {
        return true;
    }
    *pairs_left -= pair_count;
    edges_a.iter().any(|edge| edges_b.iter().any(|other| edge_distance(*edge, *other) <= TOUCH_DISTANCE))
}

/// Returns the bounding rectangle of an edge, enlarged by [`TOUCH_DISTANCE`].
fn edge_bounds((a, b): (Point, Point)) -> Rect {
    inset([a[0].min(b[0]), a[1].min(b[1]), (a[0] - b[0]).abs(), (a[1] - b[1]).abs()], -TOUCH_DISTANCE)
}

/// Returns the edges of an outline. A circle becomes a polygon.
fn edges(area: &Area) -> Vec<(Point, Point)> {
    let ring_edges = |ring: &[Point]| -> Vec<(Point, Point)> {
        ring.iter().copied().zip(ring.iter().skip(1).chain(ring.first()).copied()).collect()
    };
    match area {
        Area::Shape(rings) => rings.iter().flat_map(|ring| ring_edges(ring)).collect(),
        Area::Box([x, y, w, h]) => ring_edges(&[[*x, *y], [x + w, *y], [x + w, y + h], [*x, y + h]]),
        Area::Circle([x, y, r]) => {
            // Sixteen corners. Constants instead of sin and cos give the same result on every machine.
            let d = r * 0.5_f64.sqrt();
            let (c, s) = (r * 0.923_879_532_5, r * 0.382_683_432_4);
            let quarter = [[*r, 0.0], [c, s], [d, d], [s, c]];
            let quarter_turns = |times: usize, [u, v]: Point| (0..times).fold([u, v], |[u, v], _| [-v, u]);
            let ring: Vec<Point> = (0..4)
                .flat_map(|times| quarter.map(|point| quarter_turns(times, point)))
                .map(|[u, v]| [x + u, y + v])
                .collect();
            ring_edges(&ring)
        }
    }
}

/// Returns the distance between two edges.
fn edge_distance(first: (Point, Point), second: (Point, Point)) -> f64 {
    if crate::geometry::lines_cross(first, second) {
        return 0.0;
    }
    let point_to_edge = |[px, py]: Point, (a, b): (Point, Point)| {
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
    let from_first = point_to_edge(first.0, second).min(point_to_edge(first.1, second));
    let from_second = point_to_edge(second.0, first).min(point_to_edge(second.1, first));
    from_first.min(from_second)
}

/// Returns the route from one space to another: a straight line, or a bent line if it crosses fewer boxes.
fn route(from: Point, to: Point, boxes: &[Rect]) -> Vec<Point> {
    let straight = vec![from, to];
    // A negative `inset` enlarges a rectangle: a line that passes a box within 2 units crosses it.
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
    // The number of obstacles, the length, and the route. The length 0 marks the straight line, which a bent line
    // replaces only if it has fewer obstacles.
    let mut best = (obstacles, 0.0, straight);
    for rect in boxes.iter().filter(|rect| line_crosses_rect((from, to), inset(**rect, -2.0))) {
        let [x, y, w, h] = inset(*rect, -DETOUR_MARGIN);
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        let one_bend = (0..4).map(|corner| vec![from, corners[corner], to]);
        let two_bends = (0..4).flat_map(|corner| {
            let (a, b) = (corners[corner], corners[(corner + 1) % 4]);
            [vec![from, a, b, to], vec![from, b, a, to]]
        });
        for path in one_bend.chain(two_bends) {
            let candidate = (obstacles_on(&path), length(&path), path);
            if candidate.0 < best.0 || candidate.0 == best.0 && best.1 > 0.0 && candidate.1 < best.1 - 1e-6 {
                best = candidate;
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
        let bent = route([0.0, 0.0], [100.0, 0.0], &boxes);
        assert!(
            bent.len() > 2 && bent.windows(2).all(|ends| !line_crosses_rect((ends[0], ends[1]), boxes[0])),
            "{bent:?}"
        );
        assert_eq!(route([0.0, 0.0], [100.0, 0.0], &[[40.0, 10.0, 20.0, 20.0]]).len(), 2);
        // A line that cannot avoid the box is straight.
        assert_eq!(route([50.0, 0.0], [100.0, 0.0], &boxes).len(), 2);
    }

    #[test]
    fn the_distance_of_edges_is_the_distance_of_their_nearest_points() {
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
