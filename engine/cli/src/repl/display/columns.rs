//! The columns of the text tables of spaces: printed fields, pieces by side, tracks, facts and figures.

use super::abbreviation::Abbreviation;
use super::draw_context::DrawContext;
use super::paint::{Page, capital, side_color, width};
use super::pieces::{is_owned_by, pieces_of, short_text};
use super::{bar, figures};
use cardwright_content::Column;
use cardwright_view::{Fact, Figure, SeenSpace, SeenValue, Side, Space, Track};

/// A column of a text table of spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableColumn<'a> {
    /// A printed field of spaces, with its index among the printed columns.
    Printed(usize, &'a Column),
    /// The pieces of a side.
    Side(&'a Side),
    /// The pieces without an owner.
    NoOwner,
    Track(&'a Track),
    Fact(&'a Fact),
    Figure(&'a Figure),
}

/// A space and what the viewer sees of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpaceEntry<'a> {
    pub(crate) space: &'a Space,
    pub(crate) seen: &'a SeenSpace,
}

/// Returns every space, in board order.
pub(crate) fn spaces<'a>(context: &DrawContext<'a>) -> impl Iterator<Item = SpaceEntry<'a>> + use<'a> {
    context.legend().spaces.iter().zip(&context.view.spaces).map(|(space, seen)| SpaceEntry { space, seen })
}

/// Returns every possible column, from left to right.
pub(crate) fn all<'a>(context: &DrawContext<'a>) -> Vec<TableColumn<'a>> {
    let legend = context.legend();
    let mut out: Vec<TableColumn<'a>> =
        legend.columns.iter().enumerate().map(|(n, column)| TableColumn::Printed(n, column)).collect();
    // A side that is not in play still has a column if it has pieces on the map.
    let has_column = |side: &&Side| {
        let has_pieces = |space: &SeenSpace| {
            !legend.is_supply(&space.id) && space.pieces.iter().any(|stack| is_owned_by(stack, Some(&side.id)))
        };
        context.view.sides.iter().any(|seen| seen.id == side.id) || context.view.spaces.iter().any(has_pieces)
    };
    out.extend(legend.sides.iter().filter(has_column).map(TableColumn::Side));
    out.push(TableColumn::NoOwner);
    out.extend(legend.tracks.iter().map(TableColumn::Track));
    let shown = legend.figures.iter().filter(|figure| figure.shown && figures::has_space_with(context, figure));
    out.extend(shown.map(TableColumn::Figure));
    out.extend(legend.facts.iter().filter(|fact| fact.shown).map(TableColumn::Fact));
    out
}

