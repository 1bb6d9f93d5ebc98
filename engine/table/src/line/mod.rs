//! The line grammar: a typed line narrows the rows of a choice word by word ([`narrow`]), and what is left of it goes on to
//! the choices that follow ([`walk`]), which words may come after it too ([`onward`]). One grammar, and one walk, for the prompt,
//! previews, completion, bots and tests.

mod item;
mod narrow;
mod onward;
mod several;
#[cfg(test)]
mod tests;
mod walk;

pub use narrow::{LineError, Matching, Narrowing, narrow};
pub use onward::{heads, onward};
pub use walk::{Answered, Chooser, End, Foreseen, Halt, Pending, Pick, Walk, Walked, walk};

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_state::notation::Word;
use cardwright_state::position::Row;

/// The words of a line: parted by blanks and commas.
pub fn words(line: &str) -> Vec<&str> {
    Word::whole(line).line_words().into_iter().map(|word| word.text).collect()
}

/// A line with `SIDE:` before it, parted; without, or if no side is called so, the line alone.
pub fn sided<'a>(board: &Board, line: &'a str) -> (Option<SideId>, &'a str) {
    match line.split_once(':').map(|(side, rest)| (board.side(side.trim()), rest)) {
        Some((Some(side), rest)) => (Some(side), rest.trim_start()),
        _ => (None, line),
    }
}

/// The id of the side or space that a word names as people call it (`26July` for `m26`); else the word.
pub fn by_name<'a>(board: &'a Board, word: &'a str) -> &'a str {
    if board.ids().any(|(id, _)| id.eq_ignore_ascii_case(word)) {
        return word;
    }
    let side = board.sides.iter().find(|side| side.name.eq_ignore_ascii_case(word)).map(|side| &side.id);
    let is_called = |space: &&cardwright_state::board::Space| {
        space.name.eq_ignore_ascii_case(word) || space.aka.iter().any(|aka| aka.eq_ignore_ascii_case(word))
    };
    side.or_else(|| board.spaces.iter().find(is_called).map(|space| &space.id)).map_or(word, String::as_str)
}

/// A row's words.
pub fn row_words(board: &Board, row: &Row) -> Vec<String> {
    row.text(board).split(' ').map(str::to_owned).collect()
}

/// The word that a mistyped one was meant to be: see [`did_you_mean`].
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known.iter().map(String::as_str)).map(str::to_owned)
}
