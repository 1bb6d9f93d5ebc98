//! A game in figures, on a page: who did what, what it brought, and small charts of how numbers went.

use super::paint::{Page, capital, clip, counted, flow, pad, width};
use cardwright_view::{Came, Course, OfSide, Ran, Summary};

/// The heights of a chart's columns.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// All of it; nothing where nothing was done.
pub(crate) fn summary(page: Page, summary: &Summary) -> Vec<String> {
    let ids = || summary.sides.iter().map(|side| side.id.as_str());
    let mut out = Vec::new();
    for side in &summary.sides {
        let lines = of_side(page, side);
        if !lines.is_empty() {
            out.push(page.side(ids(), &side.id, &side.name));
            out.extend(lines);
        }
    }
    out.extend(charts(page, summary));
    out
}

fn of_side(page: Page, side: &OfSide) -> Vec<String> {
    let deeds: Vec<String> = side.deeds.iter().map(|did| format!("{} {}", did.what, did.times)).collect();
    let kind = |came: &Came| (format!("{} {}", came.name, change(came.came, came.went)), came.came + came.went);
    let track = |ran: &Ran| (format!("{} {}", ran.name, change(ran.gained, ran.lost)), ran.gained + ran.lost);
    let some = |parts: Vec<(String, u64)>| -> Vec<String> {
        parts.into_iter().filter(|(_, moved)| *moved > 0).map(|(text, _)| text).collect()
    };
    let pieces = some(side.pieces.iter().map(kind).collect());
    let tracks = some(side.tracks.iter().map(track).collect());
    let line = |head: &str, parts: &[String]| match parts {
        [] => Vec::new(),
        parts => flow(head, 10, parts, " · ", page.width),
    };
    [line("  deeds", &deeds), line("  pieces", &pieces), line("  tracks", &tracks)].concat()
}

/// `+12 −4`.
fn change(more: u64, less: u64) -> String {
    match (more, less) {
        (more, 0) => format!("+{more}"),
        (0, less) => format!("−{less}"),
        (more, less) => format!("+{more} −{less}"),
    }
}

/// A chart for each number that moved: the same of several sides one below the other, on one scale.
fn charts(page: Page, summary: &Summary) -> Vec<String> {
    let moved = |course: &&Course| course.values.iter().any(|value| *value != course.values[0]);
    let courses: Vec<&Course> = summary.courses.iter().filter(moved).collect();
    let label = |course: &Course| if course.whose.is_empty() { "the game".to_owned() } else { course.whose.clone() };
    let labels = courses.iter().map(|course| width(&label(course))).max().unwrap_or(0).min(24);
    let numbers =
        courses.iter().flat_map(|course| &course.values).map(|n| signed(*n).chars().count()).max().unwrap_or(1);
    let room = page.width.saturating_sub(labels + 2 * numbers + 8);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = courses.get(at) {
        let alike = courses[at..].iter().take_while(|course| course.name == first.name).count();
        let group = &courses[at..at + alike];
        at += alike;
        let (least, most) = ends(group);
        let scale = format!("{} ({} to {})", capital(&first.name), signed(least), signed(most));
        out.push(page.bold(&scale));
        for course in group {
            let [from, to] =
                [course.values.first(), course.values.last()].map(|n| signed(n.copied().unwrap_or_default()));
            let ids = summary.sides.iter().map(|side| side.id.as_str());
            let chart = columns(&course.values, least, most, room);
            let chart = course.side.as_ref().map_or(chart.clone(), |side| page.side(ids, side, &chart));
            let label = pad(&clip(&label(course), labels), labels);
            out.push(format!("  {label}  {from:>numbers$} {chart} {to}"));
        }
    }
    if !out.is_empty() {
        let what = if summary.by_event { "event" } else { "heading" };
        let each = match summary.chapters.len() {
            n if n + 1 > room => format!("a column for {} {what}s of the log, the start first", (n + 1).div_ceil(room)),
            1 => format!("a column for the start, and one for the {what} of the log"),
            n => format!("a column for the start, and one for each of {} of the log", counted(n, what)),
        };
        out.push(page.dim(&format!("  {each}")));
    }
    out
}

/// `−3`, with a sign as long as a plus.
fn signed(n: i64) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

fn ends(group: &[&Course]) -> (i64, i64) {
    let values = || group.iter().flat_map(|course| course.values.iter().copied());
    (values().min().unwrap_or(0), values().max().unwrap_or(0))
}

/// A column a value, as high as it stands between the least and the most; of several values that share one, the last.
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
    fn columns_stand_between_the_least_and_the_most_and_share_where_there_is_no_room() {
        assert_eq!(columns(&[-4, 0, 3], -4, 3, 10), "▁▅█");
        assert_eq!(columns(&[0, 9, 0, 9, 9], 0, 9, 3), "███");
        assert_eq!(columns(&[5], 5, 5, 10), "▁");
        assert_eq!(columns(&[i64::MIN, 0, i64::MAX], i64::MIN, i64::MAX, 10), "▁▄█");
        assert_eq!((signed(-3), change(2, 0), change(2, 1)), ("−3".into(), "+2".into(), "+2 −1".into()));
    }

    #[test]
    fn what_did_not_move_has_no_chart() {
        let page = Page { width: 40, height: 24, color: false };
        let course = |side: &str, values: &[i64]| Course {
            name: "margin".into(),
            side: Some(side.into()),
            whose: side.into(),
            values: values.to_vec(),
        };
        let courses = vec![course("red", &[-1, 0, 6]), course("blue", &[2, 2, 2]), course("green", &[2, 3, 3])];
        let chapters = vec![(1, "one".to_owned()), (4, "two".to_owned())];
        let shown = super::summary(page, &Summary { chapters, courses, ..Summary::default() });
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
                chapters: vec![(1, "one".to_owned())],
                courses: vec![course("red", &[1, 2])],
                ..Summary::default()
            },
        );
        assert_eq!(
            shown.last().map(String::as_str),
            Some("  a column for the start, and one for the heading of the log")
        );
    }
}
