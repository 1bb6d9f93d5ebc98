//! Arbitrary notation: a text is refused without changing the position, or it can be written and read again.

use crate::common::{self, CARDS, board, board_at, home_piles};
use cardwright_state::hash::board_hash;
use cardwright_state::{Position, notation};
use proptest::prelude::*;

/// Words from which [`texts`] builds random texts.
const WORDS: &[&str] = &[
    "one:",
    "two:",
    "pool:",
    "link one--two:",
    "card c1:",
    "stock:",
    "red hand:",
    "turn",
    "in",
    "turn-of",
    "fight",
    "seed",
    "chance d6",
    "shuffles",
    "picks",
    "stock",
    "option long",
    "ended red over",
    "no",
    "empty",
    "none",
    "foot",
    "foot/down",
    "horse+moved",
    "points",
    "will",
    "unrest",
    "toll",
    "turns",
    "raided",
    "owner",
    "used",
    "route",
    "red",
    "blue",
    "c0",
    "c1",
    "{c1 c2}",
    "c3@5",
    "{c4 c5}~3@0",
    "|",
    ",",
    ";",
    "\n",
    "true",
    "false",
    "nil",
    "[1,one]",
    "0",
    "1",
    "2",
    "-1",
    "5",
    "99",
    "4294967295",
    "2147483647",
    "562949953421312",
    "-9223372036854775808",
    "log 0 answer",
    "log 0 outside",
    "log 0 chance",
    "log 0 drawn",
    "log 0 called fight",
    "change pieces one foot",
    "change value points@game",
    "change chance die.d6",
    "change card c0",
    "home@0~0",
    "stock@1~1",
    "began 0",
    "#",
];

/// Text lines, each valid by itself.
const ITEMS: &[&str] = &[
    "one: 2 foot",
    "one: foot/down+moved, unrest 2",
    "two: horse, raided",
    "one: empty",
    "two: no raided",
    "pool: 3 foot",
    "link one--two: toll 2, owner red",
    "card c1: route one two",
    "card c2: route one@two",
    "stock: c0 | {c1 c2} | c3",
    "stock: {c0 c4}~2@5 | c1@4",
    "discard: c5 c6",
    "red hand: c7 c8",
    "stock: -",
    "turn turn-of 3 nil true [1,one,c0]",
    "turn fight",
    "in fight [one] card:c0",
    "in turn-of",
    "seed 18446744073709551615",
    "chance d6 7",
    "shuffles 3 stock",
    "option long true",
    "ended red over 5 one",
    "ended nobody over",
    "points -5",
    "red will 0",
    "red used c0 c3",
    "turns -7",
    "log 0 answer one 3",
    "log 0 chance 5 6",
    "log 1 drawn c0",
    "log 0 called fight 0 [1]",
    "log 0 outside 2",
    "began 0 2 fight 1",
    "change pieces pool foot -2",
    "change pieces one foot 2",
    "change value points@game 1 4",
    "change value used@red {} {c0}",
    "change card c0 home@0~0 stock@3~0",
    "change list route@c1 [] [one]",
    "change chance pile.stock 0 3",
    "change end red over 5",
];

/// Random words, or random lines of [`ITEMS`].
fn texts() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..14).prop_map(|words| words.join(" "));
    let items = prop::collection::vec(prop::sample::select(ITEMS), 0..8).prop_map(|items| items.join("\n"));
    prop_oneof![1 => words, 2 => items]
}

/// Checks that a text is refused and changes nothing.
#[track_caller]
fn assert_refused(text: &str) {
    let board = board(CARDS);
    let mut position = Position::initial(&board, 1);
    let before = position.clone();
    assert!(notation::set(&board, &mut position, text).is_err(), "`{text}` is set");
    assert_eq!(position, before, "`{text}` changes the position");
    assert!(notation::load(&board, text).is_err(), "`{text}` is loaded");
}

#[test]
fn a_fact_without_its_number_is_refused() {
    assert_refused("turns");
    assert_refused("red used x");
}

#[test]
fn numbers_in_the_range_of_handles_are_refused() {
    assert_refused("turns 562949953421312");
    assert_refused("turn fight 562949953421312");
    assert_refused("turn fight [1,-140737488355328]");
}

