//! A drawing as data: a few kinds of nodes, whose texts are texts and whose colours are names of styles.

use crate::number::{Short, short, short_if};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// What stays the same from view to view. Numbers are canvas units, the origin is at the top left.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Scene {
    /// How wide the canvas is.
    #[serde(serialize_with = "short")]
    pub width: f64,
    /// How high it is.
    #[serde(serialize_with = "short")]
    pub height: f64,
    /// What it is of: `#rrggbb`.
    pub paper: String,
    /// What nodes look like, by the name they give.
    pub styles: BTreeMap<String, Style>,
    /// What is drawn, the lowest first.
    pub nodes: Vec<Node>,
    /// How large a counter is where there is room: a badge is so much of it.
    #[serde(serialize_with = "short")]
    pub piece: f64,
    /// Counters by name, each around 0,0: what a [`Node::Use`] draws.
    pub symbols: BTreeMap<String, Vec<Node>>,
}

/// What a node looks like.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Style {
    /// What fills it: `#rrggbb`, or `none`.
    #[serde(skip_serializing_if = "is_none")]
    pub fill: String,
    /// The colour of its outline, or `none`.
    #[serde(skip_serializing_if = "is_none")]
    pub line: String,
    /// How wide the outline is, in canvas units.
    #[serde(serialize_with = "short", skip_serializing_if = "is_nil")]
    pub width: f64,
    /// Dashes and gaps of the outline, by turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dash: Option<String>,
    /// How much of it there is: 0 is to be felt, not seen.
    #[serde(serialize_with = "short_if", skip_serializing_if = "Option::is_none")]
    pub opacity: Option<f64>,
    /// Whether letters lean; the outline of letters is drawn beneath them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub italic: bool,
}

fn is_none(paint: &str) -> bool {
    paint == "none"
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_nil(width: &f64) -> bool {
    *width == 0.0
}

/// Which end of a text is at its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

/// What a group is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Of {
    Space,
    Piece,
    Track,
    Pile,
    Card,
    Fact,
}

/// One thing that is drawn.
///
/// As JSON a list: a letter for its kind, then its fields, those last that may be left out. A scene is a thousand of them.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Node {
    /// Lines and areas, in the words of SVG: `M0,0L9,0Z`.
    Path { d: String, s: String },
    /// A rectangle, its corners rounded by `r`.
    Rect { x: f64, y: f64, w: f64, h: f64, r: Option<f64>, s: String },
    /// A circle around a place.
    Circle { x: f64, y: f64, r: f64, s: String },
    /// A line of text; `y` is what it stands on.
    Text { x: f64, y: f64, size: f64, text: String, anchor: Anchor, bold: bool, s: String },
    /// A picture of the layout, by its name.
    Image { x: f64, y: f64, w: f64, h: f64, href: String },
    /// A counter, drawn of the symbol of this name at a place. More than one of them is told by a badge at its right
    /// lower corner.
    Use {
        id: String,
        x: f64,
        y: f64,
        /// How large: 1 is as the symbol is drawn.
        scale: Option<f64>,
        n: Option<u32>,
    },
    /// The name of a space where it lies above all outlines: whoever points at it means the space.
    Name { space: String, nodes: Vec<Node> },
    /// What can be looked at or chosen as one thing.
    Group {
        of: Of,
        /// Of a piece, how notation writes it; else its id.
        id: String,
        /// What a screen reader says.
        label: String,
        /// The id of the space that a piece, track or fact is of.
        at: Option<String>,
        /// By which words typed lines may call it.
        words: Vec<String>,
        nodes: Vec<Node>,
    },
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let n = |number: &f64| Short(*number);
        match self {
            Node::Path { d, s } => ("p", d, s).serialize(to),
            Node::Rect { x, y, w, h, r: None, s } => ("r", n(x), n(y), n(w), n(h), s).serialize(to),
            Node::Rect { x, y, w, h, r: Some(r), s } => ("r", n(x), n(y), n(w), n(h), s, n(r)).serialize(to),
            Node::Circle { x, y, r, s } => ("c", n(x), n(y), n(r), s).serialize(to),
            Node::Text { x, y, size, text, anchor, bold, s } => {
                let (x, y, size) = (n(x), n(y), n(size));
                match (anchor, u8::from(*bold)) {
                    (Anchor::Middle, 0) => ("t", x, y, size, text, s).serialize(to),
                    (Anchor::Middle, bold) => ("t", x, y, size, text, s, bold).serialize(to),
                    (anchor, bold) => ("t", x, y, size, text, s, bold, anchor).serialize(to),
                }
            }
            Node::Image { x, y, w, h, href } => ("i", n(x), n(y), n(w), n(h), href).serialize(to),
            Node::Use { id, x, y, scale: None, n: None } => ("u", id, n(x), n(y)).serialize(to),
            Node::Use { id, x, y, scale: Some(scale), n: None } => ("u", id, n(x), n(y), n(scale)).serialize(to),
            Node::Use { id, x, y, scale, n: Some(many) } => {
                ("u", id, n(x), n(y), n(&scale.unwrap_or(1.0)), many).serialize(to)
            }
            Node::Name { space, nodes } => ("n", space, nodes).serialize(to),
            Node::Group { of, id, label, at, words, nodes } => match (at, &words[..]) {
                (None, []) => ("g", of, id, label, nodes).serialize(to),
                (at, []) => ("g", of, id, label, nodes, at).serialize(to),
                (at, words) => ("g", of, id, label, nodes, at.as_deref().unwrap_or_default(), words).serialize(to),
            },
        }
    }
}
