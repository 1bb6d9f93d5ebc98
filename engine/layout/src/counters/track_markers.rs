//! Markers on track rows: one for a track of the game or of a space, one for each side for a track of sides.

use crate::draw::rect_node;
use crate::geometry::{inset, middle};
use crate::layout::Layout;
use crate::number_format::rounded;
use crate::scene::{GroupKind, Node};
use crate::text_width::text_width;
use crate::tracks_and_piles::{TrackRow, number_node};
use cardwright_content::layout_file::{Point, Rect};
use cardwright_view::{Subject, Track, View};

/// The name of a side's symbol.
pub(crate) fn side_symbol(side: &str) -> String {
    format!("side:{side}")
}

/// The group of a row's markers, with an invisible rectangle that makes the whole row clickable.
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
            let (cell, (size, _)) = (row.cell(value), row.number_size());
            nodes.push(rect_node(cell, 0.0, "reached"));
            nodes.push(number_node(cell, size.max(9.0), value, "light", true));
            let zone = track.zone(value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
            format!("{}: {value}{zone}", track.name)
        }
    };
    let (id, space) = (track.id.clone(), row.space.clone());
    Some(Node::Group { kind: GroupKind::Track, id, label, space, words: Vec::new(), nodes })
}

/// The id and name of a side, and its number.
type SideValue<'a> = (&'a str, &'a str, i64);

/// Adds a small counter for each side in the cell of its number, and returns the label of the group.
fn side_markers(layout: &Layout, row: &TrackRow, view: &View, nodes: &mut Vec<Node>) -> Option<String> {
    let track = &layout.legend.tracks[row.track];
    let all: Vec<SideValue<'_>> = view
        .sides_in_play()
        .filter_map(|(side, seen)| Some((side.id.as_str(), side.name.as_str(), seen.attributes.track(&track.id)?)))
        .collect();
    let is_upright = row.is_upright();
    let (_, every) = row.number_size();
    if is_upright && every == 1 {
        markers_in_cells(layout, row, &all, nodes);
        return label(track, &all);
    }
    let across = if is_upright { row.area[2] } else { row.area[3] };
    let along = |value: i64| {
        let [x, y] = middle(row.cell(value));
        if is_upright { y } else { x }
    };
    // Markers that would overlap go into different lanes, at most four.
    let mut lanes = 1;
    let (size, lane) = loop {
        let size = (across * 0.9 / f64::from(lanes)).min(layout.scene.piece);
        let mut lane: Vec<u32> = Vec::new();
        for (at, (.., value)) in all.iter().enumerate() {
            let near = |other: &usize| (along(all[*other].2) - along(*value)).abs() < size * 1.02;
            let taken: Vec<u32> = (0..at).filter(near).map(|other| lane[other]).collect();
            lane.push((0..).find(|own| !taken.contains(own)).unwrap_or(0));
        }
        let most = lane.iter().max().map_or(1, |most| most + 1);
        if most <= lanes || lanes == 4 {
            break (size, lane);
        }
        lanes = most.min(4);
    };
    for (at, (side, _, value)) in all.iter().enumerate() {
        let [x, y] = middle(row.cell(*value));
        let off = (f64::from(lane[at].min(lanes - 1)) + 0.5 - f64::from(lanes) / 2.0) * across / f64::from(lanes);
        let (dx, dy) = if is_upright { (off, 0.0) } else { (0.0, off) };
        let scale = Some(rounded(size / layout.scene.piece));
        let (x, y) = (rounded(x + dx), rounded(y + dy));
        nodes.push(Node::Use { id: side_symbol(side), x, y, scale, count: None });
    }
    label(track, &all)
}

/// The label of markers for screen readers.
fn label(track: &Track, all: &[SideValue<'_>]) -> Option<String> {
    let words: Vec<String> = all.iter().map(|(_, name, value)| format!("{name} {value}")).collect();
    (!all.is_empty()).then(|| format!("{}: {}", track.name, words.join(", ")))
}

/// The width of the widest counter shape, relative to its size.
const WIDEST: f64 = 1.24;

/// Adds markers to a vertical row, each inside the cell of its number. A single marker covers the number. If several
/// markers share a cell, the number moves to the left or up, or is left out if there is no room.
fn markers_in_cells(layout: &Layout, row: &TrackRow, all: &[SideValue<'_>], nodes: &mut Vec<Node>) {
    let piece = layout.scene.piece;
    let mut cells: Vec<(i64, Vec<&str>)> = Vec::new();
    for (side, _, value) in all {
        let number = row.shown_number(*value);
        match cells.iter_mut().find(|(cell, _)| *cell == number) {
            Some((_, sides)) => sides.push(side),
            None => cells.push((number, vec![side])),
        }
    }
    for (number, sides) in cells {
        let cell = row.cell(number);
        let mut room = inset(cell, 1.0);
        if sides.len() > 1 {
            nodes.push(rect_node(cell, 0.0, row.cell_style(number)));
            let (size, _) = row.number_size();
            let [x, y, w, h] = room;
            // The number goes to the left in a wide cell, or else above.
            let beside = text_width(&number.to_string(), size, false) + 4.0;
            let above = size.min(9.0) + 1.0;
            if w - beside >= h * sides.len() as f64 * 0.8 {
                nodes.push(number_node([x, y, beside, h], size, number, "quiet", false));
                room = [x + beside, y, w - beside, h];
            } else if h - above >= 11.0 {
                nodes.push(number_node([x, y, w, above], size.min(9.0), number, "quiet", false));
                room = [x, y + above, w, h - above];
            }
        }
        let (places, size) = arrange(room, piece, sides.len());
        for (side, [x, y]) in sides.into_iter().zip(places) {
            let scale = Some(rounded(size / piece));
            nodes.push(Node::Use { id: side_symbol(side), x: rounded(x), y: rounded(y), scale, count: None });
        }
    }
}

/// The centres of some markers in a rectangle, and the largest size that fits.
fn arrange([x, y, w, h]: Rect, piece: f64, count: usize) -> (Vec<Point>, f64) {
    let size = |across: usize| {
        let down = count.div_ceil(across);
        ((w / across as f64).min(h / down as f64) / WIDEST).min(piece)
    };
    let across = (1..=count).max_by(|one, other| size(*one).total_cmp(&size(*other))).unwrap_or(1);
    let down = count.div_ceil(across);
    let place = |at: usize| {
        let (column, line) = ((at % across) as f64, (at / across) as f64);
        [x + w * (column + 0.5) / across as f64, y + h * (line + 0.5) / down as f64]
    };
    ((0..count).map(place).collect(), size(across))
}
