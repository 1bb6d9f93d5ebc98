//! Panels: a line a side, with its tracks, its figures, its facts, and its pieces off the map.

use super::brief::Brief;
use super::look::Look;
use super::paint::{capital, flow, pad, width};
use super::pieces::{is_of, pieces_of, shortly};
use super::tight::Tight;
use super::{bar, facts, figures};
use cardwright_view::{SeenFigure, SeenSide, SeenSpace, Side, Subject};

/// A line a side; more where a side has more than a line holds.
pub(crate) fn panels(look: &Look) -> Vec<String> {
    if !look.has_panels() {
        return Vec::new();
    }
    let sides = || look.view.sides_in_play();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for tight in Tight::ALL {
        rows = sides().map(|(side, seen)| row(look, side, seen, tight)).collect();
        if widths(&rows).iter().map(|w| w + GAP).sum::<usize>() <= look.page.width + GAP {
            break;
        }
    }
    if look.texts == 0 {
        return joined(look, &rows);
    }
    let widths = widths(&rows);
    let line = |((side, _), cells): ((&Side, &SeenSide), &Vec<String>)| {
        let fits = widths.iter().map(|w| w + GAP).sum::<usize>() <= look.page.width + GAP;
        let name = look.page.side(look.legend().side_ids(), &side.id, &cells[0]);
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

/// The sides one after the other, where lines are short; without those that say nothing, or what one before them says.
fn joined(look: &Look, rows: &[Vec<String>]) -> Vec<String> {
    let side = |((side, _), cells): ((&Side, &SeenSide), &Vec<String>)| {
        let name = look.page.side(look.legend().side_ids(), &side.id, &side.name);
        let rest: Vec<&str> = cells[1..].iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        format!("{name} {}", rest.join(" "))
    };
    let says = |(_, cells): &(_, &Vec<String>)| cells[1..].iter().any(|cell| !cell.is_empty());
    let sides: Vec<String> = look.view.sides_in_play().zip(rows).filter(says).map(side).collect();
    flow("", 0, &sides, " · ", look.page.width)
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..columns).map(|c| rows.iter().map(|r| r.get(c).map_or(0, |t| width(t))).max().unwrap_or(0)).collect()
}

/// Name, tracks, figures, pieces off the map, facts: as many cells for every side.
fn row(look: &Look, side: &Side, seen: &SeenSide, tight: Tight) -> Vec<String> {
    let legend = look.legend();
    let mut out = vec![side.name.clone()];
    for track in legend.tracks.iter().filter(|track| track.of == Subject::Side) {
        let value = seen.kept.track(&track.id).unwrap_or(track.start);
        let name = track.short.as_ref().filter(|_| tight >= Tight::Names).unwrap_or(&track.name);
        out.push(format!("{name} {}", bar::number(look.page, track, value)));
    }
    let (long, short): (Vec<_>, Vec<_>) = figures::of_sides(look)
        .map(|figure| seen.kept.figure(&figure.id))
        .partition(|figure| figure.is_some_and(|figure| figure.comes.is_long()));
    out.extend(
        short.into_iter().map(|figure| figure.map(|figure| figures::with_title(legend, figure)).unwrap_or_default()),
    );
    for supply in supplies(look, Some(&side.id)).into_iter().filter(|_| look.brief < Brief::Least) {
        let held = pieces_of(legend, supply, &side.id, tight);
        out.push(format!("{} {}", name(look, supply, tight), if held.is_empty() { "nothing" } else { &held }));
    }
    // What is a text says itself what it is of.
    let long = long.into_iter().filter(|_| look.goals);
    out.extend(long.into_iter().flatten().map(|figure| said(look, side, figure)));
    out.push(facts::shown_words(&seen.kept).join(", "));
    while out.len() > 1 && out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// A figure that is said in words; what the line of a side before, of the same coalition, says too is not said again: `Goal as West`.
fn said(look: &Look, side: &Side, figure: &SeenFigure) -> String {
    let before = look.view.sides_in_play().take_while(|(other, _)| other.id != side.id);
    let says_it = |seen: &SeenSide| seen.kept.figure(&figure.id).is_some_and(|other| other.comes == figure.comes);
    let is_with = |other: &Side| side.coalition.is_some() && other.coalition == side.coalition;
    let title = figures::title(look.legend(), figure);
    let mut same = before.filter(|(other, seen)| is_with(other) && says_it(seen));
    match same.next().filter(|_| !title.is_empty()) {
        Some(_) if look.texts == 0 => String::new(),
        Some((other, _)) => format!("{title} as {}", figures::short_of(other)),
        None => figure.comes.text(),
    }
}

/// Where a side's pieces lie that are not in play (of none: those of nobody), in board order.
fn supplies<'a>(look: &Look<'a>, of: Option<&str>) -> Vec<&'a SeenSpace> {
    let types = || look.legend().pieces.iter().filter(|piece| piece.side.as_deref() == of);
    let is_supply = |space: &&SeenSpace| types().any(|piece| piece.supply == space.id);
    look.view.spaces.iter().filter(is_supply).collect()
}

