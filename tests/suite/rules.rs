//! Runs every rule test of the repository: the tests of the games with the base pack, those of the demo with its pack.

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
fn rule_tests_of_the_games_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let base = library(root);
    let games: Vec<String> = base.games().into_iter().map(|g| g.id).collect();
    let folders: Vec<PathBuf> = games.iter().map(|g| root.join("tests/rules").join(g)).filter(|f| f.is_dir()).collect();
    assert_good(&run(&base, &folders, None, &Options::default()));
}

#[test]
fn rule_tests_of_the_demo_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let demo = library(&root.join("tests/packs/demo"));
    assert_good(&run(&demo, &[root.join("tests/rules/demo")], None, &Options::default()));
}

/// A pack may change the numbers of a card, but only within the bounds of the game.
#[test]
fn printed_numbers_of_cards_stay_within_the_bounds_of_the_game() {
    let findings = |assignment: &str| {
        let card =
            format!("[meta]\ngame = \"banana-wars\"\n[[card]]\nid = \"02\"\npatch = true\n[card.us]\n{assignment}\n");
        let pack = vec![
            ("pack.toml".to_owned(), "id = \"odd\"\nname = \"Odd\"\nversion = \"0.1.0\"\n".to_owned()),
            ("cards/banana-wars/odd.toml".to_owned(), card),
        ];
        let root = PackSource::Folder(env!("CARGO_MANIFEST_DIR").into());
        let library = Library::open(vec![root, PackSource::Memory(pack)]).expect("the packs open");
        let problems = cardwright_content::Content::load(&library.packs, "banana-wars").1;
        problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    assert_eq!(findings("ap = 4"), Vec::<String>::new());
    for (assignment, number) in [("ap = -3", "-3"), ("ap = 11", "11"), ("draw = -4", "-4")] {
        let messages = findings(assignment);
        assert!(messages.iter().any(|message| message.contains(number)), "{assignment}: {messages:?}");
    }
}
