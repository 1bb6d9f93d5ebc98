//! What a layout says, as data.

use super::picture::Picture;
use crate::located::Located;

/// A point: across, down.
pub type Point = [f64; 2];
/// A rectangle: left, top, width, height.
pub type Rect = [f64; 4];

/// Which end of a text is at its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Anchor {
    Start,
    #[default]
    Middle,
    End,
}

pub(crate) const ANCHORS: [(&str, Anchor); 3] =
    [("start", Anchor::Start), ("middle", Anchor::Middle), ("end", Anchor::End)];

/// The shape of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum CounterShape {
    Square,
    Round,
    Hexagon,
    Diamond,
    Octagon,
    Shield,
    Star,
    Tag,
}

/// The words for them, in the order in which sides get them.
pub(crate) const SHAPES: [(&str, CounterShape); 8] = [
    ("square", CounterShape::Square),
    ("round", CounterShape::Round),
    ("hexagon", CounterShape::Hexagon),
    ("diamond", CounterShape::Diamond),
    ("octagon", CounterShape::Octagon),
    ("shield", CounterShape::Shield),
    ("star", CounterShape::Star),
    ("tag", CounterShape::Tag),
];

impl CounterShape {
    /// All of them.
    pub fn all() -> impl Iterator<Item = CounterShape> {
        SHAPES.iter().map(|(_, shape)| *shape)
    }
    /// As a layout says it.
    pub fn word(self) -> &'static str {
        SHAPES.iter().find(|(_, shape)| *shape == self).map_or("square", |(word, _)| word)
    }
}

impl Anchor {
    /// As a layout says it.
    pub fn word(self) -> &'static str {
        ANCHORS.iter().find(|(_, anchor)| *anchor == self).map_or("middle", |(word, _)| word)
    }
}

/// What packs say of where a game's places lie and how they look: each thing by its id on the board, in the order in which
/// it was first named.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Sketch {
    pub canvas: Canvas,
    pub styles: Vec<(String, Look)>,
    pub sides: Vec<SideLook>,
    pub pieces: Vec<PieceLook>,
    pub marks: Vec<MarkLook>,
    pub backgrounds: Vec<Background>,
    pub spaces: Vec<SpaceAt>,
    pub borders: Vec<Border>,
    pub tracks: Vec<TrackAt>,
    pub piles: Vec<PileAt>,
    pub links: Links,
    pub pictures: Vec<Picture>,
    /// Where the last pack's layout begins; none of one that was worked out.
    pub file: Option<Located<()>>,
}

/// What all is drawn on.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is of: `#rrggbb`.
    pub paper: String,
    /// The name of a picture that lies under everything.
    pub picture: Option<String>,
    /// How wide and high the part of the canvas is that the picture lies in, from the left upper corner; all of it if nothing is
    /// said: a canvas that grows for what a layout forgets moves no picture off its places.
    pub picture_in: Option<Point>,
    /// How large a counter is.
    pub piece: f64,
    /// How large names are.
    pub font: f64,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            width: 1600.0,
            height: 1000.0,
            paper: "#eef0ec".into(),
            picture: None,
            picture_in: None,
            piece: 34.0,
            font: 18.0,
        }
    }
}

/// What something looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// What fills it; nothing if there is none.
    pub fill: Option<String>,
    /// The colour of its outline; none if there is none.
    pub line: Option<String>,
    /// How wide the outline is.
    pub width: f64,
    /// A dash and a gap of it.
    pub dash: Option<[f64; 2]>,
}

impl Default for Look {
    fn default() -> Look {
        Look { fill: None, line: None, width: 1.5, dash: None }
    }
}

/// What tells a side's pieces from those of others.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub struct SideLook {
    pub id: String,
    pub color: Option<String>,
    pub shape: Option<CounterShape>,
    pub letter: Option<String>,
}

/// What stands on a counter.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceLook {
    /// A type of pieces, `TYPE/FACE`, or a face with a name of its own.
    pub id: String,
    /// A few letters.
    pub glyph: Option<String>,
    /// Its shape.
    pub shape: Option<CounterShape>,
    /// Its colour.
    pub color: Option<String>,
    /// The name of a picture.
    pub picture: Option<String>,
    /// Where it is said.
    pub said: Option<Located<()>>,
}

