//! The pack `random-tables` gives Cuba Libre's Non-players tables with which they roll for a space. Its rule tests
//! pass, and an incomplete table does not load.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

const GAME: &str = "cuba-libre";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pack() -> PathBuf {
    root().join("tests/packs/random-tables")
}

#[test]
fn non_players_roll_for_spaces_by_the_tables() {
    let library = Library::open([root().to_owned(), pack()].map(PackSource::Folder).to_vec()).unwrap();
    let report = run(&library, &[pack().join("tests/rules")], None, &Options::default());
    assert!(!report.tests.is_empty(), "no test was found");
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

/// Returns the diagnostics of the game with a second pack that has these entries of spaces.
fn diagnostics_of(spaces: &str) -> String {
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n";
    let board = format!("[meta]\ngame = \"{GAME}\"\nsource = \"reconstructed\"\n{spaces}");
    let files = [("pack.toml", manifest), ("scenarios/cuba-libre/board.toml", &board)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let library = Library::open(vec![PackSource::Folder(root().to_owned()), PackSource::Memory(files)]).unwrap();
    library.load(GAME).map_or_else(|problems| render(&problems, false), |_| String::new())
}

#[test]
fn a_table_must_be_complete() {
    let incomplete = diagnostics_of("[[space]]\nid = \"ec-cigar\"\nrandom_cells = \"1 2 3 4 5\"\n");
    assert!(incomplete.contains("no space has cell 6"), "{incomplete}");
    let twice = diagnostics_of(
        "[[space]]\nid = \"ec-cigar\"\nrandom_cells = \"1 2 3\"\n[[space]]\nid = \"ec-sugar\"\nrandom_cells = \"3 4 5 6\"\n",
    );
    assert!(twice.contains("two spaces have cell 3"), "{twice}");
    let wrong = diagnostics_of("[[space]]\nid = \"ec-cigar\"\nrandom_cells = \"1 2 3 4 5 7\"\n");
    assert!(wrong.contains("random_cells of ec-cigar: a cell has a digit from 1 to 6"), "{wrong}");
    let unreached =
        diagnostics_of("[[space]]\nid = \"ec-cigar\"\nrandom_cells = \"1 2 3 4 5 6\"\nrandom_next = \"ec-sugar\"\n");
    assert!(unreached.contains("no cell and no arrow leads to ec-factory"), "{unreached}");
}
