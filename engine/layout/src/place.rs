//! Where a space lies, all that a layout leaves out filled in.

use crate::geometry::{heart, inset, middle};
use crate::measure::{fit, width};
use crate::scene::Anchor;
use cardwright_content::sketch::{self, Area, Canvas, Point, Rect, SpaceAt};
use cardwright_view::Space;

/// A space on the map.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    /// Its number among the legend's spaces.
    pub(crate) space: usize,
    /// Where lines end.
    pub(crate) at: Point,
    pub(crate) area: Option<Area>,
    /// The name of its style in the scene.
    pub(crate) style: String,
    pub(crate) plate: Option<Rect>,
    pub(crate) name: Label,
    /// The rectangle that name and pieces lie in: its plate, its box, or what a circle has room for.
    pub(crate) frame: Option<Rect>,
    /// Where its pieces lie.
    pub(crate) room: Rect,
}

/// Lines of text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    /// Where its first line stands.
    pub(crate) at: Point,
    pub(crate) lines: Vec<String>,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Whether it lies on a map rather than on a plate.
    pub(crate) has_halo: bool,
}

/// A name that is drawn smaller than so much of what it is to be is not read beside the others.
pub(crate) const READABLE: f64 = 0.8;

/// From one line to the next.
pub(crate) const LEADING: f64 = 1.12;

impl Label {
    /// The rectangle that it takes.
    pub(crate) fn bounds(&self) -> Rect {
        let wide = self.lines.iter().map(|line| width(line, self.size, self.bold)).fold(0.0, f64::max);
        let high = self.size * (0.95 + LEADING * (self.lines.len().saturating_sub(1) as f64));
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide / 2.0,
            Anchor::End => wide,
        };
        [self.at[0] - left, self.at[1] - self.size * 0.75, wide, high]
    }
}

pub(crate) fn anchor(of: sketch::Anchor) -> Anchor {
    match of {
        sketch::Anchor::Start => Anchor::Start,
        sketch::Anchor::Middle => Anchor::Middle,
        sketch::Anchor::End => Anchor::End,
    }
}

impl Place {
    /// A space as a layout says it.
    pub(crate) fn of(said: &SpaceAt, space: usize, of: &Space, canvas: &Canvas) -> Place {
        let font = said.font.unwrap_or(canvas.font);
        let text = said.text.clone().unwrap_or_else(|| of.name.clone());
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let boxed = match (&said.plate, &said.area) {
            (Some(plate), _) => Some(*plate),
            (None, Some(Area::Box(rect))) if said.label.is_none() => Some(*rect),
            (None, Some(Area::Circle(circle))) if said.label.is_none() => within(*circle, font, canvas.piece),
            _ => None,
        };
        // As large as it is to be, or as there is room for.
        let fits = |lines: &[String]| {
            boxed.map_or(font, |[_, _, w, _]| {
                lines.iter().map(|line| fit(line, font, true, w - 12.0)).fold(font, f64::min)
            })
        };
        if let (Some(badge), Some(last)) = (said.badge.as_ref().filter(|badge| !badge.is_empty()), lines.last()) {
            let beside: Vec<String> = [&lines[..lines.len() - 1], &[format!("{last}\u{a0}{badge}")]].concat();
            let below = [lines, vec![badge.clone()]].concat();
            // Beside the name where it can be read there.
            lines = if fits(&beside) < READABLE * font && fits(&below) > fits(&beside) { below } else { beside };
        }
        let heart = said.area.as_ref().map(heart);
        let at = said.at.or(heart).or(said.plate.map(middle)).or(said.label).unwrap_or_default();
        let size = fits(&lines);
        let high = LEADING * size * lines.len().saturating_sub(1) as f64;
        let is_small = boxed.is_some() || matches!(said.area, Some(Area::Box(_) | Area::Circle(_)));
        let name_at = match (said.label, boxed, &said.area) {
            (Some(label), ..) => label,
            (None, Some([x, y, w, _]), _) => [x + w / 2.0, y + size * 1.12 + 2.0],
            (None, None, Some(Area::Circle([x, y, r]))) => [*x, y - r - 0.45 * size - high],
            _ => [at[0], at[1] - high - 0.4 * size],
        };
        let below = name_at[1] + high + 0.4 * size;
        let room = match (said.room, boxed, &said.area) {
            (Some(room), ..) => room,
            (None, Some([x, y, w, h]), _) => {
                let top = below.min(y + h - 6.0);
                [x + 6.0, top, (w - 12.0).max(1.0), (y + h - 5.0 - top).max(1.0)]
            }
            (None, None, Some(Area::Box(rect))) => inset(*rect, 6.0),
            (None, None, Some(Area::Circle([x, y, r]))) if *r >= 1.2 * canvas.piece => {
                [x - 0.7 * r, y - 0.7 * r, 1.4 * r, 1.4 * r]
            }
            (None, None, Some(Area::Circle([x, y, r]))) => {
                [x - 2.2 * canvas.piece, y + r + 4.0, 4.4 * canvas.piece, 2.2 * canvas.piece]
            }
            _ => [at[0] - 2.2 * canvas.piece, below, 4.4 * canvas.piece, 2.2 * canvas.piece],
        };
        let style = match (&said.style, &said.area) {
            (Some(style), _) => style.clone(),
            (None, _) => of.kind.clone(),
        };
        let name = Label {
            at: name_at,
            lines,
            size,
            anchor: anchor(said.anchor),
            bold: said.bold || is_small || size >= 16.0,
            has_halo: boxed.is_none(),
        };
        let area = said.area.clone();
        Place { space, at, area, style: crate::styles::named(&style), plate: said.plate, name, frame: boxed, room }
    }
}

/// The rectangle within a circle that a name and a few pieces below it lie in; none where there is no room for them.
pub(crate) fn within([x, y, r]: [f64; 3], font: f64, piece: f64) -> Option<Rect> {
    // Its corners lie on the circle: 0.8 and 0.6 of the radius.
    let rect = [x - 0.8 * r, y - 0.6 * r, 1.6 * r, 1.2 * r];
    (rect[3] >= 1.5 * font + 1.2 * piece && rect[2] >= 2.4 * piece).then_some(rect)
}
