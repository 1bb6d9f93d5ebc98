//! Tests of the layouts of the games of the repository.

use crate::common::{GAMES, Game, golden};
use cardwright_layout::{GroupKind, Node, svg};
use cardwright_table::Viewer;
use std::collections::{BTreeMap, BTreeSet};

/// Collects the kind, id and label of all groups of a drawing.
pub(crate) fn groups<'a>(nodes: &'a [Node], out: &mut Vec<(&'a GroupKind, &'a str, &'a str)>) {
    for node in nodes {
        if let Node::Group { kind, id, label, nodes, .. } = node {
            out.push((kind, id, label));
            groups(nodes, out);
        }
    }
}

/// The documentation shows a picture of each game at its first choice.
#[test]
fn pictures_of_the_games_are_up_to_date() {
    for game in GAMES {
        golden(&format!("docs/pictures/{game}.svg"), &Game::named(game).picture());
    }
}

#[test]
fn every_space_of_every_game_is_placed_without_problems() {
    for name in GAMES {
        let game = Game::named(name);
        let (layout, legend) = (game.valid_layout(), game.legend());
        let (scene, mut found_groups) = (layout.scene(), Vec::new());
        groups(&scene.nodes, &mut found_groups);
        let placed: Vec<&str> =
            found_groups.iter().filter(|(kind, ..)| **kind == GroupKind::Space).map(|(_, id, _)| *id).collect();
        let spaces: BTreeSet<&str> = legend.spaces.iter().map(|space| space.id.as_str()).collect();
        assert_eq!(placed.len(), spaces.len(), "{name}");
        assert_eq!(placed.into_iter().collect::<BTreeSet<_>>(), spaces, "{name}");
    }
}

