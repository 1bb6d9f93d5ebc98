//! Markers on rows: one where the number is of the game or of a space, one for each side where it is of sides.

use crate::draw::rect_node;
use crate::geometry::{inset, middle};
use crate::layout::Layout;
use crate::measure::width;
use crate::number::rounded;
use crate::rows::{Row, figure};
use crate::scene::{Node, Of};
use cardwright_content::sketch::{Point, Rect};
use cardwright_view::{Subject, Track, View};

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

/// A side's id, its name, and its number.
type Marked<'a> = (&'a str, &'a str, i64);

/// A small counter for each side in the cell of its number, those in one cell beside each other.
fn sides(layout: &Layout, row: &Row, view: &View, nodes: &mut Vec<Node>) -> Option<String> {
    let track = &layout.legend.tracks[row.track];
    let all: Vec<Marked<'_>> = view
        .sides_in_play()
        .filter_map(|(side, seen)| Some((side.id.as_str(), side.name.as_str(), seen.kept.track(&track.id)?)))
        .collect();
    let is_upright = row.is_upright();
    let (_, every) = row.figures();
    if is_upright && every == 1 {
        in_cells(layout, row, &all, nodes);
        return told(track, &all);
    }
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
    told(track, &all)
}

/// What a screen reader says of markers.
fn told(track: &Track, all: &[Marked<'_>]) -> Option<String> {
    let words: Vec<String> = all.iter().map(|(_, name, value)| format!("{name} {value}")).collect();
    (!all.is_empty()).then(|| format!("{}: {}", track.name, words.join(", ")))
}

/// The widest shape of a counter, as a share of its size.
const WIDEST: f64 = 1.24;

/// Markers of a row whose numbers run downwards, each within the cell of its number. One alone covers the number; where
/// several share a cell, the number moves aside, or gives way where there is no room for it.
fn in_cells(layout: &Layout, row: &Row, all: &[Marked<'_>], nodes: &mut Vec<Node>) {
    let piece = layout.scene.piece;
    let mut cells: Vec<(i64, Vec<&str>)> = Vec::new();
    for (side, _, value) in all {
        let number = row.shown(*value);
        match cells.iter_mut().find(|(of, _)| *of == number) {
            Some((_, sides)) => sides.push(side),
            None => cells.push((number, vec![side])),
        }
    }
    for (number, sides) in cells {
        let cell = row.cell(number);
        let mut room = inset(cell, 1.0);
        if sides.len() > 1 {
            nodes.push(rect_node(cell, 0.0, row.ground(number)));
            let (size, _) = row.figures();
            let [x, y, w, h] = room;
            // Beside them in a wide cell, else above them.
            let beside = width(&number.to_string(), size, false) + 4.0;
            let above = size.min(9.0) + 1.0;
            if w - beside >= h * sides.len() as f64 * 0.8 {
                nodes.push(figure([x, y, beside, h], size, number, "quiet", false));
                room = [x + beside, y, w - beside, h];
            } else if h - above >= 11.0 {
                nodes.push(figure([x, y, w, above], size.min(9.0), number, "quiet", false));
                room = [x, y + above, w, h - above];
            }
        }
        let (places, size) = lined(room, piece, sides.len());
        for (side, [x, y]) in sides.into_iter().zip(places) {
            let scale = Some(rounded(size / piece));
            nodes.push(Node::Use { id: side_symbol(side), x: rounded(x), y: rounded(y), scale, n: None });
        }
    }
}

/// Places for so many markers within a rectangle, as large as they may be.
fn lined([x, y, w, h]: Rect, piece: f64, many: usize) -> (Vec<Point>, f64) {
    let size = |across: usize| {
        let down = many.div_ceil(across);
        ((w / across as f64).min(h / down as f64) / WIDEST).min(piece)
    };
    let across = (1..=many).max_by(|one, other| size(*one).total_cmp(&size(*other))).unwrap_or(1);
    let down = many.div_ceil(across);
    let place = |at: usize| {
        let (column, line) = ((at % across) as f64, (at / across) as f64);
        [x + w * (column + 0.5) / across as f64, y + h * (line + 0.5) / down as f64]
    };
    ((0..many).map(place).collect(), size(across))
}
