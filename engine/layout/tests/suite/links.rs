//! Tests of the lines between neighbours.

use crate::common::Game;
use cardwright_layout::{GroupKind, Layout, Node, OverlayPart};
use cardwright_table::Viewer;
use cardwright_view::{Legend, SeenFact, Space, SpaceKind};

/// A layout in which the hills and the port share an edge. The river touches neither of them but is a neighbour of the
/// port.
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

/// Returns the lines of a scene and the rectangles of its spaces.
fn lines_and_boxes(layout: &Layout) -> (Vec<Vec<Point>>, Vec<[f64; 4]>) {
    let (mut lines, mut rects) = (Vec::new(), Vec::new());
    for node in &layout.scene().nodes {
        match node {
            Node::Path { d, style } if style == "of-link" || style.starts_with("links-") => {
                let point = |text: &str| {
                    let (x, y) = text.split_once(',').unwrap();
                    [x.parse().unwrap(), y.parse().unwrap()]
                };
                lines.push(d.split(['M', 'L']).filter(|text| !text.is_empty()).map(point).collect());
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
    lines_and_boxes(&Game::demo(&[("layouts/demo/layout.toml", layout)]).valid_layout()).0
}

#[test]
fn neighbours_that_do_not_touch_are_joined_by_a_line() {
    let lines = lines_of(SHAPES);
    assert_eq!(lines.len(), 2, "only the road and the ferry between port and river");
    assert!(lines[0][0][0] > 200.0 && lines[0][1][0] > 400.0, "{lines:?}");
    assert_eq!(lines_of(&format!("{SHAPES}[links]\nshow = true\n")).len(), 3);
    assert_eq!(lines_of(&format!("{SHAPES}[links]\nshow = false\n")).len(), 0);
    // A space without an outline touches nothing. A space inside another space touches that space.
    let without_outline = SHAPES.replace("shape = \"190,10 350,10 350,130 200,130\"", "at = [260, 60]");
    assert_eq!(lines_of(&without_outline).len(), 3);
    let inside = SHAPES.replace("shape = \"190,10 350,10 350,130 200,130\"", "circle = [80, 60, 20]");
    assert_eq!(lines_of(&inside).len(), 2);
}

/// A board with a track and a fact of links.
const LINK_VALUES: (&str, &str) = (
    "scenarios/demo/board.toml",
    "[meta]\ngame = \"demo\"\nsource = \"own\"\n[[track]]\nid = \"toll\"\nname = \"Toll\"\non = \"road\"\nmin = 0\nmax = 9\nstart = 2\n[[fact]]\nid = \"flooded\"\non = \"ferry\"\ntype = \"boolean\"\n[[fact]]\nid = \"charted\"\non = \"game\"\ntype = \"boolean\"\n",
);

/// Returns the style of each drawn line: colour, width and dashes.
fn line_styles(layout: &str) -> Vec<(String, f64, Option<String>)> {
    let scene = Game::demo(&[("layouts/demo/layout.toml", layout)]).valid_layout().scene();
    let style = |node: &Node| match node {
        Node::Path { style, .. } if style == "of-link" || style.starts_with("links-") => {
            let style = &scene.styles[style];
            Some((style.line.clone(), style.width, style.dash.clone()))
        }
        _ => None,
    };
    scene.nodes.iter().filter_map(style).collect()
}

#[test]
fn kinds_of_links_have_styles_of_their_own() {
    let looks = line_styles(SHAPES);
    assert!(looks[0] != looks[1], "a road and a ferry look different: {looks:?}");
    let ferry = "[style.ferry]\nline = \"#1b2a55\"\nwidth = 5\ndash = [2, 3]\nfill = \"#ffffff\"\n";
    let looks = line_styles(&format!("{SHAPES}{ferry}"));
    assert_eq!(looks[1], ("#1b2a55".to_owned(), 5.0, Some("2 3".to_owned())));
    // A style for all lines is for the kinds without a style of their own.
    let looks = line_styles(&format!("{SHAPES}{ferry}[style.link]\nline = \"#552a1b\"\nwidth = 4\n"));
    assert_eq!(looks[0], ("#552a1b".to_owned(), 4.0, None));
    assert_eq!(looks[1].0, "#1b2a55");
    // The lines of two kinds between the same spaces lie side by side.
    let lines = lines_of(SHAPES);
    assert!(lines[0].iter().zip(&lines[1]).all(|([x, y], [u, v])| (x - u).abs() + (y - v).abs() > 5.0), "{lines:?}");
}

#[test]
fn tracks_and_facts_of_links_have_a_sign_at_the_middle_of_the_line() {
    let mark = "[[mark]]\nid = \"flooded\"\nglyph = \"W\"\n[[mark]]\nid = \"toll\"\nglyph = \"T#\"\n";
    let layout = format!("{SHAPES}{mark}");
    let mut game = Game::demo(&[LINK_VALUES, ("layouts/demo/layout.toml", &layout)]);
    let mut view = game.opening(Viewer::PUBLIC);
    let (id, name, text) = ("flooded".to_owned(), "flooded".to_owned(), String::new());
    let crossing = view.links.iter_mut().find(|link| link.id == "crossing").unwrap();
    crossing.attributes.facts.push(SeenFact { id, name, text, shown: true });
    let nodes = game.valid_layout().overlay_nodes(&view);
    let sign = |node: &Node| match node {
        Node::Group { label, space: None, nodes, .. } => nodes.iter().find_map(|node| match node {
            Node::Text { x, text, .. } => Some((label.clone(), text.clone(), *x)),
            _ => None,
        }),
        _ => None,
    };
    let signs: Vec<_> = nodes.iter().filter_map(sign).collect();
    for (label, glyph, left, right) in [
        ("The Hills – Port: Toll 2", "T2", 95.0, 260.0),
        ("Port – River: Toll 2", "T2", 350.0, 410.0),
        ("crossing: flooded", "W", 350.0, 410.0),
    ] {
        let found = signs.iter().find(|sign| sign.0 == label).unwrap_or_else(|| panic!("{label}: {signs:?}"));
        assert!(found.1 == glyph && found.2 > left && found.2 < right, "{label}: {signs:?}");
    }
}

/// The signs of a road and a ferry between the same spaces do not lie over each other.
#[test]
fn signs_of_lines_side_by_side_lie_apart() {
    let tolls = (LINK_VALUES.0, LINK_VALUES.1.replace("on = \"road\"", "on = \"link\""));
    let layout = SHAPES.replace("410,10 590,10 590,130 410,130", "480,10 590,10 590,130 480,130");
    let mut game = Game::demo(&[(tolls.0, &tolls.1), ("layouts/demo/layout.toml", &layout)]);
    let view = game.opening(Viewer::PUBLIC);
    let sign = |part: OverlayPart| match part {
        OverlayPart::Link { link, counters, .. } if link != "hills--port" => Some(counters[0].x),
        _ => None,
    };
    let signs: Vec<f64> = game.valid_layout().overlay(&view).into_iter().filter_map(sign).collect();
    assert!(signs.len() == 2 && (signs[0] - signs[1]).abs() > 26.0, "{signs:?}");
}

/// A sign that the map never shows is reported.
#[test]
fn a_mark_that_is_never_drawn_is_reported() {
    for (mark, codes) in [("flooded", vec![]), ("toll", vec![]), ("charted", vec!["layout::unused-mark"])] {
        let layout = format!("{SHAPES}[[mark]]\nid = \"{mark}\"\n");
        let game = Game::demo(&[LINK_VALUES, ("layouts/demo/layout.toml", &layout)]);
        assert_eq!(game.problem_codes(), codes, "{mark}");
    }
}

/// A line between two boxes does not run below a third.
#[test]
fn a_line_goes_around_a_foreign_box() {
    let space =
        |column: usize, id: &str| format!("[[space]]\nid = \"{id}\"\nbox = [{}, 100, 120, 90]\n", 20 + 190 * column);
    let places = [space(0, "port"), space(1, "hills"), space(2, "river")].concat();
    let layout = format!("[canvas]\nwidth = 600\nheight = 400\n{places}[[space]]\nid = \"pool\"\nshown = false\n");
    let lines = lines_of(&layout);
    assert_eq!(lines.iter().map(Vec::len).max(), Some(4), "{lines:?}");
    assert!(lines.iter().all(|line| runs_below(line, &[[210.0, 100.0, 120.0, 90.0]]) == 0), "{lines:?}");
}

/// Counts the rectangles that a line enters, except the rectangles at the ends of the line.
fn runs_below(line: &[Point], rects: &[[f64; 4]]) -> usize {
    let is_in = |[x, y, w, h]: [f64; 4], [px, py]: Point| px > x && px < x + w && py > y && py < y + h;
    let (first, last) = (line[0], line[line.len() - 1]);
    let foreign = rects.iter().filter(|rect| !is_in(**rect, first) && !is_in(**rect, last));
    let point_between = |a: Point, b: Point, step: usize| {
        let share = step as f64 / 200.0;
        [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    };
    let is_below = |rect: &&[f64; 4]| {
        line.windows(2).any(|ends| (0..=200).any(|step| is_in(**rect, point_between(ends[0], ends[1], step))))
    };
    foreign.filter(is_below).count()
}

/// Builds a board without coordinates. `edges` are pairs of indices of `names`.
fn board(names: &[&str], edges: &[(usize, usize)]) -> Legend {
    let space = |(index, name): (usize, &&str)| Space {
        id: name.to_lowercase(),
        name: (*name).to_owned(),
        kind: "place".into(),
        xy: None,
        next_to: edges
            .iter()
            .filter_map(|(a, b)| if *a == index { Some(*b) } else { Some(*a).filter(|_| *b == index) })
            .map(|other| names[other].to_lowercase())
            .collect(),
        short: None,
        printed: Vec::new(),
    };
    let kind = SpaceKind { id: "place".into(), plural: "places".into(), title: "Places".into() };
    Legend { spaces: names.iter().enumerate().map(space).collect(), kinds: vec![kind], ..Legend::default() }
}

/// Checks small boards without coordinates: one board with islands and coasts, and many random trees with a few more
/// links.
#[test]
fn no_line_of_an_automatic_map_runs_below_a_foreign_box() {
    let names = ["Plain", "Port", "Shoal", "Strait", "Isle", "Hill", "Marsh", "Old Harbour"];
    let coast = [(0, 1), (0, 5), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (5, 6), (6, 1), (6, 0), (7, 4), (7, 1)];
    let legend = board(&names, &coast);
    assert_eq!(Layout::count_crossings(&legend), 0);
    let (lines, rects) = lines_and_boxes(&Layout::automatic(&legend));
    assert_eq!(lines.len(), coast.len());
    assert!(lines.iter().all(|line| line.len() == 2 && runs_below(line, &rects) == 0), "{lines:?}");

    let mut random_state = 7_u64;
    let mut random_below = |limit: u64| {
        random_state = random_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random_state >> 33) % limit
    };
    for round in 0..60 {
        let count = 6 + random_below(3) as usize;
        // A tree, and some more links.
        let mut edges: Vec<(usize, usize)> =
            (1..count).map(|space| (random_below(space as u64) as usize, space)).collect();
        for _ in 0..random_below(4) {
            let (a, b) = (random_below(count as u64) as usize, random_below(count as u64) as usize);
            if a < b && !edges.contains(&(a, b)) {
                edges.push((a, b));
            }
        }
        let (lines, rects) = lines_and_boxes(&Layout::automatic(&board(&names[..count], &edges)));
        assert_eq!(lines.len(), edges.len());
        let below: usize = lines.iter().map(|line| runs_below(line, &rects)).sum();
        assert_eq!(below, 0, "board {round}: {edges:?}");
    }
}
