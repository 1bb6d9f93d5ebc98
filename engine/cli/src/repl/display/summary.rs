//! The summary of a game: actions, pieces and tracks of each side, and small charts of numbers over time.

use super::paint::{Page, capital, clip, counted, flow, pad, width};
use cardwright_view::{NumberSeries, PieceTotals, SideSummary, Summary, TrackTotals};

/// The heights of a chart's columns.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The whole summary; empty if nothing happened.
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
    let piece = |it: &PieceTotals| (format!("{} {}", it.name, change(it.came, it.went)), it.came + it.went);
    let track = |it: &TrackTotals| (format!("{} {}", it.name, change(it.gained, it.lost)), it.gained + it.lost);
    let some = |parts: Vec<(String, u64)>| -> Vec<String> {
        parts.into_iter().filter(|(_, moved)| *moved > 0).map(|(text, _)| text).collect()
    };
    let pieces = some(side.pieces.iter().map(piece).collect());
    let tracks = some(side.tracks.iter().map(track).collect());
    let line = |head: &str, parts: &[String]| match parts {
        [] => Vec::new(),
        parts => flow(head, 10, parts, " · ", page.width),
    };
    [line("  actions", &actions), line("  pieces", &pieces), line("  tracks", &tracks)].concat()
}

/// `+12 −4`.
fn change(more: u64, less: u64) -> String {
    match (more, less) {
        (more, 0) => format!("+{more}"),
        (0, less) => format!("−{less}"),
        (more, less) => format!("+{more} −{less}"),
    }
}

/// A chart for each number that changed. The charts of one number for several sides share a scale.
fn charts(page: Page, summary: &Summary) -> Vec<String> {
    let has_changed = |series: &&NumberSeries| series.values.iter().any(|value| *value != series.values[0]);
    let all: Vec<&NumberSeries> = summary.series.iter().filter(has_changed).collect();
    let label =
        |series: &NumberSeries| if series.whose.is_empty() { "the game".to_owned() } else { series.whose.clone() };
    let labels = all.iter().map(|series| width(&label(series))).max().unwrap_or(0).min(24);
    let numbers = all.iter().flat_map(|series| &series.values).map(|n| signed(*n).chars().count()).max().unwrap_or(1);
    let room = page.width.saturating_sub(labels + 2 * numbers + 8);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = all.get(at) {
        let same_name = all[at..].iter().take_while(|series| series.name == first.name).count();
        let group = &all[at..at + same_name];
        at += same_name;
        let (least, most) = ends(group);
        let scale = format!("{} ({} to {})", capital(&first.name), signed(least), signed(most));
        out.push(page.bold(&scale));
        for series in group {
            let [from, to] =
                [series.values.first(), series.values.last()].map(|n| signed(n.copied().unwrap_or_default()));
            let ids = summary.sides.iter().map(|side| side.id.as_str());
            let chart = columns(&series.values, least, most, room);
            let chart = series.side.as_ref().map_or(chart.clone(), |side| page.side(ids, side, &chart));
            let label = pad(&clip(&label(series), labels), labels);
            out.push(format!("  {label}  {from:>numbers$} {chart} {to}"));
        }
    }
    if !out.is_empty() {
        let what = if summary.by_event { "event" } else { "heading" };
        let each = match summary.headings.len() {
            n if n + 1 > room => format!("a column for {} {what}s of the log, the start first", (n + 1).div_ceil(room)),
            1 => format!("a column for the start, and one for the {what} of the log"),
            n => format!("a column for the start, and one for each of {} of the log", counted(n, what)),
        };
        out.push(page.dim(&format!("  {each}")));
    }
    out
}

/// `−3`, with a true minus sign, which is as wide as a plus.
fn signed(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

fn ends(group: &[&NumberSeries]) -> (i64, i64) {
    let values = || group.iter().flat_map(|series| series.values.iter().copied());
    (values().min().unwrap_or(0), values().max().unwrap_or(0))
}

/// One column per value, scaled between `least` and `most`. If values share a column, it shows the last.
fn columns(values: &[i64], least: i64, most: i64, room: usize) -> String {
    let each = values.len().div_ceil(room.max(1)).max(1);
    let last = |shared: &[i64]| shared.last().copied().unwrap_or(least);
    let height = |value: i64| {
        let above = |n: i64| i128::from(n) - i128::from(least);
        let (above, all) = (above(value), above(most).max(1));
        HEIGHTS[(above * (HEIGHTS.len() as i128 - 1) / all).clamp(0, 7) as usize]
    };
    values.chunks(each).map(|shared| height(last(shared))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_scaled_and_shared_without_room() {
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
        let wanted = [
            "Margin (−1 to 6)",
            "  red    −1 ▁▂█ 6",
            "  green   2 ▄▅▅ 3",
            "  a column for the start, and one for each of 2 headings of the log",
        ];
        assert_eq!(shown, wanted);
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
