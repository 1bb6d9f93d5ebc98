//! Draws the board as text tables. Kinds of spaces with a common column share a text table. Empty columns and rows are
//! left out.

use super::abbreviation::Abbreviation;
use super::brevity::Brevity;
use super::columns::{self, SpaceEntry, TableColumn, spaces};
use super::draw_context::DrawContext;
use super::grid::{Grid, GridLine};
use super::paint::{flow, width, wrap};
use super::pieces::{self, with_owners};
use super::stable_layout::StableLayout;
use super::{panel, sectors, tracks};
use crate::out::counted;
use cardwright_view::{Space, SpaceKind};

/// Draws the text tables of all kinds of spaces, then the boxes, which hold only pieces. If `full`, keeps empty rows
/// and columns.
pub(crate) fn tables(context: &DrawContext, full: bool) -> Vec<String> {
    let context = &DrawContext { brevity: if full { Brevity::Full } else { context.brevity }, ..*context };
    if !full && sectors::is_large_map(context) {
        return sectors::lines(context);
    }
    let mut out = Vec::new();
    for kinds in groups(context, full) {
        out.extend(KindTable::new(context, kinds, full).text());
    }
    let mut boxes = Vec::new();
    for kind in context.legend().kinds.iter().filter(|kind| is_box(context, kind)) {
        let shown = |entry: &SpaceEntry| {
            context.brevity < Brevity::HideEmptySpaces || !context.legend().is_supply(&entry.space.id)
        };
        boxes.extend(
            spaces_of(context, &[kind]).into_iter().filter(shown).filter_map(|entry| box_text(context, entry, full)),
        );
    }
    // Boxes may use 76 terminal columns even if all text tables are narrower.
    let line_width = context.page.width.min(out.iter().map(|line| width(line)).max().unwrap_or(0).max(76));
    if !boxes.is_empty() {
        out.extend(boxes_text(&boxes, line_width).into_iter().map(|line| context.page.dim(&line)));
    }
    out
}

/// Explains the short names on the screen that no earlier screen has explained, in lines of at most `max_width` columns.
pub(crate) fn legend(context: &DrawContext, max_width: usize) -> Vec<String> {
    let legend = explanations(context);
    if legend.is_empty() {
        return Vec::new();
    }
    let lines = flow("", 0, &legend, " · ", context.page.width.min(max_width));
    lines.into_iter().map(|line| context.page.dim(&line)).collect()
}

/// Returns explanations of the short names on this screen, without those of earlier screens.
fn explanations(context: &DrawContext) -> Vec<String> {
    let mut explanations = pieces::explanations(context.legend(), &context.shown_spaces());
    explanations.retain(|text| !context.stable_layout.is_some_and(|layout| layout.explains(text)));
    explanations
}

/// Returns the columns and explanations of this screen and of all earlier screens.
pub(super) fn stable_layout(context: &DrawContext) -> StableLayout {
    let mut layout = context.stable_layout.cloned().unwrap_or_default();
    for kind in &context.legend().kinds {
        layout.add_columns(kind, shown_columns(context, &[kind], false).into_iter().map(TableColumn::key));
    }
    layout.add_explanations(explanations(context));
    layout
}

/// Draws the reply to `show board`: every space with all that the viewer knows of the space.
pub(crate) fn full_board(context: &DrawContext) -> Vec<String> {
    let context = &DrawContext { brevity: Brevity::Full, ..*context };
    let mut out = tables(context, true);
    out.extend(legend(context, context.page.width));
    out
}

/// Puts boxes into text lines. Several boxes share a line if they all fit. If a box is longer than a line, each box has
/// its own lines, which break between pieces.
fn boxes_text(boxes: &[String], line_width: usize) -> Vec<String> {
    if boxes.iter().all(|text| width(text) <= line_width) {
        return flow("", 0, boxes, " · ", line_width);
    }
    let box_lines = |text: &String| {
        let (name, pieces) = text.split_once(": ").unwrap_or((text, ""));
        let pieces: Vec<String> = pieces.split_inclusive(", ").map(|piece| piece.trim_end().to_owned()).collect();
        flow(&format!("{name}: "), 2, &pieces, " ", line_width)
    };
    boxes.iter().flat_map(box_lines).collect()
}

