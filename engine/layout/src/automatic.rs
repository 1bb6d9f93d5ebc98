//! Automatic layout from the board: for games without a layout file, and for spaces that a layout file does not place.
//! The same board always gives the same layout.

mod board_order;
mod graph;
mod grid;
mod push_apart;
mod side_panel;
mod spacing;
mod stress;
mod stretch;
mod untangle;

use crate::geometry::{bounds, middle};
use crate::placed_space::{FLAG_MARGIN, flag_figures, flags_width};
use crate::scene::{Style, layout_style_name};
use crate::styles::{link_looks, styles};
use crate::symbols::{side_colours, side_letters, side_shape};
use crate::text_width::text_width;
use board_order::BoardOrder;
use cardwright_content::layout_file::{
    Area, Canvas, LayoutFile, LayoutStyle, Point, Rect, SideAppearance, SpacePlacement,
};
use cardwright_view::{Legend, Space, SpaceKind};
use graph::Graph;
use push_apart::push_apart;
use spacing::{GAP, MARGIN, tenths};
use stretch::stretch_apart;
use untangle::{count_tangles, untangle};

/// The default size of counters, in canvas units.
const PIECE: f64 = 30.0;
/// The default font size of names, in canvas units.
const FONT: f64 = 16.0;

/// Returns a layout without any entries, whose canvas has the default sizes of automatic layouts.
fn empty_layout() -> LayoutFile {
    LayoutFile { canvas: Canvas { piece: PIECE, font: FONT, ..Canvas::default() }, ..LayoutFile::default() }
}

