//! How the game ended.

use super::Item;
use super::words::{side, some_text};
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_state::Position;
use cardwright_state::board::Board;
use cardwright_state::val::Kind;

pub(super) fn ends(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let (front, reason) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    let words = front.words();
    let winner = match words.get(1) {
        None => return Err(part.mistake("`ends` takes a side, or `nobody`")),
        Some(word) if word.text == "nobody" => None,
        Some(word) => Some(side(board, word).map_err(|mistake| mistake.cured(slips::nobody(&word.text)))?),
    };
    let number = |w: &Part| w.text.parse().map_err(|_| w.mistake(format!("`{}` is not a number", w.text)));
    let numbers = words[2..].iter().map(number).collect::<Result<_, _>>()?;
    Ok(Item::Ends { text: part.text.clone(), winner, numbers, reason })
}

pub(super) fn reasons(board: &Board, position: &Position) -> Vec<String> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let audience = cardwright_table::label::Audience::Open;
    let said = cardwright_table::label::line(board, position, audience, &outcome.text);
    vec![said, board.texts[outcome.text.text.at()].id.clone()]
}

/// How the game ended, as an item says it.
pub(crate) fn outcome_text(board: &Board, position: &Position) -> String {
    let Some(outcome) = position.outcome() else { return "the game goes on".into() };
    let winner = outcome.winner.map_or("nobody", |w| board.sides[w.at()].id.as_str());
    let numbers = outcome.text.subjects.iter().filter(|v| v.kind() == Kind::Number).map(|v| format!(" {}", v.0));
    let reason = reasons(board, position).into_iter().next().unwrap_or_default();
    format!("ends {winner}{} ~ {reason}", numbers.collect::<String>())
}
