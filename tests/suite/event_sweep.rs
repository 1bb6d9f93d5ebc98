//! Each text of Cuba Libre's Events is judged by a Non-player and then executed, in many positions. A text judged
//! effective must change something, and one judged ineffective must not, whatever chance picks.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::RandomBot;
use cardwright_content::{PackSource, render};
use cardwright_table::Viewer;
use cardwright_table::{Library, SetUp, Table};
use std::path::PathBuf;

const SIDES: [&str; 4] = ["govt", "m26", "dr", "synd"];
/// Cards with only an unshaded text.
const PLAIN: [u32; 5] = [11, 13, 18, 19, 35];
/// Instructions for the text that is not a Faction's own: 26July and the Directorio have the unshaded ones, the others
/// the shaded ones.
const INSTRUCTED: [(u32, usize); 11] =
    [(7, 3), (12, 3), (34, 3), (38, 0), (16, 2), (23, 2), (24, 2), (26, 1), (30, 2), (32, 2), (36, 1)];

/// Positions in which many texts are ineffective: few pieces, all Cities alike, no Resources, full Resources.
const CORNERS: [(u64, usize, &str); 9] = [
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

/// A position after some random play, then changed like this.
fn random_position(library: &Library, seed: u64, answers: usize, so: &str) -> Table {
    let (program, vm, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    let set_up = SetUp { scenario: "standard".into(), seed, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let mut player = RandomBot::new(seed);
    let mut given = 0;
    while given < answers && !table.is_over() {
        given += usize::from(table.answer_with_bot(&mut player).is_ok());
    }
    assert!(!table.is_over(), "seed {seed} is over after {given} answers");
    if !so.is_empty() {
        table.adjust(so).unwrap();
    }
    table
}

/// Executes a text and returns how it was judged; nothing if chance led to a player's question.
fn judge_and_execute(table: &mut Table, card: u32, which: &str, side: usize, others: usize) -> Option<bool> {
    let person = (side + others + 1) % 4;
    let mut says: Vec<String> = (0..=others).map(|n| format!("{} nonplayer", SIDES[(side + n) % 4])).collect();
    says.push(format!("current: {card:02}; turn swept-event {} word:{which} {}", SIDES[side], SIDES[person]));
    let from = table.here();
    table
        .adjust(&says.join("; "))
        .unwrap_or_else(|error| panic!("{card:02} {which} by {}, {others} more Non-players: {error}", SIDES[side]));
    let told = table.log(from, Viewer::OPEN).join("\n");
    table.undo().unwrap();
    told.contains("judged ").then(|| told.contains("judged effective"))
}

#[test]
fn events_do_what_they_are_judged_to_do() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let packs = [root.clone(), root.join("tests/packs/swept")].map(PackSource::Folder);
    let library = Library::open(packs.to_vec()).unwrap();
    let (mut effective, mut in_vain) = (0, 0);
    for (seed, answers, so) in CORNERS {
        let mut table = random_position(&library, seed, answers, so);
        for card in 1..=48 {
            for which in ["unshaded", "shaded"] {
                if which == "shaded" && PLAIN.contains(&card) {
                    continue;
                }
                for side in 0..4 {
                    let is_its_own = PLAIN.contains(&card) || matches!(side, 1 | 2) == (which == "unshaded");
                    if !is_its_own && !INSTRUCTED.contains(&(card, side)) {
                        continue;
                    }
                    let others = (usize::try_from(seed).unwrap() + side) % 3;
                    match judge_and_execute(&mut table, card, which, side, others) {
                        Some(true) => effective += 1,
                        Some(false) => in_vain += 1,
                        None => {}
                    }
                }
            }
        }
    }
    assert!(effective > 1000 && in_vain > 200, "{effective} effective, {in_vain} in vain: these positions show little");
}