/// A place's short name if the game declares one, else the shorter of its name and its id.
fn name(look: &Look, at: &SeenSpace, tight: Tight) -> String {
    let space = look.legend().spaces.iter().find(|space| space.id == at.id);
    let name = space.map_or("", |space| space.name.as_str());
    match space.and_then(|space| space.short.as_ref()).filter(|_| tight >= Tight::Names) {
        Some(short) => short.clone(),
        None if width(&at.id) < width(name) => {
            // As the name has it, where it begins so: `US Training` of `US Training Box`, not `Us-training`.
            let words = at.id.replace('-', " ");
            let begins = name.get(..words.len()).filter(|begins| begins.eq_ignore_ascii_case(&words));
            let short = || space.and_then(|space| space.short.clone()).unwrap_or_else(|| capital(&at.id));
            begins.map_or_else(short, str::to_owned)
        }
        None => name.to_owned(),
    }
}

/// Pieces of nobody that are not in play, where the rest are shown with the panels: the place and they.
pub(crate) fn loose(look: &Look) -> Vec<(String, String)> {
    let places = if look.has_panels() { supplies(look, None) } else { Vec::new() };
    // What lies with the pieces of sides that are not in play is out of play too.
    let plays = |at: &&SeenSpace| {
        let mut owners =
            look.legend().pieces.iter().filter(|piece| piece.supply == at.id).filter_map(|it| it.side.as_ref());
        let is_in_play = |of: &String| look.view.sides_in_play().any(|(side, _)| side.id == *of);
        owners.clone().next().is_none() || owners.any(is_in_play)
    };
    let held = places
        .into_iter()
        .filter(plays)
        .map(|at| (name(look, at, Tight::Loose), shortly(at, |alike| is_of(alike, None))));
    held.filter(|(_, pieces)| !pieces.is_empty()).collect()
}

/// Whether a panel shows a side's pieces at a place; those of nobody stand with the tracks.
pub(crate) fn shows_supply(look: &Look, at: &SeenSpace, of: Option<&str>) -> bool {
    look.has_panels() && look.brief < Brief::Least && supplies(look, of).iter().any(|supply| supply.id == at.id)
}

/// Whether pieces off the map are shown nowhere.
pub(crate) fn leaves_supplies(look: &Look) -> bool {
    let mut sides = look.view.sides.iter().map(|side| Some(side.id.as_str())).chain([None]);
    let hidden = |of: Option<&str>| {
        let holds = |at: &SeenSpace| at.pieces.iter().any(|alike| is_of(alike, of));
        supplies(look, of).into_iter().any(|at| holds(at) && !shows_supply(look, at, of))
    };
    look.brief >= Brief::Active && sides.any(hidden)
}
