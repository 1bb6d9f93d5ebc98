//! `ends SIDE… n …`: the result of a game.

use super::item_words::{side, some_text};
use super::{Item, WinnersAtPlace};
use crate::hints;
use crate::line_part::{LinePart, Mistake};
use cardwright_state::Position;
use cardwright_state::board::{Board, Sides};
use cardwright_state::position::{FinalPlace, Outcome};
use cardwright_state::val::Kind;

/// Parses `ends SIDE… n … [~ TEXT]`.
pub(super) fn ends(board: &Board, part: &LinePart) -> Result<Item, Mistake> {
    let (front, reason) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    let words = front.words();
    if words.len() < 2 {
        return Err(part.mistake("`ends` takes a side, several that won together, or `nobody`"));
    }
    let mut places: Vec<WinnersAtPlace> = Vec::new();
    for (n, word) in words[1..].iter().enumerate() {
        if let Ok(number) = word.text.parse() {
            match places.last_mut() {
                Some(place) => place.numbers.push(number),
                None => return Err(word.mistake("a number comes after a side or after `nobody`")),
            }
            continue;
        }
        if n == 0 && word.text == "nobody" {
            places.push(WinnersAtPlace::default());
            continue;
        }
        let with_help = |mistake: Mistake| mistake.with_help(hints::nobody(&word.text));
        let winner = side(board, word).map_err(with_help)?;
        if places.iter().any(|place| place.sides.has(winner)) {
            return Err(word.mistake(format!("`{}` is named twice", word.text)));
        }
        match places.last_mut() {
            Some(place) if place.numbers.is_empty() && !place.sides.is_empty() => {
                place.sides = place.sides.with(winner);
            }
            Some(place) if place.sides.is_empty() => {
                return Err(word.mistake("`nobody` cannot be combined with a side"));
            }
            _ => places.push(WinnersAtPlace { sides: winner.into(), numbers: Vec::new() }),
        }
    }
    Ok(Item::Ends { text: part.text.clone(), places, reason })
}

/// Whether the game ended as the item says. The numbers must be the scores of the places. If no place has a score, they
/// must be the numbers in the text of the result.
pub(super) fn is_result(outcome: &Outcome, places: &[WinnersAtPlace]) -> bool {
    if outcome.places.iter().any(|place| place.score.is_some()) {
        let is_same = |(wanted, found): (&WinnersAtPlace, &FinalPlace)| {
            wanted.sides == found.sides && wanted.numbers.iter().all(|number| Some(*number) == found.score)
        };
        return places.len() <= outcome.places.len() && places.iter().zip(&outcome.places).all(is_same);
    }
    let text_numbers = || outcome.text.subjects.iter().filter(|val| val.kind() == Kind::Number).map(|val| val.0);
    let has_numbers = |numbers: &[i64]| numbers.is_empty() || text_numbers().eq(numbers.iter().copied());
    matches!(places, [place] if place.sides == outcome.winners() && has_numbers(&place.numbers))
}

/// The reason for the end of the game: its text and the id of its text. Empty while the game goes on.
pub(super) fn reasons(board: &Board, position: &Position) -> Vec<String> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let viewer = cardwright_table::Viewer::OPEN;
    let text = cardwright_table::label::line_text(board, position, viewer, &outcome.text);
    vec![text, board.labels[outcome.text.text].id.clone()]
}

/// Writes the result of a position as an `ends` item would.
pub(crate) fn outcome_text(board: &Board, position: &Position) -> String {
    let Some(outcome) = position.outcome() else { return "the game goes on".into() };
    let ids = |sides: Sides| sides.iter().map(|side| format!(" {}", board.sides[side.index()].id)).collect::<String>();
    let number = |number: i64| format!(" {number}");
    let place_text = |place: &FinalPlace| ids(place.sides) + &place.score.map(number).unwrap_or_default();
    let mut result: String = outcome.places.iter().map(place_text).collect();
    if outcome.places.is_empty() {
        result.push_str(" nobody");
    }
    if outcome.places.iter().all(|place| place.score.is_none()) {
        let numbers = outcome.text.subjects.iter().filter(|val| val.kind() == Kind::Number);
        result.extend(numbers.map(|val| number(val.0)));
    }
    let reason = reasons(board, position).into_iter().next().unwrap_or_default();
    format!("ends{result} ~ {reason}")
}
