//! Places spaces without neighbours in rows below the map. Each kind of space begins a new row.

use super::spacing::{GAP, MARGIN};
use cardwright_content::layout_file::{Point, Rect};
use cardwright_view::Legend;

/// Returns a rectangle for each isolated space, below the boxes that are already placed. Without such boxes, the grid
/// is about 1.8 times as wide as it is high. `isolated` holds indices of spaces in the legend.
pub(super) fn place_in_grid(legend: &Legend, isolated: &[usize], sizes: &[Point], placed: &[Rect]) -> Vec<Rect> {
    let right = placed.iter().map(|[x, _, w, _]| x + w).fold(0.0, f64::max);
    let bottom = placed.iter().map(|[_, y, _, h]| y + h).fold(0.0, f64::max);
    let area: f64 = isolated.iter().map(|space| (sizes[*space][0] + GAP) * (sizes[*space][1] + GAP)).sum();
    let widest = isolated.iter().map(|space| sizes[*space][0]).fold(0.0, f64::max);
    let grid_width =
        if placed.is_empty() { (area * 1.8).sqrt().max(widest + 1.0) } else { (right - MARGIN).max(widest + 1.0) };
    let mut y = if placed.is_empty() { MARGIN } else { bottom + 2.0 * GAP };
    let mut out = vec![[0.0; 4]; isolated.len()];
    for kind in &legend.kinds {
        // Indices into `isolated`.
        let of_kind: Vec<usize> =
            (0..isolated.len()).filter(|index| legend.spaces[isolated[*index]].kind == kind.id).collect();
        let width = of_kind.iter().map(|index| sizes[isolated[*index]][0]).fold(0.0, f64::max);
        let height = of_kind.iter().map(|index| sizes[isolated[*index]][1]).fold(0.0, f64::max);
        let columns = (((grid_width + GAP) / (width + GAP)) as usize).max(1);
        for (cell, index) in of_kind.iter().enumerate() {
            let (across, down) = (cell % columns, cell / columns);
            let x = MARGIN + across as f64 * (width + GAP);
            out[*index] = [x, y + down as f64 * (height + GAP), width, height];
        }
        if !of_kind.is_empty() {
            y += of_kind.len().div_ceil(columns) as f64 * (height + GAP) + GAP * 0.5;
        }
    }
    out
}
