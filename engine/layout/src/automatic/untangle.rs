//! Counts tangles and moves boxes to reduce them. A tangle is a pair of lines that cross, or a line that runs behind
//! the box of a space that the line does not join.
//!
//! The code limits the number of comparisons, not the time, so the result is always the same.

use super::board_order::BoardOrder;
use super::spacing::GAP;
use crate::geometry::{inset, line_crosses_rect, lines_cross, middle, overlap};
use cardwright_content::layout_file::{Point, Rect};

/// A line closer than this to a box counts as running behind the box, because the line would seem to end there.
const CLEARANCE: f64 = 6.0;
/// The distances to try when moving a box, relative to the height of the box.
const STEPS: [f64; 6] = [0.3, 0.6, 1.0, 1.5, 2.1, 2.8];
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// The directions to try when moving a box, as vectors of length 1.
const DIRECTIONS: [Point; 8] = [
    [0.0, -1.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [1.0, 0.0],
    [-DIAGONAL, -DIAGONAL],
    [DIAGONAL, -DIAGONAL],
    [-DIAGONAL, DIAGONAL],
    [DIAGONAL, DIAGONAL],
];
/// The most passes over all boxes.
const ROUNDS: usize = 8;

/// Counts the pairs of lines that cross, and for each line the boxes of other spaces that the line runs behind.
pub(super) fn count_tangles(rects: &[Rect], edges: &[(usize, usize)]) -> usize {
    let lines: Vec<(Point, Point)> = edges.iter().map(|edge| line_between(rects, *edge)).collect();
    let mut tangles = 0;
    for (index, line) in lines.iter().enumerate() {
        tangles += lines[index + 1..].iter().filter(|other| lines_cross(*line, **other)).count();
    }
    for (edge, line) in edges.iter().zip(&lines) {
        let is_behind =
            |(space, rect): &(usize, &Rect)| *space != edge.0 && *space != edge.1 && runs_behind(*line, **rect);
        tangles += rects.iter().enumerate().filter(is_behind).count();
    }
    tangles
}

fn line_between(rects: &[Rect], (a, b): (usize, usize)) -> (Point, Point) {
    (middle(rects[a]), middle(rects[b]))
}

fn runs_behind(line: (Point, Point), rect: Rect) -> bool {
    line_crosses_rect(line, inset(rect, -CLEARANCE))
}

/// Moves boxes to reduce tangles and returns how many tangles are left. The boxes keep the order of the board. If the
/// board has no order, boxes may also swap places. Stops after about `effort_left` comparisons of lines and boxes.
pub(super) fn untangle(
    rects: &mut [Rect],
    edges: &[(usize, usize)],
    order: &BoardOrder,
    mut effort_left: usize,
) -> usize {
    let may_swap = order.has_no_constraints();
    let mut tangles = count_tangles(rects, edges);
    for _ in 0..ROUNDS {
        let before = tangles;
        for index in 0..rects.len() {
            if tangles > 0 && effort_left > 0 {
                tangles -= move_box(rects, edges, index, order, &mut effort_left);
            }
        }
        if may_swap && tangles == before {
            tangles = swap_boxes(rects, edges, tangles, &mut effort_left);
        }
        if tangles == 0 || tangles == before || effort_left == 0 {
            break;
        }
    }
    tangles
}

/// Moves one box to the nearest place with the fewest tangles and returns how many tangles are gone.
fn move_box(
    rects: &mut [Rect],
    edges: &[(usize, usize)],
    index: usize,
    order: &BoardOrder,
    effort_left: &mut usize,
) -> usize {
    let tangles_before = tangles_of(rects, edges, index, effort_left);
    let start = rects[index];
    let mut best = (tangles_before, start);
    let steps = if order.has_no_constraints() { &STEPS[..] } else { &STEPS[..3] };
    for step in steps {
        for [dx, dy] in DIRECTIONS {
            if best.0 == 0 || *effort_left == 0 {
                break;
            }
            let distance = step * (start[3] + GAP);
            rects[index] = [start[0] + dx * distance, start[1] + dy * distance, start[2], start[3]];
            if is_free(rects, index) && order.is_in_order(rects, index) {
                let tangles = tangles_of(rects, edges, index, effort_left);
                if tangles < best.0 {
                    best = (tangles, rects[index]);
                }
            }
        }
    }
    rects[index] = best.1;
    tangles_before - best.0
}

/// Swaps two boxes if that helps and returns the new number of tangles.
fn swap_boxes(rects: &mut [Rect], edges: &[(usize, usize)], tangles: usize, effort_left: &mut usize) -> usize {
    for first in 0..rects.len() {
        for second in first + 1..rects.len() {
            let (a, b) = (rects[first], rects[second]);
            let centre_at = |[_, _, w, h]: Rect, [x, y]: Point| [x - w / 2.0, y - h / 2.0, w, h];
            (rects[first], rects[second]) = (centre_at(a, middle(b)), centre_at(b, middle(a)));
            *effort_left = effort_left.saturating_sub(edges.len() * (edges.len() + rects.len()));
            if is_free(rects, first) && is_free(rects, second) {
                let new_tangles = count_tangles(rects, edges);
                if new_tangles < tangles {
                    return new_tangles;
                }
            }
            (rects[first], rects[second]) = (a, b);
            if *effort_left == 0 {
                return tangles;
            }
        }
    }
    tangles
}

/// Whether a box keeps the distance [`GAP`] from all other boxes.
fn is_free(rects: &[Rect], index: usize) -> bool {
    let with_gap = inset(rects[index], 0.5 - GAP);
    rects.iter().enumerate().all(|(other, rect)| other == index || !overlap(with_gap, *rect))
}

/// Counts the tangles that depend on the place of one box: the tangles of lines that end at the box, and other lines
/// behind the box.
fn tangles_of(rects: &[Rect], edges: &[(usize, usize)], index: usize, effort_left: &mut usize) -> usize {
    let is_own = |edge: &&(usize, usize)| edge.0 == index || edge.1 == index;
    let own_count = edges.iter().filter(is_own).count();
    *effort_left = effort_left.saturating_sub(own_count * (edges.len() + rects.len()) + edges.len());
    let mut tangles = 0;
    for edge in edges.iter().filter(is_own) {
        let line = line_between(rects, *edge);
        tangles +=
            edges.iter().filter(|other| !is_own(other) && lines_cross(line, line_between(rects, **other))).count();
        let is_behind =
            |(space, rect): &(usize, &Rect)| *space != edge.0 && *space != edge.1 && runs_behind(line, **rect);
        tangles += rects.iter().enumerate().filter(is_behind).count();
    }
    tangles
        + edges.iter().filter(|edge| !is_own(edge) && runs_behind(line_between(rects, **edge), rects[index])).count()
}

#[cfg(test)]
mod tests {
    use super::{BoardOrder, count_tangles, untangle};

    /// The order of a board without coordinates.
    fn no_order() -> BoardOrder {
        BoardOrder::new(&[[0.0; 2]; 4], 1.0, |_| false)
    }

    #[test]
    fn a_box_moves_away_from_a_foreign_line() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        let in_a_row = BoardOrder::new(&[[0.0, 0.0], [200.0, 0.0], [400.0, 0.0]], 1.0, |_| true);
        assert_eq!(count_tangles(&rects, &[(0, 2), (1, 2)]), 1);
        let before = rects;
        assert_eq!(untangle(&mut rects, &[(0, 2), (1, 2)], &in_a_row, 10_000), 0);
        assert_ne!(rects, before);
        assert_eq!(count_tangles(&rects, &[(0, 2), (1, 2)]), 0);
    }

    #[test]
    fn two_boxes_swap_if_moving_does_not_help() {
        // A ring of four with two corners swapped.
        let corner = |x: f64, y: f64| [x, y, 80.0, 60.0];
        let mut rects = [corner(0.0, 0.0), corner(400.0, 300.0), corner(400.0, 0.0), corner(0.0, 300.0)];
        let ring = [(0, 1), (1, 2), (2, 3), (0, 3)];
        assert_eq!(count_tangles(&rects, &ring), 1);
        assert_eq!(untangle(&mut rects, &ring, &no_order(), 100_000), 0);
    }

    #[test]
    fn no_box_moves_when_no_effort_is_left() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        assert_eq!(untangle(&mut rects, &[(0, 2), (1, 2)], &no_order(), 0), 1);
    }
}
