//! Places spaces without neighbours: in rows by kind, below the map.

use super::{GAP, MARGIN};
use cardwright_content::layout_file::{Point, Rect};
use cardwright_view::Legend;

/// A rectangle for each isolated space, below the boxes already taken, if there are any.
pub(super) fn grid(legend: &Legend, alone: &[usize], sizes: &[Point], taken: &[Rect]) -> Vec<Rect> {
    let right = taken.iter().map(|[x, _, w, _]| x + w).fold(0.0, f64::max);
    let bottom = taken.iter().map(|[_, y, _, h]| y + h).fold(0.0, f64::max);
    let area: f64 = alone.iter().map(|at| (sizes[*at][0] + GAP) * (sizes[*at][1] + GAP)).sum();
    let widest = alone.iter().map(|at| sizes[*at][0]).fold(0.0, f64::max);
    let wide =
        if taken.is_empty() { (area * 1.8).sqrt().max(widest + 1.0) } else { (right - MARGIN).max(widest + 1.0) };
    let mut y = if taken.is_empty() { MARGIN } else { bottom + 2.0 * GAP };
    let mut out = vec![[0.0; 4]; alone.len()];
    for kind in &legend.kinds {
        let own: Vec<usize> = (0..alone.len()).filter(|at| legend.spaces[alone[*at]].kind == kind.id).collect();
        let column = own.iter().map(|at| sizes[alone[*at]][0]).fold(0.0, f64::max);
        let row = own.iter().map(|at| sizes[alone[*at]][1]).fold(0.0, f64::max);
        let columns = (((wide + GAP) / (column + GAP)) as usize).max(1);
        for (at, space) in own.iter().enumerate() {
            let (across, down) = (at % columns, at / columns);
            let x = MARGIN + across as f64 * (column + GAP);
            out[*space] = [x, y + down as f64 * (row + GAP), column, row];
        }
        if !own.is_empty() {
            y += own.len().div_ceil(columns) as f64 * (row + GAP) + GAP * 0.5;
        }
    }
    out
}
