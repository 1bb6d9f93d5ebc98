//! Draws large maps, which have more spaces than the page has lines. Each kind of spaces is a paragraph.

use super::abbreviation::Abbreviation;
use super::board::{shown_columns, space_name};
use super::brevity::Brevity;
use super::columns::{SpaceEntry, TableColumn, spaces};
use super::draw_context::DrawContext;
use super::paint::{capital, flow, pad, width};
use super::pieces::by_owner;
use super::{panel, tracks};
use crate::out::counted;
use cardwright_view::SpaceKind;

/// The least number of spaces of a large map. Maps with fewer spaces are drawn as text tables on any page.
const LARGE_MAP: usize = 60;

/// The number of blanks between columns.
const GAP: usize = 3;

/// The most columns of a page.
const MAX_COLUMNS: usize = 8;
/// The most columns of a tall page, on which a text usually fits one column.
const MAX_COLUMNS_TALL: usize = 4;

/// Whether the map has too many spaces for text tables. Counts empty spaces too, so that the map is drawn in the same
/// way during the whole game.
pub(super) fn is_large_map(context: &DrawContext) -> bool {
    let spaces = context.view.spaces.len();
    spaces >= LARGE_MAP && spaces > context.page.height
}

/// The spaces of one kind on a large map.
struct Sector<'a> {
    kind: &'a SpaceKind,
    /// The texts of spaces with pieces or changed values.
    texts: Vec<String>,
    /// The number of the other spaces.
    empty: usize,
}

impl Sector<'_> {
    fn new<'a>(context: &DrawContext<'a>, kind: &'a SpaceKind) -> Sector<'a> {
        let columns = shown_columns(context, &[kind], false);
        let entries: Vec<SpaceEntry> = spaces(context).filter(|entry| entry.space.kind == kind.id).collect();
        let texts: Vec<String> = entries.iter().filter_map(|entry| space_text(context, &columns, *entry)).collect();
        // Empty spaces off the map are not counted.
        let is_off_map = entries.iter().any(|entry| context.legend().is_supply(&entry.space.id));
        let empty = if is_off_map { 0 } else { entries.len() - texts.len() };
        Sector { kind, texts, empty }
    }

    /// Returns the heading. A player can type it after `show`.
    fn heading(&self) -> String {
        capital(&self.kind.plural)
    }
}

/// Returns the text of a space with pieces or changed values: `Portland: US 1I 1M, closed`. Returns `None` for a space
/// without them.
fn space_text(context: &DrawContext, columns: &[TableColumn], entry: SpaceEntry) -> Option<String> {
    let is_hidden = |side: Option<&str>| {
        context.legend().is_supply(&entry.space.id)
            && (panel::shows_supply(context, entry.seen, side) || context.brevity >= Brevity::HideEmptySpaces)
    };
    let owned = by_owner(context.legend(), entry.seen).into_iter().filter(|(side, _)| !is_hidden(side.as_deref()));
    let painted = owned.map(|(side, text)| match side {
        Some(side) => context.page.named(super::paint::side_color(context.legend().side_ids(), &side), &text),
        None => text,
    });
    let mut parts = vec![painted.collect::<Vec<_>>().join(" ")];
    let has_changed = |column: &&TableColumn| match column {
        TableColumn::Side(_) | TableColumn::NoOwner | TableColumn::Printed(..) => false,
        TableColumn::Track(_) | TableColumn::Figure(_) if context.brevity >= Brevity::BusyOnly => false,
        column => {
            column.cell(context, entry, Abbreviation::None) != column.initial_cell(context, entry, Abbreviation::None)
        }
    };
    let cells = columns.iter().filter(has_changed);
    parts.extend(cells.filter_map(|column| column.titled_cell(context, entry, Abbreviation::TracksAsNumbers)));
    parts.retain(|text| !text.is_empty());
    (!parts.is_empty()).then(|| format!("{}: {}", space_name(entry.space, Abbreviation::ShortNames), parts.join(", ")))
}

