//! Where so many counters lie in a rectangle: in rows, as large as they may be.

use cardwright_content::sketch::{Point, Rect};

/// From one counter to the next, as a share of its size.
const PITCH: f64 = 1.14;
/// Smaller they are not drawn: they lie over each other instead.
const LEAST: f64 = 0.42;

/// The middles of so many counters, row by row, and how large they are drawn.
pub(crate) fn packed([x, y, w, h]: Rect, size: f64, many: usize) -> (Vec<Point>, f64) {
    if many == 0 {
        return (Vec::new(), 1.0);
    }
    let columns = |scale: f64| ((w / (size * scale * PITCH)) + 1e-9) as usize;
    let rows = |scale: f64| ((h / (size * scale * PITCH)) + 1e-9) as usize;
    let fits = |scale: &f64| columns(*scale) * rows(*scale) >= many;
    let scale = (0..=58).map(|step| 1.0 - f64::from(step) / 100.0).find(fits).unwrap_or(LEAST);
    let (across, down) = (columns(scale).max(1), rows(scale).max(1));
    let lines = many.div_ceil(across);
    // What does not fit lies closer, each over the one before.
    let is_tight = lines > down;
    let lines = if is_tight { down } else { lines };
    let each = many.div_ceil(lines);
    let pitch = size * scale * PITCH;
    // The outermost stay within as well.
    let close = (w - size * scale).max(0.0) / each.saturating_sub(1).max(1) as f64;
    let (cell_w, cell_h) = (if is_tight { close } else { pitch }, (h / lines as f64).min(pitch));
    let middle = |at: usize| {
        let (line, column) = (at / each, at % each);
        let in_line = each.min(many - line * each);
        let left = x + w / 2.0 - cell_w * in_line as f64 / 2.0;
        let top = y + h / 2.0 - cell_h * lines as f64 / 2.0;
        [left + cell_w * (column as f64 + 0.5), top + cell_h * (line as f64 + 0.5)]
    };
    ((0..many).map(middle).collect(), scale)
}

#[cfg(test)]
mod tests {
    use super::{LEAST, packed};

    #[test]
    fn few_are_large_many_are_small_and_all_stay_within() {
        let room = [10.0, 20.0, 200.0, 80.0];
        let mut before = 1.0;
        for many in 1..60 {
            let (places, scale) = packed(room, 34.0, many);
            assert_eq!(places.len(), many);
            assert!(scale <= before && scale >= LEAST, "{many}: {scale} after {before}");
            before = scale;
            let half = 17.0 * scale;
            for [x, y] in places {
                assert!(
                    x - half >= 9.9 && x + half <= 210.1 && y - half >= 19.9 && y + half <= 100.1,
                    "{many}: {x} {y}"
                );
            }
        }
        assert_eq!(packed(room, 34.0, 5).1, 1.0);
        assert!(packed(room, 34.0, 0).0.is_empty());
    }

    #[test]
    fn none_hides_another_while_there_is_room() {
        for many in 1..40 {
            let (places, scale) = packed([0.0, 0.0, 200.0, 80.0], 34.0, many);
            for (at, one) in places.iter().enumerate() {
                for other in &places[at + 1..] {
                    let far = (one[0] - other[0]).abs().max((one[1] - other[1]).abs());
                    assert!(far >= 34.0 * scale, "{many}: {one:?} {other:?}");
                }
            }
        }
    }
}
