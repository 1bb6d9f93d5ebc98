//! The board as tables: one per kind of spaces, with only the columns and rows that say something.

use super::paint::{Page, counted, flow, side_color, width, wrap};
use super::{Look, facts, tracks};
use cardwright_state::board::On;
use cardwright_state::{KindId, SideId, SpaceId, StateId};
use comfy_table::{Attribute, Cell, Color, ContentArrangement, Table, TableComponent, presets};

/// Lines of a page on which there is room for spaces with nothing on them.
pub(crate) const TALL: usize = 38;

/// Every kind of spaces: tables, then boxes that hold nothing but pieces. `full` keeps empty rows
/// and columns; a low page without it names empty spaces on one line and leaves supplies out.
pub(crate) fn tables(look: &Look, full: bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut boxes = Vec::new();
    for kind in (0..look.board.kinds.len()).map(KindId::new) {
        if is_plain(look, kind) {
            let shown = |s: &usize| full || look.page.height >= TALL || !is_supply(look, *s);
            let members = look.board.kinds[kind.at()].members;
            boxes.extend(members.iter().filter(shown).filter_map(|s| box_text(look, SpaceId::new(s))));
        } else if !tracks::is_bars(look, kind) || full {
            out.extend(table(look, kind, full));
        }
    }
    if !boxes.is_empty() {
        let room = look.page.width.min(out.iter().map(|l| width(l)).max().unwrap_or(0).max(76));
        out.extend(flow("", 0, &boxes, " · ", room).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// Whether spaces of a kind carry no track and no fact, and are few: then a line says it all.
fn is_plain(look: &Look, kind: KindId) -> bool {
    let on = On::spaces(kind);
    let board = look.board;
    board.kinds[kind.at()].members.len() <= 4
        && !board.tracks.iter().any(|t| t.on.is_for(on))
        && !board.facts.iter().any(|f| f.on.is_for(on))
}

fn is_supply(look: &Look, space: usize) -> bool {
    look.board.types.iter().any(|t| t.supply.at() == space)
}

fn box_text(look: &Look, at: SpaceId) -> Option<String> {
    let pieces = pieces(look, at, None, |_| true);
    (!pieces.is_empty()).then(|| format!("{}: {pieces}", look.board.spaces[at.at()].name))
}

/// `2 open, guard/worn`: the pieces at a place whose owner passes, as notation writes them; in the column of
/// a side (`of`) what is called after it goes without its name: `red-guard` is `guard` there.
pub(crate) fn pieces(look: &Look, at: SpaceId, of: Option<SideId>, owner: impl Fn(Option<SideId>) -> bool) -> String {
    let whose = of.map(|side| format!("{}-", look.board.sides[side.at()].id));
    let states = look.board.states.iter().enumerate().filter(|(_, s)| owner(look.board.types[s.of.at()].owner));
    let parts = states.filter_map(|(s, state)| {
        let text = whose.as_ref().and_then(|w| state.text.strip_prefix(w)).unwrap_or(&state.text);
        match look.position.count_state(look.board, at, StateId::new(s)) {
            0 => None,
            1 => Some(text.to_owned()),
            n => Some(format!("{n} {text}")),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// A space's name; its id too where one does not follow from the other.
pub(crate) fn space_name(look: &Look, at: SpaceId) -> String {
    let space = &look.board.spaces[at.at()];
    if space.name.to_lowercase().replace(' ', "-") == space.id {
        space.name.clone()
    } else {
        format!("{} ({})", space.name, space.id)
    }
}

struct Column {
    title: String,
    color: Option<Color>,
    cells: Vec<String>,
    /// What a cell says where nothing has happened yet.
    rest: String,
}

fn table(look: &Look, kind: KindId, full: bool) -> Vec<String> {
    let board = look.board;
    let all: Vec<SpaceId> = board.kinds[kind.at()].members.iter().map(SpaceId::new).collect();
    let columns: Vec<Column> =
        columns(look, kind, &all).into_iter().filter(|c| full || c.says_something(look.page.height)).collect();
    let says = |i: usize| columns.iter().any(|c| c.cells[i] != c.rest);
    let (rows, idle): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|i| full || look.page.height >= TALL || says(*i));
    let plain = Page { color: false, ..look.page };
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_style(TableComponent::HeaderLines, '─').set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_width(u16::try_from(look.page.width).unwrap_or(80));
    if look.page.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    let mut titles = vec![Cell::new(capital(&board.kinds[kind.at()].plural)).add_attribute(Attribute::Bold)];
    for column in &columns {
        let cell = Cell::new(&column.title).add_attribute(Attribute::Bold);
        titles.push(if let Some(color) = column.color { cell.fg(color) } else { cell });
    }
    table.set_header(titles);
    for i in &rows {
        let mut cells = vec![Cell::new(space_name(&Look { page: plain, ..*look }, all[*i]))];
        for column in &columns {
            let text = &column.cells[*i];
            let cell = Cell::new(text);
            cells.push(match column.color {
                _ if text == "·" => cell.add_attribute(Attribute::Dim),
                Some(color) => cell.fg(color),
                None if text.contains('▓') => cell.fg(Color::Red),
                None => cell,
            });
        }
        table.add_row(cells);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let mut out: Vec<String> = table.lines().map(|l| l.trim_end().to_owned()).collect();
    if let [first, ..] = idle[..] {
        let name = |i: &usize| look.board.spaces[all[*i].at()].name.clone();
        let rest = |c: &Column| format!("{} {}", c.title, c.cells[first]);
        let tracks: Vec<String> = columns.iter().filter(|c| !matches!(c.rest.as_str(), "" | "·")).map(rest).collect();
        let what = if tracks.is_empty() { "nothing in".to_owned() } else { format!("only {} in", tracks.join(", ")) };
        let names = if idle.len() > 12 {
            counted(idle.len(), "other space")
        } else {
            idle.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        out.extend(wrap(&format!("{what} {names}"), 0, look.page.width).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

fn columns(look: &Look, kind: KindId, spaces: &[SpaceId]) -> Vec<Column> {
    let board = look.board;
    let on = On::spaces(kind);
    let plain = Page { color: false, ..look.page };
    let narrow = look.page.width < 100;
    let mut out = Vec::new();
    for side in (0..board.sides.len()).map(SideId::new) {
        out.push(Column {
            title: board.sides[side.at()].name.clone(),
            color: Some(color(side_color(board, side))),
            cells: spaces.iter().map(|s| pieces(look, *s, Some(side), |o| o == Some(side))).collect(),
            rest: String::new(),
        });
    }
    let loose = |s: &SpaceId| pieces(look, *s, None, |o| o.is_none());
    out.push(Column {
        title: "Pieces".into(),
        color: None,
        cells: spaces.iter().map(loose).collect(),
        rest: String::new(),
    });
    for track in board.tracks.iter().filter(|t| t.on.is_for(on)) {
        let cell = |n: i64| match n {
            n if n == track.min && track.zones.is_empty() => "·".to_owned(),
            n if narrow && track.min < 0 => format!("{n:+}").replace("+0", "0"),
            n if track.max - track.min <= 6 => tracks::bar(plain, board, track, n),
            n => tracks::number(plain, board, track, n),
        };
        let cells = spaces.iter().map(|s| cell(look.position.values[track.slot as usize + s.at()])).collect();
        let short = narrow && track.id.len() < track.name.len();
        let title = if short { capital(&track.id) } else { track.name.clone() };
        out.push(Column { title, color: None, cells, rest: cell(track.start) });
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| f.shown && f.on.is_for(on)) {
        let cell = |s: &SpaceId| match facts::value(look, f, s.at()) {
            Some(text) if text.is_empty() => "yes".into(),
            Some(text) => text,
            None => String::new(),
        };
        let cells = spaces.iter().map(cell).collect();
        out.push(Column { title: capital(&fact.id), color: None, cells, rest: String::new() });
    }
    out
}

impl Column {
    /// On a low page a track that is at its start everywhere says nothing.
    fn says_something(&self, height: usize) -> bool {
        let silent = |c: &String| matches!(c.as_str(), "" | "·") || (height < TALL && *c == self.rest);
        !self.cells.iter().all(silent)
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn color(name: &str) -> Color {
    match name {
        "red" => Color::Red,
        "yellow" => Color::Yellow,
        "green" => Color::Green,
        "cyan" => Color::Cyan,
        "blue" => Color::Blue,
        "magenta" => Color::Magenta,
        _ => Color::White,
    }
}