/// Draws the whole map, with a paragraph for each kind of spaces.
pub(super) fn lines(context: &DrawContext) -> Vec<String> {
    let kinds = context.legend().kinds.iter().filter(|kind| !tracks::is_shown_as_bars(context, &kind.id));
    let sectors: Vec<Sector> = kinds.map(|kind| Sector::new(context, kind)).collect();
    let indent = sectors.iter().map(|sector| width(&sector.heading())).max().unwrap_or(0) + 2;
    let indent = if indent > context.page.width / 5 { 2 } else { indent };
    let room = context.page.width.saturating_sub(indent);
    let is_aligned = context.brevity < Brevity::OneTable;
    let cells = |sector: &Sector| {
        let mut cells = sector.texts.clone();
        if is_aligned && sector.empty > 0 {
            cells.push(context.page.dim(&format!("({} empty)", sector.empty)));
        }
        cells
    };
    let by_sector: Vec<Vec<String>> = sectors.iter().map(cells).collect();
    let columns = best_columns(
        &by_sector,
        room,
        if context.brevity < Brevity::NoRuledLines { MAX_COLUMNS_TALL } else { MAX_COLUMNS },
    );
    let mut out = Vec::new();
    if context.brevity >= Brevity::JoinedCardTexts {
        let with_heading = |(sector, cells): (&Sector, &Vec<String>)| {
            let head = context.page.bold(&format!("[{}]", sector.heading()));
            cells
                .iter()
                .enumerate()
                .map(|(n, cell)| if n == 0 { format!("{head} {cell}") } else { cell.clone() })
                .collect()
        };
        let parts: Vec<Vec<String>> = sectors.iter().zip(&by_sector).map(with_heading).collect();
        return flow("", 0, &parts.concat(), " · ", context.page.width);
    }
    for (sector, cells) in sectors.iter().zip(&by_sector) {
        if cells.is_empty() {
            continue;
        }
        let lines = match is_aligned {
            true => align(cells, columns, room),
            false => flow("", 0, cells, " · ", room),
        };
        let head = sector.heading();
        let is_above = width(&head) + 2 > indent && !lines.is_empty();
        out.extend(is_above.then(|| context.page.bold(&head)));
        for (n, line) in lines.into_iter().enumerate() {
            let lead = if n == 0 && !is_above { context.page.bold(&head) } else { String::new() };
            out.push(format!("{}{line}", pad(&lead, indent)));
        }
    }
    let empty: usize = sectors.iter().map(|sector| sector.empty).sum();
    if !is_aligned && empty > 0 {
        out.push(context.page.dim(&format!("nothing in {}", counted(empty, "other space"))));
    }
    out
}

/// Returns the number of columns that needs the fewest lines. On a tie, returns the smaller number.
fn best_columns(by_sector: &[Vec<String>], room: usize, max_columns: usize) -> usize {
    let lines = |columns: &usize| by_sector.iter().map(|cells| align(cells, *columns, room).len()).sum::<usize>();
    (1..=max_columns).min_by_key(lines).unwrap_or(1)
}

