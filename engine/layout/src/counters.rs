//! What a view lays over a scene: pieces and signs in their places, markers on rows, cards in slots.

mod cards;
mod markers;
mod packed;
mod signs;

use crate::laid::{Counter, Laid, Look};
use crate::layout::Layout;
use crate::measure::fit;
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

/// All that a view lays over the scene of a layout, part by part.
pub(crate) fn laid(layout: &Layout, view: &View) -> Vec<Laid> {
    let mut all = Vec::new();
    // Views have the spaces in the order of the legend.
    let seen = |at: usize| {
        let id = &layout.legend.spaces[at].id;
        view.spaces.get(at).filter(|seen| seen.id == *id).or_else(|| view.space(id))
    };
    all.extend(layout.places.iter().filter_map(|place| Some(in_place(layout, place, seen(place.space)?))));
    for row in &layout.rows {
        let track = layout.legend.tracks[row.track].id.clone();
        all.extend(markers::marker(layout, row, view).map(|node| Laid::Row { track, of: row.of.clone(), node }));
    }
    for slots in &layout.slots {
        let nodes = cards::cards(slots, view);
        all.extend((!nodes.is_empty()).then(|| Laid::Slots { pile: slots.pile.clone(), nodes }));
    }
    all
}

/// The same as nodes.
pub(crate) fn counters(layout: &Layout, view: &View) -> Vec<Node> {
    laid(layout, view).into_iter().flat_map(Laid::nodes).collect()
}

fn in_place(layout: &Layout, place: &Place, seen: &SeenSpace) -> Laid {
    let mut counters = signs::flags(layout, place, seen);
    let pieces = seen.pieces.iter().map(Item::Piece);
    let items: Vec<Item<'_>> = pieces.chain(signs::signs(layout, place, seen).into_iter().map(Item::Sign)).collect();
    let size = layout.scene.piece;
    let (places, scale) = packed(place.room, size, items.len());
    // Of counters of some size no part of a unit is seen, and each is sent to every page.
    let whole = |n: f64| if size >= 20.0 { n.round() } else { n };
    for (item, [x, y]) in items.iter().zip(places) {
        let (look, n) = match item {
            Item::Piece(pieces) => (piece(layout, pieces), (pieces.count > 1).then_some(pieces.count)),
            Item::Sign(sign) => (sign.look(size), None),
        };
        counters.push(Counter { look, x: whole(x), y: whole(y), scale, n });
    }
    Laid::Place { space: seen.id.clone(), scale, counters }
}

fn piece(layout: &Layout, of: &Pieces) -> Look {
    let id = symbol(&of.piece, of.face.as_deref());
    let mut nodes = vec![Node::Use { id, x: 0.0, y: 0.0, scale: None, n: None }];
    nodes.extend(pips(layout, of, layout.scene.piece));
    let mut words = vec![of.text.clone()];
    for word in [Some(&of.piece), of.face.as_ref()].into_iter().flatten() {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    let (key, id) = (of.text.clone(), of.text.clone());
    Look { key, of: Of::Piece, id, label: label(layout, of), words, nodes }
}

/// `US Army unit, damaged, moved`.
fn label(layout: &Layout, of: &Pieces) -> String {
    let own = layout.legend.pieces.iter().find(|piece| piece.id == of.piece);
    let name = own.map_or(of.piece.as_str(), |piece| piece.name.as_str());
    let face = of.face.iter().map(|face| face.replace('-', " "));
    let plain = of.marks.iter().filter(|mark| of.values.iter().all(|value| value.mark != **mark));
    let marks = plain.map(|mark| mark.replace('-', " "));
    let values = of.values.iter().map(|value| format!("{} {}", value.mark.replace('-', " "), value.value));
    let held = of.held.iter().map(|held| format!("with {} {}", held.count, held.piece));
    let more: Vec<String> = face.chain(marks).chain(values).chain(held).collect();
    if more.is_empty() { name.to_owned() } else { format!("{name}, {}", more.join(", ")) }
}

/// What a counter bears, as small rounds along its upper edge: marks at the right, what it holds at the left.
fn pips(layout: &Layout, of: &Pieces, size: f64) -> Vec<Node> {
    let legend = &layout.legend;
    let look = |mark: &str| layout.sketch.marks.iter().find(|look| look.id == mark);
    let shown = of.marks.iter().filter(|mark| look(mark).is_none_or(|look| look.shown));
    let glyph = |mark: &String| {
        let short = legend.marks.iter().find(|own| own.id == *mark).and_then(|own| own.short.clone());
        let said = look(mark).and_then(|look| look.glyph.clone());
        let glyph = said.clone().or(short).unwrap_or_else(|| mark.chars().take(1).collect());
        let value = of.values.iter().find(|value| value.mark == *mark).map(|of| crate::symbols::initials(&of.value, 2));
        match (value, &said) {
            // A layout says where the value stands; where it does not, the mark alone is shown.
            (Some(value), Some(said)) => said.replace('#', &value),
            (Some(value), None) => format!("{glyph}{value}"),
            (None, _) => glyph,
        }
    };
    let right = shown.enumerate().map(|(at, mark)| ([size * (0.36 - 0.36 * at as f64), -size * 0.42], glyph(mark)));
    let left = of.held.iter().map(|held| held.count.to_string()).map(|held| ([-size * 0.4, size * 0.4], held));
    let r = size * 0.2;
    let pip = |([x, y], text): (Point, String)| {
        let size = fit(&text, r * 1.35, true, r * 1.6);
        [
            Node::Circle { x, y, r, s: "badge".into() },
            Node::Text { x, y: y + size * 0.36, size, text, anchor: Anchor::Middle, bold: true, s: "ink".into() },
        ]
    };
    right.chain(left).flat_map(pip).collect()
}
