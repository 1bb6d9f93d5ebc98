//! The cookbook: the pack of each recipe loads without diagnostics, passes its rule tests and can be played. The page
//! shows the files as they are.

use crate::guide::root;
use cardwright_content::{PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::{Library, check};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

const FOLDER: &str = "docs/cookbook";
const MOST_LINES: usize = 15;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn recipes() -> BTreeSet<String> {
    names_in(&root().join(FOLDER))
}

/// Checks the pack of a recipe, runs its rule tests and plays five random games. The folder of its tests names the
/// game.
fn assert_works(recipe: &str) {
    let pack = root().join(FOLDER).join(recipe);
    let games: Vec<String> = names_in(&pack.join("tests/rules")).into_iter().collect();
    let [game] = games.as_slice() else { panic!("{recipe} has tests of one game, not of {games:?}") };
    let library = Library::open(vec![PackSource::Folder(root().to_owned()), PackSource::Folder(pack.clone())])
        .unwrap_or_else(|problems| panic!("{recipe}\n{}", render(&problems, false)));
    let problems = check(&library, game).problems;
    assert!(problems.is_empty(), "{recipe}\n{}", render(&problems, false));
    let report = run(&library, &[pack.join("tests")], None, &Options::default());
    assert!(!report.tests.is_empty(), "{recipe} has no test");
    assert!(report.is_good(), "{recipe}\n{}", cardwright_ruletest::render(&report, false));
    // A whole game of Fortress America takes a second.
    let pinned = if game == "fortress-america" { vec![("last-turn".to_owned(), "2".to_owned())] } else { Vec::new() };
    let options = FuzzOptions { games: 5, seed: 1, pinned, threads: 1, ..FuzzOptions::default() };
    let report = fuzz(&library, game, &options, &mut |_| {})
        .unwrap_or_else(|problems| panic!("{recipe}\n{}", render(&problems, false)));
    let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
    assert!(failures.is_empty(), "{recipe}\n{}", failures.join("\n"));
    assert_eq!((report.games, report.dead_ends), (5, 0), "{recipe}");
}

#[test]
fn every_recipe_loads_passes_its_tests_and_plays() {
    let recipes: Vec<String> = recipes().into_iter().collect();
    assert!(recipes.len() >= 30, "{recipes:?}");
    thread::scope(|scope| {
        for part in recipes.chunks(recipes.len().div_ceil(4)) {
            scope.spawn(move || part.iter().for_each(|recipe| assert_works(recipe)));
        }
    });
}

#[test]
fn the_cookbook_shows_a_part_of_every_recipe_as_it_is() {
    let page = read(&root().join("docs/cookbook.md"));
    let lines: Vec<&str> = page.lines().collect();
    let mut shown_recipes = BTreeSet::new();
    let mut fences = (0..lines.len()).filter(|index| lines[*index].starts_with("```"));
    while let Some(start) = fences.next() {
        let end = fences.next().expect("a block's end");
        let path = lines[start - 1].strip_prefix('`').and_then(|line| line.strip_suffix("`:"));
        let path = path.unwrap_or_else(|| panic!("no file before the block in line {}", start + 1));
        let recipe = path.strip_prefix(FOLDER).and_then(|rest| rest.split('/').nth(1));
        shown_recipes.insert(recipe.unwrap_or_else(|| panic!("{path} is not in {FOLDER}")).to_owned());
        let block = &lines[start + 1..end];
        assert!((1..=MOST_LINES).contains(&block.len()), "{path}: a block of {} lines", block.len());
        let text = read(&root().join(path));
        let file: Vec<&str> = text.lines().collect();
        let is_shown = file.windows(block.len()).any(|part| part == block);
        assert!(is_shown, "the page shows lines that are not in {path}:\n{}", block.join("\n"));
    }
    assert_eq!(shown_recipes, recipes());
    assert_eq!(lines.iter().filter(|line| line.starts_with("### ")).count(), shown_recipes.len());
}
