//! Fuzz target for notation: sets notation on the demo, prints and reads the position, and saves and loads it.

use crate::demo;
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::{Board, Position, notation};
use cardwright_table::Table;

/// Sets notation on the board, and loads it as a saved position.
pub fn run(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let program = demo::program();
    let board = &program.board;
    check_errors(text, notation::read(board, text).err());
    let start = Position::initial(board, 7);
    let mut position = start.clone();
    match notation::set(board, &mut position, text) {
        Ok(()) => {
            // Comparing must not crash. Its result does not matter: an item that a later item replaces cannot match.
            if let Ok(items) = notation::read(board, text) {
                let _ = notation::compare(board, &position, &items);
            }
            print_and_read(board, &position);
            // Undoing the journal does not restore options, the seed and the open steps, so restore them one by one.
            let mut undone = position;
            undone.undo_to(board, 0);
            undone.copy_options_from(&start);
            undone.reseed(start.seed());
            undone.close_steps_within(0);
            assert_eq!(undone, start, "undoing everything restores the start");
        }
        Err(errors) => {
            check_errors(text, Some(errors));
            assert_eq!(position, start, "refused input changes nothing");
        }
    }
    match notation::load(board, text) {
        Ok(loaded) => save_and_load(board, &loaded),
        Err(errors) => check_errors(text, Some(errors)),
    }
}

/// Checks that every error has a message and a valid byte range.
fn check_errors(text: &str, errors: Option<Vec<notation::NotationError>>) {
    for error in errors.into_iter().flatten() {
        assert!(text.get(error.span.clone()).is_some(), "{error:?} is not in the text");
        assert!(!error.message.is_empty());
    }
}

/// Printed notation must read back to the same board hash and print the same again.
fn print_and_read(board: &Board, position: &Position) {
    let printed = notation::print(board, position);
    let mut reread = Position::initial(board, 0);
    if let Err(errors) = notation::set(board, &mut reread, &printed) {
        panic!("printed notation is refused: {errors:?}\n{printed}");
    }
    assert_eq!(notation::print(board, &reread), printed, "it prints the same");
    assert_eq!(board_hash(board, &reread, ""), board_hash(board, position, ""));
}

/// A saved position must load unchanged. Playing on from it must work or fail with a message.
fn save_and_load(board: &Board, position: &Position) {
    let saved = notation::print_save(board, position);
    let reread = match notation::load(board, &saved) {
        Ok(reread) => reread,
        Err(errors) => panic!("a saved position does not load: {errors:?}\n{saved}"),
    };
    assert_eq!(notation::print_save(board, &reread), saved, "it saves the same");
    assert_eq!(full_hash(board, &reread, ""), full_hash(board, position, ""));
    assert_eq!(&reread, position, "loading restores the same position");
    let mut table = demo::start();
    let before = (table.hash(), table.shown_event());
    match table.load_position(position) {
        Ok(()) => answer_and_undo(&mut table),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!((table.hash(), table.shown_event()), before, "refused input changes nothing");
        }
    }
    demo::reuse_vm(table.into_vm());
}

/// Answers with each of the first rows of the choice, and undoes the answer.
fn answer_and_undo(table: &mut Table) {
    table.open = true;
    let rows = table.row_words().len();
    for row in 0..rows.min(4) {
        let (before, here) = (table.hash(), table.shown_event());
        if table.answer(row, false).is_ok() {
            table.undo().expect("an open game undoes");
        }
        assert_eq!((table.hash(), table.shown_event()), (before, here), "undo restores the state before row {row}");
    }
}
