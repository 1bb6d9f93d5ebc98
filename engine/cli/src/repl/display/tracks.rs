//! Draws tracks as bars, or as numbers on a short page.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{Page, flow, pad, width};
use super::{bar, figures, panel};
use cardwright_view::{Attributes, SpaceKind, Subject, Track};

/// Returns the value of a track of the game, a side or a space.
fn value(attributes: &Attributes, track: &Track) -> i64 {
    attributes.track(&track.id).unwrap_or(track.start)
}

/// Draws the reply to `show tracks`: all tracks without a column in the board's text tables, and the game's figures.
pub(crate) fn bars(context: &DrawContext) -> Vec<String> {
    let mut out = grid(context.page, &named_values(context, true, &|track, n| bar::bar(context.page, track, n)));
    out.extend(space_tracks(context, |_| true, &|track, n| bar::bar(context.page, track, n)));
    out.extend(figures::long_figure_lines(context));
    out
}

/// Draws the tracks for the screen. Leaves out tracks that panels show. On a short page, shows numbers instead of bars.
pub(crate) fn screen_lines(context: &DrawContext) -> Vec<String> {
    let page = context.page;
    let includes_sides = !context.has_panels();
    let is_shown = |kind: &str| context.brevity < Brevity::HideEmptySpaces || !is_kind_resting(context, kind);
    if context.brevity < Brevity::TracksAsNumbers {
        let mut out = grid(page, &named_values(context, includes_sides, &|track, n| bar::bar(page, track, n)));
        out.extend(space_tracks(context, is_shown, &|track, n| bar::bar(page, track, n)));
        out.extend(figures::long_figure_lines(context));
        return out;
    }
    let number = |track: &Track, n: i64| bar::number(page, track, n);
    let values = named_values(context, includes_sides, &number);
    let parts: Vec<String> = values.into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    let mut out = if parts.is_empty() { Vec::new() } else { flow("", 0, &parts, " · ", page.width) };
    out.extend(space_tracks(context, is_shown, &number));
    out.extend(figures::long_figure_lines(context));
    out
}

/// Returns the tracks of the game itself.
fn game_tracks<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = &'a Track> + use<'a> {
    context.legend().tracks.iter().filter(|track| track.subject == Subject::Game)
}

/// Returns names and texts for the tracks and figures of the game and, if `includes_sides`, for the tracks of sides.
/// From `Brevity::BusyOnly` on, leaves out figures and tracks that are at their start.
fn named_values(
    context: &DrawContext,
    includes_sides: bool,
    text: &dyn Fn(&Track, i64) -> String,
) -> Vec<(String, String)> {
    let legend = context.legend();
    let mut out: Vec<(String, String)> = Vec::new();
    for track in game_tracks(context) {
        if context.brevity < Brevity::BusyOnly || !is_resting(context, track) {
            out.push((track.name.clone(), text(track, value(&context.view.game, track))));
        }
    }
    for track in legend.tracks.iter().filter(|track| includes_sides && track.subject == Subject::Side) {
        for (side, seen) in context.view.sides_in_play() {
            out.push((format!("{} {}", side.name, track.name), text(track, value(&seen.attributes, track))));
        }
    }
    if context.brevity < Brevity::BusyOnly {
        out.extend(figures::short_figures(context));
        out.extend(panel::unowned_supplies(context));
    }
    out
}

/// Draws the tracks of spaces that have only one track and nothing else.
fn space_tracks(
    context: &DrawContext,
    is_shown: impl Fn(&str) -> bool,
    text: &dyn Fn(&Track, i64) -> String,
) -> Vec<String> {
    let legend = context.legend();
    let mut out = Vec::new();
    for SpaceKind { id: kind, .. } in
        legend.kinds.iter().filter(|kind| is_shown_as_bars(context, &kind.id) && is_shown(&kind.id))
    {
        let Some(track) = legend.tracks_of_spaces(kind).next() else { continue };
        let spaces = legend.spaces.iter().zip(&context.view.spaces).filter(|(space, _)| space.kind == *kind);
        let parts: Vec<String> = spaces
            .map(|(space, seen)| format!("{} {}", space.name, text(track, value(&seen.attributes, track))))
            .collect();
        out.extend(flow(&track.name, width(&track.name) + 2, &parts, "   ", context.page.width));
    }
    out
}

/// Whether a track of the game has no zones and is still at its minimum, where it started.
fn is_resting(context: &DrawContext, track: &Track) -> bool {
    let value = value(&context.view.game, track);
    value == track.min && value == track.start && track.zones.is_empty()
}

/// Whether a screen at `Brevity::BusyOnly` leaves out a track or figure of the game.
pub(crate) fn omits_any(context: &DrawContext) -> bool {
    game_tracks(context).any(|track| is_resting(context, track)) || figures::short_figures(context).next().is_some()
}

/// Whether the single track of a kind has no zones and is at its minimum in every space.
fn is_kind_resting(context: &DrawContext, kind: &str) -> bool {
    let Some(track) = context.legend().tracks_of_spaces(kind).next() else { return true };
    track.zones.is_empty() && context.view.spaces_of(kind).all(|seen| value(&seen.attributes, track) == track.min)
}

/// Whether spaces of a kind have one track and nothing else, so that bars replace a text table.
pub(crate) fn is_shown_as_bars(context: &DrawContext, kind: &str) -> bool {
    context.legend().tracks_of_spaces(kind).count() == 1
        && context.view.spaces_of(kind).all(|seen| seen.pieces.is_empty() && seen.attributes.facts.is_empty())
}

/// Lays names and bars out in as many columns as fit, at most three.
fn grid(page: Page, items: &[(String, String)]) -> Vec<String> {
    const GAP: usize = 3;
    for columns in (1..=3).rev() {
        let column = |index: usize| items.iter().skip(index).step_by(columns);
        let name_width = |index: usize| column(index).map(|(name, _)| width(name)).max().unwrap_or(0) + 2;
        let bar_width = |index: usize| column(index).map(|(_, bar)| width(bar)).max().unwrap_or(0);
        let name_widths: Vec<usize> = (0..columns).map(name_width).collect();
        let bar_widths: Vec<usize> = (0..columns).map(bar_width).collect();
        let total = name_widths.iter().sum::<usize>() + bar_widths.iter().sum::<usize>() + GAP * (columns - 1);
        if total > page.width && columns > 1 {
            continue;
        }
        let cell = |(index, (name, bar)): (usize, &(String, String))| {
            format!("{}{}", pad(name, name_widths[index]), pad(bar, bar_widths[index] + GAP))
        };
        let line =
            |row: &[(String, String)]| row.iter().enumerate().map(cell).collect::<String>().trim_end().to_owned();
        return items.chunks(columns).map(line).collect();
    }
    Vec::new()
}
