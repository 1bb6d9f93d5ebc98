//! The checked contents of a layout file. Lengths are units of the canvas, counted from its top left corner.

use crate::located::Located;
use crate::picture::Picture;

/// A point: distance from the left edge, distance from the top edge.
pub type Point = [f64; 2];
/// A rectangle: left, top, width, height.
pub type Rect = [f64; 4];

/// The part of a text that is at the position of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Anchor {
    Start,
    #[default]
    Middle,
    End,
}

/// The words in TOML for each anchor.
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

/// The shapes with their words in TOML. Sides without a shape get the shapes in this order.
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
    /// Returns all shapes, in the order in which sides get them.
    pub fn all() -> impl Iterator<Item = CounterShape> {
        SHAPES.iter().map(|(_, shape)| *shape)
    }
    /// Returns the word for the shape in a layout.
    pub fn word(self) -> &'static str {
        SHAPES.iter().find(|(_, shape)| *shape == self).map_or("square", |(word, _)| word)
    }
}

impl Anchor {
    /// Returns the word for the anchor in a layout.
    pub fn word(self) -> &'static str {
        ANCHORS.iter().find(|(_, anchor)| *anchor == self).map_or("middle", |(word, _)| word)
    }
}

/// The layered layout of a game. Each list has the order in which the files first name its items.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct LayoutFile {
    pub canvas: Canvas,
    pub styles: Vec<(String, LayoutStyle)>,
    pub sides: Vec<SideAppearance>,
    pub pieces: Vec<PieceAppearance>,
    pub marks: Vec<MarkAppearance>,
    pub backgrounds: Vec<Background>,
    pub spaces: Vec<SpacePlacement>,
    pub borders: Vec<Border>,
    pub tracks: Vec<TrackPlacement>,
    pub piles: Vec<PilePlacement>,
    pub links: Links,
    pub pictures: Vec<Picture>,
    /// The layout file of the last pack; `None` for a generated layout.
    pub file: Option<Located<()>>,
}

/// The canvas on which everything is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// Width of the canvas.
    pub width: f64,
    /// Height of the canvas.
    pub height: f64,
    /// Background colour: `#rrggbb`.
    pub paper: String,
    /// File name of a picture behind everything else.
    pub picture: Option<String>,
    /// Width and height of the part of the canvas that the picture covers, from the top left corner; `None` for the
    /// whole canvas. The picture keeps its size if the canvas grows to hold spaces that the layout does not place.
    pub picture_in: Option<Point>,
    /// Size of a counter.
    pub piece: f64,
    /// Font size of names.
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

/// The style of a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutStyle {
    /// Fill colour.
    pub fill: Option<String>,
    /// Colour of the outline.
    pub line: Option<String>,
    /// Width of the outline.
    pub width: f64,
    /// Length of a dash and length of a gap of the outline; `None` for a solid line.
    pub dash: Option<[f64; 2]>,
}

impl Default for LayoutStyle {
    fn default() -> LayoutStyle {
        LayoutStyle { fill: None, line: None, width: 1.5, dash: None }
    }
}

/// The appearance of the pieces of a side. `None` means that the layout crate chooses the value.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub struct SideAppearance {
    pub id: String,
    pub color: Option<String>,
    pub shape: Option<CounterShape>,
    /// The letters on its markers.
    pub letter: Option<String>,
}

/// The appearance of a counter.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceAppearance {
    /// A piece type (`raft`), a face (`raft/worn`), or the id of a named face.
    pub id: String,
    /// Letters on the counter.
    pub glyph: Option<String>,
    /// Shape of the counter.
    pub shape: Option<CounterShape>,
    /// Colour of the counter.
    pub color: Option<String>,
    /// File name of a picture.
    pub picture: Option<String>,
    /// Where the file declares it; `None` for a generated layout.
    pub origin: Option<Located<()>>,
}

/// The appearance of the sign for a track or fact of a space or link, or for a mark on a counter.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkAppearance {
    /// Id of the track, fact or mark.
    pub id: String,
    /// Letters on the sign. `#` stands for the number.
    pub glyph: Option<String>,
    /// Background colour.
    pub color: Option<String>,
    /// The number at which the map hides the sign; `None` for 0.
    pub hidden_at: Option<i64>,
    /// Whether the map shows the sign at all.
    pub shown: bool,
    /// Where the file declares it; `None` for a generated layout.
    pub origin: Option<Located<()>>,
}

