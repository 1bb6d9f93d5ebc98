//! What a view lays over a scene, part by part, and each look of it told once: for whoever keeps a picture and is told what
//! becomes otherwise.

use crate::number::rounded;
use crate::scene::{Node, Of};

/// What lies on one part of a layout.
#[derive(Debug, Clone, PartialEq)]
pub enum Laid {
    /// Counters and signs in a place.
    Place {
        /// The id of the space.
        space: String,
        /// How large its pieces and signs are drawn: 1 is as their looks are.
        scale: f64,
        /// What lies there, the lowest first.
        counters: Vec<Counter>,
    },
    /// The marker of a track.
    Row {
        /// The id of the track.
        track: String,
        /// The id of the space whose it is.
        of: Option<String>,
        /// Its marker.
        node: Node,
    },
    /// The cards of a pile.
    Slots {
        /// The pile, as notation writes it.
        pile: String,
        /// Its cards.
        nodes: Vec<Node>,
    },
}

/// A counter or sign in a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// What it looks like.
    pub look: Look,
    /// Where it lies.
    pub x: f64,
    /// Where it lies.
    pub y: f64,
    /// How large it is drawn.
    pub scale: f64,
    /// How many lie there, beyond one.
    pub n: Option<u32>,
}

/// What a counter or sign looks like and is called, wherever it lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Two with the same key are alike: `guard/worn+moved` of pieces, `track crisis 2` of signs.
    pub key: String,
    /// What it is of.
    pub of: Of,
    /// Of a piece, how notation writes it; else its id.
    pub id: String,
    /// What a screen reader says of one of them.
    pub label: String,
    /// By which words typed lines may call it.
    pub words: Vec<String>,
    /// How it is drawn, around 0,0: rectangles, circles, texts and uses of symbols.
    pub nodes: Vec<Node>,
}

impl Laid {
    /// As nodes over a scene.
    pub(crate) fn nodes(self) -> Vec<Node> {
        match self {
            Laid::Place { space, counters, .. } => counters.into_iter().map(|counter| counter.node(&space)).collect(),
            Laid::Row { node, .. } => vec![node],
            Laid::Slots { nodes, .. } => nodes,
        }
    }
}

impl Counter {
    fn node(self, space: &str) -> Node {
        let Counter { look: Look { of, id, label, words, mut nodes, .. }, x, y, scale, n } = self;
        let label = n.map_or(label.clone(), |n| format!("{n} × {label}"));
        nodes.iter_mut().for_each(|node| moved(node, [x, y], scale));
        if let Some(Node::Use { n: own, .. }) = nodes.first_mut() {
            *own = n;
        }
        Node::Group { of, id, label, at: Some(space.to_owned()), words, nodes }
    }
}

/// Draws a node of a look elsewhere, larger or smaller.
fn moved(node: &mut Node, [left, top]: [f64; 2], by: f64) {
    match node {
        Node::Rect { x, y, w, h, r, .. } => {
            (*x, *y, *w, *h) = (left + *x * by, top + *y * by, *w * by, *h * by);
            *r = r.map(|r| r * by);
        }
        Node::Circle { x, y, r, .. } => (*x, *y, *r) = (left + *x * by, top + *y * by, *r * by),
        Node::Text { x, y, size, .. } => (*x, *y, *size) = (left + *x * by, top + *y * by, rounded(*size * by)),
        Node::Use { x, y, scale, .. } => {
            (*x, *y) = (rounded(left + *x * by), rounded(top + *y * by));
            let whole = rounded(scale.unwrap_or(1.0) * by);
            *scale = (whole != 1.0).then_some(whole);
        }
        Node::Path { .. } | Node::Image { .. } | Node::Name { .. } | Node::Group { .. } => {}
    }
}
