//! Tracks, drawn as rows of cells, and piles, drawn as slots for cards.

use crate::placed_space::{LINE_HEIGHT, Label, anchor};
use crate::scene::{Anchor, Node, path_node, rect_node, text_node};
use crate::text_width::{fit_size, wrap_text};
use cardwright_content::layout_file::{Canvas, Caption, PilePlacement, Rect, TrackPlacement};
use cardwright_view::{Legend, Track, Zone};

/// A track, drawn as a row of numbered cells.
#[derive(Debug, Clone)]
pub(crate) struct TrackRow {
    /// The index of the track in the legend.
    pub(crate) track: usize,
    /// The id of the space that the track belongs to, if it is a track of a space.
    pub(crate) space: Option<String>,
    pub(crate) area: Rect,
    /// The number of the first cell.
    first: i64,
    /// The number of cells.
    cells: usize,
    /// The first and last number of each shaded zone.
    zones: Vec<[i64; 2]>,
    pub(crate) name: Option<Label>,
}

impl TrackRow {
    pub(crate) fn new(placement: &TrackPlacement, legend: &Legend, canvas: &Canvas) -> Option<TrackRow> {
        let track = legend.tracks.iter().position(|track| track.id == placement.id)?;
        let definition = &legend.tracks[track];
        let first = placement.first.unwrap_or(definition.min);
        let all_cells = usize::try_from(definition.max - first + 1).unwrap_or(1).clamp(1, 200);
        let zones = match placement.zone {
            Some(zone) => vec![zone],
            None => shaded_zones(definition),
        };
        let space = placement.of.as_ref().and_then(|id| legend.spaces.iter().find(|space| space.id == *id));
        let full_name =
            space.map_or_else(|| definition.name.clone(), |space| format!("{}: {}", space.name, definition.name));
        Some(TrackRow {
            track,
            space: placement.of.clone(),
            area: placement.area,
            first,
            cells: placement.cells.unwrap_or(all_cells).clamp(1, 200),
            zones,
            name: heading(&placement.name, &full_name, placement.area, true, canvas.font),
        })
    }
    /// Whether the row is vertical.
    pub(crate) fn is_upright(&self) -> bool {
        self.area[3] > self.area[2]
    }
    /// Returns the cell of a number. Numbers beyond the ends use the first or last cell.
    pub(crate) fn cell(&self, number: i64) -> Rect {
        let index = (number - self.first).clamp(0, self.cells as i64 - 1) as f64;
        let [x, y, w, h] = self.area;
        let count = self.cells as f64;
        if self.is_upright() {
            [x, y + h * index / count, w, h / count]
        } else {
            [x + w * index / count, y, w / count, h]
        }
    }
    /// Returns the font size of the numbers, and their interval. Interval 1 prints every number, interval 5 every
    /// fifth.
    pub(crate) fn number_size_and_interval(&self) -> (f64, usize) {
        let [_, _, w, h] = self.cell(self.first);
        let widest = (self.first.unsigned_abs().max((self.first + self.cells as i64 - 1).unsigned_abs())).to_string();
        let size = fit_size(&widest, (h * 0.6).min(15.0), true, w - 3.0);
        if size >= 9.0 && self.cells <= 30 { (size, 1) } else { ((h * 0.42).min(12.0), 5) }
    }
    pub(crate) fn draw(&self, nodes: &mut Vec<Node>) {
        let (size, every) = self.number_size_and_interval();
        if every > 1 {
            return self.draw_ruler(size, nodes);
        }
        for index in 0..self.cells {
            let number = self.first + index as i64;
            let cell = self.cell(number);
            nodes.push(rect_node(cell, 0.0, self.cell_style(number)));
            nodes.push(number_node(cell, size, number, "quiet", false));
        }
    }
    /// Returns the style of the cell of a number.
    pub(crate) fn cell_style(&self, number: i64) -> &'static str {
        let in_zone = self.zones.iter().any(|[from, to]| (*from..=*to).contains(&number));
        if in_zone { "cell-zone" } else { "cell" }
    }
    /// Returns the number that is printed on the cell of a number. Numbers beyond the ends use the first or last cell.
    pub(crate) fn shown_number(&self, number: i64) -> i64 {
        number.clamp(self.first, self.first + self.cells as i64 - 1)
    }
    /// Draws a row whose cells are too small for numbers. The row becomes one rectangle with a tick at every fifth
    /// number.
    fn draw_ruler(&self, size: f64, nodes: &mut Vec<Node>) {
        nodes.push(rect_node(self.area, 4.0, "cell"));
        let last = self.first + self.cells as i64 - 1;
        for [from, to] in self.zones.iter().map(|[from, to]| [(*from).max(self.first), (*to).min(last)]) {
            let ([x, y, ..], [u, v, w, h]) = (self.cell(from), self.cell(to));
            if from <= to {
                nodes.push(rect_node([x, y, u + w - x, v + h - y], 0.0, "cell-zone"));
            }
        }
        for number in (self.first..=last).filter(|number| number.rem_euclid(5) == 0) {
            let cell = self.cell(number);
            let ([x, y, w, h], [mx, my]) = (cell, crate::geometry::middle(cell));
            let tick = |from, to| path_node(crate::geometry::line(from, to), "tick");
            let ends = match self.is_upright() {
                true => [([x, my], [x + 5.0, my]), ([x + w - 5.0, my], [x + w, my])],
                false => [([mx, y], [mx, y + 5.0]), ([mx, y + h - 5.0], [mx, y + h])],
            };
            nodes.extend(ends.map(|(from, to)| tick(from, to)));
            nodes.push(number_node(cell, size, number, "quiet", false));
        }
    }
}