/// How a track or fact of a place stands on the map, and a mark on a counter.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkLook {
    /// The track, fact or mark.
    pub id: String,
    /// A few letters, `#` for the number.
    pub glyph: Option<String>,
    /// Its colour.
    pub color: Option<String>,
    /// The number at which nothing is shown.
    pub rest: Option<i64>,
    /// Whether it is shown at all.
    pub shown: bool,
}

/// What is no place.
#[derive(Debug, Clone, PartialEq)]
pub struct Background {
    /// By which packs name it.
    pub id: Option<String>,
    /// Its style's name.
    pub style: Option<String>,
    /// What it is.
    pub is: Drawn,
}

/// A part of the background.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawn {
    /// An area: its rings.
    Shape(Vec<Vec<Point>>),
    /// Lines.
    Line(Vec<Vec<Point>>),
    /// Words.
    Text {
        /// The words.
        text: String,
        /// Where they stand.
        at: Point,
        /// How large they are.
        size: Option<f64>,
    },
}

/// The outline of a place.
#[derive(Debug, Clone, PartialEq)]
pub enum Area {
    /// Its rings.
    Shape(Vec<Vec<Point>>),
    /// Its middle and its radius.
    Circle([f64; 3]),
    /// A rectangle.
    Box(Rect),
}

/// Where a space lies.
#[derive(Debug, Clone, PartialEq)]
pub struct SpaceAt {
    /// The space.
    pub id: String,
    /// Its place, if it is not the middle of its outline.
    pub at: Option<Point>,
    /// Its style's name, if it is not its kind's.
    pub style: Option<String>,
    /// Its outline.
    pub area: Option<Area>,
    /// A rectangle for name and pieces.
    pub plate: Option<Rect>,
    /// Where its name stands.
    pub label: Option<Point>,
    /// A rectangle for its pieces.
    pub room: Option<Rect>,
    /// What it is called on the map.
    pub text: Option<String>,
    /// How large its name is.
    pub font: Option<f64>,
    /// Whether that is bold.
    pub bold: bool,
    /// Which end of it is at `label`.
    pub anchor: Anchor,
    /// What stands after its name.
    pub badge: Option<String>,
    /// Whether it is on the map.
    pub shown: bool,
    /// Where it is said, key by key; nothing of one that was worked out.
    pub said: Vec<(&'static str, Located<()>)>,
}

impl SpaceAt {
    /// A space of which nothing is said.
    pub fn new(id: impl Into<String>) -> SpaceAt {
        SpaceAt {
            id: id.into(),
            at: None,
            style: None,
            area: None,
            plate: None,
            label: None,
            room: None,
            text: None,
            font: None,
            bold: false,
            anchor: Anchor::Middle,
            badge: None,
            shown: true,
            said: Vec::new(),
        }
    }
    /// Where a key of it stands.
    pub fn said(&self, key: &str) -> Option<&Located<()>> {
        self.said.iter().find(|(of, _)| *of == key).map(|(_, at)| at)
    }
}

/// A line over the edge that two places have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// The two spaces.
    pub between: [String; 2],
    /// Its style's name.
    pub style: Option<String>,
    /// Its lines.
    pub line: Vec<Vec<Point>>,
    /// Where it is said.
    pub said: Option<Located<()>>,
}

/// A track as a row of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackAt {
    /// The track.
    pub id: String,
    /// The space whose it is.
    pub of: Option<String>,
    /// Where it lies.
    pub area: Rect,
    /// The number of its first cell.
    pub first: Option<i64>,
    /// How many cells there are.
    pub cells: Option<usize>,
    /// The numbers that are shaded.
    pub zone: Option<[i64; 2]>,
    /// Its name.
    pub name: Name,
    /// Where it is said.
    pub said: Option<Located<()>>,
}

/// Where the cards of a pile lie.
#[derive(Debug, Clone, PartialEq)]
pub struct PileAt {
    /// The pile.
    pub id: String,
    /// Where it lies.
    pub area: Rect,
    /// How many cards lie side by side.
    pub slots: usize,
    /// Its name.
    pub name: Name,
    /// Where it is said.
    pub said: Option<Located<()>>,
}

/// A name beside a row or a box.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Name {
    /// Another than the board's.
    pub text: Option<String>,
    /// Where it stands.
    pub label: Option<Point>,
    /// How large it is.
    pub font: Option<f64>,
    /// Which end of it is at `label`.
    pub anchor: Option<Anchor>,
}

/// Lines between places that are next to each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// Whether they are drawn; where nothing is said, those between outlines that do not touch.
    pub show: Option<bool>,
    /// Their style's name.
    pub style: Option<String>,
}
