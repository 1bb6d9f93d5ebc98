//! Words that many items share: a side, a card, the text after `~`.

use crate::line_part::{LinePart, Mistake};
use cardwright_state::board::Board;
use cardwright_state::{CardId, SideId};

/// Looks up a side by its id.
pub(crate) fn side(board: &Board, word: &LinePart) -> Result<SideId, Mistake> {
    let valid: Vec<String> = board.sides.iter().map(|s| s.id.clone()).collect();
    let unknown = || word.unknown(format!("unknown side `{}`", word.text), &valid);
    board.side(board.current_id("side", &word.text)).ok_or_else(unknown)
}

/// Looks up a card by its id.
pub(crate) fn card(board: &Board, word: &LinePart) -> Result<CardId, Mistake> {
    let valid: Vec<String> = board.cards.iter().map(|c| c.id.clone()).collect();
    board
        .card(board.current_id("card", &word.text))
        .ok_or_else(|| word.unknown(format!("unknown card `{}`", word.text), &valid))
}

/// The text after `~`. An empty text is a mistake, because every reason contains it.
pub(crate) fn some_text(whole: &LinePart, text: LinePart) -> Result<String, Mistake> {
    if text.is_empty() {
        Err(whole.mistake("a text is missing after `~`: an empty text matches every reason"))
    } else {
        Ok(text.text)
    }
}

/// Whether a text contains another text. Case does not matter.
pub(crate) fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}
