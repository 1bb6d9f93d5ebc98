//! The overlay of a view.

use crate::common::{GAMES, Game};
use crate::games::groups;
use cardwright_layout::{GroupKind, Node};
use cardwright_table::Viewer;

/// The overlay of an opening, and its view.
fn opening_overlay(game: &mut Game, viewer: Viewer) -> (Vec<Node>, cardwright_view::View) {
    let view = game.opening(viewer);
    (game.sound().overlay_nodes(&view), view)
}

/// Every stack of pieces in a view is on the map once, with its size.
#[test]
fn every_piece_is_on_the_map() {
    for name in GAMES {
        let mut game = Game::named(name);
        let (nodes, view) = opening_overlay(&mut game, Viewer::PUBLIC);
        for space in &view.spaces {
            for pieces in &space.pieces {
                let is_it = |node: &&Node| match node {
                    Node::Group { kind: GroupKind::Piece, id, space: at_space, nodes, .. } => {
                        let n = nodes.iter().find_map(|node| match node {
                            Node::Use { count, .. } => Some(count.unwrap_or(1)),
                            _ => None,
                        });
                        *id == pieces.text && at_space.as_ref() == Some(&space.id) && n == Some(pieces.count)
                    }
                    _ => false,
                };
                assert_eq!(nodes.iter().filter(is_it).count(), 1, "{name}: {} in {}", pieces.text, space.id);
            }
        }
    }
}

/// All counters lie on the canvas.
#[test]
fn counters_lie_on_the_canvas() {
    for name in GAMES {
        let mut game = Game::named(name);
        let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
        let scene = game.sound().scene();
        let mut all = Vec::new();
        fn uses(nodes: &[Node], all: &mut Vec<[f64; 2]>) {
            for node in nodes {
                match node {
                    Node::Use { x, y, .. } => all.push([*x, *y]),
                    Node::Name { nodes, .. } | Node::Group { nodes, .. } => uses(nodes, all),
                    _ => {}
                }
            }
        }
        uses(&nodes, &mut all);
        assert!(!all.is_empty(), "{name}");
        for [x, y] in all {
            assert!(x > 0.0 && x < scene.width && y > 0.0 && y < scene.height, "{name}: {x} {y}");
        }
    }
}

/// Viewers who may not see a hand get a back and a number.
#[test]
fn hidden_cards_are_a_back_and_a_number() {
    let mut game = Game::demo(&[]);
    let (open, seen) = opening_overlay(&mut game, Viewer::OPEN);
    let (closed, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let cards = |nodes: &[Node]| {
        let mut all = Vec::new();
        groups(nodes, &mut all);
        all.into_iter().filter(|(of, ..)| **of == GroupKind::Card).map(|(_, id, _)| id.to_owned()).collect::<Vec<_>>()
    };
    let hand = seen.piles.iter().find(|pile| pile.count > 0 && pile.id.ends_with("hand")).expect("a hand");
    let card = hand.cards().next().expect("a card").id.clone();
    assert!(cards(&open).contains(&card));
    assert!(!cards(&closed).contains(&card));
    let mut all = Vec::new();
    groups(&closed, &mut all);
    let (_, _, label) = all.iter().find(|(of, id, _)| **of == GroupKind::Pile && *id == hand.id).expect("the pile");
    assert!(label.ends_with("face down"), "{label}");
    assert!(!serde_json::to_string(&closed).unwrap().contains(&format!("\"{card}\"")));
}

#[test]
fn a_track_label_has_its_number_and_zone() {
    let mut game = Game::named("latin-intervention");
    let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let mut all = Vec::new();
    groups(&nodes, &mut all);
    assert!(
        all.iter().any(|(of, id, label)| **of == GroupKind::Track && *id == "threat" && *label == "Threat Level: 1")
    );
    let mut game = Game::named("cuba-libre");
    let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
    let mut all = Vec::new();
    groups(&nodes, &mut all);
    let (.., label) = all.iter().find(|(_, id, _)| *id == "resources").expect("the track of all sides");
    assert!(label.starts_with("Resources: Government "), "{label}");
    assert!(all.iter().any(|(.., label)| label.starts_with("Support ") && label.contains(", ")));
}

/// In a narrow vertical row, markers lie inside the cell of their number, without overlapping each other or the number.
#[test]
fn markers_stay_within_a_narrow_row() {
    let board = "[meta]\ngame = \"demo\"\nsource = \"own\"\n[[track]]\nid = \"grain\"\nname = \"Grain\"\non = \"side\"\nmin = 0\nmax = 10\nstart = 3\n";
    for (wide, high) in [(26, 330), (22, 250), (60, 330), (40, 180)] {
        let layout = format!(
            "[canvas]\nwidth = 900\nheight = 500\n[[space]]\nid = \"hills\"\nbox = [10, 10, 180, 120]\n[[space]]\nid = \"port\"\nbox = [210, 10, 180, 120]\n[[space]]\nid = \"river\"\nbox = [410, 10, 180, 120]\n[[space]]\nid = \"pool\"\nbox = [10, 200, 180, 120]\n[[track]]\nid = \"grain\"\nbox = [700, 40, {wide}, {high}]\n"
        );
        let mut game = Game::demo(&[("scenarios/demo/board.toml", board), ("layouts/demo/layout.toml", &layout)]);
        let (nodes, _) = opening_overlay(&mut game, Viewer::PUBLIC);
        let piece = game.sound().scene().piece;
        let row = nodes.iter().find_map(|node| match node {
            Node::Group { kind: GroupKind::Track, id, nodes, .. } if id == "grain" => Some(nodes),
            _ => None,
        });
        let (w, cell) = (f64::from(wide), f64::from(high) / 11.0);
        let [left, top] = [700.0, 40.0 + 3.0 * cell];
        let mut markers = Vec::new();
        let mut figure = None;
        for node in row.unwrap() {
            match node {
                Node::Use { x, y, scale, .. } => markers.push((*x, *y, piece * scale.unwrap_or(1.0) / 2.0)),
                Node::Text { x, y, text, size, .. } if text == "3" => figure = Some((*x, *y, *size)),
                _ => {}
            }
        }
        assert_eq!(markers.len(), 2);
        for (x, y, half) in &markers {
            let is_within = x - half >= left && x + half <= left + w && y - half >= top && y + half <= top + cell;
            assert!(is_within && *half >= 3.5, "{wide} {high}: {markers:?} in {left} {top} {w} {cell}");
        }
        let (one, other) = (markers[0], markers[1]);
        assert!((one.0 - other.0).abs().max((one.1 - other.1).abs()) >= one.2 + other.2, "{wide} {high}: {markers:?}");
        if let Some((x, y, size)) = figure {
            let is_off = |(mx, my, half): &(f64, f64, f64)| {
                (mx - x).abs() >= half + size * 0.3 || my - half >= y - 0.5 || my + half <= y - size * 0.75
            };
            assert!(markers.iter().all(is_off), "{wide} {high}: {markers:?} over {x} {y}");
        }
    }
}

/// The heading of a space's track names both.
#[test]
fn the_heading_of_a_space_track_names_space_and_track() {
    let layout =
        "[canvas]\nwidth = 900\nheight = 500\n[[track]]\nid = \"unrest\"\nof = \"port\"\nbox = [30, 460, 200, 28]\n";
    let game = Game::demo(&[("layouts/demo/layout.toml", layout)]);
    let scene = game.layout().0.scene();
    let is_head = |node: &Node| matches!(node, Node::Text { text, .. } if text == "Port: Unrest");
    assert!(scene.nodes.iter().any(is_head));
}
