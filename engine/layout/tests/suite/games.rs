//! The layouts of the games of the repository.

use crate::common::{GAMES, Game, golden};
use cardwright_layout::{Node, Of, svg};
use cardwright_table::label::Audience;
use std::collections::{BTreeMap, BTreeSet};

/// All groups of a drawing.
pub(crate) fn groups<'a>(nodes: &'a [Node], out: &mut Vec<(&'a Of, &'a str, &'a str)>) {
    for node in nodes {
        if let Node::Group { of, id, label, nodes, .. } = node {
            out.push((of, id, label));
            groups(nodes, out);
        }
    }
}

/// Pictures of the openings, which the pages of the games show.
#[test]
fn pictures_of_the_games_are_fresh() {
    for game in GAMES {
        golden(&format!("docs/pictures/{game}.svg"), &Game::named(game).picture());
    }
}

#[test]
fn every_space_of_every_game_has_one_place_and_nothing_is_wrong() {
    for name in GAMES {
        let game = Game::named(name);
        let (layout, legend) = (game.sound(), game.legend());
        let (scene, mut all) = (layout.scene(), Vec::new());
        groups(&scene.nodes, &mut all);
        let placed: Vec<&str> = all.iter().filter(|(of, ..)| **of == Of::Space).map(|(_, id, _)| *id).collect();
        let spaces: BTreeSet<&str> = legend.spaces.iter().map(|space| space.id.as_str()).collect();
        assert_eq!(placed.len(), spaces.len(), "{name}");
        assert_eq!(placed.into_iter().collect::<BTreeSet<_>>(), spaces, "{name}");
    }
}

/// What a scene names is in it: styles, symbols.
#[test]
fn every_style_and_symbol_that_is_named_is_there() {
    fn all(nodes: &[Node], styles: &mut BTreeSet<String>, symbols: &mut BTreeSet<String>) {
        for node in nodes {
            match node {
                Node::Path { s, .. } | Node::Rect { s, .. } | Node::Circle { s, .. } | Node::Text { s, .. } => {
                    styles.insert(s.clone());
                }
                Node::Use { id, .. } => drop(symbols.insert(id.clone())),
                Node::Name { nodes, .. } | Node::Group { nodes, .. } => all(nodes, styles, symbols),
                Node::Image { .. } => {}
            }
        }
    }
    for name in GAMES {
        let mut game = Game::named(name);
        let view = game.opening(Audience::Open);
        let layout = game.sound();
        let (scene, counters) = (layout.scene(), layout.counters(&view));
        let (mut styles, mut symbols) = Default::default();
        all(&scene.nodes, &mut styles, &mut symbols);
        all(&counters, &mut styles, &mut symbols);
        scene.symbols.values().for_each(|nodes| all(nodes, &mut styles, &mut symbols));
        let lacking: Vec<_> = styles.iter().filter(|style| !scene.styles.contains_key(*style)).collect();
        assert!(lacking.is_empty(), "{name}: {lacking:?}");
        let lacking: Vec<_> = symbols.iter().filter(|symbol| !scene.symbols.contains_key(*symbol)).collect();
        assert!(lacking.is_empty(), "{name}: {lacking:?}");
    }
}

#[test]
fn the_same_board_is_drawn_in_the_same_bytes() {
    let mut game = Game::named("cuba-libre");
    assert_eq!(game.picture(), Game::named("cuba-libre").picture());
    let view = game.opening(Audience::Open);
    let (one, other) = (game.sound(), game.sound());
    let text = |layout: &cardwright_layout::Layout| svg(layout, &layout.scene(), &layout.counters(&view));
    assert_eq!(text(&one), text(&other));
}

/// What goes to a browser once, and with each view: as small as the table asks.
#[test]
fn scenes_and_counters_are_small() {
    for name in GAMES {
        let mut game = Game::named(name);
        let view = game.opening(Audience::Open);
        let layout = game.sound();
        let scene = serde_json::to_string(&*layout.scene()).unwrap().len();
        let counters = serde_json::to_string(&layout.counters(&view)).unwrap().len();
        assert!(scene < 56 << 10, "{name}: the scene has {scene} bytes");
        assert!(counters < 12 << 10, "{name}: the counters have {counters} bytes");
    }
}

/// The edges of a drawn outline, by their ends as they are written.
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

/// On a map whose places are drawn by their outlines, who touches is next to each other, and nobody else: where two touch that
/// are not, a dark stroke lies on all that they have in common.
#[test]
fn places_touch_exactly_where_the_board_links_them() {
    for (name, shapes, linked, strokes) in
        [("fortress-america", 96, 198, 42), ("cuba-libre", 7, 6, 0), ("latin-intervention", 7, 7, 0)]
    {
        let game = Game::named(name);
        let (layout, legend) = (game.sound(), game.legend());
        let scene = layout.scene();
        let mut of_edge: BTreeMap<[&str; 2], BTreeSet<&str>> = BTreeMap::new();
        let (mut outlined, mut dark) = (BTreeSet::new(), BTreeSet::new());
        for node in &scene.nodes {
            match node {
                Node::Group { of: Of::Space, id, nodes, .. } => {
                    for node in nodes {
                        if let Node::Path { d, s } = node
                            && d.ends_with('Z')
                            && scene.styles[s].fill != "none"
                        {
                            outlined.insert(id.as_str());
                            for edge in edges(d) {
                                of_edge.entry(edge).or_default().insert(id);
                            }
                        }
                    }
                }
                Node::Path { d, s } if s == "of-no-crossing" => dark.extend(edges(d)),
                _ => {}
            }
        }
        assert_eq!(outlined.len(), shapes, "{name}");
        // Pairs that touch: whether a dark stroke lies on every edge they have in common.
        let mut touch: BTreeMap<[&str; 2], bool> = BTreeMap::new();
        for (edge, both) in &of_edge {
            let both: Vec<&str> = both.iter().copied().collect();
            assert!(both.len() <= 2, "{name}: {both:?} lie over each other");
            if let [a, b] = both[..] {
                *touch.entry([a, b]).or_insert(true) &= dark.contains(edge);
            }
        }
        let is_next: BTreeSet<[&str; 2]> = legend
            .spaces
            .iter()
            .flat_map(|space| space.next_to.iter().map(|other| [space.id.as_str(), other.as_str()]))
            .filter(|[a, b]| a < b && outlined.contains(a) && outlined.contains(b))
            .collect();
        let open: BTreeSet<[&str; 2]> = touch.iter().filter(|(_, dark)| !**dark).map(|(pair, _)| *pair).collect();
        assert_eq!(open, is_next, "{name}");
        assert_eq!((open.len(), touch.len() - open.len()), (linked, strokes), "{name}");
    }
}

/// What the sides of Fortress America hold has a place of its own on the map.
#[test]
fn the_invaders_cards_have_their_slots() {
    let mut game = Game::named("fortress-america");
    let view = game.opening(Audience::Open);
    let counters = game.sound().counters(&view);
    let mut all = Vec::new();
    groups(&counters, &mut all);
    let piles: BTreeSet<&str> = all.iter().filter(|(of, ..)| **of == Of::Pile).map(|(_, id, _)| *id).collect();
    for side in ["western", "southern", "eastern"] {
        for pile in ["invader-deck", "hand", "in-play"] {
            assert!(piles.contains(format!("{side} {pile}").as_str()), "{side} {pile} is not among {piles:?}");
        }
    }
    assert!(piles.contains("partisan-deck") && piles.contains("current"));
}
