//! The notation: positions as text, for set-ups, `adjust`, tests, exported scenarios and hashes.
//!
//! A text consists of items, such as `cuba: 2 usa`. A `;` or a new line ends an item, and `#` starts a comment. A
//! position is written as its differences from [`Position::initial`], in the order of content. Setting the items of the
//! text on an initial position gives the same board hash.

mod apply;
mod compare;
mod fact_and_option_text;
mod initial;
mod lex;
mod load;
mod print;
mod read;
mod save;
mod token;

pub use fact_and_option_text::{option_text, read_option};
pub use lex::{Fragment, NotationError, items, strip_comment};
pub use read::{Item, SegmentText, Statement, read};
pub use token::{find_named, is_named, named, plain_text, plain_text_for, token};

use crate::board::{Board, Sides};
use crate::position::Position;
use print::{Mode, Printer};
use std::ops::Range;

/// Writes the plain notation: everything on the game table, the facts, and the open steps.
pub fn print(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Plain, viewer: None }.text()
}

/// Writes the plain notation as these sides may see it: the number of cards of hidden piles, and no hidden facts.
/// Elsewhere a hidden card is written as [`crate::view::HIDDEN_CARD`].
pub fn print_for(board: &Board, position: &Position, sides: impl Into<Sides>) -> String {
    Printer { board, position, mode: Mode::Plain, viewer: Some(sides.into()) }.text()
}

/// Writes the plain notation, the chance counters and the inputs of open steps: everything that the full hash covers.
pub fn print_full(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Hash, viewer: None }.text()
}

/// Writes the notation of a saved position. [`load()`] restores exactly the same position, including its journal.
pub fn print_save(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Save, viewer: None }.text()
}

/// Sets the items on a position and adds the changes to the journal. Pieces come from their supply or return to the
/// supply.
///
/// # Errors
/// Fails for items that cannot be set, for example more pieces than the supply has. The position then stays unchanged.
pub fn apply(board: &Board, position: &mut Position, items: &[Item]) -> Result<(), Vec<NotationError>> {
    let before = position.journal().len();
    let mut errors = Vec::new();
    apply::Setter { board, position, errors: &mut errors }.set_items(items);
    if errors.is_empty() {
        return Ok(());
    }
    position.undo_to(board, before);
    Err(errors)
}

/// Returns the items that do not match the position: (span of the item, expected text, found text).
pub fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    compare::compare(board, position, items)
}

/// Reads notation and sets its items on a position.
///
/// # Errors
/// Fails for items with invalid notation and for items that cannot be set.
pub fn set(board: &Board, position: &mut Position, text: &str) -> Result<(), Vec<NotationError>> {
    let items = read(board, text)?;
    apply(board, position, &items)
}

/// Reads a position that [`print_save`] wrote.
///
/// # Errors
/// Fails for items with invalid notation, or with ids that this board does not have.
pub fn load(board: &Board, text: &str) -> Result<Position, Vec<NotationError>> {
    let mut position = Position::initial(board, 0);
    initial::set_initial_values(board, &mut position, text)?;
    let items = read::read_saved(board, text)?;
    apply(board, &mut position, &items)?;
    position.journal.clear();
    // The lines that only a saved position has: open steps with their inputs, and the journal.
    load::load_tail(board, &mut position, text)?;
    Ok(position)
}
