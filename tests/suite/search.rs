//! The bot that searches (`ai`), in the reference games of `tests/reference`.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::{BotKind, RandomBot};
use cardwright_content::PackSource;
use cardwright_session::{Bots, Progress};
use cardwright_state::SideId;
use cardwright_table::{Library, SetUp, Table, Viewer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn start(packs: &[PathBuf], game: &str, seed: u64) -> Table {
    let library = Library::open(packs.iter().map(|folder| PackSource::Folder(folder.clone())).collect()).unwrap();
    let (program, vm, _) = library.load(game).unwrap();
    let scenario = library.playable_games().into_iter().find(|other| other.id == game).unwrap().scenarios[0].id.clone();
    Table::start(program, vm, &SetUp { scenario, seed, ..SetUp::default() }).unwrap()
}

fn reference(game: &str) -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference").join(game)]
}

fn ai(effort: &str) -> BotKind {
    BotKind::named(&format!("ai:{effort}")).unwrap()
}

/// Lets a bot answer, and returns the answer as a line.
fn let_answer(bots: &mut Bots, table: &mut Table, kind: BotKind) -> String {
    while bots.answer(table, kind).unwrap() == Progress::Thinking {}
    table.nodes()[table.shown_event()].row.unwrap().text(table.board())
}

/// Plays a game, and returns the winner. Without a kind, a side answers at random.
fn play(mut table: Table, seats: [Option<BotKind>; 2], seed: u64) -> Option<SideId> {
    let (mut bots, mut random) = (Bots::new(seed), RandomBot::new(seed));
    while let Some(side) = table.asked() {
        match seats[side.index()] {
            Some(kind) => drop(let_answer(&mut bots, &mut table, kind)),
            None => drop(table.answer_with_bot(&mut random).unwrap()),
        }
    }
    table.position().outcome().unwrap().winners().first()
}

#[test]
fn it_never_loses_tic_tac_toe() {
    let game = || start(&reference("tic-tac-toe"), "tic-tac-toe", 1);
    let (first, second) = (SideId(0), SideId(1));
    for seed in 0..8 {
        assert_ne!(play(game(), [Some(ai("3000")), None], seed), Some(second));
        assert_ne!(play(game(), [None, Some(ai("3000"))], seed), Some(first));
    }
    assert_eq!(play(game(), [Some(ai("10000")); 2], 1), None, "nobody wins between equals");
}

#[test]
fn a_search_counted_in_decisions_repeats_exactly() {
    let line = |seed| {
        let mut table = start(&reference("connect-four"), "connect-four", 1);
        let mut bots = Bots::new(seed);
        (0..6).map(|_| let_answer(&mut bots, &mut table, ai("800"))).collect::<Vec<_>>()
    };
    assert_eq!(line(3), line(3));
    assert!((4..9).any(|seed| line(seed) != line(3)), "the seed decides");
}

#[test]
fn it_may_be_told_to_answer_at_once() {
    let mut table = start(&reference("connect-four"), "connect-four", 1);
    let (mut bots, begun) = (Bots::new(1), Instant::now());
    assert_eq!(bots.answer(&mut table, ai("600s")).unwrap(), Progress::Thinking);
    bots.hurry();
    assert!(!let_answer(&mut bots, &mut table, ai("600s")).is_empty());
    assert!(begun.elapsed().as_secs() < 60, "ten minutes were allowed");
}

#[test]
fn a_change_of_the_game_makes_its_thoughts_void() {
    let mut table = start(&reference("connect-four"), "connect-four", 1);
    let mut bots = Bots::new(1);
    assert_eq!(bots.answer(&mut table, ai("600s")).unwrap(), Progress::Thinking);
    table.answer_with_bot(&mut RandomBot::new(1)).unwrap();
    assert!(!let_answer(&mut bots, &mut table, ai("300")).is_empty());
    assert_eq!(table.nodes().len(), 3, "the answer to the old question was dropped");
}

/// In Kuhn poker a side knows its own card and what was answered. Its answer may depend on nothing else.
#[test]
fn its_answer_does_not_depend_on_a_card_that_its_side_does_not_see() {
    for first_answer in [None, Some("check"), Some("bet")] {
        let mut answers: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for seed in 0..24 {
            let mut table = start(&reference("kuhn-poker"), "kuhn-poker", seed);
            if let Some(line) = first_answer {
                table.play(table.asked(), line).unwrap();
            }
            let all = Viewer::OPEN.position_text(table.board(), table.position());
            let seen = table.viewer_of(table.asked().unwrap()).position_text(table.board(), table.position());
            let answer = let_answer(&mut Bots::new(5), &mut table, ai("400"));
            answers.entry(seen).or_default().push((answer, all));
        }
        assert_eq!(answers.len(), 3, "one for each own card");
        for (seen, answers) in answers {
            let deals: std::collections::BTreeSet<&String> = answers.iter().map(|(_, all)| all).collect();
            assert!(deals.len() >= 2, "{seen}: the other side has two possible cards");
            assert!(answers.iter().all(|(answer, _)| *answer == answers[0].0), "{seen}: {answers:?}");
        }
    }
}