/// A part of the background.
#[derive(Debug, Clone, PartialEq)]
pub struct Background {
    /// Id by which other packs may change it; `None` if it has none.
    pub id: Option<String>,
    /// Name of its style.
    pub style: Option<String>,
    /// What to draw.
    pub shape: BackgroundShape,
}

/// What a part of the background consists of.
#[derive(Debug, Clone, PartialEq)]
pub enum BackgroundShape {
    /// An area, whose outline consists of these closed rings.
    Shape(Vec<Vec<Point>>),
    /// Lines.
    Line(Vec<Vec<Point>>),
    /// A text.
    Text {
        /// The text.
        text: String,
        /// Its position.
        at: Point,
        /// Font size.
        size: Option<f64>,
    },
}

/// The outline of a space.
#[derive(Debug, Clone, PartialEq)]
pub enum Area {
    /// An area, whose outline consists of these closed rings.
    Shape(Vec<Vec<Point>>),
    /// A circle: centre and radius.
    Circle([f64; 3]),
    /// A rectangle.
    Box(Rect),
}

/// Where a space is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct SpacePlacement {
    /// Id of the space.
    pub id: String,
    /// Its position; `None` for the middle of its outline.
    pub at: Option<Point>,
    /// Name of its style; `None` for the style of its kind.
    pub style: Option<String>,
    /// Outline of the space.
    pub area: Option<Area>,
    /// A box beside the outline, for its name and pieces.
    pub plate: Option<Rect>,
    /// Position of its name.
    pub label: Option<Point>,
    /// A rectangle for its pieces.
    pub room: Option<Rect>,
    /// Its name on the map; `None` for its name on the board.
    pub text: Option<String>,
    /// Font size of its name.
    pub font: Option<f64>,
    /// Whether its name is bold.
    pub bold: bool,
    /// The part of the name that is at `label`.
    pub anchor: Anchor,
    /// A text after its name.
    pub badge: Option<String>,
    /// Whether the map shows it.
    pub shown: bool,
    /// Where the file sets each key; empty for a generated layout.
    pub key_origins: Vec<(&'static str, Located<()>)>,
}

impl SpacePlacement {
    /// Creates the placement of a space without any settings.
    pub fn new(id: impl Into<String>) -> SpacePlacement {
        SpacePlacement {
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
            key_origins: Vec::new(),
        }
    }
    /// Returns the place where the file sets a key.
    pub fn key_origin(&self, key: &str) -> Option<&Located<()>> {
        self.key_origins.iter().find(|(name, _)| *name == key).map(|(_, place)| place)
    }
}

/// A line along the border of two spaces.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// Ids of the two spaces.
    pub between: [String; 2],
    /// Name of its style.
    pub style: Option<String>,
    /// The lines to draw.
    pub line: Vec<Vec<Point>>,
    /// Where the file declares it; `None` for a generated layout.
    pub origin: Option<Located<()>>,
}

/// A track, drawn as a row of cells.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackPlacement {
    /// Id of the track.
    pub id: String,
    /// Id of the space whose value the track shows; `None` for a track of the game or of the sides.
    pub of: Option<String>,
    /// The rectangle that it fills.
    pub area: Rect,
    /// Number of the first cell.
    pub first: Option<i64>,
    /// Number of cells.
    pub cells: Option<usize>,
    /// The first and last number of the shaded cells.
    pub zone: Option<[i64; 2]>,
    /// Its caption.
    pub name: Caption,
    /// Where the file declares it; `None` for a generated layout.
    pub origin: Option<Located<()>>,
}

/// Where a pile of cards is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct PilePlacement {
    /// Id of the pile.
    pub id: String,
    /// The rectangle that it fills.
    pub area: Rect,
    /// Number of cards side by side.
    pub slots: usize,
    /// Its caption.
    pub name: Caption,
    /// Where the file declares it; `None` for a generated layout.
    pub origin: Option<Located<()>>,
}

/// The caption of a track or pile.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Caption {
    /// The text; `None` for the name on the board.
    pub text: Option<String>,
    /// Position of the text.
    pub label: Option<Point>,
    /// Font size.
    pub font: Option<f64>,
    /// The part of the caption that is at `label`.
    pub anchor: Option<Anchor>,
}

/// How links between spaces are drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// Whether to draw links. `None` means: only links between spaces whose outlines do not touch.
    pub show: Option<bool>,
    /// Name of the style of links.
    pub style: Option<String>,
}