/// Whether every text table fits the page without cut words.
pub(crate) fn fits(context: &DrawContext) -> bool {
    /// The width of the narrowest page on which a large map has several spaces in a line.
    const MIN_WIDTH: usize = 80;
    if sectors::is_large_map(context) {
        return context.page.width >= MIN_WIDTH;
    }
    let is_uncut = |(abbreviation, _): (Abbreviation, Grid)| abbreviation <= Abbreviation::ShortNames;
    groups(context, false)
        .into_iter()
        .all(|kinds| KindTable::new(context, kinds, false).fitting().is_some_and(is_uncut))
}

/// Whether the spaces of a kind are drawn as boxes: there are at most four, without tracks, facts, figures or printed
/// columns.
fn is_box(context: &DrawContext, kind: &SpaceKind) -> bool {
    let legend = context.legend();
    let is_printed = |space: &Space| space.kind == kind.id && space.printed.iter().any(|text| !text.is_empty());
    context.view.spaces_of(&kind.id).count() <= 4
        && !legend.spaces.iter().any(is_printed)
        && legend.tracks_of_spaces(&kind.id).next().is_none()
        && !legend.facts.iter().any(|fact| fact.subject.is_of_spaces(&kind.id))
        && !legend.figures.iter().any(|figure| figure.subject.is_of_spaces(&kind.id))
}

fn box_text(context: &DrawContext, entry: SpaceEntry, full: bool) -> Option<String> {
    let is_shown = |side: Option<&str>| full || !panel::shows_supply(context, entry.seen, side);
    let pieces = with_owners(context.legend(), entry.seen, |stack| is_shown(stack.side.as_deref()));
    (!pieces.is_empty()).then(|| format!("{}: {pieces}", entry.space.name))
}

/// Makes an id from a name: `pinar-del-rio` from `Pinar del Río`.
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

/// Returns the name of a space, followed by its id if the id cannot be guessed from the name. For narrow text tables,
/// returns the short name or the id.
pub(super) fn space_name(space: &Space, abbreviation: Abbreviation) -> String {
    let is_id_guessable = as_id(&space.name) == space.id;
    match (&space.short, abbreviation >= Abbreviation::ShortNames) {
        (Some(short), true) => short.clone(),
        (None, true) if !is_id_guessable => space.id.clone(),
        (_, false) if !is_id_guessable => format!("{} ({})", space.name, space.id),
        _ => space.name.clone(),
    }
}

/// Groups the kinds of spaces that are drawn as text tables. Kinds with a common column are in one group.
fn groups<'a>(context: &DrawContext<'a>, full: bool) -> Vec<Vec<&'a SpaceKind>> {
    let kinds = context.legend().kinds.iter();
    let table_kinds =
        kinds.filter(|kind| !is_box(context, kind) && (full || !tracks::is_shown_as_bars(context, &kind.id)));
    let mut out: Vec<(Vec<TableColumn>, Vec<&SpaceKind>)> = Vec::new();
    for kind in table_kinds {
        let columns = shown_columns(context, &[kind], full);
        match out.iter_mut().find(|(known, _)| columns.iter().any(|column| known.contains(column))) {
            Some((known, kinds)) => {
                known.extend(columns);
                kinds.push(kind);
            }
            None => out.push((columns, vec![kind])),
        }
    }
    out.into_iter().map(|(_, kinds)| kinds).collect()
}

fn spaces_of<'a>(context: &DrawContext<'a>, kinds: &[&SpaceKind]) -> Vec<SpaceEntry<'a>> {
    kinds.iter().flat_map(|kind| spaces(context).filter(|entry| entry.space.kind == kind.id)).collect()
}