/// Creates the text of a number in the centre of a cell. A digit is about 0.72 times as high as its font size, so the
/// baseline lies 0.36 times the size below the centre.
pub(crate) fn number_node([x, y, w, h]: Rect, size: f64, number: i64, style: &str, bold: bool) -> Node {
    text_node([x + w / 2.0, y + h / 2.0 + size * 0.36], size, number.to_string(), Anchor::Middle, bold, style)
}

/// Returns the zones to shade. If zones cover the whole track, no zone is shaded.
fn shaded_zones(track: &Track) -> Vec<[i64; 2]> {
    let is_in = |number: i64| track.zones.iter().any(|zone| (zone.from..=zone.to).contains(&number));
    if (track.min..=track.max).take(200).all(is_in) {
        return Vec::new();
    }
    track.zones.iter().map(|Zone { from, to, .. }| [*from, *to]).collect()
}

/// A pile, drawn as slots for its cards.
#[derive(Debug, Clone)]
pub(crate) struct PileSlots {
    /// The pile in position notation.
    pub(crate) pile: String,
    pub(crate) area: Rect,
    pub(crate) slots: usize,
    pub(crate) name: Option<Label>,
}

impl PileSlots {
    pub(crate) fn new(placement: &PilePlacement, legend: &Legend, canvas: &Canvas) -> PileSlots {
        let definition = legend.piles.iter().find(|pile| pile.id == placement.id);
        let owner = definition.and_then(|pile| pile.side.as_deref()).and_then(|side| legend.side(side));
        let default_name = match owner {
            Some(side) => {
                let rest = placement.id.strip_prefix(&side.id).unwrap_or(&placement.id).trim_start();
                format!("{} {}", side.name, rest.replace('-', " "))
            }
            None => cardwright_view::title(&placement.id.replace('-', " ")),
        };
        PileSlots {
            pile: placement.id.clone(),
            area: placement.area,
            slots: placement.slots.max(1),
            name: heading(&placement.name, &default_name, placement.area, false, canvas.font),
        }
    }
    /// Returns the rectangle of a card. Cards beyond the last slot lie in the last slot.
    pub(crate) fn slot(&self, index: usize) -> Rect {
        const GAP: f64 = 6.0;
        let [x, y, w, h] = self.area;
        let count = self.slots as f64;
        let width = ((w - GAP * (count + 1.0)) / count).max(4.0);
        let column = index.min(self.slots - 1) as f64;
        [x + GAP + column * (width + GAP), y + GAP, width, (h - 2.0 * GAP).max(4.0)]
    }
    pub(crate) fn draw(&self, nodes: &mut Vec<Node>) {
        nodes.push(rect_node(self.area, 8.0, "slot"));
    }
}

/// Returns the heading of a track or pile. The heading lies above the track or pile unless the layout gives its place.
/// An empty text means no heading. `is_row` says whether the heading belongs to a track.
fn heading(name: &Caption, default_text: &str, [x, y, w, _]: [f64; 4], is_row: bool, font: f64) -> Option<Label> {
    let text = name.text.clone().unwrap_or_else(|| default_text.to_owned());
    if text.is_empty() {
        return None;
    }
    let size = name.font.unwrap_or((font * 0.8).clamp(12.0, 17.0));
    let is_default = name.text.is_none() && name.label.is_none() && !is_row;
    let lines: Vec<String> = match is_default {
        true => wrap_text(&text, size, true, w + 14.0, 2),
        false => text.split('\n').map(str::to_owned).collect(),
    };
    let default_anchor = if is_row { Anchor::Start } else { Anchor::Middle };
    let text_anchor = name.anchor.map_or(default_anchor, anchor);
    let left = match text_anchor {
        Anchor::Start => x,
        Anchor::Middle => x + w / 2.0,
        Anchor::End => x + w,
    };
    let height = LINE_HEIGHT * size * lines.len().saturating_sub(1) as f64;
    let position = name.label.unwrap_or([left, y - 0.45 * size - height]);
    Some(Label { at: position, lines, size, anchor: text_anchor, bold: true, has_halo: true })
}