/// Builds a complete layout: map, tracks and piles.
pub(crate) fn full_layout(legend: &Legend) -> LayoutFile {
    let mut layout_file = empty_layout();
    let (colours, letters) = (side_colours(&layout_file, legend), side_letters(&layout_file, legend));
    for ((side, color), letter) in legend.sides.iter().zip(colours).zip(letters) {
        let shape = Some(side_shape(&layout_file, legend, &side.id));
        let (id, color, letter) = (side.id.clone(), Some(color), Some(letter));
        layout_file.sides.push(SideAppearance { id, color, shape, letter });
    }
    layout_file.styles = kind_styles(&layout_file, legend);
    let boxes = map_boxes(&layout_file, legend);
    for (space, rect) in legend.spaces.iter().zip(&boxes) {
        layout_file.spaces.push(box_placement(space, rect.map(tenths)));
    }
    let map_bounds =
        bounds(boxes.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
    side_panel::add_side_panel(&mut layout_file, legend, map_bounds);
    layout_file
}

/// Returns the default style of each kind of space that has spaces, and of each kind of links. The written layout lists
/// these styles for authors to change.
fn kind_styles(layout_file: &LayoutFile, legend: &Legend) -> Vec<(String, LayoutStyle)> {
    let styles = styles(layout_file, legend);
    let paint = |paint: &String| Some(paint.clone()).filter(|paint| paint != "none");
    let style_of = |kind: &&str| {
        let Style { fill, line, width, .. } = styles.get(&layout_style_name(kind))?;
        Some(((*kind).to_owned(), LayoutStyle { fill: paint(fill), line: paint(line), width: *width, dash: None }))
    };
    let is_used = |kind: &&SpaceKind| legend.spaces.iter().any(|space| space.kind == kind.id);
    let used_kinds: Vec<&str> = legend.kinds.iter().filter(is_used).map(|kind| kind.id.as_str()).collect();
    // One style is for both if a kind of links has the id of a kind of spaces.
    let links = link_looks(layout_file, legend).into_iter().filter(|(kind, _)| !used_kinds.contains(kind));
    used_kinds.iter().filter_map(style_of).chain(links.map(|(kind, look)| (kind.to_owned(), look))).collect()
}

/// Places the spaces that a layout leaves out to the right of its map, and returns their ids.
pub(crate) fn add_missing_spaces(layout_file: &mut LayoutFile, legend: &Legend) -> Vec<String> {
    let is_missing = |space: &&Space| layout_file.spaces.iter().all(|placed| placed.id != space.id);
    let missing: Vec<&Space> = legend.spaces.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let sizes: Vec<Point> = missing.iter().map(|space| box_size(space, layout_file, legend)).collect();
    let widest = sizes.iter().map(|[w, _]| *w).fold(0.0, f64::max);
    let (mut x, mut y) = (layout_file.canvas.width + GAP, GAP);
    let map_height = layout_file.canvas.height;
    for (space, [_, h]) in missing.iter().zip(&sizes) {
        if y > GAP && y + h + GAP > map_height {
            (x, y) = (x + widest + GAP, GAP);
        }
        layout_file.spaces.push(box_placement(space, [x, y, widest, *h].map(tenths)));
        y += h + GAP;
    }
    // The map's picture keeps its size when the canvas grows.
    layout_file.canvas.picture_in.get_or_insert([layout_file.canvas.width, layout_file.canvas.height]);
    layout_file.canvas.width = tenths(x + widest + GAP);
    layout_file.canvas.height =
        layout_file.canvas.height.max(tenths(sizes.iter().map(|[_, h]| h + 2.0 * GAP).fold(0.0, f64::max)));
    missing.iter().map(|space| space.id.clone()).collect()
}

fn box_placement(space: &Space, rect: Rect) -> SpacePlacement {
    SpacePlacement { at: Some(middle(rect).map(tenths)), area: Some(Area::Box(rect)), ..SpacePlacement::new(&space.id) }
}

/// Returns the size of a space's box, with room for the name and some counters.
fn box_size(space: &Space, layout_file: &LayoutFile, legend: &Legend) -> Point {
    let (piece, font) = (layout_file.canvas.piece, layout_file.canvas.font);
    // Leave room for the flags in front of the name. The name is in the middle, so there is as much room behind it.
    let flags = flag_figures(layout_file, legend, &space.kind).count();
    let flag_width = (2.0 * (flags_width(flags, font) + FLAG_MARGIN)).max(20.0);
    let name_width = text_width(&space.name, font, true) + flag_width;
    let is_supply = legend.is_supply(&space.id);
    // The room for counters, in columns and rows of counters.
    let (across, down) = if is_supply { (6.0, 2.4) } else { (3.7, 2.4) };
    [name_width.min(240.0).max(across * piece), 1.5 * font + down * piece]
}

/// Places a box for each space. Returns the boxes in the order of the legend.
fn map_boxes(layout_file: &LayoutFile, legend: &Legend) -> Vec<Rect> {
    let sizes: Vec<Point> = legend.spaces.iter().map(|space| box_size(space, layout_file, legend)).collect();
    let graph = Graph::new(legend);
    let mut boxes: Vec<Option<Rect>> = vec![None; sizes.len()];
    let has_no_place: Vec<bool> = legend.spaces.iter().map(|space| space.xy.is_none()).collect();
    let mut left = MARGIN;
    for (members, places) in map_parts(legend, &graph) {
        let member_sizes: Vec<Point> = members.iter().map(|space| sizes[*space]).collect();
        let rects = place_boxes(&places, &member_sizes, &graph, &members, &has_no_place);
        let [x, y, w, _] =
            bounds(rects.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
        for (space, rect) in members.iter().zip(rects) {
            boxes[*space] = Some([rect[0] - x + left, rect[1] - y + MARGIN, rect[2], rect[3]]);
        }
        left += w + 2.0 * GAP;
    }
    let isolated: Vec<usize> = (0..sizes.len()).filter(|space| boxes[*space].is_none()).collect();
    let placed: Vec<Rect> = boxes.iter().flatten().copied().collect();
    for (space, rect) in isolated.iter().zip(grid::place_in_grid(legend, &isolated, &sizes, &placed)) {
        boxes[*space] = Some(rect);
    }
    boxes.into_iter().flatten().collect()
}

/// Divides the map into parts that are placed side by side. Returns the spaces of each part and their points, in an
/// arbitrary unit. The points come from the board if the board has coordinates, or else from the graph of neighbours.
fn map_parts(legend: &Legend, graph: &Graph) -> Vec<(Vec<usize>, Vec<Point>)> {
    // A screen is wider than it is high, so x is stretched.
    let board_point = |space: &usize| legend.spaces[*space].xy.map(|(x, y)| [f64::from(x) * 1.6, f64::from(y)]);
    let with_coordinates: Vec<usize> = (0..legend.spaces.len()).filter(|space| board_point(space).is_some()).collect();
    if with_coordinates.len() < 2 {
        let parts = graph.components().into_iter().filter(|part| part.len() > 1);
        return parts.map(|part| (part.clone(), stress::place_by_distance(&graph.distances(&part)))).collect();
    }
    let mut members = with_coordinates;
    let mut places: Vec<Point> = members.iter().filter_map(board_point).collect();
    // A space without coordinates goes to the middle of its neighbours. The `+ 1.0` keeps it from lying exactly on its
    // only neighbour.
    loop {
        let mut found = None;
        for space in (0..legend.spaces.len()).filter(|space| !members.contains(space)) {
            let near: Vec<Point> = graph.neighbours[space]
                .iter()
                .filter_map(|n| members.iter().position(|m| m == n))
                .map(|n| places[n])
                .collect();
            if !near.is_empty() {
                let sum = near.iter().fold([0.0; 2], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
                found = Some((space, sum.map(|sum| sum / near.len() as f64 + 1.0)));
                break;
            }
        }
        let Some((space, place)) = found else { break };
        members.push(space);
        places.push(place);
    }
    vec![(members, places)]
}

/// [`place_boxes`] tries several scales. It untangles a map of at most this many spaces at each scale.
const SMALL_MAP: usize = 40;
/// The most comparisons of lines and boxes for untangling a small map at one scale. A large map may take eight times as
/// many.
const MAX_EFFORT: usize = 250_000;

/// Places boxes of these sizes near these points. Of several scales, uses the smallest that gives the fewest tangles. A
/// tangle is two lines that cross, or a line that crosses the box of a space that it does not join. `has_no_place` says
/// for each space of the legend whether the board has no coordinates for it.
fn place_boxes(
    places: &[Point],
    sizes: &[Point],
    graph: &Graph,
    members: &[usize],
    has_no_place: &[bool],
) -> Vec<Rect> {
    let edges = graph.edges(members);
    let distance = |a: Point, b: Point| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    let mut lengths: Vec<f64> = match edges.is_empty() {
        false => edges.iter().map(|(a, b)| distance(places[*a], places[*b])).collect(),
        true => places.iter().zip(places.iter().skip(1)).map(|(a, b)| distance(*a, *b)).collect(),
    };
    lengths.sort_by(f64::total_cmp);
    let median_length = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0).max(1e-6);
    let mean_diagonal = sizes.iter().map(|[w, h]| (w * w + h * h).sqrt()).sum::<f64>() / sizes.len().max(1) as f64;
    // Untangle a small map at every scale. Untangle a large map only at the best scale, because the effort is greater.
    let is_small = sizes.len() <= SMALL_MAP;
    let mut best: Option<(usize, Vec<Rect>, BoardOrder)> = None;
    for step in [0.5, 0.62, 0.75, 0.9, 1.05, 1.25, 1.5, 1.8] {
        let scale = mean_diagonal * step / median_length;
        let order = BoardOrder::new(places, scale, |index| !has_no_place[members[index]]);
        let place_apart = if order.has_no_constraints() { push_apart } else { stretch_apart };
        let mut rects = place_apart(places, sizes, scale);
        let tangles =
            if is_small { untangle(&mut rects, &edges, &order, MAX_EFFORT) } else { count_tangles(&rects, &edges) };
        if best.as_ref().is_none_or(|(fewest, ..)| tangles < *fewest) {
            best = Some((tangles, rects, order));
        }
        if tangles == 0 {
            break;
        }
    }
    let Some((tangles, mut rects, order)) = best else { return Vec::new() };
    if tangles > 0 && !is_small {
        untangle(&mut rects, &edges, &order, 8 * MAX_EFFORT);
    }
    rects
}

/// Counts the tangles in the automatic layout of a board.
pub(crate) fn count_crossings(legend: &Legend) -> usize {
    let graph = Graph::new(legend);
    let all_spaces: Vec<usize> = (0..legend.spaces.len()).collect();
    count_tangles(&map_boxes(&empty_layout(), legend), &graph.edges(&all_spaces))
}