/// Returns the columns that are not empty for the given kinds. If the page hides empty spaces, a column with a track
/// that is at its start in every space counts as empty.
pub(super) fn shown_columns<'a>(context: &DrawContext<'a>, kinds: &[&SpaceKind], full: bool) -> Vec<TableColumn<'a>> {
    let spaces = spaces_of(context, kinds);
    let is_worth_showing = |column: &TableColumn, entry: &SpaceEntry| {
        let cell = column.cell(context, *entry, Abbreviation::None);
        let is_empty = matches!(cell.as_str(), "" | "·");
        // A track that starts above its minimum is shown even at its start.
        let is_always_shown = matches!(column, TableColumn::Track(track) if track.start > track.min && track.min >= 0);
        let is_initial = || cell == column.initial_cell(context, *entry, Abbreviation::None);
        !is_empty && (context.brevity < Brevity::HideEmptySpaces || is_always_shown || !is_initial())
    };
    let is_shown = |column: &TableColumn| {
        if let TableColumn::Printed(..) = column {
            return spaces.iter().any(|entry| !column.cell(context, *entry, Abbreviation::None).is_empty());
        }
        let applies = kinds.iter().any(|kind| column.applies_to(&kind.id));
        let layout = context.stable_layout;
        let was_shown = || kinds.iter().any(|kind| layout.is_some_and(|layout| layout.has_column(kind, column.key())));
        let always = full && *column != TableColumn::NoOwner || was_shown();
        applies && (always || spaces.iter().any(|entry| is_worth_showing(column, entry)))
    };
    columns::all(context).into_iter().filter(is_shown).collect()
}

/// A text table for some kinds of spaces.
struct KindTable<'a, 'b> {
    context: &'b DrawContext<'a>,
    kinds: Vec<&'a SpaceKind>,
    columns: Vec<TableColumn<'a>>,
    /// The spaces in which every column has its initial value. They have no line in the text table.
    idle: Vec<SpaceEntry<'a>>,
    /// Whether a line explains the column titles that are cut.
    explains_titles: bool,
}

impl<'a, 'b> KindTable<'a, 'b> {
    fn new(context: &'b DrawContext<'a>, kinds: Vec<&'a SpaceKind>, full: bool) -> KindTable<'a, 'b> {
        let columns = shown_columns(context, &kinds, full);
        let has_changed = |column: &TableColumn, entry: SpaceEntry| {
            let is_number = matches!(column, TableColumn::Track(_) | TableColumn::Figure(_));
            let cell = column.cell(context, entry, Abbreviation::None);
            (context.brevity < Brevity::BusyOnly || !is_number)
                && cell != column.initial_cell(context, entry, Abbreviation::None)
        };
        let is_idle = |entry: &SpaceEntry| !columns.iter().any(|column| has_changed(column, *entry));
        let mut idle = Vec::new();
        if context.brevity >= Brevity::HideEmptySpaces {
            idle = spaces_of(context, &kinds).into_iter().filter(is_idle).collect();
        }
        KindTable { context, kinds, columns, idle, explains_titles: full }
    }

    /// Returns the least abbreviated text table that fits the page; `None` if no text table fits, or none is wanted.
    fn fitting(&self) -> Option<(Abbreviation, Grid)> {
        if self.context.lists_spaces {
            return None;
        }
        let mut grids = Abbreviation::ALL.into_iter().map(|abbreviation| (abbreviation, self.grid(abbreviation)));
        grids.find(|(_, grid)| grid.width() <= self.context.page.width)
    }

    fn text(&self) -> Vec<String> {
        let page = self.context.page;
        let mut out = match self.fitting() {
            Some((_, grid)) if grid.lines.is_empty() => Vec::new(),
            Some((abbreviation, grid)) => {
                let mut out = grid.text(page, self.context.brevity < Brevity::NoRuledLines);
                if abbreviation == Abbreviation::Initials {
                    let spaces: Vec<_> = spaces_of(self.context, &self.kinds).iter().map(|entry| entry.seen).collect();
                    let legend = pieces::initial_explanations(self.context.legend(), &spaces);
                    out.extend(flow("", 0, &legend, " · ", page.width).into_iter().map(|line| page.dim(&line)));
                }
                let titles = self.title_explanations(abbreviation);
                if self.explains_titles && !titles.is_empty() {
                    out.extend(flow("", 0, &titles, " · ", page.width).into_iter().map(|line| page.dim(&line)));
                }
                out
            }
            None => self.list(),
        };
        out.extend(self.minor_kinds_text());
        out.extend(self.idle_text());
        out
    }

