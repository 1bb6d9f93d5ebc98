//! Tracks as bars. A zone shows in colour and in another texture, and by its name while it holds.

use super::brief::Brief;
use super::paint::{Page, flow, pad, width};
use super::{Look, figures, panel};
use cardwright_state::board::{Board, On, Track};
use cardwright_state::{KindId, SpaceId, TypeId};

/// Cells of the longest bar.
const LONGEST: i64 = 20;

/// `▓▓▓██·· 5`: the cells of a track, its number, and the zone it is in.
pub(crate) fn bar(page: Page, board: &Board, track: &Track, value: i64) -> String {
    let first = if track.min == 0 { 1 } else { track.min };
    let cells = track.max - first + 1;
    let mut out = String::new();
    if (1..=LONGEST).contains(&cells) {
        for n in first..=track.max {
            let zone = zone_at(board, track, n);
            let cell = match (n <= value, zone.is_some()) {
                (true, true) => "▓",
                (true, false) => "█",
                (false, true) => "░",
                (false, false) => "·",
            };
            out.push_str(&match zone {
                Some(zone) => page.named(zone, cell),
                None if n <= value => cell.to_owned(),
                None => page.dim(cell),
            });
        }
        out.push(' ');
    }
    out.push_str(&number(page, board, track, value));
    if cells > LONGEST {
        out.push_str(&page.dim(&format!(" of {}", track.max)));
    }
    out
}

/// The number, with the zone's name while it is in one: `3 red`.
pub(crate) fn number(page: Page, board: &Board, track: &Track, value: i64) -> String {
    match zone_at(board, track, value) {
        Some(zone) => page.named(zone, &format!("{value} {zone}")),
        None => value.to_string(),
    }
}

fn zone_at<'a>(board: &'a Board, track: &Track, value: i64) -> Option<&'a str> {
    track.zones.iter().find(|z| (z.from..=z.to).contains(&value)).map(|z| board.zones[z.zone.at()].as_str())
}

/// All tracks but those that a board table shows, and the game's figures.
pub(crate) fn bars(look: &Look) -> Vec<String> {
    let mut out = grid(look.page, &loose(look, true, &|track, n| bar(look.page, look.board, track, n)));
    out.extend(of_spaces(look, |_| true, &|track, n| bar(look.page, look.board, track, n)));
    out.extend(figures::lines(look));
    out
}

/// The same for the screen: without the tracks of sides that have panels, and on a short page as numbers.
pub(crate) fn on_screen(look: &Look) -> Vec<String> {
    let (board, page) = (look.board, look.page);
    let with_sides = !panel::has_any(look);
    let says = |kind: KindId| look.brief < Brief::Active || !is_at_rest(look, kind);
    if look.brief < Brief::Numbers {
        let mut out = grid(page, &loose(look, with_sides, &|track, n| bar(page, board, track, n)));
        out.extend(of_spaces(look, says, &|track, n| bar(page, board, track, n)));
        out.extend(figures::lines(look));
        return out;
    }
    let number = |track: &Track, n: i64| number(page, board, track, n);
    let parts: Vec<String> = loose(look, with_sides, &number).into_iter().map(|(n, v)| format!("{n} {v}")).collect();
    let mut out = if parts.is_empty() { Vec::new() } else { flow("", 0, &parts, " · ", page.width) };
    out.extend(of_spaces(look, says, &number));
    out.extend(figures::lines(look));
    out
}

/// Names and numbers of the tracks and figures of the game, and of the tracks of sides. The briefest screen leaves
/// out figures, and tracks that are at rest.
fn loose(look: &Look, with_sides: bool, shown: &dyn Fn(&Track, i64) -> String) -> Vec<(String, String)> {
    let board = look.board;
    let value = |t: &Track, subject: usize| look.position.values[t.slot as usize + subject];
    let mut out: Vec<(String, String)> = Vec::new();
    for track in board.tracks.iter().filter(|t| t.on == On::Game) {
        if look.brief < Brief::Busy || !is_resting(look, track) {
            out.push((track.name.clone(), shown(track, value(track, 0))));
        }
    }
    for track in board.tracks.iter().filter(|t| with_sides && t.on == On::Side) {
        for (s, side) in board.sides.iter().enumerate() {
            out.push((format!("{} {}", side.name, track.name), shown(track, value(track, s))));
        }
    }
    if look.brief < Brief::Busy {
        out.extend(figures::numbers(look));
        out.extend(panel::loose(look));
    }
    out
}

