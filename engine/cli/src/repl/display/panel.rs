//! Draws the panels of sides. A panel is a text line with the tracks, figures, facts and pieces off the map of a side.
//! The legend holds the names and properties of everything that the game declares.

use super::abbreviation::Abbreviation;
use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{capital, flow, pad, width};
use super::pieces::{is_owned_by, pieces_of, short_text};
use super::{bar, facts, figures};
use cardwright_view::{SeenFigure, SeenSide, SeenSpace, Side, Subject};

/// Draws a text line for each side, or several lines if the page is too narrow for one.
pub(crate) fn panels(context: &DrawContext) -> Vec<String> {
    if !context.has_panels() {
        return Vec::new();
    }
    let sides = || context.view.sides_in_play();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for abbreviation in Abbreviation::ALL {
        rows = sides().map(|(side, seen)| row(context, side, seen, abbreviation)).collect();
        // The last cell needs no gap after it.
        if widths(&rows).iter().map(|width| width + GAP).sum::<usize>() <= context.page.width + GAP {
            break;
        }
    }
    // A page without a line for card texts is so short that the panels share lines.
    if context.card_text_lines == 0 {
        return joined_panels(context, &rows);
    }
    let widths = widths(&rows);
    let line = |((side, _), cells): ((&Side, &SeenSide), &Vec<String>)| {
        let fits = widths.iter().map(|width| width + GAP).sum::<usize>() <= context.page.width + GAP;
        let name = context.page.side(context.legend().side_ids(), &side.id, &cells[0]);
        if !fits {
            let parts: Vec<String> = cells[1..].iter().filter(|cell| !cell.is_empty()).cloned().collect();
            return flow(&name, widths[0] + 2, &parts, " · ", context.page.width);
        }
        let cells = cells.iter().zip(&widths).enumerate();
        let padded =
            cells.map(|(i, (cell, width))| pad(if i == 0 { &name } else { cell }, width + GAP)).collect::<String>();
        vec![padded.trim_end().to_owned()]
    };
    sides().zip(&rows).flat_map(line).collect()
}

/// The number of blanks between cells.
const GAP: usize = 2;

/// Draws all panels in one paragraph, for a page with few lines. Leaves out sides with nothing to show.
fn joined_panels(context: &DrawContext, rows: &[Vec<String>]) -> Vec<String> {
    let side = |((side, _), cells): ((&Side, &SeenSide), &Vec<String>)| {
        let name = context.page.side(context.legend().side_ids(), &side.id, &side.name);
        let texts: Vec<&str> = cells[1..].iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        format!("{name} {}", texts.join(" "))
    };
    let has_text = |(_, cells): &(_, &Vec<String>)| cells[1..].iter().any(|cell| !cell.is_empty());
    let sides: Vec<String> = context.view.sides_in_play().zip(rows).filter(has_text).map(side).collect();
    flow("", 0, &sides, " · ", context.page.width)
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell_width = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| width(cell));
    (0..columns).map(|column| rows.iter().map(|row| cell_width(row, column)).max().unwrap_or(0)).collect()
}

