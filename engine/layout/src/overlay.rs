//! The overlay: everything that a view adds to a scene. The overlay has one part for each space, link, track or pile, so a
//! client can redraw only the parts that changed.

use crate::number_format::rounded;
use crate::scene::{GroupKind, Node};
use cardwright_view::Legend;

/// One part of the overlay.
#[derive(Debug, Clone, PartialEq)]
pub enum OverlayPart {
    /// The counters and signs of a space.
    Space {
        /// The id of the space.
        space: String,
        /// The scale of the pieces and signs in the space. At scale 1 they have the size that [`CounterAppearance`]
        /// gives.
        scale: f64,
        /// The counters. Those drawn first come first, and later ones may cover them.
        counters: Vec<Counter>,
    },
    /// The signs of a link, at the middle of its line.
    Link {
        /// The id of the link.
        link: String,
        /// The scale of the signs.
        scale: f64,
        /// The signs.
        counters: Vec<Counter>,
    },
    /// The markers of a track.
    Track {
        /// The id of the track.
        track: String,
        /// The id of the space that the track belongs to, if it is a track of a space.
        space: Option<String>,
        /// A group with the markers.
        node: Node,
    },
    /// The cards of a pile.
    Pile {
        /// The pile in position notation.
        pile: String,
        /// A group for the pile, then one for each card with its face up.
        nodes: Vec<Node>,
    },
}

/// A counter or sign in a space or on a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// The appearance.
    pub appearance: CounterAppearance,
    /// The x coordinate of the centre, in canvas units.
    pub x: f64,
    /// The y coordinate of the centre, in canvas units.
    pub y: f64,
    /// The scale.
    pub scale: f64,
    /// The number of pieces in the stack, if there is more than one.
    pub count: Option<u32>,
}

/// The appearance and the names of a counter or sign, independent of its place.
#[derive(Debug, Clone, PartialEq)]
pub struct CounterAppearance {
    /// Identifies the appearance: `guard/worn+moved` for pieces, `track crisis 2` for signs. Equal keys mean equal
    /// appearances.
    pub key: String,
    /// The kind of thing that the counter stands for.
    pub kind: GroupKind,
    /// The piece in position notation, or the id of the track, fact or figure.
    pub id: String,
    /// The label of a single counter for screen readers.
    pub label: String,
    /// The words that name the piece in typed lines.
    pub words: Vec<String>,
    /// The nodes to draw. Their centre is at 0,0.
    pub nodes: Vec<Node>,
}

impl OverlayPart {
    /// Converts the part to nodes in canvas coordinates.
    pub(crate) fn into_nodes(self, legend: &Legend) -> Vec<Node> {
        match self {
            OverlayPart::Space { space, counters, .. } => {
                counters.into_iter().map(|counter| counter.into_node(Some(space.clone()))).collect()
            }
            OverlayPart::Link { link, counters, .. } => {
                let name = legend.links.iter().find(|entry| entry.id == link).map_or(link.as_str(), |link| &link.name);
                let named = |mut counter: Counter| {
                    counter.appearance.label = format!("{name}: {}", counter.appearance.label);
                    counter.into_node(None)
                };
                counters.into_iter().map(named).collect()
            }
            OverlayPart::Track { node, .. } => vec![node],
            OverlayPart::Pile { nodes, .. } => nodes,
        }
    }
}

impl Counter {
    /// Converts the counter to a node in canvas coordinates.
    fn into_node(self, space: Option<String>) -> Node {
        let Counter { appearance, x, y, scale, count } = self;
        let CounterAppearance { kind, id, label, words, mut nodes, .. } = appearance;
        let label = count.map_or(label.clone(), |count| format!("{count} × {label}"));
        nodes.iter_mut().for_each(|node| place_node(node, [x, y], scale));
        if let Some(Node::Use { count: node_count, .. }) = nodes.first_mut() {
            *node_count = count;
        }
        Node::Group { kind, id, label, space, words, nodes }
    }
}

/// Moves and scales a node of an appearance.
fn place_node(node: &mut Node, [left, top]: [f64; 2], scale_by: f64) {
    match node {
        Node::Rect { x, y, w, h, r, .. } => {
            (*x, *y, *w, *h) = (left + *x * scale_by, top + *y * scale_by, *w * scale_by, *h * scale_by);
            *r = r.map(|r| r * scale_by);
        }
        Node::Circle { x, y, r, .. } => (*x, *y, *r) = (left + *x * scale_by, top + *y * scale_by, *r * scale_by),
        Node::Text { x, y, size, .. } => {
            (*x, *y, *size) = (left + *x * scale_by, top + *y * scale_by, rounded(*size * scale_by))
        }
        Node::Use { x, y, scale, .. } => {
            (*x, *y) = (rounded(left + *x * scale_by), rounded(top + *y * scale_by));
            let total = rounded(scale.unwrap_or(1.0) * scale_by);
            *scale = (total != 1.0).then_some(total);
        }
        Node::Path { .. } | Node::Image { .. } | Node::Name { .. } | Node::Group { .. } => {}
    }
}
