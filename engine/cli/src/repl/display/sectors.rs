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

/// Most columns: where there is room, so few that as a rule each text has one.
const MOST: usize = 8;
const ROOMY: usize = 4;

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
        // Beside the map nothing is missing.
        let is_off = all.iter().any(|at| look.legend().is_supply(&at.space.id));
        let silent = if is_off { 0 } else { all.len() - told.len() };
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
    let columns = best(&by_sector, room, if look.brief < Brief::Unruled { ROOMY } else { MOST });
    let mut out = Vec::new();
    if look.brief >= Brief::Joined {
        let lead = |(sector, cells): (&Sector, &Vec<String>)| {
            let head = look.page.bold(&format!("[{}]", sector.head()));
            cells
                .iter()
                .enumerate()
                .map(|(n, cell)| if n == 0 { format!("{head} {cell}") } else { cell.clone() })
                .collect()
        };
        let all: Vec<Vec<String>> = sectors.iter().zip(&by_sector).map(lead).collect();
        return flow("", 0, &all.concat(), " · ", look.page.width);
    }
    for (sector, cells) in sectors.iter().zip(&by_sector) {
        if cells.is_empty() {
            continue;
        }
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
fn best(by_sector: &[Vec<String>], room: usize, most: usize) -> usize {
    let lines = |columns: &usize| by_sector.iter().map(|cells| set(cells, *columns, room).len()).sum::<usize>();
    (1..=most).min_by_key(lines).unwrap_or(1)
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
    use crate::repl::display::tests::{after, demo, screen};
    use crate::repl::session::Session;

    #[test]
    fn what_is_too_long_for_a_column_takes_two() {
        let cells = ["a: 1", "bb: 2", "a long one: 12 34", "c: 3"].map(str::to_owned);
        assert_eq!(set(&cells, 3, 33), ["a: 1        bb: 2", "a long one: 12 34       c: 3"]);
        assert_eq!(best(&[cells.to_vec()], 33, 8), 3);
        assert_eq!(set(&cells[..2], 1, 4), ["a: 1", "bb: 2"], "no text is cut");
    }

    /// The demo with seventy more spaces of two kinds.
    fn large() -> String {
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

    const SPREAD: &str = "adjust coast-1: open, guard; coast-3: guard; coast-69: open+aims:coast-1, hidden; \
        moor-2: guard; moor-10: open; moor-70: guard/worn";

    fn shown(page: (usize, usize)) -> (Session, String) {
        let board = large();
        let mut session = demo(&[("scenarios/demo/board.toml", &board)], page, true);
        let shown = screen(&mut session, SPREAD);
        (session, shown)
    }

    #[test]
    fn a_map_of_many_spaces_stands_sector_by_sector_on_a_page() {
        let (_, text) = shown((100, 40));
        let wanted = "\
Provinces  hills: 2o              Port: 1h 1G            (1 empty)
Boxes      Pool: 1h
Coast      Coast 1: 1o 1G         Coast 3: 1G            Coast 69: 1h 1o+>coast-1
           (32 empty)
Moors      Moor 2: 1G             Moor 10: 1o            Moor 70: 1w            (32 empty)
";
        assert!(text.contains(wanted), "{text}");
        assert!(text.contains("left out: ") && text.lines().count() < 40, "{text}");
        // On a low page the same stands without what is empty.
        let (_, low) = shown((80, 11));
        assert!(low.lines().count() <= 11 && low.contains("Coast 69: 1h 1o+>coast-1"), "{low}");
        assert!(!low.contains("empty"), "{low}");
        // Where all of it has room, it is a table.
        assert!(shown((100, 120)).1.contains("\nCoast 7"), "every space has its line");
    }

    #[test]
    fn a_group_is_shown_with_all_that_is_on_its_spaces() {
        let (mut session, _) = shown((100, 40));
        let coast = after(&mut session, "show coast");
        assert!(coast.contains("The Coast  coast · 35 spaces"), "{coast}");
        assert!(coast.contains("\nCoast 69  1h 1o+>coast-1 → Coast 67\n"), "{coast}");
        assert!(coast.contains("\nCoast 3   1G → Coast 1, Coast 5\n"), "{coast}");
        assert_eq!(coast, after(&mut session, "show Coast-Land"), "by its id, by its heading");
        assert_eq!(coast, after(&mut session, "show the coast"));
        let salt = after(&mut session, "show salt");
        assert!(salt.contains("Yield salt  salt · 7 spaces\nMoor 10  1o · yields salt → Moor 8, Moor 12"), "{salt}");
        assert!(after(&mut session, "show coas").contains("did you mean `coast`?"));
        // A space is a space, and what is called as pieces and spaces are is told.
        assert!(after(&mut session, "show coast-1").contains("Coast 1  coast-1 · coast-land"));
        assert!(after(&mut session, "show spaces salt").contains("7 spaces"));
    }
}
