//! Distances of an automatic layout, in canvas units.

/// The margin around the map.
pub(super) const MARGIN: f64 = 36.0;
/// The gap between neighbouring boxes, tracks or piles.
pub(super) const GAP: f64 = 22.0;

/// Rounds to tenths, so that the layout file has short numbers.
pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
