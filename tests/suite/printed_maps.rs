//! Maps and dice compared with `tests/printed/<game>.txt`, which was written independently of the game tables.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{Datum, PackSource};
use cardwright_script::Program;
use cardwright_state::{Board, SpaceId, Val};
use cardwright_table::Library;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A field of a space as the tables write it; `-` if there is none.
fn field(program: &Program, space: SpaceId, key: &str) -> String {
    let Some(Datum::Table(fields)) = program.content.info(Val::space(space)) else { return "-".into() };
    match fields.iter().find(|(name, _)| name == key).map(|(_, value)| value) {
        Some(Datum::Val(val)) => program.board.text(*val),
        Some(Datum::Boolean(true)) => key.to_owned(),
        _ => "-".into(),
    }
}

fn ids(board: &Board, spaces: impl Iterator<Item = usize>) -> String {
    let ids: BTreeSet<&str> = spaces.map(|at| board.spaces[at].id.as_str()).collect();
    ids.into_iter().collect::<Vec<_>>().join(" ")
}

/// `portland | west | always | - | cascades olympic-coast …`: what the tables have for a space.
fn space_line(program: &Program, space: SpaceId) -> String {
    let board = &program.board;
    let of = &board.spaces[space.at()];
    let kind = &board.space_kinds[of.kind.at()];
    let owner = field(program, space, "owner");
    let whose = if owner == "-" { kind.plural.clone() } else { owner };
    let features = [field(program, space, "mountain"), field(program, space, "resource")];
    let features: Vec<&str> = features.iter().map(String::as_str).filter(|one| *one != "-").collect();
    let features = if features.is_empty() { "-".to_owned() } else { features.join(" ") };
    let near = ids(board, of.adjacent.iter());
    [of.id.as_str(), &whose, &field(program, space, "city"), &features, &near].join(" | ")
}

/// `die red | miss miss …`
fn die_lines(board: &Board) -> Vec<String> {
    let faces = |faces: &[i64]| faces.iter().map(|face| board.text(Val(*face))).collect::<Vec<_>>().join(" ");
    board.dice.iter().map(|die| format!("die {} | {}", die.id, faces(&die.faces))).collect()
}

/// The lines of a text without comments, in any order.
fn written(text: &str) -> BTreeSet<String> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn fortress_america_has_the_printed_borders_cities_and_faces() {
    let library = Library::open(vec![PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")))]).unwrap();
    let (program, _, _) = library.load("fortress-america").unwrap();
    let board = &program.board;
    let on_the_map = (0..board.spaces.len()).map(SpaceId::new).filter(|space| {
        let kind = &board.space_kinds[board.spaces[space.at()].kind.at()].plural;
        kind != "boxes"
    });
    let mut has: BTreeSet<String> = on_the_map.map(|space| space_line(&program, space)).collect();
    assert_eq!(has.len(), 96 + 18, "territories and zones");
    has.extend(die_lines(board));
    let printed = written(include_str!("../printed/fortress-america.txt"));
    let missing: Vec<&String> = printed.difference(&has).collect();
    let wrong: Vec<&String> = has.difference(&printed).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "printed: {missing:#?}\nin the tables: {wrong:#?}");
    // The space where the map is drawn but units may not go has no neighbours.
    let boxes = board.spaces.iter().filter(|space| board.space_kinds[space.kind.at()].plural == "boxes");
    assert!(boxes.map(|space| space.adjacent).all(|near| near.iter().next().is_none()));
}

/// The file agrees with itself: each border is listed at both ends, and their number is the rulebook's.
#[test]
fn the_printed_table_is_consistent() {
    let printed = written(include_str!("../printed/fortress-america.txt"));
    let spaces: Vec<Vec<&str>> =
        printed.iter().filter(|line| !line.starts_with("die ")).map(|line| line.split(" | ").collect()).collect();
    let near = |space: &[&str]| -> BTreeSet<String> { space[4].split(' ').map(str::to_owned).collect() };
    for space in &spaces {
        for other in near(space) {
            let other = spaces.iter().find(|of| of[0] == other).unwrap_or_else(|| panic!("{other}: no such space"));
            assert!(near(other).contains(space[0]), "{} and {}", space[0], other[0]);
        }
    }
    let of = |at: usize, what: &str| spaces.iter().filter(|space| space[at] == what).count();
    assert_eq!(["western", "southern", "eastern"].map(|side| of(1, side)), [6, 6, 6]);
    assert_eq!(of(2, "always") + of(2, "printed"), 30, "the printed cities");
    assert_eq!(of(2, "always") + of(2, "classic"), 30, "those of the older list");
}
