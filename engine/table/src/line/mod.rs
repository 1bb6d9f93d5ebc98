//! The line grammar: a typed line narrows the rows of a choice word by word ([`narrow`]), and what is left of it goes on to
//! the choices that follow ([`walk`]), which words may come after it too ([`onward`]). One grammar, and one walk, for the prompt,
//! previews, completion, bots and tests.

mod asked;
mod item;
mod narrow;
mod onward;
mod read;
mod several;
mod spoken;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use asked::{in_full, narrow_asked};
pub(crate) use narrow::MOST_TOLD;
use narrow::of_no_kind;
pub use narrow::{LineError, Matching, Narrowing, is_number, may_be, may_begin, narrow, some_of};
pub use onward::{heads, onward};
pub use read::read;
pub(crate) use spoken::{counted_after, subject, without_subject};
pub use walk::{Answered, Chooser, End, Foreseen, Halt, Left, Pending, Pick, Walk, Walked, walk, walk_on};

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_state::notation::Word;
use cardwright_state::position::Row;
use std::collections::{BTreeMap, BTreeSet};

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

/// The words of each of these rows, which are offered together. A word says its kind (`space:pearson`) only where a thing of
/// another kind could stand in its place, after the same words.
pub fn rows_words<'r>(board: &Board, rows: impl IntoIterator<Item = &'r Row>) -> Vec<Vec<String>> {
    let said = |row: &Row| row.text(board).split(' ').map(str::to_owned).collect::<Vec<_>>();
    let words: Vec<Vec<String>> = rows.into_iter().map(said).collect();
    if !words.iter().flatten().any(|word| word.contains(':')) {
        return words;
    }
    let place = |row: &[String], at: usize| (row[..at].to_vec(), of_no_kind(&row[at]).to_owned());
    let mut kinds: BTreeMap<(Vec<String>, String), BTreeSet<&str>> = BTreeMap::new();
    for row in &words {
        for (at, word) in row.iter().enumerate() {
            kinds.entry(place(row, at)).or_default().insert(word);
        }
    }
    let shown = |row: &Vec<String>| {
        let is_clear = |at: usize| kinds.get(&place(row, at)).is_some_and(|all| all.len() == 1);
        let word = |at: usize| if is_clear(at) { of_no_kind(&row[at]).to_owned() } else { row[at].clone() };
        (0..row.len()).map(word).collect()
    };
    words.iter().map(shown).collect()
}

/// The action that the first two words of a line name together: `raise agitators` is `raise-agitators`. None where a row begins
/// with the first word alone.
pub(crate) fn together(board: &Board, rows: &[Vec<String>], words: &[&str]) -> Option<String> {
    let [first, second, ..] = words else { return None };
    let id = format!("{first}-{second}");
    let begins = |row: &Vec<String>| row.first().is_some_and(|head| head.eq_ignore_ascii_case(first));
    let action = board.actions.iter().find(|action| action.id.eq_ignore_ascii_case(&id))?;
    (!rows.iter().any(begins)).then(|| action.id.clone())
}

/// The words of a line without the number before what it counts, which is no column of any row: at an index or before it. None
/// where there is none.
pub(crate) fn uncounted<'a>(rows: &[Vec<String>], words: &[&'a str], at: usize) -> Option<Vec<&'a str>> {
    let counts = |n: &usize| *n > 0 && is_number(words[*n]) && words.get(n + 1).is_some_and(|next| !is_number(next));
    let number = (1..=at.min(words.len().saturating_sub(1))).rev().find(counts)?;
    let is_column = narrow(rows, &words[..=number], Matching::Prefix).is_ok();
    (!is_column).then(|| [&words[..number], &words[number + 1..]].concat())
}

/// The word that a mistyped one was meant to be: see [`did_you_mean`].
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known.iter().map(String::as_str)).map(str::to_owned)
}
