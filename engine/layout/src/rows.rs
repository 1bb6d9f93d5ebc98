//! Tracks as rows of numbers, and piles as slots for cards.

use crate::draw::{heading, rect_node, text_node};
use crate::measure::fit;
use crate::place::Label;
use crate::scene::{Anchor, Node};
use cardwright_content::sketch::{Canvas, PileAt, Rect, TrackAt};
use cardwright_view::{Legend, Track, Zone};

/// A track as a row of cells.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its number among the legend's tracks.
    pub(crate) track: usize,
    /// The id of the space whose it is.
    pub(crate) of: Option<String>,
    pub(crate) area: Rect,
    first: i64,
    cells: usize,
    zones: Vec<[i64; 2]>,
    pub(crate) name: Option<Label>,
}

impl Row {
    pub(crate) fn of(said: &TrackAt, legend: &Legend, canvas: &Canvas) -> Option<Row> {
        let track = legend.tracks.iter().position(|track| track.id == said.id)?;
        let own = &legend.tracks[track];
        let first = said.first.unwrap_or(own.min);
        let all = usize::try_from(own.max - first + 1).unwrap_or(1).clamp(1, 200);
        let zones = match said.zone {
            Some(zone) => vec![zone],
            None => shaded(own),
        };
        let of = said.of.as_ref().and_then(|id| legend.spaces.iter().find(|space| space.id == *id));
        let named = of.map_or_else(|| own.name.clone(), |space| format!("{}: {}", space.name, own.name));
        Some(Row {
            track,
            of: said.of.clone(),
            area: said.area,
            first,
            cells: said.cells.unwrap_or(all).clamp(1, 200),
            zones,
            name: heading(&said.name, &named, said.area, true, canvas.font),
        })
    }
    /// Whether its numbers run downwards.
    pub(crate) fn is_upright(&self) -> bool {
        self.area[3] > self.area[2]
    }
    /// The cell in which a number stands; what is beyond the last is in the last.
    pub(crate) fn cell(&self, number: i64) -> Rect {
        let at = (number - self.first).clamp(0, self.cells as i64 - 1) as f64;
        let [x, y, w, h] = self.area;
        let many = self.cells as f64;
        if self.is_upright() { [x, y + h * at / many, w, h / many] } else { [x + w * at / many, y, w / many, h] }
    }
    /// How large the numbers in the cells are, and after how many there is one.
    pub(crate) fn figures(&self) -> (f64, usize) {
        let [_, _, w, h] = self.cell(self.first);
        let widest = (self.first.unsigned_abs().max((self.first + self.cells as i64 - 1).unsigned_abs())).to_string();
        let size = fit(&widest, (h * 0.6).min(15.0), true, w - 3.0);
        if size >= 9.0 && self.cells <= 30 { (size, 1) } else { ((h * 0.42).min(12.0), 5) }
    }
    pub(crate) fn draw(&self, nodes: &mut Vec<Node>) {
        let (size, every) = self.figures();
        if every > 1 {
            return self.ruler(size, nodes);
        }
        for at in 0..self.cells {
            let number = self.first + at as i64;
            let cell = self.cell(number);
            nodes.push(rect_node(cell, 0.0, self.ground(number)));
            nodes.push(figure(cell, size, number, "quiet", false));
        }
    }
    /// The style of the cell of a number.
    pub(crate) fn ground(&self, number: i64) -> &'static str {
        let in_zone = self.zones.iter().any(|[from, to]| (*from..=*to).contains(&number));
        if in_zone { "cell-zone" } else { "cell" }
    }
    /// The number that the cell of a number shows: beyond the last it is the last.
    pub(crate) fn shown(&self, number: i64) -> i64 {
        number.clamp(self.first, self.first + self.cells as i64 - 1)
    }
    /// Cells too small for numbers: one rectangle, a line at each fifth number.
    fn ruler(&self, size: f64, nodes: &mut Vec<Node>) {
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
            let tick = |from, to| crate::draw::path_node(crate::geometry::line(from, to), "tick");
            let ends = match self.is_upright() {
                true => [([x, my], [x + 5.0, my]), ([x + w - 5.0, my], [x + w, my])],
                false => [([mx, y], [mx, y + 5.0]), ([mx, y + h - 5.0], [mx, y + h])],
            };
            nodes.extend(ends.map(|(from, to)| tick(from, to)));
            nodes.push(figure(cell, size, number, "quiet", false));
        }
    }
}

/// A number in the middle of a cell.
pub(crate) fn figure([x, y, w, h]: Rect, size: f64, number: i64, style: &str, bold: bool) -> Node {
    text_node([x + w / 2.0, y + h / 2.0 + size * 0.36], size, number.to_string(), Anchor::Middle, bold, style)
}

/// Zones worth a colour: not those of a track that is zones all over.
fn shaded(track: &Track) -> Vec<[i64; 2]> {
    let is_in = |number: i64| track.zones.iter().any(|zone| (zone.from..=zone.to).contains(&number));
    if (track.min..=track.max).take(200).all(is_in) {
        return Vec::new();
    }
    track.zones.iter().map(|Zone { from, to, .. }| [*from, *to]).collect()
}

/// Where the cards of a pile lie.
#[derive(Debug, Clone)]
pub(crate) struct Slots {
    /// The pile, as notation writes it.
    pub(crate) pile: String,
    pub(crate) area: Rect,
    pub(crate) slots: usize,
    pub(crate) name: Option<Label>,
}

impl Slots {
    pub(crate) fn of(said: &PileAt, legend: &Legend, canvas: &Canvas) -> Slots {
        let own = legend.piles.iter().find(|pile| pile.id == said.id);
        let owner = own.and_then(|pile| pile.side.as_deref()).and_then(|side| legend.side(side));
        let word = match owner {
            Some(side) => {
                let rest = said.id.strip_prefix(&side.id).unwrap_or(&said.id).trim_start();
                format!("{} {}", side.name, rest.replace('-', " "))
            }
            None => cardwright_view::title(&said.id.replace('-', " ")),
        };
        Slots {
            pile: said.id.clone(),
            area: said.area,
            slots: said.slots.max(1),
            name: heading(&said.name, &word, said.area, false, canvas.font),
        }
    }
    /// Where a card lies; what has no slot of its own lies in the last.
    pub(crate) fn slot(&self, at: usize) -> Rect {
        const GAP: f64 = 6.0;
        let [x, y, w, h] = self.area;
        let many = self.slots as f64;
        let wide = ((w - GAP * (many + 1.0)) / many).max(4.0);
        let at = at.min(self.slots - 1) as f64;
        [x + GAP + at * (wide + GAP), y + GAP, wide, (h - 2.0 * GAP).max(4.0)]
    }
    pub(crate) fn draw(&self, nodes: &mut Vec<Node>) {
        nodes.push(rect_node(self.area, 8.0, "slot"));
    }
}
