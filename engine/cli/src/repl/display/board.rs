//! The board as tables: kinds of spaces that have a column in common in one, under their headings, with
//! only the columns and rows that say something.

use super::brief::Brief;
use super::columns::{self, At, Of, spaces};
use super::grid::{Grid, Line};
use super::look::Look;
use super::paint::{counted, flow, width, wrap};
use super::pieces::{self, with_owners};
use super::tight::Tight;
use super::{panel, sectors, tracks};
use cardwright_view::{Space, SpaceKind};

/// Every kind of spaces: tables, then boxes that hold nothing but pieces. `full` keeps empty rows
/// and columns.
pub(crate) fn tables(look: &Look, full: bool) -> Vec<String> {
    let look = &Look { brief: if full { Brief::Whole } else { look.brief }, ..*look };
    if !full && sectors::are_many(look) {
        return sectors::lines(look);
    }
    let mut out = Vec::new();
    for kinds in groups(look, full) {
        out.extend(Group::of(look, kinds, full).text());
    }
    let mut boxes = Vec::new();
    for kind in look.legend().kinds.iter().filter(|kind| is_plain(look, kind)) {
        let shown = |at: &At| look.brief < Brief::Active || !look.legend().is_supply(&at.space.id);
        boxes.extend(spaces_of(look, &[kind]).into_iter().filter(shown).filter_map(|at| box_text(look, at, full)));
    }
    let room = look.page.width.min(out.iter().map(|l| width(l)).max().unwrap_or(0).max(76));
    if !boxes.is_empty() {
        out.extend(boxes_text(&boxes, room).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// What the short names on the screen stand for, below the board, in lines at most so wide.
pub(crate) fn legend(look: &Look, wide: usize) -> Vec<String> {
    let legend = explained(look);
    if legend.is_empty() {
        return Vec::new();
    }
    let lines = flow("", 0, &legend, " · ", look.page.width.min(wide));
    lines.into_iter().map(|l| look.page.dim(&l)).collect()
}

/// What the short names stand for that are on the screen, or were in this game.
pub(super) fn explained(look: &Look) -> Vec<String> {
    pieces::declared(look.legend(), &look.places(), |text| look.settled.is_some_and(|settled| settled.explains(text)))
}

/// Every space with all that is known of it, for who asks for the board.
pub(crate) fn whole(look: &Look) -> Vec<String> {
    let look = &Look { brief: Brief::Whole, ..*look };
    let mut out = tables(look, true);
    out.extend(legend(look, look.page.width));
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
    /// Columns in which spaces that stand side by side are still a few to a line.
    const SIDE_BY_SIDE: usize = 80;
    if sectors::are_many(look) {
        return look.page.width >= SIDE_BY_SIDE;
    }
    let whole = |(tight, _): (Tight, Grid)| tight <= Tight::Names;
    groups(look, false).into_iter().all(|kinds| Group::of(look, kinds, false).fitting().is_some_and(whole))
}

/// Whether spaces of a kind carry no track, fact or figure, have no column for what is printed on them, and are few: then a line
/// says it all.
fn is_plain(look: &Look, kind: &SpaceKind) -> bool {
    let legend = look.legend();
    let is_printed = |space: &Space| space.kind == kind.id && space.printed.iter().any(|text| !text.is_empty());
    look.view.spaces_of(&kind.id).count() <= 4
        && !legend.spaces.iter().any(is_printed)
        && legend.tracks_of_spaces(&kind.id).next().is_none()
        && !legend.facts.iter().any(|fact| fact.of.is_of_spaces(&kind.id))
        && !legend.figures.iter().any(|figure| figure.of.is_of_spaces(&kind.id))
}

fn box_text(look: &Look, at: At, full: bool) -> Option<String> {
    let shown = |of: Option<&str>| full || !panel::shows_supply(look, at.seen, of);
    let pieces = with_owners(look.legend(), at.seen, |alike| shown(alike.side.as_deref()));
    (!pieces.is_empty()).then(|| format!("{}: {pieces}", at.space.name))
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

/// A space's name, or its short name where that is too long; its id too where it does not follow from the name, or alone.
pub(super) fn space_name(space: &Space, tight: Tight) -> String {
    let follows = as_id(&space.name) == space.id;
    match (&space.short, tight >= Tight::Names) {
        (Some(short), true) => short.clone(),
        (None, true) if !follows => space.id.clone(),
        (_, false) if !follows => format!("{} ({})", space.name, space.id),
        _ => space.name.clone(),
    }
}

/// The kinds of spaces that are tables, those together that have a shown column in common.
fn groups<'a>(look: &Look<'a>, full: bool) -> Vec<Vec<&'a SpaceKind>> {
    let kinds = look.legend().kinds.iter();
    let tabular = kinds.filter(|kind| !is_plain(look, kind) && (full || !tracks::is_bars(look, &kind.id)));
    let mut out: Vec<(Vec<Of>, Vec<&SpaceKind>)> = Vec::new();
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

fn spaces_of<'a>(look: &Look<'a>, kinds: &[&SpaceKind]) -> Vec<At<'a>> {
    kinds.iter().flat_map(|kind| spaces(look).filter(|at| at.space.kind == kind.id)).collect()
}

/// The columns that say something of spaces of some kinds. Where idle spaces are left out, a track that is
/// at its start everywhere says nothing.
pub(super) fn shown_columns<'a>(look: &Look<'a>, kinds: &[&SpaceKind], full: bool) -> Vec<Of<'a>> {
    let spaces = spaces_of(look, kinds);
    let says = |of: &Of, at: &At| {
        let cell = of.cell(look, *at, Tight::Loose);
        let silent = matches!(cell.as_str(), "" | "·");
        // A track that starts above its lowest says something from the first.
        let counts = matches!(of, Of::Track(track) if track.start > track.min && track.min >= 0);
        !silent && (look.brief < Brief::Active || counts || cell != of.rest(look, *at, Tight::Loose))
    };
    let shown = |of: &Of| {
        if let Of::Printed(..) = of {
            return spaces.iter().any(|at| !of.cell(look, *at, Tight::Loose).is_empty());
        }
        let fits = kinds.iter().any(|kind| of.is_for(&kind.id));
        let was_shown = || kinds.iter().any(|kind| look.settled.is_some_and(|settled| settled.shows(kind, *of)));
        let always = full && *of != Of::Loose || was_shown();
        fits && (always || spaces.iter().any(|at| says(of, at)))
    };
    columns::all(look).into_iter().filter(shown).collect()
}

