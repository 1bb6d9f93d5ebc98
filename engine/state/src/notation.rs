//! Positions in words: one notation for set-ups, `adjust`, tests, scenario export and hashes.
//!
//! Items are parted by `;` or a new line; `#` starts a comment. What a position holds is printed
//! as its difference from [`Position::initial`], in content order, so reading it back onto an
//! initial position gives the same board hash.

mod compare;
mod lex;
mod load;
mod print;
mod read;
mod save;
mod set;
mod token;
mod value;

pub use lex::{NotationError, Word, code, items};
pub use read::{Item, Says, SegmentText, read};
pub use token::{is_named, named_among, plain_seen, plain_text, token};
pub use value::{option_text, read_option};

use crate::board::{Board, Sides};
use crate::position::Position;
use print::{Mode, Printer};
use std::ops::Range;

/// The plain notation: everything on the table, facts, open steps.
pub fn print(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Plain, eyes: None }.all()
}

/// The plain notation as some sides see it: see [`crate::view`].
pub(crate) fn print_seen(board: &Board, position: &Position, sides: Sides) -> String {
    Printer { board, position, mode: Mode::Plain, eyes: Some(sides) }.all()
}

/// Plain notation plus chance counters and the logs of open steps: what the full hash covers.
pub fn print_full(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Hash, eyes: None }.all()
}

/// Everything needed to have the very position back, the changes of the open steps included.
pub fn print_save(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Save, eyes: None }.all()
}

/// Sets what the items say, journalled; pieces come from and go to their supply.
///
/// # Errors
/// What cannot be set: more pieces than there are, a number out of its track.
pub fn apply(board: &Board, position: &mut Position, items: &[Item]) -> Result<(), Vec<NotationError>> {
    let before = position.journal().len();
    let mut errors = Vec::new();
    set::Setter { board, position, errors: &mut errors }.all(items);
    if errors.is_empty() {
        return Ok(());
    }
    position.take_back(board, before);
    Err(errors)
}

/// What of the items does not hold in the position: (span of the item, expected, found).
pub fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    compare::compare(board, position, items)
}

/// Reads notation and sets it.
///
/// # Errors
/// All that is not notation, or cannot be set.
pub fn set(board: &Board, position: &mut Position, text: &str) -> Result<(), Vec<NotationError>> {
    let items = read(board, text)?;
    apply(board, position, &items)
}

/// Reads what [`print_save`] wrote: the very position, on this board.
///
/// # Errors
/// What this board does not have.
pub fn load(board: &Board, text: &str) -> Result<Position, Vec<NotationError>> {
    let mut position = Position::initial(board, 0);
    let items = read::read_saved(board, text)?;
    apply(board, &mut position, &items)?;
    position.journal.clear();
    load::load_tail(board, &mut position, text)?;
    Ok(position)
}
