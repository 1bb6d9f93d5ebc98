//! Lines between neighbours.

use crate::common::Game;
use cardwright_layout::{GroupKind, Layout, Node};
use cardwright_view::{Legend, Space, SpaceKind};

/// Hills and port share an edge. The river touches neither but is a neighbour of the port.
const SHAPES: &str = "
[canvas]
width = 600
height = 400
[[space]]
id = \"hills\"
shape = \"10,10 190,10 200,130 10,130\"
[[space]]
id = \"port\"
shape = \"190,10 350,10 350,130 200,130\"
[[space]]
id = \"river\"
shape = \"410,10 590,10 590,130 410,130\"
[[space]]
id = \"pool\"
box = [10, 200, 180, 120]
";

type Point = [f64; 2];

/// The lines of a scene and the rectangles of its spaces.
fn lines_and_boxes(layout: &Layout) -> (Vec<Vec<Point>>, Vec<[f64; 4]>) {
    let (mut lines, mut rects) = (Vec::new(), Vec::new());
    for node in &layout.scene().nodes {
        match node {
            Node::Path { d, style } if style == "of-link" => {
                let point = |of: &str| {
                    let (x, y) = of.split_once(',').unwrap();
                    [x.parse().unwrap(), y.parse().unwrap()]
                };
                lines.push(d.split(['M', 'L']).filter(|of| !of.is_empty()).map(point).collect());
            }
            Node::Group { kind: GroupKind::Space, nodes, .. } => {
                if let Some(Node::Rect { x, y, w, h, .. }) = nodes.first() {
                    rects.push([*x, *y, *w, *h]);
                }
            }
            _ => {}
        }
    }
    (lines, rects)
}

fn lines_of(layout: &str) -> Vec<Vec<Point>> {
    lines_and_boxes(&Game::demo(&[("layouts/demo/layout.toml", layout)]).sound()).0
}

#[test]
fn neighbours_that_do_not_touch_are_joined_by_a_line() {
    let lines = lines_of(SHAPES);
    assert_eq!(lines.len(), 1, "port and river");
    assert!(lines[0][0][0] > 200.0 && lines[0][1][0] > 400.0, "{lines:?}");
    assert_eq!(lines_of(&format!("{SHAPES}[links]\nshow = true\n")).len(), 2);
    assert_eq!(lines_of(&format!("{SHAPES}[links]\nshow = false\n")).len(), 0);
    // A space without an outline touches nothing; a space inside another touches it.
    let bare = SHAPES.replace("shape = \"190,10 350,10 350,130 200,130\"", "at = [260, 60]");
    assert_eq!(lines_of(&bare).len(), 2);
    let within = SHAPES.replace("shape = \"190,10 350,10 350,130 200,130\"", "circle = [80, 60, 20]");
    assert_eq!(lines_of(&within).len(), 1);
}

/// A line between two boxes does not run below a third.
#[test]
fn a_line_goes_around_a_foreign_box() {
    let row = |at: usize, id: &str| format!("[[space]]\nid = \"{id}\"\nbox = [{}, 100, 120, 90]\n", 20 + 190 * at);
    let places = [row(0, "port"), row(1, "hills"), row(2, "river")].concat();
    let layout = format!("[canvas]\nwidth = 600\nheight = 400\n{places}[[space]]\nid = \"pool\"\nshown = false\n");
    let lines = lines_of(&layout);
    assert_eq!(lines.iter().map(Vec::len).max(), Some(4), "{lines:?}");
    assert!(lines.iter().all(|line| runs_below(line, &[[210.0, 100.0, 120.0, 90.0]]) == 0), "{lines:?}");
}

/// The number of rectangles that a line enters, except those at its ends.
fn runs_below(line: &[Point], rects: &[[f64; 4]]) -> usize {
    let is_in = |[x, y, w, h]: [f64; 4], [px, py]: Point| px > x && px < x + w && py > y && py < y + h;
    let (first, last) = (line[0], line[line.len() - 1]);
    let foreign = rects.iter().filter(|rect| !is_in(**rect, first) && !is_in(**rect, last));
    let on = |a: Point, b: Point, at: usize| {
        let share = at as f64 / 200.0;
        [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    };
    let is_below =
        |rect: &&[f64; 4]| line.windows(2).any(|ends| (0..=200).any(|at| is_in(**rect, on(ends[0], ends[1], at))));
    foreign.filter(is_below).count()
}

fn board(names: &[&str], edges: &[(usize, usize)]) -> Legend {
    let space = |(at, name): (usize, &&str)| Space {
        id: name.to_lowercase(),
        name: (*name).to_owned(),
        kind: "place".into(),
        xy: None,
        next_to: edges
            .iter()
            .filter_map(|(a, b)| if *a == at { Some(*b) } else { Some(*a).filter(|_| *b == at) })
            .map(|other| names[other].to_lowercase())
            .collect(),
        short: None,
        printed: Vec::new(),
    };
    let kind = SpaceKind { id: "place".into(), plural: "places".into(), title: "Places".into() };
    Legend { spaces: names.iter().enumerate().map(space).collect(), kinds: vec![kind], ..Legend::default() }
}

/// Small boards without coordinates: one with islands and coasts, and many random trees with a few more links.
#[test]
fn no_line_of_an_automatic_map_runs_below_a_foreign_box() {
    let names = ["Plain", "Port", "Shoal", "Strait", "Isle", "Hill", "Marsh", "Old Harbour"];
    let coast = [(0, 1), (0, 5), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (5, 6), (6, 1), (6, 0), (7, 4), (7, 1)];
    let legend = board(&names, &coast);
    assert_eq!(Layout::count_crossings(&legend), 0);
    let (lines, rects) = lines_and_boxes(&Layout::automatic(&legend));
    assert_eq!(lines.len(), coast.len());
    assert!(lines.iter().all(|line| line.len() == 2 && runs_below(line, &rects) == 0), "{lines:?}");

    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for board_at in 0..60 {
        let many = 6 + next(3) as usize;
        // A tree, and some more links.
        let mut edges: Vec<(usize, usize)> = (1..many).map(|at| (next(at as u64) as usize, at)).collect();
        for _ in 0..next(4) {
            let (a, b) = (next(many as u64) as usize, next(many as u64) as usize);
            if a < b && !edges.contains(&(a, b)) {
                edges.push((a, b));
            }
        }
        let (lines, rects) = lines_and_boxes(&Layout::automatic(&board(&names[..many], &edges)));
        assert_eq!(lines.len(), edges.len());
        let below: usize = lines.iter().map(|line| runs_below(line, &rects)).sum();
        assert_eq!(below, 0, "board {board_at}: {edges:?}");
    }
}
