//! A small map in text: spaces where their x and y put them, with what stands there.

use super::columns::{At, spaces};
use super::look::Look;
use super::paint::{clip, side_color, width};
use super::pieces::with_owners;
use super::tracks;

/// One space: its name and, below it, what it holds.
struct Spot<'a> {
    at: At<'a>,
    column: usize,
    line: usize,
    name: String,
    holds: String,
}

/// The map, or nothing where no space has a place on it.
pub(crate) fn map(look: &Look) -> Vec<String> {
    let wide = look.page.width.min(110);
    let placed = || spaces(look).filter_map(|at| at.space.xy.map(|xy| (at, xy)));
    let lines = (placed().count() * 2).clamp(10, 24);
    let range = |pick: fn((i32, i32)) -> i32| {
        let all = || placed().map(move |(_, xy)| pick(xy));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let (left, right) = range(|xy| xy.0);
    let (top, bottom) = range(|xy| xy.1);
    let scale = |v: i32, (low, high): (i32, i32), to: usize| (v - low) as usize * to / ((high - low).max(1) as usize);
    let mut spots: Vec<Spot> = Vec::new();
    let mut order: Vec<(At, (i32, i32))> = placed().collect();
    order.sort_by_key(|(_, (x, y))| (*y, *x));
    for (at, (x, y)) in order {
        let name = clip(&at.space.name, 18);
        let holds = clip(&holds(look, at), 24);
        let room = width(&name).max(width(&holds)).max(1);
        let column = scale(x, (left, right), wide.saturating_sub(14)).min(wide.saturating_sub(room));
        let line = scale(y, (top, bottom), lines.saturating_sub(2));
        let line = free_line(&spots, column, line, room);
        spots.push(Spot { at, column, line, name, holds });
    }
    draw(look, &spots)
}

/// The wanted line, or the nearest below it where nothing is in the way.
fn free_line(spots: &[Spot], column: usize, wanted: usize, room: usize) -> usize {
    let clash = |line: usize| {
        spots.iter().any(|s| {
            let lines = 1 + usize::from(!s.holds.is_empty());
            let across = column < s.column + width(&s.name).max(width(&s.holds)) + 1 && s.column < column + room + 1;
            across && line < s.line + lines && s.line < line + 2
        })
    };
    (wanted..).find(|l| !clash(*l)).unwrap_or(wanted)
}

/// `2 open guard ·1`: pieces, then tracks that are not at their lowest.
fn holds(look: &Look, at: At) -> String {
    let held = with_owners(look.legend(), at.seen, |_| true).replace(", ", " ");
    let tracks = look.legend().tracks_of_spaces(&at.space.kind).filter_map(|track| {
        let n = at.seen.kept.track(&track.id).unwrap_or(track.start);
        (n != track.start || !track.zones.is_empty())
            .then(|| format!("{} {n}", track.short.as_ref().unwrap_or(&track.id)))
    });
    let mut parts: Vec<String> = Some(held).filter(|p| !p.is_empty()).into_iter().collect();
    parts.extend(tracks);
    parts.join(" ")
}

fn draw(look: &Look, spots: &[Spot]) -> Vec<String> {
    let lines = spots.iter().map(|s| s.line + 2).max().unwrap_or(0);
    let mut out = Vec::new();
    for line in 0..lines {
        let mut here: Vec<(usize, String)> = Vec::new();
        for spot in spots {
            if spot.line == line {
                here.push((spot.column, look.page.bold(&spot.name)));
            } else if spot.line + 1 == line && !spot.holds.is_empty() {
                here.push((spot.column, colored(look, spot)));
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

/// In the colour of the only side that has pieces there; else plain.
fn colored(look: &Look, spot: &Spot) -> String {
    let pieces = || spot.at.seen.pieces.iter().filter_map(|alike| alike.side.as_deref());
    match pieces().next() {
        Some(side) if pieces().all(|other| other == side) => {
            look.page.named(side_color(look.legend().side_ids(), side), &spot.holds)
        }
        _ => spot.holds.clone(),
    }
}

/// Map and tracks of the spaces on it, for `show map`.
pub(crate) fn page(look: &Look) -> Vec<String> {
    let map = map(look);
    if map.is_empty() {
        return vec!["this board gives its spaces no place on a map (x, y); `show board` lists them".into()];
    }
    let mut out = map;
    let bars = tracks::bars(look);
    if !bars.is_empty() {
        out.push(String::new());
        out.extend(bars);
    }
    out
}
