//! Markers on rows: one where the number is of the game or of a space, one for each side where it is of sides.

use crate::draw::rect_node;
use crate::geometry::middle;
use crate::layout::Layout;
use crate::number::rounded;
use crate::rows::{Row, figure};
use crate::scene::{Node, Of};
use cardwright_view::{Subject, View};

/// The name of the symbol of a side.
pub(crate) fn side_symbol(side: &str) -> String {
    format!("side:{side}")
}

/// The marker of a row, with the whole row to be felt.
pub(super) fn marker(layout: &Layout, row: &Row, view: &View) -> Option<Node> {
    let track = &layout.legend.tracks[row.track];
    let mut nodes = vec![rect_node(row.area, 0.0, "hit")];
    let label = match &track.of {
        Subject::Side => sides(layout, row, view, &mut nodes)?,
        of => {
            let kept = match (of, &row.of) {
                (Subject::Spaces(_), Some(space)) => &view.space(space)?.kept,
                _ => &view.game,
            };
            let value = kept.track(&track.id)?;
            let (cell, (size, _)) = (row.cell(value), row.figures());
            nodes.push(rect_node(cell, 0.0, "reached"));
            nodes.push(figure(cell, size.max(9.0), value, "light", true));
            let zone = track.zone(value).map(|zone| format!(", {}", zone.replace('-', " "))).unwrap_or_default();
            format!("{}: {value}{zone}", track.name)
        }
    };
    let (id, at) = (track.id.clone(), row.of.clone());
    Some(Node::Group { of: Of::Track, id, label, at, words: Vec::new(), nodes })
}

/// A small counter for each side in the cell of its number, those in one cell beside each other.
fn sides(layout: &Layout, row: &Row, view: &View, nodes: &mut Vec<Node>) -> Option<String> {
    let track = &layout.legend.tracks[row.track];
    let all: Vec<(&str, &str, i64)> = view
        .sides_in_play()
        .filter_map(|(side, seen)| Some((side.id.as_str(), side.name.as_str(), seen.kept.track(&track.id)?)))
        .collect();
    let is_upright = row.area[3] > row.area[2];
    let across = if is_upright { row.area[2] } else { row.area[3] };
    let along = |value: i64| {
        let [x, y] = middle(row.cell(value));
        if is_upright { y } else { x }
    };
    // Those that would hide each other lie side by side, in as many lanes as that takes.
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
        nodes.push(Node::Use { id: side_symbol(side), x, y, scale, n: None });
    }
    let words: Vec<String> = all.iter().map(|(_, name, value)| format!("{name} {value}")).collect();
    (!all.is_empty()).then(|| format!("{}: {}", track.name, words.join(", ")))
}
