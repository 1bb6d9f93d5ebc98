//! The overlay: what a view adds to a scene, one part for each space, track or pile. Clients that redraw only changed
//! parts use it.

use crate::number_format::rounded;
use crate::scene::{GroupKind, Node};

/// One part of the overlay.
#[derive(Debug, Clone, PartialEq)]
pub enum OverlayPart {
    /// The counters and signs of a space.
    Space {
        /// The id of the space.
        space: String,
        /// The scale of its pieces and signs; 1 is the size of their appearance.
        scale: f64,
        /// The counters, the lowest first.
        counters: Vec<Counter>,
    },
    /// The markers of a track.
    Row {
        /// The id of the track.
        track: String,
        /// The id of the space that the track belongs to, if it is a track of a space.
        space: Option<String>,
        /// A group with the markers.
        node: Node,
    },
    /// The cards of a pile.
    Slots {
        /// The pile in position notation.
        pile: String,
        /// A group for the pile, then one for each card with its face up.
        nodes: Vec<Node>,
    },
}

/// A counter or sign in a space.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// Its appearance.
    pub appearance: CounterAppearance,
    /// The x coordinate of its centre, in canvas units.
    pub x: f64,
    /// The y coordinate of its centre, in canvas units.
    pub y: f64,
    /// Its scale.
    pub scale: f64,
    /// The size of the stack, if it is more than one.
    pub count: Option<u32>,
}

/// The appearance and the names of a counter or sign, independent of its place.
#[derive(Debug, Clone, PartialEq)]
pub struct CounterAppearance {
    /// The same key means the same appearance: `guard/worn+moved` for pieces, `track crisis 2` for signs.
    pub key: String,
    /// What it stands for.
    pub kind: GroupKind,
    /// A piece in position notation, or else an id.
    pub id: String,
    /// The label for screen readers, for a single counter.
    pub label: String,
    /// The words that name it in typed lines.
    pub words: Vec<String>,
    /// The nodes to draw, around 0,0.
    pub nodes: Vec<Node>,
}

impl OverlayPart {
    /// The nodes of the part, in canvas coordinates.
    pub(crate) fn into_nodes(self) -> Vec<Node> {
        match self {
            OverlayPart::Space { space, counters, .. } => {
                counters.into_iter().map(|counter| counter.into_node(&space)).collect()
            }
            OverlayPart::Row { node, .. } => vec![node],
            OverlayPart::Slots { nodes, .. } => nodes,
        }
    }
}

impl Counter {
    fn into_node(self, space: &str) -> Node {
        let Counter { appearance, x, y, scale, count } = self;
        let CounterAppearance { kind, id, label, words, mut nodes, .. } = appearance;
        let label = count.map_or(label.clone(), |count| format!("{count} × {label}"));
        nodes.iter_mut().for_each(|node| place_node(node, [x, y], scale));
        if let Some(Node::Use { count: own_count, .. }) = nodes.first_mut() {
            *own_count = count;
        }
        Node::Group { kind, id, label, space: Some(space.to_owned()), words, nodes }
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
