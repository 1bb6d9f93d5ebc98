//! What a view lays over a scene: pieces and signs in their places, markers on rows, cards in slots.

mod cards;
mod markers;
mod packed;
mod signs;

use crate::layout::Layout;
use crate::measure::fit;
use crate::number::rounded;
use crate::place::Place;
use crate::scene::{Anchor, Node, Of};
use crate::symbols::symbol;
use cardwright_content::sketch::Point;
use cardwright_view::{Pieces, SeenSpace, View};
use packed::packed;
use signs::Sign;

pub(crate) use markers::side_symbol;
pub(crate) use signs::style_of;

/// One thing that lies in a place.
enum Item<'a> {
    Piece(&'a Pieces),
    Sign(Sign),
}

/// All that a view lays over the scene of a layout.
pub(crate) fn counters(layout: &Layout, view: &View) -> Vec<Node> {
    let mut nodes = Vec::new();
    for place in &layout.places {
        let id = &layout.legend.spaces[place.space].id;
        if let Some(seen) = view.space(id) {
            in_place(layout, place, seen, &mut nodes);
        }
    }
    layout.rows.iter().for_each(|row| nodes.extend(markers::marker(layout, row, view)));
    layout.slots.iter().for_each(|slots| cards::cards(layout, slots, view, &mut nodes));
    nodes
}

fn in_place(layout: &Layout, place: &Place, seen: &SeenSpace, nodes: &mut Vec<Node>) {
    nodes.extend(signs::flags(layout, place, seen));
    let pieces = seen.pieces.iter().map(Item::Piece);
    let items: Vec<Item<'_>> = pieces.chain(signs::signs(layout, place, seen).into_iter().map(Item::Sign)).collect();
    let size = layout.scene.piece;
    let (places, scale) = packed(place.room, size, items.len());
    for (item, at) in items.iter().zip(places) {
        nodes.push(match item {
            Item::Piece(pieces) => piece(layout, pieces, &seen.id, at, scale),
            Item::Sign(sign) => sign.node(&seen.id, at, size * scale),
        });
    }
}

fn piece(layout: &Layout, of: &Pieces, space: &str, [x, y]: Point, scale: f64) -> Node {
    let size = layout.scene.piece * scale;
    let n = (of.count > 1).then_some(of.count);
    let id = symbol(&of.piece, of.face.as_deref());
    let mut nodes = vec![Node::Use { id, x: rounded(x), y: rounded(y), scale: whole(scale), n }];
    nodes.extend(pips(layout, of, [x, y], size));
    let mut words = vec![of.text.clone()];
    for word in [Some(&of.piece), of.face.as_ref()].into_iter().flatten() {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    let label = label(layout, of);
    Node::Group { of: Of::Piece, id: of.text.clone(), label, at: Some(space.to_owned()), words, nodes }
}

/// A scale that says something.
fn whole(scale: f64) -> Option<f64> {
    (rounded(scale) != 1.0).then(|| rounded(scale))
}

/// `2 US Army unit, damaged, moved`.
fn label(layout: &Layout, of: &Pieces) -> String {
    let own = layout.legend.pieces.iter().find(|piece| piece.id == of.piece);
    let name = own.map_or(of.piece.as_str(), |piece| piece.name.as_str());
    let count = if of.count > 1 { format!("{} × ", of.count) } else { String::new() };
    let face = of.face.iter().map(|face| face.replace('-', " "));
    let plain = of.marks.iter().filter(|mark| of.values.iter().all(|value| value.mark != **mark));
    let marks = plain.map(|mark| mark.replace('-', " "));
    let values = of.values.iter().map(|value| format!("{} {}", value.mark.replace('-', " "), value.value));
    let held = of.held.iter().map(|held| format!("with {} {}", held.count, held.piece));
    let more: Vec<String> = face.chain(marks).chain(values).chain(held).collect();
    if more.is_empty() { format!("{count}{name}") } else { format!("{count}{name}, {}", more.join(", ")) }
}

/// What a counter bears, as small rounds along its upper edge: marks at the right, what it holds at the left.
fn pips(layout: &Layout, of: &Pieces, [x, y]: Point, size: f64) -> Vec<Node> {
    let legend = &layout.legend;
    let look = |mark: &str| layout.sketch.marks.iter().find(|look| look.id == mark);
    let shown = of.marks.iter().filter(|mark| look(mark).is_none_or(|look| look.shown));
    let glyph = |mark: &String| {
        let short = legend.marks.iter().find(|own| own.id == *mark).and_then(|own| own.short.clone());
        let own = look(mark).and_then(|look| look.glyph.clone()).or(short);
        let glyph = own.unwrap_or_else(|| mark.chars().take(1).collect());
        let value = of.values.iter().find(|value| value.mark == *mark);
        value.map_or(glyph.clone(), |value| format!("{glyph}{}", crate::symbols::initials(&value.value, 2)))
    };
    let right =
        shown.enumerate().map(|(at, mark)| ([x + size * (0.36 - 0.36 * at as f64), y - size * 0.42], glyph(mark)));
    let left = of.held.iter().map(|held| held.count.to_string()).map(|held| ([x - size * 0.4, y + size * 0.4], held));
    let r = size * 0.2;
    let pip = |([x, y], text): (Point, String)| {
        let size = fit(&text, r * 1.35, true, r * 1.6);
        [
            Node::Circle { x, y, r, s: "badge".into() },
            crate::draw::text_node([x, y + size * 0.36], size, text, Anchor::Middle, true, "ink"),
        ]
    };
    right.chain(left).flat_map(pip).collect()
}
