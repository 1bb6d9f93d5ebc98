//! An invented game as a pack in memory, and functions that edit it.
#![allow(dead_code)] // Each test file uses only some of the functions.

use cardwright_content::{Content, Diagnostic, Pack, PackSource};

pub(crate) const BOARD: &str = "scenarios/lantern/board.toml";
pub(crate) const CARDS: &str = "cards/lantern/cards.toml";
pub(crate) const TEXT: &str = "scripts/lantern/text.toml";
pub(crate) const RULES: &str = "scenarios/lantern/rules.toml";
pub(crate) const SCENARIO: &str = "scenarios/lantern/first-night.toml";

/// Paths of files, each with its text.
pub(crate) type Files = Vec<(String, String)>;

/// Returns the files of the demo game, Lantern Coast.
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

/// Returns the demo game with one replacement in one file. The replaced text must occur exactly once.
pub(crate) fn edited(path: &str, from: &str, to: &str) -> Files {
    let mut files = demo();
    let (_, text) = files.iter_mut().find(|(p, _)| p == path).expect("a file of the demo");
    assert_eq!(text.matches(from).count(), 1, "`{from}` in {path}");
    *text = text.replace(from, to);
    files
}

/// Returns the demo game with text appended to one file, which may be a new file.
pub(crate) fn extended(path: &str, appended: &str) -> Files {
    let mut files = demo();
    match files.iter_mut().find(|(p, _)| p == path) {
        Some((_, text)) => text.push_str(appended),
        None => files.push((path.into(), appended.into())),
    }
    files
}

pub(crate) fn open(files: Files) -> Pack {
    Pack::open(PackSource::Memory(files)).expect("a pack that opens")
}

/// Opens a pack with this id and these files.
pub(crate) fn pack(id: &str, files: &[(&str, &str)]) -> Pack {
    let mut pack_files = vec![("pack.toml".to_string(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n"))];
    pack_files.extend(files.iter().map(|(path, text)| (path.to_string(), text.to_string())));
    open(pack_files)
}

pub(crate) fn load(packs: &[Pack]) -> Content {
    let (content, problems) = Content::load(packs, "lantern");
    content.unwrap_or_else(|| panic!("{}", cardwright_content::render(&problems, false)))
}

pub(crate) fn problems(files: Files) -> Vec<Diagnostic> {
    Content::load(&[open(files)], "lantern").1
}

/// Formats a diagnostic as one text line: code, place, message, help.
pub(crate) fn line(problem: &Diagnostic) -> String {
    let help = problem.help.as_ref().map_or(String::new(), |h| format!(" ({h})"));
    format!("{} {}: {}{help}", problem.code, problem.location(), problem.message)
}

/// Compares a text with `golden/<name>.txt`. With `CARDWRIGHT_REFRESH=1` in the environment, writes the file
/// first.
#[track_caller]
pub(crate) fn compare(name: &str, text: &str) {
    let golden_path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::write(&golden_path, text).expect("the golden file");
    }
    let expected = std::fs::read_to_string(&golden_path).expect("the golden file").replace("\r\n", "\n");
    assert_eq!(text, expected, "refresh with CARDWRIGHT_REFRESH=1 and read the difference");
}
