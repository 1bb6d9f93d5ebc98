//! Facts with rows: order, handles, notation, and who sees which rows.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{self, CARDS};
use cardwright_state::board::*;
use cardwright_state::determinize::determinize;
use cardwright_state::notation::{print, print_for, print_save, set};
use cardwright_state::*;

fn board() -> Board {
    common::board(CARDS)
}

/// The position after these items, or the first error.
fn after(board: &Board, text: &str) -> Result<Position, String> {
    let mut position = Position::initial(board, 0);
    set(board, &mut position, text).map_err(|errors| errors[0].message.clone())?;
    Ok(position)
}

fn fact(board: &Board, id: &str) -> FactId {
    FactId::new(board.find_of_kind(Kind::Fact, id).and_then(|fact| fact.index(Kind::Fact)).unwrap())
}

#[test]
fn rows_are_ordered_by_key_and_written_in_the_order_of_the_columns() {
    let board = board();
    let position = after(&board, "red iou: c5 blue 2 false, c1 red 7 true, c5 blue 1 true").unwrap();
    assert!(print(&board, &position).contains("red iou: c1 red 7 true, c5 blue 1 true, c5 blue 2 false\n"));
    let position = after(&board, "offers: c2 red 0 true; no offers").unwrap();
    assert_eq!(position, {
        let mut undone = after(&board, "offers: c2 red 0 true").unwrap();
        set(&board, &mut undone, "offers: none").unwrap();
        undone
    });
}

#[test]
fn wrong_rows_are_refused() {
    let board = board();
    for (text, message) in [
        ("red iou: c1 red 7", "a row has 4 values here: `bank lender due late`"),
        ("red iou: c1 red 7 true, c1 blue 7 true", "another row has the same key (bank, due)"),
        ("red iou: c1 c1 7 true", "`c1` is no side, which `lender` takes"),
        ("red iou: c1 red 7 late", "`late` is no `true` or `false`, which `late` takes"),
        ("red iou: c1 red 65536 true", "a number in a key is from 0 to 65535"),
        ("red iou: c1 red -1 true", "a number in a key is from 0 to 65535"),
        ("red iou c1 red 1 true", "write a colon before the rows: `iou: …`"),
        ("red iou:", "the text after the colon is missing: write rows of `bank lender due late`, or `none`"),
        ("iou: c1 red 1 true", "`iou` belongs to a side: write the side before it (red, blue)"),
        ("iou: none", "`iou` belongs to a side: write the side before it (red, blue)"),
    ] {
        assert_eq!(after(&board, text).unwrap_err(), message, "{text}");
    }
    let many: Vec<String> = (0..=Columns::MAX_ROWS).map(|n| format!("c1 red {n} true")).collect();
    assert_eq!(after(&board, &format!("offers: {}", many.join(", "))).unwrap_err(), "at most 1000 rows");
}

#[test]
fn a_handle_names_a_row_by_its_key_until_the_row_is_gone() {
    let board = board();
    let position = after(&board, "blue iou: c1 red 7 true, c5 blue 65535 true").unwrap();
    for (cells, text) in
        position.rows(&board, fact(&board, "iou"), 1).iter().zip(["iou:c1 7 blue", "iou:c5 65535 blue"])
    {
        let columns = &board.facts[fact(&board, "iou").index()].columns;
        let row = RowKey { fact: fact(&board, "iou"), subject: 1, key: columns.key_of(cells) };
        let handle = board.row_handle(&row).unwrap();
        assert_eq!((board.text(handle).as_str(), board.row_key(handle)), (text, Some(row.clone())));
        assert_eq!(board.parse(Kind::FactRow, text), Some(handle));
        let token = notation::token(&board, handle);
        assert_eq!(token, text.replace(' ', "@"));
        assert_eq!(notation::named(&board, &token), Some(handle));
        assert_eq!(position.row(&board, &row), Some(cells));
        assert_eq!(Position::initial(&board, 0).row(&board, &row), None);
    }
    assert!(!board.is_valid(Val::handle(Kind::FactRow, 0)), "the first fact has no rows");
    assert_eq!(board.parse(Kind::FactRow, "iou:c1 7"), None, "the side is missing");
}

#[test]
fn parties_see_their_rows_and_the_owner_sees_all_with_every_card_in_them() {
    let board = board();
    let position = after(&board, "red iou: c1 red 7 true, c2 blue 7 true; red hand: c1").unwrap();
    let text = |side: Option<SideId>| print_for(&board, &position, side);
    assert!(text(Some(SideId(0))).contains("red iou: c1 red 7 true, c2 blue 7 true\n"));
    assert!(text(Some(SideId(1))).contains("red iou: c2 blue 7 true\n"));
    assert!(!text(None).contains("iou"));
    for seed in 0..20 {
        let drawn =
            determinize(&board, &position, &CardKnowledge::unknown(&board, &position), SideId(1), seed).position;
        assert!(print_for(&board, &drawn, SideId(1)).contains("red iou: c2 blue 7 true\n"));
    }
}

#[test]
fn a_saved_position_is_refused_if_the_columns_have_changed() {
    let board = board();
    let saved = print_save(&board, &after(&board, "red iou: c1 red 7 true").unwrap());
    let mut changed = common::unfinished_board(CARDS);
    let iou = fact(&board, "iou").index();
    changed.facts[iou].columns.list[2].id = "until".into();
    changed.finish(&[]).unwrap();
    let errors = notation::load(&changed, &saved).unwrap_err();
    assert_eq!(
        errors[0].message,
        "the columns of `iou` are `bank lender until late` now, and this position has rows of `bank lender due late`: \
         give `iou` these columns back, or first drop its rows under the old rules, with `adjust SIDE iou: none`"
    );
}
