//! The place of one space on the map, with defaults for everything that the layout leaves out.

use crate::geometry::{inner_point, inset, middle};
use crate::scene::{Anchor, layout_style_name};
use crate::text_width::{fit_size, text_width};
use cardwright_content::layout_file::{self, Area, LayoutFile, Point, Rect, SpacePlacement};
use cardwright_view::{Figure, Legend};

/// A space with its place on the map, in canvas units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedSpace {
    /// The index of the space in the legend.
    pub(crate) space: usize,
    /// The point where lines to neighbours end.
    pub(crate) at: Point,
    /// The outline of the space.
    pub(crate) area: Option<Area>,
    /// The name of the style in the scene.
    pub(crate) style: String,
    /// A box away from the outline that holds the name and the pieces.
    pub(crate) plate: Option<Rect>,
    pub(crate) name: Label,
    /// The rectangle for the name and the pieces: the plate, the box, or a rectangle inside the circle.
    pub(crate) frame: Option<Rect>,
    /// The rectangle for the pieces.
    pub(crate) room: Rect,
    /// The most flags that may lie in front of the name: small counters of sides.
    pub(crate) flags: usize,
}

/// A label of one or more lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    /// The anchor point on the baseline of the first line.
    pub(crate) at: Point,
    pub(crate) lines: Vec<String>,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Whether the label lies directly on the map and needs a halo.
    pub(crate) has_halo: bool,
}

/// A name drawn at less than this fraction of its font size is too small to read.
pub(crate) const MIN_NAME_SCALE: f64 = 0.8;

/// The distance between baselines, relative to the font size.
pub(crate) const LINE_HEIGHT: f64 = 1.12;

impl Label {
    /// Returns the bounding rectangle.
    pub(crate) fn bounds(&self) -> Rect {
        let width = self.lines.iter().map(|line| text_width(line, self.size, self.bold)).fold(0.0, f64::max);
        let height = self.size * (0.95 + LINE_HEIGHT * (self.lines.len().saturating_sub(1) as f64));
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        [self.at[0] - left, self.at[1] - self.size * 0.75, width, height]
    }

    /// Returns the centre of a flag in front of the first line. The flag with the index 0 is next to the name.
    pub(crate) fn flag_centre(&self, index: usize) -> Point {
        let first_line = Label { lines: self.lines.iter().take(1).cloned().collect(), ..self.clone() };
        let [left, ..] = first_line.bounds();
        [left - flag_size(self.size) * (0.72 + FLAG_PITCH * index as f64), self.at[1] - self.size * 0.36]
    }
}

/// Returns the figures that may have a flag in front of the names of spaces of this kind.
pub(crate) fn flag_figures<'a>(
    layout_file: &'a LayoutFile,
    legend: &'a Legend,
    kind: &'a str,
) -> impl Iterator<Item = &'a Figure> {
    let is_hidden = |figure: &Figure| layout_file.marks.iter().any(|mark| mark.id == figure.id && !mark.shown);
    legend.figures.iter().filter(move |figure| figure.shown && figure.subject.is_of_spaces(kind) && !is_hidden(figure))
}

/// The distance between the centres of neighbouring flags, relative to their size.
const FLAG_PITCH: f64 = 1.1;

/// Returns the size of a flag in front of a name of this font size.
pub(crate) fn flag_size(font: f64) -> f64 {
    font.clamp(10.0, 18.0) * 1.05
}

/// Returns how far flags reach to the left of a name of this font size. The widest counter shape is 1.24 times as wide
/// as its size.
pub(crate) fn flags_width(count: usize, font: f64) -> f64 {
    if count == 0 { 0.0 } else { flag_size(font) * (0.72 + FLAG_PITCH * (count - 1) as f64 + 0.62) }
}

/// Converts an anchor of a layout file.
pub(crate) fn anchor(anchor: layout_file::Anchor) -> Anchor {
    match anchor {
        layout_file::Anchor::Start => Anchor::Start,
        layout_file::Anchor::Middle => Anchor::Middle,
        layout_file::Anchor::End => Anchor::End,
    }
}

