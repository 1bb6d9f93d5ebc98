//! Words that many items have: a side, a card, what stands after `~`.

use crate::text::{Mistake, Part};
use cardwright_state::board::Board;
use cardwright_state::{CardId, SideId};

/// A side by its id.
pub(crate) fn side(board: &Board, word: &Part) -> Result<SideId, Mistake> {
    let known: Vec<String> = board.sides.iter().map(|s| s.id.clone()).collect();
    let unknown = || word.unknown(format!("unknown side `{}`", word.text), &known);
    board.side(&word.text).ok_or_else(unknown)
}

/// A card by its id.
pub(crate) fn card(board: &Board, word: &Part) -> Result<CardId, Mistake> {
    let known: Vec<String> = board.cards.iter().map(|c| c.id.clone()).collect();
    board.card(&word.text).ok_or_else(|| word.unknown(format!("unknown card `{}`", word.text), &known))
}

/// What stands after `~`: nothing is part of every reason, and says nothing.
pub(crate) fn some_text(whole: &Part, text: Part) -> Result<String, Mistake> {
    if text.is_empty() {
        Err(whole.mistake("a text is missing after `~`: it would fit every reason"))
    } else {
        Ok(text.text)
    }
}

/// Whether a text holds another, upper or lower case alike.
pub(crate) fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}