    /// Explains the column titles that are cut at a level of abbreviation: `Foo Foothold`.
    fn title_explanations(&self, abbreviation: Abbreviation) -> Vec<String> {
        let explanation = |column: &TableColumn| {
            let full = column.title(self.context, Abbreviation::None);
            let cut = abbreviation.title(&full);
            (cut != full && column.title(self.context, abbreviation) == cut).then(|| format!("{cut} {full}"))
        };
        self.columns(abbreviation).filter_map(explanation).collect()
    }

    /// Whether a kind gets a line after the text table, because it uses fewer columns than another kind.
    fn is_minor(&self, kind: &SpaceKind) -> bool {
        let is_value = |column: &TableColumn| {
            matches!(column, TableColumn::Track(_) | TableColumn::Fact(_) | TableColumn::Figure(_))
        };
        let values = |kind: &SpaceKind| {
            self.columns.iter().filter(|column| is_value(column) && column.applies_to(&kind.id)).count()
        };
        self.context.brevity >= Brevity::OneTable && self.kinds.iter().any(|other| values(other) > values(kind))
    }

    /// Returns a text line for each minor kind: `Markets  Port 2 goods · Mill closed`.
    fn minor_kinds_text(&self) -> Vec<String> {
        let context = self.context;
        let mut out = Vec::new();
        for kind in self.kinds.iter().filter(|kind| self.is_minor(kind)) {
            let spaces = spaces_of(context, &[kind]).into_iter().filter(|entry| !self.is_idle(entry));
            let parts =
                spaces.map(|entry| self.entry_text(entry)).map(|(name, parts)| format!("{name} {}", parts.join(", ")));
            let parts: Vec<String> = parts.collect();
            if !parts.is_empty() {
                let heading = context.page.bold(&kind.title);
                out.extend(flow(&heading, width(&heading) + 2, &parts, " · ", context.page.width));
            }
        }
        out
    }

    /// Returns the name of a space, and texts for its pieces and columns.
    fn entry_text(&self, entry: SpaceEntry) -> (String, Vec<String>) {
        let columns =
            self.columns.iter().filter(|column| !matches!(column, TableColumn::Side(_) | TableColumn::NoOwner));
        let pieces = with_owners(self.context.legend(), entry.seen, |_| true);
        let cells = columns.filter_map(|column| column.titled_cell(self.context, entry, Abbreviation::TracksAsNumbers));
        let parts = [pieces].into_iter().filter(|pieces| !pieces.is_empty()).chain(cells);
        (space_name(entry.space, Abbreviation::ShortNames), parts.collect())
    }

    fn is_idle(&self, entry: &SpaceEntry) -> bool {
        self.idle.iter().any(|idle| idle.space.id == entry.space.id)
    }

    /// Returns the heading of each kind in the text table, and the spaces that have a line there.
    fn rows(&self) -> Vec<(String, Vec<SpaceEntry<'a>>)> {
        let shown = |kind: &&SpaceKind| {
            let spaces = spaces_of(self.context, &[*kind]).into_iter().filter(|entry| !self.is_idle(entry)).collect();
            (kind.title.clone(), spaces)
        };
        self.kinds
            .iter()
            .filter(|kind| !self.is_minor(kind))
            .map(shown)
            .filter(|(_, spaces): &(String, Vec<SpaceEntry>)| !spaces.is_empty())
            .collect()
    }