impl TableColumn<'_> {
    /// Returns a unique text for the column, which stays the same during the game.
    pub(crate) fn key(self) -> String {
        match self {
            TableColumn::Printed(n, _) => format!("printed {n}"),
            TableColumn::Side(side) => format!("side {}", side.id),
            TableColumn::NoOwner => "loose".into(),
            TableColumn::Track(track) => format!("track {}", track.id),
            TableColumn::Fact(fact) => format!("fact {}", fact.id),
            TableColumn::Figure(figure) => format!("figure {}", figure.id),
        }
    }

    /// Whether spaces of this kind can have a value in the column.
    pub(crate) fn applies_to(self, kind: &str) -> bool {
        match self {
            TableColumn::Printed(..) | TableColumn::Side(_) | TableColumn::NoOwner => true,
            TableColumn::Track(track) => track.subject.is_of_spaces(kind),
            TableColumn::Fact(fact) => fact.subject.is_of_spaces(kind),
            TableColumn::Figure(figure) => figure.subject.is_of_spaces(kind),
        }
    }

    pub(crate) fn title(self, context: &DrawContext, abbreviation: Abbreviation) -> String {
        let text = match self {
            TableColumn::Side(side) => {
                return if abbreviation >= Abbreviation::LongWords {
                    figures::short_name(side).to_owned()
                } else {
                    side.name.clone()
                };
            }
            TableColumn::Printed(_, column) => return column.title.clone(),
            TableColumn::NoOwner => "Pieces".into(),
            TableColumn::Track(Track { short: Some(short), .. })
            | TableColumn::Figure(Figure { short: Some(short), .. })
                if abbreviation >= Abbreviation::LongWords =>
            {
                return short.clone();
            }
            TableColumn::Track(track) => {
                let is_narrow = context.page.width < 100 || abbreviation > Abbreviation::None;
                match &track.short {
                    // The short name is used only if it saves more than four characters.
                    Some(short) if is_narrow && width(&track.name) > width(short) + 4 => short.clone(),
                    None if is_narrow && track.id.len() < track.name.len() => capital(&track.id),
                    _ => track.name.clone(),
                }
            }
            TableColumn::Fact(fact) => fact.title.clone(),
            TableColumn::Figure(figure) => figure.title.clone(),
        };
        abbreviation.title(&text)
    }

    /// Returns the cell of a space; empty if the column does not apply to the space.
    pub(crate) fn cell(self, context: &DrawContext, entry: SpaceEntry, abbreviation: Abbreviation) -> String {
        if !self.applies_to(&entry.space.kind) {
            return String::new();
        }
        match self {
            TableColumn::Printed(n, _) => entry.space.printed.get(n).cloned().unwrap_or_default(),
            TableColumn::Side(side) => pieces_of(context.legend(), entry.seen, &side.id, abbreviation),
            TableColumn::NoOwner => short_text(entry.seen, |stack| is_owned_by(stack, None)),
            TableColumn::Track(track) => {
                number(context, track, entry.seen.attributes.track(&track.id).unwrap_or(track.start), abbreviation)
            }
            TableColumn::Fact(fact) => match entry.seen.attributes.fact(&fact.id) {
                Some(fact) if fact.text.is_empty() => "yes".into(),
                Some(fact) => fact.text.clone(),
                None => String::new(),
            },
            TableColumn::Figure(figure) => match entry.seen.attributes.figure(&figure.id).map(|figure| &figure.value) {
                Some(SeenValue::Boolean(true)) => "yes".into(),
                Some(value) => figures::text(context.legend(), value, abbreviation >= Abbreviation::LongWords),
                None => String::new(),
            },
        }
    }

    /// Returns the cell of a space at the start of a game. Only printed fields and tracks have an initial cell, and the
    /// other cells are empty.
    pub(crate) fn initial_cell(self, context: &DrawContext, entry: SpaceEntry, abbreviation: Abbreviation) -> String {
        match self {
            TableColumn::Track(track) if self.applies_to(&entry.space.kind) => {
                number(context, track, track.start, abbreviation)
            }
            TableColumn::Printed(n, _) => entry.space.printed.get(n).cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Returns the title and the cell, such as `Unrest 2`; `None` if the cell is empty or has its initial value.
    pub(crate) fn titled_cell(
        self,
        context: &DrawContext,
        entry: SpaceEntry,
        abbreviation: Abbreviation,
    ) -> Option<String> {
        let cell = self.cell(context, entry, abbreviation);
        let is_at_start = match self {
            TableColumn::Printed(..) => true,
            TableColumn::Track(track) => track.start == 0 && cell == self.initial_cell(context, entry, abbreviation),
            _ => false,
        };
        let is_omitted = is_at_start || matches!(cell.as_str(), "" | "·");
        (!is_omitted).then(|| format!("{} {cell}", self.title(context, abbreviation)))
    }

    pub(crate) fn paint(self, context: &DrawContext, entry: SpaceEntry, text: &str) -> String {
        let color = match self {
            _ if text == "·" => return context.page.dim(text),
            TableColumn::Printed(..) => return context.page.dim(text),
            TableColumn::Side(side) => side_color(context.legend().side_ids(), &side.id),
            // `▓` is a filled cell of a zone.
            TableColumn::Track(_) if text.contains('▓') => "red",
            TableColumn::Figure(figure) => match entry.seen.attributes.figure(&figure.id).map(|figure| &figure.value) {
                Some(SeenValue::One { side: Some(side), .. }) => side_color(context.legend().side_ids(), side),
                _ => return text.to_owned(),
            },
            _ => return text.to_owned(),
        };
        context.page.named(color, text)
    }
}

/// Returns the value of a track for a cell: `·` at its minimum, with a sign if it can be negative, or a bar if there is
/// room.
fn number(context: &DrawContext, track: &Track, n: i64, abbreviation: Abbreviation) -> String {
    let uncolored = Page { color: false, ..context.page };
    let is_narrow = context.page.width < 100 || abbreviation >= Abbreviation::TracksAsNumbers;
    match n {
        n if n == track.min && n >= 0 && track.zones.is_empty() => "·".to_owned(),
        n if is_narrow && track.min < 0 => format!("{n:+}").replace("+0", "0"),
        n if abbreviation >= Abbreviation::TracksAsNumbers => n.to_string(),
        n if track.max - track.min <= 6 => bar::bar(uncolored, track, n),
        n => bar::number(uncolored, track, n),
    }
}
