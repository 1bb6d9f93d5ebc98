//! The board as tables: kinds of spaces that have a column in common in one, under their headings, with
//! only the columns and rows that say something.

use super::brief::Brief;
use super::columns::{self, Of};
use super::grid::{Grid, Line};
use super::paint::{capital, counted, flow, width, wrap};
use super::pieces::{self, pieces};
use super::tight::Tight;
use super::{Look, figures, panel, tracks};
use cardwright_state::board::On;
use cardwright_state::{KindId, SpaceId};

/// Every kind of spaces: tables, then boxes that hold nothing but pieces. `full` keeps empty rows
/// and columns.
pub(crate) fn tables(look: &Look, full: bool) -> Vec<String> {
    let look = &Look { brief: if full { Brief::Whole } else { look.brief }, ..*look };
    let mut out = Vec::new();
    for kinds in groups(look, full) {
        out.extend(Group::of(look, kinds, full).text());
    }
    let mut boxes = Vec::new();
    for kind in (0..look.board.kinds.len()).map(KindId::new).filter(|k| is_plain(look, *k)) {
        let shown = |s: &usize| look.brief < Brief::Active || !is_supply(look, *s);
        let members = look.board.kinds[kind.at()].members;
        boxes.extend(members.iter().filter(shown).filter_map(|s| box_text(look, SpaceId::new(s), full)));
    }
    if !boxes.is_empty() {
        let room = look.page.width.min(out.iter().map(|l| width(l)).max().unwrap_or(0).max(76));
        out.extend(boxes_text(&boxes, room).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// Boxes after each other; broken between boxes, or where one is longer than a line between its pieces.
fn boxes_text(boxes: &[String], room: usize) -> Vec<String> {
    if boxes.iter().all(|b| width(b) <= room) {
        return flow("", 0, boxes, " · ", room);
    }
    let one = |text: &String| {
        let (name, pieces) = text.split_once(": ").unwrap_or((text, ""));
        let pieces: Vec<String> = pieces.split_inclusive(", ").map(|p| p.trim_end().to_owned()).collect();
        flow(&format!("{name}: "), 2, &pieces, " ", room)
    };
    boxes.iter().flat_map(one).collect()
}

/// Whether every table fits the page with its words unshortened.
pub(crate) fn fits(look: &Look) -> bool {
    let whole = |(tight, _): (Tight, Grid)| tight <= Tight::Names;
    groups(look, false).into_iter().all(|kinds| Group::of(look, kinds, false).fitting().is_some_and(whole))
}

/// Whether spaces of a kind carry no track, fact or figure, and are few: then a line says it all.
fn is_plain(look: &Look, kind: KindId) -> bool {
    let on = On::spaces(kind);
    let board = look.board;
    board.kinds[kind.at()].members.len() <= 4
        && !board.tracks.iter().any(|t| t.on.is_for(on))
        && !board.facts.iter().any(|f| f.on.is_for(on))
        && figures::all_on(look, on).next().is_none()
}

fn is_supply(look: &Look, space: usize) -> bool {
    look.board.types.iter().any(|t| t.supply.at() == space)
}

fn box_text(look: &Look, at: SpaceId, full: bool) -> Option<String> {
    let pieces = pieces(look, at, None, |owner| full || !panel::shows_supply(look, at, owner));
    (!pieces.is_empty()).then(|| format!("{}: {pieces}", look.board.spaces[at.at()].name))
}

/// A name as an id would write it: `pinar-del-rio` for `Pinar del Río`.
fn as_id(name: &str) -> String {
    let mut out = String::new();
    for c in name.to_lowercase().chars() {
        let plain = match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
            'ç' => 'c',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ñ' => 'n',
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            c => c,
        };
        match plain {
            c if c.is_alphanumeric() => out.push(c),
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// A space's name; its id too where one does not follow from the other, or alone where that is too long.
fn space_name(look: &Look, at: SpaceId, tight: Tight) -> String {
    let space = &look.board.spaces[at.at()];
    if as_id(&space.name) == space.id {
        let shorter = tight >= Tight::Names && width(&space.id) < width(&space.name);
        if shorter { space.id.clone() } else { space.name.clone() }
    } else if tight >= Tight::Names {
        space.id.clone()
    } else {
        format!("{} ({})", space.name, space.id)
    }
}

/// The kinds of spaces that are tables, those together that have a shown column in common.
fn groups(look: &Look, full: bool) -> Vec<Vec<KindId>> {
    let kinds = (0..look.board.kinds.len()).map(KindId::new);
    let tabular = kinds.filter(|k| !is_plain(look, *k) && (full || !tracks::is_bars(look, *k)));
    let mut out: Vec<(Vec<Of>, Vec<KindId>)> = Vec::new();
    for kind in tabular {
        let columns = shown_columns(look, &[kind], full);
        match out.iter_mut().find(|(known, _)| columns.iter().any(|c| known.contains(c))) {
            Some((known, kinds)) => {
                known.extend(columns);
                kinds.push(kind);
            }
            None => out.push((columns, vec![kind])),
        }
    }
    out.into_iter().map(|(_, kinds)| kinds).collect()
}

fn spaces_of(look: &Look, kinds: &[KindId]) -> Vec<SpaceId> {
    kinds.iter().flat_map(|k| look.board.kinds[k.at()].members.iter()).map(SpaceId::new).collect()
}

/// The columns that say something of spaces of some kinds. Where idle spaces are left out, a track that is
/// at its start everywhere says nothing.
fn shown_columns(look: &Look, kinds: &[KindId], full: bool) -> Vec<Of> {
    let spaces = spaces_of(look, kinds);
    let says = |of: &Of, at: &SpaceId| {
        let cell = of.cell(look, *at, Tight::Loose);
        let silent = matches!(cell.as_str(), "" | "·");
        !silent && (look.brief < Brief::Active || cell != of.rest(look, *at, Tight::Loose))
    };
    let shown = |of: &Of| {
        let fits = kinds.iter().any(|k| of.is_for(look, *k));
        let always = full && *of != Of::Loose;
        fits && (always || spaces.iter().any(|at| says(of, at)))
    };
    columns::all(look).into_iter().filter(shown).collect()
}

/// Kinds of spaces in one table.
struct Group<'a, 'b> {
    look: &'b Look<'a>,
    kinds: Vec<KindId>,
    columns: Vec<Of>,
    idle: Vec<SpaceId>,
}

impl<'a, 'b> Group<'a, 'b> {
    fn of(look: &'b Look<'a>, kinds: Vec<KindId>, full: bool) -> Group<'a, 'b> {
        let columns = shown_columns(look, &kinds, full);
        let says = |of: &Of, at: SpaceId| {
            let counts = look.brief < Brief::Busy || !matches!(of, Of::Track(_) | Of::Figure(_));
            counts && of.cell(look, at, Tight::Loose) != of.rest(look, at, Tight::Loose)
        };
        let is_idle = |at: &SpaceId| !columns.iter().any(|of| says(of, *at));
        let mut idle = Vec::new();
        if look.brief >= Brief::Active {
            idle = spaces_of(look, &kinds).into_iter().filter(is_idle).collect();
        }
        Group { look, kinds, columns, idle }
    }

    /// The loosest table that fits the page.
    fn fitting(&self) -> Option<(Tight, Grid)> {
        let mut grids = Tight::ALL.into_iter().map(|tight| (tight, self.grid(tight)));
        grids.find(|(_, grid)| grid.width() <= self.look.page.width)
    }

    fn text(&self) -> Vec<String> {
        let page = self.look.page;
        let mut out = match self.fitting() {
            Some((_, grid)) if grid.lines.is_empty() => Vec::new(),
            Some((tight, grid)) => {
                let mut out = grid.text(page, self.look.brief < Brief::Unruled);
                if tight == Tight::Initials {
                    let legend = pieces::legend(self.look, &spaces_of(self.look, &self.kinds));
                    out.extend(flow("", 0, &legend, " · ", page.width).into_iter().map(|l| page.dim(&l)));
                }
                out
            }
            None => self.list(),
        };
        out.extend(self.idle_text());
        out
    }

    /// The kinds with rows, each with its heading and its spaces.
    fn rows(&self) -> Vec<(String, Vec<SpaceId>)> {
        let shown = |kind: &KindId| {
            let spaces = spaces_of(self.look, &[*kind]).into_iter().filter(|s| !self.idle.contains(s)).collect();
            (capital(&self.look.board.kinds[kind.at()].plural), spaces)
        };
        self.kinds.iter().map(shown).filter(|(_, spaces): &(String, Vec<SpaceId>)| !spaces.is_empty()).collect()
    }

    fn grid(&self, tight: Tight) -> Grid {
        let look = self.look;
        let mut titles = Vec::new();
        let mut lines = Vec::new();
        for (heading, spaces) in self.rows() {
            let heading = look.page.bold(&heading);
            if titles.is_empty() {
                titles.push(heading);
            } else {
                lines.push(Line::Heading(heading));
            }
            for at in spaces {
                let mut row = vec![space_name(look, at, tight)];
                row.extend(self.columns.iter().map(|of| of.paint(look, at, &of.cell(look, at, tight))));
                lines.push(Line::Row(row));
            }
        }
        titles.extend(self.columns.iter().map(|of| {
            let title = of.title(look, tight);
            match of {
                Of::Side(side) => look.page.side(look.board, *side, &title),
                _ => look.page.bold(&title),
            }
        }));
        Grid { titles, lines, gap: if tight < Tight::Names { 3 } else { 2 } }
    }

    /// A space after the other, for a page on which no table fits.
    fn list(&self) -> Vec<String> {
        let look = self.look;
        let mut out = Vec::new();
        for (heading, spaces) in self.rows() {
            out.push(look.page.bold(&heading));
            for at in spaces {
                let name = space_name(look, at, Tight::Names);
                let mut parts = vec![pieces(look, at, None, |_| true)];
                let columns = self.columns.iter().filter(|of| !matches!(of, Of::Side(_) | Of::Loose));
                parts.extend(columns.filter_map(|of| of.told(look, at, Tight::Numbers)));
                parts.retain(|p| !p.is_empty());
                out.extend(flow(&format!("{name}: "), 4, &parts, " · ", look.page.width));
            }
        }
        out
    }

    /// `nothing in Port, River`: the spaces that are not worth a row, those alike together.
    fn idle_text(&self) -> Vec<String> {
        let look = self.look;
        let mut alike: Vec<(String, Vec<SpaceId>)> = Vec::new();
        for at in &self.idle {
            let told = self.columns.iter().filter_map(|of| of.told(look, *at, Tight::Loose));
            let text = told.collect::<Vec<_>>().join(", ");
            match alike.iter_mut().find(|(t, _)| *t == text) {
                Some((_, spaces)) => spaces.push(*at),
                None => alike.push((text, vec![*at])),
            }
        }
        let part = |(text, spaces): &(String, Vec<SpaceId>)| {
            let names = if spaces.len() > 12 {
                counted(spaces.len(), "other space")
            } else {
                spaces.iter().map(|at| look.board.spaces[at.at()].name.clone()).collect::<Vec<_>>().join(", ")
            };
            if text.is_empty() { format!("nothing in {names}") } else { format!("only {text} in {names}") }
        };
        if alike.is_empty() {
            return Vec::new();
        }
        let text = alike.iter().map(part).collect::<Vec<_>>().join(" · ");
        wrap(&text, 0, look.page.width).into_iter().map(|l| look.page.dim(&l)).collect()
    }
}
