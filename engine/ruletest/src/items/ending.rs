//! How the game ended.

use super::Item;
use super::words::{side, some_text};
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_state::Position;
use cardwright_state::board::{Board, Sides};
use cardwright_state::position::{Outcome, Placed};
use cardwright_state::val::Kind;

pub(super) fn ends(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let (front, reason) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    let words = front.words();
    if words.len() < 2 {
        return Err(part.mistake("`ends` takes a side, several that won together, or `nobody`"));
    }
    let mut places: Vec<Place> = Vec::new();
    for (n, word) in words[1..].iter().enumerate() {
        if let Ok(number) = word.text.parse() {
            match places.last_mut() {
                Some(place) => place.numbers.push(number),
                None => return Err(word.mistake("a number comes after who has it, or after `nobody`")),
            }
            continue;
        }
        if n == 0 && word.text == "nobody" {
            places.push(Place::default());
            continue;
        }
        let cured = |mistake: Mistake| mistake.cured(slips::nobody(&word.text));
        let found = side(board, word).map_err(cured)?;
        if places.iter().any(|place| place.sides.has(found)) {
            return Err(word.mistake(format!("`{}` is named twice", word.text)));
        }
        match places.last_mut() {
            Some(place) if place.numbers.is_empty() && !place.sides.is_empty() => place.sides = place.sides.with(found),
            Some(place) if place.sides.is_empty() => return Err(word.mistake("nobody has won, or somebody has")),
            _ => places.push(Place { sides: found.into(), numbers: Vec::new() }),
        }
    }
    Ok(Item::Ends { text: part.text.clone(), places, reason })
}

/// Who shared a place, and the numbers after it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    sides: Sides,
    numbers: Vec<i64>,
}

/// Whether a game ended so. Numbers are those of the places, where the game has counted them, else those of the text.
pub(super) fn holds(outcome: &Outcome, places: &[Place]) -> bool {
    if outcome.places.iter().any(|place| place.number.is_some()) {
        let is_so = |(said, is): (&Place, &Placed)| {
            said.sides == is.sides && said.numbers.iter().all(|number| Some(*number) == is.number)
        };
        return places.len() <= outcome.places.len() && places.iter().zip(&outcome.places).all(is_so);
    }
    let given = || outcome.text.subjects.iter().filter(|val| val.kind() == Kind::Number).map(|val| val.0);
    matches!(places, [one] if one.sides == outcome.winners() && (one.numbers.is_empty() || given().eq(one.numbers.iter().copied())))
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
    let ids = |sides: Sides| sides.iter().map(|side| format!(" {}", board.sides[side.at()].id)).collect::<String>();
    let number = |number: i64| format!(" {number}");
    let of_places = outcome.places.iter();
    let mut said: String =
        of_places.map(|place| ids(place.sides) + &place.number.map(number).unwrap_or_default()).collect();
    if outcome.places.is_empty() {
        said.push_str(" nobody");
    }
    if outcome.places.iter().all(|place| place.number.is_none()) {
        let numbers = outcome.text.subjects.iter().filter(|val| val.kind() == Kind::Number);
        said.extend(numbers.map(|val| number(val.0)));
    }
    let reason = reasons(board, position).into_iter().next().unwrap_or_default();
    format!("ends{said} ~ {reason}")
}
