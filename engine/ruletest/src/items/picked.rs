//! `picked among ID ID …`: the candidates of a random pick.

use super::Item;
use crate::line_part::{LinePart, Mistake};
use crate::programs::LoadedGame;

/// Parses `picked among havana santiago-de-cuba`: at least two ids, written as in `pick`.
pub(super) fn read(loaded: &LoadedGame, part: &LinePart, words: &[LinePart]) -> Result<Item, Mistake> {
    // A stack is written `PIECE@SPACE`, and a face `PIECE/FACE`.
    let is_name = |word: &LinePart| {
        word.text.split(['@', '/']).all(|name| name.parse::<i64>().is_ok() || loaded.is_row_word(name))
    };
    if let Some(word) = words.iter().find(|word| !is_name(word)) {
        return Err(word.unknown(format!("nothing is called `{}`", word.text), &loaded.words()));
    }
    let mut among: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    among.sort_unstable();
    among.dedup();
    if among.len() < 2 {
        return Err(part.mistake("`picked among` takes everything that chance picked from: at least two things"));
    }
    Ok(Item::Picked { text: part.text.clone(), among })
}
