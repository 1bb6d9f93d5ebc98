//! Markers on the rows of cells that show tracks. A track of the game or of a space has one marker. A track of sides
//! has one marker for each side.

use crate::geometry::{inset, middle};
use crate::layout::Layout;
use crate::number_format::rounded;
use crate::scene::{GroupKind, Node, rect_node, side_symbol};
use crate::text_width::text_width;
use crate::tracks_and_piles::{TrackRow, number_node};
use cardwright_content::layout_file::{Point, Rect};
use cardwright_view::{Subject, Track, View};

/// Draws the markers of a track row as one group. An invisible rectangle makes the whole row clickable.
pub(super) fn track_marker(layout: &Layout, row: &TrackRow, view: &View) -> Option<Node> {
    let track = &layout.legend.tracks[row.track];
    let mut nodes = vec![rect_node(row.area, 0.0, "hit")];
    let label = match &track.subject {
        Subject::Side => side_markers(layout, row, view, &mut nodes)?,
        subject => {
            let attributes = match (subject, &row.space) {
                (Subject::Spaces(_), Some(space)) => &view.space(space)?.attributes,
                _ => &view.game,
            };
            let value = attributes.track(&track.id)?;
            let (cell, (size, _)) = (row.cell(value), row.number_size_and_interval());
            nodes.push(rect_node(cell, 0.0, "reached"));
            nodes.push(number_node(cell, size.max(9.0), value, "light", true));
            let zone = track.zone(value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
            format!("{}: {value}{zone}", track.name)
        }
    };
    let (id, space) = (track.id.clone(), row.space.clone());
    Some(Node::Group { kind: GroupKind::Track, id, label, space, words: Vec::new(), nodes })
}

/// The id and name of a side, and its number on the track.
type SideValue<'a> = (&'a str, &'a str, i64);

/// Adds a small counter for each side in the cell of its number, and returns the label of the group.
fn side_markers(layout: &Layout, row: &TrackRow, view: &View, nodes: &mut Vec<Node>) -> Option<String> {
    let track = &layout.legend.tracks[row.track];
    let side_values: Vec<SideValue<'_>> = view
        .sides_in_play()
        .filter_map(|(side, seen)| Some((side.id.as_str(), side.name.as_str(), seen.attributes.track(&track.id)?)))
        .collect();
    let is_upright = row.is_upright();
    let (_, number_interval) = row.number_size_and_interval();
    // If every cell of a vertical row shows its number, the markers lie inside the cells.
    if is_upright && number_interval == 1 {
        markers_in_cells(layout, row, &side_values, nodes);
        return label(track, &side_values);
    }
    // The width across the row, and the place of a value along the row.
    let across = if is_upright { row.area[2] } else { row.area[3] };
    let along = |value: i64| {
        let [x, y] = middle(row.cell(value));
        if is_upright { y } else { x }
    };
    // Markers that would overlap lie side by side across the row, in at most four lanes.
    let mut lanes = 1;
    let (size, lane_of) = loop {
        let size = (across * 0.9 / f64::from(lanes)).min(layout.scene.piece);
        let mut lane_of: Vec<u32> = Vec::new();
        for (index, (.., value)) in side_values.iter().enumerate() {
            let is_near = |other: &usize| (along(side_values[*other].2) - along(*value)).abs() < size * 1.02;
            let taken: Vec<u32> = (0..index).filter(is_near).map(|other| lane_of[other]).collect();
            lane_of.push((0..).find(|lane| !taken.contains(lane)).unwrap_or(0));
        }
        let needed = lane_of.iter().max().map_or(1, |highest| highest + 1);
        if needed <= lanes || lanes == 4 {
            break (size, lane_of);
        }
        lanes = needed.min(4);
    };
    for (index, (side, _, value)) in side_values.iter().enumerate() {
        let [x, y] = middle(row.cell(*value));
        let offset =
            (f64::from(lane_of[index].min(lanes - 1)) + 0.5 - f64::from(lanes) / 2.0) * across / f64::from(lanes);
        let (dx, dy) = if is_upright { (offset, 0.0) } else { (0.0, offset) };
        let scale = Some(rounded(size / layout.scene.piece));
        let (x, y) = (rounded(x + dx), rounded(y + dy));
        nodes.push(Node::Use { id: side_symbol(side), x, y, scale, count: None });
    }
    label(track, &side_values)
}

/// Returns the label of the markers for screen readers, or `None` if there are no markers.
fn label(track: &Track, side_values: &[SideValue<'_>]) -> Option<String> {
    let words: Vec<String> = side_values.iter().map(|(_, name, value)| format!("{name} {value}")).collect();
    (!side_values.is_empty()).then(|| format!("{}: {}", track.name, words.join(", ")))
}

/// The width of the widest counter shape, relative to its size.
const WIDEST: f64 = 1.24;

/// Adds markers to a vertical row of cells, each marker inside the cell of its number. A single marker covers the
/// number. If several markers share a cell, the number moves to the left or up, or is left out if there is no room.
fn markers_in_cells(layout: &Layout, row: &TrackRow, side_values: &[SideValue<'_>], nodes: &mut Vec<Node>) {
    let piece = layout.scene.piece;
    let mut cells: Vec<(i64, Vec<&str>)> = Vec::new();
    for (side, _, value) in side_values {
        let number = row.shown_number(*value);
        match cells.iter_mut().find(|(cell, _)| *cell == number) {
            Some((_, sides)) => sides.push(side),
            None => cells.push((number, vec![side])),
        }
    }
    for (number, sides) in cells {
        let cell = row.cell(number);
        let mut free_area = inset(cell, 1.0);
        if sides.len() > 1 {
            nodes.push(rect_node(cell, 0.0, row.cell_style(number)));
            let (size, _) = row.number_size_and_interval();
            let [x, y, w, h] = free_area;
            // In a wide cell the number goes to the left of the markers, in a narrow cell above them.
            let number_width = text_width(&number.to_string(), size, false) + 4.0;
            let number_height = size.min(9.0) + 1.0;
            if w - number_width >= h * sides.len() as f64 * 0.8 {
                nodes.push(number_node([x, y, number_width, h], size, number, "quiet", false));
                free_area = [x + number_width, y, w - number_width, h];
            } else if h - number_height >= 11.0 {
                nodes.push(number_node([x, y, w, number_height], size.min(9.0), number, "quiet", false));
                free_area = [x, y + number_height, w, h - number_height];
            }
        }
        let (places, size) = arrange(free_area, piece, sides.len());
        for (side, [x, y]) in sides.into_iter().zip(places) {
            let scale = Some(rounded(size / piece));
            nodes.push(Node::Use { id: side_symbol(side), x: rounded(x), y: rounded(y), scale, count: None });
        }
    }
}

/// Arranges markers in a rectangle. Returns their centres, and the largest size that fits. `piece` limits the size.
fn arrange([x, y, w, h]: Rect, piece: f64, count: usize) -> (Vec<Point>, f64) {
    let size = |across: usize| {
        let down = count.div_ceil(across);
        ((w / across as f64).min(h / down as f64) / WIDEST).min(piece)
    };
    let across = (1..=count).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(1);
    let down = count.div_ceil(across);
    let place = |index: usize| {
        let (column, line) = ((index % across) as f64, (index / across) as f64);
        [x + w * (column + 0.5) / across as f64, y + h * (line + 0.5) / down as f64]
    };
    ((0..count).map(place).collect(), size(across))
}
