//! Places tracks and piles in a column to the right of the map.

use super::{GAP, MARGIN, tenths};
use cardwright_content::layout_file::{
    Background, BackgroundShape, Caption, LayoutFile, PilePlacement, Rect, TrackPlacement,
};
use cardwright_view::{Legend, Subject};

const WIDE: f64 = 330.0;
/// The distance from one track to the next.
const ROW: f64 = 58.0;

/// Adds the column and sets the size of the canvas.
pub(super) fn add_side_panel(layout_file: &mut LayoutFile, legend: &Legend, [left, top, across, high]: Rect) {
    let rows: Vec<&str> = (legend.tracks.iter())
        .filter(|track| matches!(track.subject, Subject::Game | Subject::Side))
        .map(|track| track.id.as_str())
        .collect();
    let piles: Vec<&str> = legend.piles.iter().filter(|pile| !pile.aside).map(|pile| pile.id.as_str()).collect();
    let bottom = top + high + MARGIN;
    let right = left + across + MARGIN;
    if rows.is_empty() && piles.is_empty() {
        (layout_file.canvas.width, layout_file.canvas.height) = (tenths(right.max(100.0)), tenths(bottom.max(100.0)));
        return;
    }
    // A large map is shown smaller, so enlarge its panel.
    let k = (bottom / 900.0).clamp(1.0, 2.4);
    let (wide, row, font) = (WIDE * k, ROW * k, tenths(13.0 * k));
    let x = right + GAP;
    let mut y = MARGIN + 12.0 * k;
    for id in rows {
        let area = [x, y, wide, 28.0 * k].map(tenths);
        let (first, cells, zone, origin) = (None, None, None, None);
        let name = Caption { font: Some(font), ..Caption::default() };
        layout_file.tracks.push(TrackPlacement { id: id.into(), of: None, area, first, cells, zone, name, origin });
        y += row;
    }
    y += GAP;
    const ACROSS: usize = 3;
    let (card_w, card_h) = ((wide - GAP) / ACROSS as f64 - GAP / 2.0, 86.0 * k);
    for (at, id) in piles.iter().enumerate() {
        let (column, row) = ((at % ACROSS) as f64, (at / ACROSS) as f64);
        let area = [x + column * (card_w + GAP), y + row * (card_h + 1.7 * GAP * k), card_w, card_h].map(tenths);
        let name = Caption { font: Some(tenths(11.0 * k)), ..Caption::default() };
        layout_file.piles.push(PilePlacement { id: (*id).into(), area, slots: 1, name, origin: None });
    }
    let lines = piles.len().div_ceil(ACROSS) as f64;
    let height = tenths(bottom.max(y + lines * (card_h + 1.7 * GAP * k)).max(100.0));
    let width = tenths(x + wide + GAP);
    (layout_file.canvas.width, layout_file.canvas.height) = (width, height);
    let [l, r] = [tenths(right), width];
    let shape = vec![vec![[l, 0.0], [r, 0.0], [r, height], [l, height]]];
    layout_file.backgrounds.push(Background {
        id: None,
        style: Some("panel".into()),
        shape: BackgroundShape::Shape(shape),
    });
}
