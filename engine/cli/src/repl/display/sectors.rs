//! A map of more spaces than a page has lines: kind by kind, those that say something side by side.

use super::board::{shown_columns, space_name};
use super::brief::Brief;
use super::columns::{At, Of, spaces};
use super::look::Look;
use super::paint::{capital, counted, flow, pad, width};
use super::pieces::by_owner;
use super::tight::Tight;
use super::{panel, tracks};
use cardwright_view::SpaceKind;

/// As many spaces may be in tables, however low the page.
const FEW: usize = 60;

/// Blanks between what stands side by side.
const GAP: usize = 3;

/// Most that may stand side by side.
const MOST: usize = 8;

/// Whether the map has too many spaces for tables: however few of them hold something now, so that it looks the same all game long.
pub(super) fn are_many(look: &Look) -> bool {
    let spaces = look.view.spaces.len();
    spaces >= FEW && spaces > look.page.height
}

/// A kind with the spaces that say something, and how many say nothing.
struct Sector<'a> {
    kind: &'a SpaceKind,
    told: Vec<String>,
    silent: usize,
}

impl Sector<'_> {
    fn of<'a>(look: &Look<'a>, kind: &'a SpaceKind) -> Sector<'a> {
        let columns = shown_columns(look, &[kind], false);
        let all: Vec<At> = spaces(look).filter(|at| at.space.kind == kind.id).collect();
        let told: Vec<String> = all.iter().filter_map(|at| told(look, &columns, *at)).collect();
        // What lies off the map is no place where something is missing.
        let off = all.iter().filter(|at| look.legend().is_supply(&at.space.id)).count();
        let silent = all.len().saturating_sub(told.len().max(off));
        Sector { kind, told, silent }
    }

    /// The word by which the rest of it is asked for.
    fn head(&self) -> String {
        capital(&self.kind.plural)
    }
}

/// `Portland: US 1I 1M · closed`: a space, if something lies there or is kept of it that says something.
fn told(look: &Look, columns: &[Of], at: At) -> Option<String> {
    let hides = |side: Option<&str>| {
        look.legend().is_supply(&at.space.id)
            && (panel::shows_supply(look, at.seen, side) || look.brief >= Brief::Active)
    };
    let owned = by_owner(look.legend(), at.seen).into_iter().filter(|(side, _)| !hides(side.as_deref()));
    let painted = owned.map(|(side, text)| match side {
        Some(side) => look.page.named(super::paint::side_color(look.legend().side_ids(), &side), &text),
        None => text,
    });
    let mut held = vec![painted.collect::<Vec<_>>().join(" ")];
    let says = |of: &&Of| match of {
        Of::Side(_) | Of::Loose | Of::Printed(..) => false,
        Of::Track(_) | Of::Figure(_) if look.brief >= Brief::Busy => false,
        of => of.cell(look, at, Tight::Loose) != of.rest(look, at, Tight::Loose),
    };
    held.extend(columns.iter().filter(says).filter_map(|of| of.titled_cell(look, at, Tight::Numbers)));
    held.retain(|text| !text.is_empty());
    (!held.is_empty()).then(|| format!("{}: {}", space_name(at.space, Tight::Names), held.join(", ")))
}

/// The whole map, a paragraph a kind.
pub(super) fn lines(look: &Look) -> Vec<String> {
    let kinds = look.legend().kinds.iter().filter(|kind| !tracks::is_bars(look, &kind.id));
    let sectors: Vec<Sector> = kinds.map(|kind| Sector::of(look, kind)).collect();
    let indent = sectors.iter().map(|sector| width(&sector.head())).max().unwrap_or(0) + 2;
    let indent = if indent > look.page.width / 5 { 2 } else { indent };
    let room = look.page.width.saturating_sub(indent);
    let aligned = look.brief < Brief::Folded;
    let cells = |sector: &Sector| {
        let mut cells = sector.told.clone();
        if aligned && sector.silent > 0 {
            cells.push(look.page.dim(&format!("({} empty)", sector.silent)));
        }
        cells
    };
    let by_sector: Vec<Vec<String>> = sectors.iter().map(cells).collect();
    let columns = best(&by_sector, room);
    let mut out = Vec::new();
    for (sector, cells) in sectors.iter().zip(&by_sector) {
        let lines = match aligned {
            true => set(cells, columns, room),
            false => flow("", 0, cells, " · ", room),
        };
        let head = sector.head();
        let is_above = width(&head) + 2 > indent && !lines.is_empty();
        out.extend(is_above.then(|| look.page.bold(&head)));
        for (n, line) in lines.into_iter().enumerate() {
            let lead = if n == 0 && !is_above { look.page.bold(&head) } else { String::new() };
            out.push(format!("{}{line}", pad(&lead, indent)));
        }
    }
    let silent: usize = sectors.iter().map(|sector| sector.silent).sum();
    if !aligned && silent > 0 {
        out.push(look.page.dim(&format!("nothing in {}", counted(silent, "other space"))));
    }
    out
}

/// In how many columns all stand in the fewest lines; of several, the fewest columns.
fn best(by_sector: &[Vec<String>], room: usize) -> usize {
    let lines = |columns: &usize| by_sector.iter().map(|cells| set(cells, *columns, room).len()).sum::<usize>();
    (1..=MOST).min_by_key(lines).unwrap_or(1)
}

/// Texts one after the other, each at the edge of a column; one that is too long for its column goes on over the next.
fn set(cells: &[String], columns: usize, room: usize) -> Vec<String> {
    let column = (room + GAP) / columns;
    let mut out: Vec<String> = Vec::new();
    let mut at = columns;
    for cell in cells {
        let takes = (width(cell) + GAP).div_ceil(column.max(1)).max(1);
        if at + takes > columns {
            out.push(String::new());
            at = 0;
        }
        if let Some(line) = out.last_mut() {
            *line = format!("{}{cell}", pad(line, at * column));
        }
        at += takes;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_for_a_column_takes_two() {
        let cells = ["a: 1", "bb: 2", "a long one: 12 34", "c: 3"].map(str::to_owned);
        assert_eq!(set(&cells, 3, 33), ["a: 1        bb: 2", "a long one: 12 34       c: 3"]);
        assert_eq!(best(&[cells.to_vec()], 33), 3);
        assert_eq!(set(&cells[..2], 1, 4), ["a: 1", "bb: 2"], "no text is cut");
    }
}