impl PlacedSpace {
    /// Places a space as the layout says. `space` is the index of the space in the legend.
    pub(crate) fn new(
        placement: &SpacePlacement,
        space: usize,
        layout_file: &LayoutFile,
        legend: &Legend,
    ) -> PlacedSpace {
        let (definition, canvas) = (&legend.spaces[space], &layout_file.canvas);
        let flags = flag_figures(layout_file, legend, &definition.kind).count();
        let font = placement.font.unwrap_or(canvas.font);
        let text = placement.text.clone().unwrap_or_else(|| definition.name.clone());
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let frame = match (&placement.plate, &placement.area) {
            (Some(plate), _) => Some(*plate),
            (None, Some(Area::Box(rect))) if placement.label.is_none() => Some(*rect),
            (None, Some(Area::Circle(circle))) if placement.label.is_none() => {
                frame_in_circle(*circle, font, canvas.piece)
            }
            _ => None,
        };
        // The font size, reduced if the frame is too narrow.
        let fitting_size = |lines: &[String]| {
            frame.map_or(font, |[_, _, w, _]| {
                let width = w - FRAME_MARGIN - FRAME_MARGIN.max(flags_width(flags, font) + FLAG_MARGIN);
                lines.iter().map(|line| fit_size(line, font, true, width)).fold(font, f64::min)
            })
        };
        if let Some(badge) = placement.badge.as_ref().filter(|badge| !badge.is_empty()) {
            lines = with_badge(lines, badge, MIN_NAME_SCALE * font, fitting_size);
        }
        let inner = placement.area.as_ref().map(inner_point);
        let at = placement.at.or(inner).or(placement.plate.map(middle)).or(placement.label).unwrap_or_default();
        let size = fitting_size(&lines);
        // The distance from the first baseline to the last.
        let height = LINE_HEIGHT * size * lines.len().saturating_sub(1) as f64;
        let is_box_or_circle = frame.is_some() || matches!(placement.area, Some(Area::Box(_) | Area::Circle(_)));
        let name_at = match (placement.label, frame, &placement.area) {
            (Some(label), ..) => label,
            (None, Some([x, y, w, _]), _) => [x + w / 2.0, y + size * 1.12 + 2.0],
            (None, None, Some(Area::Circle([x, y, r]))) => [*x, y - r - 0.45 * size - height],
            _ => [at[0], at[1] - height - 0.4 * size],
        };
        let below_name = name_at[1] + height + 0.4 * size;
        let room = room_for_pieces(placement, frame, at, below_name, canvas.piece);
        let style = match (&placement.style, &placement.area) {
            (Some(style), _) => style.clone(),
            (None, _) => definition.kind.clone(),
        };
        let mut name = Label {
            at: name_at,
            lines,
            size,
            anchor: anchor(placement.anchor),
            bold: placement.bold || is_box_or_circle || size >= 16.0,
            has_halo: frame.is_none(),
        };
        // A name in a frame moves to the right if its flags would not lie inside the frame.
        if let (Some([left, ..]), true) = (frame, flags > 0) {
            name.at[0] += (left + FLAG_MARGIN + flags_width(flags, size) - name.bounds()[0]).max(0.0);
        }
        let (area, plate, style) = (placement.area.clone(), placement.plate, layout_style_name(&style));
        PlacedSpace { space, at, area, style, plate, name, frame, room, flags }
    }
}

/// The least distance of a name from the left and right edge of its frame.
const FRAME_MARGIN: f64 = 6.0;
/// The least distance of flags from the left edge of the frame.
pub(crate) const FLAG_MARGIN: f64 = 2.0;

/// Adds a badge to the last line of a name, or on a line of its own if a common line would need a font smaller than
/// `min_size`. `fitting_size` returns the font size for some lines.
fn with_badge(lines: Vec<String>, badge: &str, min_size: f64, fitting_size: impl Fn(&[String]) -> f64) -> Vec<String> {
    let Some((last, first)) = lines.split_last() else { return lines };
    let on_one_line = [first, &[format!("{last}\u{a0}{badge}")]].concat();
    let on_own_line = [lines.as_slice(), &[badge.to_owned()]].concat();
    let size = fitting_size(&on_one_line);
    if size < min_size && fitting_size(&on_own_line) > size { on_own_line } else { on_one_line }
}

/// Returns the rectangle for the pieces of a space at `at`. `below_name` is the y coordinate below its name, and `piece`
/// the size of a counter.
fn room_for_pieces(placement: &SpacePlacement, frame: Option<Rect>, at: Point, below_name: f64, piece: f64) -> Rect {
    match (placement.room, frame, &placement.area) {
        (Some(room), ..) => room,
        (None, Some([x, y, w, h]), _) => {
            let top = below_name.min(y + h - 6.0);
            [x + 6.0, top, (w - 12.0).max(1.0), (y + h - 5.0 - top).max(1.0)]
        }
        (None, None, Some(Area::Box(rect))) => inset(*rect, 6.0),
        (None, None, Some(Area::Circle([x, y, r]))) if *r >= 1.2 * piece => {
            [x - 0.7 * r, y - 0.7 * r, 1.4 * r, 1.4 * r]
        }
        (None, None, Some(Area::Circle([x, y, r]))) => [x - 2.2 * piece, y + r + 4.0, 4.4 * piece, 2.2 * piece],
        _ => [at[0] - 2.2 * piece, below_name, 4.4 * piece, 2.2 * piece],
    }
}

/// Returns the rectangle inside a circle for a name and a few pieces, or `None` if the circle is too small.
pub(crate) fn frame_in_circle([x, y, r]: [f64; 3], font: f64, piece: f64) -> Option<Rect> {
    // The corners lie on the circle, at 0.8 and 0.6 of the radius.
    let rect = [x - 0.8 * r, y - 0.6 * r, 1.6 * r, 1.2 * r];
    (rect[3] >= 1.5 * font + 1.2 * piece && rect[2] >= 2.4 * piece).then_some(rect)
}