/// Kinds of spaces in one table.
struct Group<'a, 'b> {
    look: &'b Look<'a>,
    kinds: Vec<&'a SpaceKind>,
    columns: Vec<Of<'a>>,
    idle: Vec<At<'a>>,
}

impl<'a, 'b> Group<'a, 'b> {
    fn of(look: &'b Look<'a>, kinds: Vec<&'a SpaceKind>, full: bool) -> Group<'a, 'b> {
        let columns = shown_columns(look, &kinds, full);
        let says = |of: &Of, at: At| {
            let counts = look.brief < Brief::Busy || !matches!(of, Of::Track(_) | Of::Figure(_));
            counts && of.cell(look, at, Tight::Loose) != of.rest(look, at, Tight::Loose)
        };
        let is_idle = |at: &At| !columns.iter().any(|of| says(of, *at));
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
                    let places: Vec<_> = spaces_of(self.look, &self.kinds).iter().map(|at| at.seen).collect();
                    let legend = pieces::initials_of(self.look.legend(), &places);
                    out.extend(flow("", 0, &legend, " · ", page.width).into_iter().map(|l| page.dim(&l)));
                }
                out
            }
            None => self.list(),
        };
        out.extend(self.folded());
        out.extend(self.idle_text());
        out
    }

    /// Whether the spaces of a kind stand on a line after the table: less is kept of them than of others in it.
    fn is_lesser(&self, kind: &SpaceKind) -> bool {
        let kept = |kind: &SpaceKind| {
            let kept = |of: &&Of| matches!(of, Of::Track(_) | Of::Fact(_) | Of::Figure(_)) && of.is_for(&kind.id);
            self.columns.iter().filter(kept).count()
        };
        self.look.brief >= Brief::Folded && self.kinds.iter().any(|other| kept(other) > kept(kind))
    }

    /// `Markets  Port 2 goods · Mill closed`: a line for each kind of which less is kept.
    fn folded(&self) -> Vec<String> {
        let look = self.look;
        let mut out = Vec::new();
        for kind in self.kinds.iter().filter(|kind| self.is_lesser(kind)) {
            let spaces = spaces_of(look, &[kind]).into_iter().filter(|at| !self.is_idle(at));
            let parts = spaces.map(|at| self.in_words(at)).map(|(name, parts)| format!("{name} {}", parts.join(", ")));
            let parts: Vec<String> = parts.collect();
            if !parts.is_empty() {
                let head = look.page.bold(&kind.title);
                out.extend(flow(&head, width(&head) + 2, &parts, " · ", look.page.width));
            }
        }
        out
    }

    /// A space's name, its pieces, and what else is seen of it.
    fn in_words(&self, at: At) -> (String, Vec<String>) {
        let columns = self.columns.iter().filter(|of| !matches!(of, Of::Side(_) | Of::Loose));
        let held = with_owners(self.look.legend(), at.seen, |_| true);
        let parts = [held].into_iter().filter(|held| !held.is_empty());
        let parts = parts.chain(columns.filter_map(|of| of.titled_cell(self.look, at, Tight::Numbers)));
        (space_name(at.space, Tight::Names), parts.collect())
    }

    fn is_idle(&self, at: &At) -> bool {
        self.idle.iter().any(|idle| idle.space.id == at.space.id)
    }

    /// The kinds with rows, each with its heading and its spaces.
    fn rows(&self) -> Vec<(String, Vec<At<'a>>)> {
        let shown = |kind: &&SpaceKind| {
            let spaces = spaces_of(self.look, &[*kind]).into_iter().filter(|at| !self.is_idle(at)).collect();
            (kind.title.clone(), spaces)
        };
        self.kinds
            .iter()
            .filter(|kind| !self.is_lesser(kind))
            .map(shown)
            .filter(|(_, spaces): &(String, Vec<At>)| !spaces.is_empty())
            .collect()
    }

    fn grid(&self, tight: Tight) -> Grid {
        let look = self.look;
        let mut titles = Vec::new();
        let mut lines = Vec::new();
        let rows = self.rows();
        if look.brief >= Brief::Folded && !rows.is_empty() {
            let kinds: Vec<&str> = rows.iter().map(|(heading, _)| heading.as_str()).collect();
            titles.push(look.page.bold(&kinds.join(", ")));
        }
        for (heading, spaces) in rows {
            let heading = look.page.bold(&heading);
            if titles.is_empty() {
                titles.push(heading);
            } else if look.brief < Brief::Folded {
                lines.push(Line::Heading(heading));
            }
            for at in spaces {
                let mut row = vec![space_name(at.space, tight)];
                row.extend(self.columns(tight).map(|of| of.paint(look, at, &of.cell(look, at, tight))));
                lines.push(Line::Row(row));
            }
        }
        titles.extend(self.columns(tight).map(|of| {
            let title = of.title(look, tight);
            match of {
                Of::Side(side) => look.page.side(look.legend().side_ids(), &side.id, &title),
                _ => look.page.bold(&title),
            }
        }));
        let gap = match tight {
            Tight::Loose | Tight::Numbers => 3,
            Tight::Initials if look.legend().has_shorts() => 1,
            _ => 2,
        };
        Grid { titles, lines, gap }
    }

    /// The columns for which there may be room: what is printed on spaces goes first, the last of it before the others.
    fn columns(&self, tight: Tight) -> impl Iterator<Item = &Of<'a>> {
        let shown = move |of: &&Of| match of {
            Of::Printed(0, _) => tight < Tight::Three,
            Of::Printed(..) => tight < Tight::Four,
            _ => true,
        };
        // What only the spaces on a line of their own have, stands there.
        let rows = |of: &&Of| self.kinds.iter().any(|kind| !self.is_lesser(kind) && of.is_for(&kind.id));
        self.columns.iter().filter(rows).filter(shown)
    }

    /// A space after the other, for a page on which no table fits.
    fn list(&self) -> Vec<String> {
        let look = self.look;
        let mut out = Vec::new();
        for (heading, spaces) in self.rows() {
            out.push(look.page.bold(&heading));
            for at in spaces {
                let (name, parts) = self.in_words(at);
                out.extend(flow(&format!("{name}: "), 4, &parts, " · ", look.page.width));
            }
        }
        out
    }

    /// `nothing in Port, River`: the spaces that are not worth a row, those alike together.
    fn idle_text(&self) -> Vec<String> {
        let look = self.look;
        let mut alike: Vec<(String, Vec<At>)> = Vec::new();
        for at in &self.idle {
            let told = self.columns.iter().filter_map(|of| of.titled_cell(look, *at, Tight::Loose));
            let text = told.collect::<Vec<_>>().join(", ");
            match alike.iter_mut().find(|(t, _)| *t == text) {
                Some((_, spaces)) => spaces.push(*at),
                None => alike.push((text, vec![*at])),
            }
        }
        let part = |(text, spaces): &(String, Vec<At>)| {
            let names = if spaces.len() > 12 {
                counted(spaces.len(), "other space")
            } else {
                spaces.iter().map(|at| at.space.name.clone()).collect::<Vec<_>>().join(", ")
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
