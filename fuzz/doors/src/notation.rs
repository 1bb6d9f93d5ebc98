//! Positions in words: set on the demo's board, printed, read again, saved and loaded.

use crate::demo;
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::{Board, Position, notation};
use cardwright_table::Table;

/// Sets notation on the board, and loads it as a saved position.
pub fn open(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let program = demo::program();
    let board = &program.board;
    told(text, notation::read(board, text).err());
    let start = Position::initial(board, 7);
    let mut position = start.clone();
    match notation::set(board, &mut position, text) {
        Ok(()) => {
            // Against itself all it says holds, but what is said twice and overruled.
            if let Ok(items) = notation::read(board, text) {
                let _ = notation::compare(board, &position, &items);
            }
            reads_back(board, &position);
            // What is not journalled: options, the seed and the open steps.
            let mut back = position;
            back.take_back(board, 0);
            back.take_options_of(&start);
            back.reseed(start.seed());
            back.close_within(0);
            assert_eq!(back, start, "taken back, nothing is left of it");
        }
        Err(errors) => {
            told(text, Some(errors));
            assert_eq!(position, start, "what is refused changes nothing");
        }
    }
    match notation::load(board, text) {
        Ok(loaded) => loads_again(board, &loaded),
        Err(errors) => told(text, Some(errors)),
    }
}

/// Errors stand where they say.
fn told(text: &str, errors: Option<Vec<notation::NotationError>>) {
    for error in errors.into_iter().flatten() {
        assert!(text.get(error.span.clone()).is_some(), "{error:?} is not in the text");
        assert!(!error.message.is_empty());
    }
}

/// What is printed reads back to the same board hash, and prints the same again.
fn reads_back(board: &Board, position: &Position) {
    let printed = notation::print(board, position);
    let mut again = Position::initial(board, 0);
    if let Err(errors) = notation::set(board, &mut again, &printed) {
        panic!("what was printed is refused: {errors:?}\n{printed}");
    }
    assert_eq!(notation::print(board, &again), printed, "it prints as it was");
    assert_eq!(board_hash(board, &again, ""), board_hash(board, position, ""));
}

/// What is saved loads to the very position; taking it up in a game works or says why not.
fn loads_again(board: &Board, position: &Position) {
    let saved = notation::print_save(board, position);
    let again = match notation::load(board, &saved) {
        Ok(again) => again,
        Err(errors) => panic!("what was saved does not load: {errors:?}\n{saved}"),
    };
    assert_eq!(notation::print_save(board, &again), saved, "it saves as it was");
    assert_eq!(full_hash(board, &again, ""), full_hash(board, position, ""));
    assert_eq!(&again, position, "the very position");
    let mut table = demo::start();
    let before = (table.hash(), table.here());
    match table.load_position(position) {
        Ok(()) => asks(&mut table),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!((table.hash(), table.here()), before, "what is refused changes nothing");
        }
    }
    demo::give_back(table.into_vm());
}

/// The first rows of a choice are answered, each taken back again.
fn asks(table: &mut Table) {
    table.open = true;
    let rows = table.row_words().len();
    for row in 0..rows.min(4) {
        let (before, here) = (table.hash(), table.here());
        if table.answer(row, false).is_ok() {
            table.undo().expect("an open game undoes");
        }
        assert_eq!((table.hash(), table.here()), (before, here), "as before row {row}");
    }
}
