//! The example packs of the designer's guide load over the base pack without a word of complaint,
//! and their rule tests hold.

use cardwright_content::{Diagnostic, PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

const GAME: &str = "banana-wars";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> PathBuf {
    root().join("docs/examples").join(name)
}

/// The base pack with examples over it.
fn library(names: &[&str]) -> Library {
    let sources = [root().to_owned()].into_iter().chain(names.iter().map(|n| example(n)));
    Library::open(sources.map(PackSource::Folder).collect()).expect("the packs open")
}

#[track_caller]
fn nothing_to_say(problems: &[Diagnostic]) {
    assert!(problems.is_empty(), "\n{}", render(problems, false));
}

/// Loads the examples over the base pack, warnings being faults, and runs the rule tests of one of them.
#[track_caller]
fn works(names: &[&str], tested: &str) {
    let library = library(names);
    let (_, _, problems) = library.load(GAME).unwrap_or_else(|all| panic!("\n{}", render(&all, false)));
    nothing_to_say(&problems);
    let report = run(&library, &[example(tested).join("tests")], None, &Options::default());
    assert!(!report.tests.is_empty(), "`{tested}` has no test");
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn the_first_pack_works() {
    works(&["first-pack"], "first-pack");
}

#[test]
fn the_second_pack_works() {
    works(&["second-pack"], "second-pack");
}

#[test]
fn both_work_together_in_either_order() {
    for names in [["first-pack", "second-pack"], ["second-pack", "first-pack"]] {
        for tested in names {
            works(&names, tested);
        }
    }
}

/// What the guide shows of a file stands in that file: each block of code that names an example's file is found there.
#[test]
fn the_guide_shows_the_files_as_they_are() {
    let guide =
        std::fs::read_to_string(root().join("docs/designers-guide.md")).expect("the guide").replace("\r\n", "\n");
    let mut checked = 0;
    let mut rest = guide.as_str();
    while let Some(at) = rest.find("<!-- file: ") {
        let after = &rest[at + "<!-- file: ".len()..];
        let (path, after) = after.split_once(" -->\n```").expect("a block after the file's name");
        let (_, after) = after.split_once('\n').expect("the block's first line");
        let (shown, after) = after.split_once("```\n").expect("the block's end");
        let file =
            std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}")).replace("\r\n", "\n");
        assert!(file.contains(shown), "the guide shows of {path} what is not in it:\n{shown}");
        checked += 1;
        rest = after;
    }
    assert!(checked > 5, "the guide names its files: {checked}");
}
