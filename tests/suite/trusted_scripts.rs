//! Built-in scripts are trusted and not linted at load, because this test lints them. Any pack that is reloaded or
//! layered over them ends the trust.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_table::Library;

/// An error that only the lint finds: the function is never called.
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

/// The codes of the game's diagnostics.
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

    let mut sound = faulty().skip_lints();
    assert_eq!(diagnostic_codes(&sound), [""; 0], "not read");
    assert_eq!(sound.load_with_lints("demo").err().map(|problems| problems.len()), Some(1));
    sound.reread().unwrap();
    assert_eq!(diagnostic_codes(&sound), refused, "read anew");

    let mut sound = faulty().skip_lints();
    sound.add(pack("another", &[])).unwrap();
    assert_eq!(diagnostic_codes(&sound), refused, "another beside them");
}

#[test]
fn trusted_scripts_play_the_same_game() {
    let more = || demo(pack("more", &[]));
    let (read, ..) = more().load("demo").unwrap();
    let (sound, ..) = more().skip_lints().load("demo").unwrap();
    assert_eq!(format!("{:?}", sound.board), format!("{:?}", read.board));
    assert_eq!((&sound.registered, &sound.menus, &sound.verbs), (&read.registered, &read.menus, &read.verbs));
    let calls = sound.hooks.iter().flat_map(|hook| &hook.calls).count();
    assert_eq!(calls, 0, "calls of hooks are found by the lint, which did not run");
}
