//! Outcomes given by hand in words: `5`, `hit`, `#4` (the fourth face, whichever die is rolled), `card:04`, `pick:hills`.
//!
//! They are read where they are typed or recorded, and told where they are shown; in between they are values.

use crate::line;
use cardwright_script::Forced;
use cardwright_state::board::Board;
use cardwright_state::faces::face_number;
use cardwright_state::notation;

/// A word that is no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no face of a die{near} (a card is written `card:{card}`, what is to be picked `pick:ID`)")]
pub struct NoOutcome {
    /// The word.
    pub word: String,
    /// The face with a word on it that may be meant: `: did you mean `hit`?`.
    pub near: String,
    /// The id of a card, to show how one is written.
    pub card: String,
}

/// Reads an outcome.
///
/// # Errors
/// The word is neither a face of a die nor a card (`card:ID`, off the table `drawn:ID`) nor a thing to be picked (its id, or `pick:ID`).
pub fn read(board: &Board, word: &str) -> Result<Forced, NoOutcome> {
    if let Some(card) = word.strip_prefix("card:").and_then(|id| board.card(id)) {
        return Ok(Forced::Card(card));
    }
    if let Some(card) = word.strip_prefix("drawn:").and_then(|id| board.card(id)) {
        return Ok(Forced::Drawn(card));
    }
    if let Some(picked) = word.strip_prefix("pick:").filter(|word| notation::is_named(board, word)) {
        return Ok(Forced::Pick(picked.to_owned()));
    }
    if let Some(number) = face_number(word).filter(|number| board.dice.iter().any(|die| die.at(*number).is_some())) {
        return Ok(Forced::FaceAt(number));
    }
    match board.face(word) {
        Some(face) => Ok(Forced::Face(face)),
        // What is written as a number is no thing that could be picked.
        None if word.parse::<i64>().is_err() && notation::is_named(board, word) => Ok(Forced::Pick(word.to_owned())),
        _ => {
            let card = board.cards.first().map_or("ID", |c| c.id.as_str()).to_owned();
            let near = line::nearest(word, &words(board));
            let near = near.map_or(String::new(), |near| format!(": did you mean `{near}`?"));
            Err(NoOutcome { word: word.to_owned(), near, card })
        }
    }
}

/// An outcome in the words that read it.
pub fn text(board: &Board, outcome: &Forced) -> String {
    match outcome {
        Forced::Face(_) | Forced::FaceAt(_) => bare(board, outcome),
        Forced::Card(_) => format!("card:{}", bare(board, outcome)),
        Forced::Drawn(_) => format!("drawn:{}", bare(board, outcome)),
        Forced::Pick(_) => format!("pick:{}", bare(board, outcome)),
    }
}

/// An outcome where its kind is clear: `5`, `04`, `hills`.
pub fn bare(board: &Board, outcome: &Forced) -> String {
    match outcome {
        Forced::Face(face) => board.face_word(*face),
        Forced::FaceAt(number) => format!("#{number}"),
        Forced::Card(card) | Forced::Drawn(card) => board.cards[card.at()].id.clone(),
        Forced::Pick(word) => word.clone(),
    }
}

/// The words that stand on dice, each once; of dice with numbers nothing.
pub fn words(board: &Board) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in board.dice.iter().filter(|die| die.is_of_words()).flat_map(|die| board.words_of(die)) {
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// Outcomes that wait, for another board of the same game: what it does not know is dropped.
pub(crate) fn carried(from: &Board, to: &Board, waiting: &[Forced]) -> Vec<Forced> {
    waiting.iter().filter_map(|outcome| read(to, &text(from, outcome)).ok()).collect()
}
