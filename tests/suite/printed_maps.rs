//! Compares maps and dice with `tests/printed/<game>.txt`, a file that was written from the printed game and not from
//! the TOML files.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{Datum, PackSource};
use cardwright_script::Program;
use cardwright_state::{Board, Set, SpaceId, Val};
use cardwright_table::Library;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Returns a field of a space as the TOML file has it, the key of a true boolean, or `-` if the field is missing.
fn field(program: &Program, space: SpaceId, key: &str) -> String {
    let Some(Datum::Table(fields)) = program.content.info(Val::space(space)) else { return "-".into() };
    match fields.iter().find(|(name, _)| name == key).map(|(_, value)| value) {
        Some(Datum::Val(val)) => program.board.text(*val),
        Some(Datum::Boolean(true)) => key.to_owned(),
        _ => "-".into(),
    }
}

fn ids(board: &Board, spaces: impl Iterator<Item = usize>) -> String {
    let ids: BTreeSet<&str> = spaces.map(|index| board.spaces[index].id.as_str()).collect();
    ids.into_iter().collect::<Vec<_>>().join(" ")
}

/// Returns `ID | OWNER | CITY | FEATURES | NEIGHBOURS`, for instance `portland | west | always | - | cascades …`.
fn space_line(program: &Program, space: SpaceId) -> String {
    let board = &program.board;
    let space_data = &board.spaces[space.index()];
    let kind = &board.space_kinds[space_data.kind.index()];
    let owner = field(program, space, "owner");
    let owner_or_kind = if owner == "-" { kind.plural.clone() } else { owner };
    let features = [field(program, space, "mountain"), field(program, space, "resource")];
    let features: Vec<&str> = features.iter().map(String::as_str).filter(|one| *one != "-").collect();
    let features = if features.is_empty() { "-".to_owned() } else { features.join(" ") };
    let neighbours = ids(board, space_data.adjacent.iter());
    [space_data.id.as_str(), &owner_or_kind, &field(program, space, "city"), &features, &neighbours].join(" | ")
}

/// Returns a line such as `die red | miss miss …` for each die.
fn die_lines(board: &Board) -> Vec<String> {
    let faces = |faces: &[i64]| faces.iter().map(|face| board.text(Val(*face))).collect::<Vec<_>>().join(" ");
    board.dice.iter().map(|die| format!("die {} | {}", die.id, faces(&die.faces))).collect()
}

/// Returns the lines of a text except comments and empty lines.
fn content_lines(text: &str) -> BTreeSet<String> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn fortress_america_has_the_printed_borders_cities_and_faces() {
    let library = Library::open(vec![PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")))]).unwrap();
    let (program, _, _) = library.load("fortress-america").unwrap();
    let board = &program.board;
    let map_spaces = (0..board.spaces.len()).map(SpaceId::new).filter(|space| {
        let kind = &board.space_kinds[board.spaces[space.index()].kind.index()].plural;
        kind != "boxes"
    });
    let mut declared: BTreeSet<String> = map_spaces.map(|space| space_line(&program, space)).collect();
    assert_eq!(declared.len(), 96 + 18, "territories and zones");
    declared.extend(die_lines(board));
    let printed = content_lines(include_str!("../printed/fortress-america.txt"));
    let missing: Vec<&String> = printed.difference(&declared).collect();
    let wrong: Vec<&String> = declared.difference(&printed).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "printed: {missing:#?}\nin the tables: {wrong:#?}");
    // Spaces of the kind `boxes` are no part of the map, so they have no neighbours.
    let boxes = board.spaces.iter().filter(|space| board.space_kinds[space.kind.index()].plural == "boxes");
    assert!(boxes.map(|space| &space.adjacent).all(Set::is_empty));
}

/// The file lists each border at both ends, and it has as many cities as the rulebook says.
#[test]
fn the_printed_table_is_consistent() {
    let printed = content_lines(include_str!("../printed/fortress-america.txt"));
    let spaces: Vec<Vec<&str>> =
        printed.iter().filter(|line| !line.starts_with("die ")).map(|line| line.split(" | ").collect()).collect();
    let neighbours = |space: &[&str]| -> BTreeSet<String> { space[4].split(' ').map(str::to_owned).collect() };
    for space in &spaces {
        for other in neighbours(space) {
            let other = spaces
                .iter()
                .find(|candidate| candidate[0] == other)
                .unwrap_or_else(|| panic!("{other}: no such space"));
            assert!(neighbours(other).contains(space[0]), "{} and {}", space[0], other[0]);
        }
    }
    let count = |column: usize, value: &str| spaces.iter().filter(|space| space[column] == value).count();
    assert_eq!(["western", "southern", "eastern"].map(|side| count(1, side)), [6, 6, 6]);
    assert_eq!(count(2, "always") + count(2, "printed"), 30, "the printed cities");
    assert_eq!(count(2, "always") + count(2, "classic"), 30, "the cities of the older edition");
}
