//! Panels: a line a side, with its tracks, its figures, its facts, and its pieces off the map.

use super::brief::Brief;
use super::paint::{capital, flow, pad, width};
use super::pieces::{pieces, pieces_of};
use super::tight::Tight;
use super::{Look, facts, figures, tracks};
use cardwright_state::board::On;
use cardwright_state::{SideId, SpaceId};

/// Whether the sides have panels: something is counted for each of them.
pub(crate) fn has_any(look: &Look) -> bool {
    let tracks = look.board.tracks.iter().any(|t| t.on == On::Side);
    let sides = 0..look.board.sides.len();
    tracks || figures::all_on(look, On::Side).any(|f| sides.clone().any(|s| figures::value(look, f, s).is_some()))
}

/// A line a side; more where a side has more than a line holds.
pub(crate) fn panels(look: &Look) -> Vec<String> {
    if !has_any(look) {
        return Vec::new();
    }
    let sides = || (0..look.board.sides.len()).map(SideId::new);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for tight in Tight::ALL {
        rows = sides().map(|side| row(look, side, tight)).collect();
        if widths(&rows).iter().map(|w| w + GAP).sum::<usize>() <= look.page.width + GAP {
            break;
        }
    }
    let widths = widths(&rows);
    let line = |(side, cells): (SideId, &Vec<String>)| {
        let fits = widths.iter().map(|w| w + GAP).sum::<usize>() <= look.page.width + GAP;
        let name = look.page.side(look.board, side, &cells[0]);
        if !fits {
            let parts: Vec<String> = cells[1..].iter().filter(|c| !c.is_empty()).cloned().collect();
            return flow(&name, widths[0] + 2, &parts, " · ", look.page.width);
        }
        let cells = cells.iter().zip(&widths).enumerate();
        let padded =
            cells.map(|(i, (cell, width))| pad(if i == 0 { &name } else { cell }, width + GAP)).collect::<String>();
        vec![padded.trim_end().to_owned()]
    };
    sides().zip(&rows).flat_map(line).collect()
}

const GAP: usize = 2;

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..columns).map(|c| rows.iter().map(|r| r.get(c).map_or(0, |t| width(t))).max().unwrap_or(0)).collect()
}

/// Name, tracks, figures, pieces off the map, facts: as many cells for every side.
fn row(look: &Look, side: SideId, tight: Tight) -> Vec<String> {
    let board = look.board;
    let mut out = vec![board.sides[side.at()].name.clone()];
    for track in board.tracks.iter().filter(|t| t.on == On::Side) {
        let value = look.position.values[track.slot as usize + side.at()];
        out.push(format!("{} {}", track.name, tracks::number(look.page, board, track, value)));
    }
    for figure in figures::all_on(look, On::Side) {
        out.push(figures::told(look, figure, side.at()).unwrap_or_default());
    }
    for supply in supplies(look, Some(side)) {
        let held = pieces_of(look, supply, side, tight);
        out.push(format!("{} {}", name(look, supply), if held.is_empty() { "nothing" } else { &held }));
    }
    out.push(facts::shown(look, On::Side, side.at()).join(", "));
    while out.len() > 1 && out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// Where a side's pieces lie that are not in play (of none: those of nobody).
fn supplies(look: &Look, of: Option<SideId>) -> Vec<SpaceId> {
    let types = look.board.types.iter().filter(|t| t.owner == of);
    let mut out: Vec<SpaceId> = types.map(|t| t.supply).collect();
    out.sort();
    out.dedup();
    out
}

/// The shorter of a place's name and its id.
fn name(look: &Look, at: SpaceId) -> String {
    let space = &look.board.spaces[at.at()];
    if width(&space.id) < width(&space.name) { capital(&space.id) } else { space.name.clone() }
}

/// Pieces of nobody that are not in play, where the rest are shown with the panels: the place and they.
pub(crate) fn loose(look: &Look) -> Vec<(String, String)> {
    let places = if has_any(look) { supplies(look, None) } else { Vec::new() };
    let held = places.into_iter().map(|at| (name(look, at), pieces(look, at, None, |o| o.is_none())));
    held.filter(|(_, pieces)| !pieces.is_empty()).collect()
}

/// Whether a panel shows a side's pieces at a place; those of nobody stand with the tracks.
pub(crate) fn shows_supply(look: &Look, at: SpaceId, of: Option<SideId>) -> bool {
    has_any(look) && supplies(look, of).contains(&at)
}

/// Whether pieces off the map are shown nowhere.
pub(crate) fn leaves_supplies(look: &Look) -> bool {
    let sides = (0..look.board.sides.len()).map(|s| Some(SideId::new(s))).chain([None]);
    let hidden = |of: Option<SideId>| {
        let holds = |at: &SpaceId| !pieces(look, *at, None, |o| o == of).is_empty();
        supplies(look, of).iter().any(|at| holds(at) && !shows_supply(look, *at, of))
    };
    look.brief >= Brief::Active && sides.into_iter().any(hidden)
}
