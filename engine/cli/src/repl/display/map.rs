//! Draws a small text map. It places spaces by their `x` and `y`, and lists the contents of each space.

use super::columns::{SpaceEntry, spaces};
use super::draw_context::DrawContext;
use super::paint::{clip, side_color, width};
use super::pieces::with_owners;
use super::tracks;

/// A space on the map. Its contents are drawn below its name.
struct Spot<'a> {
    entry: SpaceEntry<'a>,
    column: usize,
    line: usize,
    name: String,
    contents: String,
}

/// Draws the map; empty if no space has coordinates.
pub(crate) fn map(context: &DrawContext) -> Vec<String> {
    let map_width = context.page.width.min(110);
    let placed = || spaces(context).filter_map(|entry| entry.space.xy.map(|xy| (entry, xy)));
    let lines = (placed().count() * 2).clamp(10, 24);
    let range = |coordinate: fn((i32, i32)) -> i32| {
        let values = || placed().map(move |(_, xy)| coordinate(xy));
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let (left, right) = range(|xy| xy.0);
    let (top, bottom) = range(|xy| xy.1);
    let scale = |value: i32, (low, high): (i32, i32), size: usize| {
        (value - low) as usize * size / ((high - low).max(1) as usize)
    };
    let mut spots: Vec<Spot> = Vec::new();
    let mut order: Vec<(SpaceEntry, (i32, i32))> = placed().collect();
    order.sort_by_key(|(_, (x, y))| (*y, *x));
    for (entry, (x, y)) in order {
        let name = clip(&entry.space.name, 18);
        let contents = clip(&contents(context, entry), 24);
        let room = width(&name).max(width(&contents)).max(1);
        let column = scale(x, (left, right), map_width.saturating_sub(14)).min(map_width.saturating_sub(room));
        let line = scale(y, (top, bottom), lines.saturating_sub(2));
        let line = free_line(&spots, column, line, room);
        spots.push(Spot { entry, column, line, name, contents });
    }
    draw(context, &spots)
}

/// Returns the first free text line at or below `first_line` for a space of `room` columns.
fn free_line(spots: &[Spot], column: usize, first_line: usize, room: usize) -> usize {
    let is_taken = |line: usize| {
        spots.iter().any(|spot| {
            let lines = 1 + usize::from(!spot.contents.is_empty());
            let end = spot.column + width(&spot.name).max(width(&spot.contents));
            let shares_columns = column < end + 1 && spot.column < column + room + 1;
            shares_columns && line < spot.line + lines && spot.line < line + 2
        })
    };
    (first_line..).find(|line| !is_taken(*line)).unwrap_or(first_line)
}

/// Returns the pieces of a space, then its tracks that have zones or are not at their start: `2 open guard un 1`.
fn contents(context: &DrawContext, entry: SpaceEntry) -> String {
    let pieces = with_owners(context.legend(), entry.seen, |_| true).replace(", ", " ");
    let tracks = context.legend().tracks_of_spaces(&entry.space.kind).filter_map(|track| {
        let n = entry.seen.attributes.track(&track.id).unwrap_or(track.start);
        (n != track.start || !track.zones.is_empty())
            .then(|| format!("{} {n}", track.short.as_ref().unwrap_or(&track.id)))
    });
    let mut parts: Vec<String> = Some(pieces).filter(|text| !text.is_empty()).into_iter().collect();
    parts.extend(tracks);
    parts.join(" ")
}

fn draw(context: &DrawContext, spots: &[Spot]) -> Vec<String> {
    let lines = spots.iter().map(|spot| spot.line + 2).max().unwrap_or(0);
    let mut out = Vec::new();
    for line in 0..lines {
        let mut parts: Vec<(usize, String)> = Vec::new();
        for spot in spots {
            if spot.line == line {
                parts.push((spot.column, context.page.bold(&spot.name)));
            } else if spot.line + 1 == line && !spot.contents.is_empty() {
                parts.push((spot.column, colored(context, spot)));
            }
        }
        parts.sort_by_key(|(column, _)| *column);
        let mut text = String::new();
        for (column, part) in parts {
            let blanks = column.saturating_sub(width(&text)).max(usize::from(!text.is_empty()));
            text.push_str(&" ".repeat(blanks));
            text.push_str(&part);
        }
        out.push(text);
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// Returns the contents of a space, in a side's colour if only that side has pieces in the space.
fn colored(context: &DrawContext, spot: &Spot) -> String {
    let pieces = || spot.entry.seen.pieces.iter().filter_map(|stack| stack.side.as_deref());
    match pieces().next() {
        Some(side) if pieces().all(|other| other == side) => {
            context.page.named(side_color(context.legend().side_ids(), side), &spot.contents)
        }
        _ => spot.contents.clone(),
    }
}

/// Draws the reply to `show map`: the map and the tracks.
pub(crate) fn page(context: &DrawContext) -> Vec<String> {
    let map = map(context);
    if map.is_empty() {
        return vec!["this board gives its spaces no place on a map (x, y); `show board` lists them".into()];
    }
    let mut out = map;
    let bars = tracks::bars(context);
    if !bars.is_empty() {
        out.push(String::new());
        out.extend(bars);
    }
    out
}
