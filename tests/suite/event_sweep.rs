//! In many positions a Non-player judges each text of Cuba Libre's Events and then executes it. A text that it judged
//! effective must change something, and a text that it judged ineffective must not, whatever chance picks.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::RandomBot;
use cardwright_content::{PackSource, render};
use cardwright_table::Viewer;
use cardwright_table::{Library, SetUp, Table};
use std::path::PathBuf;

const SIDES: [&str; 4] = ["govt", "m26", "dr", "synd"];
/// The numbers of the cards that have only an unshaded text.
const UNSHADED_ONLY: [u32; 5] = [11, 13, 18, 19, 35];
/// Pairs of a card number and an index into `SIDES`. The side has instructions to execute a text of this card that
/// is not its own. 26July and the Directorio own the unshaded texts, the Government and the Syndicate the shaded ones.
const INSTRUCTED_OTHER_TEXTS: [(u32, usize); 11] =
    [(7, 3), (12, 3), (34, 3), (38, 0), (16, 2), (23, 2), (24, 2), (26, 1), (30, 2), (32, 2), (36, 1)];

/// Positions in which many texts are ineffective: few pieces, all Cities alike, no Resources, full Resources. An entry
/// is a seed, a number of random answers and an adjustment in notation.
const POSITIONS: [(u64, usize, &str); 9] = [
    (1, 40, ""),
    (2, 150, ""),
    (3, 260, ""),
    (4, 90, "provinces: empty; ecs: empty; cities: empty; oriente: m26-guerrilla"),
    (5, 92, "provinces: empty; ecs: empty; cities: empty; havana: casino/closed; matanzas: dr-base, police"),
    (6, 94, "provinces: empty; ecs: empty; havana: 2 casino, synd-guerrilla/active"),
    (
        7,
        60,
        "cities: support 2; provinces: support -1; m26 resources 0; dr resources 0; synd resources 0; govt resources 0",
    ),
    (8, 130, "cities: support -2; provinces: support 2; aid 49; m26 resources 49; dr resources 49; synd resources 49"),
    (9, 70, "cities: support 0; provinces: support 0; aid 0; alliance 0; m26 resources 0; dr resources 3"),
];

/// Returns a game after this number of random answers and the adjustment.
fn random_position(library: &Library, seed: u64, answers: usize, adjustment: &str) -> Table {
    let (program, vm, _) = library.load("cuba-libre").unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
    let set_up = SetUp { scenario: "standard".into(), seed, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let mut player = RandomBot::new(seed);
    let mut answered = 0;
    while answered < answers && !table.is_over() {
        answered += usize::from(table.answer_with_bot(&mut player).is_ok());
    }
    assert!(!table.is_over(), "seed {seed} is over after {answered} answers");
    if !adjustment.is_empty() {
        table.adjust(adjustment).unwrap();
    }
    table
}

/// Executes a text and undoes it. Returns whether the Non-player judged it effective, or `None` if a player was asked.
fn judge_and_execute(table: &mut Table, card: u32, text: &str, side: usize, other_nonplayers: usize) -> Option<bool> {
    let human_side = (side + other_nonplayers + 1) % 4;
    let mut adjustments: Vec<String> =
        (0..=other_nonplayers).map(|n| format!("{} nonplayer", SIDES[(side + n) % 4])).collect();
    adjustments.push(format!("current: {card:02}; turn swept-event {} word:{text} {}", SIDES[side], SIDES[human_side]));
    let start = table.shown_event();
    table.adjust(&adjustments.join("; ")).unwrap_or_else(|error| {
        panic!("{card:02} {text} by {}, {other_nonplayers} more Non-players: {error}", SIDES[side])
    });
    let log = table.log(start, Viewer::OPEN).join("\n");
    table.undo().unwrap();
    log.contains("judged ").then(|| log.contains("judged effective"))
}

#[test]
fn an_event_changes_something_exactly_if_it_is_judged_effective() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let packs = [root.clone(), root.join("tests/packs/swept")].map(PackSource::Folder);
    let library = Library::open(packs.to_vec()).unwrap();
    let (mut effective, mut ineffective) = (0, 0);
    for (seed, answers, adjustment) in POSITIONS {
        let mut table = random_position(&library, seed, answers, adjustment);
        for card in 1..=48 {
            for text in ["unshaded", "shaded"] {
                if text == "shaded" && UNSHADED_ONLY.contains(&card) {
                    continue;
                }
                for side in 0..4 {
                    let is_its_own = UNSHADED_ONLY.contains(&card) || matches!(side, 1 | 2) == (text == "unshaded");
                    if !is_its_own && !INSTRUCTED_OTHER_TEXTS.contains(&(card, side)) {
                        continue;
                    }
                    let other_nonplayers = (usize::try_from(seed).unwrap() + side) % 3;
                    match judge_and_execute(&mut table, card, text, side, other_nonplayers) {
                        Some(true) => effective += 1,
                        Some(false) => ineffective += 1,
                        None => {}
                    }
                }
            }
        }
    }
    assert!(
        effective > 1000 && ineffective > 200,
        "too few judgements of one kind: {effective} effective, {ineffective} ineffective"
    );
}
