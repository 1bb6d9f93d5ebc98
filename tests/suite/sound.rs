//! Scripts that are taken for sound are not read for what is wrong: only those the program was built with, which are read here,
//! and only until a pack is read anew or layered over them.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_table::Library;

/// What only shows when scripts are read: nobody runs the function.
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

/// The codes of what is wrong with the game.
fn wrong(library: &Library) -> Vec<String> {
    library.load("demo").err().into_iter().flatten().map(|problem| problem.code).collect()
}

#[test]
fn what_the_program_is_built_with_is_sound() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let games = library.games();
    assert!(games.len() >= 2);
    for game in games {
        let (_, _, problems) = library.load_in_full(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        assert!(problems.is_empty(), "{}", render(&problems, false));
    }
}

#[test]
fn what_is_taken_for_sound_is_read_when_anything_is_read_anew() {
    let faulty = || demo(pack("more", &[("scripts/demo/never.luau", MISSPELT)]));
    let refused = ["script::unknown-field".to_owned()];
    assert_eq!(wrong(&faulty()), refused);

    let mut sound = faulty().taken_for_sound();
    assert_eq!(wrong(&sound), [""; 0], "not read");
    assert_eq!(sound.load_in_full("demo").err().map(|problems| problems.len()), Some(1));
    sound.reread().unwrap();
    assert_eq!(wrong(&sound), refused, "read anew");

    let mut sound = faulty().taken_for_sound();
    sound.add(pack("another", &[])).unwrap();
    assert_eq!(wrong(&sound), refused, "another beside them");
}

#[test]
fn what_is_taken_for_sound_plays_the_same_game() {
    let more = || demo(pack("more", &[]));
    let (read, ..) = more().load("demo").unwrap();
    let (sound, ..) = more().taken_for_sound().load("demo").unwrap();
    assert_eq!(format!("{:?}", sound.board), format!("{:?}", read.board));
    assert_eq!((&sound.registered, &sound.menus, &sound.verbs), (&read.registered, &read.menus, &read.verbs));
    let places = |points: &[cardwright_script::Point]| points.iter().flat_map(|p| p.asked.clone()).count();
    assert_eq!(places(&sound.points), 0, "where points are asked is read, and here nothing was");
}
