//! Tracks where they stand: as bars, or on a short page as numbers.

use super::brief::Brief;
use super::look::Look;
use super::paint::{Page, flow, pad, width};
use super::{bar, figures, panel};
use cardwright_view::{Kept, SpaceKind, Subject, Track};

/// Where a track of a subject stands.
fn value(kept: &Kept, track: &Track) -> i64 {
    kept.track(&track.id).unwrap_or(track.start)
}

/// All tracks but those that a board table shows, and the game's figures.
pub(crate) fn bars(look: &Look) -> Vec<String> {
    let mut out = grid(look.page, &loose(look, true, &|track, n| bar::bar(look.page, track, n)));
    out.extend(of_spaces(look, |_| true, &|track, n| bar::bar(look.page, track, n)));
    out.extend(figures::lines(look));
    out
}

/// The same for the screen: without the tracks of sides that have panels, and on a short page as numbers.
pub(crate) fn on_screen(look: &Look) -> Vec<String> {
    let page = look.page;
    let with_sides = !look.has_panels();
    let says = |kind: &str| look.brief < Brief::Active || !is_at_rest(look, kind);
    if look.brief < Brief::Numbers {
        let mut out = grid(page, &loose(look, with_sides, &|track, n| bar::bar(page, track, n)));
        out.extend(of_spaces(look, says, &|track, n| bar::bar(page, track, n)));
        out.extend(figures::lines(look));
        return out;
    }
    let number = |track: &Track, n: i64| bar::number(page, track, n);
    let parts: Vec<String> = loose(look, with_sides, &number).into_iter().map(|(n, v)| format!("{n} {v}")).collect();
    let mut out = if parts.is_empty() { Vec::new() } else { flow("", 0, &parts, " · ", page.width) };
    out.extend(of_spaces(look, says, &number));
    out.extend(figures::lines(look));
    out
}

/// The tracks of the game.
fn of_game<'a>(look: &Look<'a>) -> impl Iterator<Item = &'a Track> + use<'a> {
    look.legend().tracks.iter().filter(|track| track.of == Subject::Game)
}

/// Names and numbers of the tracks and figures of the game, and of the tracks of sides. The briefest screen leaves
/// out figures, and tracks that are at rest.
fn loose(look: &Look, with_sides: bool, shown: &dyn Fn(&Track, i64) -> String) -> Vec<(String, String)> {
    let legend = look.legend();
    let mut out: Vec<(String, String)> = Vec::new();
    for track in of_game(look) {
        if look.brief < Brief::Busy || !is_resting(look, track) {
            out.push((track.name.clone(), shown(track, value(&look.view.game, track))));
        }
    }
    for track in legend.tracks.iter().filter(|track| with_sides && track.of == Subject::Side) {
        for (side, seen) in look.view.sides_in_play() {
            out.push((format!("{} {}", side.name, track.name), shown(track, value(&seen.kept, track))));
        }
    }
    if look.brief < Brief::Busy {
        out.extend(figures::numbers(look));
        out.extend(panel::loose(look));
    }
    out
}

/// The tracks of spaces that hold nothing else.
fn of_spaces(look: &Look, says: impl Fn(&str) -> bool, shown: &dyn Fn(&Track, i64) -> String) -> Vec<String> {
    let legend = look.legend();
    let mut out = Vec::new();
    for SpaceKind { id: kind, .. } in legend.kinds.iter().filter(|kind| is_bars(look, &kind.id) && says(&kind.id)) {
        let Some(track) = legend.tracks_of_spaces(kind).next() else { continue };
        let spaces = legend.spaces.iter().zip(&look.view.spaces).filter(|(space, _)| space.kind == *kind);
        let parts: Vec<String> =
            spaces.map(|(space, seen)| format!("{} {}", space.name, shown(track, value(&seen.kept, track)))).collect();
        out.extend(flow(&track.name, width(&track.name) + 2, &parts, "   ", look.page.width));
    }
    out
}

/// Whether a track of the game is at its lowest, where it started, and in no zone.
fn is_resting(look: &Look, track: &Track) -> bool {
    let value = value(&look.view.game, track);
    value == track.min && value == track.start && track.zones.is_empty()
}

/// Whether the briefest screen leaves out a track or figure of the game.
pub(crate) fn leaves_any(look: &Look) -> bool {
    of_game(look).any(|track| is_resting(look, track)) || figures::numbers(look).next().is_some()
}

/// Whether the track of a kind that holds nothing else says nothing: at its lowest everywhere, and in no zone.
fn is_at_rest(look: &Look, kind: &str) -> bool {
    let Some(track) = look.legend().tracks_of_spaces(kind).next() else { return true };
    track.zones.is_empty() && look.view.spaces_of(kind).all(|seen| value(&seen.kept, track) == track.min)
}

/// Whether spaces of a kind hold nothing but one track: then bars say it all.
pub(crate) fn is_bars(look: &Look, kind: &str) -> bool {
    look.legend().tracks_of_spaces(kind).count() == 1
        && look.view.spaces_of(kind).all(|seen| seen.pieces.is_empty() && seen.kept.facts.is_empty())
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
