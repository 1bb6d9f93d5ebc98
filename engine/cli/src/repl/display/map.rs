//! A small text map. Places spaces by their `x` and `y` and lists what they hold.

use super::columns::{SpaceEntry, spaces};
use super::draw_context::DrawContext;
use super::paint::{clip, side_color, width};
use super::pieces::with_owners;
use super::tracks;

/// A space on the map: its name and, below it, its contents.
struct Spot<'a> {
    entry: SpaceEntry<'a>,
    column: usize,
    line: usize,
    name: String,
    contents: String,
}

/// The map; empty if no space has coordinates.
pub(crate) fn map(context: &DrawContext) -> Vec<String> {
    let wide = context.page.width.min(110);
    let placed = || spaces(context).filter_map(|entry| entry.space.xy.map(|xy| (entry, xy)));
    let lines = (placed().count() * 2).clamp(10, 24);
    let range = |pick: fn((i32, i32)) -> i32| {
        let all = || placed().map(move |(_, xy)| pick(xy));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let (left, right) = range(|xy| xy.0);
    let (top, bottom) = range(|xy| xy.1);
    let scale = |v: i32, (low, high): (i32, i32), to: usize| (v - low) as usize * to / ((high - low).max(1) as usize);
    let mut spots: Vec<Spot> = Vec::new();
    let mut order: Vec<(SpaceEntry, (i32, i32))> = placed().collect();
    order.sort_by_key(|(_, (x, y))| (*y, *x));
    for (entry, (x, y)) in order {
        let name = clip(&entry.space.name, 18);
        let contents = clip(&contents(context, entry), 24);
        let room = width(&name).max(width(&contents)).max(1);
        let column = scale(x, (left, right), wide.saturating_sub(14)).min(wide.saturating_sub(room));
        let line = scale(y, (top, bottom), lines.saturating_sub(2));
        let line = free_line(&spots, column, line, room);
        spots.push(Spot { entry, column, line, name, contents });
    }
    draw(context, &spots)
}

/// The first free line at or below the wanted line.
fn free_line(spots: &[Spot], column: usize, wanted: usize, room: usize) -> usize {
    let clash = |line: usize| {
        spots.iter().any(|s| {
            let lines = 1 + usize::from(!s.contents.is_empty());
            let across = column < s.column + width(&s.name).max(width(&s.contents)) + 1 && s.column < column + room + 1;
            across && line < s.line + lines && s.line < line + 2
        })
    };
    (wanted..).find(|l| !clash(*l)).unwrap_or(wanted)
}

/// `2 open guard ·1`: pieces, then tracks that are not at their start.
fn contents(context: &DrawContext, entry: SpaceEntry) -> String {
    let held = with_owners(context.legend(), entry.seen, |_| true).replace(", ", " ");
    let tracks = context.legend().tracks_of_spaces(&entry.space.kind).filter_map(|track| {
        let n = entry.seen.attributes.track(&track.id).unwrap_or(track.start);
        (n != track.start || !track.zones.is_empty())
            .then(|| format!("{} {n}", track.short.as_ref().unwrap_or(&track.id)))
    });
    let mut parts: Vec<String> = Some(held).filter(|p| !p.is_empty()).into_iter().collect();
    parts.extend(tracks);
    parts.join(" ")
}

fn draw(context: &DrawContext, spots: &[Spot]) -> Vec<String> {
    let lines = spots.iter().map(|s| s.line + 2).max().unwrap_or(0);
    let mut out = Vec::new();
    for line in 0..lines {
        let mut here: Vec<(usize, String)> = Vec::new();
        for spot in spots {
            if spot.line == line {
                here.push((spot.column, context.page.bold(&spot.name)));
            } else if spot.line + 1 == line && !spot.contents.is_empty() {
                here.push((spot.column, colored(context, spot)));
            }
        }
        here.sort_by_key(|(column, _)| *column);
        let mut text = String::new();
        for (column, part) in here {
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

/// The contents, in a side's colour if only that side has pieces there.
fn colored(context: &DrawContext, spot: &Spot) -> String {
    let pieces = || spot.entry.seen.pieces.iter().filter_map(|stack| stack.side.as_deref());
    match pieces().next() {
        Some(side) if pieces().all(|other| other == side) => {
            context.page.named(side_color(context.legend().side_ids(), side), &spot.contents)
        }
        _ => spot.contents.clone(),
    }
}

/// `show map`: the map and the tracks.
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
