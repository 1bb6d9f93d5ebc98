//! Tests of the overlay of a view.

use crate::common::{GAMES, Game};
use crate::games::groups;
use cardwright_layout::{Counter, GroupKind, Node, OverlayPart};
use cardwright_table::Viewer;

/// Returns the overlay at the first choice of a game, and the view.
fn opening_overlay(game: &mut Game, viewer: Viewer) -> (Vec<Node>, cardwright_view::View) {
    let view = game.opening(viewer);
    (game.valid_layout().overlay_nodes(&view), view)
}

/// Every stack of pieces in a view is on the map once, with its number of pieces.
#[test]
fn every_piece_is_on_the_map() {
    for name in GAMES {
        let mut game = Game::named(name);
        let (nodes, view) = opening_overlay(&mut game, Viewer::PUBLIC);
        for space in &view.spaces {
            for pieces in &space.pieces {
                let is_group_of_pieces = |node: &&Node| match node {
                    Node::Group { kind: GroupKind::Piece, id, space: at_space, nodes, .. } => {
                        let drawn_count = nodes.iter().find_map(|node| match node {
                            Node::Use { count, .. } => Some(count.unwrap_or(1)),
                            _ => None,
                        });
                        *id == pieces.text && at_space.as_ref() == Some(&space.id) && drawn_count == Some(pieces.count)
                    }
                    _ => false,
                };
                assert_eq!(
                    nodes.iter().filter(is_group_of_pieces).count(),
                    1,
                    "{name}: {} in {}",
                    pieces.text,
                    space.id
                );
            }
        }
    }
}

#[test]
fn counters_lie_on_the_canvas() {
    for name in GAMES {
        let mut game = Game::named(name);
        let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
        let scene = game.valid_layout().scene();
        let mut points = Vec::new();
        fn use_points(nodes: &[Node], points: &mut Vec<[f64; 2]>) {
            for node in nodes {
                match node {
                    Node::Use { x, y, .. } => points.push([*x, *y]),
                    Node::Name { nodes, .. } | Node::Group { nodes, .. } => use_points(nodes, points),
                    _ => {}
                }
            }
        }
        use_points(&nodes, &mut points);
        assert!(!points.is_empty(), "{name}");
        for [x, y] in points {
            assert!(x > 0.0 && x < scene.width && y > 0.0 && y < scene.height, "{name}: {x} {y}");
        }
    }
}

/// A viewer who may not see a hand gets the back of a card and the number of cards.
#[test]
fn hidden_cards_are_drawn_as_a_card_back_with_their_number() {
    let mut game = Game::demo(&[]);
    let (open, seen) = opening_overlay(&mut game, Viewer::OPEN);
    let (closed, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let cards = |nodes: &[Node]| {
        let mut found = Vec::new();
        groups(nodes, &mut found);
        found
            .into_iter()
            .filter(|(kind, ..)| **kind == GroupKind::Card)
            .map(|(_, id, _)| id.to_owned())
            .collect::<Vec<_>>()
    };
    let hand = seen.piles.iter().find(|pile| pile.count > 0 && pile.id.ends_with("hand")).expect("a hand");
    let card = hand.cards().next().expect("a card").id.clone();
    assert!(cards(&open).contains(&card));
    assert!(!cards(&closed).contains(&card));
    let mut found_groups = Vec::new();
    groups(&closed, &mut found_groups);
    let (_, _, label) =
        found_groups.iter().find(|(kind, id, _)| **kind == GroupKind::Pile && *id == hand.id).expect("the pile");
    assert!(label.ends_with("face down"), "{label}");
    assert!(!serde_json::to_string(&closed).unwrap().contains(&format!("\"{card}\"")));
}

#[test]
fn a_track_label_contains_the_value_and_the_zone() {
    let mut game = Game::named("latin-intervention");
    let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let mut found_groups = Vec::new();
    groups(&nodes, &mut found_groups);
    assert!(
        found_groups
            .iter()
            .any(|(kind, id, label)| **kind == GroupKind::Track && *id == "threat" && *label == "Threat Level: 1")
    );
    let mut game = Game::named("cuba-libre");
    let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let mut found_groups = Vec::new();
    groups(&nodes, &mut found_groups);
    let (.., label) = found_groups.iter().find(|(_, id, _)| *id == "resources").expect("the track of all sides");
    assert!(label.starts_with("Resources: Government "), "{label}");
    assert!(found_groups.iter().any(|(.., label)| label.starts_with("Support ") && label.contains(", ")));
}

/// In a narrow vertical row, markers lie inside the cell of their number, without overlapping each other or the number.
#[test]
fn markers_stay_within_a_narrow_row() {
    let board = "[meta]\ngame = \"demo\"\nsource = \"own\"\n[[track]]\nid = \"grain\"\nname = \"Grain\"\non = \"side\"\nmin = 0\nmax = 10\nstart = 3\n";
    for (width, height) in [(26, 330), (22, 250), (60, 330), (40, 180)] {
        let layout = format!(
            "[canvas]\nwidth = 900\nheight = 500\n[[space]]\nid = \"hills\"\nbox = [10, 10, 180, 120]\n[[space]]\nid = \"port\"\nbox = [210, 10, 180, 120]\n[[space]]\nid = \"river\"\nbox = [410, 10, 180, 120]\n[[space]]\nid = \"pool\"\nbox = [10, 200, 180, 120]\n[[track]]\nid = \"grain\"\nbox = [700, 40, {width}, {height}]\n"
        );
        let mut game = Game::demo(&[("scenarios/demo/board.toml", board), ("layouts/demo/layout.toml", &layout)]);
        let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
        let piece = game.valid_layout().scene().piece;
        let row = nodes.iter().find_map(|node| match node {
            Node::Group { kind: GroupKind::Track, id, nodes, .. } if id == "grain" => Some(nodes),
            _ => None,
        });
        let (w, cell) = (f64::from(width), f64::from(height) / 11.0);
        let [left, top] = [700.0, 40.0 + 3.0 * cell];
        let mut markers = Vec::new();
        let mut number = None;
        for node in row.unwrap() {
            match node {
                Node::Use { x, y, scale, .. } => markers.push((*x, *y, piece * scale.unwrap_or(1.0) / 2.0)),
                Node::Text { x, y, text, size, .. } if text == "3" => number = Some((*x, *y, *size)),
                _ => {}
            }
        }
        assert_eq!(markers.len(), 2);
        for (x, y, half) in &markers {
            let is_within = x - half >= left && x + half <= left + w && y - half >= top && y + half <= top + cell;
            assert!(is_within && *half >= 3.5, "{width} {height}: {markers:?} in {left} {top} {w} {cell}");
        }
        let (a, b) = (markers[0], markers[1]);
        assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) >= a.2 + b.2, "{width} {height}: {markers:?}");
        if let Some((x, y, size)) = number {
            let is_off_number = |(mx, my, half): &(f64, f64, f64)| {
                (mx - x).abs() >= half + size * 0.3 || my - half >= y - 0.5 || my + half <= y - size * 0.75
            };
            assert!(markers.iter().all(is_off_number), "{width} {height}: {markers:?} over {x} {y}");
        }
    }
}

