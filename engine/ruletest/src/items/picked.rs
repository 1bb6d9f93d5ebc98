//! What was left to chance, and among what.

use super::Item;
use crate::programs::Loaded;
use crate::text::{Mistake, Part};

/// `picked among havana santiago-de-cuba`: two things at least, by id, as `pick` names them.
pub(super) fn read(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    let names =
        |word: &Part| word.text.split(['@', '/']).all(|name| name.parse::<i64>().is_ok() || loaded.is_known(name));
    if let Some(word) = words.iter().find(|word| !names(word)) {
        return Err(word.unknown(format!("nothing is called `{}`", word.text), &loaded.words()));
    }
    let mut among: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    among.sort_unstable();
    among.dedup();
    if among.len() < 2 {
        return Err(
            part.mistake("`picked among` takes all that chance had to pick from: of one thing there is no choice")
        );
    }
    Ok(Item::Picked { text: part.text.clone(), among })
}
