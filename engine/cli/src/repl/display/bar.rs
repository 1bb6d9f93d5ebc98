//! Draws tracks as bars. A zone has a colour and a texture. A text names the zone of the current value.

use super::paint::Page;
use cardwright_view::Track;

/// The most cells of a bar. Longer tracks are shown as numbers.
const MAX_CELLS: i64 = 20;

/// Draws a track as a bar with its value and the zone of the value: `▓▓▓██·· 5`.
pub(crate) fn bar(page: Page, track: &Track, value: i64) -> String {
    // The value 0 has no cell: at 0 a bar is empty.
    let first = if track.min == 0 { 1 } else { track.min };
    let cells = track.max - first + 1;
    let mut out = String::new();
    if (1..=MAX_CELLS).contains(&cells) {
        for n in first..=track.max {
            let zone = track.zone(n);
            let cell = match (n <= value, zone.is_some()) {
                (true, true) => "▓",
                (true, false) => "█",
                (false, true) => "░",
                (false, false) => "·",
            };
            out.push_str(&match zone {
                Some(zone) => page.named(zone, cell),
                None if n <= value => cell.to_owned(),
                None => page.dim(cell),
            });
        }
        out.push(' ');
    }
    out.push_str(&number(page, track, value));
    if cells > MAX_CELLS {
        out.push_str(&page.dim(&format!(" of {}", track.max)));
    }
    out
}

/// Returns the value with the name of its zone, if it is in a zone: `3 red`.
pub(crate) fn number(page: Page, track: &Track, value: i64) -> String {
    match track.zone(value) {
        Some(zone) => page.named(zone, &format!("{value} {zone}")),
        None => value.to_string(),
    }
}
