//! Chance outcomes as words: `5`, `hit`, `#4` (the fourth face of any die), `card:04`, `pick:hills`.
//!
//! Outcomes are parsed where people type them or a record holds them, and rendered for display.

use crate::line;
use cardwright_script::ForcedOutcome;
use cardwright_state::board::Board;
use cardwright_state::die_faces::face_number;
use cardwright_state::notation;

/// A word that is no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no face of a die{hint} (write a card as `card:{card}`, a pick as `pick:ID`)")]
pub struct OutcomeError {
    /// The word.
    pub word: String,
    /// The hint about a similar face, as part of the message: `: did you mean `hit`?`. Empty if no face is similar.
    pub hint: String,
    /// The id of some card, for the example in the message.
    pub card: String,
}

/// Parses an outcome.
///
/// # Errors
/// The word is no face of a die, no card (`card:ID`, or `drawn:ID` for a card that people drew), and no thing to pick
/// (its id, or `pick:ID`).
pub fn parse(board: &Board, word: &str) -> Result<ForcedOutcome, OutcomeError> {
    if let Some(card) = word.strip_prefix("card:").and_then(|id| board.card(id)) {
        return Ok(ForcedOutcome::Card(card));
    }
    if let Some(card) = word.strip_prefix("drawn:").and_then(|id| board.card(id)) {
        return Ok(ForcedOutcome::TableCard(card));
    }
    if let Some(picked) = word.strip_prefix("pick:").filter(|word| notation::is_named(board, word)) {
        return Ok(ForcedOutcome::Pick(picked.to_owned()));
    }
    if let Some(number) = face_number(word).filter(|number| board.dice.iter().any(|die| die.face_at(*number).is_some()))
    {
        return Ok(ForcedOutcome::FaceAt(number));
    }
    match board.find_face(word) {
        Some(face) => Ok(ForcedOutcome::Face(face)),
        // A number cannot be a thing to pick.
        None if word.parse::<i64>().is_err() && notation::is_named(board, word) => {
            Ok(ForcedOutcome::Pick(word.to_owned()))
        }
        _ => {
            let card = board.cards.first().map_or("ID", |c| c.id.as_str()).to_owned();
            let nearest = line::nearest(word, &die_words(board));
            let near = nearest.map_or(String::new(), |nearest| format!(": did you mean `{nearest}`?"));
            Err(OutcomeError { word: word.to_owned(), hint: near, card })
        }
    }
}

/// Writes an outcome as the word that [`parse`] reads.
pub fn text(board: &Board, outcome: &ForcedOutcome) -> String {
    match outcome {
        ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) => bare_text(board, outcome),
        ForcedOutcome::Card(_) => format!("card:{}", bare_text(board, outcome)),
        ForcedOutcome::TableCard(_) => format!("drawn:{}", bare_text(board, outcome)),
        ForcedOutcome::Pick(_) => format!("pick:{}", bare_text(board, outcome)),
    }
}

/// Writes an outcome without its prefix: `5`, `04`, `hills`.
pub fn bare_text(board: &Board, outcome: &ForcedOutcome) -> String {
    match outcome {
        ForcedOutcome::Face(face) => board.face_text(*face),
        ForcedOutcome::FaceAt(number) => format!("#{number}"),
        ForcedOutcome::Card(card) | ForcedOutcome::TableCard(card) => board.cards[card.index()].id.clone(),
        ForcedOutcome::Pick(word) => word.clone(),
    }
}

/// Lists the words on the dice, each once. Dice with numbers have no words.
pub fn die_words(board: &Board) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in board.dice.iter().filter(|die| die.has_words()).flat_map(|die| board.face_texts(die)) {
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// Writes a pick with the ids of another board whose things have the same handles. Other outcomes hold handles already.
/// `None` if `from` does not have the picked thing.
pub(crate) fn rewritten(from: &Board, to: &Board, outcome: &ForcedOutcome) -> Option<ForcedOutcome> {
    Some(match outcome {
        ForcedOutcome::Pick(word) => ForcedOutcome::Pick(notation::token(to, notation::named(from, word)?)),
        other => other.clone(),
    })
}

/// Converts unused outcomes of the board `old` to another board of the same game. `renamed` is `old` with the new ids.
/// Ends before the first outcome that the other board does not know, because each outcome is meant for its place.
pub(crate) fn carry_over(old: &Board, renamed: &Board, to: &Board, unused: &[ForcedOutcome]) -> Vec<ForcedOutcome> {
    let carried = |outcome| parse(to, &text(renamed, &rewritten(old, renamed, outcome)?)).ok();
    unused.iter().map_while(carried).collect()
}
