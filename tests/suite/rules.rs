//! Every rule test of the repository: those of the games against the base pack, those of the demo
//! game against its own.

use cardwright_content::PackSource;
use cardwright_ruletest::{Options, Report, render, run};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

fn library(folder: &Path) -> Library {
    Library::open(vec![PackSource::Folder(folder.to_owned())]).expect("the pack opens")
}

fn assert_good(report: &Report) {
    assert!(!report.tests.is_empty(), "no test was found");
    assert!(report.is_good(), "\n{}", render(report, false));
}

#[test]
fn the_rules_of_the_games_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let base = library(root);
    let games: Vec<String> = base.games().into_iter().map(|g| g.id).collect();
    let folders: Vec<PathBuf> = games.iter().map(|g| root.join("tests/rules").join(g)).filter(|f| f.is_dir()).collect();
    assert_good(&run(&base, &folders, None, &Options::default()));
}

#[test]
fn the_rules_of_the_demo_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let demo = library(&root.join("tests/packs/demo"));
    assert_good(&run(&demo, &[root.join("tests/rules/demo")], None, &Options::default()));
}
