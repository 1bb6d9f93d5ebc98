//! The packs of `tests/reference`: four well-known games, each in fewer than 80 lines, and their published counts.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, check_all, render};
use cardwright_sim::{Counts, FuzzOptions, fuzz, named_positions, perft};
use cardwright_state::SideId;
use cardwright_table::{Library, SetUp, Table, Viewer};
use std::path::Path;

fn library(game: &str) -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference").join(game);
    Library::open(vec![PackSource::Folder(folder)]).unwrap()
}

/// Checks a pack, plays random games, and counts the opening to `depth` answers. Returns all stored counts.
#[track_caller]
fn assert_works(game: &str, depth: usize) -> Vec<Counts> {
    let library = library(game);
    let problems = check_all(&library.packs);
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let line_count: usize = library.files().map(|(_, _, text)| text.lines().count()).sum();
    assert!(line_count < 80, "{game} has {line_count} lines");
    let options = FuzzOptions { games: 50, seed: 1, ..FuzzOptions::default() };
    let report = fuzz(&library, game, &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.games == 50 && report.failures.is_empty(), "{:?}", report.failures);
    let (program, mut vm, _) = library.load(game).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let opening = named_positions(&library, game).unwrap().remove(0);
    let start = opening.position_on(&program.board).unwrap();
    assert_eq!(perft(&mut vm, &start, depth).unwrap(), opening.levels[..depth], "{game}");
    opening.levels
}

/// Returns one count of each level.
fn per_level(levels: &[Counts], count: impl Fn(&Counts) -> u64) -> Vec<u64> {
    levels.iter().map(count).collect()
}

#[test]
fn tic_tac_toe_has_the_published_counts() {
    let levels = assert_works("tic-tac-toe", 5);
    let nodes = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(per_level(&levels, |level| level.nodes), nodes);
    assert_eq!(levels.iter().map(|level| level.over).sum::<u64>(), 255_168, "whole games");
    // The empty board is the 5,478th.
    assert_eq!(levels.iter().map(|level| level.boards).sum::<u64>(), 5477, "legal boards");
}

#[test]
fn connect_four_has_the_published_counts() {
    let levels = assert_works("connect-four", 4);
    assert_eq!(per_level(&levels, |level| level.nodes), [7, 49, 343, 2401, 16_807, 117_649, 823_536]);
    assert_eq!(per_level(&levels, |level| level.boards), [7, 49, 238, 1120, 4263, 16_422, 54_859]);
}

#[test]
fn pig_works() {
    assert_works("pig", 3);
}

/// Six deals with 5 ways to play each.
#[test]
fn kuhn_poker_has_30_ends() {
    let levels = assert_works("kuhn-poker", 3);
    assert_eq!(levels.iter().map(|level| level.over).sum::<u64>(), 30);
}

#[test]
fn a_side_of_kuhn_poker_reads_only_its_own_card() {
    let (program, vm, _) = library("kuhn-poker").load("kuhn-poker").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 1, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).unwrap();
    // The first side has the jack, the second the king.
    for (side, own, others) in [(0, "jack", ["queen", "king"]), (1, "king", ["jack", "queen"])] {
        let text = Viewer::side(SideId(side)).position_text(table.board(), table.position());
        assert!(text.contains(own) && !others.iter().any(|card| text.contains(card)), "{text}");
    }
}
