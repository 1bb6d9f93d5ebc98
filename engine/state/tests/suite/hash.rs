//! Hashes: the same however they are worked out and whatever board numbers things how, and as telling as the position in words.
#![allow(clippy::unwrap_used)]

use crate::common::{self, CARDS, Home, act, acts, board, board_at, homes, unfinished};
use cardwright_state::board::Board;
use cardwright_state::hash::{HashSum, board_hash, full_hash, full_hash_of_text};
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{CardId, OptionId, PileId, Position, SpaceId, StepId, notation};
use proptest::prelude::*;

/// The positions that a sequence of changes goes through, the first with a step open and an option set.
fn positions(board: &Board, acts: &[common::Act], seed: u64) -> Vec<Position> {
    let mut position = Position::initial(board, seed);
    let step = board.steps.iter().position(|step| step == "turn-of").map_or(StepId(0), StepId::new);
    let long = board.options.iter().position(|option| option.id == "long").map_or(OptionId(0), OptionId::new);
    position.set_option(long, 1);
    position
        .open_outermost(step, vec![PlainValue::Val(Val::space(SpaceId(2))), PlainValue::List(vec![Val::number(7)])]);
    let mut all = vec![position.clone()];
    for a in acts {
        act(board, &mut position, *a);
        all.push(position.clone());
    }
    all
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn a_sum_from_what_differs_is_that_from_nothing(home in homes(), acts in acts(), seed: u64, back: prop::sample::Index) {
        let board = board_at(home);
        let mut all = positions(&board, &acts, seed);
        let mut undone = all[all.len() - 1].clone();
        undone.undo_to(&board, back.index(undone.journal().len() + 1));
        all.push(undone);
        let mut tally = HashSum::new(&board, &all[0]);
        for (before, now) in all.iter().zip(&all[1..]) {
            tally = tally.updated(&board, before, now);
            prop_assert_eq!(tally, HashSum::new(&board, now));
        }
        let last = &all[all.len() - 1];
        for any in &all {
            prop_assert_eq!(tally.updated(&board, last, any), HashSum::new(&board, any), "as undo and goto have it");
        }
    }

    #[test]
    fn hashes_are_equal_just_where_the_words_are(home in homes(), one in acts(), two in acts(), seed: u64) {
        let board = board_at(home);
        let mut all = positions(&board, &one, seed);
        all.extend(positions(&board, &two, seed));
        let of = |p: &Position| (notation::print(&board, p), notation::print_full(&board, p));
        let told: Vec<_> = all.iter().map(|p| (of(p), board_hash(&board, p, "red"), full_hash(&board, p, "red"))).collect();
        for (words, board_hash, full_hash) in &told {
            for (others, other_board, other_full) in &told {
                prop_assert_eq!(words.0 == others.0, board_hash == other_board, "{}\n{}", words.0, others.0);
                prop_assert_eq!(words.1 == others.1, full_hash == other_full, "{}\n{}", words.1, others.1);
            }
        }
    }

    #[test]
    fn a_board_that_numbers_everything_otherwise_hashes_the_same(home in homes(), acts in acts(), seed: u64) {
        let (board, other) = (board_at(home), numbered_otherwise(home));
        for position in positions(&board, &acts, seed) {
            let saved = notation::print_save(&board, &position);
            let carried = notation::load(&other, &saved);
            prop_assert!(carried.is_ok(), "{carried:?}\n{saved}");
            let carried = carried.unwrap_or_default();
            prop_assert_eq!(board_hash(&other, &carried, "red"), board_hash(&board, &position, "red"), "{}", saved);
            prop_assert_eq!(full_hash(&other, &carried, "red"), full_hash(&board, &position, "red"), "{}", saved);
        }
    }
}

/// The same board with everything else in front, or in reverse.
fn numbered_otherwise(home: Home) -> Board {
    let mut board = unfinished(CARDS);
    let mut zero = board.spaces[0].clone();
    zero.id = "zero".into();
    board.spaces.insert(0, zero);
    board.links.iter_mut().for_each(|link| (link.a, link.b) = (SpaceId(link.a.0 + 1), SpaceId(link.b.0 + 1)));
    board.types.iter_mut().for_each(|of| of.supply = SpaceId(of.supply.0 + 1));
    board.types.reverse();
    board.tracks.reverse();
    board.facts.reverse();
    board.cards.reverse();
    board.steps.reverse();
    let home = board.piles[home.pile().at()].id.clone();
    board.piles[1..].reverse();
    board.home = PileId::new(board.piles.iter().position(|pile| pile.id == home).unwrap());
    board.effects.insert(0, "peace".into());
    board.texts.insert(0, board.texts[0].clone());
    board.texts[0].id = "not-over".into();
    board.options.insert(0, board.options[0].clone());
    board.options[0].id = "short".into();
    board.finish(&[]).unwrap();
    board
}

#[test]
fn what_only_the_full_hash_knows_leaves_the_board_hash_alone() {
    let board = board(CARDS);
    let mut position = positions(&board, &[], 1).remove(0);
    let before = (board_hash(&board, &position, "red"), full_hash(&board, &position, "red"));
    position.reseed(2);
    assert_eq!(board_hash(&board, &position, "red"), before.0);
    assert_ne!(full_hash(&board, &position, "red"), before.1);
    assert_ne!(board_hash(&board, &position, "blue"), before.0, "who is asked belongs to both");
    let deck = PileId(1);
    for card in 0..3 {
        position.move_card(&board, CardId(card), position.location_in(&board, deck, true));
    }
    position.shuffle(&board, deck);
    let once = (board_hash(&board, &position, "red"), full_hash(&board, &position, "red"));
    position.shuffle(&board, deck);
    assert_eq!(board_hash(&board, &position, "red"), once.0, "one open order is as good as another");
    assert_ne!(full_hash(&board, &position, "red"), once.1);
}

/// Records name hashes: they are not to change, nor are those of records written before.
#[test]
fn hashes_stay_what_they_are() {
    let board = board(CARDS);
    let mut position = positions(&board, &[], 1).remove(0);
    notation::set(
        &board,
        &mut position,
        "one: 2 foot, foot/down+moved, unrest 2, raided; red will 1; red used c1 c4; stock: c2 | {c3 c5}",
    )
    .unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(board_hash(&board, &position, "red").to_string(), "7282b16027bc3be7f8c947b5f3d8b3d4");
    assert_eq!(full_hash(&board, &position, "red").to_string(), "f90c013a2393ad85b3df98524c902307");
    assert_eq!(full_hash_of_text(&board, &position, "red").to_string(), "c19f90f91870d9b457f7a59e8f787f98");
}
