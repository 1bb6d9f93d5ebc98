//! Packs counters into a rectangle: in rows, as large as possible.

use cardwright_content::layout_file::{Point, Rect};

/// The distance that counters keep from the edges of their room, relative to their size. Counters that do not fit have no
/// such distance.
pub(crate) const COUNTER_GAP: f64 = 0.07;
/// The distance between the centres of neighbouring counters, relative to their size.
const PITCH: f64 = 1.0 + 2.0 * COUNTER_GAP;
/// The smallest scale. Counters that still do not fit overlap.
const MIN_SCALE: f64 = 0.42;

/// Returns the centres of `count` counters, row by row, and the scale of the counters. `size` is the size at scale 1.
pub(crate) fn pack([x, y, w, h]: Rect, size: f64, count: usize) -> (Vec<Point>, f64) {
    if count == 0 {
        return (Vec::new(), 1.0);
    }
    let columns = |scale: f64| ((w / (size * scale * PITCH)) + 1e-9) as usize;
    let rows = |scale: f64| ((h / (size * scale * PITCH)) + 1e-9) as usize;
    let fits = |scale: &f64| columns(*scale) * rows(*scale) >= count;
    // Try the scales from 1 down to `MIN_SCALE`.
    let scale = (0..=58).map(|step| 1.0 - f64::from(step) / 100.0).find(fits).unwrap_or(MIN_SCALE);
    let (across, down) = (columns(scale).max(1), rows(scale).max(1));
    let lines = count.div_ceil(across);
    // Counters that do not fit move closer together and overlap.
    let is_tight = lines > down;
    let lines = if is_tight { down } else { lines };
    let per_line = count.div_ceil(lines);
    let pitch = size * scale * PITCH;
    // The distance between the centres at which the outermost counters still lie inside the rectangle.
    let tight_pitch = (w - size * scale).max(0.0) / per_line.saturating_sub(1).max(1) as f64;
    let (cell_w, cell_h) = (if is_tight { tight_pitch } else { pitch }, (h / lines as f64).min(pitch));
    let centre = |index: usize| {
        let (line, column) = (index / per_line, index % per_line);
        let counters_in_line = per_line.min(count - line * per_line);
        let left = x + w / 2.0 - cell_w * counters_in_line as f64 / 2.0;
        let top = y + h / 2.0 - cell_h * lines as f64 / 2.0;
        [left + cell_w * (column as f64 + 0.5), top + cell_h * (line as f64 + 0.5)]
    };
    ((0..count).map(centre).collect(), scale)
}

#[cfg(test)]
mod tests {
    use super::{MIN_SCALE, pack};

    #[test]
    fn more_counters_are_smaller_and_all_stay_inside() {
        let area = [10.0, 20.0, 200.0, 80.0];
        let mut before = 1.0;
        for count in 1..60 {
            let (places, scale) = pack(area, 34.0, count);
            assert_eq!(places.len(), count);
            assert!(scale <= before && scale >= MIN_SCALE, "{count}: {scale} after {before}");
            before = scale;
            let half = 17.0 * scale;
            for [x, y] in places {
                assert!(
                    x - half >= 9.9 && x + half <= 210.1 && y - half >= 19.9 && y + half <= 100.1,
                    "{count}: {x} {y}"
                );
            }
        }
        assert_eq!(pack(area, 34.0, 5).1, 1.0);
        assert!(pack(area, 34.0, 0).0.is_empty());
    }

    #[test]
    fn counters_do_not_overlap_while_there_is_room() {
        for count in 1..40 {
            let (places, scale) = pack([0.0, 0.0, 200.0, 80.0], 34.0, count);
            for (index, first) in places.iter().enumerate() {
                for second in &places[index + 1..] {
                    let distance = (first[0] - second[0]).abs().max((first[1] - second[1]).abs());
                    assert!(distance >= 34.0 * scale, "{count}: {first:?} {second:?}");
                }
            }
        }
    }
}