/// Puts texts into columns, line by line. A text too long for its column takes the next column too.
fn align(cells: &[String], columns: usize, room: usize) -> Vec<String> {
    let column_width = (room + GAP) / columns;
    let mut out: Vec<String> = Vec::new();
    let mut column = columns;
    for cell in cells {
        let span = (width(cell) + GAP).div_ceil(column_width.max(1)).max(1);
        if column + span > columns {
            out.push(String::new());
            column = 0;
        }
        if let Some(line) = out.last_mut() {
            *line = format!("{}{cell}", pad(line, column * column_width));
        }
        column += span;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::display::tests::{after, demo, screen};
    use crate::repl::prompt::Prompt;

    #[test]
    fn a_text_too_long_for_a_column_takes_two() {
        let cells = ["a: 1", "bb: 2", "a long one: 12 34", "c: 3"].map(str::to_owned);
        assert_eq!(align(&cells, 3, 33), ["a: 1        bb: 2", "a long one: 12 34       c: 3"]);
        assert_eq!(best_columns(&[cells.to_vec()], 33, 8), 3);
        assert_eq!(align(&cells[..2], 1, 4), ["a: 1", "bb: 2"], "no text is cut");
    }

    /// Returns a `board.toml` that adds seventy spaces of two kinds to the demo game.
    fn large_board() -> String {
        let mut toml = String::from(
            r#"
[meta]
game = "demo"
source = "reconstructed"

[[kind]]
id = "coast-land"
plural = "coast"
name = "The Coast"
fields = { yields = { word = ["salt", "peat"], optional = true, column = "Yield" } }

[[kind]]
id = "moor-land"
plural = "moors"
name = "The Moors"
fields = { yields = { word = ["salt", "peat"], optional = true, column = "Yield" } }

[[mark]]
id = "aims"
of = "space"
short = ">"

[[piece]]
id = "band"
marks = { add = ["aims"] }
short = { hidden = "h", open = "o" }

[[piece]]
id = "guard"
short = { full = "G", worn = "w" }
"#,
        );
        for n in 1..=70 {
            let (kind, name) = if n % 2 == 0 { ("moor", "Moor") } else { ("coast", "Coast") };
            let next = if n > 2 { format!("adjacent = [\"{kind}-{}\"]\n", n - 2) } else { String::new() };
            let yields = if n % 10 == 0 { "yields = \"salt\"\n" } else { "" };
            let space = format!("id = \"{kind}-{n}\"\nname = \"{name} {n}\"\nkind = \"{kind}-land\"\n");
            toml.push_str(&format!("\n[[space]]\n{space}{next}{yields}"));
        }
        toml
    }

    /// A line that puts pieces into a few spaces of [`large_board`].
    const PLACE_PIECES: &str = "adjust coast-1: open, guard; coast-3: guard; coast-69: open+aims:coast-1, hidden; \
        moor-2: guard; moor-10: open; moor-70: guard/worn";

    fn shown(page: (usize, usize)) -> (Prompt, String) {
        let board = large_board();
        let mut prompt = demo(&[("scenarios/demo/board.toml", &board)], page, true);
        let shown = screen(&mut prompt, PLACE_PIECES);
        (prompt, shown)
    }

    #[test]
    fn a_large_map_is_listed_by_kind() {
        let (_, text) = shown((100, 40));
        let expected = "\
Provinces  hills: 2o              Port: 1h 1G            (1 empty)
Boxes      Pool: 1h
Coast      Coast 1: 1o 1G         Coast 3: 1G            Coast 69: 1h 1o+>coast-1
           (32 empty)
Moors      Moor 2: 1G             Moor 10: 1o            Moor 70: 1w            (32 empty)
";
        assert!(text.contains(expected), "{text}");
        assert!(!text.contains("left out: ") && text.lines().count() < 40, "{text}");
        // A short page hides the empty spaces.
        let (_, text) = shown((80, 11));
        assert!(text.lines().count() <= 11 && text.contains("Coast 69: 1h 1o+>coast-1"), "{text}");
        assert!(!text.contains("empty"), "{text}");
        // A page with room for all spaces has a text table.
        assert!(shown((100, 120)).1.contains("\nCoast 7"), "every space has its line");
    }

    #[test]
    fn show_lists_all_spaces_of_a_group() {
        let (mut prompt, _) = shown((100, 40));
        let coast = after(&mut prompt, "show coast");
        assert!(coast.contains("The Coast  coast · 35 spaces"), "{coast}");
        assert!(coast.contains("\nCoast 69  1h 1o+>coast-1 → Coast 67\n"), "{coast}");
        assert!(coast.contains("\nCoast 3   1G → Coast 1, Coast 5\n"), "{coast}");
        assert_eq!(coast, after(&mut prompt, "show Coast-Land"), "the id and the heading name the same group");
        assert_eq!(coast, after(&mut prompt, "show the coast"));
        let salt = after(&mut prompt, "show salt");
        assert!(salt.contains("Yield salt  salt · 7 spaces\nMoor 10  1o · yields salt → Moor 8, Moor 12"), "{salt}");
        assert!(after(&mut prompt, "show coas").contains("did you mean `coast`?"));
        // `show` looks for a space first, and `show spaces` for a group first.
        assert!(after(&mut prompt, "show coast-1").contains("Coast 1  coast-1 · coast-land"));
        assert!(after(&mut prompt, "show spaces salt").contains("7 spaces"));
    }
}
