//! Automatic layout from the board: for games without a layout file, and for spaces that a layout file does not place. The
//! result is always the same.

mod board_order;
mod graph;
mod grid;
mod push_apart;
mod side_panel;
mod stress;
mod untangle;

use crate::geometry::{bounds, middle};
use crate::scene::Style;
use crate::styles::{layout_style_name, styles};
use crate::symbols::{side_colours, side_letters, side_shape};
use crate::text_width::text_width;
use board_order::BoardOrder;
use cardwright_content::layout_file::{
    Area, Canvas, LayoutFile, LayoutStyle, Point, Rect, SideAppearance, SpacePlacement,
};
use cardwright_view::{Legend, Space, SpaceKind};
use graph::Graph;
use push_apart::push_apart;
use untangle::{count_tangles, untangle};

/// The default sizes of counters and names.
const PIECE: f64 = 30.0;
const FONT: f64 = 16.0;
/// The margin around the map, and the gap between things side by side.
pub(super) const MARGIN: f64 = 36.0;
pub(super) const GAP: f64 = 22.0;

/// A complete layout: map, tracks and piles.
pub(crate) fn full_layout(legend: &Legend) -> LayoutFile {
    let mut layout_file =
        LayoutFile { canvas: Canvas { piece: PIECE, font: FONT, ..Canvas::default() }, ..LayoutFile::default() };
    let (colours, letters) = (side_colours(&layout_file, legend), side_letters(&layout_file, legend));
    for ((side, color), letter) in legend.sides.iter().zip(colours).zip(letters) {
        let shape = Some(side_shape(&layout_file, legend, &side.id));
        let (id, color, letter) = (side.id.clone(), Some(color), Some(letter));
        layout_file.sides.push(SideAppearance { id, color, shape, letter });
    }
    layout_file.styles = kind_styles(&layout_file, legend);
    let boxes = map_boxes(legend);
    for (space, rect) in legend.spaces.iter().zip(&boxes) {
        layout_file.spaces.push(box_placement(space, rect.map(tenths)));
    }
    let taken = bounds(boxes.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
    side_panel::add_side_panel(&mut layout_file, legend, taken);
    layout_file
}

/// The default style of each kind of space in use, so that authors can change it.
fn kind_styles(layout_file: &LayoutFile, legend: &Legend) -> Vec<(String, LayoutStyle)> {
    let styles = styles(layout_file, legend);
    let used = legend.kinds.iter().filter(|kind| legend.spaces.iter().any(|space| space.kind == kind.id));
    let look = |kind: &SpaceKind| {
        let Style { fill, line, width, .. } = styles.get(&layout_style_name(&kind.id))?;
        let paint = |paint: &String| Some(paint.clone()).filter(|paint| paint != "none");
        Some((kind.id.clone(), LayoutStyle { fill: paint(fill), line: paint(line), width: *width, dash: None }))
    };
    used.filter_map(look).collect()
}

/// Places the spaces that a layout leaves out to the right of its map, and returns their ids.
pub(crate) fn add_missing_spaces(layout_file: &mut LayoutFile, legend: &Legend) -> Vec<String> {
    let is_missing = |space: &&Space| layout_file.spaces.iter().all(|placed| placed.id != space.id);
    let missing: Vec<&Space> = legend.spaces.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let (piece, font) = (layout_file.canvas.piece, layout_file.canvas.font);
    let sizes: Vec<Point> = missing.iter().map(|space| box_size(space, legend, piece, font)).collect();
    let wide = sizes.iter().map(|[w, _]| *w).fold(0.0, f64::max);
    let (mut x, mut y) = (layout_file.canvas.width + GAP, GAP);
    let room = layout_file.canvas.height;
    for (space, [_, h]) in missing.iter().zip(&sizes) {
        if y > GAP && y + h + GAP > room {
            (x, y) = (x + wide + GAP, GAP);
        }
        layout_file.spaces.push(box_placement(space, [x, y, wide, *h].map(tenths)));
        y += h + GAP;
    }
    // Keep the size of the map's picture when the canvas grows.
    layout_file.canvas.picture_in.get_or_insert([layout_file.canvas.width, layout_file.canvas.height]);
    layout_file.canvas.width = tenths(x + wide + GAP);
    layout_file.canvas.height =
        layout_file.canvas.height.max(tenths(sizes.iter().map(|[_, h]| h + 2.0 * GAP).fold(0.0, f64::max)));
    missing.iter().map(|space| space.id.clone()).collect()
}

/// Rounds to tenths, so that the layout file has short numbers.
pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn box_placement(space: &Space, rect: Rect) -> SpacePlacement {
    SpacePlacement { at: Some(middle(rect).map(tenths)), area: Some(Area::Box(rect)), ..SpacePlacement::new(&space.id) }
}

/// The size of a space's box, for its name and some counters.
fn box_size(space: &Space, legend: &Legend, piece: f64, font: f64) -> Point {
    // Leave room for a side's flag in front of the name.
    let has_flag = |figure: &cardwright_view::Figure| figure.shown && figure.subject.is_of_spaces(&space.kind);
    let extra = if legend.figures.iter().any(has_flag) { 3.0 * font } else { 20.0 };
    let name = text_width(&space.name, font, true) + extra;
    let is_supply = legend.is_supply(&space.id);
    let (across, down) = if is_supply { (6.0, 2.4) } else { (3.7, 2.4) };
    [name.min(240.0).max(across * piece), 1.5 * font + down * piece]
}

/// A box for each space, in the order of the legend.
fn map_boxes(legend: &Legend) -> Vec<Rect> {
    let sizes: Vec<Point> = legend.spaces.iter().map(|space| box_size(space, legend, PIECE, FONT)).collect();
    let graph = Graph::new(legend);
    let mut boxes: Vec<Option<Rect>> = vec![None; sizes.len()];
    let has_no_place: Vec<bool> = legend.spaces.iter().map(|space| space.xy.is_none()).collect();
    let mut left = MARGIN;
    for (members, places) in map_parts(legend, &graph) {
        let own: Vec<Point> = members.iter().map(|at| sizes[*at]).collect();
        let rects = place_boxes(&places, &own, &graph, &members, &has_no_place);
        let [x, y, w, _] =
            bounds(rects.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
        for (at, rect) in members.iter().zip(rects) {
            boxes[*at] = Some([rect[0] - x + left, rect[1] - y + MARGIN, rect[2], rect[3]]);
        }
        left += w + 2.0 * GAP;
    }
    let isolated: Vec<usize> = (0..sizes.len()).filter(|at| boxes[*at].is_none()).collect();
    let taken: Vec<Rect> = boxes.iter().flatten().copied().collect();
    for (at, rect) in isolated.iter().zip(grid::grid(legend, &isolated, &sizes, &taken)) {
        boxes[*at] = Some(rect);
    }
    boxes.into_iter().flatten().collect()
}

/// The parts of the map: the spaces of each, with points in an arbitrary unit. Points come from the board if it has
/// coordinates, or else from the graph of neighbours.
fn map_parts(legend: &Legend, graph: &Graph) -> Vec<(Vec<usize>, Vec<Point>)> {
    let board_place = |at: &usize| legend.spaces[*at].xy.map(|(x, y)| [f64::from(x) * 1.6, f64::from(y)]);
    let known: Vec<usize> = (0..legend.spaces.len()).filter(|at| board_place(at).is_some()).collect();
    if known.len() < 2 {
        let parts = graph.components().into_iter().filter(|part| part.len() > 1);
        return parts.map(|part| (part.clone(), stress::place_by_distance(&graph.distances(&part)))).collect();
    }
    let mut members = known;
    let mut places: Vec<Point> = members.iter().filter_map(board_place).collect();
    // A space without coordinates goes to the middle of its neighbours.
    loop {
        let mut found = None;
        for at in (0..legend.spaces.len()).filter(|at| !members.contains(at)) {
            let near: Vec<Point> = graph.neighbours[at]
                .iter()
                .filter_map(|n| members.iter().position(|m| m == n))
                .map(|n| places[n])
                .collect();
            if !near.is_empty() {
                let sum = near.iter().fold([0.0; 2], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
                found = Some((at, sum.map(|sum| sum / near.len() as f64 + 1.0)));
                break;
            }
        }
        let Some((at, place)) = found else { break };
        members.push(at);
        places.push(place);
    }
    vec![(members, places)]
}

/// Maps of at most this size are untangled at every scale.
const SMALL_MAP: usize = 40;
/// The effort for untangling a map: the number of comparisons of lines and boxes.
const MAX_EFFORT: usize = 250_000;

/// Places boxes of these sizes near these points, as close as possible without more tangles. `has_no_place` says which
/// spaces have no coordinates on the board.
fn place_boxes(
    places: &[Point],
    sizes: &[Point],
    graph: &Graph,
    members: &[usize],
    has_no_place: &[bool],
) -> Vec<Rect> {
    let edges = graph.edges(members);
    let span = |a: Point, b: Point| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    let mut lengths: Vec<f64> = match edges.is_empty() {
        false => edges.iter().map(|(a, b)| span(places[*a], places[*b])).collect(),
        true => places.iter().zip(places.iter().skip(1)).map(|(a, b)| span(*a, *b)).collect(),
    };
    lengths.sort_by(f64::total_cmp);
    let median_length = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0).max(1e-6);
    let wide = sizes.iter().map(|[w, h]| (w * w + h * h).sqrt()).sum::<f64>() / sizes.len().max(1) as f64;
    let order = BoardOrder::new(places, |at| !has_no_place[members[at]]);
    // Untangle a small map at every scale, a large map only at the best.
    let is_small = sizes.len() <= SMALL_MAP;
    let mut best: Option<(usize, Vec<Rect>)> = None;
    for step in [0.5, 0.62, 0.75, 0.9, 1.05, 1.25, 1.5, 1.8] {
        let scale = wide * step / median_length;
        let mut rects = push_apart(places, sizes, scale, &order);
        let tangles =
            if is_small { untangle(&mut rects, &edges, &order, MAX_EFFORT) } else { count_tangles(&rects, &edges) };
        if best.as_ref().is_none_or(|(least, _)| tangles < *least) {
            best = Some((tangles, rects));
        }
        if tangles == 0 {
            break;
        }
    }
    let (tangles, mut rects) = best.unwrap_or_default();
    if tangles > 0 && !is_small {
        untangle(&mut rects, &edges, &order, 8 * MAX_EFFORT);
    }
    rects
}

/// The number of tangles in the automatic layout of a board.
pub(crate) fn count_crossings(legend: &Legend) -> usize {
    let graph = Graph::new(legend);
    let all: Vec<usize> = (0..legend.spaces.len()).collect();
    count_tangles(&map_boxes(legend), &graph.edges(&all))
}