    fn grid(&self, abbreviation: Abbreviation) -> Grid {
        let context = self.context;
        let mut titles = Vec::new();
        let mut lines = Vec::new();
        let rows = self.rows();
        if context.brevity >= Brevity::OneTable && !rows.is_empty() {
            let kinds: Vec<&str> = rows.iter().map(|(heading, _)| heading.as_str()).collect();
            titles.push(context.page.bold(&kinds.join(", ")));
        }
        for (heading, spaces) in rows {
            let heading = context.page.bold(&heading);
            if titles.is_empty() {
                titles.push(heading);
            } else if context.brevity < Brevity::OneTable {
                lines.push(GridLine::Heading(heading));
            }
            for entry in spaces {
                let mut row = vec![space_name(entry.space, abbreviation)];
                let columns = self.columns(abbreviation);
                row.extend(
                    columns.map(|column| column.paint(context, entry, &column.cell(context, entry, abbreviation))),
                );
                lines.push(GridLine::Row(row));
            }
        }
        titles.extend(self.columns(abbreviation).map(|column| {
            let title = column.title(context, abbreviation);
            match column {
                TableColumn::Side(side) => context.page.side(context.legend().side_ids(), &side.id, &title),
                _ => context.page.bold(&title),
            }
        }));
        let gap = match abbreviation {
            Abbreviation::None | Abbreviation::TracksAsNumbers => 3,
            Abbreviation::Initials if context.legend().has_shorts() => 1,
            _ => 2,
        };
        Grid { titles, lines, gap }
    }

    /// Returns the columns at a level of abbreviation. Narrow text tables drop printed columns, and the narrowest drop
    /// also the first printed column.
    fn columns(&self, abbreviation: Abbreviation) -> impl Iterator<Item = &TableColumn<'a>> {
        let is_shown = move |column: &&TableColumn| match column {
            TableColumn::Printed(0, _) => abbreviation < Abbreviation::ThreeLetters,
            TableColumn::Printed(..) => abbreviation < Abbreviation::FourLetters,
            _ => true,
        };
        // A column that only minor kinds use appears on their lines, not in the text table.
        let is_of_rows =
            |column: &&TableColumn| self.kinds.iter().any(|kind| !self.is_minor(kind) && column.applies_to(&kind.id));
        self.columns.iter().filter(is_of_rows).filter(is_shown)
    }

    /// Returns a paragraph for each space, for a page on which no text table fits.
    fn list(&self) -> Vec<String> {
        let context = self.context;
        let mut out = Vec::new();
        for (heading, spaces) in self.rows() {
            out.push(context.page.bold(&heading));
            for entry in spaces {
                let (name, parts) = self.entry_text(entry);
                out.extend(flow(&format!("{name}: "), 4, &parts, " · ", context.page.width));
            }
        }
        out
    }

    /// Returns a text such as `nothing in Port, River` for the idle spaces. Spaces with the same values form a group.
    fn idle_text(&self) -> Vec<String> {
        let context = self.context;
        let mut by_text: Vec<(String, Vec<SpaceEntry>)> = Vec::new();
        for entry in &self.idle {
            let cells =
                self.columns.iter().filter_map(|column| column.titled_cell(context, *entry, Abbreviation::None));
            let text = cells.collect::<Vec<_>>().join(", ");
            match by_text.iter_mut().find(|(other, _)| *other == text) {
                Some((_, spaces)) => spaces.push(*entry),
                None => by_text.push((text, vec![*entry])),
            }
        }
        let part = |(text, spaces): &(String, Vec<SpaceEntry>)| {
            // More than twelve spaces are counted and not named.
            let names = if spaces.len() > 12 {
                counted(spaces.len(), "other space")
            } else {
                spaces.iter().map(|entry| entry.space.name.clone()).collect::<Vec<_>>().join(", ")
            };
            if text.is_empty() { format!("nothing in {names}") } else { format!("only {text} in {names}") }
        };
        if by_text.is_empty() {
            return Vec::new();
        }
        let text = by_text.iter().map(part).collect::<Vec<_>>().join(" · ");
        wrap(&text, 0, context.page.width).into_iter().map(|line| context.page.dim(&line)).collect()
    }
}
