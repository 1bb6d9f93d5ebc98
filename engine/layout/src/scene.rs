//! A drawing as data: a few kinds of nodes, whose texts are texts and whose colours are names of styles.

use crate::number::{short, short_if};
use serde::Serialize;
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
    pub fill: String,
    /// The colour of its outline, or `none`.
    pub line: String,
    /// How wide the outline is, in canvas units.
    #[serde(serialize_with = "short")]
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

impl Anchor {
    fn is_middle(&self) -> bool {
        *self == Anchor::Middle
    }
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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "k", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Node {
    /// Lines and areas, in the words of SVG: `M0,0L9,0Z`.
    Path { d: String, s: String },
    /// A rectangle, its corners rounded by `r`.
    Rect {
        #[serde(serialize_with = "short")]
        x: f64,
        #[serde(serialize_with = "short")]
        y: f64,
        #[serde(serialize_with = "short")]
        w: f64,
        #[serde(serialize_with = "short")]
        h: f64,
        #[serde(serialize_with = "short_if", skip_serializing_if = "Option::is_none")]
        r: Option<f64>,
        s: String,
    },
    /// A circle around a place.
    Circle {
        #[serde(serialize_with = "short")]
        x: f64,
        #[serde(serialize_with = "short")]
        y: f64,
        #[serde(serialize_with = "short")]
        r: f64,
        s: String,
    },
    /// A line of text; `y` is what it stands on.
    Text {
        #[serde(serialize_with = "short")]
        x: f64,
        #[serde(serialize_with = "short")]
        y: f64,
        #[serde(serialize_with = "short")]
        size: f64,
        text: String,
        #[serde(skip_serializing_if = "Anchor::is_middle")]
        anchor: Anchor,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        bold: bool,
        s: String,
    },
    /// A picture of the layout, by its name.
    Image {
        #[serde(serialize_with = "short")]
        x: f64,
        #[serde(serialize_with = "short")]
        y: f64,
        #[serde(serialize_with = "short")]
        w: f64,
        #[serde(serialize_with = "short")]
        h: f64,
        href: String,
    },
    /// A counter, drawn of the symbol of this name at a place. More than one of them is told by a badge at its right
    /// lower corner.
    Use {
        id: String,
        #[serde(serialize_with = "short")]
        x: f64,
        #[serde(serialize_with = "short")]
        y: f64,
        /// How large: 1 is as the symbol is drawn.
        #[serde(serialize_with = "short_if", skip_serializing_if = "Option::is_none")]
        scale: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// By which words typed lines may call it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
        nodes: Vec<Node>,
    },
}
