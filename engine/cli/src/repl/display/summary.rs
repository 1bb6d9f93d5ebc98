//! Draws the summary of a game: actions, pieces and tracks of each side, and small charts of numbers over time.

use super::paint::{Page, capital, clip, flow, pad, width};
use crate::out::counted;
use cardwright_view::{NumberSeries, PieceTotals, SideSummary, Summary, TrackTotals};

/// The characters for the columns of a chart, from the lowest to the highest.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the whole summary; empty if nothing happened.
pub(crate) fn summary(page: Page, summary: &Summary) -> Vec<String> {
    let ids = || summary.sides.iter().map(|side| side.id.as_str());
    let mut out = Vec::new();
    for side in &summary.sides {
        let lines = side_lines(page, side);
        if !lines.is_empty() {
            out.push(page.side(ids(), &side.id, &side.name));
            out.extend(lines);
        }
    }
    out.extend(charts(page, summary));
    out
}

fn side_lines(page: Page, side: &SideSummary) -> Vec<String> {
    let actions: Vec<String> = side.actions.iter().map(|action| format!("{} {}", action.what, action.times)).collect();
    let piece = |totals: &PieceTotals| {
        (format!("{} {}", totals.name, change(totals.came, totals.went)), totals.came + totals.went)
    };
    let track = |totals: &TrackTotals| {
        (format!("{} {}", totals.name, change(totals.gained, totals.lost)), totals.gained + totals.lost)
    };
    let changed = |parts: Vec<(String, u64)>| -> Vec<String> {
        parts.into_iter().filter(|(_, amount)| *amount > 0).map(|(text, _)| text).collect()
    };
    let pieces = changed(side.pieces.iter().map(piece).collect());
    let tracks = changed(side.tracks.iter().map(track).collect());
    let line = |head: &str, parts: &[String]| match parts {
        [] => Vec::new(),
        parts => flow(head, 10, parts, " · ", page.width),
    };
    [line("  actions", &actions), line("  pieces", &pieces), line("  tracks", &tracks)].concat()
}

/// Returns a text such as `+12 −4`.
fn change(gained: u64, lost: u64) -> String {
    match (gained, lost) {
        (gained, 0) => format!("+{gained}"),
        (0, lost) => format!("−{lost}"),
        (gained, lost) => format!("+{gained} −{lost}"),
    }
}

/// Draws a chart for each number that changed. The charts of one number for several sides have the same scale.
fn charts(page: Page, summary: &Summary) -> Vec<String> {
    let has_changed = |series: &&NumberSeries| series.values.iter().any(|value| *value != series.values[0]);
    let changed: Vec<&NumberSeries> = summary.series.iter().filter(has_changed).collect();
    let label =
        |series: &NumberSeries| if series.whose.is_empty() { "the game".to_owned() } else { series.whose.clone() };
    let label_width = changed.iter().map(|series| width(&label(series))).max().unwrap_or(0).min(24);
    let values = changed.iter().flat_map(|series| &series.values);
    let number_width = values.map(|n| signed(*n).chars().count()).max().unwrap_or(1);
    let room = page.width.saturating_sub(label_width + 2 * number_width + 8);
    let mut out = Vec::new();
    // Series with the same name are next to each other and form a group.
    for group in changed.chunk_by(|first, second| first.name == second.name) {
        let (min, max) = value_range(group);
        let scale = format!("{} ({} to {})", capital(&group[0].name), signed(min), signed(max));
        out.push(page.bold(&scale));
        for series in group {
            let [first, last] =
                [series.values.first(), series.values.last()].map(|n| signed(n.copied().unwrap_or_default()));
            let ids = summary.sides.iter().map(|side| side.id.as_str());
            let chart = columns(&series.values, min, max, room);
            let chart = series.side.as_ref().map_or(chart.clone(), |side| page.side(ids, side, &chart));
            let label = pad(&clip(&label(series), label_width), label_width);
            out.push(format!("  {label}  {first:>number_width$} {chart} {last}"));
        }
    }
    if !out.is_empty() {
        // A game without headings has a column for each event.
        let noun = if summary.by_event { "event" } else { "heading" };
        let explanation = match summary.headings.len() {
            n if n + 1 > room => format!("a column for {} {noun}s of the log, the start first", (n + 1).div_ceil(room)),
            1 => format!("a column for the start, and one for the {noun} of the log"),
            n => format!("a column for the start, and one for each of {} of the log", counted(n, noun)),
        };
        out.push(page.dim(&format!("  {explanation}")));
    }
    out
}

/// Returns a number as text with a true minus sign (`−3`), which is as wide as a plus sign.
fn signed(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

fn value_range(group: &[&NumberSeries]) -> (i64, i64) {
    let values = || group.iter().flat_map(|series| series.values.iter().copied());
    (values().min().unwrap_or(0), values().max().unwrap_or(0))
}

/// Draws a column for each value, scaled between `min` and `max`. If the page is too narrow, several values share
/// a column, which shows the last of them.
fn columns(values: &[i64], min: i64, max: i64, room: usize) -> String {
    let values_per_column = values.len().div_ceil(room.max(1)).max(1);
    let last = |values: &[i64]| values.last().copied().unwrap_or(min);
    let height = |value: i64| {
        let above_min = |n: i64| i128::from(n) - i128::from(min);
        let (above, range) = (above_min(value), above_min(max).max(1));
        HEIGHTS[(above * (HEIGHTS.len() as i128 - 1) / range).clamp(0, 7) as usize]
    };
    values.chunks(values_per_column).map(|values| height(last(values))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_scaled_and_several_values_share_one_on_a_narrow_page() {
        assert_eq!(columns(&[-4, 0, 3], -4, 3, 10), "▁▅█");
        assert_eq!(columns(&[0, 9, 0, 9, 9], 0, 9, 3), "███");
        assert_eq!(columns(&[5], 5, 5, 10), "▁");
        assert_eq!(columns(&[i64::MIN, 0, i64::MAX], i64::MIN, i64::MAX, 10), "▁▄█");
        assert_eq!((signed(-3), change(2, 0), change(2, 1)), ("−3".into(), "+2".into(), "+2 −1".into()));
    }

    #[test]
    fn an_unchanged_number_has_no_chart() {
        let page = Page { width: 40, height: 24, color: false };
        let number_series = |side: &str, values: &[i64]| NumberSeries {
            name: "margin".into(),
            side: Some(side.into()),
            whose: side.into(),
            values: values.to_vec(),
        };
        let series = vec![
            number_series("red", &[-1, 0, 6]),
            number_series("blue", &[2, 2, 2]),
            number_series("green", &[2, 3, 3]),
        ];
        let headings = vec![(1, "one".to_owned()), (4, "two".to_owned())];
        let shown = super::summary(page, &Summary { headings, series, ..Summary::default() });
        let expected = [
            "Margin (−1 to 6)",
            "  red    −1 ▁▂█ 6",
            "  green   2 ▄▅▅ 3",
            "  a column for the start, and one for each of 2 headings of the log",
        ];
        assert_eq!(shown, expected);
        let shown = super::summary(
            page,
            &Summary {
                headings: vec![(1, "one".to_owned())],
                series: vec![number_series("red", &[1, 2])],
                ..Summary::default()
            },
        );
        assert_eq!(
            shown.last().map(String::as_str),
            Some("  a column for the start, and one for the heading of the log")
        );
    }
}
