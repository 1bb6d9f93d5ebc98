//! Builds the overlay of a view: pieces and signs in spaces, signs on links, markers on tracks, cards in piles. A sign is
//! a small chip for a track or fact of the space or link.

mod cards;
mod packing;
mod signs;
mod track_markers;

use crate::layout::Layout;
use crate::overlay::{Counter, CounterAppearance, OverlayPart};
use crate::placed_space::PlacedSpace;
use crate::scene::{Anchor, GroupKind, Node};
use crate::symbols::symbol_name;
use crate::text_width::fit_size;
use cardwright_content::layout_file::Point;
use cardwright_view::{Pieces, SeenLink, SeenSpace, View};
pub(crate) use packing::COUNTER_GAP;
use packing::pack;
use signs::Sign;

/// A thing that lies in a space.
enum Item<'a> {
    Piece(&'a Pieces),
    Sign(Sign),
}

impl Layout {
    /// Returns the nodes that a view adds to the scene: pieces, track markers, facts and cards.
    pub fn overlay_nodes(&self, view: &View) -> Vec<Node> {
        self.overlay(view).into_iter().flat_map(|part| part.into_nodes(&self.legend)).collect()
    }
    /// Returns the same overlay in parts. A part keeps the appearance of a counter separate from its place.
    pub fn overlay(&self, view: &View) -> Vec<OverlayPart> {
        let mut parts = Vec::new();
        // Try the same index first, because the spaces of a view are usually in the order of the legend.
        let seen = |index: usize| {
            let id = &self.legend.spaces[index].id;
            view.spaces.get(index).filter(|seen| seen.id == *id).or_else(|| view.space(id))
        };
        parts.extend(self.places.iter().filter_map(|place| Some(space_overlay(self, place, seen(place.space)?))));
        for line in &self.link_lines {
            parts.extend(line.links.iter().enumerate().filter_map(|(index, link)| {
                let link = view.links.get(*link).filter(|seen| seen.id == self.legend.links[*link].id)?;
                link_overlay(self, line.signs_at, index, link)
            }));
        }
        for row in &self.track_rows {
            let track = self.legend.tracks[row.track].id.clone();
            parts.extend(track_markers::track_marker(self, row, view).map(|node| OverlayPart::Track {
                track,
                space: row.space.clone(),
                node,
            }));
        }
        for slots in &self.pile_slots {
            let nodes = cards::pile_cards(slots, view);
            parts.extend((!nodes.is_empty()).then(|| OverlayPart::Pile { pile: slots.pile.clone(), nodes }));
        }
        parts
    }
}

fn space_overlay(layout: &Layout, place: &PlacedSpace, seen: &SeenSpace) -> OverlayPart {
    let mut counters = signs::side_flags(layout, place, seen);
    let pieces = seen.pieces.iter().map(Item::Piece);
    let items: Vec<Item<'_>> =
        pieces.chain(signs::signs(layout, &seen.attributes, Some(&seen.id)).into_iter().map(Item::Sign)).collect();
    let size = layout.scene.piece;
    let (places, scale) = pack(place.room, size, items.len());
    // On large counters a fraction of a unit is invisible. Whole numbers make the messages to the browser shorter.
    let round = |n: f64| if size >= 20.0 { n.round() } else { n };
    for (item, [x, y]) in items.iter().zip(places) {
        let (appearance, count) = match item {
            Item::Piece(pieces) => (piece_appearance(layout, pieces), (pieces.count > 1).then_some(pieces.count)),
            Item::Sign(sign) => (sign.appearance(size), None),
        };
        counters.push(Counter { appearance, x: round(x), y: round(y), scale, count });
    }
    OverlayPart::Space { space: seen.id.clone(), scale, counters }
}

/// The scale of the signs of links, which have little room between two spaces.
const LINK_SIGN_SCALE: f64 = 0.75;

