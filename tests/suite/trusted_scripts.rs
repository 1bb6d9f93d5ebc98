//! Trusted scripts are the built-in ones. They are not linted when they load (`Library::skip_lints`), because these
//! tests lint them. After a reload, or with another pack, all scripts are linted.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_table::Library;

/// A script with an error that only the lint finds, because nothing calls the function.
const MISSPELT: &str = "local function never()\n  return WHY.no_such_reason\nend\n\nreturn never\n";

fn pack(id: &str, files: &[(&str, &str)]) -> PackSource {
    let manifest = format!("id = \"{id}\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n");
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    PackSource::Memory([("pack.toml".to_owned(), manifest)].into_iter().chain(files).collect())
}

fn demo(more: PackSource) -> Library {
    let demo = PackSource::Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/demo").into());
    Library::open(vec![demo, more]).unwrap()
}

/// Returns the codes of the errors that keep the demo from loading.
fn diagnostic_codes(library: &Library) -> Vec<String> {
    library.load("demo").err().into_iter().flatten().map(|problem| problem.code).collect()
}

#[test]
fn built_in_scripts_have_no_diagnostics() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let games = library.games();
    assert!(games.len() >= 2);
    for game in games {
        let (_, _, problems) = library.load_with_lints(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(problems.is_empty(), "{}", render(&problems, false));
    }
}

#[test]
fn trusted_scripts_are_linted_after_any_reload() {
    let faulty = || demo(pack("more", &[("scripts/demo/never.luau", MISSPELT)]));
    let refused = ["script::unknown-field".to_owned()];
    assert_eq!(diagnostic_codes(&faulty()), refused);

    let mut unlinted = faulty().skip_lints();
    assert_eq!(diagnostic_codes(&unlinted), [""; 0], "not linted");
    assert_eq!(unlinted.load_with_lints("demo").err().map(|problems| problems.len()), Some(1));
    unlinted.reread().unwrap();
    assert_eq!(diagnostic_codes(&unlinted), refused, "linted after a reload");

    let mut unlinted = faulty().skip_lints();
    unlinted.add(pack("another", &[])).unwrap();
    assert_eq!(diagnostic_codes(&unlinted), refused, "linted because of another pack");
}

#[test]
fn a_game_loads_the_same_with_and_without_lints() {
    let more = || demo(pack("more", &[]));
    let (linted, ..) = more().load("demo").unwrap();
    let (unlinted, ..) = more().skip_lints().load("demo").unwrap();
    assert_eq!(format!("{:?}", unlinted.board), format!("{:?}", linted.board));
    assert_eq!(
        (&unlinted.registered, &unlinted.menus, &unlinted.verbs),
        (&linted.registered, &linted.menus, &linted.verbs)
    );
    let calls = unlinted.hooks.iter().flat_map(|hook| &hook.calls).count();
    assert_eq!(calls, 0, "only the lint finds the calls of hooks, and it did not run");
}