/// Returns the cells of a side: name, tracks, figures, pieces off the map, facts. The cells of all sides are in the
/// same order.
fn row(context: &DrawContext, side: &Side, seen: &SeenSide, abbreviation: Abbreviation) -> Vec<String> {
    let legend = context.legend();
    let mut out = vec![side.name.clone()];
    for track in legend.tracks.iter().filter(|track| track.subject == Subject::Side) {
        let value = seen.attributes.track(&track.id).unwrap_or(track.start);
        let name = track.short.as_ref().filter(|_| abbreviation >= Abbreviation::ShortNames).unwrap_or(&track.name);
        out.push(format!("{name} {}", bar::number(context.page, track, value)));
    }
    let (long, short): (Vec<_>, Vec<_>) = figures::side_figures(context)
        .map(|figure| seen.attributes.figure(&figure.id))
        .partition(|figure| figure.is_some_and(|figure| figure.value.is_long()));
    out.extend(
        short.into_iter().map(|figure| figure.map(|figure| figures::with_title(legend, figure)).unwrap_or_default()),
    );
    for supply in supplies(context, Some(&side.id)).into_iter().filter(|_| context.brevity < Brevity::Minimal) {
        let pieces = pieces_of(legend, supply, &side.id, abbreviation);
        out.push(format!(
            "{} {}",
            name(context, supply, abbreviation),
            if pieces.is_empty() { "nothing" } else { &pieces }
        ));
    }
    // A long text needs no title.
    let long = long.into_iter().filter(|_| context.shows_goals);
    out.extend(long.into_iter().flatten().map(|figure| long_figure(context, side, figure)));
    out.push(facts::shown_words(&seen.attributes).join(", "));
    while out.len() > 1 && out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// Returns the text of a long figure. If an earlier side of the same coalition has the same text, refers to that side:
/// `Goal as West`.
fn long_figure(context: &DrawContext, side: &Side, figure: &SeenFigure) -> String {
    let earlier = context.view.sides_in_play().take_while(|(other, _)| other.id != side.id);
    let has_same =
        |seen: &SeenSide| seen.attributes.figure(&figure.id).is_some_and(|other| other.value == figure.value);
    let is_ally = |other: &Side| side.coalition.is_some() && other.coalition == side.coalition;
    let title = figures::title(context.legend(), figure);
    let mut same = earlier.filter(|(other, seen)| is_ally(other) && has_same(seen));
    match same.next().filter(|_| !title.is_empty()) {
        Some(_) if context.card_text_lines == 0 => String::new(),
        Some((other, _)) => format!("{title} as {}", figures::short_name(other)),
        None => figure.value.text(),
    }
}

/// Returns the supplies of a side's pieces, in board order. If `owner` is `None`, those of pieces without an owner.
fn supplies<'a>(context: &DrawContext<'a>, owner: Option<&str>) -> Vec<&'a SeenSpace> {
    let types = || context.legend().pieces.iter().filter(|piece| piece.side.as_deref() == owner);
    let is_supply = |space: &&SeenSpace| types().any(|piece| piece.supply == space.id);
    context.view.spaces.iter().filter(is_supply).collect()
}

/// Returns the short name of a space if the page is narrow, otherwise the shorter of its name and its id.
fn name(context: &DrawContext, seen: &SeenSpace, abbreviation: Abbreviation) -> String {
    let space = context.legend().spaces.iter().find(|space| space.id == seen.id);
    let name = space.map_or("", |space| space.name.as_str());
    match space.and_then(|space| space.short.as_ref()).filter(|_| abbreviation >= Abbreviation::ShortNames) {
        Some(short) => short.clone(),
        None if width(&seen.id) < width(name) => {
            // Keep the spelling of the name: `US Training` from `US Training Box`, not `Us-training`.
            let words = seen.id.replace('-', " ");
            let prefix = name.get(..words.len()).filter(|prefix| prefix.eq_ignore_ascii_case(&words));
            let short = || space.and_then(|space| space.short.clone()).unwrap_or_else(|| capital(&seen.id));
            prefix.map_or_else(short, str::to_owned)
        }
        None => name.to_owned(),
    }
}

/// Returns the name and contents of each supply with pieces without an owner. Returns none if sides have no panels.
pub(crate) fn unowned_supplies(context: &DrawContext) -> Vec<(String, String)> {
    let spaces = if context.has_panels() { supplies(context, None) } else { Vec::new() };
    // Skip supplies whose owners are all out of play.
    let is_in_use = |supply: &&SeenSpace| {
        let pieces = context.legend().pieces.iter().filter(|piece| piece.supply == supply.id);
        let mut owners = pieces.filter_map(|piece| piece.side.as_ref());
        let is_in_play = |owner: &String| context.view.sides_in_play().any(|(side, _)| side.id == *owner);
        owners.clone().next().is_none() || owners.any(is_in_play)
    };
    let contents = spaces
        .into_iter()
        .filter(is_in_use)
        .map(|space| (name(context, space, Abbreviation::None), short_text(space, |stack| is_owned_by(stack, None))));
    contents.filter(|(_, pieces)| !pieces.is_empty()).collect()
}

/// Whether a panel shows an owner's pieces in a space. Pieces without an owner are listed with the tracks.
pub(crate) fn shows_supply(context: &DrawContext, space: &SeenSpace, owner: Option<&str>) -> bool {
    context.has_panels()
        && context.brevity < Brevity::Minimal
        && supplies(context, owner).iter().any(|supply| supply.id == space.id)
}

/// Whether the screen hides pieces off the map.
pub(crate) fn omits_supplies(context: &DrawContext) -> bool {
    let mut owners = context.view.sides.iter().map(|side| Some(side.id.as_str())).chain([None]);
    let is_hidden = |owner: Option<&str>| {
        let has_pieces = |space: &SeenSpace| space.pieces.iter().any(|stack| is_owned_by(stack, owner));
        supplies(context, owner).into_iter().any(|space| has_pieces(space) && !shows_supply(context, space, owner))
    };
    context.brevity >= Brevity::HideEmptySpaces && owners.any(is_hidden)
}