/// A scene contains all styles and symbols that its nodes use.
#[test]
fn every_used_style_and_symbol_exists() {
    fn collect_used(nodes: &[Node], styles: &mut BTreeSet<String>, symbols: &mut BTreeSet<String>) {
        for node in nodes {
            match node {
                Node::Path { style, .. }
                | Node::Rect { style, .. }
                | Node::Circle { style, .. }
                | Node::Text { style, .. } => {
                    styles.insert(style.clone());
                }
                Node::Use { id, .. } => drop(symbols.insert(id.clone())),
                Node::Name { nodes, .. } | Node::Group { nodes, .. } => collect_used(nodes, styles, symbols),
                Node::Image { .. } => {}
            }
        }
    }
    for name in GAMES {
        let mut game = Game::named(name);
        let view = game.opening(Viewer::OPEN);
        let layout = game.valid_layout();
        let (scene, counters) = (layout.scene(), layout.overlay_nodes(&view));
        let (mut styles, mut symbols) = Default::default();
        collect_used(&scene.nodes, &mut styles, &mut symbols);
        collect_used(&counters, &mut styles, &mut symbols);
        scene.symbols.values().for_each(|nodes| collect_used(nodes, &mut styles, &mut symbols));
        let missing: Vec<_> = styles.iter().filter(|style| !scene.styles.contains_key(*style)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        let missing: Vec<_> = symbols.iter().filter(|symbol| !scene.symbols.contains_key(*symbol)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    let mut game = Game::named("cuba-libre");
    assert_eq!(game.picture(), Game::named("cuba-libre").picture());
    let view = game.opening(Viewer::OPEN);
    let (first, second) = (game.valid_layout(), game.valid_layout());
    let text = |layout: &cardwright_layout::Layout| svg(layout, &layout.scene(), &layout.overlay_nodes(&view));
    assert_eq!(text(&first), text(&second));
}

/// Limits the size of the data for the browser. The server sends the scene once, and the overlay with each view.
#[test]
fn scenes_and_counters_are_small() {
    for name in GAMES {
        let mut game = Game::named(name);
        let view = game.opening(Viewer::OPEN);
        let layout = game.valid_layout();
        let scene = serde_json::to_string(&*layout.scene()).unwrap().len();
        let counters = serde_json::to_string(&layout.overlay_nodes(&view)).unwrap().len();
        assert!(scene < 56 << 10, "{name}: the scene has {scene} bytes");
        assert!(counters < 12 << 10, "{name}: the counters have {counters} bytes");
    }
}

/// Returns the edges of a drawn outline. An edge is a pair of corners, and a corner is the text of its coordinates.
fn edges(d: &str) -> Vec<[&str; 2]> {
    let rings = d.split('M').filter(|ring| !ring.is_empty());
    rings
        .flat_map(|ring| {
            let corners: Vec<&str> = ring.trim_end_matches('Z').split('L').collect();
            let is_closed = ring.ends_with('Z');
            let next = corners.clone().into_iter().skip(1).chain(is_closed.then_some(corners[0]));
            corners.into_iter().zip(next).map(|(a, b)| if a < b { [a, b] } else { [b, a] }).collect::<Vec<_>>()
        })
        .collect()
}

/// On maps with outlines, two spaces touch if and only if they are neighbours. The exception: two spaces that are not
/// neighbours may touch if a dark stroke covers their common border.
#[test]
fn places_touch_exactly_where_the_board_links_them() {
    // The name of the game, then the numbers of outlined spaces, of pairs of neighbours that touch, and of pairs that
    // touch with a dark stroke between them.
    for (name, shapes, linked, strokes) in
        [("fortress-america", 96, 198, 42), ("cuba-libre", 7, 6, 0), ("latin-intervention", 7, 7, 0)]
    {
        let game = Game::named(name);
        let (layout, legend) = (game.valid_layout(), game.legend());
        let scene = layout.scene();
        let mut spaces_of_edge: BTreeMap<[&str; 2], BTreeSet<&str>> = BTreeMap::new();
        let (mut outlined, mut dark_edges) = (BTreeSet::new(), BTreeSet::new());
        for node in &scene.nodes {
            match node {
                Node::Group { kind: GroupKind::Space, id, nodes, .. } => {
                    for node in nodes {
                        if let Node::Path { d, style } = node
                            && d.ends_with('Z')
                            && scene.styles[style].fill != "none"
                        {
                            outlined.insert(id.as_str());
                            for edge in edges(d) {
                                spaces_of_edge.entry(edge).or_default().insert(id);
                            }
                        }
                    }
                }
                Node::Path { d, style } if style == "of-no-crossing" => dark_edges.extend(edges(d)),
                _ => {}
            }
        }
        assert_eq!(outlined.len(), shapes, "{name}");
        // For each pair that touches: whether a dark stroke covers all common edges.
        let mut touch: BTreeMap<[&str; 2], bool> = BTreeMap::new();
        for (edge, spaces) in &spaces_of_edge {
            let spaces: Vec<&str> = spaces.iter().copied().collect();
            assert!(spaces.len() <= 2, "{name}: {spaces:?} lie over each other");
            if let [a, b] = spaces[..] {
                *touch.entry([a, b]).or_insert(true) &= dark_edges.contains(edge);
            }
        }
        let neighbours: BTreeSet<[&str; 2]> = legend
            .spaces
            .iter()
            .flat_map(|space| space.next_to.iter().map(|other| [space.id.as_str(), other.as_str()]))
            .filter(|[a, b]| a < b && outlined.contains(a) && outlined.contains(b))
            .collect();
        let open: BTreeSet<[&str; 2]> = touch.iter().filter(|(_, is_dark)| !**is_dark).map(|(pair, _)| *pair).collect();
        assert_eq!(open, neighbours, "{name}");
        assert_eq!((open.len(), touch.len() - open.len()), (linked, strokes), "{name}");
    }
}

/// The hands of the sides of Fortress America have their own slots on the map.
#[test]
fn the_cards_of_the_invaders_have_slots() {
    let mut game = Game::named("fortress-america");
    let view = game.opening(Viewer::OPEN);
    let counters = game.valid_layout().overlay_nodes(&view);
    let mut found_groups = Vec::new();
    groups(&counters, &mut found_groups);
    let piles: BTreeSet<&str> =
        found_groups.iter().filter(|(kind, ..)| **kind == GroupKind::Pile).map(|(_, id, _)| *id).collect();
    for side in ["western", "southern", "eastern"] {
        for pile in ["invader-deck", "hand", "in-play"] {
            assert!(piles.contains(format!("{side} {pile}").as_str()), "{side} {pile} is not among {piles:?}");
        }
    }
    assert!(piles.contains("partisan-deck") && piles.contains("current"));
}