/// Places the signs of a link side by side at a point of its line. `index` counts the links that share the line: their
/// signs lie below each other.
fn link_overlay(layout: &Layout, point: Point, index: usize, seen: &SeenLink) -> Option<OverlayPart> {
    let (size, scale) = (layout.scene.piece, LINK_SIGN_SCALE);
    let signs = signs::signs(layout, &seen.attributes, None);
    let first = point[0] - size * scale * (signs.len().saturating_sub(1)) as f64 / 2.0;
    let y = point[1] + size * scale * 0.8 * index as f64;
    let counter = |(index, sign): (usize, &Sign)| Counter {
        appearance: sign.appearance(size),
        x: first + size * scale * index as f64,
        y,
        scale,
        count: None,
    };
    let counters: Vec<Counter> = signs.iter().enumerate().map(counter).collect();
    (!counters.is_empty()).then(|| OverlayPart::Link { link: seen.id.clone(), scale, counters })
}

fn piece_appearance(layout: &Layout, pieces: &Pieces) -> CounterAppearance {
    let id = symbol_name(&pieces.piece, pieces.face.as_deref());
    let mut nodes = vec![Node::Use { id, x: 0.0, y: 0.0, scale: None, count: None }];
    nodes.extend(pips(layout, pieces, layout.scene.piece));
    let mut words = vec![pieces.text.clone()];
    for word in [Some(&pieces.piece), pieces.face.as_ref()].into_iter().flatten() {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    let (key, id) = (pieces.text.clone(), pieces.text.clone());
    CounterAppearance { key, kind: GroupKind::Piece, id, label: piece_label(layout, pieces), words, nodes }
}

/// Returns the label of a piece for screen readers: `US Army unit, damaged, moved`.
fn piece_label(layout: &Layout, pieces: &Pieces) -> String {
    let definition = layout.legend.pieces.iter().find(|piece| piece.id == pieces.piece);
    let name = definition.map_or(pieces.piece.as_str(), |piece| piece.name.as_str());
    let face = pieces.face.iter().map(|face| face.replace('-', " "));
    let plain_marks = pieces.marks.iter().filter(|mark| pieces.values.iter().all(|value| value.mark != **mark));
    let marks = plain_marks.map(|mark| mark.replace('-', " "));
    let values = pieces.values.iter().map(|value| format!("{} {}", value.mark.replace('-', " "), value.value));
    let held = pieces.held.iter().map(|held| format!("with {} {}", held.count, held.piece));
    let details: Vec<String> = face.chain(marks).chain(values).chain(held).collect();
    if details.is_empty() { name.to_owned() } else { format!("{name}, {}", details.join(", ")) }
}

/// Draws small circles on a counter: its marks at the upper right, and the number of pieces that it holds at the lower
/// left.
fn pips(layout: &Layout, pieces: &Pieces, size: f64) -> Vec<Node> {
    let legend = &layout.legend;
    let setting = |mark: &str| layout.layout_file.marks.iter().find(|setting| setting.id == mark);
    let shown_marks = pieces.marks.iter().filter(|mark| setting(mark).is_none_or(|setting| setting.shown));
    let glyph = |mark: &String| {
        let short = legend.marks.iter().find(|entry| entry.id == *mark).and_then(|entry| entry.short.clone());
        let layout_glyph = setting(mark).and_then(|setting| setting.glyph.clone());
        let glyph = layout_glyph.clone().or(short).unwrap_or_else(|| mark.chars().take(1).collect());
        let value = pieces
            .values
            .iter()
            .find(|value| value.mark == *mark)
            .map(|value| crate::symbols::initials(&value.value, 2));
        match (value, &layout_glyph) {
            // The layout's glyph shows the value in place of `#`. A glyph without `#` hides the value.
            (Some(value), Some(pattern)) => pattern.replace('#', &value),
            (Some(value), None) => format!("{glyph}{value}"),
            (None, _) => glyph,
        }
    };
    let mark_pips =
        shown_marks.enumerate().map(|(index, mark)| ([size * (0.36 - 0.36 * index as f64), -size * 0.42], glyph(mark)));
    let held_pips = pieces.held.iter().map(|held| ([-size * 0.4, size * 0.4], held.count.to_string()));
    let r = size * 0.2;
    let pip = |([x, y], text): (Point, String)| {
        let size = fit_size(&text, r * 1.35, true, r * 1.6);
        [
            Node::Circle { x, y, r, style: "badge".into() },
            Node::Text { x, y: y + size * 0.36, size, text, anchor: Anchor::Middle, bold: true, style: "ink".into() },
        ]
    };
    mark_pips.chain(held_pips).flat_map(pip).collect()
}
