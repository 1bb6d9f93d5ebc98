//! How tangled the lines between boxes are, and boxes moved a little until they are less so.
//!
//! What is tried is counted, not timed: a board always comes to the same map.

use super::GAP;
use super::order::Order;
use crate::geometry::{cross, inset, middle, overlap, runs_through};
use cardwright_content::sketch::{Point, Rect};

/// So near a box a line seems to belong to it.
const CLEAR: f64 = 6.0;
/// How far a box is moved, in its heights.
const STEPS: [f64; 6] = [0.3, 0.6, 1.0, 1.5, 2.1, 2.8];
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
const WAYS: [Point; 8] = [
    [0.0, -1.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [1.0, 0.0],
    [-DIAGONAL, -DIAGONAL],
    [DIAGONAL, -DIAGONAL],
    [-DIAGONAL, DIAGONAL],
    [DIAGONAL, DIAGONAL],
];
/// How often all boxes are gone through.
const ROUNDS: usize = 8;

/// How many pairs of lines cross, and how many boxes a line runs below that are neither of its ends.
pub(super) fn tangle(rects: &[Rect], edges: &[(usize, usize)]) -> usize {
    let lines: Vec<(Point, Point)> = edges.iter().map(|edge| line(rects, *edge)).collect();
    let mut knots = 0;
    for (at, one) in lines.iter().enumerate() {
        knots += lines[at + 1..].iter().filter(|other| cross(*one, **other)).count();
    }
    for (edge, line) in edges.iter().zip(&lines) {
        let is_below = |(at, rect): &(usize, &Rect)| *at != edge.0 && *at != edge.1 && is_under(*line, **rect);
        knots += rects.iter().enumerate().filter(is_below).count();
    }
    knots
}

fn line(rects: &[Rect], (a, b): (usize, usize)) -> (Point, Point) {
    (middle(rects[a]), middle(rects[b]))
}

fn is_under(line: (Point, Point), rect: Rect) -> bool {
    runs_through(line, inset(rect, -CLEAR))
}

/// Moves boxes, as little as helps, so that fewer lines cross or run below a box that is neither's; how many still do.
/// `order`: how the board says that they lie; where it says nothing of any, two may change places. `left`: how much may be
/// looked at.
pub(super) fn tidy(rects: &mut [Rect], edges: &[(usize, usize)], order: &Order, mut left: usize) -> usize {
    let may_swap = order.is_free();
    let mut knots = tangle(rects, edges);
    for _ in 0..ROUNDS {
        let before = knots;
        for at in 0..rects.len() {
            if knots > 0 && left > 0 {
                knots -= moved(rects, edges, at, order, &mut left);
            }
        }
        if may_swap && knots == before {
            knots = swapped(rects, edges, knots, &mut left);
        }
        if knots == 0 || knots == before || left == 0 {
            break;
        }
    }
    knots
}

/// Moves one box to where it has the fewest knots, the nearest of such places; how many are gone.
fn moved(rects: &mut [Rect], edges: &[(usize, usize)], at: usize, order: &Order, left: &mut usize) -> usize {
    let now = knots_of(rects, edges, at, left);
    let here = rects[at];
    let mut best = (now, here);
    let steps = if order.is_free() { &STEPS[..] } else { &STEPS[..3] };
    for step in steps {
        for [dx, dy] in WAYS {
            if best.0 == 0 || *left == 0 {
                break;
            }
            let by = step * (here[3] + GAP);
            rects[at] = [here[0] + dx * by, here[1] + dy * by, here[2], here[3]];
            if is_free(rects, at) && order.holds(rects, at) {
                let knots = knots_of(rects, edges, at, left);
                if knots < best.0 {
                    best = (knots, rects[at]);
                }
            }
        }
    }
    rects[at] = best.1;
    now - best.0
}

/// Lets two boxes change places where that helps; how many knots there are then.
fn swapped(rects: &mut [Rect], edges: &[(usize, usize)], knots: usize, left: &mut usize) -> usize {
    for one in 0..rects.len() {
        for other in one + 1..rects.len() {
            let (a, b) = (rects[one], rects[other]);
            let put = |[_, _, w, h]: Rect, [x, y]: Point| [x - w / 2.0, y - h / 2.0, w, h];
            (rects[one], rects[other]) = (put(a, middle(b)), put(b, middle(a)));
            *left = left.saturating_sub(edges.len() * (edges.len() + rects.len()));
            if is_free(rects, one) && is_free(rects, other) {
                let now = tangle(rects, edges);
                if now < knots {
                    return now;
                }
            }
            (rects[one], rects[other]) = (a, b);
            if *left == 0 {
                return knots;
            }
        }
    }
    knots
}

/// Whether a box lies over no other, nor too near one.
fn is_free(rects: &[Rect], at: usize) -> bool {
    let wide = inset(rects[at], 0.5 - GAP);
    rects.iter().enumerate().all(|(other, rect)| other == at || !overlap(wide, *rect))
}

/// The knots that would be others if a box lay elsewhere: of the lines that end at it, and of lines below it.
fn knots_of(rects: &[Rect], edges: &[(usize, usize)], at: usize, left: &mut usize) -> usize {
    let is_own = |edge: &&(usize, usize)| edge.0 == at || edge.1 == at;
    let own = edges.iter().filter(is_own).count();
    *left = left.saturating_sub(own * (edges.len() + rects.len()) + edges.len());
    let mut knots = 0;
    for edge in edges.iter().filter(is_own) {
        let own = line(rects, *edge);
        knots += edges.iter().filter(|other| !is_own(other) && cross(own, line(rects, **other))).count();
        let is_below = |(at, rect): &(usize, &Rect)| *at != edge.0 && *at != edge.1 && is_under(own, **rect);
        knots += rects.iter().enumerate().filter(is_below).count();
    }
    knots + edges.iter().filter(|edge| !is_own(edge) && is_under(line(rects, **edge), rects[at])).count()
}

#[cfg(test)]
mod tests {
    use super::{Order, tangle, tidy};

    /// Nothing is said of where anything lies.
    fn none() -> Order {
        Order::of(&[[0.0; 2]; 4], |_| false)
    }

    #[test]
    fn a_box_is_moved_off_a_line_that_is_not_its_own() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        let in_a_row = Order::of(&[[0.0, 0.0], [200.0, 0.0], [400.0, 0.0]], |_| true);
        assert_eq!(tangle(&rects, &[(0, 2), (1, 2)]), 1);
        let before = rects;
        assert_eq!(tidy(&mut rects, &[(0, 2), (1, 2)], &in_a_row, 10_000), 0);
        assert_ne!(rects, before);
        assert_eq!(tangle(&rects, &[(0, 2), (1, 2)]), 0);
    }

    #[test]
    fn two_change_places_where_moving_does_not_help() {
        // A ring of four whose corners are numbered crosswise.
        let corner = |x: f64, y: f64| [x, y, 80.0, 60.0];
        let mut rects = [corner(0.0, 0.0), corner(400.0, 300.0), corner(400.0, 0.0), corner(0.0, 300.0)];
        let ring = [(0, 1), (1, 2), (2, 3), (0, 3)];
        assert_eq!(tangle(&rects, &ring), 1);
        assert_eq!(tidy(&mut rects, &ring, &none(), 100_000), 0);
    }

    #[test]
    fn nothing_is_tried_beyond_what_may_be() {
        let mut rects = [[0.0, 0.0, 80.0, 60.0], [200.0, 0.0, 80.0, 60.0], [400.0, 0.0, 80.0, 60.0]];
        assert_eq!(tidy(&mut rects, &[(0, 2), (1, 2)], &none(), 0), 1);
    }
}
