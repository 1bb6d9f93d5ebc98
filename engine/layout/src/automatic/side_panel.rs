//! Places tracks and piles in a column to the right of the map.

use super::spacing::{GAP, MARGIN, tenths};
use cardwright_content::layout_file::{
    Background, BackgroundShape, Caption, LayoutFile, PilePlacement, Rect, TrackPlacement,
};
use cardwright_view::{Legend, Subject};

/// The width of the panel at scale 1.
const PANEL_WIDTH: f64 = 330.0;
/// The distance from one track to the next at scale 1.
const TRACK_DISTANCE: f64 = 58.0;

/// Adds the panel to the right of a map with these bounds, and sets the size of the canvas.
pub(super) fn add_side_panel(layout_file: &mut LayoutFile, legend: &Legend, [left, top, map_width, map_height]: Rect) {
    let tracks: Vec<&str> = (legend.tracks.iter())
        .filter(|track| matches!(track.subject, Subject::Game | Subject::Side))
        .map(|track| track.id.as_str())
        .collect();
    let piles: Vec<&str> = legend.piles.iter().filter(|pile| !pile.aside).map(|pile| pile.id.as_str()).collect();
    let bottom = top + map_height + MARGIN;
    let right = left + map_width + MARGIN;
    if tracks.is_empty() && piles.is_empty() {
        (layout_file.canvas.width, layout_file.canvas.height) = (tenths(right.max(100.0)), tenths(bottom.max(100.0)));
        return;
    }
    // The browser shrinks a large map to the screen, so the panel of a large map is larger.
    let scale = (bottom / 900.0).clamp(1.0, 2.4);
    let (panel_width, track_distance, font) = (PANEL_WIDTH * scale, TRACK_DISTANCE * scale, tenths(13.0 * scale));
    let x = right + GAP;
    let mut y = MARGIN + 12.0 * scale;
    for id in tracks {
        let area = [x, y, panel_width, 28.0 * scale].map(tenths);
        let (first, cells, zone, origin) = (None, None, None, None);
        let name = Caption { font: Some(font), ..Caption::default() };
        layout_file.tracks.push(TrackPlacement { id: id.into(), of: None, area, first, cells, zone, name, origin });
        y += track_distance;
    }
    y += GAP;
    const COLUMNS: usize = 3;
    let (card_w, card_h) = ((panel_width - GAP) / COLUMNS as f64 - GAP / 2.0, 86.0 * scale);
    for (index, id) in piles.iter().enumerate() {
        let (column, row) = ((index % COLUMNS) as f64, (index / COLUMNS) as f64);
        let area = [x + column * (card_w + GAP), y + row * (card_h + 1.7 * GAP * scale), card_w, card_h].map(tenths);
        let name = Caption { font: Some(tenths(11.0 * scale)), ..Caption::default() };
        layout_file.piles.push(PilePlacement { id: (*id).into(), area, slots: 1, name, origin: None });
    }
    let rows = piles.len().div_ceil(COLUMNS) as f64;
    let height = tenths(bottom.max(y + rows * (card_h + 1.7 * GAP * scale)).max(100.0));
    let width = tenths(x + panel_width + GAP);
    (layout_file.canvas.width, layout_file.canvas.height) = (width, height);
    let [panel_left, panel_right] = [tenths(right), width];
    let shape = vec![vec![[panel_left, 0.0], [panel_right, 0.0], [panel_right, height], [panel_left, height]]];
    layout_file.backgrounds.push(Background {
        id: None,
        style: Some("panel".into()),
        shape: BackgroundShape::Shape(shape),
    });
}
