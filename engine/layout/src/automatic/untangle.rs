//! Counts tangles (crossing lines, and lines below foreign boxes) and moves boxes to reduce them.
//!
//! The effort is counted, not timed, so the result is always the same.

use super::GAP;
use super::board_order::BoardOrder;
use crate::geometry::{inset, line_crosses_rect, lines_cross, middle, overlap};
use cardwright_content::layout_file::{Point, Rect};

/// A line closer than this to a box seems to belong to it.
const CLEARANCE: f64 = 6.0;
/// The distances to try for a box, relative to its height.
const STEPS: [f64; 6] = [0.3, 0.6, 1.0, 1.5, 2.1, 2.8];
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
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

/// The number of crossing pairs of lines, plus the number of boxes that a foreign line runs below.
pub(super) fn count_tangles(rects: &[Rect], edges: &[(usize, usize)]) -> usize {
    let lines: Vec<(Point, Point)> = edges.iter().map(|edge| line_between(rects, *edge)).collect();
    let mut tangles = 0;
    for (at, one) in lines.iter().enumerate() {
        tangles += lines[at + 1..].iter().filter(|other| lines_cross(*one, **other)).count();
    }
    for (edge, line) in edges.iter().zip(&lines) {
        let is_below = |(at, rect): &(usize, &Rect)| *at != edge.0 && *at != edge.1 && runs_under(*line, **rect);
        tangles += rects.iter().enumerate().filter(is_below).count();
    }
    tangles
}

fn line_between(rects: &[Rect], (a, b): (usize, usize)) -> (Point, Point) {
    (middle(rects[a]), middle(rects[b]))
}

fn runs_under(line: (Point, Point), rect: Rect) -> bool {
    line_crosses_rect(line, inset(rect, -CLEARANCE))
}

/// Moves boxes to reduce tangles and returns how many are left. The order of the board is kept; if there is none, boxes
/// may also swap places. Stops when the effort is used up.
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
        for at in 0..rects.len() {
            if tangles > 0 && effort_left > 0 {
                tangles -= move_box(rects, edges, at, order, &mut effort_left);
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
    at: usize,
    order: &BoardOrder,
    effort_left: &mut usize,
) -> usize {
    let now = tangles_of(rects, edges, at, effort_left);
    let here = rects[at];
    let mut best = (now, here);
    let steps = if order.has_no_constraints() { &STEPS[..] } else { &STEPS[..3] };
    for step in steps {
        for [dx, dy] in DIRECTIONS {
            if best.0 == 0 || *effort_left == 0 {
                break;
            }
            let by = step * (here[3] + GAP);
            rects[at] = [here[0] + dx * by, here[1] + dy * by, here[2], here[3]];
            if is_free(rects, at) && order.is_kept_at(rects, at) {
                let tangles = tangles_of(rects, edges, at, effort_left);
                if tangles < best.0 {
                    best = (tangles, rects[at]);
                }
            }
        }
    }
    rects[at] = best.1;
    now - best.0
}

/// Swaps two boxes if that helps and returns the new number of tangles.
fn swap_boxes(rects: &mut [Rect], edges: &[(usize, usize)], tangles: usize, effort_left: &mut usize) -> usize {
    for one in 0..rects.len() {
        for other in one + 1..rects.len() {
            let (a, b) = (rects[one], rects[other]);
            let put = |[_, _, w, h]: Rect, [x, y]: Point| [x - w / 2.0, y - h / 2.0, w, h];
            (rects[one], rects[other]) = (put(a, middle(b)), put(b, middle(a)));
            *effort_left = effort_left.saturating_sub(edges.len() * (edges.len() + rects.len()));
            if is_free(rects, one) && is_free(rects, other) {
                let now = count_tangles(rects, edges);
                if now < tangles {
                    return now;
                }
            }
            (rects[one], rects[other]) = (a, b);
            if *effort_left == 0 {
                return tangles;
            }
        }
    }
    tangles
}

/// Whether a box keeps its distance from all others.
fn is_free(rects: &[Rect], at: usize) -> bool {
    let wide = inset(rects[at], 0.5 - GAP);
    rects.iter().enumerate().all(|(other, rect)| other == at || !overlap(wide, *rect))
}

/// The tangles that depend on the place of one box: those of its own lines, and of foreign lines below it.
fn tangles_of(rects: &[Rect], edges: &[(usize, usize)], at: usize, effort_left: &mut usize) -> usize {
    let is_own = |edge: &&(usize, usize)| edge.0 == at || edge.1 == at;
    let own = edges.iter().filter(is_own).count();
    *effort_left = effort_left.saturating_sub(own * (edges.len() + rects.len()) + edges.len());
    let mut tangles = 0;
    for edge in edges.iter().filter(is_own) {
        let own = line_between(rects, *edge);
        tangles +=
            edges.iter().filter(|other| !is_own(other) && lines_cross(own, line_between(rects, **other))).count();
        let is_below = |(at, rect): &(usize, &Rect)| *at != edge.0 && *at != edge.1 && runs_under(own, **rect);
        tangles += rects.iter().enumerate().filter(is_below).count();
    }
    tangles + edges.iter().filter(|edge| !is_own(edge) && runs_under(line_between(rects, **edge), rects[at])).count()
}

#[cfg(test)]
mod tests {
    use super::{BoardOrder, count_tangles, untangle};

    /// A board without coordinates.
    fn no_order() -> BoardOrder {
        BoardOrder::new(&[[0.0; 2]; 4], |_| false)
    }

    #[test]
    fn a_box_moves_away_from_a_foreign_line() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        let in_a_row = BoardOrder::new(&[[0.0, 0.0], [200.0, 0.0], [400.0, 0.0]], |_| true);
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
    fn the_effort_is_limited() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        assert_eq!(untangle(&mut rects, &[(0, 2), (1, 2)], &no_order(), 0), 1);
    }
}
