//! A small map in text: spaces where their x and y put them, with what stands there.

use super::paint::{clip, width};
use super::pieces::pieces;
use super::{Look, tracks};
use cardwright_state::board::On;
use cardwright_state::{SideId, SpaceId};

/// One space: its name and, below it, what it holds.
struct Spot {
    at: SpaceId,
    column: usize,
    line: usize,
    name: String,
    holds: String,
}

/// The map, or nothing where no space has a place on it.
pub(crate) fn map(look: &Look) -> Vec<String> {
    let wide = look.page.width.min(110);
    let placed =
        || look.board.spaces.iter().enumerate().filter_map(|(s, space)| space.xy.map(|xy| (SpaceId::new(s), xy)));
    let lines = (placed().count() * 2).clamp(10, 24);
    let range = |pick: fn((i32, i32)) -> i32| {
        let all = || placed().map(move |(_, xy)| pick(xy));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let (left, right) = range(|xy| xy.0);
    let (top, bottom) = range(|xy| xy.1);
    let scale = |v: i32, (low, high): (i32, i32), to: usize| (v - low) as usize * to / ((high - low).max(1) as usize);
    let mut spots: Vec<Spot> = Vec::new();
    let mut order: Vec<(SpaceId, (i32, i32))> = placed().collect();
    order.sort_by_key(|(s, (x, y))| (*y, *x, *s));
    for (at, (x, y)) in order {
        let name = clip(&look.board.spaces[at.at()].name, 18);
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
fn holds(look: &Look, at: SpaceId) -> String {
    let held = pieces(look, at, None, |_| true).replace(", ", " ");
    let kind = look.board.spaces[at.at()].kind;
    let tracks = look.board.tracks.iter().filter(|t| t.on.is_for(On::spaces(kind))).filter_map(|t| {
        let n = look.position.values[t.slot as usize + at.at()];
        (n != t.start || !t.zones.is_empty()).then(|| format!("{} {n}", t.id))
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
    let board = look.board;
    let here = |side: &SideId| look.position.count(board, spot.at, board.class_of_side(*side)) > 0;
    let sides: Vec<SideId> = (0..board.sides.len()).map(SideId::new).filter(here).collect();
    match sides[..] {
        [side] => look.page.named(super::paint::side_color(board, side), &spot.holds),
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
