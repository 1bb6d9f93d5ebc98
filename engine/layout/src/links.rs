//! Lines between neighbouring spaces, routed around the boxes of other spaces, and the places for the signs of links.

use crate::geometry::{area_contains, bounds_of, inset, line_crosses_rect, overlap, path, rect_contains};
use crate::placed_space::PlacedSpace;
use crate::scene::{Node, layout_style_name, link_style_name, path_node};
use cardwright_content::layout_file::{Area, LayoutFile, Point, Rect};
use cardwright_view::Legend;

/// Outlines closer than this count as touching, because shared borders are seldom drawn exactly.
const TOUCH_DISTANCE: f64 = 4.0;
/// The distance that a line keeps from a box on its way around it.
const DETOUR_MARGIN: f64 = 9.0;
/// The most pairs of edges to compare in total. Beyond this limit, outlines with overlapping bounding rectangles count
/// as touching. No real map reaches the limit.
const MAX_EDGE_PAIRS: usize = 4_000_000;

/// The distance between the lines of two neighbours that have links of several kinds.
const LINE_DISTANCE: f64 = 8.0;

/// A line between two neighbours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinkLine {
    points: Vec<Point>,
    /// The name of the style in the scene.
    style: String,
    /// Whether the line is drawn.
    is_shown: bool,
    /// The links that the line stands for, as indices in the legend.
    pub(crate) links: Vec<usize>,
    /// The point for the signs of the links: the middle of the part that lies outside the two spaces. Lines side by side
    /// have their signs at different distances.
    pub(crate) signs_at: Point,
}

impl LinkLine {
    pub(crate) fn draw(&self, nodes: &mut Vec<Node>) {
        if self.is_shown {
            nodes.push(path_node(path(std::slice::from_ref(&self.points), false), &self.style));
        }
    }
}

/// Returns the lines of a layout: for each pair of neighbours one line, or one line for each kind of links between them.
pub(crate) fn link_lines(layout_file: &LayoutFile, legend: &Legend, places: &[PlacedSpace]) -> Vec<LinkLine> {
    let place_of = |id: &str| places.iter().position(|place| legend.spaces[place.space].id == id);
    let boxes: Vec<Option<Rect>> = places.iter().map(obstacle).collect();
    let mut pairs_left = MAX_EDGE_PAIRS;
    let mut lines = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let neighbours = legend.spaces[place.space].next_to.iter().filter_map(|id| place_of(id));
        // Skip the neighbours with a lower index, so that each pair comes once.
        for other in neighbours.filter(|other| place.space < places[*other].space) {
            let is_shown = match layout_file.links.show {
                None => !touch(place, &places[other], &mut pairs_left),
                Some(show) => show,
            };
            let foreign = boxes.iter().enumerate().filter(|(owner, _)| *owner != index && *owner != other);
            let foreign: Vec<Rect> = foreign.filter_map(|(_, rect)| *rect).collect();
            let [from, to] = [place.at, places[other].at];
            let points = if is_shown { route(from, to, &foreign) } else { vec![from, to] };
            let kinds = links_by_kind(legend, [place.space, places[other].space]);
            for (lane, (kind, links)) in kinds.iter().enumerate() {
                let offset = LINE_DISTANCE * (lane as f64 - (kinds.len() - 1) as f64 / 2.0);
                let points = beside(&points, offset);
                let share = (lane + 1) as f64 / (kinds.len() + 1) as f64;
                let signs_at = visible_point(&points, [place, &places[other]], share);
                let style = line_style(layout_file, *kind);
                lines.push(LinkLine { points, style, is_shown, links: links.clone(), signs_at });
            }
        }
    }
    lines
}

/// The links of one kind between two spaces, as indices in the legend.
type LinksOfKind<'a> = (Option<&'a str>, Vec<usize>);

/// Returns the links between two spaces by kind. Neighbours without a link have an entry without links.
fn links_by_kind(legend: &Legend, spaces: [usize; 2]) -> Vec<LinksOfKind<'_>> {
    let ids = spaces.map(|space| legend.spaces[space].id.as_str());
    let mut kinds: Vec<LinksOfKind<'_>> = Vec::new();
    for (index, link) in legend.links.iter().enumerate().filter(|(_, link)| ids.iter().all(|id| link.joins(id))) {
        let kind = link.kind.as_deref();
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, links)) => links.push(index),
            None => kinds.push((kind, vec![index])),
        }
    }
    if kinds.is_empty() { vec![(None, Vec::new())] } else { kinds }
}

/// Returns the name of the style for the lines of a kind of links. If the layout sets a style for all lines, only a style
/// with the id of the kind has precedence.
fn line_style(layout_file: &LayoutFile, kind: Option<&str>) -> String {
    let is_set = |name: &str| layout_file.styles.iter().any(|(style, _)| style == name);
    match kind {
        Some(kind) if is_set(kind) || layout_file.links.style.is_none() && !is_set("link") => link_style_name(kind),
        _ => layout_style_name(layout_file.links.style.as_deref().unwrap_or("link")),
    }
}

/// Returns the kinds of links of a game, in the order of the links.
pub(crate) fn link_kinds(legend: &Legend) -> Vec<&str> {
    let mut kinds = Vec::new();
    for kind in legend.links.iter().filter_map(|link| link.kind.as_deref()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Moves a line to the side by a distance.
fn beside(points: &[Point], distance: f64) -> Vec<Point> {
    let (Some([x, y]), Some([u, v])) = (points.first(), points.last()) else { return Vec::new() };
    let (dx, dy) = (u - x, v - y);
    let length = (dx * dx + dy * dy).sqrt().max(1e-6);
    points.iter().map(|[x, y]| [x - dy / length * distance, y + dx / length * distance]).collect()
}

/// Returns the point at a share of the part of a line that lies outside the spaces at its ends.
fn visible_point(points: &[Point], ends: [&PlacedSpace; 2], share: f64) -> Point {
    /// The number of points to try on the line.
    const SAMPLES: usize = 100;
    let total = length(points);
    let samples: Vec<Point> =
        (0..=SAMPLES).map(|step| point_along(points, total * step as f64 / SAMPLES as f64)).collect();
    let covers = |place: &PlacedSpace, point: Point| match (place.plate, &place.area) {
        (Some(plate), _) => rect_contains(plate, point),
        (None, Some(area)) => area_contains(area, point),
        (None, None) => false,
    };
    let is_outside = |point: &&Point| !ends.iter().any(|place| covers(place, **point));
    let outside: Vec<&Point> = samples.iter().filter(is_outside).collect();
    outside.get((outside.len() as f64 * share) as usize).map_or(samples[SAMPLES / 2], |point| **point)
}

/// Returns the point at a distance from the beginning of a line.
fn point_along(points: &[Point], mut distance: f64) -> Point {
    for ends in points.windows(2) {
        let (from, to, span) = (ends[0], ends[1], length(ends));
        if distance <= span && span > 0.0 {
            let share = distance / span;
            return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        }
        distance -= span;
    }
    points.last().copied().unwrap_or_default()
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