#[test]
fn the_heading_of_a_space_track_names_space_and_track() {
    let layout =
        "[canvas]\nwidth = 900\nheight = 500\n[[track]]\nid = \"unrest\"\nof = \"port\"\nbox = [30, 460, 200, 28]\n";
    let game = Game::demo(&[("layouts/demo/layout.toml", layout)]);
    let scene = game.layout().0.scene();
    let is_heading = |node: &Node| matches!(node, Node::Text { text, .. } if text == "Port: Unrest");
    assert!(scene.nodes.iter().any(is_heading));
}

/// A figure of the demo game whose value is a side, so that a flag of the side lies in front of the name of each
/// province.
const HOLDER: (&str, &str) = (
    "scripts/demo/figures.luau",
    "figure \"holder\" { doc = \"Who holds it.\", on = \"province\", audience = \"all\", value = function() return RED end }\n",
);

/// A flag lies in front of the name of a space, inside the box, however little room the name leaves.
#[test]
fn a_flag_covers_no_letter_of_a_name() {
    /// The width of a bold `0`, relative to the font size.
    const ZERO: f64 = 0.696;
    for length in 1..16 {
        let (name, [left, width]) = ("0".repeat(length), [410.0, 100.0]);
        let layout = format!(
            "[canvas]\nwidth = 600\nheight = 400\n[[space]]\nid = \"hills\"\nbox = [10, 10, 180, 120]\n[[space]]\nid = \"port\"\nbox = [210, 10, 180, 120]\n[[space]]\nid = \"river\"\ntext = \"{name}\"\nbadge = \"0\"\nbox = [{left}, 10, {width}, 120]\n[[space]]\nid = \"pool\"\nbox = [10, 200, 180, 120]\n"
        );
        let mut game = Game::demo(&[HOLDER, ("layouts/demo/layout.toml", &layout)]);
        let view = game.opening(Viewer::PUBLIC);
        let layout = game.layout().0;
        let scene = layout.scene();
        let river = scene.nodes.iter().find_map(|node| match node {
            Node::Group { kind: GroupKind::Space, id, nodes, .. } if id == "river" => Some(nodes),
            _ => None,
        });
        // The badge is on a line of its own if the name is long.
        let first_line = river.unwrap().iter().find_map(|node| match node {
            Node::Text { x, size, text, .. } => Some((*x, size * ZERO * text.replace('\u{a0}', "").len() as f64 / 2.0)),
            _ => None,
        });
        let (middle, half_name) = first_line.unwrap();
        let flag = layout.overlay(&view).into_iter().find_map(|part| match part {
            OverlayPart::Space { space, counters, .. } if space == "river" => {
                counters.into_iter().find(|counter| counter.appearance.id == "holder")
            }
            _ => None,
        });
        let Counter { x, scale, .. } = flag.unwrap();
        let half_flag = scene.piece * scale / 2.0;
        assert!(x + half_flag <= middle - half_name, "{name}: the flag at {x} covers the name at {middle}");
        assert!(x - half_flag >= left && middle + half_name <= left + width, "{name}: {x} and {middle} leave the box");
    }
}
