//! Values of facts and options as notation writes them.

use crate::board::{Board, OptionType};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::Position;
use crate::val::{Kind, Val};

/// A fact of a subject as written: `turns 3`, `used raise stir`, `owner none`; a truth by its name alone, or `no` before it.
/// Nothing while it is at its default. Cards that are hidden come last in a set, for their place among the others would
/// tell of them.
pub(super) fn fact_text(
    board: &Board,
    position: &Position,
    fact: FactId,
    subject: usize,
    hides: &dyn Fn(Val) -> bool,
) -> Option<String> {
    let def = &board.facts[fact.at()];
    let mut value = position.fact(board, fact, subject);
    if value == FactValue::initial(def) {
        return None;
    }
    value.hide_last(hides);
    Some(written(board, &def.id, &value, hides))
}

/// A fact of this name with this value, whatever its default.
pub(super) fn written(board: &Board, id: &str, value: &FactValue, hides: &dyn Fn(Val) -> bool) -> String {
    let is_list = matches!(value, FactValue::List(_));
    let name = |v: Val| match hides(v) {
        true => crate::view::A_CARD.to_owned(),
        // In a list a thing is one word.
        false if is_list && v.kind() != Kind::Number => board.text(v).replace(' ', "@"),
        false => board.text(v),
    };
    match value {
        FactValue::Truth(true) => board.apart(Kind::Fact, id),
        FactValue::Truth(false) => format!("no {id}"),
        other => format!("{} {}", board.apart(Kind::Fact, id), other.text(name, " ")),
    }
}

/// An option's value as written.
pub fn option_text(of: &OptionType, value: i64) -> String {
    match of {
        OptionType::Truth => (value != 0).to_string(),
        OptionType::Number { .. } | OptionType::OneOf(_) => value.to_string(),
        OptionType::Word(words) => words.get(value as usize).cloned().unwrap_or_default(),
    }
}

/// Reads an option's value.
///
/// # Errors
/// What it may be.
pub fn read_option(of: &OptionType, text: &str) -> Result<i64, String> {
    match of {
        OptionType::Truth => match text {
            "true" | "yes" | "on" => Ok(1),
            "false" | "no" | "off" => Ok(0),
            _ => Err(format!("`{text}` is not `true` or `false`")),
        },
        OptionType::Number { min, max } => match text.parse::<i64>() {
            Ok(n) if n >= *min && n <= *max => Ok(n),
            _ => Err(format!("`{text}` is not a number from {min} to {max}")),
        },
        OptionType::Word(words) => words
            .iter()
            .position(|w| w == text)
            .map(|i| i as i64)
            .ok_or_else(|| format!("`{text}` is not one of {}", words.join(", "))),
        OptionType::OneOf(numbers) => {
            let read = text.parse::<i64>().ok().filter(|n| numbers.contains(n));
            let known = || numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            read.ok_or_else(|| format!("`{text}` is not one of {}", known()))
        }
    }
}
