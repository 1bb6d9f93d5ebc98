//! A drawing as data: nodes of a few kinds, and named styles for their colours.

use crate::number_format::{ShortNumber, rounded, serialize_short, serialize_short_option};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The part of a drawing that is the same for all views. Numbers are canvas units; the origin is at the top left.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The width of the canvas.
    #[serde(serialize_with = "serialize_short")]
    pub width: f64,
    /// The height of the canvas.
    #[serde(serialize_with = "serialize_short")]
    pub height: f64,
    /// The background colour: `#rrggbb`.
    pub paper: String,
    /// The styles by name.
    pub styles: BTreeMap<String, Style>,
    /// The nodes. Nodes drawn first come first, and later nodes may cover them.
    pub nodes: Vec<Node>,
    /// The size of a counter at scale 1. The size of a badge depends on it.
    #[serde(serialize_with = "serialize_short")]
    pub piece: f64,
    /// The symbols by name, each with its centre at 0,0. A [`Node::Use`] draws a symbol.
    pub symbols: BTreeMap<String, Vec<Node>>,
}

/// The style of a node.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Style {
    /// The fill colour: `#rrggbb`, or `none`.
    #[serde(skip_serializing_if = "is_none")]
    pub fill: String,
    /// The colour of the outline, or `none`.
    #[serde(skip_serializing_if = "is_none")]
    pub line: String,
    /// The width of the outline, in canvas units.
    #[serde(serialize_with = "serialize_short", skip_serializing_if = "is_zero")]
    pub width: f64,
    /// The lengths of dashes and gaps of the outline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dash: Option<String>,
    /// The opacity. An area with opacity 0 is invisible and still reacts to the pointer.
    #[serde(serialize_with = "serialize_short_option", skip_serializing_if = "Option::is_none")]
    pub opacity: Option<f64>,
    /// Whether letters are italic.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub italic: bool,
}

fn is_none(paint: &str) -> bool {
    paint == "none"
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero(width: &f64) -> bool {
    *width == 0.0
}

/// Which part of a text lies at the coordinates of its node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The beginning of the text.
    Start,
    /// The middle of the text.
    #[default]
    Middle,
    /// The end of the text.
    End,
}

/// The kind of thing that a group stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum GroupKind {
    Space,
    Piece,
    Track,
    Pile,
    Card,
    Fact,
}

/// One node of a drawing.
///
/// In JSON, a node is a list: a letter for the kind, then the fields, optional fields last. Lists keep a scene of a
/// thousand nodes small.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Node {
    /// A path in SVG syntax: `M0,0L9,0Z`.
    Path { d: String, style: String },
    /// A rectangle. `r` is the radius of its corners.
    Rect { x: f64, y: f64, w: f64, h: f64, r: Option<f64>, style: String },
    /// A circle.
    Circle { x: f64, y: f64, r: f64, style: String },
    /// A line of text. `y` is its baseline.
    Text { x: f64, y: f64, size: f64, text: String, anchor: Anchor, bold: bool, style: String },
    /// A picture of the layout, by file name.
    Image { x: f64, y: f64, w: f64, h: f64, href: String },
    /// A counter: the symbol `id` at a point. A badge at the lower right shows a count above 1.
    Use {
        id: String,
        x: f64,
        y: f64,
        /// The scale, 1 if left out.
        scale: Option<f64>,
        count: Option<u32>,
    },
    /// The name of a space, drawn above all outlines. A click on the name selects the space.
    Name { space: String, nodes: Vec<Node> },
    /// A thing that users can inspect or choose.
    Group {
        kind: GroupKind,
        /// A piece in position notation, or else an id.
        id: String,
        /// The label for screen readers.
        label: String,
        /// The id of the space that a piece, track or fact belongs to.
        space: Option<String>,
        /// The words that name the thing in typed lines.
        words: Vec<String>,
        nodes: Vec<Node>,
    },
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let short = |number: &f64| ShortNumber(*number);
        match self {
            Node::Path { d, style } => ("p", d, style).serialize(serializer),
            Node::Rect { x, y, w, h, r: None, style } => {
                ("r", short(x), short(y), short(w), short(h), style).serialize(serializer)
            }
            Node::Rect { x, y, w, h, r: Some(r), style } => {
                ("r", short(x), short(y), short(w), short(h), style, short(r)).serialize(serializer)
            }
            Node::Circle { x, y, r, style } => ("c", short(x), short(y), short(r), style).serialize(serializer),
            Node::Text { x, y, size, text, anchor, bold, style } => {
                let (x, y, size) = (short(x), short(y), short(size));
                match (anchor, u8::from(*bold)) {
                    (Anchor::Middle, 0) => ("t", x, y, size, text, style).serialize(serializer),
                    (Anchor::Middle, bold) => ("t", x, y, size, text, style, bold).serialize(serializer),
                    (anchor, bold) => ("t", x, y, size, text, style, bold, anchor).serialize(serializer),
                }
            }
            Node::Image { x, y, w, h, href } => {
                ("i", short(x), short(y), short(w), short(h), href).serialize(serializer)
            }
            Node::Use { id, x, y, scale: None, count: None } => ("u", id, short(x), short(y)).serialize(serializer),
            Node::Use { id, x, y, scale: Some(scale), count: None } => {
                ("u", id, short(x), short(y), short(scale)).serialize(serializer)
            }
            Node::Use { id, x, y, scale, count: Some(count) } => {
                ("u", id, short(x), short(y), short(&scale.unwrap_or(1.0)), count).serialize(serializer)
            }
            Node::Name { space, nodes } => ("n", space, nodes).serialize(serializer),
            Node::Group { kind, id, label, space, words, nodes } => match (space, &words[..]) {
                (None, []) => ("g", kind, id, label, nodes).serialize(serializer),
                (space, []) => ("g", kind, id, label, nodes, space).serialize(serializer),
                (space, words) => {
                    ("g", kind, id, label, nodes, space.as_deref().unwrap_or_default(), words).serialize(serializer)
                }
            },
        }
    }
}

/// Creates a path node.
pub(crate) fn path_node(d: String, style: &str) -> Node {
    Node::Path { d, style: style.to_owned() }
}

/// Creates a rectangle node. `r` is the radius of the corners.
pub(crate) fn rect_node([x, y, w, h]: [f64; 4], r: f64, style: &str) -> Node {
    Node::Rect { x, y, w, h, r: (r > 0.0).then_some(r), style: style.to_owned() }
}

/// Creates a text node.
pub(crate) fn text_node(
    [x, y]: [f64; 2],
    size: f64,
    text: impl Into<String>,
    anchor: Anchor,
    bold: bool,
    style: &str,
) -> Node {
    Node::Text { x, y, size: rounded(size), text: text.into(), anchor, bold, style: style.to_owned() }
}

/// Returns the name that a layout's style has in the scene.
pub(crate) fn layout_style_name(style: &str) -> String {
    format!("of-{style}")
}

/// Returns the name that the style for the lines of a kind of links has in the scene.
pub(crate) fn link_style_name(kind: &str) -> String {
    format!("links-{kind}")
}

/// Returns the name of the symbol for a side.
pub(crate) fn side_symbol(side: &str) -> String {
    format!("side:{side}")
}

/// Returns the style names of a sign with its own colour: the style of the chip, then the style of its letters.
pub(crate) fn sign_styles(mark: &str) -> (String, String) {
    (format!("sign-{mark}"), format!("sign-{mark}-ink"))
}
