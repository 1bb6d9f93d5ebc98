//! Columns of the board's tables: pieces of a side, of nobody, a track, a fact, a figure.

use super::paint::{Page, capital, side_color, width};
use super::pieces::{pieces, pieces_of};
use super::tight::Tight;
use super::{Look, facts, figures, tracks};
use cardwright_script::Figured;
use cardwright_state::board::On;
use cardwright_state::{Kind, KindId, SideId, SpaceId};

/// What a column of a table of spaces is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Side(SideId),
    /// Pieces of nobody.
    Loose,
    Track(usize),
    Fact(usize),
    Figure(usize),
}

/// Every column there may be, from left to right.
pub(crate) fn all(look: &Look) -> Vec<Of> {
    let board = look.board;
    let mut out: Vec<Of> = (0..board.sides.len()).map(|s| Of::Side(SideId::new(s))).collect();
    out.push(Of::Loose);
    out.extend((0..board.tracks.len()).map(Of::Track));
    let is_read = |f: &usize| (0..board.spaces.len()).any(|at| figures::value(look, *f, at).is_some());
    out.extend((0..look.figures.of.len()).filter(is_read).map(Of::Figure));
    out.extend((0..board.facts.len()).filter(|f| board.facts[*f].shown).map(Of::Fact));
    out
}

impl Of {
    /// Whether spaces of a kind have it at all.
    pub(crate) fn is_for(self, look: &Look, kind: KindId) -> bool {
        let on = On::spaces(kind);
        match self {
            Of::Side(_) | Of::Loose => true,
            Of::Track(t) => look.board.tracks[t].on.is_for(on),
            Of::Fact(f) => look.board.facts[f].on.is_for(on),
            Of::Figure(f) => look.figures.of[f].on.is_for(on),
        }
    }

    pub(crate) fn title(self, look: &Look, tight: Tight) -> String {
        let board = look.board;
        let text = match self {
            Of::Side(side) => {
                let side = &board.sides[side.at()];
                let short = tight >= Tight::Long && width(&side.id) < width(&side.name);
                return if short { side.id.clone() } else { side.name.clone() };
            }
            Of::Loose => "Pieces".into(),
            Of::Track(t) => {
                let track = &board.tracks[t];
                let narrow = look.page.width < 100 || tight > Tight::Loose;
                if narrow && track.id.len() < track.name.len() { capital(&track.id) } else { track.name.clone() }
            }
            Of::Fact(f) => capital(&board.facts[f].id),
            Of::Figure(f) => figures::title(&look.figures.of[f]),
        };
        tight.title(&text)
    }

    /// What it says of a space; nothing of a space that has no such thing.
    pub(crate) fn cell(self, look: &Look, at: SpaceId, tight: Tight) -> String {
        if !self.is_for(look, look.board.spaces[at.at()].kind) {
            return String::new();
        }
        match self {
            Of::Side(side) => pieces_of(look, at, side, tight),
            Of::Loose => pieces(look, at, None, |o| o.is_none()),
            Of::Track(t) => {
                let track = &look.board.tracks[t];
                number(look, t, look.position.values[track.slot as usize + at.at()], tight)
            }
            Of::Fact(f) => match facts::value(look, f, at.at()) {
                Some(text) if text.is_empty() => "yes".into(),
                Some(text) => text,
                None => String::new(),
            },
            Of::Figure(f) => match figures::value(look, f, at.at()) {
                Some(Figured::Truth(true)) => "yes".into(),
                Some(value) => figures::text(look, value, tight >= Tight::Names),
                None => String::new(),
            },
        }
    }

    /// What a cell says where nothing has happened yet.
    pub(crate) fn rest(self, look: &Look, at: SpaceId, tight: Tight) -> String {
        match self {
            Of::Track(t) if self.is_for(look, look.board.spaces[at.at()].kind) => {
                number(look, t, look.board.tracks[t].start, tight)
            }
            _ => String::new(),
        }
    }

    /// `Unrest 2`: its title and what it says of a space, if it says anything.
    pub(crate) fn told(self, look: &Look, at: SpaceId, tight: Tight) -> Option<String> {
        let cell = self.cell(look, at, tight);
        let is_nothing = match self {
            Of::Track(t) => look.board.tracks[t].start == 0 && cell == self.rest(look, at, tight),
            _ => false,
        };
        let silent = is_nothing || matches!(cell.as_str(), "" | "·");
        (!silent).then(|| format!("{} {cell}", self.title(look, tight)))
    }

    pub(crate) fn paint(self, look: &Look, at: SpaceId, text: &str) -> String {
        let color = match self {
            _ if text == "·" => return look.page.dim(text),
            Of::Side(side) => side_color(look.board, side),
            Of::Track(_) if text.contains('▓') => "red",
            Of::Figure(f) => match figures::value(look, f, at.at()) {
                Some(Figured::One(val)) => match val.index(Kind::Side) {
                    Some(side) => side_color(look.board, SideId::new(side)),
                    None => return text.to_owned(),
                },
                _ => return text.to_owned(),
            },
            _ => return text.to_owned(),
        };
        look.page.named(color, text)
    }
}

/// A track's number in a cell: `·` at its lowest, signed if it may be below nothing, a bar if there is room.
fn number(look: &Look, track: usize, n: i64, tight: Tight) -> String {
    let (board, track) = (look.board, &look.board.tracks[track]);
    let plain = Page { color: false, ..look.page };
    let narrow = look.page.width < 100 || tight >= Tight::Numbers;
    match n {
        n if n == track.min && n >= 0 && track.zones.is_empty() => "·".to_owned(),
        n if narrow && track.min < 0 => format!("{n:+}").replace("+0", "0"),
        n if tight >= Tight::Numbers => n.to_string(),
        n if track.max - track.min <= 6 => tracks::bar(plain, board, track, n),
        n => tracks::number(plain, board, track, n),
    }
}