/// The tracks of spaces that hold nothing else.
fn of_spaces(look: &Look, says: impl Fn(KindId) -> bool, shown: &dyn Fn(&Track, i64) -> String) -> Vec<String> {
    let board = look.board;
    let mut out = Vec::new();
    for kind in (0..board.kinds.len()).map(KindId::new).filter(|k| is_bars(look, *k) && says(*k)) {
        let Some(track) = board.tracks.iter().find(|t| t.on.is_for(On::spaces(kind))) else { continue };
        let value = |space: usize| look.position.values[track.slot as usize + space];
        let spaces = board.kinds[kind.at()].members.iter();
        let parts: Vec<String> =
            spaces.map(|s| format!("{} {}", board.spaces[s].name, shown(track, value(s)))).collect();
        out.extend(flow(&track.name, width(&track.name) + 2, &parts, "   ", look.page.width));
    }
    out
}

/// Whether a track of the game is at its lowest, where it started, and in no zone.
fn is_resting(look: &Look, track: &Track) -> bool {
    let value = look.position.values[track.slot as usize];
    value == track.min && value == track.start && track.zones.is_empty()
}

/// Whether the briefest screen leaves out a track or figure of the game.
pub(crate) fn leaves_any(look: &Look) -> bool {
    let mut tracks = look.board.tracks.iter().filter(|t| t.on == On::Game);
    tracks.any(|t| is_resting(look, t)) || figures::numbers(look).next().is_some()
}

/// Whether the track of a kind that holds nothing else says nothing: at its lowest everywhere, and in no zone.
fn is_at_rest(look: &Look, kind: KindId) -> bool {
    let board = look.board;
    let Some(track) = board.tracks.iter().find(|t| t.on.is_for(On::spaces(kind))) else { return true };
    let mut values = board.kinds[kind.at()].members.iter().map(|s| look.position.values[track.slot as usize + s]);
    track.zones.is_empty() && values.all(|n| n == track.min)
}

/// Whether spaces of a kind hold nothing but one track: then bars say it all.
pub(crate) fn is_bars(look: &Look, kind: KindId) -> bool {
    let board = look.board;
    let tracks = board.tracks.iter().filter(|t| t.on.is_for(On::spaces(kind))).count();
    let members = board.kinds[kind.at()].members;
    let pieces = (0..board.types.len()).any(|t| {
        let class = board.states[board.state_of(TypeId::new(t), 0, 0).at()].classes[0];
        !look.position.holding(class).and(members).is_empty()
    });
    tracks == 1
        && !pieces
        && !members.iter().any(|s| super::facts::has_any(look, On::spaces(kind), SpaceId::new(s).at()))
}

/// Names and bars in as many columns as fit.
fn grid(page: Page, items: &[(String, String)]) -> Vec<String> {
    const GAP: usize = 3;
    for columns in (1..=3).rev() {
        let column = |c: usize| items.iter().skip(c).step_by(columns);
        let names: Vec<usize> = (0..columns).map(|c| column(c).map(|(n, _)| width(n)).max().unwrap_or(0) + 2).collect();
        let bars: Vec<usize> = (0..columns).map(|c| column(c).map(|(_, b)| width(b)).max().unwrap_or(0)).collect();
        let total = names.iter().sum::<usize>() + bars.iter().sum::<usize>() + GAP * (columns - 1);
        if total > page.width && columns > 1 {
            continue;
        }
        let cell = |(c, (name, bar)): (usize, &(String, String))| {
            format!("{}{}", pad(name, names[c]), pad(bar, bars[c] + GAP))
        };
        let line =
            |row: &[(String, String)]| row.iter().enumerate().map(cell).collect::<String>().trim_end().to_owned();
        return items.chunks(columns).map(line).collect();
    }
    Vec::new()
}