#[test]
fn counters_and_ranks_near_the_limits_are_refused() {
    assert_refused("shuffles 4294967295 stock");
    assert_refused("chance d6 2147483648");
    assert_refused("stock: c0@2147483647");
    assert_refused("stock: {c0 c1}~4294967295@0");
}

#[test]
fn every_segment_of_a_deck_needs_its_own_rank() {
    assert_refused("stock: {c0 c4}~2@5 | c1@5");
    assert_refused("stock: c0@1 | c1@2");
    assert_refused("stock: c0@1 | c1");
    assert_refused("stock: c0 c1@1");
}

#[test]
fn if_one_item_cannot_be_set_no_item_is_set() {
    assert_refused("option long true; seed 9; turn fight; two: 99 horse");
}

#[test]
fn changes_that_remove_missing_pieces_are_not_loaded() {
    let board = board(CARDS);
    for (change, is_valid) in
        [("pieces one foot 1", true), ("pieces one foot 3", false), ("pieces one foot -2147483648", false)]
    {
        let text = format!("turn fight\none: foot\nchange {change}\n");
        assert_eq!(notation::load(&board, &text).is_ok(), is_valid, "{text}");
    }
}

#[test]
fn missing_colons_and_commas_are_reported() {
    let board = board(CARDS);
    let error = |text: &str| notation::read(&board, text).unwrap_err()[0].clone();
    let colon = error("one 2 foot");
    assert_eq!(colon.message, "`one` needs a colon: write `one: …`");
    assert!(colon.candidates.is_empty(), "no other word is suggested");
    let nothing = error("one:");
    assert_eq!(nothing.message, "the text after the colon is missing: write pieces, a track, a fact, or `empty`");
    let comma = error("one: 2 foot 1 foot");
    assert_eq!(
        (comma.message.as_str(), comma.span),
        ("nothing may follow a piece: write a comma before the next one", 12..13)
    );
}

#[test]
fn an_error_within_a_list_has_its_byte_range() {
    let text = "turn fight [one,\u{fffd},2]";
    let errors = notation::read(&board(CARDS), text).unwrap_err();
    assert_eq!(errors.iter().map(|e| &text[e.span.clone()]).collect::<Vec<_>>(), ["\u{fffd}"]);
}

#[test]
fn a_log_cut_short_is_refused() {
    let board = board(CARDS);
    for text in
        ["turn fight\nlog 0 outside", "turn fight\nlog 0 called fight", "turn fight\nlog 0", "began", "change", "log"]
    {
        assert!(notation::load(&board, text).is_err(), "{text}");
    }
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn any_text_is_refused_without_a_change_or_prints_and_reads_the_same(home in home_piles(), text in texts()) {
        let board = board_at(home);
        let before = Position::initial(&board, 1);
        let mut position = before.clone();
        match notation::set(&board, &mut position, &text) {
            Err(errors) => {
                prop_assert_eq!(&position, &before);
                prop_assert!(errors.iter().all(|e| text.get(e.span.clone()).is_some()), "{errors:?}");
            }
            Ok(()) => {
                let printed = notation::print(&board, &position);
                let mut again = before.clone();
                prop_assert!(notation::set(&board, &mut again, &printed).is_ok(), "{printed}");
                prop_assert_eq!(notation::print(&board, &again), printed);
                prop_assert_eq!(board_hash(&board, &again, ""), board_hash(&board, &position, ""));
            }
        }
        if let Ok(loaded) = notation::load(&board, &text) {
            let saved = notation::print_save(&board, &loaded);
            let again = notation::load(&board, &saved);
            prop_assert!(again.is_ok(), "{again:?}\n{saved}");
            let mut again = again.unwrap_or_default();
            prop_assert_eq!(&again, &loaded);
            again.undo_to(&board, 0);
        }
    }
}

/// Text lines that only saved positions have are errors in other notation, because they would do nothing there.
#[test]
fn lines_of_saved_positions_are_refused_elsewhere() {
    let board = board(CARDS);
    for text in ["log foo", "change bar", "began what"] {
        let errors = notation::read(&board, text).unwrap_err();
        assert!(errors[0].message.contains("is valid in saved positions only"), "{}", errors[0].message);
        assert_eq!(errors[0].span, 0..text.len());
        assert!(notation::set(&board, &mut Position::initial(&board, 1), text).is_err(), "{text}");
    }
}
