//! The layouts of the games of the repository.

use crate::common::{GAMES, Game, golden};
use cardwright_layout::{Node, Of, svg};
use cardwright_table::label::Audience;
use std::collections::BTreeSet;

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
        assert!(scene < 128 << 10, "{name}: the scene has {scene} bytes");
        assert!(counters < 48 << 10, "{name}: the counters have {counters} bytes");
    }
}
