//! Tracks as bars. Zones have a colour and a texture; the zone of the current value is also named.

use super::paint::Page;
use cardwright_view::Track;

/// Cells of the longest bar.
const LONGEST: i64 = 20;

/// `▓▓▓██·· 5`: the cells of a track, its value and the zone of the value.
pub(crate) fn bar(page: Page, track: &Track, value: i64) -> String {
    let first = if track.min == 0 { 1 } else { track.min };
    let cells = track.max - first + 1;
    let mut out = String::new();
    if (1..=LONGEST).contains(&cells) {
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
    if cells > LONGEST {
        out.push_str(&page.dim(&format!(" of {}", track.max)));
    }
    out
}

/// The value and its zone, if any: `3 red`.
pub(crate) fn number(page: Page, track: &Track, value: i64) -> String {
    match track.zone(value) {
        Some(zone) => page.named(zone, &format!("{value} {zone}")),
        None => value.to_string(),
    }
}
