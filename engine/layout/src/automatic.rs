//! A layout worked out from the board: the same every time, for a game that has none and for spaces that one forgets.

mod apart;
mod graph;
mod grid;
mod order;
mod panel;
mod stress;
mod tidy;

use crate::geometry::{bounds, middle};
use crate::measure::width;
use crate::scene::Style;
use crate::styles::{named, styles};
use crate::symbols::{side_colours, side_letters, side_shape};
use apart::apart;
use cardwright_content::sketch::{Area, Canvas, Look, Point, Rect, SideLook, Sketch, SpaceAt};
use cardwright_view::{Legend, Space, SpaceKind};
use graph::Graph;
use order::Order;
use tidy::{tangle, tidy};

/// How large counters and names are.
const PIECE: f64 = 30.0;
const FONT: f64 = 16.0;
/// Around all, and between what lies side by side.
pub(super) const MARGIN: f64 = 36.0;
pub(super) const GAP: f64 = 22.0;

/// A layout of everything.
pub(crate) fn whole(legend: &Legend) -> Sketch {
    let mut sketch = Sketch { canvas: Canvas { piece: PIECE, font: FONT, ..Canvas::default() }, ..Sketch::default() };
    let (colours, letters) = (side_colours(&sketch, legend), side_letters(&sketch, legend));
    for ((side, color), letter) in legend.sides.iter().zip(colours).zip(letters) {
        let shape = Some(side_shape(&sketch, legend, &side.id));
        let (id, color, letter) = (side.id.clone(), Some(color), Some(letter));
        sketch.sides.push(SideLook { id, color, shape, letter });
    }
    sketch.styles = kinds(&sketch, legend);
    let boxes = map(legend);
    for (space, rect) in legend.spaces.iter().zip(&boxes) {
        sketch.spaces.push(boxed(space, rect.map(tenths)));
    }
    let taken = bounds(boxes.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
    panel::panel(&mut sketch, legend, taken);
    sketch
}

/// The look of each kind of spaces that there are, for whoever wants another.
fn kinds(sketch: &Sketch, legend: &Legend) -> Vec<(String, Look)> {
    let styles = styles(sketch, legend);
    let used = legend.kinds.iter().filter(|kind| legend.spaces.iter().any(|space| space.kind == kind.id));
    let look = |kind: &SpaceKind| {
        let Style { fill, line, width, .. } = styles.get(&named(&kind.id))?;
        let paint = |paint: &String| Some(paint.clone()).filter(|paint| paint != "none");
        Some((kind.id.clone(), Look { fill: paint(fill), line: paint(line), width: *width, dash: None }))
    };
    used.filter_map(look).collect()
}

/// Lays the spaces that a layout forgets beside its map, and gives their ids.
pub(crate) fn complete(sketch: &mut Sketch, legend: &Legend) -> Vec<String> {
    let is_missing = |space: &&Space| sketch.spaces.iter().all(|said| said.id != space.id);
    let missing: Vec<&Space> = legend.spaces.iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let (piece, font) = (sketch.canvas.piece, sketch.canvas.font);
    let sizes: Vec<Point> = missing.iter().map(|space| size(space, legend, piece, font)).collect();
    let wide = sizes.iter().map(|[w, _]| *w).fold(0.0, f64::max);
    let (mut x, mut y) = (sketch.canvas.width + GAP, GAP);
    let room = sketch.canvas.height;
    for (space, [_, h]) in missing.iter().zip(&sizes) {
        if y > GAP && y + h + GAP > room {
            (x, y) = (x + wide + GAP, GAP);
        }
        sketch.spaces.push(boxed(space, [x, y, wide, *h].map(tenths)));
        y += h + GAP;
    }
    // The picture of a map stays below the places that it was drawn for.
    sketch.canvas.picture_in.get_or_insert([sketch.canvas.width, sketch.canvas.height]);
    sketch.canvas.width = tenths(x + wide + GAP);
    sketch.canvas.height =
        sketch.canvas.height.max(tenths(sizes.iter().map(|[_, h]| h + 2.0 * GAP).fold(0.0, f64::max)));
    missing.iter().map(|space| space.id.clone()).collect()
}

/// Numbers that are written as they are.
pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn boxed(space: &Space, rect: Rect) -> SpaceAt {
    SpaceAt { at: Some(middle(rect).map(tenths)), area: Some(Area::Box(rect)), ..SpaceAt::new(&space.id) }
}

/// How large the box of a space is: its name, and counters below it.
fn size(space: &Space, legend: &Legend, piece: f64, font: f64) -> Point {
    // Before the name there may stand whose place it is.
    let told = |figure: &cardwright_view::Figure| figure.shown && figure.of.is_of_spaces(&space.kind);
    let beside = if legend.figures.iter().any(told) { 3.0 * font } else { 20.0 };
    let name = width(&space.name, font, true) + beside;
    let is_supply = legend.is_supply(&space.id);
    let (across, down) = if is_supply { (6.0, 2.4) } else { (3.7, 2.4) };
    [name.min(240.0).max(across * piece), 1.5 * font + down * piece]
}

/// A box for each space.
fn map(legend: &Legend) -> Vec<Rect> {
    let sizes: Vec<Point> = legend.spaces.iter().map(|space| size(space, legend, PIECE, FONT)).collect();
    let graph = Graph::of(legend);
    let mut boxes: Vec<Option<Rect>> = vec![None; sizes.len()];
    let is_blind: Vec<bool> = legend.spaces.iter().map(|space| space.xy.is_none()).collect();
    let mut left = MARGIN;
    for (members, places) in maps(legend, &graph) {
        let own: Vec<Point> = members.iter().map(|at| sizes[*at]).collect();
        let rects = spread(&places, &own, &graph, &members, &is_blind);
        let [x, y, w, _] =
            bounds(rects.iter().flat_map(|[x, y, w, h]| [[*x, *y], [x + w, y + h]]).collect::<Vec<_>>().iter());
        for (at, rect) in members.iter().zip(rects) {
            boxes[*at] = Some([rect[0] - x + left, rect[1] - y + MARGIN, rect[2], rect[3]]);
        }
        left += w + 2.0 * GAP;
    }
    let alone: Vec<usize> = (0..sizes.len()).filter(|at| boxes[*at].is_none()).collect();
    let taken: Vec<Rect> = boxes.iter().flatten().copied().collect();
    for (at, rect) in alone.iter().zip(grid::grid(legend, &alone, &sizes, &taken)) {
        boxes[*at] = Some(rect);
    }
    boxes.into_iter().flatten().collect()
}

/// The parts of the map, each with the places of its spaces in some unit: where the board says so, else by who is next to
/// whom.
fn maps(legend: &Legend, graph: &Graph) -> Vec<(Vec<usize>, Vec<Point>)> {
    let said = |at: &usize| legend.spaces[*at].xy.map(|(x, y)| [f64::from(x) * 1.6, f64::from(y)]);
    let known: Vec<usize> = (0..legend.spaces.len()).filter(|at| said(at).is_some()).collect();
    if known.len() < 2 {
        let parts = graph.parts().into_iter().filter(|part| part.len() > 1);
        return parts.map(|part| (part.clone(), stress::places(&graph.hops(&part)))).collect();
    }
    let mut members = known;
    let mut places: Vec<Point> = members.iter().filter_map(said).collect();
    // One without a place lies amid its neighbours.
    loop {
        let mut found = None;
        for at in (0..legend.spaces.len()).filter(|at| !members.contains(at)) {
            let near: Vec<Point> =
                graph.next[at].iter().filter_map(|n| members.iter().position(|m| m == n)).map(|n| places[n]).collect();
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

/// Maps of no more places than this are tidied at every scale.
const SMALL: usize = 40;
/// How many lines and boxes are looked at to tidy a map.
const TRIED: usize = 250_000;

/// Boxes of these sizes, about these places: as close as they may lie without more crossings than the places have.
/// `is_blind`: of each space, whether nobody has said where it lies.
fn spread(places: &[Point], sizes: &[Point], graph: &Graph, members: &[usize], is_blind: &[bool]) -> Vec<Rect> {
    let edges = graph.edges(members);
    let span = |a: Point, b: Point| ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt();
    let mut lengths: Vec<f64> = match edges.is_empty() {
        false => edges.iter().map(|(a, b)| span(places[*a], places[*b])).collect(),
        true => places.iter().zip(places.iter().skip(1)).map(|(a, b)| span(*a, *b)).collect(),
    };
    lengths.sort_by(f64::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0).max(1e-6);
    let wide = sizes.iter().map(|[w, h]| (w * w + h * h).sqrt()).sum::<f64>() / sizes.len().max(1) as f64;
    let order = Order::of(places, |at| !is_blind[members[at]]);
    // Of a small map every scale is tidied, of a large one the best.
    let is_small = sizes.len() <= SMALL;
    let mut best: Option<(usize, Vec<Rect>)> = None;
    for step in [0.5, 0.62, 0.75, 0.9, 1.05, 1.25, 1.5, 1.8] {
        let scale = wide * step / usual;
        let mut rects = apart(places, sizes, scale, &order);
        let knots = if is_small { tidy(&mut rects, &edges, &order, TRIED) } else { tangle(&rects, &edges) };
        if best.as_ref().is_none_or(|(least, _)| knots < *least) {
            best = Some((knots, rects));
        }
        if knots == 0 {
            break;
        }
    }
    let (knots, mut rects) = best.unwrap_or_default();
    if knots > 0 && !is_small {
        tidy(&mut rects, &edges, &order, 8 * TRIED);
    }
    rects
}

/// How often lines between neighbours cross, and lie below a box that is neither's: of the automatic layout of a board.
pub(crate) fn tangles(legend: &Legend) -> usize {
    let graph = Graph::of(legend);
    let all: Vec<usize> = (0..legend.spaces.len()).collect();
    tangle(&map(legend), &graph.edges(&all))
}
