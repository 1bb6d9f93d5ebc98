//! Hashes do not depend on how they are computed or on the indices of a board. They differ if and only if the notation
//! differs.
#![allow(clippy::unwrap_used)]

use crate::common::{
    self, CARDS, HomePile, apply_random_change, board, board_at, changes, home_piles, unfinished_board,
};
use cardwright_state::board::Board;
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{CardId, OptionId, PileId, Position, SpaceId, StepId, notation};
use proptest::prelude::*;

/// The positions before and after each change of a sequence. In all of them a step is open, and an option has another
/// value than its default.
fn positions(board: &Board, changes: &[common::RandomChange], seed: u64) -> Vec<Position> {
    let mut position = Position::initial(board, seed);
    let step = board.labels.steps.iter().position(|step| step == "turn-of").map_or(StepId(0), StepId::new);
    let long = board.options.iter().position(|option| option.id == "long").map_or(OptionId(0), OptionId::new);
    position.set_option(long, 1);
    position
        .open_outermost(step, vec![PlainValue::Val(Val::space(SpaceId(2))), PlainValue::List(vec![Val::number(7)])]);
    let mut positions = vec![position.clone()];
    for change in changes {
        apply_random_change(board, &mut position, *change);
        positions.push(position.clone());
    }
    positions
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn hashes_are_equal_if_and_only_if_the_notation_is(home in home_piles(), first in changes(), second in changes(), seed: u64) {
        let board = board_at(home);
        let mut states = positions(&board, &first, seed);
        states.extend(positions(&board, &second, seed));
        let texts = |p: &Position| (notation::print(&board, p), notation::print_full(&board, p));
        let hashed: Vec<_> = states.iter().map(|p| (texts(p), board_hash(&board, p, "red"), full_hash(&board, p, "red"))).collect();
        for (text, board_hash, full_hash) in &hashed {
            for (other_text, other_board, other_full) in &hashed {
                prop_assert_eq!(text.0 == other_text.0, board_hash == other_board, "{}\n{}", text.0, other_text.0);
                prop_assert_eq!(text.1 == other_text.1, full_hash == other_full, "{}\n{}", text.1, other_text.1);
            }
        }
    }

    #[test]
    fn hashes_are_the_same_on_a_renumbered_board(home in home_piles(), changes in changes(), seed: u64) {
        let (board, other) = (board_at(home), renumbered_board(home));
        for position in positions(&board, &changes, seed) {
            let saved = notation::print_save(&board, &position);
            let loaded = notation::load(&other, &saved);
            prop_assert!(loaded.is_ok(), "{loaded:?}\n{saved}");
            let loaded = loaded.unwrap_or_default();
            prop_assert_eq!(board_hash(&other, &loaded, "red"), board_hash(&board, &position, "red"), "{}", saved);
            prop_assert_eq!(full_hash(&other, &loaded, "red"), full_hash(&board, &position, "red"), "{}", saved);
        }
    }
}

/// The same board with other indices: lists are reversed or have new entries in front.
fn renumbered_board(home: HomePile) -> Board {
    let mut board = unfinished_board(CARDS);
    let mut zero = board.spaces[0].clone();
    zero.id = "zero".into();
    board.spaces.insert(0, zero);
    board.links.iter_mut().for_each(|link| (link.a, link.b) = (SpaceId(link.a.0 + 1), SpaceId(link.b.0 + 1)));
    board.piece_types.iter_mut().for_each(|def| def.supply = SpaceId(def.supply.0 + 1));
    board.piece_types.reverse();
    board.tracks.reverse();
    board.facts.reverse();
    board.cards.reverse();
    board.labels.steps.reverse();
    let home = board.piles[home.pile().index()].id.clone();
    board.piles[1..].reverse();
    board.home = PileId::new(board.piles.iter().position(|pile| pile.id == home).unwrap());
    board.labels.effects.insert(0, "peace".into());
    board.labels.texts.insert(0, board.labels.texts[0].clone());
    board.labels.texts[0].id = "not-over".into();
    board.options.insert(0, board.options[0].clone());
    board.options[0].id = "short".into();
    board.finish(&[]).unwrap();
    board
}

#[test]
fn the_board_hash_ignores_chance() {
    let board = board(CARDS);
    let mut position = positions(&board, &[], 1).remove(0);
    let before = (board_hash(&board, &position, "red"), full_hash(&board, &position, "red"));
    position.reseed(2);
    assert_eq!(board_hash(&board, &position, "red"), before.0);
    assert_ne!(full_hash(&board, &position, "red"), before.1);
    assert_ne!(board_hash(&board, &position, "blue"), before.0, "both hashes include the side to answer");
    let deck = PileId(1);
    for card in 0..3 {
        position.move_card(&board, CardId(card), position.location_in(&board, deck, true));
    }
    position.shuffle(&board, deck);
    let after_one_shuffle = (board_hash(&board, &position, "red"), full_hash(&board, &position, "red"));
    position.shuffle(&board, deck);
    assert_eq!(
        board_hash(&board, &position, "red"),
        after_one_shuffle.0,
        "the board hash ignores which shuffle left a segment open"
    );
    assert_ne!(full_hash(&board, &position, "red"), after_one_shuffle.1);
}

/// Records contain hashes, so hashes must never change.
#[test]
fn hashes_have_not_changed() {
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
}
