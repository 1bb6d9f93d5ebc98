//! Columns of the board's tables: pieces of a side, of nobody, a track, a fact, a figure.

use super::look::Look;
use super::paint::{Page, capital, side_color, width};
use super::pieces::{is_of, pieces_of, shortly};
use super::tight::Tight;
use super::{bar, figures};
use cardwright_view::{Column, Comes, Fact, Figure, SeenSpace, Side, Space, Track};

/// What a column of a table of spaces is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of<'a> {
    /// What is printed on spaces, with its place among the columns.
    Printed(usize, &'a Column),
    Side(&'a Side),
    /// Pieces of nobody.
    Loose,
    Track(&'a Track),
    Fact(&'a Fact),
    Figure(&'a Figure),
}

/// A space and what is seen of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) space: &'a Space,
    pub(crate) seen: &'a SeenSpace,
}

/// Every space, in board order.
pub(crate) fn spaces<'a>(look: &Look<'a>) -> impl Iterator<Item = At<'a>> + use<'a> {
    look.legend().spaces.iter().zip(&look.view.spaces).map(|(space, seen)| At { space, seen })
}

/// Every column there may be, from left to right.
pub(crate) fn all<'a>(look: &Look<'a>) -> Vec<Of<'a>> {
    let legend = look.legend();
    let mut out: Vec<Of<'a>> = legend.columns.iter().enumerate().map(|(n, column)| Of::Printed(n, column)).collect();
    // A side that is not in play has a column where its pieces lie all the same.
    let is_there = |side: &&Side| {
        let lies = |at: &SeenSpace| !legend.is_supply(&at.id) && at.pieces.iter().any(|it| is_of(it, Some(&side.id)));
        look.view.sides.iter().any(|seen| seen.id == side.id) || look.view.spaces.iter().any(lies)
    };
    out.extend(legend.sides.iter().filter(is_there).map(Of::Side));
    out.push(Of::Loose);
    out.extend(legend.tracks.iter().map(Of::Track));
    let read = legend.figures.iter().filter(|figure| figure.shown && figures::is_read_of_spaces(look, figure));
    out.extend(read.map(Of::Figure));
    out.extend(legend.facts.iter().filter(|fact| fact.shown).map(Of::Fact));
    out
}

impl Of<'_> {
    /// What tells it from every other column, while the game goes on.
    pub(crate) fn key(self) -> String {
        match self {
            Of::Printed(n, _) => format!("printed {n}"),
            Of::Side(side) => format!("side {}", side.id),
            Of::Loose => "loose".into(),
            Of::Track(track) => format!("track {}", track.id),
            Of::Fact(fact) => format!("fact {}", fact.id),
            Of::Figure(figure) => format!("figure {}", figure.id),
        }
    }

    /// Whether spaces of a kind have it at all.
    pub(crate) fn is_for(self, kind: &str) -> bool {
        match self {
            Of::Printed(..) | Of::Side(_) | Of::Loose => true,
            Of::Track(track) => track.of.is_of_spaces(kind),
            Of::Fact(fact) => fact.of.is_of_spaces(kind),
            Of::Figure(figure) => figure.of.is_of_spaces(kind),
        }
    }

    pub(crate) fn title(self, look: &Look, tight: Tight) -> String {
        let text = match self {
            Of::Side(side) => {
                return if tight >= Tight::Long { figures::short_of(side).to_owned() } else { side.name.clone() };
            }
            Of::Printed(_, column) => return column.title.clone(),
            Of::Loose => "Pieces".into(),
            Of::Track(Track { short: Some(short), .. }) | Of::Figure(Figure { short: Some(short), .. })
                if tight >= Tight::Long =>
            {
                return short.clone();
            }
            Of::Track(track) => {
                let narrow = look.page.width < 100 || tight > Tight::Loose;
                match &track.short {
                    Some(short) if narrow && width(&track.name) > width(short) + 4 => short.clone(),
                    None if narrow && track.id.len() < track.name.len() => capital(&track.id),
                    _ => track.name.clone(),
                }
            }
            Of::Fact(fact) => fact.title.clone(),
            Of::Figure(figure) => figure.title.clone(),
        };
        tight.title(&text)
    }

    /// What it says of a space; nothing of a space that has no such thing.
    pub(crate) fn cell(self, look: &Look, at: At, tight: Tight) -> String {
        if !self.is_for(&at.space.kind) {
            return String::new();
        }
        match self {
            Of::Printed(n, _) => at.space.printed.get(n).cloned().unwrap_or_default(),
            Of::Side(side) => pieces_of(look.legend(), at.seen, &side.id, tight),
            Of::Loose => shortly(at.seen, |alike| is_of(alike, None)),
            Of::Track(track) => number(look, track, at.seen.kept.track(&track.id).unwrap_or(track.start), tight),
            Of::Fact(fact) => match at.seen.kept.fact(&fact.id) {
                Some(fact) if fact.text.is_empty() => "yes".into(),
                Some(fact) => fact.text.clone(),
                None => String::new(),
            },
            Of::Figure(figure) => match at.seen.kept.figure(&figure.id).map(|figure| &figure.comes) {
                Some(Comes::Truth(true)) => "yes".into(),
                Some(value) => figures::text(look.legend(), value, tight >= Tight::Long),
                None => String::new(),
            },
        }
    }

    /// What a cell says where nothing has happened yet.
    pub(crate) fn rest(self, look: &Look, at: At, tight: Tight) -> String {
        match self {
            Of::Track(track) if self.is_for(&at.space.kind) => number(look, track, track.start, tight),
            Of::Printed(n, _) => at.space.printed.get(n).cloned().unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// `Unrest 2`: its title and what it says of a space, if it says anything.
    pub(crate) fn titled_cell(self, look: &Look, at: At, tight: Tight) -> Option<String> {
        let cell = self.cell(look, at, tight);
        let is_nothing = match self {
            Of::Printed(..) => true,
            Of::Track(track) => track.start == 0 && cell == self.rest(look, at, tight),
            _ => false,
        };
        let silent = is_nothing || matches!(cell.as_str(), "" | "·");
        (!silent).then(|| format!("{} {cell}", self.title(look, tight)))
    }

    pub(crate) fn paint(self, look: &Look, at: At, text: &str) -> String {
        let color = match self {
            _ if text == "·" => return look.page.dim(text),
            Of::Printed(..) => return look.page.dim(text),
            Of::Side(side) => side_color(look.legend().side_ids(), &side.id),
            Of::Track(_) if text.contains('▓') => "red",
            Of::Figure(figure) => match at.seen.kept.figure(&figure.id).map(|figure| &figure.comes) {
                Some(Comes::One { side: Some(side), .. }) => side_color(look.legend().side_ids(), side),
                _ => return text.to_owned(),
            },
            _ => return text.to_owned(),
        };
        look.page.named(color, text)
    }
}

/// A track's number in a cell: `·` at its lowest, signed if it may be below nothing, a bar if there is room.
fn number(look: &Look, track: &Track, n: i64, tight: Tight) -> String {
    let plain = Page { color: false, ..look.page };
    let narrow = look.page.width < 100 || tight >= Tight::Numbers;
    match n {
        n if n == track.min && n >= 0 && track.zones.is_empty() => "·".to_owned(),
        n if narrow && track.min < 0 => format!("{n:+}").replace("+0", "0"),
        n if tight >= Tight::Numbers => n.to_string(),
        n if track.max - track.min <= 6 => bar::bar(plain, track, n),
        n => bar::number(plain, track, n),
    }
}
