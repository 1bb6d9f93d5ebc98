//! The order of spaces by the board's coordinates: which space is left of another, and which is above another.

use super::spacing::GAP;
use cardwright_content::layout_file::{Point, Rect};

/// The least distance of two boxes on an axis, relative to the scaled distance of their coordinates.
const MIN_SHARE: f64 = 0.3;
/// The greatest distance of two boxes on an axis on which their coordinates are equal, relative to the height of a box
/// with its gap.
const MAX_OFFSET: f64 = 0.6;

/// The order of the spaces that have coordinates, on each axis.
pub(super) struct BoardOrder {
    /// The scaled coordinates of each space, if the board has them.
    known: Vec<Option<Point>>,
}

impl BoardOrder {
    /// Keeps the order of some points at a scale. `is_known` says for the index of a point whether the board gives its
    /// coordinates.
    pub(super) fn new(places: &[Point], scale: f64, is_known: impl Fn(usize) -> bool) -> BoardOrder {
        let scaled = |(index, place): (usize, &Point)| is_known(index).then_some(place.map(|part| part * scale));
        BoardOrder { known: places.iter().enumerate().map(scaled).collect() }
    }

    /// Whether the board has no coordinates at all, so that every order is allowed.
    pub(super) fn has_no_constraints(&self) -> bool {
        self.known.iter().all(Option::is_none)
    }

    /// Whether a box is in the right order relative to all other boxes: visibly beyond those that it lies beyond on the
    /// board, and about level with those that it is level with.
    pub(super) fn is_in_order(&self, rects: &[Rect], index: usize) -> bool {
        let Some(own) = self.known[index] else { return true };
        let max_offset = MAX_OFFSET * (rects[index][3] + GAP);
        let middle = |rect: &Rect, axis: usize| rect[axis] + rect[axis + 2] / 2.0;
        rects.iter().zip(&self.known).all(|(rect, known)| {
            let Some(other) = known else { return true };
            (0..2).all(|axis| {
                let on_board = other[axis] - own[axis];
                let drawn = middle(rect, axis) - middle(&rects[index], axis);
                if on_board == 0.0 { drawn.abs() <= max_offset } else { drawn / on_board >= MIN_SHARE }
            })
        })
    }
}
