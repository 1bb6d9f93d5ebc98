//! The line grammar: a typed line narrows the rows of a choice word by word ([`narrow`]), and what is left of it goes on to
//! the choices that follow ([`walk`]), which words may come after it too ([`onward`]). One grammar, and one walk, for the prompt,
//! previews, completion, bots and tests.

mod item;
mod narrow;
mod onward;
mod read;
mod several;
#[cfg(test)]
mod tests;
mod walk;

pub use narrow::{LineError, Matching, Narrowing, narrow};
pub use onward::{heads, onward};
pub use read::read;
pub use walk::{Answered, Chooser, End, Foreseen, Halt, Left, Pending, Pick, Walk, Walked, walk, walk_on};

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_state::notation::Word;
use cardwright_state::position::Row;

/// The words of a line: parted by blanks and commas.
pub fn words(line: &str) -> Vec<&str> {
    Word::whole(line).line_words().into_iter().map(|word| word.text).collect()
}

/// A line with `SIDE:` before it, by id or name, parted; without, or if no side is called so, the line alone.
pub fn sided<'a>(board: &Board, line: &'a str) -> (Option<SideId>, &'a str) {
    let by_name =
        |name: &str| board.sides.iter().position(|side| side.name.eq_ignore_ascii_case(name)).map(SideId::new);
    let side = |name: &str| board.side(name).or_else(|| by_name(name));
    match line.split_once(':').map(|(named, rest)| (side(named.trim()), rest)) {
        Some((Some(side), rest)) => (Some(side), rest.trim_start()),
        _ => (None, line),
    }
}

/// A row's words.
pub fn row_words(board: &Board, row: &Row) -> Vec<String> {
    row.text(board).split(' ').map(str::to_owned).collect()
}

/// The word that a mistyped one was meant to be: see [`did_you_mean`].
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known.iter().map(String::as_str)).map(str::to_owned)
}
