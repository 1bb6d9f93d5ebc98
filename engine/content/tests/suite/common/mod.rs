//! An invented game as a pack in memory, and functions that edit it.
#![allow(dead_code)] // Each test file uses only some of the functions.

use cardwright_content::{Content, Diagnostic, Pack, PackSource};

pub(crate) const BOARD: &str = "scenarios/lantern/board.toml";
pub(crate) const CARDS: &str = "cards/lantern/cards.toml";
pub(crate) const TEXT: &str = "scripts/lantern/text.toml";
pub(crate) const RULES: &str = "scenarios/lantern/rules.toml";
pub(crate) const SCENARIO: &str = "scenarios/lantern/first-night.toml";

pub(crate) type Files = Vec<(String, String)>;

/// The demo game: Lantern Coast.
pub(crate) fn demo() -> Files {
    [
        (BOARD, include_str!("demo.board.toml")),
        (CARDS, include_str!("demo.cards.toml")),
        (TEXT, include_str!("demo.text.toml")),
        (RULES, include_str!("demo.rules.toml")),
        (SCENARIO, include_str!("demo.scenario.toml")),
        ("scripts/lantern/search.luau", "-- search\n"),
        ("scripts/lib/sets.luau", "-- sets\n"),
    ]
    .map(|(path, text)| (path.to_string(), text.replace("\r\n", "\n")))
    .to_vec()
}

/// The demo with one replacement. The replaced text must occur exactly once.
pub(crate) fn edited(path: &str, from: &str, to: &str) -> Files {
    let mut files = demo();
    let (_, text) = files.iter_mut().find(|(p, _)| p == path).expect("a file of the demo");
    assert_eq!(text.matches(from).count(), 1, "`{from}` in {path}");
    *text = text.replace(from, to);
    files
}

/// The demo with text appended to one file.
pub(crate) fn extended(path: &str, more: &str) -> Files {
    let mut files = demo();
    match files.iter_mut().find(|(p, _)| p == path) {
        Some((_, text)) => text.push_str(more),
        None => files.push((path.into(), more.into())),
    }
    files
}

pub(crate) fn open(files: Files) -> Pack {
    Pack::open(PackSource::Memory(files)).expect("a pack that opens")
}

/// A pack with this id and these files.
pub(crate) fn pack(id: &str, files: &[(&str, &str)]) -> Pack {
    let mut all = vec![("pack.toml".to_string(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n"))];
    all.extend(files.iter().map(|(path, text)| (path.to_string(), text.to_string())));
    open(all)
}

pub(crate) fn load(packs: &[Pack]) -> Content {
    let (content, problems) = Content::load(packs, "lantern");
    content.unwrap_or_else(|| panic!("{}", cardwright_content::render(&problems, false)))
}

pub(crate) fn problems(files: Files) -> Vec<Diagnostic> {
    Content::load(&[open(files)], "lantern").1
}

/// A diagnostic in one line: code, place, message, help.
pub(crate) fn line(problem: &Diagnostic) -> String {
    let help = problem.help.as_ref().map_or(String::new(), |h| format!(" ({h})"));
    format!("{} {}: {}{help}", problem.code, problem.location(), problem.message)
}

/// Compares with `golden/<name>.txt`. With `GOLDEN=1` it writes the file first.
#[track_caller]
pub(crate) fn compare(name: &str, shown: &str) {
    let golden = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(&golden, shown).expect("the golden file");
    }
    let expected = std::fs::read_to_string(&golden).expect("the golden file").replace("\r\n", "\n");
    assert_eq!(shown, expected, "refresh with GOLDEN=1 and read the difference");
}
